"""Spot it: cards come up one by one, and now and then an order would make one of the player's drinks.

A real game of two by the rules, dealt from a seed. Where an order makes a drink, it is placed before the next card,
whether or not the player saw it: so the cards that follow are the same for everybody. Whatever has been made is
replaced by another drink that cannot be made yet, and the hand stays at four.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import NamedTuple

from game.hints import OrderMakes, orders_that_make
from game.practice.positions import played_boards
from game.rules import (
    BARTENDER_CARDS,
    HOUSE_DECK,
    Bartender,
    Bottles,
    CloseMaking,
    CloseOrders,
    Deal,
    DrinkCard,
    Game,
    MakeDrink,
    MoveBottle,
    Order,
    apply,
    new_game,
    places_for,
)

YOU, OTHER = "0", "1"
CARDS = 24
LONGEST_SEED = 16
ORDERS_BEFORE = 7
"""So many orders have been played when the cards begin: the bottles are mixed, and little can be made yet."""

Hand = tuple[DrinkCard, ...]


class Dealt(NamedTuple):
    """One card, and what could be made of it."""

    card: Bartender
    beside: int
    """Cards beside the bartender then; 4 means that they were discarded."""
    game: Game
    spot: OrderMakes | None
    """The order that makes a drink for the least ice, if any does."""
    after: Game | None
    """With that order placed and the drink made; None without one."""


class Spotting(NamedTuple):
    start: Game
    dealt: tuple[Dealt, ...]

    @property
    def spots(self) -> int:
        return sum(dealt.spot is not None for dealt in self.dealt)


@lru_cache(maxsize=64)
def spotting(seed: str) -> Spotting:
    """The cards of this seed: `CARDS` of them."""
    chance = Random(f"spot {seed}")
    boards = [bottles for bottles, _ in zip(_boards(chance), range(ORDERS_BEFORE), strict=False)]
    bottles = boards[-1]
    start = new_game(
        players=(YOU, OTHER),
        priority=(OTHER, YOU),
        bottles=bottles,
        drinks={YOU: _hand(bottles, (), chance), OTHER: _any_hand(chance)},
        deck=chance.sample(BARTENDER_CARDS, len(BARTENDER_CARDS)),
        holds_making_open=True,
    )
    dealt: list[Dealt] = []
    game = start
    for _ in range(CARDS):
        card = game.deck[0]
        beside = game.cards[card] + 1
        game = apply(game, Deal())
        orders = orders_that_make(game.bottles, game.cards, game.player(YOU).drinks)
        spot = orders[0] if orders else None
        after = None if spot is None else _after(game, spot)
        dealt.append(Dealt(card, beside, game, spot, after))
        if after is not None:
            game = _with_new_drinks(after, chance)
    return Spotting(start, tuple(dealt))


def _boards(chance: Random) -> list[Bottles]:
    return [bottles for bottles, _ in played_boards(chance)]


def _after(game: Game, spot: OrderMakes) -> Game:
    """The order is placed, and all that can be made for it is made where it is cheapest."""
    assert spot.move is not None, "nothing in the hand can be made before an order"
    for action in (Order(YOU), CloseOrders(), MoveBottle(YOU, *spot.move)):
        game = apply(game, action)
    for number, drink in enumerate(game.player(YOU).drinks):
        for bartender, _ in places_for(drink, game.bottles)[:1]:
            game = apply(game, MakeDrink(YOU, number, bartender))
    return game


def _with_new_drinks(game: Game, chance: Random) -> Game:
    """The making ends, and what was made is replaced."""
    player = game.player(YOU)
    kept = tuple(drink for number, drink in enumerate(player.drinks) if number not in player.made)
    player = player._replace(drinks=_hand(game.bottles, kept, chance), made=())
    return apply(game._replace(players=game.with_player(player)), CloseMaking())


def _hand(bottles: Bottles, kept: Hand, chance: Random) -> Hand:
    """These drinks, and as many others as make one of each kind, none of which can be made as the bottles stand."""
    drinks = []
    for kind, cards in HOUSE_DECK.items():
        own = [drink for drink in kept if drink.kind is kind]
        missing = [card for card in cards if not places_for(card, bottles)]
        drinks.append(own[0] if own else chance.choice(missing or _hard(bottles)))
    return tuple(drinks)


def _hard(bottles: Bottles) -> list[DrinkCard]:
    """Where every card of a kind could be made: any that cannot, of whichever kind."""
    return [card for cards in HOUSE_DECK.values() for card in cards if not places_for(card, bottles)]


def _any_hand(chance: Random) -> Hand:
    return tuple(chance.choice(cards) for cards in HOUSE_DECK.values())
