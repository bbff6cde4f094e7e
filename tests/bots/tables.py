"""Tables for the bots' tests: a board and hands as text, in any phase, seen by one player."""

from __future__ import annotations

from random import Random

from game.bots.arena import shuffled_start
from game.rules import (
    BARTENDER_CARDS,
    CloseMaking,
    CloseOrders,
    Deal,
    Game,
    MakeDrink,
    MoveBottle,
    Order,
    Phase,
    View,
    apply,
    legal_moves,
    makes_for,
    new_game,
    view_for,
)
from tests.solver.boards import board, drinks

NOBODYS = "RV RVG RVGB RGBTI"


def table(hand: str, *, cards: str = "000000", phase: Phase = Phase.DEALING, made: int = 0, **bottles: str) -> Game:
    """Bill with his hand, highest in priority; Claire deals. Four letters a bartender as in `board`."""
    game = new_game(
        players=["Bill", "Andre", "Claire"],
        priority=["Bill", "Andre", "Claire"],
        bottles=board(**bottles),
        drinks={"Bill": drinks(hand), "Andre": drinks(NOBODYS), "Claire": drinks(NOBODYS)},
        deck=BARTENDER_CARDS,
    )
    taker = "Bill" if phase in (Phase.MOVING, Phase.MAKING) else None
    turn = "Bill" if phase is Phase.LAST_CALL else None
    return game._replace(cards=tuple(map(int, cards)), phase=phase, order_taker=taker, turn=turn)


def bills_view(hand: str, **table_keys: object) -> View:
    return view_for(table(hand, **table_keys), "Bill")


def some_games(count: int, players: int = 4) -> list[Game]:
    """Games somewhere on their way, played by chance: every phase comes up."""
    return [_somewhere(Random(f"on its way {number}"), players, 4 * number) for number in range(count)]


def _somewhere(chance: Random, players: int, actions: int) -> Game:
    game = shuffled_start([f"player {number}" for number in range(players)], chance)
    for _ in range(actions):
        if game.phase is Phase.OVER or not (game.deck or game.phase is not Phase.DEALING):
            break
        game = apply(game, _any_action(game, chance))
    return game


def _any_action(game: Game, chance: Random):
    name = chance.choice(game.names)
    match game.phase:
        case Phase.DEALING:
            may_order = [player for player in game.names if view_for(game, player).may.order]
            return Order(chance.choice(may_order)) if may_order and chance.random() < 0.5 else Deal()
        case Phase.ORDERING:
            return CloseOrders()
        case Phase.MOVING:
            return MoveBottle(game.order_taker, *chance.choice(legal_moves(game)))
        case Phase.MAKING:
            makes = makes_for(game, name)
            if not makes:
                return CloseMaking()
            make = min(makes, key=lambda make: make.ice)
            return MakeDrink(name, make.drink, make.bartender)
        case _:
            makes = makes_for(game, game.turn)
            if makes:
                return MakeDrink(game.turn, makes[0].drink, makes[0].bartender)
            return MoveBottle(game.turn, *chance.choice(legal_moves(game)))
