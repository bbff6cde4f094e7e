"""Who is at a table: a count of open sockets in all processes, never a flag that somebody forgot to clear. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

AWAY_AFTER = 4.0
"""Seconds without a socket before others are told: a reload is no absence."""
ABSENT_AFTER = 60.0
"""Seconds away before a bot may play on."""
PAGE_COUNTS_FOR = 45.0
"""Seconds for which a page that was loaded or a form that was sent counts as being here, for those without a socket."""
OTHERS_COUNT_FOR = 8.0
"""Seconds for which what another process said of its sockets holds."""


class Presence:
    """Times are seconds of one clock; seats are seat numbers as text."""

    def __init__(self, people: Iterable[str], now: float, scale: float = 1.0) -> None:
        self.here: Counter[str] = Counter()
        self.elsewhere: dict[str, tuple[float, Mapping[str, int]]] = {}
        self.seen_at = dict.fromkeys(people, now)
        """When each was last known to be here."""
        self.paged_at: dict[str, float] = {}
        self.absent_after = ABSENT_AFTER * scale

    def came(self, seat: str, now: float) -> None:
        self.here[seat] += 1
        self.seen_at[seat] = now

    def went(self, seat: str, now: float) -> None:
        self.here[seat] -= 1
        self.seen_at[seat] = now

    def paged(self, seat: str, now: float) -> None:
        """A page or a form, without a socket."""
        self.paged_at[seat] = self.seen_at[seat] = now

    def said(self, process: str, counts: Mapping[str, int], now: float) -> None:
        """What another process told of its sockets."""
        self.elsewhere[process] = (now, counts)

    def look(self, now: float) -> None:
        """Bring `seen_at` up to `now`."""
        for seat in self.seen_at:
            if self.is_connected(seat, now):
                self.seen_at[seat] = now

    def is_connected(self, seat: str, now: float) -> bool:
        if self.here[seat] > 0 or now - self.paged_at.get(seat, -PAGE_COUNTS_FOR) < PAGE_COUNTS_FOR:
            return True
        return any(counts.get(seat) and now - at < OTHERS_COUNT_FOR for at, counts in self.elsewhere.values())

    def words(self, now: float) -> dict[str, str]:
        """'away' for each seat whose person has been gone for a moment."""
        return {seat: "away" for seat, at in self.seen_at.items() if now - at >= AWAY_AFTER}

    def absent(self, now: float) -> frozenset[str]:
        """Those away so long that a bot may play on."""
        return frozenset(seat for seat, at in self.seen_at.items() if now - at >= self.absent_after)

    def nobody_since(self, people: Iterable[str]) -> float:
        """When the last of these people was here."""
        return max((self.seen_at[seat] for seat in people), default=0.0)
