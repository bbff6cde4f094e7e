"""What a player could read off the own view with more time: the least ice from here, and what an order would make.

Pure, and cut from one player's view, so a hint can tell nothing that its player may not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from game.bots.senses import open_ways
from game.rules import (
    Bartender,
    Bottles,
    Counts,
    DrinkCard,
    LegalMove,
    Liquor,
    Phase,
    View,
    can_be_made_of,
    ice_for,
    places_for,
)
from game.solver import least_ice
from game.words import cubes

MOST_ORDERS = 2
"""So many drinks that an order would make are told of, those with least ice."""

Hand = tuple[DrinkCard, ...]


class OrderMakes(NamedTuple):
    """A drink that an order would let its player make."""

    drink: int
    """Which of the drinks that were asked about."""
    bartender: Bartender
    ice: int
    move: LegalMove | None
    """None where the bottles stand there already: any order will do."""


def orders_that_make(bottles: Bottles, cards: tuple[int, ...], drinks: Sequence[DrinkCard]) -> list[OrderMakes]:
    """For each drink that some legal order would let one make, the order with which it costs least; cheapest first."""
    ways = open_ways(cards)
    if not any(any(bottles[giver]) for giver, _ in ways):
        return []
    found = [best for number, drink in enumerate(drinks) if (best := _best_order(bottles, ways, number, drink))]
    return sorted(found, key=lambda order: order.ice)


def _best_order(
    bottles: Bottles, ways: tuple[tuple[Bartender, Bartender], ...], number: int, drink: DrinkCard
) -> OrderMakes | None:
    best: OrderMakes | None = None
    for bartender, ice in places_for(drink, bottles)[:1]:
        best = OrderMakes(number, bartender, ice, None)
    for giver, receiver in ways:
        for liquor in Liquor:
            if not bottles[giver][liquor]:
                continue
            for bartender, by in ((receiver, 1), (giver, -1)):
                row = _changed(bottles[bartender], liquor, by)
                if can_be_made_of(drink, row) and (best is None or ice_for(drink, row) < best.ice):
                    best = OrderMakes(number, bartender, ice_for(drink, row), LegalMove(liquor, giver, receiver))
    return best


@lru_cache(maxsize=4096)
def _changed(row: Counts, liquor: Liquor, by: int) -> Counts:
    return (*row[:liquor], row[liquor] + by, *row[liquor + 1 :])


def hints_for(view: View) -> tuple[str, ...]:
    """The hints of the viewer in sentences; none for a watcher and for whoever has settled up."""
    left = tuple(own.drink for own in view.drinks if not own.is_made)
    if not left or view.phase is Phase.OVER:
        return ()
    is_own_order = view.may.order or (view.phase is Phase.MOVING and view.order_taker == view.viewer)
    orders = _order_hints(view.bottles, view.cards, left) if is_own_order else ()
    makes = _making_hints(view.bottles, left) if view.phase is Phase.MAKING and not view.has_passed else ()
    least = least_ice(view.bottles, left)
    is_late = view.phase is Phase.LAST_CALL
    end = f"{'The least from here' if is_late else 'The least if it were last call now'}: {cubes(least)}."
    return (*orders, *makes, end)


@lru_cache(maxsize=1024)
def _order_hints(bottles: Bottles, cards: tuple[int, ...], drinks: Hand) -> tuple[str, ...]:
    orders = orders_that_make(bottles, cards, drinks)[:MOST_ORDERS]
    return tuple(order_in_words(order, drinks) for order in orders) or ("No order would make a drink of yours now.",)


def order_in_words(order: OrderMakes, drinks: Sequence[DrinkCard]) -> str:
    """The order as a sentence, such as "An order makes your Martini at Kathy for 1 ice: Gin from Mona to Kathy."."""
    what = f"makes your {drinks[order.drink].kind.label} at {order.bartender.label} for {cubes(order.ice)}"
    if order.move is None:
        return f"Any order {what}."
    liquor, giver, receiver = order.move
    return f"An order {what}: {liquor.label} from {giver.label} to {receiver.label}."


@lru_cache(maxsize=1024)
def _making_hints(bottles: Bottles, drinks: Hand) -> tuple[str, ...]:
    """For each drink that can be made now, what making it comes to in the end."""
    hints = []
    for number, drink in enumerate(drinks):
        for bartender, ice in places_for(drink, bottles)[:1]:
            rest = drinks[:number] + drinks[number + 1 :]
            later = f", and at least {least_ice(bottles, rest)} later" if rest else ", and you are done"
            hints.append(f"{drink.kind.label} at {bartender.label}: {cubes(ice)} now{later}.")
    return tuple(hints)
