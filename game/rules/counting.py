"""Six counts in one number: whether bottles suffice for a drink is then one subtraction, not six comparisons."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from game.rules.pieces import Counts

_BITS = 4
_GUARDS = 0x888888
"""The top bit of each of the six counts, which are at most 4 and leave it free."""


@lru_cache(maxsize=8192)
def packed(counts: Counts) -> int:
    """The six counts, four bits each."""
    return sum(count << _BITS * place for place, count in enumerate(counts))


@lru_cache(maxsize=8192)
def guarded(counts: Counts) -> int:
    """The same with all guards up; taking away more of a liquor than there is takes its guard down."""
    return packed(counts) | _GUARDS


def suffice(has: Counts, needs: Counts) -> bool:
    """Whether there is at least as much of each as is needed.

    >>> suffice((2, 0, 1, 0, 0, 0), (1, 0, 1, 0, 0, 0)), suffice((1, 1, 1, 0, 0, 0), (2, 0, 1, 0, 0, 0))
    (True, False)
    """
    return (guarded(has) - packed(needs)) & _GUARDS == _GUARDS


def does_any_suffice(rows: Sequence[int], needs: Iterable[int]) -> bool:
    """Whether any of the guarded rows has enough for any of the packed needs."""
    guards = _GUARDS
    for need in needs:
        for row in rows:
            if (row - need) & guards == guards:
                return True
    return False
