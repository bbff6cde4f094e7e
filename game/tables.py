"""The tables that this process serves. Any process may open any table that is being played: it folds the journal.

Also the housekeeping: chairs that bots fill when their time has come, tables nobody looks on at, and the light check
that finds what a lost announcement hid.
"""

from __future__ import annotations

import asyncio
import logging
import time
import weakref
from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple

from django.conf import settings
from django.utils import timezone

from game.boards import Setting
from game.chat import TableChat
from game.hub import close_hub
from game.live import LiveTable
from game.paces import PACES
from game.state import Chair, UnknownRules
from game.store import MatchJournal
from game.table import GameResult, Table
from matches import journal, selectors, services
from matches.chat import newest_numbers
from matches.leagues.rounds import open_due
from matches.leagues.starting import start_due
from matches.models import Match, Seat
from matches.options import options_in_words
from matches.playing import game_results
from matches.threads import in_thread

log = logging.getLogger(__name__)

LOOK_SECONDS = 1.0
CHECK_SECONDS = 3.0
SWEEP_SECONDS = 5.0
TIDY_SECONDS = 600.0
IDLE_SECONDS = 30.0
"""A table that nobody here looks on at is let go after this long, if another process moves it on."""
GOING_AWAY, TAKEN_UP_AGAIN = 1001, 1012
"""Codes after which a page comes back by itself."""
SILENT_SECONDS = 15.0
"""A table whose journal says nothing for so long may have nobody who serves it: it is opened here."""


Job = Callable[[], Coroutine[Any, Any, None]]


class Loaded(NamedTuple):
    match: Match
    seats: tuple[Seat, ...]
    past: tuple[GameResult, ...]
    options: str


