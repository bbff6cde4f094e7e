"""Processes die, Redis forgets, PostgreSQL falls over: what was acknowledged stays, and every game ends."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from tests.fleet.conftest import Site
from tests.fleet.person import Person

pytestmark = pytest.mark.timeout(700)
SETTINGS = {"LASTCALL_PACE_SCALE": "0.08"}
"""Whole games, so a fast clock."""


class Crowd:
    """People at many tables, each playing by themselves until their match is over."""

    def __init__(self, site: Site, tables: list[dict[str, Any]], seed: int) -> None:
        self.chance = random.Random(seed)
        self.slugs = [table["slug"] for table in tables]
        servers = site.fleet.servers

        def some_port() -> int:
            alive = [server.port for server in servers if server.process is not None]
            return self.chance.choice(alive or [servers[0].port])

        self.people = [
            Person(table["slug"], cookie, seat, some_port)
            for table in tables
            for seat, cookie in enumerate(table["cookies"])
        ]
        self.connected = [asyncio.create_task(person.be_there()) for person in self.people]
        self.playing = [
            asyncio.create_task(person.play(random.Random(seed + number))) for number, person in enumerate(self.people)
        ]

    async def are_done(self, seconds: float) -> bool:
        done, _ = await asyncio.wait(self.playing, timeout=seconds)
        return len(done) == len(self.playing)

    async def go_home(self) -> None:
        for task in (*self.connected, *self.playing):
            task.cancel()
        await asyncio.gather(*self.connected, *self.playing, return_exceptions=True)


def check_journals(site: Site, crowd: Crowd) -> tuple[int, int]:
    """Everything acknowledged is stored, once, in order; replays give the stored results. (acknowledged, games)"""
    journals = site.ask("journals", *crowd.slugs)
    order: dict[str, int] = {}
    games = 0
    for told in journals.values():
        assert told["status"] == "over"
        for game in told["games"]:
            games += 1
            numbers = [number for number, _, _ in game["entries"]]
            assert numbers == list(range(len(numbers)))
            for number, _, entry in game["entries"]:
                if press := entry.get("press"):
                    assert press not in order, "an action was stored twice"
                    order[press] = number
            assert game["is_scored"]
            assert sorted(game["stored"]) == sorted(game["replayed"])
            assert game["tab_row"] == [seat for seat, _ in game["replayed"]]
    acknowledged = 0
    for person in crowd.people:
        stored = [press for press in person.stored if press in order]
        acknowledged += len(stored)
        assert set(person.stored) - set(order) <= person.repeats, "an acknowledged action is missing"
    return acknowledged, games


async def test_kill_9_of_a_random_process_every_2_seconds_loses_nothing(site):
    chance = random.Random(9)
    crowd = Crowd(site, site.ask("tables", 20, 2, 2, "regular"), seed=9)
    kills = 0
    try:
        while not await crowd.are_done(2):
            server = chance.choice(site.fleet.servers)
            if not any(other.answers for other in site.fleet.servers if other is not server):
                continue  # on a slow machine a start takes longer than this: somebody has to be left to play with
            await asyncio.to_thread(server.kill)
            kills += 1
            server.start()
        acknowledged, games = await asyncio.to_thread(check_journals, site, crowd)
    finally:
        await crowd.go_home()
    print(f"\nkills survived: {kills}; actions acknowledged: {acknowledged}, lost 0, doubled 0; games: {games}")
    assert games == 20
    assert kills >= 5


async def test_redis_forgets_for_4_seconds_and_postgresql_falls_over_and_play_goes_on(site):
    crowd = Crowd(site, site.ask("tables", 6, 2, 2, "regular"), seed=4)
    try:
        await asyncio.sleep(5)
        site.redis.stop()
        await asyncio.sleep(4)
        site.redis.start()
        await asyncio.sleep(4)
        await asyncio.to_thread(site.postgresql.restart)
        assert await crowd.are_done(240), [person.phase for person in crowd.people]
        acknowledged, games = await asyncio.to_thread(check_journals, site, crowd)
    finally:
        await crowd.go_home()
    assert games == 6
    assert acknowledged > 0
