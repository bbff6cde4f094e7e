"""Positions for practice: the bar as it stands when three players have played by the cards for a while.

The players of this generator are simple: whoever has an order takes the move that brings the own drinks nearest, and
makes what costs little. That is quick, needs no search, and leaves boards like those of real games.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random

from game.rules import HOUSE_DECK, Bartender, Bottles, Counts, DrinkCard, LegalMove, Liquor, places_for
from game.solver import least_ice, moved
from game.solver.positions import Position

PLAYERS = 3
MOST_ORDERS = 36
CHEAP = 2
"""A drink is made for so much ice at most."""
MOST_DRINKS = 4
TRAP = 2
"""A good puzzle costs at least this much more when it is made drink by drink, the nearest first."""
WEEK = (2, 2, 3, 3, 3, 4, 4)
"""Drinks of the daily puzzle from Monday to Sunday."""
FIRST_DAY = datetime.date(2026, 1, 1)

Hand = tuple[DrinkCard, ...]


def daily_position(day: datetime.date) -> Position:
    """The puzzle of a day, the same for everybody."""
    return position_for(f"daily {day.isoformat()}", WEEK[day.weekday()])


@lru_cache(maxsize=256)
def position_for(seed: str, drinks: int) -> Position:
    """A position with so many drinks to make, 1 to 4: of those that came up in one game the one with the best trap."""
    chance = Random(f"finish {seed} {drinks}")
    found: list[tuple[int, int, Position]] = []
    for number, position in enumerate(_candidates(chance, drinks)):
        trap = ice_drink_by_drink(position) - least_ice(*position)
        if trap >= TRAP:
            return position
        found.append((trap, -number, position))
    return max(found)[2]


def _candidates(chance: Random, drinks: int) -> Iterator[Position]:
    """The last boards of one game, with what each player has left then."""
    boards = list(played_boards(chance))
    for bottles, hands in reversed(boards[-6:]):
        for hand in hands:
            if len(hand) >= drinks:
                yield Position(bottles, tuple(sorted(chance.sample(hand, drinks), key=lambda drink: drink.size)))
    bottles, _ = boards[-1]
    for _ in range(2):
        yield Position(bottles, tuple(sorted(chance.sample(_hand(chance), drinks), key=lambda drink: drink.size)))


def played_boards(chance: Random) -> Iterator[tuple[Bottles, tuple[Hand, ...]]]:
    """A game, order by order, until somebody has made everything: the bottles, and the drinks that each has left."""
    columns = chance.sample(list(Liquor), len(Liquor))
    bottles: Bottles = tuple(tuple(4 if liquor == own else 0 for liquor in Liquor) for own in columns)
    hands = [_hand(chance) for _ in range(PLAYERS)]
    mover = -1
    for _ in range(MOST_ORDERS):
        mover = chance.choice([player for player in range(PLAYERS) if player != mover])
        with_cards = chance.sample(list(Bartender), chance.choice((2, 2, 3)))
        bottles = moved(bottles, _nearing_move(bottles, with_cards, hands[mover], chance))
        hands = [_after_making(bottles, hand) for hand in hands]
        yield bottles, tuple(hands)
        if not all(hands):
            return


def _hand(chance: Random) -> Hand:
    return tuple(chance.choice(cards) for cards in HOUSE_DECK.values())


def _after_making(bottles: Bottles, hand: Hand) -> Hand:
    return tuple(drink for drink in hand if not any(ice <= CHEAP for _, ice in places_for(drink, bottles)))


def _nearing_move(bottles: Bottles, with_cards: Sequence[Bartender], hand: Hand, chance: Random) -> LegalMove:
    """The move between two of these bartenders after which the drinks are nearest in all."""
    moves = [
        LegalMove(liquor, giver, receiver)
        for giver in with_cards
        for receiver in with_cards
        if receiver is not giver
        for liquor in Liquor
        if bottles[giver][liquor]
    ]
    if not moves:
        return chance.choice(_all_moves(bottles))
    chance.shuffle(moves)
    return min(moves, key=lambda move: sum(_nearest(moved(bottles, move), drink) for drink in hand))


def _all_moves(bottles: Bottles) -> list[LegalMove]:
    return [
        LegalMove(liquor, giver, receiver)
        for giver in Bartender
        for receiver in Bartender
        if receiver is not giver
        for liquor in Liquor
        if bottles[giver][liquor]
    ]


def _nearest(bottles: Bottles, drink: DrinkCard) -> int:
    return min(_cost(row, drink.need) for row in bottles)


@lru_cache(maxsize=20_000)
def _cost(row: Counts, need: Counts) -> int:
    """A move for each bottle that is missing, a cube for each one too many."""
    return sum([abs(has - needs) for has, needs in zip(row, need, strict=True)])


def ice_drink_by_drink(position: Position) -> int:
    """What it costs to make always the nearest drink next, as the house does when time is up."""
    bottles, left, ice = position.bottles, list(position.drinks), 0
    while left:
        cost, _, drink, bartender = min(
            (_cost(bottles[bartender], drink.need), number, drink, bartender)
            for number, drink in enumerate(left)
            for bartender in Bartender
        )
        ice += cost
        left.remove(drink)
        for liquor in Liquor:
            while bottles[bartender][liquor] < drink.need[liquor]:
                giver = next(other for other in Bartender if other is not bartender and bottles[other][liquor])
                bottles = moved(bottles, LegalMove(liquor, giver, bartender))
    return ice
