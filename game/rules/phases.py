"""When an action is possible at all: its phases, and what to say outside them."""

from __future__ import annotations

from game.rules.actions import (
    Action,
    CloseMaking,
    CloseOrders,
    Deal,
    Lapse,
    MakeDrink,
    MoveBottle,
    Order,
    Pass,
    Reshuffle,
)
from game.rules.errors import IllegalAction
from game.rules.game import DEALING, LAST_CALL, MAKING, MOVING, ORDERING, OVER, Game, Phase

PHASES: dict[type[Action], tuple[Phase, ...]] = {
    Deal: (DEALING,),
    Reshuffle: (DEALING,),
    Order: (DEALING, ORDERING),
    CloseOrders: (ORDERING,),
    MoveBottle: (MOVING, LAST_CALL),
    Lapse: (MOVING,),
    MakeDrink: (MAKING, LAST_CALL),
    Pass: (MAKING,),
    CloseMaking: (MAKING,),
}

_REFUSED: dict[type[Action], str] = {
    Deal: "No card can be dealt now",
    Reshuffle: "The discarded cards cannot be shuffled now",
    Order: "No order can be placed now",
    CloseOrders: "There are no shouts to decide between now",
    MoveBottle: "No bottle can be moved now",
    Lapse: "There is no order to give up now",
    MakeDrink: "No drink can be made now",
    Pass: "There is nothing to pass on now",
    CloseMaking: "There is no making of drinks to end now",
}


def refusal_by_phase(game: Game, act: type[Action]) -> IllegalAction | None:
    """Why an action of this type is impossible in the present phase; None when it is possible."""
    if game.phase in PHASES[act]:
        return None
    if game.phase is OVER:
        return IllegalAction("game_over", "The game is over.")
    return IllegalAction("wrong_phase", f"{_REFUSED[act]}: {_what_goes_on(game)}.")


def _what_goes_on(game: Game) -> str:
    match game.phase:
        case Phase.DEALING:
            return "cards are being dealt"
        case Phase.ORDERING:
            return "“Order!” has been shouted"
        case Phase.MOVING:
            return f"{game.order_taker} has the order and has not moved a bottle yet"
        case Phase.MAKING:
            return "drinks are being made"
        case Phase.LAST_CALL:
            return "last call has been declared, and the remaining drinks are being made"
        case Phase.OVER:
            return "the game is over"
