"""Who in this process wants to hear of what; and the same word carried to the other processes.

Inside the process a topic's listeners are called straight away. Between processes the channel layer carries a hint,
once per process. A hint may be lost: whoever needs the truth asks the journal from time to time.
"""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import logging
import secrets
import weakref
from collections.abc import Callable
from typing import Any

from channels.layers import get_channel_layer
from django.conf import settings

from matches import notices

Callback = Callable[[dict[str, Any]], None]
log = logging.getLogger(__name__)

REJOIN_SECONDS = 20.0
"""How often the groups are joined anew: a Redis that was restarted has forgotten them."""


class Hub:
    """One per event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.id = secrets.token_hex(8)
        self.listeners: dict[str, list[Callback]] = {}
        """Lists, as most topics have one or two: a set takes four times their memory."""
        self.tasks: set[asyncio.Task[None]] = set()
        self.channel: str | None = None
        self.has_remote = bool(settings.REDIS_URL)
        self.carried_since = loop.time()
        """Since when word has gone to and come from the other processes without a failure, as far as is known here."""
        notices.register(self)
        if self.has_remote:
            self._spawn(self._receive())
            self._spawn(self._rejoin())

    def listen(self, topic: str, callback: Callback) -> None:
        callbacks = self.listeners.setdefault(topic, [])
        if callback not in callbacks:
            callbacks.append(callback)
        if self.has_remote and len(callbacks) == 1:
            self._spawn(self._join(topic))

    def unlisten(self, topic: str, callback: Callback) -> None:
        callbacks = self.listeners.get(topic, [])
        if callback in callbacks:
            callbacks.remove(callback)
        if not callbacks and self.listeners.pop(topic, None) is not None and self.has_remote:
            self._spawn(self._part(topic))

    def tell(self, topic: str, body: dict[str, Any]) -> None:
        """Everybody here now, the other processes soon. From the loop's own thread."""
        self.tell_here(topic, body)
        if self.has_remote:
            self._spawn(self._announce(topic, body))

    def tell_here(self, topic: str, body: dict[str, Any]) -> None:
        for callback in list(self.listeners.get(topic, ())):
            try:
                callback(body)
            except Exception:  # one listener's trouble is neither the others' nor the teller's
                log.exception("Word of %s could not be taken in", topic.partition(":")[0])

    def tell_from_thread(self, topic: str, body: dict[str, Any]) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody listens there any more
            # Not in the thread's context: there asgiref holds the database's thread for taken, and whatever a
            # listener starts would inherit that and be refused the database.
            self.loop.call_soon_threadsafe(self.tell, topic, body, context=contextvars.Context())

    def has_carried_for(self, seconds: float) -> bool:
        """Whether what others had to tell in this time has arrived. True where there are no others."""
        return not self.has_remote or self.loop.time() - self.carried_since >= seconds

    async def close(self) -> None:
        """Stop listening to other processes."""
        tasks = list(self.tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _spawn(self, work: Any) -> None:
        task = self.loop.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _announce(self, topic: str, body: dict[str, Any]) -> None:
        try:
            message = {"type": "hint", "origin": self.id, "topic": topic, "body": body}
            await get_channel_layer().group_send(_group(topic), message)
        except Exception as problem:  # any failure of Redis: the hint is lost, the truth is not
            self.carried_since = self.loop.time()
            log.warning("A hint was lost: %s", type(problem).__name__)

    async def _join(self, topic: str) -> None:
        with contextlib.suppress(Exception):
            layer = get_channel_layer()
            if self.channel is None:
                self.channel = await layer.new_channel("hub")
            await layer.group_add(_group(topic), self.channel)

    async def _part(self, topic: str) -> None:
        with contextlib.suppress(Exception):
            if self.channel is not None:
                await get_channel_layer().group_discard(_group(topic), self.channel)

    async def _rejoin(self) -> None:
        while True:
            await asyncio.sleep(REJOIN_SECONDS)
            for topic in list(self.listeners):
                await self._join(topic)

    async def _receive(self) -> None:
        while True:
            try:
                layer = get_channel_layer()
                if self.channel is None:
                    self.channel = await layer.new_channel("hub")
                message = await layer.receive(self.channel)
            except Exception as problem:
                self.carried_since = self.loop.time()
                log.warning("The channel layer does not answer: %s", type(problem).__name__)
                await asyncio.sleep(1)
                for topic in list(self.listeners):
                    await self._join(topic)
                continue
            if message.get("origin") != self.id:
                self.tell_here(message["topic"], message["body"])


def _group(topic: str) -> str:
    return "lastcall." + topic.replace(":", ".")


_hubs: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = weakref.WeakKeyDictionary()


def hub() -> Hub:
    """The hub of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs[loop] = Hub(loop)
    return _hubs[loop]


async def close_hub() -> None:
    """The end of the running loop's hub."""
    closing = _hubs.pop(asyncio.get_running_loop(), None)
    if closing is not None:
        await closing.close()
