"""Word of what happened: at once to whoever listens here, soon to the other processes, and never more than a hint."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer

from game import hub as hub_module
from game.hub import Hub, hub
from matches import notices

Heard = list[dict[str, Any]]


async def heard(told: Heard, count: int) -> Heard:
    async with asyncio.timeout(10):
        while len(told) < count:
            await asyncio.sleep(0.01)
    return told


@pytest.fixture
async def hubs(settings) -> AsyncIterator[tuple[Hub, Hub]]:
    """Those of two processes that share a channel layer."""
    settings.REDIS_URL = "redis://example"
    pair = Hub(asyncio.get_running_loop()), Hub(asyncio.get_running_loop())
    yield pair
    for one in pair:
        await one.close()


async def listening(one: Hub, topic: str) -> Heard:
    told: Heard = []
    one.listen(topic, told.append)
    await asyncio.gather(*(task for task in one.tasks if "_join" in repr(task.get_coro())))
    return told


async def test_whoever_listens_here_is_told_at_once_and_once():
    told: Heard = []
    hub().listen("table:x", told.append)
    hub().tell("table:x", {"number": 7})
    hub().tell("table:y", {"number": 8})
    assert told == [{"number": 7}]
    hub().unlisten("table:x", told.append)
    hub().tell("table:x", {"number": 9})
    assert told == [{"number": 7}]
    assert hub().listeners == {}


async def test_a_listener_that_fails_keeps_word_from_nobody_else(caplog):
    told: Heard = []
    hub().listen("table:x", lambda body: 1 / 0)
    hub().listen("table:x", told.append)
    hub().listen("table:x", lambda body: 1 / 0)
    hub().tell("table:x", {"number": 7})
    assert told == [{"number": 7}]
    assert "could not be taken in" in caplog.text


async def test_another_process_is_told_and_the_teller_does_not_hear_itself_again(hubs):
    here, there = hubs
    own, others = await listening(here, "table:x"), await listening(there, "table:x")
    here.tell("table:x", {"number": 7})
    assert own == [{"number": 7}]
    assert await heard(others, 1) == [{"number": 7}]
    there.tell("table:x", {"number": 8})
    assert await heard(own, 2) == [{"number": 7}, {"number": 8}]
    await asyncio.sleep(0.05)
    assert len(others) == 2


async def test_a_process_that_does_not_listen_to_a_table_is_sent_nothing_of_it(hubs):
    here, there = hubs
    told = await listening(there, "table:y")
    there_x = await listening(there, "table:x")
    there.unlisten("table:x", there_x.append)
    await asyncio.sleep(0.05)
    here.tell("table:x", {"number": 7})
    here.tell("table:y", {"number": 8})
    assert await heard(told, 1) == [{"number": 8}]
    assert there_x == []


async def test_a_lost_hint_is_no_error(hubs, monkeypatch, caplog):
    here, _ = hubs
    told = await listening(here, "table:x")

    async def gone(*arguments: object) -> None:
        raise ConnectionError("Redis is away")

    monkeypatch.setattr(get_channel_layer(), "group_send", gone)
    here.tell("table:x", {"number": 7})
    await asyncio.sleep(0.05)
    assert told == [{"number": 7}]
    assert "A hint was lost: ConnectionError" in caplog.text


async def test_a_layer_that_forgot_its_groups_is_joined_again(hubs, monkeypatch):
    here, there = hubs
    told = await listening(there, "table:x")
    get_channel_layer().groups.clear()
    monkeypatch.setattr(hub_module, "REJOIN_SECONDS", 0.01)
    rejoin = asyncio.create_task(there._rejoin())
    await asyncio.sleep(0.1)
    rejoin.cancel()
    here.tell("table:x", {"number": 7})
    assert await heard(told, 1) == [{"number": 7}]


async def test_what_a_thread_tells_arrives_on_the_loop_after_its_commit():
    told: Heard = []
    hub().listen("lobby", told.append)
    await sync_to_async(notices.tell)("lobby", why="a table was opened")
    assert await heard(told, 1) == [{"why": "a table was opened"}]
