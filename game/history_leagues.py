"""The leagues of a made-up history: members, seasons of weekly rounds, and who sits at which table. Pure.

Who meets whom is left to chance here: the figures matter, not the seating.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

DAYS = 3 * 365
"""How long a history is."""
DAYS_BETWEEN_ROUNDS = 7
PRIVATE_ONE_IN = 5
TOPICS = ("Harbour", "Midnight", "Copper", "Velvet", "Corner", "Station", "Garden", "Rooftop", "Anchor", "Lantern")
KINDS = ("League", "Circle", "Regulars", "Round", "Club")


class PlannedTable(NamedTuple):
    players: tuple[int, ...]


class PlannedRound(NamedTuple):
    day: float
    """Since the beginning of the history."""
    tables: tuple[PlannedTable, ...]
    sitting_out: tuple[int, ...]


class PlannedSeason(NamedTuple):
    scoring: str
    table_size: int
    games_agreed: int
    pace: str
    rounds: tuple[PlannedRound, ...]
    is_closed: bool

    @property
    def games(self) -> int:
        return self.games_agreed * sum(len(one.tables) for one in self.rounds)


class PlannedLeague(NamedTuple):
    name: str
    members: tuple[int, ...]
    """The first is the host."""
    is_public: bool
    seasons: tuple[PlannedSeason, ...]

    @property
    def games(self) -> int:
        return sum(season.games for season in self.seasons)


def planned_leagues(seed: str, count: int, players: int) -> list[PlannedLeague]:
    """The same seed gives the same leagues."""
    chance = Random(f"{seed}/leagues")
    return [_league(chance, number, players) for number in range(1, count + 1)]


def _league(chance: Random, number: int, players: int) -> PlannedLeague:
    members = tuple(chance.sample(range(players), min(players, chance.randint(8, 14))))
    return PlannedLeague(
        name=f"{chance.choice(TOPICS)} {chance.choice(KINDS)} {number}",
        members=members,
        is_public=chance.randrange(PRIVATE_ONE_IN) > 0,
        seasons=tuple(_seasons(chance, members)),
    )


def _seasons(chance: Random, members: Sequence[int]) -> Iterator[PlannedSeason]:
    """One after another; the last one goes on."""
    count, rounds = chance.randint(1, 3), chance.randint(4, 7)
    day = chance.uniform(0, DAYS - 1 - count * rounds * DAYS_BETWEEN_ROUNDS)
    size, games = chance.choice((3, 4, 4)), chance.choice((2, 3))
    for season in range(count):
        yield PlannedSeason(
            scoring=chance.choice(("places", "ice")),
            table_size=size,
            games_agreed=games,
            pace="steady",
            rounds=tuple(
                _round(chance, members, size, day + (season * rounds + number) * DAYS_BETWEEN_ROUNDS)
                for number in range(rounds)
            ),
            is_closed=season < count - 1,
        )


def _round(chance: Random, members: Sequence[int], size: int, day: float) -> PlannedRound:
    """Tables of the size; two or more who are left over make one of their own, a single one sits out."""
    order = chance.sample(members, len(members))
    tables = [tuple(order[at : at + size]) for at in range(0, len(order), size)]
    sitting_out = tables.pop() if len(tables[-1]) == 1 else ()
    return PlannedRound(day, tuple(PlannedTable(players) for players in tables), sitting_out)
