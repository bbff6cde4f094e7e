"""The chat of a table that people look on at from this process: lines in, and each page's own cut of them out.

What is said is stored, then told: a hint with the line's number goes to every process, and each reads what its pages
have not shown. A chat knows nothing of the game, and no game waits for it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from django.conf import settings

from game import fragments
from game.asks import Refused
from game.background import Background
from game.hub import hub
from game.limits import Bucket
from matches import chat, guards
from matches.chat_words import REACTIONS
from matches.ignoring import HEAR
from matches.models import ChatLine, Match
from matches.threads import in_thread

log = logging.getLogger(__name__)


class Socket(Protocol):
    @property
    def player_id(self) -> int | None:
        """Whose page it is; None for somebody without a name."""

    def push(self, text: str) -> None:
        """Send this frame after all earlier ones; never waits."""


class ChatPage:
    """What one page has been shown."""

    def __init__(self) -> None:
        self.newest: int | None = None
        """None until it has been sent the lines so far."""
        self.ignored: frozenset[int] = frozenset()


class TableChat:
    def __init__(self, match: Match, seats: Mapping[str, int]) -> None:
        self.match_id = match.pk
        self.slug = match.slug
        self.has_words = match.chat == Match.Chat.ON
        """False where there are only the ready phrases."""
        self.seats = {player: seat for seat, player in seats.items()}
        """Player id to seat."""
        self.topic = chat.topic(match.slug)
        self.pages: dict[Socket, ChatPage] = {}
        self.buckets: dict[int, Bucket] = {}
        """How much each person may say, through however many tabs and forms."""
        self.told = 0
        """The newest number that anybody told of."""
        self.due: set[Socket] = set()
        """Pages that are still to be sent all of it once more."""
        self.is_showing_soon = False
        self.lock = asyncio.Lock()
        self.work = Background("A chat could not be shown as it is now")

    # -- who reads along --

    def enter(self, socket: Socket) -> None:
        """A page was opened: it is sent the newest lines as soon as they are read."""
        if not self.pages:
            hub().listen(self.topic, self._hint)
        self.pages[socket] = ChatPage()
        self.show_anew([socket])

    def leave(self, socket: Socket) -> None:
        self.due.discard(socket)
        if self.pages.pop(socket, None) is not None and not self.pages:
            hub().unlisten(self.topic, self._hint)

    async def closed(self) -> None:
        """Returns when nothing is under way any more."""
        await self.work.done()

    # -- what is said --

    async def say(self, player_id: int, data: Mapping[Any, Any]) -> None:
        """Store what was typed or pressed. Raises Refused; when it returns, this process's pages have been told."""
        words = data.get("phrase", data.get("say"))
        if not isinstance(words, str):
            raise Refused("bad_action", "That was nothing that can be said at a table.")
        now = time.monotonic()
        bucket = self.buckets.setdefault(player_id, new_bucket(now))
        if not bucket.take(now):
            raise Refused("not_said", "Not so fast: let the others read, then say more.")
        try:
            line = await in_thread(chat.say)(match_id=self.match_id, player_id=player_id, words=words)
        except guards.Refused as refusal:
            raise Refused("not_said", refusal.sentence) from None
        self.told = max(self.told, line.number)
        await self.work.guarded(self._read_on())  # it is stored, whatever becomes of this

    def _hint(self, body: dict[str, Any]) -> None:
        """Word from this process or another; where it is no news, nothing is read."""
        self.heard_of(body["number"])

    def heard_of(self, number: int) -> None:
        """Somebody knows this number: read what is missing here."""
        self.told = max(self.told, number)
        if self._has_news:
            self.work.spawn(self._read_on())

    @property
    def _has_news(self) -> bool:
        return any(page.newest is not None and page.newest < self.told for page in self.pages.values())

    async def _read_on(self) -> None:
        async with self.lock:
            if not self._has_news:
                return
            told = self.told
            shown = min(page.newest for page in self.pages.values() if page.newest is not None)
            lines = await in_thread(chat.lines_after)(self.match_id, shown)
            if sum(line.number <= told for line in lines) < told - shown:
                # Numbers without a line: something was taken back, or these are more lines than are shown.
                behind = {s for s, page in self.pages.items() if page.newest is not None and page.newest < told}
                await self._show(behind)
            for line in lines:
                self._send(line)

    def _send(self, line: ChatLine) -> None:
        """The same frame to all who have not shown this line and want to read its writer."""
        frame = fragments.render("chat_line.html", line=self.shown(line), oob=True)
        for socket, page in list(self.pages.items()):
            if page.newest is None or page.newest >= line.number:
                continue
            page.newest = line.number
            if line.player_id not in page.ignored:
                socket.push(frame)

    def show_anew(self, sockets: Iterable[Socket] | None = None) -> None:
        """All lines and people once more, to these pages or to all, read once for all that wait for it."""
        self.due.update(self.pages if sockets is None else sockets)
        if self.due and not self.is_showing_soon:
            self.is_showing_soon = True
            self.work.spawn(self._show_due())

    def look_again(self) -> None:
        """Now and then: what could not be read when it was due is read now."""
        self.show_anew([])
        self.heard_of(self.told)

    async def _show_due(self) -> None:
        async with self.lock:
            self.is_showing_soon = False
            due, self.due = self.due, set()
            await self._show(due)
        if self._has_news:
            await self._read_on()

    async def _show(self, sockets: set[Socket]) -> None:
        viewers = {socket.player_id for socket in sockets}
        try:
            chats = await in_thread(chat.chats_of)(self.match_id, viewers)
        except Exception:
            self.due |= sockets & self.pages.keys()
            raise
        frames = self._frames(chats)
        for socket in sockets:
            page, seen = self.pages.get(socket), chats[socket.player_id]
            if page is not None:  # it has not gone meanwhile
                page.newest, page.ignored = seen.newest, seen.ignoring.ids
                socket.push(frames[socket.player_id])

    # -- what is shown --

    def regions(self, seen: chat.Chat) -> dict[str, str]:
        """The parts of the chat that change, by the names under which the page places them."""
        return {"lines": self._lines(seen.lines), "people": self._people(seen)}

    def _frames(self, chats: Mapping[int | None, chat.Chat]) -> dict[int | None, str]:
        """Both parts for each of them; lines that many read are rendered once."""
        lists = {id(seen.lines): seen.lines for seen in chats.values()}
        html = {key: self._lines(lines, oob=True) for key, lines in lists.items()}
        return {viewer: html[id(seen.lines)] + self._people(seen, oob=True) for viewer, seen in chats.items()}

    def _lines(self, lines: Iterable[ChatLine], *, oob: bool = False) -> str:
        return fragments.render("chat_lines.html", lines=[self.shown(line) for line in lines], oob=oob)

    def _people(self, seen: chat.Chat, *, oob: bool = False) -> str:
        people = [(seat.player, seen.ignoring.how(seat.player_id)) for seat in seen.people]
        return fragments.render("chat_people.html", people=people, hear=HEAR, oob=oob)

    def shown(self, line: ChatLine) -> dict[str, Any]:
        seat = self.seats.get(line.player_id, "")
        return {
            "number": line.number,
            "seat": seat,
            "name": line.player.shown_name,
            "words": line.words,
            "picture": REACTIONS.get(line.words, ""),
        }


def new_bucket(now: float) -> Bucket:
    return Bucket(settings.LASTCALL_CHAT_PER_SECOND, settings.LASTCALL_CHAT_BURST, now)


def is_said(data: object) -> bool:
    """Whether a frame is something to say, and nothing for the game."""
    return isinstance(data, dict) and ("say" in data or "phrase" in data)


def chat_notice(sentence: str) -> str:
    """A sentence for who wrote, beside the chat."""
    return fragments.render("chat_notice.html", words=sentence, oob=True)
