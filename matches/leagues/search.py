"""The search for tables at which nobody meets twice, and where there are none, for the fewest repeats. Pure.

Players are numbers from 0. Chance comes from a seed and every search is limited by the number of its steps, never by a
clock: the same question has the same answer everywhere. Our own, as a solver such as OR-tools would bring a hundred
megabytes for one question, and answers alike on two machines only within limits of its own.

Two searches take turns. One fills tables player by player and goes back where it sticks, the player with the fewest
choices first: it finds rounds without a repeat. The other exchanges two players at a time and forbids their way back
for a while (tabu search): it finds rounds, or whole seasons, with few repeats.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

from matches.leagues.designs import Round, Table

Meetings = list[list[int]]
"""How often each two have met."""

AGAIN, OFTEN = 100, 10
"""What a repeat weighs, and what each meeting more than one adds: a third meeting is worse than a second."""
STEPS_A_TRY = 4_000
"""Steps of filling before it begins anew, with other choices."""
TABU_A_TRY = 400
LOOKS = 20
"""Exchanges looked at that count as one step: they take about as long."""


class OutOfSteps(Exception):
    pass


def meetings_of(players: int, rounds: Sequence[Round]) -> Meetings:
    met = [[0] * players for _ in range(players)]
    for round_ in rounds:
        for table in round_:
            for one, other in combinations(table, 2):
                met[one][other] += 1
                met[other][one] += 1
    return met


def repeats_in(round_: Round, met: Meetings) -> int:
    """Pairs that sit together and have met before."""
    return sum(met[one][other] > 0 for table in round_ for one, other in combinations(table, 2))


def one_round(
    field: Sequence[int], sizes: Sequence[int], met: Meetings, seed: str, effort: int, least: int = 0
) -> Round:
    """Tables of these sizes for the players of the field with as few repeats as `effort` steps find.

    `least` is the number of repeats that counting allows: the search ends when it is reached.
    """
    chance = Random(seed)
    best: Round = ()
    best_cost = -1
    spent, a_try = 0, STEPS_A_TRY
    while spent < effort:
        if least == 0:
            found, steps = _filled(field, sizes, met, chance, a_try)
            spent += steps
            if found is not None:
                return found
            if steps < a_try:  # all ways were tried: there is none
                least = 1
            a_try = min(2 * a_try, max(STEPS_A_TRY, effort // 4))
        round_, cost, looked = _exchanged(field, sizes, met, chance, TABU_A_TRY, least)
        spent += looked // LOOKS
        if best_cost < 0 or cost < best_cost:
            best, best_cost = round_, cost
        if best_cost // AGAIN <= least:
            break
    return best


# --- Filling


def _filled(
    field: Sequence[int], sizes: Sequence[int], met: Meetings, chance: Random, limit: int
) -> tuple[Round | None, int]:
    """A round without a repeat, or None when there is none or the steps are used up; and the steps taken."""
    fresh = {one: sum(1 << other for other in field if other != one and not met[one][other]) for one in field}
    weight = {one: chance.random() for one in field}
    left = [limit]
    try:
        tables = _fill(sum(1 << one for one in field), tuple(sorted(sizes)), fresh, weight, left)
    except OutOfSteps:
        tables = None
    return (None if tables is None else tuple(tables)), limit - left[0]


def _fill(
    free: int, sizes: tuple[int, ...], fresh: dict[int, int], weight: dict[int, float], left: list[int]
) -> list[Table] | None:
    if not sizes:
        return []
    choices = {one: (fresh[one] & free).bit_count() for one in _members(free)}
    if min(choices.values()) < sizes[0] - 1:
        return None
    first = min(choices, key=lambda one: (choices[one], weight[one]))
    for size in sorted(set(sizes), reverse=True):
        rest = list(sizes)
        rest.remove(size)
        for table in _cliques((first,), fresh[first] & free, size, fresh, choices, weight):
            left[0] -= 1
            if left[0] <= 0:
                raise OutOfSteps
            further = _fill(free & ~sum(1 << one for one in table), tuple(rest), fresh, weight, left)
            if further is not None:
                return [table, *further]
    return None


def _cliques(
    table: Table, among: int, size: int, fresh: dict[int, int], choices: dict[int, int], weight: dict[int, float]
) -> Iterator[Table]:
    """Tables of that size around those given, in which nobody has met; those with few choices first."""
    if len(table) == size:
        yield table
        return
    if among.bit_count() < size - len(table):
        return
    for one in sorted(_members(among), key=lambda one: (choices[one], weight[one])):
        among &= ~(1 << one)
        yield from _cliques((*table, one), among & fresh[one], size, fresh, choices, weight)


def _members(bits: int) -> Iterator[int]:
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


# --- Exchanging


def _cost(count: int) -> int:
    return AGAIN + OFTEN * (count - 1) if count else 0


def _exchanged(
    field: Sequence[int], sizes: Sequence[int], met: Meetings, chance: Random, steps: int, least: int
) -> tuple[Round, int, int]:
    """The best round met on the way, its cost, and how many exchanges were looked at."""
    order = list(field)
    chance.shuffle(order)
    table_of: dict[int, int] = {}
    tables: list[list[int]] = []
    for size in sizes:
        tables.append(order[:size])
        table_of |= dict.fromkeys(order[:size], len(tables) - 1)
        order = order[size:]
    cost = {one: {other: _cost(met[one][other]) for other in field} for one in field}
    load = {one: [sum(cost[one][other] for other in table) for table in tables] for one in field}
    total = sum(load[one][table_of[one]] for one in field) // 2
    best, best_total = [tuple(table) for table in tables], total
    forbidden: dict[tuple[int, int], int] = {}
    looked = len(field)
    for step in range(steps):
        if best_total == 0 or (least and best_total // AGAIN <= least):
            break
        looked += len(field) * sum(load[one][table_of[one]] > 0 for one in field)
        swap = _best_swap(field, table_of, load, cost, forbidden, step, total, best_total, chance)
        if swap is None:
            break
        change, one, other = swap
        here, there = table_of[one], table_of[other]
        for third in field:
            shift = cost[third][other] - cost[third][one]
            load[third][here] += shift
            load[third][there] -= shift
        tables[here][tables[here].index(one)] = other
        tables[there][tables[there].index(other)] = one
        table_of[one], table_of[other] = there, here
        forbidden[one, here] = forbidden[other, there] = step + 4 + chance.randrange(6)
        total += change
        if total < best_total:
            best, best_total = [tuple(table) for table in tables], total
    return tuple(best), best_total, looked


def _best_swap(
    field: Sequence[int],
    table_of: dict[int, int],
    load: dict[int, list[int]],
    cost: dict[int, dict[int, int]],
    forbidden: dict[tuple[int, int], int],
    step: int,
    total: int,
    best_total: int,
    chance: Random,
) -> tuple[int, int, int] | None:
    """Somebody who sits with one met before, and whom to exchange with: the change of the total, and the two."""
    best: list[tuple[int, int, int]] = []
    lowest = 1 << 60
    for one in field:
        here = table_of[one]
        if not load[one][here]:
            continue
        for other in field:
            there = table_of[other]
            if there == here:
                continue
            change = load[one][there] + load[other][here] - load[one][here] - load[other][there] - 2 * cost[one][other]
            if change > lowest:
                continue
            is_forbidden = forbidden.get((one, there), -1) >= step or forbidden.get((other, here), -1) >= step
            if is_forbidden and total + change >= best_total:
                continue
            if change < lowest:
                best, lowest = [], change
            best.append((change, one, other))
    return chance.choice(best) if best else None
