"""The one door to a game: `apply` checks an action by the rules and makes the next game of it."""

from __future__ import annotations

from typing import Any

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
    unknown_player,
)
from game.rules.dealing import deal, reshuffle
from game.rules.errors import InvalidAction
from game.rules.game import MAKING, MOVING, Game
from game.rules.last_call import after_making_on_turn, move_for_ice
from game.rules.making import close_making, end_making_if_done, is_nobody_left_to_make, make_drink, pass_making
from game.rules.moving import move_by_order
from game.rules.ordering import close_orders, lapse, shout_order
from game.rules.phases import refusal_by_phase

_ACTS_OF_PLAYERS = frozenset({Order, MoveBottle, Lapse, MakeDrink, Pass})


def apply(game: Game, action: Action) -> Game:
    """The game after `action`; IllegalAction (InvalidAction for an unknown player or drink) and nothing changed."""
    if type(action) in _ACTS_OF_PLAYERS:
        _check_known(game, action)
    if refusal := refusal_by_phase(game, type(action)):
        raise refusal
    match action:
        case Deal():
            return deal(game, action.card)
        case Order():
            return shout_order(game, action.player)
        case CloseOrders():
            return close_orders(game)
        case MoveBottle() if game.phase is MOVING:
            return end_making_if_done(move_by_order(game, action))
        case MoveBottle():
            return move_for_ice(game, action)
        case MakeDrink() if game.phase is MAKING:
            return end_making_if_done(make_drink(game, action))
        case MakeDrink():
            return after_making_on_turn(make_drink(game, action))
        case Pass():
            return end_making_if_done(pass_making(game, action.player))
        case CloseMaking():
            return close_making(game)
        case Lapse():
            return lapse(game, action.player)
        case Reshuffle():
            return reshuffle(game, action.deck)


def is_making_done(game: Game) -> bool:
    """Whether nobody who could still make a drink has not passed: only a clock may ask, never a player (A19)."""
    return game.phase is MAKING and is_nobody_left_to_make(game)


def _check_known(game: Game, action: Any) -> None:
    """Whoever acts plays in this game, and the drink to be made is one of the player's cards."""
    for player in game.players:
        if player.name == action.player:
            break
    else:
        raise unknown_player(action.player)
    if type(action) is MakeDrink and not 0 <= action.drink < len(player.drinks):
        raise InvalidAction("unknown_drink", f"{player.name} has no drink card of that number.")
