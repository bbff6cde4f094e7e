"""The socket of a live table: frames in become asks, changed regions go out. No rules and no queries of its own.

Frames in are JSON objects: the values of a pressed button (see `game.asks`), or `{"pong": nonce}` in answer to a
`{"ping": nonce}`. Frames out are HTML regions by id, or JSON: a ping, `{"ok": press}` once what was pressed is stored,
`{"refused": code, "press": press, "content": html}` where it was not.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from collections import deque
from typing import Any

from asgiref.sync import sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.db import DatabaseError

from game import fragments
from game.asks import Refused
from game.hub import hub
from game.limits import Bucket
from game.live import LiveTable
from game.rules import RulesError
from game.tables import tables
from game.window import Line
from matches import selectors
from matches.people import ais_still, aplayer_of

log = logging.getLogger(__name__)

NONSENSE, SIGN_IN, NOT_YOURS, NO_TABLE, MOVED_ON, TOO_MUCH = 4400, 4401, 4403, 4404, 4408, 4429
REASONS = {
    NONSENSE: "What this page sent made no sense to the table.",
    SIGN_IN: "You are signed out.",
    NOT_YOURS: "This table is not yours to look at.",
    NO_TABLE: "There is no such table.",
    MOVED_ON: "Nothing is played at this table now.",
    TOO_MUCH: "This page sent too much at once.",
}
PINGS_AT_FIRST = 3
FIRST_PINGS_EVERY = 0.5
PINGS_EVERY = 3.0
NONSENSE_ALLOWED = 5
"""So many senseless frames are answered with a sentence; one more ends the socket. Sensible ones earn it back."""
SENSELESS = ("bad_action", "unknown_action", "not_your_seat", "too_much")
OUTBOX_FRAMES = 300
"""A page that does not take its frames for so long is cut off; it will come back and be sent everything."""


class TableConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]  # Channels has no types
    channel_layer_alias = "none"  # nothing is sent to a single socket from outside: tables push to it directly

    live: LiveTable | None = None
    seat: str | None = None

    async def dispatch(self, message: dict[str, Any]) -> None:
        """As Channels does it, without its look for old database connections: this socket uses none."""
        await getattr(self, message["type"].replace(".", "_"))(message)

    # -- coming and going --

    async def connect(self) -> None:
        self.line = Line()
        self.outbox: deque[str] = deque()
        self.sender: asyncio.Task[None] | None = None
        self.pinger: asyncio.Task[None] | None = None
        self.pings: dict[str, float] = {}
        self.nonsense = 0.0
        self.has_notice = False
        self.is_finished = False
        self.player_topic = ""
        self.bucket = Bucket(settings.LASTCALL_ACTIONS_PER_SECOND, settings.LASTCALL_ACTIONS_BURST, time.monotonic())
        await self.accept()
        slug = self.scope["url_route"]["kwargs"]["slug"]
        self.player = await aplayer_of(self.scope)
        code = await sync_to_async(_refusal)(slug, self.player)
        live = await tables().open(slug) if code is None else None
        if live is None:
            await self._close(code or MOVED_ON)
            return
        self.seat = live.seat_of(self.player.pk if self.player else None)
        self.live = live
        if self.player is not None:
            self.player_topic = f"player:{self.player.pk}"
            hub().listen(self.player_topic, self._player_changed)
        live.attach(self)
        self.pinger = asyncio.get_running_loop().create_task(self._ping())

    async def disconnect(self, code: int) -> None:
        self.is_finished = True
        if self.pinger is not None:
            self.pinger.cancel()
        if self.player_topic:
            hub().unlisten(self.player_topic, self._player_changed)
        if self.live is not None:
            self.live.detach(self)
            self.live = None

    async def _close(self, code: int) -> None:
        self.is_finished = True
        await self.close(code, REASONS.get(code))

    def finish(self, code: int) -> None:
        """See `game.live.Socket`."""
        if not self.is_finished:
            self.is_finished = True
            asyncio.get_running_loop().create_task(self._finish(code))

    async def _finish(self, code: int) -> None:
        if self.sender is not None:
            await self.sender
        await self.close(code, REASONS.get(code))

    def _player_changed(self, body: dict[str, Any]) -> None:
        asyncio.get_running_loop().create_task(self._look_who_this_is())

    async def _look_who_this_is(self) -> None:
        """Signed out elsewhere, or deleted: the socket ends with its session."""
        if not await ais_still(self.scope, self.player):
            self.finish(SIGN_IN)

    # -- out --

    def push(self, text: str) -> None:
        """See `game.live.Socket`."""
        if self.is_finished:
            return
        if len(self.outbox) >= OUTBOX_FRAMES:
            self.outbox.clear()
            self.finish(1013)
            return
        self.outbox.append(text)
        if self.sender is None or self.sender.done():
            self.sender = asyncio.get_running_loop().create_task(self._send_all())

    async def _send_all(self) -> None:
        try:
            while self.outbox:
                await self.send(text_data=self.outbox.popleft())
        except Exception as problem:  # the line is gone; the disconnect follows
            log.debug("A frame could not be sent: %s", type(problem).__name__)
            self.outbox.clear()

    async def _ping(self) -> None:
        """Measure the line, and let the page know that it is alive."""
        count = 0
        while True:
            nonce = secrets.token_hex(4)
            self.pings = {**dict(list(self.pings.items())[-5:]), nonce: time.monotonic()}
            self.push(f'{{"ping":"{nonce}"}}')
            count += 1
            await asyncio.sleep(FIRST_PINGS_EVERY if count < PINGS_AT_FIRST else PINGS_EVERY)

    # -- in --

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        arrived, live = time.time(), self.live
        if live is None or self.is_finished:
            return
        if text_data is None or len(text_data.encode()) > settings.LASTCALL_MAX_FRAME_BYTES:
            self.finish(NONSENSE)
            return
        try:
            data = json.loads(text_data)
        except (ValueError, RecursionError):
            self._refuse("bad_action", "That was not something a table understands.")
            return
        if isinstance(data, dict) and "pong" in data:
            self._ponged(data["pong"])
            return
        if not self.bucket.take(time.monotonic()):
            self._refuse("too_much", "That was too much at once; wait a moment.")
            return
        await self._ask(live, data, arrived)

    def _ponged(self, nonce: object) -> None:
        sent = self.pings.pop(nonce, None) if isinstance(nonce, str) else None
        if sent is not None:
            self.line.measured(time.monotonic() - sent)
        else:
            self._count_nonsense()

    async def _ask(self, live: LiveTable, data: object, arrived: float) -> None:
        press = data.get("press") if isinstance(data, dict) else None
        if self.seat is None:
            self._refuse("no_seat", "You are watching this table and have no seat at it.", press)
            return
        allowance = self.line.allowance(live.table.state.pace.base)
        try:
            await live.ask(self.seat, data, arrived=arrived, allowance=allowance)
        except (Refused, RulesError) as refusal:
            self._refuse(refusal.code, refusal.sentence, press)
        except DatabaseError:
            log.exception("A press could not be stored")
            self._refuse("not_stored", "That could not be stored just now; press again in a moment.", press)
        else:
            self.nonsense = max(0.0, self.nonsense - 1)
            if self.has_notice:
                self.has_notice = False
                live.show_notice(self, "", "")
            if isinstance(press, str) and press:
                self.push(json.dumps({"ok": press[:64]}))

    def _refuse(self, code: str, sentence: str, press: object = None) -> None:
        """Tell the sender, and nobody else."""
        self.has_notice = True
        answer = {"refused": code, "content": fragments.notice_html(sentence, "refusal")}
        self.push(json.dumps(answer | ({"press": press[:64]} if isinstance(press, str) else {})))
        if code in SENSELESS:
            self._count_nonsense(TOO_MUCH if code == "too_much" else NONSENSE)

    def _count_nonsense(self, code: int = NONSENSE) -> None:
        self.nonsense += 1
        if self.nonsense > NONSENSE_ALLOWED:
            self.finish(code)


def _refusal(slug: str, player: Any) -> int | None:
    match = selectors.match_at(slug)
    if match is None:
        return NO_TABLE
    if not selectors.may_see(match, player):
        return NOT_YOURS
    return None if match.status == match.Status.PLAYING else MOVED_ON
