"""The one door to a game: `apply` checks an action by the rules and makes the next game of it."""

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
    unknown_player,
)
from game.rules.dealing import deal, reshuffle
from game.rules.errors import InvalidAction
from game.rules.game import Game, Phase
from game.rules.last_call import after_making_on_turn, move_for_ice
from game.rules.making import close_making, end_making_if_done, is_nobody_left_to_make, make_drink, pass_making
from game.rules.moving import move_by_order
from game.rules.ordering import close_orders, lapse, shout_order
from game.rules.phases import refusal_by_phase


def apply(game: Game, action: Action) -> Game:
    """The game after `action`; IllegalAction (InvalidAction for an unknown player or drink) and nothing changed."""
    _check_known(game, action)
    if refusal := refusal_by_phase(game, type(action)):
        raise refusal
    match action:
        case Deal(card):
            return deal(game, card)
        case Reshuffle(deck):
            return reshuffle(game, deck)
        case Order(player):
            return shout_order(game, player)
        case CloseOrders():
            return close_orders(game)
        case MoveBottle() if game.phase is Phase.MOVING:
            return end_making_if_done(move_by_order(game, action))
        case MoveBottle():
            return move_for_ice(game, action)
        case Lapse(player):
            return lapse(game, player)
        case MakeDrink() if game.phase is Phase.MAKING:
            return end_making_if_done(make_drink(game, action))
        case MakeDrink():
            return after_making_on_turn(make_drink(game, action))
        case Pass(player):
            return end_making_if_done(pass_making(game, player))
        case CloseMaking():
            return close_making(game)


def is_making_done(game: Game) -> bool:
    """Whether nobody who could still make a drink has not passed: only a clock may ask, never a player (A19)."""
    return game.phase is Phase.MAKING and is_nobody_left_to_make(game)


def _check_known(game: Game, action: Action) -> None:
    if isinstance(action, Order | MoveBottle | Lapse | MakeDrink | Pass):
        for player in game.players:
            if player.name == action.player:
                break
        else:
            raise unknown_player(action.player)
        if isinstance(action, MakeDrink) and not 0 <= action.drink < len(player.drinks):
            raise InvalidAction("unknown_drink", f"{player.name} has no drink card of that number.")
