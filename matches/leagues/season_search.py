"""Several rounds put right together: exchanges within rounds until few pairs are left that meet again. Pure.

After Dotú and Van Hentenryck's local search for social golfers: a step takes the best exchange of two players in some
round, one of whom sits with somebody met elsewhere, and forbids it for a while.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random

Tables = tuple[tuple[int, ...], ...]
Swap = tuple[int, int, tuple[int, int], tuple[int, int]]
"""The change of the total, the round, and the two places (table, seat) to exchange."""

LOOKS = 14
"""Exchanges looked at for each step of effort: they take about as long."""


def improved(rounds: Sequence[Tables], fixed: int, seed: str, effort: int) -> list[Tables]:
    """The rounds after the first `fixed`, which stay as they are, with as few repeats as the steps find."""
    chance = Random(seed)
    players = sorted({player for tables in rounds for table in tables for player in table})
    index = {player: number for number, player in enumerate(players)}
    seats = [[[index[player] for player in table] for table in tables] for tables in rounds]
    met = _counted(seats, len(players))
    total = _total(met)
    best, best_total = _copy(seats), total
    forbidden: dict[tuple[int, int, int], int] = {}
    still = step = looked = 0
    while best_total > 0 and looked < LOOKS * effort:
        step += 1
        swap, looks = _best_swap(seats, fixed, met, forbidden, step, total, best_total, chance)
        looked += looks
        if swap is None:
            break
        change, number, (here, i), (there, j) = swap
        tables = seats[number]
        one, other = tables[here][i], tables[there][j]
        _move(met, tables[here], one, other)
        _move(met, tables[there], other, one)
        tables[here][i], tables[there][j] = other, one
        low, high = min(one, other), max(one, other)
        forbidden[number, low, high] = step + 4 + chance.randrange(20)
        total += change
        still += 1
        if total < best_total:
            best, best_total, still = _copy(seats), total, 0
        elif still > 600:
            seats, total, still = _copy(best), best_total, 0
            total += _shaken(seats, fixed, chance)
            met = _counted(seats, len(players))
            total = _total(met)
    return [tuple(tuple(players[number] for number in table) for table in tables) for tables in best[fixed:]]


def _copy(seats: list[list[list[int]]]) -> list[list[list[int]]]:
    return [[list(table) for table in tables] for tables in seats]


def _counted(seats: list[list[list[int]]], players: int) -> list[list[int]]:
    met = [[0] * players for _ in range(players)]
    for tables in seats:
        for table in tables:
            for one, other in combinations(table, 2):
                met[one][other] += 1
                met[other][one] += 1
    return met


def _total(met: list[list[int]]) -> int:
    return sum(max(0, count - 1) for number, row in enumerate(met) for count in row[:number])


def _shaken(seats: list[list[list[int]]], fixed: int, chance: Random) -> int:
    """One round is seated anew: the way out of a corner in which every exchange makes it worse."""
    tables = seats[chance.randrange(fixed, len(seats))]
    order = [player for table in tables for player in table]
    chance.shuffle(order)
    for table in tables:
        for place in range(len(table)):
            table[place] = order.pop()
    return 0


def _move(met: list[list[int]], table: list[int], goes: int, comes: int) -> None:
    for other in table:
        if other != goes:
            met[goes][other] -= 1
            met[other][goes] -= 1
            met[comes][other] += 1
            met[other][comes] += 1


def _best_swap(
    seats: list[list[list[int]]],
    fixed: int,
    met: list[list[int]],
    forbidden: dict[tuple[int, int, int], int],
    step: int,
    total: int,
    best_total: int,
    chance: Random,
) -> tuple[Swap | None, int]:
    """The best exchange, and how many were looked at."""
    best: list[Swap] = []
    looked = 0
    lowest = 1 << 60
    for number in range(fixed, len(seats)):
        tables = seats[number]
        for here, table in enumerate(tables):
            for i, one in enumerate(table):
                row = met[one]
                if all(row[other] < 2 for other in table if other != one):
                    continue
                leaves = sum(row[other] > 1 for other in table if other != one)
                others = [other for other in table if other != one]
                for there, their_table in enumerate(tables):
                    if there == here:
                        continue
                    arrives = [row[other] > 0 for other in their_table]
                    arriving = sum(arrives)
                    looked += len(their_table)
                    for j, other in enumerate(their_table):
                        their_row = met[other]
                        change = arriving - arrives[j] - leaves
                        for third in others:
                            change += their_row[third] > 0
                        for third in their_table:
                            if third != other:
                                change -= their_row[third] > 1
                        if change > lowest:
                            continue
                        low, high = (one, other) if one < other else (other, one)
                        if forbidden.get((number, low, high), -1) >= step and total + change >= best_total:
                            continue
                        if change < lowest:
                            best, lowest = [], change
                        best.append((change, number, (here, i), (there, j)))
    return (chance.choice(best) if best else None), looked
