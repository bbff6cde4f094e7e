"""The floor: a bare ASGI program that sends four ready frames for every frame it is sent. No rules, views or sign-in.

`bare` does nothing else. `durable` also stores each frame before anybody is told: one thread, one SQLite connection,
everything that is waiting in one commit (`synchronous=FULL`). The frames are those that the real program sent to the
four seats for one action, so both put the same bytes on the line; FLOOR_FRAMES names their file.
"""

from __future__ import annotations

import asyncio
import json
import os
import queue
import sqlite3
import threading
from pathlib import Path
from typing import Any

Send = Any
FRAMES = [{"type": "websocket.send", "text": text} for text in json.loads(Path(os.environ["FLOOR_FRAMES"]).read_text())]
INSERT = "INSERT INTO entries (place, entry) VALUES (?, ?)"
tables: dict[str, list[tuple[Send, dict[str, str]]]] = {}


async def bare(scope: dict[str, Any], receive: Any, send: Send) -> None:
    table = await opened(scope, receive, send)
    while (await receive())["type"] == "websocket.receive":
        for one_send, frame in table:
            await one_send(frame)
    left(table, send)


async def durable(scope: dict[str, Any], receive: Any, send: Send) -> None:
    table = await opened(scope, receive, send)
    place = scope["path"]
    loop = asyncio.get_running_loop()
    while (message := await receive())["type"] == "websocket.receive":
        stored = loop.create_future()
        waiting.put((place, message["text"], loop, stored))
        await stored
        for one_send, frame in table:
            await one_send(frame)
    left(table, send)


async def opened(scope: dict[str, Any], receive: Any, send: Send) -> list[tuple[Send, dict[str, str]]]:
    """The sockets of this table, this one among them; it is shown the table at once."""
    if scope["type"] != "websocket":
        raise ValueError("Only sockets are served here.")
    seat = int(scope["query_string"].rpartition(b"=")[2])
    await receive()
    await send({"type": "websocket.accept"})
    await send(FRAMES[seat])
    table = tables.setdefault(scope["path"], [])
    table.append((send, FRAMES[seat]))
    return table


def left(table: list[tuple[Send, dict[str, str]]], send: Send) -> None:
    table[:] = [one for one in table if one[0] is not send]


waiting: queue.SimpleQueue[tuple[str, str, asyncio.AbstractEventLoop, asyncio.Future[None]]] = queue.SimpleQueue()


def keep_storing() -> None:
    database = sqlite3.connect(os.environ["FLOOR_DATABASE"], isolation_level=None)
    database.execute("PRAGMA journal_mode=WAL")
    database.execute("PRAGMA synchronous=FULL")
    database.execute("CREATE TABLE IF NOT EXISTS entries (id INTEGER PRIMARY KEY, place TEXT, entry TEXT)")
    while True:
        batch = [waiting.get()]
        while not waiting.empty():
            batch.append(waiting.get())
        database.execute("BEGIN IMMEDIATE")
        database.executemany(INSERT, [(place, entry) for place, entry, _, _ in batch])
        database.execute("COMMIT")
        batch[0][2].call_soon_threadsafe(resolve, [stored for _, _, _, stored in batch])


def resolve(futures: list[asyncio.Future[None]]) -> None:
    for stored in futures:
        if not stored.cancelled():
            stored.set_result(None)


if os.environ.get("FLOOR_DATABASE"):
    threading.Thread(target=keep_storing, daemon=True).start()
