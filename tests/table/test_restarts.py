"""A process that has just read the rows goes on like the one that wrote them, inside a window too."""

from __future__ import annotations

import pytest

from game.rules import Phase
from game.state import UnknownRules
from tests.table.builders import ANDRE, BILL, CLAIRE, DORIS, EDGAR, Sitting, dealt, making, moving


async def shouted() -> Sitting:
    table = await dealt(2)
    start = table.clock.now + 0.4
    await table.shout(DORIS, start, line=0.05)
    await table.shout(BILL, start + 0.3, line=0.2)
    return table


async def test_a_restart_in_a_window_closes_it_at_the_same_moment_with_the_same_verdict():
    before = await shouted()
    after = before.another()
    assert after.state.window_closes == before.state.window_closes
    assert after.state.due == before.state.due
    await after.until(after.state.window_closes)
    await before.table.catch_up()
    assert after.game.order_taker == before.game.order_taker == BILL
    assert after.state.verdict == before.state.verdict


async def test_a_window_whose_time_is_past_is_closed_when_the_table_is_served_again():
    before = await shouted()
    closes = before.state.window_closes
    before.clock.now += 300
    after = before.another()
    assert after.state.due == (closes, "close_orders")
    assert (await after.refusal(ANDRE, "order")).code == "too_late"
    await after.table.tick()
    assert after.game.order_taker == BILL
    assert after.state.due.at == after.clock.now + 30, "the taker has a whole time from the verdict on"


async def test_a_shout_that_is_repeated_after_the_restart_is_still_one():
    table = await dealt(2)
    await table.ask(BILL, "order", press="b1")
    after = table.another()
    await after.ask(BILL, "order", press="b1")
    await after.ask(BILL, "order", press="b2")
    assert table.journal.kinds().count("shout") == 1


@pytest.mark.parametrize("act", ["deal", "hold"])
async def test_the_next_card_falls_at_the_same_moment_after_a_restart(act: str):
    table = await dealt(3)
    await table.wait(0.3)
    await table.ask(EDGAR, act)
    assert table.another().state.due == table.state.due


async def test_all_that_is_due_has_the_right_time_left_after_a_restart():
    for table in (await dealt(1), await moving(BILL), await making(BILL)):
        table.clock.now += 1
        assert table.another().state.due == table.state.due


async def test_a_making_step_that_all_have_passed_ends_alike_after_a_restart():
    table = await making(BILL)
    await table.wait(6)
    for seat in (ANDRE, BILL, CLAIRE, DORIS, EDGAR):
        await table.ask(seat, "pass")
    after = table.another()
    assert after.state.due == table.state.due == (table.clock.now, "close_making")


async def test_what_fell_due_while_nobody_served_the_table_comes_about_once():
    before = await making(BILL)
    before.clock.now += 3600
    tables = [before.another(), before.another()]
    for table in tables:
        await table.table.tick()
    assert before.journal.kinds().count("close_making") == 1
    assert tables[0].state.phase is Phase.DEALING


async def test_a_card_is_dealt_at_once_after_a_long_time_without_a_server_and_then_at_its_pace():
    table = await dealt(1)
    table.clock.now += 3600
    after = table.another()
    await after.until(after.clock.now)
    assert after.game.dealt == 2
    assert after.state.due.at >= after.clock.now + 0.7 * 4


async def test_a_journal_of_other_rules_is_refused_with_words_and_never_played_under_ours():
    table = await dealt(1)
    number, at, entry = table.journal.games[0][0]
    table.journal.games[0][0] = (number, at, entry.replace('"rules": "', '"rules": "older than '))
    with pytest.raises(UnknownRules, match="rules version older than"):
        table.another()
