"""How a person in the tests chooses a bottle: whatever brings their own drinks nearest; so games come to their end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

Shelves = Mapping[str, Mapping[str, int]]
"""Bottles by bartender and liquor."""


class Way(NamedTuple):
    """A bottle that may be moved."""

    liquor: str
    giver: str
    receiver: str


def nearest(ways: Sequence[Way], drinks: Sequence[Sequence[str]], shelves: Shelves, chance: Random) -> Way:
    """The move after which the drinks lack the fewest bottles, each where it lacks fewest; ice is no matter.

    >>> shelves = {"kathy": {"rum": 1}, "otto": {"gin": 1}, "ray": {"rum": 1, "vodka": 1}}
    >>> ways = [Way("gin", "otto", "ray"), Way("vodka", "ray", "kathy"), Way("gin", "otto", "kathy")]
    >>> nearest(ways, [["gin", "rum", "vodka"]], shelves, Random(1))
    Way(liquor='gin', giver='otto', receiver='ray')
    """

    def lacking(way: Way) -> int:
        after = {bartender: Counter(bottles) for bartender, bottles in shelves.items()}
        after.setdefault(way.receiver, Counter())[way.liquor] += 1
        after[way.giver][way.liquor] -= 1
        return sum(min((Counter(drink) - bottles).total() for bottles in after.values()) for drink in drinks)

    return min(chance.sample(ways, len(ways)), key=lacking)
