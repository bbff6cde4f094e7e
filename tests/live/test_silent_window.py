"""While shouts are collected nothing tells anybody but the shouter; nor does anything tell who passed. (A1, A19)"""

from __future__ import annotations

import re

import pytest

from game.rules import Phase
from tests.live.scenes import Page, Scene, scene

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("still")]


async def heard(table: Scene, pages: list[Page]) -> list[tuple[int, int]]:
    """How many frames and bytes each page has been sent."""
    await table.settled()
    return [(len(page.frames), len(page.all())) for page in pages]


async def test_a_shout_in_an_open_window_sends_nobody_else_a_single_byte():
    table = await scene("Andre Bill Claire Doris")
    pages = [await table.seat(number) for number in range(4)]
    watcher = await table.watcher()
    shouter = await table.deal_until_someone_may_order()
    others = [page for page in [*pages, watcher] if page is not pages[shouter]]
    before = await heard(table, others)
    assert await pages[shouter].press("order", seen=table.state.seen) == "ok"
    await table.settled()
    assert table.state.window_closes is not None
    assert await heard(table, others) == before
    await pages[shouter].shows("You have shouted.")
    await table.close()


async def test_the_other_tabs_of_the_shouter_know_of_the_shout():
    table = await scene("Andre Bill Claire")
    shouter = await table.deal_until_someone_may_order()
    first, second = await table.seat(shouter), await table.seat(shouter)
    await first.press("order")
    await second.shows("You have shouted.", after=1)
    await table.close()


async def test_no_number_that_a_page_holds_counts_a_hidden_entry():
    table = await scene("Andre Bill Claire")
    shouter = await table.deal_until_someone_may_order()
    other = await table.seat((shouter + 1) % 3)
    seen = re.findall(r'name="seen" value="(\d+)"', other.all())[-1]
    await table.live.table.ask(str(shouter), {"act": "order"})
    fresh = await table.seat((shouter + 1) % 3)
    whole = fresh.frames[0]
    assert re.findall(r'name="seen" value="(\d+)"', whole)[-1] == seen
    numbers = re.compile(r'id="line-(\d+)"')
    assert numbers.findall(whole) == numbers.findall(other.frames[0])
    await table.close()


async def test_a_page_opened_inside_a_window_is_the_same_as_one_opened_before_it():
    table = await scene("Andre Bill Claire Doris")
    shouter = await table.deal_until_someone_may_order()
    other = (shouter + 1) % 4
    before = [(await table.seat(other)).frames[0], (await table.watcher()).frames[0]]
    await table.live.table.ask(str(shouter), {"act": "order"})
    inside = [(await table.seat(other)).frames[0], (await table.watcher()).frames[0]]
    assert [without_presence(frame) for frame in inside] == [without_presence(frame) for frame in before]
    await table.close()


def without_presence(frame: str) -> str:
    return re.sub(r'<span class="chip away">away</span>|<p class="marks">\s*</p>| away"', "", frame)


async def test_the_dealer_s_press_in_an_open_window_is_acknowledged_as_always_and_shown_to_nobody():
    table = await scene("Andre Bill Claire")
    dealer = int(table.state.game.dealer)
    pages = [await table.seat(number) for number in range(3)]
    shouter = await table.deal_until_someone_may_order()
    await table.live.table.ask(str(shouter), {"act": "order"})
    others = [page for number, page in enumerate(pages) if number != dealer]
    before = await heard(table, others)
    assert await pages[dealer].press("deal", seen=table.state.seen) == "ok"
    assert await heard(table, others) == before
    await table.close()


async def test_a_refused_shout_is_answered_alike_inside_a_window_and_outside():
    table = await scene("Andre Bill Claire")
    dealer = int(table.state.game.dealer)
    page = await table.seat(dealer)
    shouter = await table.deal_until_someone_may_order()
    await page.press("order", press="outside")
    await table.live.table.ask(str(shouter), {"act": "order"})
    await page.press("order", press="inside")
    outside, inside = page.answer_to("outside"), page.answer_to("inside")
    assert outside["refused"] == "dealer_may_not_order"
    assert {**inside, "press": ""} == {**outside, "press": ""}
    await table.close()


async def test_one_line_tells_all_at_the_close():
    table = await scene("Andre Bill Claire Doris")
    pages = [await table.seat(number) for number in range(4)]
    first = await table.deal_until_someone_may_order()
    shouters = [number for number in range(4) if table.view(number).may.order]
    for number in shouters:
        await pages[number].press("order", seen=table.state.seen)
    await table.settled()
    counts = [len(page.frames) for page in pages]
    await table.clock("close_orders")
    assert first in shouters
    for page, count in zip(pages, counts, strict=True):
        await page.shows("shouted at the same time", after=count)
        assert all(table.seated[number].name in page.all() for number in shouters)
    await table.close()


async def test_a_shout_for_cards_that_an_order_has_cleared_is_too_late_and_says_by_how_much():
    table = await scene("Andre Bill Claire")
    shouter = await table.deal_until_someone_may_order()
    late = await table.seat(next(number for number in range(3) if number != shouter))
    seen = table.state.seen
    await table.live.table.ask(str(shouter), {"act": "order"})
    await table.clock("close_orders")
    assert await late.press("order", seen=seen) == "too_late"
    assert re.search(r"Too late by \d+ ms", (await late.refused())["content"])
    await table.close()


async def test_who_passes_is_shown_to_nobody_and_changes_nothing_on_other_pages():
    table = await scene("Andre Bill Claire")
    taker = await table.deal_until_someone_may_order()
    await table.live.table.ask(str(taker), {"act": "order"})
    await table.clock("close_orders")
    move = table.view(taker).may.move[0]
    pages = [await table.seat(number) for number in range(3)]
    watcher = await table.watcher()
    await pages[taker].press(f"move {move.liquor.word} {move.giver.word} {move.receiver.word}")
    assert table.state.phase is Phase.MAKING
    for passing in range(3):
        others = [page for page in [*pages, watcher] if page is not pages[passing]]
        before = await heard(table, others)
        await pages[passing].press("pass")
        assert await heard(table, others) == before
    assert table.state.phase is Phase.MAKING, "the step is shown for its least time, whoever has passed"
    await table.close()


async def test_everybody_may_pass_whether_or_not_there_is_anything_to_make():
    table = await scene("Andre Bill Claire")
    taker = await table.deal_until_someone_may_order()
    await table.live.table.ask(str(taker), {"act": "order"})
    await table.clock("close_orders")
    move = table.view(taker).may.move[0]
    await table.live.table.ask(str(taker), {"act": f"move {move.liquor.word} {move.giver.word} {move.receiver.word}"})
    pages = [await table.seat(number) for number in range(3)]
    assert [await page.press("pass") for page in pages] == ["ok"] * 3
    assert [await page.press("pass") for page in pages] == ["already_passed"] * 3
    await table.close()
