"""Hints at the live table: allowed or not for all, on or off for oneself, and in the own part alone."""

from __future__ import annotations

import re
from unittest import mock

import pytest
from asgiref.sync import sync_to_async

from matches.models import Player
from matches.people import want_hints
from tests.live.scenes import Scene, scene
from tests.pages.browsers import Browser

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("live_tables", "still")]


def hints_in(html: str) -> list[str]:
    found = re.findall(r'<section id="hints".*?</section>', html, re.DOTALL)
    return re.findall(r"<p>(.*?)</p>", found[-1]) if found else []


async def press_switch(browser: Browser, table: Scene, value: str, **headers: str) -> int:
    path = f"/tables/{table.match.slug}/hints/"
    return (await browser.client.post(path, {"hints": value}, headers=headers)).status_code


async def test_where_the_table_allows_hints_everyone_reads_so_and_has_their_own():
    table = await scene("Andre Bill Claire", hints=True)
    andre, watcher = await table.seat(0), await table.watcher()
    await andre.shows('id="hints"')
    await watcher.shows("hints allowed")
    assert hints_in(andre.all())[-1].startswith("The least if it were last call now: ")
    assert 'id="hints' not in watcher.all()
    await table.close()


async def test_where_the_table_allows_none_there_are_none_and_nothing_is_computed():
    table = await scene("Andre Bill Claire", hints=False)
    with mock.patch("game.boards.hints_for") as asked:
        andre = await table.seat(0)
        await andre.shows("no hints")
        await table.clock("deal")
        await andre.shows("hand")
    assert 'id="hints' not in andre.all()
    asked.assert_not_called()
    await table.close()


async def test_whoever_switches_hints_off_gets_none_and_nothing_is_computed_for_them():
    table = await scene("Andre Bill Claire", hints=True)
    andre, bill = await table.seat(0), await table.seat(1)
    await andre.shows('id="hints"')
    frames = len(bill.frames)
    browser = Browser(table.seated[0])
    await browser.get(f"/tables/{table.match.slug}/")
    assert hints_in(browser.page)
    assert await press_switch(browser, table, "off", **{"HX-Request": "true"}) == 204
    await andre.shows("Hints for me: off")
    assert hints_in(andre.all()) == []
    assert len(bill.frames) == frames, "nobody else hears of it"
    with mock.patch("game.boards.hints_for") as asked:
        await table.clock("deal")
        assert {call.args[0].viewer for call in asked.call_args_list} <= {"1", "2"}
    await browser.get(f"/tables/{table.match.slug}/")
    assert hints_in(browser.page) == []
    assert "Hints for me: off" in browser.page
    await table.close()


async def test_the_switch_works_without_a_socket_and_is_remembered():
    table = await scene("Andre Bill", hints=True)
    browser = Browser(table.seated[0])
    await browser.get(f"/tables/{table.match.slug}/")
    for value, is_wanted in (("off", False), ("off", False), ("on", True)):
        assert await press_switch(browser, table, value) == 302
        assert (await Player.objects.aget(pk=table.seated[0].pk)).wants_hints is is_wanted
    await table.close()


async def test_a_press_of_the_switch_that_makes_no_sense_gets_a_sentence_and_changes_nothing():
    table = await scene("Andre Bill", hints=True)
    browser, stranger = Browser(table.seated[0]), Browser()
    await browser.get(f"/tables/{table.match.slug}/")
    for value in ("", "maybe", "ON"):
        assert await press_switch(browser, table, value) == 302
        await browser.get(f"/tables/{table.match.slug}/")
        assert browser.message() == "Hints are on or off."
    assert await press_switch(stranger, table, "off") == 302
    assert (await Player.objects.aget(pk=table.seated[0].pk)).wants_hints is True
    assert (await browser.client.get(f"/tables/{table.match.slug}/hints/")).status_code == 405
    await table.close()


async def test_hints_come_anew_with_every_card():
    table = await scene("Andre Bill Claire", hints=True)
    pages = [await table.seat(seat) for seat in range(3)]
    for page in pages:
        await page.shows('id="hints"')
    await table.deal_until_someone_may_order()
    await table.delivered()
    shown = [hints_in(page.all()) for page in pages]
    assert any(len(lines) > 1 for lines in shown)
    await table.close()


async def test_the_preference_is_kept_with_the_player_and_told_again_to_whoever_missed_it():
    table = await scene("Andre Bill", hints=True)
    with mock.patch("matches.people.notices.tell") as told:
        for is_wanted in (True, False, False):
            await sync_to_async(want_hints)(table.seated[0], is_wanted)
            assert (await Player.objects.aget(pk=table.seated[0].pk)).wants_hints is is_wanted
    assert [call.kwargs["hints"] for call in told.call_args_list] == [True, False, False]
    await table.close()


async def test_a_shout_in_an_open_window_changes_no_hint_of_anybody_else():
    table = await scene("Andre Bill Claire Doris", hints=True)
    shouter = await table.deal_until_someone_may_order()
    pages = [await table.seat(seat) for seat in range(4)]
    await table.delivered()
    before = [(len(page.frames), hints_in(page.all())) for page in pages]
    await table.live.table.ask(str(shouter), {"act": "order"})
    await table.delivered()
    for seat, page in enumerate(pages):
        if seat != shouter:
            assert (len(page.frames), hints_in(page.all())) == before[seat]
    await table.close()
