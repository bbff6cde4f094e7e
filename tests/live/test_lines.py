"""The line to each page: measured by the server's pings, cut when its reader is too slow, whole after a reconnect."""

from __future__ import annotations

import asyncio
import json
from statistics import median

import pytest
from django.conf import settings as site_settings

from game import consumer
from game.consumer import PINGS_KEPT
from game.window import CAP, NO_PONG, cap_for
from tests.live.scenes import Scene, regions_in, scene

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("still")]


@pytest.fixture
def quick_pings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consumer, "FIRST_PINGS_EVERY", 0.05)
    monkeypatch.setattr(consumer, "PINGS_EVERY", 0.05)


async def shout_of(table: Scene) -> dict:
    return next(row for row in await table.rows() if row.get("entry") == "shout")


async def test_pings_begin_at_once_and_measure_the_line(quick_pings):
    table = await scene()
    page = await table.seat(0, answers_after=0.02)
    await page.until(lambda: len(table.lines()[0].round_trips) >= 3)
    assert 0.02 <= median(table.lines()[0].round_trips) < 1
    await table.close()


async def test_a_shout_is_allowed_the_median_of_the_measured_round_trips(quick_pings):
    table = await scene("Andre Bill Claire")
    shouter = await table.deal_until_someone_may_order()
    page = await table.seat(shouter)
    await page.until(lambda: len(table.lines()[0].round_trips) == 9)
    page.answers_pings = False
    await page.press("order")
    allowance = (await shout_of(table))["allowance"]
    assert allowance == pytest.approx(median(table.lines()[0].round_trips))
    assert 0 < allowance <= CAP
    await table.close()


async def test_a_line_that_was_never_measured_is_allowed_the_usual_tenth():
    table = await scene("Andre Bill Claire")
    shouter = await table.deal_until_someone_may_order()
    page = await table.seat(shouter, answers_pings=False)
    await page.press("order")
    assert (await shout_of(table))["allowance"] == NO_PONG
    await table.close()


async def test_a_late_pong_gains_the_cap_and_no_more(quick_pings):
    table = await scene("Andre Bill Claire")
    shouter = await table.deal_until_someone_may_order()
    page = await table.seat(shouter, answers_pings=False)
    await page.until(lambda: page.pings)
    await asyncio.sleep(0.5)
    await page.send({"pong": page.pings[0]})
    await page.press("order", lag=9, delay=9, sent_at=0, allowance=9)
    assert (await shout_of(table))["allowance"] == cap_for(table.state.pace.base) == CAP
    await table.close()


async def test_a_pong_counts_once():
    table = await scene()
    page = await table.seat(0, answers_pings=False)
    await page.until(lambda: page.pings)
    for _ in range(2):
        await page.send({"pong": page.pings[0]})
    assert (await page.refused())["refused"] == "bad_action"
    assert len(table.lines()[0].round_trips) == 1
    await table.close()


async def test_a_page_that_wakes_and_answers_many_old_pings_at_once_is_not_taken_for_nonsense(quick_pings):
    table = await scene()
    page = await table.seat(0, answers_pings=False)
    await page.until(lambda: len(page.pings) >= 20)
    for nonce in list(page.pings):
        await page.send({"pong": nonce})
    assert await page.press("hold") == "ok"
    assert page.code is None
    await table.close()


async def test_a_page_that_never_answers_is_remembered_so_many_pings_and_no_more(monkeypatch):
    monkeypatch.setattr(consumer, "FIRST_PINGS_EVERY", 0.001)
    monkeypatch.setattr(consumer, "PINGS_EVERY", 0.001)
    table = await scene()
    page = await table.seat(0, answers_pings=False)
    await page.until(lambda: len(page.pings) > 2 * PINGS_KEPT)
    (socket,) = table.live.sockets
    assert len(socket.pings) <= PINGS_KEPT
    await table.close()


async def test_pongs_cost_nothing_of_what_a_player_may_send(quick_pings):
    table = await scene()
    page = await table.seat(0)
    await page.until(lambda: len(page.pings) > 2 * site_settings.LASTCALL_ACTIONS_BURST)
    assert await page.press("hold") == "ok"
    await table.close()


async def test_a_reader_who_takes_nothing_is_cut_without_holding_anybody_up_and_recovers_by_coming_back(monkeypatch):
    monkeypatch.setattr(consumer, "OUTBOX_FRAMES", 5)
    monkeypatch.setattr(consumer, "FAREWELL_SECONDS", 0.05)
    table = await scene("Andre Bill Claire")
    slow, quick = await table.page(table.seated[0]), await table.seat(1)
    await slow.until(lambda: slow.frames)
    (socket,) = [one for one in table.live.sockets if one.seat == "0"]
    flows = asyncio.Event()
    send = socket.base_send

    async def held(message: dict[str, object]) -> None:
        if message["type"] == "websocket.send":
            await flows.wait()
        await send(message)

    monkeypatch.setattr(socket, "base_send", held)
    for _ in range(8):
        await table.clock("deal")
    assert await slow.ended() == 1013
    assert table.state.game.dealt == 8
    await quick.until(lambda: sum("deals" in frame or "card" in frame for frame in quick.frames) >= 8)
    assert len(socket.outbox) == 0
    back = await table.seat(0)
    assert f"{len(table.state.game.deck)} cards in the deck" in back.frames[0]
    await table.close()


async def test_a_reconnect_brings_the_whole_board_as_it_is_now():
    table = await scene("Andre Bill Claire")
    page = await table.seat(0)
    await page.close()
    await table.deal_until_someone_may_order()
    again, other = await table.seat(0), await table.seat(1)
    assert set(regions_in(again.frames[0])) == set(regions_in(page.frames[0]))
    shown = again.frames[0]
    assert f"{len(table.state.game.deck)} cards in the deck" in shown
    assert f'name="seen" value="{table.state.seen}"' in shown
    assert shown != other.frames[0]
    table.pages = [again, other]
    await table.close()


async def test_frames_hold_the_changed_regions_and_nothing_else():
    table = await scene("Andre Bill Claire")
    watcher = await table.watcher()
    await table.settled()
    count = len(watcher.frames)
    await table.clock("deal")
    await watcher.until(lambda: len(watcher.frames) > count)
    card = table.state.start.deck[0].word
    (frame,) = watcher.frames[count:]
    assert set(regions_in(frame)) == {"status", "seen", f"bartender-{card}"}
    assert "hx-swap-oob=beforeend:#log" in frame
    assert len(frame.encode()) < 900
    await table.close()


async def test_two_tabs_are_sent_the_same():
    table = await scene("Andre Bill Claire")
    first, second = await table.seat(0), await table.seat(0)
    await table.settled()
    counts = len(first.frames), len(second.frames)
    await first.press("hold")
    await table.clock("deal")
    await table.settled()
    firsts = [frame for frame in first.frames[counts[0] :] if not frame.startswith("{")]
    seconds = [frame for frame in second.frames[counts[1] :] if not frame.startswith("{")]
    assert firsts == seconds
    assert [json.loads(frame) for frame in second.frames if frame.startswith("{")] == []
    await table.close()
