"""The sockets of the lobby and of the waiting rooms: what is stored about tables, shown again whenever it changes.

Nothing is asked through these sockets; every control on those pages is a plain form.
"""

from __future__ import annotations

import asyncio
import logging
import re
import weakref
from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import parse_qs

from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.template.loader import render_to_string

from game.hub import hub
from matches import selectors
from matches.models import Match, Player
from matches.people import ais_still, aplayer_of, cookies_of
from matches.threads import in_thread
from matches.views import lobby_fragment_context, room_context

log = logging.getLogger(__name__)

DEBOUNCE_SECONDS = 0.15
"""What happens within this time is shown together."""
HEARTBEAT_SECONDS = 3.0
"""The page takes a longer silence for a dead line."""
HEARTBEAT = "{}"
"""JSON without content: the page notes that it came and shows nothing."""
QUIET_BEATS = 7
"""Between processes a notice may be lost: after so many beats without one, what is stored is looked at all the same."""
SEND_SECONDS = 5.0
FRAMES_ALLOWED = 20

NONSENSE, SIGN_IN, NO_TABLE, TOO_MUCH = 4400, 4401, 4404, 4429
REASONS = {
    NONSENSE: "This page sent more than a page has to say.",
    SIGN_IN: "You are signed out.",
    NO_TABLE: "There is no such table.",
    TOO_MUCH: "This page sends too much; its socket takes no messages.",
}

CSRF_PLACE = "csrf-token-of-this-socket"
"""Stands in a fragment that is rendered once for many; each socket puts in the token of its own cookie."""
CSRF_TOKEN = re.compile(r"[A-Za-z0-9]{32,64}")


class Feed:
    """A fragment rendered anew when one of its topics is told, and sent to those who look on if it has changed."""

    def __init__(self, topics: Sequence[str], render: Callable[[], str]) -> None:
        self.topics = topics
        self.render = in_thread(render)
        self.sockets: set[LobbyConsumer] = set()
        self.html = ""
        self.told = asyncio.Event()
        self.task: asyncio.Task[None] | None = None

    async def add(self, socket: LobbyConsumer) -> None:
        """Whoever comes sees at once what the others see."""
        self.sockets.add(socket)
        if self.task is None:
            for topic in self.topics:
                hub().listen(topic, self.on_told)
            self.html = ""
            self.task = asyncio.create_task(self.keep_showing())
        elif self.html:
            await socket.show(self.html)

    def remove(self, socket: LobbyConsumer) -> None:
        self.sockets.discard(socket)
        if not self.sockets and self.task is not None:
            for topic in self.topics:
                hub().unlisten(topic, self.on_told)
            self.task.cancel()
            self.task = None

    def on_told(self, body: dict[str, Any]) -> None:
        self.told.set()

    async def keep_showing(self) -> None:
        while True:
            self.told.clear()
            await self.show_if_changed()
            for _ in range(QUIET_BEATS):
                if await self.is_told_within(HEARTBEAT_SECONDS):
                    break
                await self.send_to_all(HEARTBEAT)

    async def is_told_within(self, seconds: float) -> bool:
        try:
            async with asyncio.timeout(seconds):
                await self.told.wait()
        except TimeoutError:
            return False
        await asyncio.sleep(DEBOUNCE_SECONDS)
        return True

    async def show_if_changed(self) -> None:
        try:
            html = await self.render()
        except Exception:  # the database is away for a moment: what is shown stays, and is looked at again
            log.exception("A page about tables could not be shown anew")
            return
        if html != self.html:
            self.html = html
            await self.send_to_all(html)

    async def send_to_all(self, text: str) -> None:
        await asyncio.gather(*(socket.show(text) for socket in list(self.sockets)))


class LobbyConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]
    """`/ws/lobby/`, and with a slug `/ws/tables/SLUG/room/`."""

    channel_layer_alias = ""  # what changes is heard through the hub, so no channel of one's own is needed
    feed: Feed | None = None
    player: Player | None = None
    frames = 0
    is_finished = False
    farewell: asyncio.Task[None] | None = None

    async def dispatch(self, message: dict[str, Any]) -> None:
        """As the base class, without its hop to the database's thread: only rendering touches the database."""
        handler = getattr(self, get_handler_name(message), None)
        if handler is None:
            raise ValueError(f"No handler for message type {message['type']}")
        await handler(message)

    async def connect(self) -> None:
        await self.accept()
        self.csrf_token = csrf_token_of(self.scope)
        slug = self.scope["url_route"]["kwargs"].get("slug")
        feed = lobby_feed() if slug is None else await self.room_feed(slug)
        if feed is None:
            await self.finish(NO_TABLE)
            return
        self.feed = feed
        await feed.add(self)

    async def room_feed(self, slug: str) -> Feed | None:
        """A feed for this socket alone: everybody sees the room with other buttons."""
        match = await in_thread(selectors.match_at)(slug)
        if match is None:
            return None
        self.player = await aplayer_of(self.scope)
        if self.player is not None:
            hub().listen(f"player:{self.player.pk}", self.on_player)
        player, token, origin = self.player, invite_token_of(self.scope), origin_of(self.scope)
        return Feed([f"match:{slug}"], lambda: render_room(match, player, token, origin))

    async def show(self, html: str) -> None:
        """A socket that takes nothing in holds nobody else up for long."""
        if self.is_finished:
            return
        try:
            async with asyncio.timeout(SEND_SECONDS):
                await self.send(text_data=html.replace(CSRF_PLACE, self.csrf_token))
        except Exception as problem:
            log.info("A socket of the lobby took nothing in: %s", type(problem).__name__)

    def on_player(self, body: dict[str, Any]) -> None:
        self.farewell = asyncio.create_task(self.look_who_this_is())

    async def look_who_this_is(self) -> None:
        """Signed out elsewhere, or deleted: the socket ends with its session."""
        if not await ais_still(self.scope, self.player):
            await self.finish(SIGN_IN)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Nothing is expected here; whoever goes on sending is shown out."""
        self.frames += 1
        if len(text_data or bytes_data or "") > settings.LASTCALL_MAX_FRAME_BYTES:
            await self.finish(NONSENSE)
        elif self.frames > FRAMES_ALLOWED:
            await self.finish(TOO_MUCH)

    async def finish(self, code: int) -> None:
        if not self.is_finished:
            self.is_finished = True
            await self.close(code, REASONS[code])

    async def disconnect(self, code: int) -> None:
        if self.feed is not None:
            self.feed.remove(self)
        if self.player is not None:
            hub().unlisten(f"player:{self.player.pk}", self.on_player)


_lobby_feeds: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, Feed] = weakref.WeakKeyDictionary()


def lobby_feed() -> Feed:
    """The one feed of the lobby in this event loop: rendered once, however many look on."""
    loop = asyncio.get_running_loop()
    if loop not in _lobby_feeds:
        _lobby_feeds[loop] = Feed(["lobby"], render_lobby)
    return _lobby_feeds[loop]


def render_lobby() -> str:
    context = {"oob": True, "csrf_token": CSRF_PLACE, **lobby_fragment_context()}
    return render_to_string("matches/_lobby.html", context)


def render_room(match: Match, player: Player | None, token: str, origin: str) -> str:
    room = selectors.room_of(match, player, token)
    context = {"oob": True, "csrf_token": CSRF_PLACE, **room_context(room, token, origin)}
    return render_to_string("matches/_room.html", context)


def csrf_token_of(scope: dict[str, Any]) -> str:
    """The secret of the visitor's own cookie, which a form may carry as it is."""
    cookie = cookies_of(scope).get(settings.CSRF_COOKIE_NAME, "")
    return cookie if CSRF_TOKEN.fullmatch(cookie) else ""


def invite_token_of(scope: dict[str, Any]) -> str:
    query_string: bytes = scope["query_string"]
    return parse_qs(query_string.decode("ascii", "replace")).get("invite", [""])[0]


def origin_of(scope: dict[str, Any]) -> str:
    """The site's address as the visitor's browser knows it; the origin validator has checked it."""
    headers: dict[bytes, bytes] = dict(scope["headers"])
    return headers.get(b"origin", b"").decode("ascii", "replace")
