"""Who is at a table: a count of open sockets in all processes, never a flag that somebody forgot to clear. Pure.

A socket counts while its page answers pings: a line can be dead for a minute before anybody is told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

SILENT_AFTER = 4.5
"""Seconds without a word from a seat's sockets before they count no more; pings go out every three seconds."""
AWAY_AFTER = 3.5
"""Seconds without a socket that counts before others are told: a reload is no absence."""
ABSENT_AFTER = 60.0
"""Seconds away before a bot may play on."""
PAGE_COUNTS_FOR = 45.0
"""Seconds for which a page that was loaded or a form that was sent counts as being here, for those without a socket."""
OTHERS_COUNT_FOR = 8.0
"""Seconds for which what another process said of its sockets holds."""


class Presence:
    """Times are seconds of one clock; seats are seat numbers as text."""

    def __init__(self, people: Iterable[str], now: float, scale: float = 1.0) -> None:
        self.sockets: Counter[str] = Counter()
        """Open ones of this process."""
        self.heard_at: dict[str, float] = {}
        """When a seat's sockets last said anything."""
        self.elsewhere: dict[str, tuple[float, Mapping[str, int]]] = {}
        self.seen_at = dict.fromkeys(people, now)
        """When each was last known to be here."""
        self.paged_at: dict[str, float] = {}
        self.absent_after = ABSENT_AFTER * scale

    def came(self, seat: str, now: float) -> None:
        """A socket was opened: from now on its end is noticed, and no page has to stand for it."""
        self.sockets[seat] += 1
        self.paged_at.pop(seat, None)
        self.heard(seat, now)

    def heard(self, seat: str, now: float) -> None:
        """A sign of life through a socket."""
        self.heard_at[seat] = self.seen_at[seat] = now

    def went(self, seat: str, now: float) -> None:
        if self.is_here(seat, now):
            self.seen_at[seat] = now
        self.sockets[seat] -= 1

    def paged(self, seat: str, now: float) -> None:
        """A page or a form; it stands for its person where no socket does."""
        if not self._has_socket(seat, now):
            self.paged_at[seat] = now
        self.seen_at[seat] = now

    def said(self, process: str, counts: Mapping[str, int], now: float) -> None:
        """What another process told of its sockets; whoever it counted until now was here until now."""
        told_at, before = self.elsewhere.get(process, (now, {}))
        counted_until_now = before if now - told_at < OTHERS_COUNT_FOR else {}
        self.elsewhere[process] = (now, counts)
        for seat in self.seen_at:
            if counts.get(seat):
                self.paged_at.pop(seat, None)
            if counts.get(seat) or counted_until_now.get(seat):
                self.seen_at[seat] = now

    def look(self, now: float) -> None:
        """Bring `seen_at` up to `now` for those whom this process itself knows to be here.

        Those of a process that is gone were last here when it last told of them.
        """
        self.elsewhere = {name: said for name, said in self.elsewhere.items() if now - said[0] < OTHERS_COUNT_FOR}
        for seat in self.seen_at:
            if self._is_known_here(seat, now):
                self.seen_at[seat] = now

    def is_here(self, seat: str, now: float) -> bool:
        """Whether this process has a socket of the seat, and hears from it."""
        return self.sockets[seat] > 0 and now - self.heard_at[seat] < SILENT_AFTER

    def here(self, now: float) -> dict[str, int]:
        """What this process tells the others: its sockets by seat."""
        return {seat: sockets for seat, sockets in self.sockets.items() if self.is_here(seat, now)}

    def is_connected(self, seat: str, now: float) -> bool:
        return self._has_socket(seat, now) or self._is_known_here(seat, now)

    def _has_socket(self, seat: str, now: float) -> bool:
        """In this process or, as far as is known, in another."""
        return self.is_here(seat, now) or any(
            counts.get(seat) and now - at < OTHERS_COUNT_FOR for at, counts in self.elsewhere.values()
        )

    def _is_known_here(self, seat: str, now: float) -> bool:
        return self.is_here(seat, now) or (seat in self.paged_at and now - self.paged_at[seat] < PAGE_COUNTS_FOR)

    def last_seen(self, seat: str, now: float) -> float:
        return now if self.is_connected(seat, now) else self.seen_at[seat]

    def words(self, now: float) -> dict[str, str]:
        """'away' for each seat whose person has been gone for a moment."""
        return {seat: "away" for seat in self.seen_at if now - self.last_seen(seat, now) >= AWAY_AFTER}

    def absent(self, now: float) -> frozenset[str]:
        """Those away so long that a bot may play on."""
        return frozenset(seat for seat in self.seen_at if now - self.last_seen(seat, now) >= self.absent_after)

    def nobody_since(self, people: Iterable[str], now: float) -> float:
        """When the last of these people was here."""
        return max((self.last_seen(seat, now) for seat in people), default=0.0)
