"""Who sits with whom: the next round of a league, or a whole season ahead, with as few repeats as can be.

A repeat is a pair that sits together again. Pure and repeatable: the same players, options and rounds before give the
same seating. Run as a program it reads one question as JSON and prints the answer, so that the search can have a
process of its own and holds up neither pages nor tables.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

from matches.leagues import season_search
from matches.leagues.designs import Round, rounds_without_repeat
from matches.leagues.search import meetings_of, one_round

FEWEST, MOST = 2, 5
"""Players at a table."""
EFFORT = 400_000
"""Steps for one round: up to ten seconds on a slow machine, and mostly far less."""
QUICK = 8_000
"""Steps that take no more than a moment."""


@dataclass(frozen=True)
class Seating:
    """One round: its tables, each a tuple of players in the order of their seats, and who sits it out."""

    tables: tuple[tuple[int, ...], ...]
    sits_out: tuple[int, ...] = ()

    @property
    def field(self) -> frozenset[int]:
        return frozenset(player for table in self.tables for player in table)

    @property
    def sizes(self) -> list[int]:
        return sorted((len(table) for table in self.tables), reverse=True)


# --- How many sit where


def table_sizes(players: int, size: int, is_exact: bool = False) -> tuple[tuple[int, ...], int]:
    """The sizes of the tables, largest first, and how many sit out.

    As few tables as can be are one smaller or one larger than wished; of two such ways the one with smaller tables.
    Where no such way exists (six players at tables of five), sizes are as even as possible.

    >>> table_sizes(14, 4)
    ((4, 4, 3, 3), 0)
    >>> table_sizes(14, 4, is_exact=True)
    ((4, 4, 4), 2)
    """
    if is_exact:
        return (size,) * (players // size), players % size
    if players < FEWEST:
        return (), players
    ways = []
    for count in range(1, players // FEWEST + 1):
        small, larger = divmod(players, count)
        sizes = (small + 1,) * larger + (small,) * (count - larger)
        if sizes[0] > MOST:
            continue
        far = sum(abs(one - size) > 1 for one in sizes)
        odd = sum(one != size for one in sizes)
        ways.append((far > 0, odd, -count, sizes))
    return min(ways)[3], 0


# --- Repeats, and the least that counting allows


def repeats(rounds: Sequence[Seating]) -> int:
    """Pairs that sat together again, over all rounds."""
    met = Counter(frozenset(pair) for one in rounds for table in one.tables for pair in combinations(table, 2))
    return sum(count - 1 for count in met.values())


def repeats_of_last(rounds: Sequence[Seating]) -> int:
    return repeats(rounds) - repeats(rounds[:-1])


def least_repeats(rounds: Sequence[Seating]) -> int:
    """No seating with the same players and table sizes in each round has fewer repeats than this. Two counts:

    All pairs that sit together, less all pairs that there are. And round by round: a table of four whose players come
    from three tables of an earlier round holds two who met there.
    """
    if not rounds:
        return 0
    everybody = frozenset[int]().union(*(one.field for one in rounds))
    seated = sum(comb(size, 2) for one in rounds for size in one.sizes)
    from_earlier = sum(
        max((_forced(one, earlier) for earlier in rounds[:number]), default=0) for number, one in enumerate(rounds)
    )
    return max(seated - comb(len(everybody), 2), from_earlier, 0)


def _forced(later: Seating, earlier: Seating) -> int:
    """Pairs of the later round that must have met in the earlier one, whoever sits where."""
    sources = len(earlier.tables) + len(later.field - earlier.field)
    return sum(_crowded(size, sources) for size in later.sizes)


def _crowded(size: int, sources: int) -> int:
    """Pairs from the same source at a table whose players come as evenly as possible from so many sources."""
    if not sources:
        return 0
    each, more = divmod(size, sources)
    return more * comb(each + 1, 2) + (sources - more) * comb(each, 2)


# --- Seating


def next_round(
    players: Sequence[int],
    size: int,
    is_exact: bool = False,
    history: Sequence[Seating] = (),
    sat_out: dict[int, int] | None = None,
    effort: int = EFFORT,
) -> Seating:
    """The tables of one round for these players. `sat_out` says how often each has sat out before this season."""
    field, out = _field_of(players, size, is_exact, history, sat_out or {})
    sizes, _ = table_sizes(len(field), size, is_exact)
    known = _known_round(field, sizes, history)
    if known is not None:
        return Seating(known, out)
    index = {player: number for number, player in enumerate(field)}
    past = [_numbered(one, index) for one in history]
    met = meetings_of(len(field), past)
    shape = Seating(_any_tables(field, sizes))
    least = max((_forced(shape, earlier) for earlier in history), default=0)
    least = max(least, _short_of_partners(met, min(sizes, default=0)))
    seed = _seed("round", field, sizes, [one.tables for one in history])
    found = one_round(range(len(field)), sizes, met, seed, effort, least)
    return Seating(tuple(tuple(field[number] for number in table) for table in found), out)


def plan(
    players: Sequence[int],
    size: int,
    rounds: int,
    is_exact: bool = False,
    history: Sequence[Seating] = (),
    effort: int = EFFORT,
) -> tuple[Seating, ...]:
    """So many rounds ahead, for a field that stays the same."""
    planned: list[Seating] = []
    for _ in range(rounds):
        # Each round alone is looked for shortly: what is left over, all rounds together put right.
        planned.append(next_round(players, size, is_exact, [*history, *planned], effort=min(QUICK, effort)))
    together = [*history, *planned]
    if repeats(together) > max(least_repeats(together), repeats(history)):
        seed = _seed("plan", sorted(set(players)), rounds, [one.tables for one in history])
        better = season_search.improved([one.tables for one in together], len(history), seed, effort)
        planned = [Seating(tables, one.sits_out) for tables, one in zip(better, planned, strict=True)]
    return tuple(planned)


def _field_of(
    players: Sequence[int], size: int, is_exact: bool, history: Sequence[Seating], sat_out: dict[int, int]
) -> tuple[list[int], tuple[int, ...]]:
    """Who plays, and who sits out: nobody twice before all have once."""
    everybody = sorted(set(players))
    _, out = table_sizes(len(everybody), size, is_exact)
    if not out:
        return everybody, ()
    times = Counter(sat_out)
    for one in history:
        times.update(one.sits_out)
    seed = _seed("out", everybody, size, len(history))
    by_turn = sorted(
        everybody, key=lambda player: (times[player], hashlib.sha256(f"{seed} {player}".encode()).digest())
    )
    resting = frozenset(by_turn[:out])
    return [player for player in everybody if player not in resting], tuple(sorted(resting))


def _known_round(field: Sequence[int], sizes: Sequence[int], history: Sequence[Seating]) -> Round | None:
    """The next round of a known design, if all rounds before are of the same one."""
    rounds = rounds_without_repeat(sizes)
    named = [tuple(tuple(field[number] for number in table) for table in one) for one in rounds]
    as_sets = [_as_set(one) for one in named]
    played = [_as_set(one.tables) for one in history]
    if not all(one in as_sets for one in played) or len(set(played)) < len(played):
        return None
    return next((one for one, tables in zip(named, as_sets, strict=True) if tables not in played), None)


def _as_set(tables: Sequence[Sequence[int]]) -> frozenset[frozenset[int]]:
    return frozenset(frozenset(table) for table in tables)


def _numbered(seating: Seating, index: dict[int, int]) -> Round:
    return tuple(tuple(index[player] for player in table if player in index) for table in seating.tables)


def _any_tables(field: Sequence[int], sizes: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    rest = list(field)
    return tuple(tuple(rest.pop() for _ in range(size)) for size in sizes)


def _short_of_partners(met: Sequence[Sequence[int]], smallest: int) -> int:
    """Repeats that must come because players have met nearly everybody: each needs that many others at a table."""
    missing = 0
    for number, row in enumerate(met):
        fresh = sum(not count for other, count in enumerate(row) if other != number)
        missing += max(0, smallest - 1 - fresh)
    return (missing + 1) // 2


def _seed(*what: object) -> str:
    return hashlib.sha256(repr(what).encode()).hexdigest()


# --- As a program


def answer(question: dict[str, object]) -> list[dict[str, object]]:
    """A question is the keyword arguments of `plan` as JSON; without `rounds` it is one for `next_round`."""
    asked = dict(question)
    asked["history"] = [
        Seating(tuple(tuple(table) for table in one["tables"]), tuple(one["sits_out"]))
        for one in asked.get("history", [])  # type: ignore[attr-defined]
    ]
    seatings = plan(**asked) if "rounds" in asked else (next_round(**asked),)  # type: ignore[arg-type]
    return [{"tables": one.tables, "sits_out": one.sits_out} for one in seatings]


if __name__ == "__main__":
    os.nice(10)  # whatever is played meanwhile goes first
    json.dump(answer(json.load(sys.stdin)), sys.stdout)