class Tables:
    """One per event loop."""

    def __init__(self) -> None:
        self.open_tables: dict[str, LiveTable] = {}
        self.opening = asyncio.Lock()
        self.unreadable: set[str] = set()
        """Tables whose journal this program cannot go on with; asked for in vain once, not every few seconds."""
        self.starting: asyncio.Task[None] | None = None
        self.keeper = asyncio.get_running_loop().create_task(self._keep())

    async def open(self, slug: str) -> LiveTable | None:
        """The live table of this address; None where no match of that address is being played.

        Raises UnknownRules where its game was begun under rules that this program does not have.
        """
        live = self._playing(slug)
        if live is not None:
            return live
        async with self.opening:
            live = self._playing(slug)
            if live is None:
                live = await self._load(slug)
                if live is not None:
                    # A match that was adjourned and is taken up again: who still looks at its end is led to the new.
                    self._forget(slug, TAKEN_UP_AGAIN)
                    self.open_tables[slug] = live
        return live

    def _playing(self, slug: str) -> LiveTable | None:
        live = self.open_tables.get(slug)
        return None if live is None or live.is_over else live

    async def _load(self, slug: str) -> LiveTable | None:
        loaded = await in_thread(load_match)(slug)
        if loaded is None:
            return None
        match, seats = loaded.match, loaded.seats
        chairs = chairs_of(seats)
        pace = PACES[match.pace].scaled(settings.LASTCALL_PACE_SCALE)
        store = MatchJournal(match.pk, chairs, pace, settings.LASTCALL_NEXT_GAME_SECONDS)
        try:
            state = await store.begin(None)
        except services.Refused:  # it ended in this moment
            return None
        except UnknownRules:
            self.unreadable.add(slug)
            raise
        if state is None:
            return None
        names = {str(seat.number): seat.shown_name for seat in seats}
        table = Table(state=state, journal=store, now=time.time, names=names, past=loaded.past)
        setting = Setting(match.slug, loaded.options, match.hints, is_league=match.league_id is not None)
        persons = {str(seat.number): seat.player_id for seat in seats if seat.player_id is not None}
        hinted = [str(seat.number) for seat in seats if seat.player is not None and seat.player.wants_hints]
        live = LiveTable(table=table, match_id=match.pk, setting=setting, persons=persons, with_hints=hinted)
        if match.chat != Match.Chat.OFF:
            live.chat = TableChat(match, persons)
        return live

    def _forget(self, slug: str, code: int = GOING_AWAY) -> None:
        live = self.open_tables.pop(slug, None)
        if live is not None:
            live.close(code)

    # -- housekeeping --

    async def _keep(self) -> None:
        jobs: tuple[tuple[float, Job], ...] = (
            (LOOK_SECONDS, self._fill_chairs),
            (LOOK_SECONDS, self._look_around),
            (CHECK_SECONDS, self._check),
            (SWEEP_SECONDS, self._sweep),
            (SWEEP_SECONDS, self._check_chats),
            (SWEEP_SECONDS, self._end_sockets_of_nobody),
            (SWEEP_SECONDS, self._start_rounds),
            (TIDY_SECONDS, self._tidy),
        )
        done_at = dict.fromkeys((job for _, job in jobs), 0.0)
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            for every, job in jobs:
                # Half a look is granted: a check every three seconds is not to become one every four.
                if time.monotonic() - done_at[job] < every - LOOK_SECONDS / 2:
                    continue
                done_at[job] = time.monotonic()
                try:
                    await job()
                except Exception:
                    log.exception("The housekeeping failed this time; it goes on")

    async def _fill_chairs(self) -> None:
        await in_thread(services.fill_due_tables)(timezone.now())

    async def _look_around(self) -> None:
        for live in list(self.open_tables.values()):
            try:
                live.look_around()
            except Exception:
                log.exception("A table could not be looked after")

    async def _check(self) -> None:
        """Compare the newest numbers with the journal, all tables in one query."""
        lives = {live.match_id: live for live in self.open_tables.values()}
        if settings.REDIS_URL:
            for live in lives.values():
                live.tell_presence()
        newest = await in_thread(journal.newest_numbers)(list(lives)) if lives else {}
        for match_id, (game, number) in newest.items():
            live = lives[match_id]
            if live.is_over and game > live.table.state.game_number:
                await self.open(live.setting.slug)  # it was adjourned, and goes on elsewhere
            else:
                live.heard_of(game, number)

    async def _check_chats(self) -> None:
        """The same for what was said: word of it may be lost between processes, and a reading may have failed."""
        chats = {live.match_id: live.chat for live in self.open_tables.values() if live.chat is not None}
        chats = {match_id: chat for match_id, chat in chats.items() if chat.pages}
        for chat in chats.values():
            chat.look_again()
        if not settings.REDIS_URL or not chats:
            return
        for match_id, number in (await in_thread(newest_numbers)(list(chats))).items():
            chats[match_id].heard_of(number)

    async def _sweep(self) -> None:
        """Let go of tables without onlookers that are over or live elsewhere; take up those that nobody serves."""
        now = time.time()
        for slug, live in list(self.open_tables.items()):
            is_unused = live.is_idle and now - live.used_at > IDLE_SECONDS
            if is_unused and (live.is_over or live.is_followed):
                self._forget(slug)
        for slug in await in_thread(silent_matches)(now - SILENT_SECONDS):
            if slug in self.unreadable:
                continue
            try:
                await self.open(slug)
            except Exception:
                log.exception("A table that nobody serves could not be taken up")

    async def _end_sockets_of_nobody(self) -> None:
        """Word of a deletion may be lost on its way from another process, and of a ban nobody gives any."""
        sockets = (socket for live in self.open_tables.values() for socket in live.sockets)
        ids = {socket.player_id for socket in sockets if socket.player_id is not None}
        gone = await in_thread(selectors.gone_players)(ids) if ids else set()
        if gone:
            for live in self.open_tables.values():
                live.end_sockets_of(gone)

    async def _start_rounds(self) -> None:
        """Check-ins that open and league rounds that start at their time; the search for a seating holds nobody up."""
        due = await in_thread(open_due)(timezone.now())
        if due and (self.starting is None or self.starting.done()):
            self.starting = asyncio.get_running_loop().create_task(asyncio.to_thread(start_due, due))

    async def _tidy(self) -> None:
        await in_thread(services.tidy)(timezone.now())

    async def shut_down(self) -> None:
        """Returns when all that was being stored is stored."""
        self.keeper.cancel()
        lives = list(self.open_tables.values())
        for slug in list(self.open_tables):
            self._forget(slug)
        await asyncio.gather(self.keeper, *(live.closed() for live in lives), return_exceptions=True)
        await asyncio.gather(*(live.chat.closed() for live in lives if live.chat is not None))


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
    newest = journal.newest_times([pk for pk, _ in playing]) if playing else {}
    return [slug for pk, slug in playing if newest.get(pk, 0.0) < before]


_tables: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, Tables] = weakref.WeakKeyDictionary()


def tables() -> Tables:
    """Those of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _tables:
        _tables[loop] = Tables()
    return _tables[loop]


async def close_down() -> None:
    """The orderly end of all that the running loop serves: sockets are told to come back, nothing is left behind."""
    closing = _tables.pop(asyncio.get_running_loop(), None)
    if closing is not None:
        await closing.shut_down()
    await close_hub()
    await asyncio.to_thread(journal.stop_writer)
