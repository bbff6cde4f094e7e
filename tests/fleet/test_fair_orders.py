"""Orders at tables that three processes serve at once: one taker a window, always the highest marker that counted."""

from __future__ import annotations

import asyncio
import random

import pytest

from game.window import Shout, judge
from tests.fleet.person import Person
from tests.fleet.windows import windows_in

pytestmark = pytest.mark.timeout(700)

TABLES = 15
WINDOWS = 500
BASE = 0.4 * 0.15
"""Of the brisk pace, as scaled for these tests."""


async def shout_now_and_then(people: list[Person], chance: random.Random, enough: asyncio.Event) -> None:
    """Two to five people shout at random offsets; the taker moves a bottle; nobody makes drinks, so it goes on."""
    while not enough.is_set():
        await asyncio.sleep(0.05)
        movers = [person for person in people if person.moves]
        if movers:
            await movers[0].press(f"move {chance.choice(movers[0].moves)}")
            await asyncio.sleep(0.1)
            continue
        for person in people:
            if person.may("pass"):
                await person.press("pass")
        able = [person for person in people if person.may("order")]
        if len(able) >= 2:
            shouters = chance.sample(able, chance.randint(2, len(able)))
            await asyncio.gather(*(shout_after(person, chance.random() * 1.5 * BASE) for person in shouters))
            await asyncio.sleep(0.15)


async def shout_after(person: Person, seconds: float) -> None:
    await asyncio.sleep(seconds)
    await person.press("order")


async def test_500_windows_with_shouts_at_three_processes_give_one_order_each_to_the_highest_marker(site):
    chance = random.Random(500)
    ports = [server.port for server in site.fleet.servers]
    tables = site.ask("tables", TABLES, 5, 0)
    everybody, work, enough = [], [], asyncio.Event()
    for table in tables:
        people = [
            Person(table["slug"], cookie, seat, lambda port=ports[seat % 3]: port)
            for seat, cookie in enumerate(table["cookies"])
        ]
        everybody += people
        work += [asyncio.create_task(person.be_there()) for person in people]
        work.append(asyncio.create_task(shout_now_and_then(people, chance, enough)))
    slugs = [table["slug"] for table in tables]
    try:
        async with asyncio.timeout(600):
            while sum(person.orders for person in everybody if person.seat == 0) < WINDOWS:
                await asyncio.sleep(0.5)
    finally:
        enough.set()
        for task in work:
            task.cancel()
        await asyncio.gather(*work, return_exceptions=True)
    journals = await asyncio.to_thread(site.ask, "journals", *slugs)
    windows = [window for told in journals.values() for window in windows_in(told["games"])]
    assert len(windows) >= WINDOWS
    assert sum(len(window.shouts) >= 2 for window in windows) > WINDOWS / 2
    for window in windows:
        assert len(window.verdicts) == 1
        verdict = judge([Shout(*shout) for shout in window.shouts], BASE)
        counted = {player for player, _ in verdict.counted}
        assert {player for player, _ in window.verdicts[0]["counted"]} == counted
        assert window.verdicts[0]["taker"] == next(name for name in window.priority if name in counted)
    pressed = [press for window in windows for press in window.presses]
    assert len(pressed) == len(set(pressed)), "a shout was stored twice"
    stored = {press for told in journals.values() for game in told["games"] for press in presses_of(game)}
    for person in everybody:
        # Acknowledged without a row of its own: a second shout in one window, which is the same shout as the first.
        assert set(person.stored) <= person.sent
    assert len(stored & {press for person in everybody for press in person.stored}) > WINDOWS


def presses_of(game: dict) -> list[str]:
    return [entry["press"] for _, _, entry in game["entries"] if "press" in entry]
