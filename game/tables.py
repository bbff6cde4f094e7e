"""The tables that this process serves. Any process may open any table that is being played: it folds the journal.

Also the housekeeping: chairs that bots fill when their time has come, tables nobody looks on at, and the light check
that finds what a lost announcement hid.
"""

from __future__ import annotations

import asyncio
import logging
import time
import weakref
from typing import NamedTuple

from asgiref.sync import sync_to_async
from django.conf import settings
from django.utils import timezone

from game.boards import Setting
from game.live import LiveTable
from game.paces import PACES
from game.state import Chair
from game.store import MatchJournal
from game.table import GameResult, Table
from matches import journal, services
from matches.models import Match, Seat
from matches.options import options_in_words
from matches.playing import game_results

log = logging.getLogger(__name__)

LOOK_SECONDS = 1.0
CHECK_SECONDS = 3.0
SWEEP_SECONDS = 5.0
IDLE_SECONDS = 30.0
"""A table that nobody here looks on at is let go after this long, if another process moves it on."""
SILENT_SECONDS = 15.0
"""A table whose journal says nothing for so long may have nobody who serves it: it is opened here."""


class Loaded(NamedTuple):
    match: Match
    seats: tuple[Seat, ...]
    past: tuple[GameResult, ...]
    options: str


class Tables:
    """One per event loop."""

    def __init__(self) -> None:
        self.open_tables: dict[str, LiveTable] = {}
        self.opening: dict[str, asyncio.Lock] = {}
        self.keeper = asyncio.get_running_loop().create_task(self._keep())

    async def open(self, slug: str) -> LiveTable | None:
        """The live table of this address; None where no match of that address is being played."""
        live = self.open_tables.get(slug)
        if live is not None:
            return live
        async with self.opening.setdefault(slug, asyncio.Lock()):
            live = self.open_tables.get(slug)
            if live is None:
                live = await self._load(slug)
                if live is not None:
                    self.open_tables[slug] = live
        self.opening.pop(slug, None)
        return live

    async def _load(self, slug: str) -> LiveTable | None:
        loaded = await sync_to_async(load_match)(slug)
        if loaded is None:
            return None
        match, seats = loaded.match, loaded.seats
        chairs = chairs_of(seats)
        pace = PACES[match.pace].scaled(settings.LASTCALL_PACE_SCALE)
        store = MatchJournal(match.pk, chairs, pace, settings.LASTCALL_NEXT_GAME_SECONDS)
        state = await store.begin(None)
        if state is None:
            return None
        names = {str(seat.number): seat.shown_name for seat in seats}
        table = Table(state=state, journal=store, now=time.time, names=names, past=loaded.past)
        setting = Setting(match.slug, loaded.options)
        persons = {str(seat.number): seat.player_id for seat in seats if seat.player_id is not None}
        return LiveTable(table=table, match_id=match.pk, setting=setting, persons=persons)

    def forget(self, live: LiveTable) -> None:
        self.open_tables.pop(live.setting.slug, None)
        live.close()

    # -- housekeeping --

    async def _keep(self) -> None:
        last_check = last_sweep = 0.0
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                now = time.monotonic()
                await sync_to_async(services.fill_due_tables)(timezone.now())
                for live in list(self.open_tables.values()):
                    live.look_around()
                if now - last_check >= CHECK_SECONDS:
                    last_check = now
                    await self._check()
                if now - last_sweep >= SWEEP_SECONDS:
                    last_sweep = now
                    await self._sweep()
            except Exception:
                log.exception("The housekeeping failed this time; it goes on")

    async def _check(self) -> None:
        """Compare the newest numbers with the journal, all tables in one query."""
        lives = {live.match_id: live for live in self.open_tables.values()}
        if settings.REDIS_URL:
            for live in lives.values():
                live.tell_presence()
        if lives:
            newest = await sync_to_async(journal.newest_numbers)(list(lives))
            for match_id, (game, number) in newest.items():
                lives[match_id].heard_of(game, number)

    async def _sweep(self) -> None:
        """Let go of tables without onlookers that are over or live elsewhere; take up those that nobody serves."""
        now = time.time()
        for live in list(self.open_tables.values()):
            is_unused = live.is_idle and now - live.used_at > IDLE_SECONDS
            if is_unused and (live.table.state.is_match_over or live.is_followed):
                self.forget(live)
        for slug in await sync_to_async(silent_matches)(now - SILENT_SECONDS):
            await self.open(slug)

    async def shut_down(self) -> None:
        self.keeper.cancel()
        for live in list(self.open_tables.values()):
            self.forget(live)


def load_match(slug: str) -> Loaded | None:
    """What does not change while a match is played; None where it is not being played."""
    match = Match.objects.select_related("deck").filter(slug=slug, status=Match.Status.PLAYING).first()
    if match is None:
        return None
    seats = tuple(match.seats.select_related("player").order_by("number"))
    past = tuple(
        GameResult(game.number, tuple(str(seat) for seat in game.tab_row), {str(s): ice for s, ice in game.ice.items()})
        for game in game_results(match)
    )
    return Loaded(match, seats, past, options_in_words(match))


def chairs_of(seats: tuple[Seat, ...]) -> tuple[Chair, ...]:
    return tuple(Chair(str(seat.number), seat.bot) for seat in seats)


def silent_matches(before: float) -> list[str]:
    """Matches in play whose newest journal entry is older than this time (seconds since 1970)."""
    playing = list(Match.objects.filter(status=Match.Status.PLAYING).values_list("pk", "slug"))
    newest = journal.newest_times([pk for pk, _ in playing])
    return [slug for pk, slug in playing if newest.get(pk, 0.0) < before]


_tables: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, Tables] = weakref.WeakKeyDictionary()


def tables() -> Tables:
    """Those of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _tables:
        _tables[loop] = Tables()
    return _tables[loop]
