"""Seatings that are known to be without a repeat: round robins, affine planes, transversal designs, Kirkman's week.

Players are numbers from 0, a round is a tuple of tables. Each round that is given here holds every player once, and no
two players meet twice in all of them. Any number of rounds from the beginning is a seating too. Pure.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

Table = tuple[int, ...]
Round = tuple[Table, ...]
Sum = Callable[[int, int], int]

FIELDS = {2: 2, 3: 3, 4: 2, 5: 5, 7: 7, 8: 2, 9: 3, 11: 11, 13: 13, 16: 2, 17: 17, 19: 19}
"""The sizes of the finite fields that tables of two to five can need here, each with the prime it is a power of."""
IRREDUCIBLE = {4: (1, 1), 8: (1, 1, 0), 9: (1, 0), 16: (1, 1, 0, 0)}
"""What the highest power of x is the negative of: the lower coefficients, the constant first."""

KIRKMAN = ((0, 7, 14), (1, 5, 13), (2, 3, 12), (8, 9, 11), (4, 6, 10))
"""The first of seven days for fifteen players at tables of three; the next days follow by turning both rings."""


def rounds_without_repeat(sizes: Sequence[int]) -> tuple[Round, ...]:
    """As many rounds as are known for tables of these sizes, at which all sit; often none."""
    largest, count = max(sizes, default=0), len(sizes)
    players = sum(sizes)
    if count == 1:
        return ((tuple(range(players)),),)
    if largest == 2:
        return _round_robin(players) if min(sizes) == 2 else ()
    if (largest, players) == (3, 15) and min(sizes) == 3:
        return _kirkman()
    missing = largest * count - players
    if (
        count in FIELDS
        and count >= largest
        and sorted(sizes, reverse=True)[count - missing :] == [largest - 1] * missing
    ):
        return _transversal(largest, count, missing)
    return ()


def _round_robin(players: int) -> tuple[Round, ...]:
    """One stays, the others go round.

    >>> _round_robin(4)
    (((0, 3), (1, 2)), ((0, 2), (3, 1)), ((0, 1), (2, 3)))
    """
    ring = list(range(1, players))
    rounds = []
    for _ in range(players - 1):
        row = [0, *ring]
        rounds.append(tuple((row[i], row[players - 1 - i]) for i in range(players // 2)))
        ring = [ring[-1], *ring[:-1]]
    return tuple(rounds)


def _kirkman() -> tuple[Round, ...]:
    def turned(player: int, days: int) -> int:
        return player if player == 14 else player // 7 * 7 + (player + days) % 7

    return tuple(tuple(tuple(turned(one, days) for one in table) for table in KIRKMAN) for days in range(7))


def _transversal(size: int, order: int, missing: int) -> tuple[Round, ...]:
    """`size` teams of `order` players, each table with one of each team; the last team may lack players.

    Round a seats the player a * e + b of team e at table b. Two players of different teams are on exactly one such
    line, so they meet once. Those of one team never meet: where their number allows it, further rounds are theirs.
    """
    add, times = _field(order)
    lines = [
        tuple(tuple(team * order + add(times(slope, team), start) for team in range(size)) for start in range(order))
        for slope in range(order)
    ]
    within = () if missing else _within_teams(size, order)
    present = size * order - missing
    return tuple(
        tuple(tuple(player for player in table if player < present) for table in round_) for round_ in (*lines, *within)
    )


def _within_teams(size: int, order: int) -> tuple[Round, ...]:
    if order % size:
        return ()
    inside = rounds_without_repeat([size] * (order // size))
    return tuple(
        tuple(tuple(team * order + player for player in table) for team in range(size) for table in round_)
        for round_ in inside
    )


def _field(order: int) -> tuple[Sum, Sum]:
    """Addition and multiplication of the finite field: polynomials over its prime, written as numbers."""
    prime = FIELDS[order]
    digits = 0
    while prime**digits < order:
        digits += 1

    def coefficients(number: int) -> list[int]:
        return [number // prime**power % prime for power in range(digits)]

    def number_of(row: Sequence[int]) -> int:
        return sum(value % prime * prime**power for power, value in enumerate(row))

    def add(one: int, other: int) -> int:
        return number_of([a + b for a, b in zip(coefficients(one), coefficients(other), strict=True)])

    def times(one: int, other: int) -> int:
        product = [0] * (2 * digits - 1)
        for power, a in enumerate(coefficients(one)):
            for further, b in enumerate(coefficients(other)):
                product[power + further] += a * b
        for power in range(2 * digits - 2, digits - 1, -1):
            for lower, value in enumerate(IRREDUCIBLE[order]):
                product[power - digits + lower] -= value * product[power]
            product[power] = 0
        return number_of(product[:digits])

    return add, times
