"""One liquor's share of the ice after last call, for every choice of bartenders at once.

Bottles go from anywhere to anywhere for one ice. So once the order of the drinks and the bartender of each are fixed,
the liquors are independent: a plan's ice is the sum of six shares. A share depends on where the liquor's four bottles
stand and on how many of them each drink needs, in the order of making; that is few enough to keep.

Just before a drink is made, only bottles that come to its bartender or leave it matter: every other move can wait.
They come when bottles are missing, exactly as many as are missing. They leave when there are spare ones; each that
leaves costs one ice and saves one, so sending a spare to where a later drink wants it is free.

A share is kept for all choices of bartenders together, as one long integer of byte-wide cells. The cell of the
choice (b1, ..., bk) has the number b1 * 6**(k-1) + ... + bk. Six shares are then added for all 1,296 choices of four
bartenders in five additions. No cell ever reaches 128, so its top bit is free for comparisons.
"""

from __future__ import annotations

from collections.abc import Iterator

from game.rules import BOTTLES_OF_EACH, HOUSE_DECK, Counts

Needs = tuple[int, ...]
"""How many bottles of one liquor each drink needs, in the order of making."""

ONES = tuple(int.from_bytes(b"\x01" * 6**drinks, "little") for drinks in range(5))
"""A 1 in every cell, by number of drinks."""
TOPS = tuple(ones << 7 for ones in ONES)
"""The top bit of every cell, by number of drinks."""

MOST_KEPT = 40_000
"""So many long shares (1.4 KB each) are kept at most; all that cards of the house deck can ask for are 10,206."""

_shares: dict[tuple[Counts, Needs], int] = {}
_with_departures: dict[tuple[Counts, int, int, Needs], int] = {}


def share(standing: Counts, needs: Needs) -> int:
    """The least ice this liquor costs, cell by cell, if `standing[b]` of its bottles stand at bartender b.

    >>> two_of_it_at_bartender_one = (0, 2, 0, 0, 2, 0)
    >>> list(share(two_of_it_at_bartender_one, (1,)).to_bytes(6, "little"))
    [1, 1, 1, 1, 1, 1]
    >>> list(share(two_of_it_at_bartender_one, (2,)).to_bytes(6, "little"))
    [2, 0, 2, 2, 0, 2]
    """
    key = (standing, needs)
    known = _shares.get(key)
    if known is not None:
        return known
    if not needs:
        return 0
    need, rest = needs[0], needs[1:]
    width = 8 * 6 ** len(rest)
    ones = ONES[len(rest)]
    cells = 0
    for bartender, count in enumerate(standing):
        if count < need:
            part = _after_arrivals(standing, bartender, need - count, rest)
        else:
            part = _after_departures(standing, bartender, count - need, rest)
        cells |= (part + abs(count - need) * ones) << (width * bartender)
    if len(_shares) >= MOST_KEPT:
        forget()
    _shares[key] = cells
    return cells


def forget() -> None:
    """Empty the tables; they fill again as they are asked."""
    _shares.clear()
    _with_departures.clear()


def prepare() -> None:
    """Fill the tables for all that four cards of the house deck can ask: well under a second, once a process."""
    most = max(max(drink.need) for cards in HOUSE_DECK.values() for drink in cards)
    amounts = range(most + 1)
    for standing in STANDINGS:
        for first in amounts:
            for second in amounts:
                for third in amounts:
                    for fourth in amounts:
                        share(standing, (first, second, third, fourth))


def carried(standing: Counts, giver: int, receiver: int) -> Counts:
    """Where the bottles stand after one went from `giver` to `receiver`."""
    counts = list(standing)
    counts[giver] -= 1
    counts[receiver] += 1
    return tuple(counts)


def _after_arrivals(standing: Counts, bartender: int, missing: int, rest: Needs) -> int:
    """The least the later drinks cost when `missing` bottles come to the bartender from wherever is best."""
    if not missing:
        return share(standing, rest)
    givers = (giver for giver in range(6) if giver != bartender and standing[giver])
    return _smallest(
        (_after_arrivals(carried(standing, giver, bartender), bartender, missing - 1, rest) for giver in givers),
        len(rest),
    )


def _after_departures(standing: Counts, bartender: int, spare: int, rest: Needs) -> int:
    """The least the later drinks cost when up to `spare` bottles leave the bartender for wherever is best."""
    if not spare or not rest:
        return share(standing, rest)
    key = (standing, bartender, spare, rest)
    known = _with_departures.get(key)
    if known is None:
        boards = [share(standing, rest)]
        boards += [
            _after_departures(carried(standing, bartender, receiver), bartender, spare - 1, rest)
            for receiver in range(6)
            if receiver != bartender
        ]
        known = _with_departures[key] = _smallest(iter(boards), len(rest))
    return known


def _smallest(shares: Iterator[int], drinks: int) -> int:
    """The smallest of several shares, cell by cell."""
    tops = TOPS[drinks]
    least = next(shares)
    for other in shares:
        not_less = ((least | tops) - other) & tops
        least ^= (least ^ other) & (not_less - (not_less >> 7))
    return least


def _standings() -> tuple[Counts, ...]:
    found: list[Counts] = [()]
    for _ in range(6):
        found = [(*counts, more) for counts in found for more in range(BOTTLES_OF_EACH + 1 - sum(counts))]
    return tuple(counts for counts in found if sum(counts) == BOTTLES_OF_EACH)


STANDINGS = _standings()
"""The 126 ways in which the four bottles of a liquor can stand."""
