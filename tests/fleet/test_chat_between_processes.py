"""People of one table at three processes talk to each other: one order for all, and muting holds everywhere."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.fleet.conftest import Site
from tests.fleet.person import Person
from tests.fleet.test_races import Browser

pytestmark = pytest.mark.timeout(400)

LINE = re.compile(r'<li id="said-(\d+)"[^>]*>.*?<span dir="auto">(.*?)</span></li>')
LINES_EACH = 4
PATIENCE = 60.0


class Talker(Person):
    """Keeps the chat as the page would show it."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.chat: list[tuple[int, str]] | None = None

    async def _hear(self, frame: str) -> None:
        lines = [(int(number), words) for number, words in LINE.findall(frame)]
        if 'id="said"' in frame:
            self.chat = lines
        elif self.chat is not None:
            self.chat += lines
        await super()._hear(frame)

    def words(self) -> list[str]:
        return [words for _, words in self.chat or []]


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not is_so():
            await asyncio.sleep(0.02)


async def test_what_is_said_at_three_processes_at_once_is_read_at_all_in_one_order_and_muting_holds_at_each(site: Site):
    table = await asyncio.to_thread(site.ask, "chat_table", 3)
    ports = [server.port for server in site.fleet.servers]
    people = [
        Talker(table["slug"], cookie, seat, lambda port=ports[seat]: port)
        for seat, cookie in enumerate(table["cookies"])
    ]
    connected = [asyncio.create_task(person.be_there()) for person in people]
    try:
        await until(lambda: all(person.chat is not None for person in people))
        said = [f"line {number} of {seat}" for number in range(LINES_EACH) for seat in range(3)]
        for words in said:
            await people[int(words[-1])].send({"say": words})
        await until(lambda: all(len(person.words()) == len(said) for person in people))
        stored = [tuple(line) for line in await asyncio.to_thread(site.ask, "chat_lines", table["slug"])]
        assert [number for number, _ in stored] == list(range(1, len(said) + 1))
        assert sorted(words for _, words in stored) == sorted(said)
        for person in people:
            assert person.chat == stored

        # The first mutes the second, by a form at the third's process.
        muting = re.findall(r'value="(mute \d+)"', people[0].regions["chat-people"])
        browser = await asyncio.to_thread(Browser, ports[2], table["cookies"][0])
        assert await asyncio.to_thread(lambda: browser.post("/players/ignore/", how=muting[0], next="/")) == 302
        await until(lambda: not any(words.endswith("of 1") for words in people[0].words()))
        await people[1].send({"phrase": "Hello!"})
        await people[2].send({"phrase": "Cheers!"})
        await until(lambda: {"Hello!", "Cheers!"} <= set(people[1].words()) and "Cheers!" in people[0].words())
        assert "Hello!" not in people[0].words()
        assert len(people[0].words()) == 2 * LINES_EACH + 1
    finally:
        for task in connected:
            task.cancel()
        await asyncio.gather(*connected, return_exceptions=True)
