"""A soak: one process serves many tables of bots, each with a person looking on, for some minutes of play.

The site runs in this process, so that what it leaves behind can be counted: after the start-up its memory must stay
flat, and when everybody has gone no socket, task, listener or table may be left. Ends with status 1 where it does.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import platform
import statistics
import sys
import tempfile
import time
from pathlib import Path

FLAT = 1.10
"""The memory at the end against that at the half, at most: both halves play the same."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--tables", type=int, default=200)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="lastcall-soak-") as folder:
        os.environ["DATABASE_URL"] = f"sqlite:///{Path(folder) / 'soak.sqlite3'}"
        os.environ["LOG_LEVEL"] = "ERROR"
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        print(f"Python {platform.python_version()}, {os.cpu_count()} cores, {options.tables} tables, SQLite, uvicorn")
        print(f"This takes about {options.minutes + 2:.0f} minutes.", flush=True)
        cookies = make_tables(options.tables)
        return asyncio.run(soak(cookies, options.minutes * 60))


def make_tables(count: int) -> list[tuple[str, str]]:
    """Matches of twelve games with three bots; (address, the host's session cookie) of each."""
    from django.contrib.sessions.backends.db import SessionStore

    from matches import services
    from matches.models import Player
    from matches.people import SESSION_KEY, with_friendly_name

    made = []
    for _ in range(count):
        host = with_friendly_name(Player(is_guest=True))
        match = services.create_match(
            host=host, games_agreed=12, seat_count=4, remaining_drinks="all_at_once", pace="steady", is_public=False
        )
        for _ in range(3):
            services.add_bot(match=match, host=host, level="rookie")
        services.start_match(match=match, by=host)
        session = SessionStore()
        session[SESSION_KEY] = host.pk
        session.create()
        made.append((match.slug, f"sessionid={session.session_key}"))
    return made


async def soak(tables: list[tuple[str, str]], seconds: float) -> int:
    import uvicorn

    from game.hub import hub
    from game.tables import close_down
    from game.tables import tables as served
    from lastcall_site.asgi import application
    from matches.models import JournalEntry

    server = uvicorn.Server(uvicorn.Config(application, port=0, log_level="error", lifespan="off", ws_max_size=2**20))
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.05)
    port = server.servers[0].sockets[0].getsockname()[1]
    before = {"tasks": len(asyncio.all_tasks()), "listeners": len(hub().listeners)}
    people = [asyncio.create_task(look_on(port, slug, cookie)) for slug, cookie in tables]
    sizes: list[float] = []
    began = time.monotonic()
    while time.monotonic() - began < seconds:
        await asyncio.sleep(min(15.0, seconds / 20))
        gc.collect()
        sizes.append(memory_mib())
        lag = await loop_lag()
        print(f"{time.monotonic() - began:5.0f} s  {sizes[-1]:6.1f} MiB  loop lag {lag * 1000:.0f} ms", flush=True)
    frames = 0
    for person in people:
        person.cancel()
    for heard in await asyncio.gather(*people, return_exceptions=True):
        frames += heard if isinstance(heard, int) else 0
    await asyncio.sleep(2)
    open_sockets = sum(len(live.sockets) for live in served().open_tables.values())
    await close_down()
    await asyncio.sleep(1)
    after = {"tasks": len(asyncio.all_tasks()), "listeners": len(hub().listeners)}
    entries = await JournalEntry.objects.acount()
    server.should_exit = True
    await serving
    half = sizes[len(sizes) // 2]
    end = statistics.median(sizes[-3:])
    found = {
        "memory_half_mib": round(half, 1),
        "memory_end_mib": round(end, 1),
        "sockets_left": open_sockets,
        "tasks_left": max(0, after["tasks"] - before["tasks"]),
        "listeners_left": max(0, after["listeners"] - before["listeners"]),
        "journal_entries": entries,
    }
    print(json.dumps(found))
    is_clean = not (open_sockets or found["tasks_left"] or found["listeners_left"])
    return 0 if is_clean and end <= half * FLAT else 1


async def look_on(port: int, slug: str, cookie: str) -> int:
    """A person who answers pings, is ready for the next game, and leaves everything else to the clock."""
    from websockets.asyncio.client import connect

    frames = 0
    url = f"ws://127.0.0.1:{port}/ws/tables/{slug}/"
    try:
        async with connect(url, additional_headers={"Cookie": cookie}, origin=f"http://127.0.0.1:{port}") as socket:
            async for frame in socket:
                frames += 1
                if str(frame).startswith('{"ping"'):
                    await socket.send(json.dumps({"pong": json.loads(frame)["ping"]}))
                elif 'value="ready"' in str(frame):
                    await socket.send(json.dumps({"act": "ready"}))
    except asyncio.CancelledError:
        return frames
    return frames


def memory_mib() -> float:
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise RuntimeError("This system does not say how much memory a process uses.")


async def loop_lag() -> float:
    before = time.monotonic()
    await asyncio.sleep(0.1)
    return max(0.0, time.monotonic() - before - 0.1)


if __name__ == "__main__":
    sys.exit(main())
