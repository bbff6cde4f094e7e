"""The least ice with which one player can finish after last call, for all or some of the remaining drinks.

Every order of the drinks is tried with every choice of bartenders: the six liquors' shares are added for all choices
at once, and one comparison tells whether any choice beats the best so far.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import permutations

from game.rules import BOTTLES_OF_EACH, Bartender, Bottles, Counts, DrinkCard, LegalMove, Liquor
from game.solver.shares import ONES, TOPS, Needs, carried, share

MOST_DRINKS = 4

Way = tuple[int, int]
"""Which of `ORDERS`, and which cell of the shares: an order of the drinks with a bartender for each."""

ORDERS: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
    tuple(permutations(range(drinks))) for drinks in range(MOST_DRINKS + 1)
)
"""All orders in which so many drinks can be made."""

_ABOVE = tuple(tuple(tops - limit * ones for limit in range(128)) for ones, tops in zip(ONES, TOPS, strict=True))
"""`(sums + _ABOVE[drinks][limit]) & TOPS[drinks]` has the top bit of every cell that holds `limit` or more."""


def least_ice(bottles: Bottles, drinks: Sequence[DrinkCard]) -> int:
    """The fewest cubes that buy all these drinks, when nobody else moves a bottle.

    >>> two_each = tuple(tuple(4 if liquor == bartender else 0 for liquor in range(6)) for bartender in range(6))
    >>> least_ice(two_each, [DrinkCard((1, 1, 0, 0, 0, 0))])
    4
    """
    if not drinks:
        return 0
    count = _checked_count(drinks)
    tops, above = TOPS[count], _ABOVE[count]
    least, beats = 127, above[127]
    for a, b, c, d, e, f in _rows(bottles, drinks):
        sums = a + b + c + d + e + f
        if (sums + beats) & tops != tops:
            cells = sums.to_bytes(6**count, "little")
            least = next(ice for ice in range(least) if ice in cells)
            beats = above[least]
    return least


def least_ice_by_subset(bottles: Bottles, drinks: Sequence[DrinkCard]) -> list[int]:
    """The least ice for every subset of the drinks; bit i of an index stands for drink i, so index 0 costs nothing."""
    least = [0] * (1 << len(drinks))
    for subset in range(1, len(least)):
        chosen = [drink for number, drink in enumerate(drinks) if subset >> number & 1]
        least[subset] = least_ice(bottles, chosen)
    return least


def cheapest_ways(bottles: Bottles, drinks: Sequence[DrinkCard]) -> tuple[int, list[Way]]:
    """The least ice, and every way to reach it."""
    if not drinks:
        return 0, []
    count = _checked_count(drinks)
    tops, above = TOPS[count], _ABOVE[count]
    least = 126
    found: list[tuple[int, bytes]] = []
    for number, shares in enumerate(_rows(bottles, drinks)):
        sums = sum(shares)
        if (sums + above[least + 1]) & tops == tops:
            continue
        cells = sums.to_bytes(6**count, "little")
        lowest = next(ice for ice in range(least + 1) if ice in cells)
        if lowest < least:
            least, found = lowest, []
        found.append((number, cells))
    ways: list[Way] = []
    for number, cells in found:
        cell = cells.find(least)
        while cell >= 0:
            ways.append((number, cell))
            cell = cells.find(least, cell + 1)
    return least, ways


def helpful_moves(bottles: Bottles, drinks: Sequence[DrinkCard]) -> frozenset[LegalMove]:
    """Every move that lowers the least ice: by one, for one bottle never changes it by more.

    Such a move lowers its liquor's share in a cell that holds the least ice; lowering any other cell is no help.
    """
    count = _checked_count(drinks)
    tops, above = TOPS[count], _ABOVE[count][least_ice(bottles, drinks) + 1]
    cheapest: list[tuple[int, int]] = []
    """Orders that reach the least ice, with the top bits of the cells in which they do."""
    for number, shares in enumerate(_rows(bottles, drinks)):
        cells = ((sum(shares) + above) & tops) ^ tops
        if cells:
            cheapest.append((number, cells))
    found: list[LegalMove] = []
    for liquor in Liquor:
        needs = tuple(drink.need[liquor] for drink in drinks)
        standing = tuple(row[liquor] for row in bottles)
        now = _shares_by_order(standing, needs)
        if not any(now[number] & (cells - (cells >> 7)) for number, cells in cheapest):
            continue
        for giver, receiver, after in _neighbours(standing):
            then = _shares_by_order(after, needs)
            for number, cells in cheapest:
                not_less = (then[number] | tops) - now[number]
                if cells & not_less != cells:
                    found.append(_move(liquor, giver, receiver))
                    break
    return frozenset(found)


def _checked_count(drinks: Sequence[DrinkCard]) -> int:
    if len(drinks) > MOST_DRINKS:
        raise ValueError("At most four drinks can remain.")
    return len(drinks)


def _rows(bottles: Bottles, drinks: Sequence[DrinkCard]) -> zip[tuple[int, ...]]:
    """For each order in turn, the shares of the six liquors."""
    columns = tuple(zip(*bottles, strict=True))
    if any(sum(counts) != BOTTLES_OF_EACH for counts in columns):
        raise ValueError("Four bottles of each liquor must stand on the bartenders.")
    needs = zip(*(drink.need for drink in drinks), strict=True)
    return zip(*map(_shares_by_order, columns, needs), strict=True)


_move = cache(LegalMove)
"""The same few are found again and again, and kept by whoever asks."""


@lru_cache(maxsize=20_000)
def _shares_by_order(standing: Counts, needs: Needs) -> tuple[int, ...]:
    return tuple(share(standing, tuple(needs[drink] for drink in order)) for order in ORDERS[len(needs)])


def forget() -> None:
    """Give up what is remembered of positions met before: the next answer is the same and takes longer."""
    _shares_by_order.cache_clear()


@cache
def _neighbours(standing: Counts) -> tuple[tuple[Bartender, Bartender, Counts], ...]:
    """Every move of one bottle, with where the bottles stand after it."""
    return tuple(
        (giver, receiver, carried(standing, giver, receiver))
        for giver in Bartender
        if standing[giver]
        for receiver in Bartender
        if receiver != giver
    )
