"""The shout of "Order!": who may shout, who takes the order, what becomes of an unused one; and Changing the Dealer."""

from __future__ import annotations

from game.rules.actions import Order
from game.rules.errors import IllegalAction
from game.rules.facts import Fact, OrderLapsed, OrderShouted, OrderTaken
from game.rules.game import DEALING, MOVING, ORDERING, Game
from game.rules.moving import can_any_bottle_move
from game.rules.phases import refusal_by_phase


def refusal_to_order(game: Game, player: str) -> IllegalAction | None:
    """Why this player may not shout "Order!" now; None when it is allowed.

    The dealer never may, except in a two-player game (R13, R31). A shout needs a bottle that could be moved (A4).
    """
    if refusal := refusal_by_phase(game, Order):
        return refusal
    if player == game.priority[-1] and len(game.players) > 2:
        return IllegalAction("dealer_may_not_order", f"{player} is the dealer, and the dealer may not order.")
    if player in game.shouted:
        return IllegalAction("already_ordered", f"{player} has already shouted “Order!”.")
    wait = game.player(player).may_order_from - game.dealt
    if wait > 0:
        cards = "1 more card has" if wait == 1 else f"{wait} more cards have"
        return IllegalAction(
            "may_not_order_yet",
            f"{player} let an order lapse and may not order again until {cards} been dealt.",
        )
    if not can_any_bottle_move(game):
        return IllegalAction(
            "no_legal_move",
            "No bottle can be moved with the cards now revealed: "
            "that takes cards beside two bartenders, one of them with a bottle, or three cards beside one.",
        )
    return None


def shout_order(game: Game, player: str) -> Game:
    """The first shout opens the window and stops the dealing; others may join in while it is open (A1)."""
    if refusal := refusal_to_order(game, player):
        raise refusal
    return game._replace(phase=ORDERING, shouted=(*game.shouted, player), happened=(OrderShouted(player),))


def close_orders(game: Game) -> Game:
    """Not the first to shout takes the order, but the highest in the priority column of those who did (R14)."""
    taker = _highest(game, game.shouted)
    return game._replace(phase=MOVING, order_taker=taker, happened=(OrderTaken(taker),))


def refusal_to_lapse(game: Game, player: str) -> IllegalAction | None:
    """Why the order is not this player's to give up; only to be asked in phase `moving`."""
    if player != game.order_taker:
        return IllegalAction("not_your_order", f"The order is {game.order_taker}'s, not {player}'s.")
    return None


def lapse(game: Game, player: str) -> Game:
    """An unused order passes to the next highest who shouted with its taker; with nobody left, dealing goes on (A5).

    After a player's k-th lapse of the game 2^(k-1) cards must be dealt before that player may order again.
    """
    if refusal := refusal_to_lapse(game, player):
        raise refusal
    lapser = game.player(player)
    wait = 1 << lapser.lapses
    lapser = lapser._replace(lapses=lapser.lapses + 1, may_order_from=game.dealt + wait)
    others = tuple(name for name in game.shouted if name != player)
    taker = _highest(game, others) if others else None
    happened: tuple[Fact, ...] = (OrderLapsed(player, wait),)
    if taker is not None:
        happened += (OrderTaken(taker),)
    return game._replace(
        players=game.with_player(lapser),
        phase=MOVING if taker is not None else DEALING,
        shouted=others,
        order_taker=taker,
        happened=happened,
    )


def priority_after(priority: tuple[str, ...], mover: str) -> tuple[str, ...]:
    """The mover's marker goes to the very bottom, which makes the mover the dealer; the others keep their order (R29).

    Two players' column is the non-dealer above the dealer, so their special rules come to the same (R31).

    >>> priority_after(("Andre", "Bill", "Claire", "Doris", "Edgar"), "Bill")
    ('Andre', 'Claire', 'Doris', 'Edgar', 'Bill')
    """
    return (*(name for name in priority if name != mover), mover)


def _highest(game: Game, names: tuple[str, ...]) -> str:
    return min(names, key=game.priority.index)
