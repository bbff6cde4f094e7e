"""The silent window: who shouted "at the same time", judged by fair times and never by the faster line (A1).

Pure: no clock. Times are seconds of the server's clock, lengths are seconds.
"""

from __future__ import annotations

from collections.abc import Iterable
from statistics import median
from typing import NamedTuple

CAP = 0.35
"""The most that a slow line can be allowed, where the base length does not call for less."""
CAP_SHARE = 0.85
NO_PONG = 0.1
"""The allowance of a line that was never measured, or of a plain POST."""
ROUND_TRIPS = 9


def cap_for(base: float) -> float:
    """The largest allowance at a base length."""
    return min(CAP, CAP_SHARE * base)


class Line:
    """One socket's round trips as the server measured them with its own pings."""

    def __init__(self) -> None:
        self.round_trips: list[float] = []

    def measured(self, round_trip: float) -> None:
        self.round_trips = [*self.round_trips[1 - ROUND_TRIPS :], max(0.0, round_trip)]

    def allowance(self, base: float) -> float:
        """The median of the last nine round trips, at most the cap: a late answer to a ping gains no more."""
        trip = median(self.round_trips) if self.round_trips else NO_PONG
        return min(trip, cap_for(base))


class Shout(NamedTuple):
    player: str
    arrived: float
    allowance: float

    @property
    def fair(self) -> float:
        """When it would have been heard over a line without delay."""
        return self.arrived - self.allowance


def closes_at(first: Shout, base: float) -> float:
    """When the window that this shout opened closes, whichever process closes it."""
    return first.arrived + base + cap_for(base)


def counts_until(shouts: Iterable[Shout], base: float) -> float:
    """The fair time until which a shout is at the same time as the earliest of these."""
    return min(shout.fair for shout in shouts) + base


class Verdict(NamedTuple):
    counted: tuple[tuple[str, float], ...]
    """Who shouted at the same time, earliest first, with the gap to the earliest in seconds."""
    late: tuple[tuple[str, float], ...]
    """Who shouted later than that, with by how much."""


def judge(shouts: Iterable[Shout], base: float) -> Verdict:
    """Those within the base of the earliest fair time are at the same time."""
    heard = sorted(shouts, key=lambda shout: shout.fair)
    earliest = heard[0].fair
    gaps = [(shout.player, shout.fair - earliest) for shout in heard]
    return Verdict(
        counted=tuple((player, gap) for player, gap in gaps if gap <= base),
        late=tuple((player, gap - base) for player, gap in gaps if gap > base),
    )
