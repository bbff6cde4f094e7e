"""Last Call, Making the Remaining Drinks and its variant, Winning the Game; and who is first in the next game."""

from __future__ import annotations

from game.rules.actions import MoveBottle
from game.rules.errors import IllegalAction
from game.rules.facts import BottleMoved, Fact, GameEnded, LastCallDeclared, SettledUp, TurnBegan
from game.rules.game import LAST_CALL, OVER, Game, RemainingDrinks
from game.rules.moving import bottles_after, check_bottle, check_ends

NO_CARDS = (0, 0, 0, 0, 0, 0)


def settle_those_done(game: Game) -> Game:
    """All who made their last drink in this making step settle up, the higher marker first (R33, A7, A8)."""
    finished = {player.name for player in game.players if player.is_done}
    if not finished.difference(game.tab_row):
        return game
    done = tuple(name for name in game.priority if name in finished and name not in game.tab_row)
    happened: tuple[Fact, ...] = game.happened
    if not game.tab_row:
        happened += (LastCallDeclared(done[0]),)
    tab_row = game.tab_row + done
    happened += tuple(SettledUp(name, tab_row.index(name) + 1) for name in done)
    return game._replace(tab_row=tab_row, happened=happened)


def begin_last_call(game: Game, priority: tuple[str, ...]) -> Game:
    """All cards are removed and nobody deals any more; the others take their turns in priority order (R34, R35)."""
    return _begin_round(
        game._replace(
            phase=LAST_CALL,
            priority=priority,
            order_taker=None,
            passed=frozenset(),
            deck=(),
            discards=(),
            cards=NO_CARDS,
        )
    )


def move_for_ice(game: Game, action: MoveBottle) -> Game:
    """On a turn after last call any bottle goes from any bartender to any other, for one ice cube a move (R36)."""
    name, liquor, giver, receiver = action
    if name != game.turn:
        raise IllegalAction("not_your_turn", f"It is {game.turn}'s turn, not {name}'s.")
    check_ends(action)
    check_bottle(game.bottles, action)
    mover = game.player(name)
    return game._replace(
        players=game.with_player(mover._replace(ice=mover.ice + 1)),
        bottles=bottles_after(game.bottles, liquor, giver, receiver),
        happened=(BottleMoved(name, liquor, giver, receiver, ice=1),),
    )


def after_making_on_turn(game: Game) -> Game:
    """The last drink settles its maker and ends the turn; one drink at a time, any drink ends it (R35, R38, R42)."""
    assert game.turn is not None
    is_done = game.player(game.turn).is_done
    if is_done:
        game = settle_those_done(game)
    if is_done or game.options.remaining_drinks is RemainingDrinks.ONE_AT_A_TIME:
        return _next_turn(game)
    return game


def next_game_priority(game: Game) -> tuple[str, ...]:
    """The tab row of a game that is over is the priority of the next: the last to settle up deals first (R45, A15)."""
    return game.tab_row


def _next_turn(game: Game) -> Game:
    if not game.waiting:
        return _begin_round(game)
    turn, *waiting = game.waiting
    return game._replace(turn=turn, waiting=tuple(waiting), happened=(*game.happened, TurnBegan(turn)))


def _begin_round(game: Game) -> Game:
    """Whoever has not settled up gets a turn, the highest first; with nobody left the game is over (R40, R43, A14).

    All at once there is but one round: nobody's turn ends before settling up.
    """
    unsettled = tuple(name for name in game.priority if name not in game.tab_row)
    if unsettled:
        return _next_turn(game._replace(waiting=unsettled))
    over = game._replace(phase=OVER, turn=None)
    return over._replace(happened=(*game.happened, GameEnded(over.ranking[0])))
