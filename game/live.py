"""A table that people look on at from this process: its sockets, who is here, its bots, and what each is sent."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, Protocol

from django.conf import settings

from game import fragments
from game.asks import Refused, bot_sits_in
from game.background import Background
from game.board import Board, Own
from game.boards import Setting, own_part, public_board
from game.bot_driver import BotDriver
from game.chat import TableChat
from game.fragments import Regions
from game.hub import hub
from game.limits import Bucket
from game.presence import Presence
from game.table import Table

log = logging.getLogger(__name__)

NOBODY_SECONDS = 600.0
"""When no person has been at the table for so long, the match ends with the games that are over."""
FOLLOWED_SECONDS = 10.0
HEARING_SECONDS = 30.0
"""How long the other processes must have been heard before their silence means that nobody is with them either."""
SIGNED_OUT, NOT_YOURS = 4401, 4403
"""Codes that end a socket whose person has left for good, or is nobody any more."""


class Socket(Protocol):
    seat: str | None
    """None for a watcher."""

    @property
    def player_id(self) -> int | None:
        """Whose page it is; None for somebody without a name."""

    def push(self, text: str) -> None:
        """Send this frame after all earlier ones; never waits."""

    def finish(self, code: int) -> None:
        """Close with a code that tells the page what to do."""


class LiveTable:
    def __init__(
        self,
        *,
        table: Table,
        match_id: int,
        setting: Setting,
        persons: Mapping[str, int],
        with_hints: Iterable[str] = (),
    ) -> None:
        self.table = table
        self.match_id = match_id
        self.setting = setting
        self.persons = persons
        """Seat to player id."""
        self.with_hints = set(with_hints)
        """Seats whose persons want hints; asked only where the table allows them."""
        self.sockets: set[Socket] = set()
        self.presence = Presence(persons, table.now(), table.state.pace.scale)
        self.buckets = {seat: new_bucket() for seat in persons}
        """What each person may ask for, through however many tabs and forms."""
        self.bots = BotDriver(table)
        self.chat: TableChat | None = None
        """None at a table without chat."""
        self.used_at = table.now()
        self.followed_at = 0.0
        """When another process last moved this table on."""
        self.topic = f"table:{setting.slug}"
        self.is_closed = False
        self._heard_of = (0, 0)
        """The newest game and entry that anybody told of."""
        self._shown_by_time: object = None
        self._here: dict[str, int] = {}
        self._paged: set[str] = set()
        """Seats whose page or form is still to count as a sign of life."""
        self._public: Regions = {}
        """What the sockets show."""
        self._owns: dict[str, Own] = {}
        """What those of each seat show besides; only seats that have one."""
        self._newest_line = 0
        self._shown: tuple[object, ...] = ()
        self._work = Background("Something that a table does by itself failed")
        self._is_following = False
        table.on_change = self._changed
        hub().listen(self.topic, self._hint)
        self._name_listeners = {
            f"player:{player}": partial(self._player_told, seat) for seat, player in persons.items()
        }
        for topic, listener in self._name_listeners.items():
            hub().listen(topic, listener)
        table.arm()
        self.bots.wake()

    # -- who is here --

    def seat_of(self, player_id: int | None) -> str | None:
        """The seat that this person plays now; None for watchers and for those who left for good."""
        seat = next((seat for seat, person in self.persons.items() if person == player_id), None)
        return None if seat in self.table.state.left else seat

    def attach(self, socket: Socket) -> None:
        """A socket was opened: it is sent everything, and others learn that its person is here."""
        board, own = self.board(), self.own(socket.seat)
        if not self.sockets:
            self._remember(board)
        self.sockets.add(socket)
        socket.push(fragments.whole_html(board, own, self.table.state.deadline))
        if socket.seat is not None and own is not None:
            self._owns.setdefault(socket.seat, own)
            self.presence.came(socket.seat, self.table.now())
            self._look_who_is_here()
            self.came_back(socket.seat)

    def detach(self, socket: Socket) -> None:
        self.sockets.discard(socket)
        self.used_at = self.table.now()
        if socket.seat is not None:
            if all(other.seat != socket.seat for other in self.sockets):
                self._owns.pop(socket.seat, None)
            self.presence.went(socket.seat, self.table.now())
            self._look_who_is_here()

    def heard(self, seat: str) -> None:
        """A sign of life through a socket of this seat."""
        was_here = self.presence.is_here(seat, self.table.now())
        self.presence.heard(seat, self.table.now())
        if not was_here:
            self._look_who_is_here()
            self.came_back(seat)

    def paged(self, seat: str) -> None:
        """A seated person loaded the page or sent a form."""
        self._paged.add(seat)
        self._count_pages()

    def _count_pages(self) -> None:
        """Who shouts by a form may have been away: that they are back must not tell of the window before it closes."""
        if not self._paged or self.table.state.window_closes is not None:
            return
        for seat in self._paged:
            self.presence.paged(seat, self.table.now())
            self.came_back(seat)
        self._paged.clear()
        self._look_who_is_here()

    def came_back(self, seat: str) -> None:
        """A bot that sat in gets up as soon as the person is back."""
        if seat in self.table.state.sitting_in and not self.table.state.is_match_over:
            self._work.spawn(self.table.append([{"entry": "back", "player": seat}], lambda s: seat not in s.sitting_in))

    def end_sockets_of(self, player_ids: set[int]) -> None:
        """These people are nobody any more: deleted, or shut out by the staff."""
        for socket in list(self.sockets):
            if socket.player_id in player_ids:
                socket.finish(SIGNED_OUT)

    def _look_who_is_here(self) -> None:
        """Show what has changed by time or by coming and going, and tell the other processes of it."""
        now = self.table.now()
        self.presence.look(now)
        here = self.presence.here(now)
        if here != self._here:
            self._here = here
            self.tell_presence()
        state = self.table.state
        by_time = (self.presence.words(now), self.presence.absent(now), state.hold_until > now)
        if by_time != self._shown_by_time:
            self._shown_by_time = by_time
            self.refresh()

    def tell_presence(self) -> None:
        """At every change, and every few seconds while other processes may serve this table too."""
        if hub().has_remote:
            hub().tell(self.topic, {"process": hub().id, "presence": self._here})

    # -- what happens --

    async def ask(self, seat: str, data: object, **circumstances: Any) -> None:
        """See `Table.ask`; Refused as well where this person asks for too much at once."""
        if not self.buckets[seat].take(time.monotonic()):
            raise Refused("too_much", "That was too much at once; wait a moment.")
        await self.table.ask(seat, data, absent=self.presence.absent(self.table.now()), **circumstances)

    def _changed(self, is_ours: bool) -> None:
        if self.is_closed:
            return
        if not is_ours:
            self.followed_at = self.table.now()
        else:
            hub().tell(self.topic, {"game": self.table.state.game_number, "number": self.table.state.number})
        self.bots.wake()
        if self._visible == self._shown:
            self._refresh_for(self.table.state.newest_by)
        else:
            self.refresh()

    def _hint(self, body: dict[str, Any]) -> None:
        """Word from another process; word of our own comes back here too and tells nothing new."""
        if "presence" in body:
            if body["process"] != hub().id:
                self.presence.said(body["process"], body["presence"], self.table.now())
                self._look_who_is_here()
            return
        self.heard_of(body["game"], body["number"])

    def _player_told(self, seat: str, body: dict[str, Any]) -> None:
        """A person has a new name now, or wants hints, or wants none any more."""
        if "hints" in body:
            (self.with_hints.add if body["hints"] else self.with_hints.discard)(seat)
            self.refresh()
        if "name" in body:
            self.table.names = {**self.table.names, seat: body["name"]}
            self.refresh(whole_log=True)
            if self.chat is not None:
                self.chat.show_anew()

    def heard_of(self, game: int, number: int) -> None:
        """Somebody knows this entry: read what is missing here."""
        self._heard_of = max(self._heard_of, (game, number))
        if self._is_behind and not self._is_following:
            self._is_following = True
            self._work.spawn(self._follow())

    @property
    def _is_behind(self) -> bool:
        state = self.table.state
        return not self.is_closed and self._heard_of > (state.game_number, state.number)

    async def _follow(self) -> None:
        """Read on until nothing is missing: after the rows of one game perhaps those of the next."""
        try:
            while self._is_behind:
                before = (self.table.state.game_number, self.table.state.number)
                await self.table.catch_up()
                if (self.table.state.game_number, self.table.state.number) == before:
                    return
        finally:
            self._is_following = False

    def look_around(self) -> None:
        """Once a second: who is away, who is back, and whether anybody is left at all."""
        now, state = self.table.now(), self.table.state
        self._count_pages()
        self._look_who_is_here()
        if state.is_match_over:
            return
        for seat in state.sitting_in:
            if self.presence.is_here(seat, now):
                self.came_back(seat)
        if self.setting.is_league and hub().has_carried_for(HEARING_SECONDS):
            for seat in sorted(self.presence.absent(now) & state.people_playing):
                self._let_bot_play(seat)
        if self._is_deserted(now):
            self._work.spawn(self.table.append([{"entry": "closed"}], lambda s: s.is_match_over))

    def _let_bot_play(self, seat: str) -> None:
        """In a league the clock does not wait for somebody to ask for it."""
        entries = bot_sits_in(self.table.state, seat)
        self._work.spawn(self.table.append(entries, lambda s: s.is_match_over or seat not in s.people_playing))

    def _is_deserted(self, now: float) -> bool:
        """Nobody has been here for long; a process that hears nothing of the others cannot know."""
        state = self.table.state
        if now - self.presence.nobody_since(state.people, now) <= NOBODY_SECONDS * state.pace.scale:
            return False
        return hub().has_carried_for(HEARING_SECONDS) and not self.is_followed

    # -- what is sent --

    def board(self, after: int = -1) -> Board:
        """With the lines of the log that follow line number `after`."""
        table, now = self.table, self.table.now()
        return public_board(table.state, self.setting, table.names, self.presence.words(now), table.past, now, after)

    def own(self, seat: str | None) -> Own | None:
        return None if seat is None else self._own(seat, self.presence.absent(self.table.now()))

    def _own(self, seat: str, absent: frozenset[str]) -> Own:
        table = self.table
        wants_hints = seat in self.with_hints if self.setting.has_hints else None
        return own_part(table.state, seat, table.names, absent, table.now(), wants_hints)

    def _regions(self, board: Board) -> Regions:
        return fragments.public_regions(board, self.table.state.deadline)

    @property
    def _visible(self) -> tuple[object, ...]:
        """What a hidden entry (a shout in an open window, a pass) leaves as it was."""
        state = self.table.state
        return state.game_number, state.seen, state.line_count, state.proposal, state.ready

    def _remember(self, board: Board) -> None:
        self._public = self._regions(board)
        self._newest_line = self.table.state.line_count
        self._shown = self._visible

    def _refresh_for(self, seat: str | None) -> None:
        """After a hidden entry: its own player may see it, and nothing at all is sent to anybody else."""
        if seat is None or seat not in self._owns:
            return
        before, after = self._owns[seat], self._own(seat, self.presence.absent(self.table.now()))
        self._owns[seat] = after
        frame = fragments.personal_html(self._public, before, self._public, after)
        for socket in list(self.sockets):
            if socket.seat == seat and frame:
                socket.push(frame)

    def refresh(self, *, whole_log: bool = False) -> None:
        """Send everybody the regions that have changed: public ones rendered once, personal ones once a player.

        What went wrong here is written down and goes no further: the game goes on, and a page that is loaded anew
        shows all of it.
        """
        if not self.sockets:
            return
        try:
            self._refresh(whole_log)
        except Exception:
            log.exception("A table could not be shown as it is now")

    def _refresh(self, whole_log: bool) -> None:
        newest, state = self._newest_line, self.table.state
        board = self.board(-1 if whole_log else newest)
        before, after = self._public, self._regions(board)
        lines = fragments.log_html(board) if whole_log else fragments.new_lines_html(board, newest)
        shared = fragments.changed_html(before, after) + lines
        frames: dict[str | None, str] = {None: shared}
        absent = self.presence.absent(self.table.now())
        for seat, own_before in self._owns.items():
            own = self._owns[seat] = self._own(seat, absent)
            if own.bottles or own_before.bottles:  # the bartenders have, or had, another form on this player's page
                frames[seat] = fragments.personal_html(before, own_before, after, own) + lines
            elif own != own_before:
                frames[seat] = shared + fragments.personal_html({}, own_before, {}, own)
            else:
                frames[seat] = shared
        self._public, self._newest_line, self._shown = after, state.line_count, self._visible
        for socket in list(self.sockets):
            if socket.seat in state.left:
                socket.finish(NOT_YOURS)
            elif frame := frames[socket.seat]:
                socket.push(frame)

    def show_notice(self, socket: Socket, words: str, kind: str) -> None:
        socket.push(fragments.notice_html(words, kind))

    # -- the end --

    @property
    def is_idle(self) -> bool:
        """Nobody looks on from here."""
        return not self.sockets

    @property
    def is_over(self) -> bool:
        return self.table.state.is_match_over

    @property
    def is_followed(self) -> bool:
        """Another process moved it on a moment ago, so it is in good hands."""
        return self.table.now() - self.followed_at < FOLLOWED_SECONDS

    def close(self, code: int = 1001) -> None:
        """Let go of the table. Its sockets are told to come back; what is being stored is seen to its end."""
        self.is_closed = True
        for socket in list(self.sockets):
            socket.finish(code)
        hub().unlisten(self.topic, self._hint)
        for topic, listener in self._name_listeners.items():
            hub().unlisten(topic, listener)
        self.bots.stop()
        self.table.close()

    async def closed(self) -> None:
        """Returns when nothing that this table began is under way any more."""
        await self._work.done()
        async with self.table.lock:
            pass


def new_bucket() -> Bucket:
    return Bucket(settings.LASTCALL_ACTIONS_PER_SECOND, settings.LASTCALL_ACTIONS_BURST, time.monotonic())
