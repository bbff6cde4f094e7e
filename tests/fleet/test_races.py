"""The same thing at the same moment, at several processes: exactly one outcome each."""

from __future__ import annotations

import asyncio
import http.client
import random
import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.fleet.conftest import Site
from tests.fleet.person import Person

pytestmark = pytest.mark.timeout(400)

MOVE_SECONDS = 20 * 0.15


class Tables:
    """Some tables of three people, who sit at three different processes."""

    def __init__(self, site: Site, count: int) -> None:
        ports = [server.port for server in site.fleet.servers]
        self.site = site
        self.tables = site.ask("tables", count, 3, 0)
        self.people = [
            [
                Person(table["slug"], cookie, seat, lambda port=ports[seat]: port)
                for seat, cookie in enumerate(table["cookies"])
            ]
            for table in self.tables
        ]
        self.connected = [asyncio.create_task(person.be_there()) for people in self.people for person in people]

    async def go_home(self) -> None:
        for task in self.connected:
            task.cancel()
        await asyncio.gather(*self.connected, return_exceptions=True)

    async def entries(self) -> list[list[dict[str, Any]]]:
        """What the first game of each table holds."""
        journals = await asyncio.to_thread(self.site.ask, "journals", *(table["slug"] for table in self.tables))
        games = [journals[table["slug"]]["games"][0]["entries"] for table in self.tables]
        return [[entry for _, _, entry in game] for game in games]


async def take_an_order(people: list[Person]) -> Person:
    """Wait until somebody may shout, shout, and wait until that person has the order."""
    while True:
        able = [person for person in people if person.may("order")]
        if able:
            await able[0].press("order")
        for _ in range(20):
            await asyncio.sleep(0.05)
            if movers := [person for person in people if person.moves]:
                return movers[0]
        for person in people:
            if person.may("pass"):
                await person.press("pass")


async def test_the_same_bottle_move_sent_20_times_at_once_moves_one_bottle(site):
    tables = Tables(site, 5)

    async def move_twenty_times(people: list[Person]) -> None:
        """Everybody has a page at each process; whoever has the order moves at all of them at once."""
        ports = [server.port for server in site.fleet.servers]
        pages = [[Person(one.slug, one.cookie, one.seat, lambda port=port: port) for port in ports] for one in people]
        connected = [asyncio.create_task(page.be_there()) for of_one in pages for page in of_one]
        try:
            while True:
                taker = await take_an_order(people)
                twins = pages[taker.seat]
                for _ in range(20):
                    if all(twin.moves for twin in twins):
                        move = f"move {twins[0].moves[0]}"
                        await asyncio.gather(*(twins[number % 3].press(move) for number in range(20)))
                        await asyncio.sleep(1)
                        return
                    await asyncio.sleep(0.05)
        finally:
            for task in connected:
                task.cancel()
            await asyncio.gather(*connected, return_exceptions=True)

    try:
        await asyncio.gather(*(move_twenty_times(people) for people in tables.people))
        for entries in await tables.entries():
            moves = [outcome.count("move") for outcome in outcomes_of(entries)]
            assert sum(moves) >= 1
            assert max(moves) == 1, "a bottle was moved twice"
    finally:
        await tables.go_home()


async def test_a_move_and_its_time_out_in_the_same_instant_are_one_or_the_other_100_times(site):
    chance = random.Random(100)
    tables = Tables(site, 34)

    async def move_at_the_last_moment(people: list[Person]) -> None:
        for _ in range(4):
            taker = await take_an_order(people)
            left = float(re.search(r'data-left="([\d.]+)"', taker.regions["status"])[1])
            move = f"move {taker.moves[0]}"
            await asyncio.sleep(max(0.0, min(left, MOVE_SECONDS) + chance.uniform(-0.03, 0.03)))
            await taker.press(move)
            await asyncio.sleep(0.5)

    try:
        await asyncio.gather(*(move_at_the_last_moment(people) for people in tables.people))
        outcomes = [what for entries in await tables.entries() for what in outcomes_of(entries)]
    finally:
        await tables.go_home()
    assert len(outcomes) >= 100
    assert {len(outcome) for outcome in outcomes} == {1}, "an order had two outcomes, or none"


def outcomes_of(entries: list[dict[str, Any]]) -> list[list[str]]:
    """For each order that was taken by one shout alone: what became of it."""
    found: list[list[str]] = []
    for entry in entries:
        kind = entry.get("entry") or entry["act"]
        if kind == "verdict":
            found.append([])
        elif kind in ("move", "lapse") and found:
            found[-1].append(kind)
    return found if not found or found[-1] else found[:-1]


class Browser:
    """Plain forms over HTTP, with a session of somebody's own."""

    def __init__(self, port: int, cookie: str) -> None:
        self.port = port
        self.cookie = cookie
        self.token = self._request("GET", "/tables/new/")

    def post(self, path: str, **fields: str) -> int:
        body = urlencode({"csrfmiddlewaretoken": self.token, **fields})
        return self._request("POST", path, body)

    def _request(self, method: str, path: str, body: str | None = None) -> Any:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        headers = {"Cookie": self.cookie, "Content-Type": "application/x-www-form-urlencoded"}
        connection.request(method, path, body, headers)
        response = connection.getresponse()
        page = response.read().decode()
        for name, value in response.getheaders():
            if name.lower() == "set-cookie" and value.startswith("csrftoken="):
                self.cookie += "; " + value.split(";")[0]
        connection.close()
        if method == "POST":
            return response.status
        return re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)[1]


def test_two_want_the_last_chair_while_the_host_starts_or_leaves(site):
    ports = [server.port for server in site.fleet.servers]
    tables = site.ask("open_tables", 12)
    for round_number, table in enumerate(tables):
        host = Browser(ports[0], table["host"])
        rivals = [Browser(ports[number + 1], cookie) for number, cookie in enumerate(table["rivals"])]
        path = f"/tables/{table['slug']}"
        last = "start" if round_number % 2 else "leave"
        with ThreadPoolExecutor(3) as at_once:
            work = [at_once.submit(rival.post, f"{path}/join/") for rival in rivals]
            work.append(at_once.submit(host.post, f"{path}/{last}/"))
            assert all(done.result() < 500 for done in work)
    journals = site.ask("journals", *(table["slug"] for table in tables))
    for told in journals.values():
        assert told["taken"] <= 2
        assert told["status"] in ("open", "playing", "cancelled")
        assert told["live"] == (0 if told["status"] == "cancelled" else told["taken"]), (
            "somebody sits at a closed table"
        )
        assert told["status"] != "playing" or told["taken"] == 2
