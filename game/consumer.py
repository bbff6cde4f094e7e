"""The socket of a live table: frames in become asks, changed regions go out. No rules and no queries of its own.

Frames in are JSON objects: the values of a pressed button (see `game.asks`), or `{"pong": nonce}` in answer to a
`{"ping": nonce}`. Frames out are HTML regions by id, or JSON: a ping, `{"ok": press}` once what was pressed is stored,
`{"refused": code, "press": press, "content": html}` where it was not, `{"ended": code, "content": html}` before the
server ends the socket with that code. A page that shows somebody's hand adds `?seat=` to the address, so that it is
told when that seat is no longer theirs; one that shows nobody's, whoever opened it, adds `?seat=none`.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any
from urllib.parse import parse_qs

from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings

from game import fragments
from game.asks import Refused
from game.chat import chat_notice, is_said
from game.hub import hub
from game.limits import Bucket
from game.live import LiveTable, new_bucket
from game.rules import RulesError
from game.state import UnknownRules
from game.tables import tables
from game.window import Line
from matches import selectors
from matches.models import Player
from matches.people import ais_still, aplayer_of
from matches.threads import in_thread

log = logging.getLogger(__name__)
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

NONSENSE, SIGN_IN, NOT_YOURS, NO_TABLE, MOVED_ON, TOO_MUCH = 4400, 4401, 4403, 4404, 4408, 4429
TOO_SLOW = 1013
REASONS = {
    NONSENSE: "What this page sent made no sense to the table.",
    SIGN_IN: "You are signed out.",
    NOT_YOURS: "This seat or table is not yours.",
    NO_TABLE: "There is no such table.",
    MOVED_ON: "Nothing is played at this table now.",
    TOO_MUCH: "This page sent too much at once.",
}
NOBODYS = "none"
PINGS_AT_FIRST = 3
FIRST_PINGS_EVERY = 0.5
PINGS_EVERY = 3.0
PINGS_KEPT = 40
"""So many unanswered pings are remembered: a page that wakes from two minutes' sleep answers all of them at once."""
NONSENSE_ALLOWED = 5
"""So many senseless frames are answered with a sentence; one more ends the socket. Sensible ones earn it back."""
SENSELESS = frozenset(
    "bad_action unknown_action not_your_seat unknown_bartender unknown_liquor unknown_drink too_much".split()
)
"""Codes of refusals that no page of ours brings about."""
OUTBOX_FRAMES = 300
"""A page that does not take its frames for so long is cut off; it will come back and be sent everything."""
FAREWELL_SECONDS = 2.0
"""How long the last frames may take before the socket is closed all the same."""


class TableConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]  # Channels has no types
    live: LiveTable | None = None
    player: Player | None = None
    seat: str | None = None

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """As Channels does it, but nothing is sent to a single socket from outside, and it uses no database itself.

        So a frame needs no task of its own, no look for old connections, and no channel: tables push to it directly.
        """
        self.scope, self.base_send = scope, send
        await receive()
        code = 1006  # a line that was cut without a word
        try:
            await self.connect()
            while (message := await receive())["type"] != "websocket.disconnect":
                if message["type"] == "websocket.receive":
                    await self.receive(message.get("text"))
                    await asyncio.sleep(0)  # a flood of frames holds nobody else up
            code = message["code"]
        finally:
            await self.disconnect(code)

    @property
    def player_id(self) -> int | None:
        """See `game.live.Socket`."""
        return None if self.player is None else self.player.pk

    # -- coming and going --

    async def connect(self) -> None:
        self.line = Line()
        self.tasks: set[asyncio.Task[None]] = set()
        self.outbox: list[str | None] = []
        """Frames that are still to be sent; None after the last one of all."""
        self.waits_for_frames: asyncio.Future[None] | None = None
        self.asks: list[tuple[object, float]] = []
        self.asker: asyncio.Task[None] | None = None
        self.pinger: asyncio.TimerHandle | None = None
        self.pings_sent = 0
        self.pings: dict[str, float] = {}
        self.nonsense = 0.0
        self.has_notice = False
        self.is_finished = False
        self.player_topic = ""
        self.bucket: Bucket = new_bucket()
        self.chat_bucket: Bucket = new_bucket()
        self.sender = self._spawn(self._send_all())
        await self.accept()
        code = await self._open()
        if code:
            self.finish(code)

    async def _open(self) -> int:
        """Find the table and who looks on; 0, or the code that ends the socket."""
        slug = self.scope["url_route"]["kwargs"]["slug"]
        self.player = await aplayer_of(self.scope)
        if code := await in_thread(_refusal)(slug, self.player):
            return code
        try:
            live = await tables().open(slug)
        except UnknownRules:
            return MOVED_ON
        if live is None:
            return MOVED_ON
        shown = _seat_shown(self.scope)
        seat = None if shown == NOBODYS else live.seat_of(self.player_id)
        if shown not in ("", NOBODYS, seat):
            return SIGN_IN if self.player is None else NOT_YOURS
        self.seat, self.live = seat, live
        if self.player is not None:
            self.player_topic = f"player:{self.player.pk}"
            hub().listen(self.player_topic, self._player_changed)
        live.attach(self)
        if live.chat is not None and shown != NOBODYS:
            live.chat.enter(self)
        self._ping()
        return 0

    async def disconnect(self, code: int) -> None:
        self.is_finished = True
        if self.player_topic:
            hub().unlisten(self.player_topic, self._player_changed)
        self.sender.cancel()
        if self.pinger is not None:
            self.pinger.cancel()
        if self.live is not None:
            self.live.detach(self)
            if self.live.chat is not None:
                self.live.chat.leave(self)
            self.live = None

    def finish(self, code: int) -> None:
        """See `game.live.Socket`. The reason goes ahead as a frame: not every server passes on that of a close."""
        if self.is_finished:
            return
        if code in REASONS:
            self.push(json.dumps({"ended": code, "content": fragments.notice_html(REASONS[code], "refusal")}))
        self.is_finished = True
        self._put(None)
        self.asks.clear()
        self._spawn(self._finish(code))

    async def _finish(self, code: int) -> None:
        await asyncio.wait([self.sender], timeout=FAREWELL_SECONDS)
        self.sender.cancel()
        self.outbox.clear()
        try:
            await self.close(code, REASONS.get(code))
        except Exception as problem:  # the line is gone already
            log.debug("A socket could not be closed: %s", type(problem).__name__)

    def _player_changed(self, body: dict[str, Any]) -> None:
        self._spawn(self._look_who_this_is())
        if "ignores" in body and self.live is not None and self.live.chat is not None:
            self.live.chat.show_anew([self])

    async def _look_who_this_is(self) -> None:
        """Signed out elsewhere, or deleted: the socket ends with its session."""
        if not await ais_still(self.scope, self.player):
            self.finish(SIGN_IN)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    # -- out --

    def push(self, text: str) -> None:
        """See `game.live.Socket`."""
        if self.is_finished:
            return
        if len(self.outbox) >= OUTBOX_FRAMES:
            self.outbox.clear()
            self.finish(TOO_SLOW)
            return
        self._put(text)

    def _put(self, text: str | None) -> None:
        self.outbox.append(text)
        if self.waits_for_frames is not None and not self.waits_for_frames.done():
            self.waits_for_frames.set_result(None)

    async def _send_all(self) -> None:
        try:
            while True:
                while self.outbox:
                    if (text := self.outbox.pop(0)) is None:
                        return
                    await self.base_send({"type": "websocket.send", "text": text})
                self.waits_for_frames = asyncio.get_running_loop().create_future()
                await self.waits_for_frames
        except Exception as problem:  # the line is gone; the disconnect follows
            log.debug("A frame could not be sent: %s", type(problem).__name__)
            self.is_finished = True

    def _ping(self) -> None:
        """Measure the line, and let the page know that it is alive."""
        if self.is_finished:
            return
        nonce = secrets.token_hex(4)
        if len(self.pings) >= PINGS_KEPT:
            self.pings.pop(next(iter(self.pings)))
        self.pings[nonce] = time.monotonic()
        self.push(f'{{"ping":"{nonce}"}}')
        self.pings_sent += 1
        pause = FIRST_PINGS_EVERY if self.pings_sent < PINGS_AT_FIRST else PINGS_EVERY
        self.pinger = asyncio.get_running_loop().call_later(pause, self._ping)

    # -- in --

    async def receive(self, text_data: str | None) -> None:
        """Never waits for a table: what follows at once on a press is heard when it arrives, pongs above all."""
        arrived, live = time.time(), self.live
        if live is None or self.is_finished:
            return
        if text_data is None or _is_longer(text_data, settings.LASTCALL_MAX_FRAME_BYTES):
            self.finish(NONSENSE)
            return
        if self.seat is not None:
            live.heard(self.seat)
        try:
            data = json.loads(text_data)
        except (ValueError, RecursionError):
            data = None
        if isinstance(data, dict) and "pong" in data:
            self._ponged(data["pong"])
        elif is_said(data):
            self._spawn(self._say(live, data))
        elif len(self.asks) >= settings.LASTCALL_ACTIONS_BURST or not self.bucket.take(time.monotonic()):
            self._refuse("too_much", "That was too much at once; wait a moment.", _press_of(data))
        else:
            self.asks.append((data, arrived))
            if self.asker is None or self.asker.done():
                self.asker = self._spawn(self._ask_all(live))

    def _ponged(self, nonce: object) -> None:
        sent = self.pings.pop(nonce, None) if isinstance(nonce, str) else None
        if sent is None:
            self._refuse("bad_action", "That answered nothing that this table asked.")
        else:
            self.line.measured(time.monotonic() - sent)

    async def _ask_all(self, live: LiveTable) -> None:
        while self.asks:
            await self._ask(live, *self.asks.pop(0))

    async def _ask(self, live: LiveTable, data: object, arrived: float) -> None:
        press = _press_of(data)
        if self.seat is None:
            self._refuse("no_seat", "You are watching this table and have no seat at it.", press)
            return
        allowance = self.line.allowance(live.table.state.pace.base)
        try:
            await live.ask(self.seat, data, arrived=arrived, allowance=allowance)
        except (Refused, RulesError) as refusal:
            self._refuse(refusal.code, refusal.sentence, press)
        except RecursionError:
            self._refuse("bad_action", "That was not something a table understands.", press)
        except Exception:
            log.exception("A press could not be stored")
            self._refuse("not_stored", "That could not be stored just now; press again in a moment.", press)
        else:
            self.nonsense = max(0.0, self.nonsense - 1)
            if self.has_notice:
                self.has_notice = False
                live.show_notice(self, "", "")
            if press:
                self.push(json.dumps({"ok": press}))

    async def _say(self, live: LiveTable, data: dict[str, Any]) -> None:
        """Past the queue of asks, and with a limit of its own: no press for the game waits for what is said."""
        press = _press_of(data)
        try:
            if not self.chat_bucket.take(time.monotonic()):
                raise Refused("too_much", "That was too much at once; wait a moment.")
            if live.chat is None or self.seat is None or self.player_id is None:
                raise Refused("no_seat", "You can say nothing at this table.")
            await live.chat.say(self.player_id, data)
        except Refused as refusal:
            self._refuse(refusal.code, refusal.sentence, press, notice=chat_notice(refusal.sentence))
        except Exception:
            log.exception("A line could not be stored")
            sentence = "That could not be stored just now; send it again in a moment."
            self._refuse("not_stored", sentence, press, notice=chat_notice(sentence))
        else:
            if press:
                self.push(json.dumps({"ok": press}))

    def _refuse(self, code: str, sentence: str, press: str = "", *, notice: str = "") -> None:
        """Tell the sender, and nobody else; `notice` is the region that holds the sentence, if not the table's own."""
        self.has_notice = True
        answer = {"refused": code, "content": notice or fragments.notice_html(sentence, "refusal")}
        self.push(json.dumps(answer | ({"press": press} if press else {})))
        if code not in SENSELESS:
            return
        self.nonsense += 1
        if self.nonsense > NONSENSE_ALLOWED:
            self.finish(TOO_MUCH if code == "too_much" else NONSENSE)


def _is_longer(text: str, size: int) -> bool:
    """Than so many bytes."""
    return len(text) > size or (4 * len(text) > size and len(text.encode(errors="replace")) > size)


def _press_of(data: object) -> str:
    """The name of the press, as far as an answer repeats it."""
    press = data.get("press") if isinstance(data, dict) else None
    return press[:64] if isinstance(press, str) else ""


def _seat_shown(scope: dict[str, Any]) -> str:
    """The seat whose hand the page shows, '' for a watcher's, `NOBODYS` for a screen that all look at."""
    query: bytes = scope["query_string"]
    return parse_qs(query.decode("ascii", "replace")).get("seat", [""])[0]


def _refusal(slug: str, player: Player | None) -> int:
    match = selectors.match_at(slug)
    if match is None:
        return NO_TABLE
    if not selectors.may_see(match, player):
        return NOT_YOURS
    return 0 if match.status == match.Status.PLAYING else MOVED_ON
