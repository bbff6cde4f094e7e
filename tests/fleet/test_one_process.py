"""One process on SQLite, as everybody starts it: kill -9 at the worst moments, and the game goes on."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable

import pytest

from tests.fleet.conftest import Site
from tests.fleet.person import Person

pytestmark = pytest.mark.timeout(300)

PHASES = {"moving": 60 * 0.4, "making": 60 * 0.4, "last_call": 240 * 0.4}
"""The relaxed pace, as scaled for these tests."""


async def wait_for(condition: Callable[[], object], seconds: float = 40) -> None:
    give_up_at = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < give_up_at, "it did not come about"
        await asyncio.sleep(0.01)


class Evening:
    """Two people at a table whose first game is near its end."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.server = site.fleet.servers[0]
        (table,) = site.ask("late_tables", 1, 2, 0)
        self.slug = table["slug"]
        self.people = [
            Person(self.slug, cookie, seat, lambda: self.server.port) for seat, cookie in enumerate(table["cookies"])
        ]
        self.connected = [asyncio.create_task(person.be_there()) for person in self.people]

    async def go_home(self) -> None:
        for task in self.connected:
            task.cancel()
        await asyncio.gather(*self.connected, return_exceptions=True)

    async def kill_and_start(self) -> float:
        """Seconds for which nobody served."""
        began = time.monotonic()
        losses = [person.losses for person in self.people]
        await asyncio.to_thread(self.server.kill)
        for person in self.people:
            person.regions.clear()
        self.server.start()
        await wait_for(
            lambda: all(
                person.losses > lost and "status" in person.regions
                for person, lost in zip(self.people, losses, strict=True)
            )
        )
        return time.monotonic() - began

    @property
    def board(self) -> dict[str, str]:
        """What the first person sees, less the countdown."""
        regions = {
            name: html for name, html in self.people[0].regions.items() if name not in ("notice", "log", "latest")
        }
        return {name: re.sub(r'data-left="[\d.]+"|<b>\d+</b> s left', "", html) for name, html in regions.items()}

    @property
    def left(self) -> float:
        return float(re.search(r'data-left="([\d.]+)"', self.people[0].regions["status"])[1])

    async def reach(self, phase: str) -> None:
        """Shout, move a bottle, make the last drink: until the game is in this phase."""
        first = self.people[0]
        await wait_for(lambda: any(person.may("order") for person in self.people))
        await next(person for person in self.people if person.may("order")).press("order")
        await wait_for(lambda: first.phase == "moving")
        if phase == "moving":
            return
        await wait_for(lambda: any(person.moves for person in self.people))
        mover = next(person for person in self.people if person.moves)
        await mover.press(f"move {mover.moves[0]}")
        await wait_for(lambda: first.phase == "making")
        if phase == "making":
            return
        await wait_for(lambda: first.makes)
        await first.press(first.makes[0])
        await self.people[1].press("pass")
        await wait_for(lambda: first.phase == "last_call")


@pytest.mark.parametrize("phase", PHASES)
async def test_the_game_goes_on_with_the_same_board_and_the_right_time_left(small_site, phase):
    evening = Evening(small_site)
    try:
        await evening.reach(phase)
        board, left, seen_at = evening.board, PHASES[phase], time.monotonic()
        await evening.kill_and_start()
        assert evening.board == board
        elapsed = time.monotonic() - seen_at
        assert evening.left <= left
        assert evening.left > left - elapsed - 3, "time was lost in the restart"
    finally:
        await evening.go_home()


async def test_a_shout_before_the_crash_takes_its_order_after_it(small_site):
    evening = Evening(small_site)
    try:
        await wait_for(lambda: any(person.may("order") for person in evening.people))
        shouter = next(person for person in evening.people if person.may("order"))
        press = await shouter.press("order")
        await wait_for(lambda: press in shouter.stored)
        await evening.kill_and_start()
        await wait_for(lambda: evening.people[0].phase == "moving")
        await wait_for(lambda: shouter.moves)
    finally:
        await evening.go_home()


async def test_a_killed_game_is_played_to_its_end(small_site):
    evening = Evening(small_site)
    try:
        await evening.reach("making")
        await evening.kill_and_start()
        await evening.people[0].press(evening.people[0].makes[0])
        await evening.people[1].press("pass")
        await wait_for(lambda: evening.people[1].makes and evening.people[0].phase == "last_call")
        await evening.people[1].press(evening.people[1].makes[0])
        await wait_for(lambda: evening.people[0].is_over)
        told = (await asyncio.to_thread(small_site.ask, "journals", evening.slug))[evening.slug]
        assert told["status"] == "over"
        assert sorted(told["games"][0]["stored"]) == sorted(told["games"][0]["replayed"])
    finally:
        await evening.go_home()
