"""While a window is open nothing tells anyone but the shouter, and silence proves nothing.

Two tables with the same cards and the same secret generator stand side by side; at one of them somebody shouts.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from game.boards import Setting, own_part, public_board
from game.rules import Phase
from tests.table.builders import ANDRE, BILL, CLAIRE, DORIS, EDGAR, NAMES, Sitting, dealt, making

SETTING = Setting("table", "Steady pace")
OTHERS = (ANDRE, CLAIRE, DORIS, EDGAR)


def shown(table: Sitting, *seats: str) -> dict[str, Any]:
    """All that pages of these seats and of watchers can show, and the numbers that go with it."""
    state, now = table.state, table.clock.now
    return {
        "board": public_board(state, SETTING, NAMES, {}, [], now),
        "own": {seat: own_part(state, seat, NAMES, frozenset(), now) for seat in seats},
        "seen": state.seen,
        "lines": [(line.number, line.at, line.what) for line in state.lines],
        "touched": state.touched,
        "phase": state.phase,
        "deadline": state.deadline,
    }


async def test_while_a_window_is_open_every_other_page_is_as_if_nobody_had_shouted():
    loud, quiet = await dealt(2), await dealt(2)
    start = loud.state.due.at - 0.6
    await loud.shout(BILL, start)
    for moment in range(1, 55):
        await loud.until(start + moment / 100)
        await quiet.until(start + moment / 100)
        assert shown(loud, *OTHERS) == shown(quiet, *OTHERS)
    assert loud.state.window_closes is not None


async def test_a_second_and_a_third_shout_and_a_dealers_press_show_nothing_either():
    loud, quiet = await dealt(2), await dealt(2)
    for seat, act in ((BILL, "order"), (ANDRE, "order"), (EDGAR, "deal"), (DORIS, "order")):
        await loud.ask(seat, act, press=f"{seat}{act}")
        assert shown(loud, CLAIRE, EDGAR) == shown(quiet, CLAIRE, EDGAR)


async def test_the_shouter_alone_sees_that_the_shout_was_heard():
    loud, quiet = await dealt(2), await dealt(2)
    await loud.ask(BILL, "order")
    mine, before = shown(loud, BILL)["own"][BILL], shown(quiet, BILL)["own"][BILL]
    assert mine.order.why_not == "You have shouted."
    assert mine._replace(order=before.order) == before


async def test_the_presses_of_others_are_answered_as_if_nobody_had_shouted():
    loud, quiet = await dealt(2), await dealt(2)
    await loud.ask(BILL, "order")
    for seat, act in ((EDGAR, "order"), (CLAIRE, "deal"), (CLAIRE, "pass"), (CLAIRE, "make 0 frank"), (DORIS, "lapse")):
        said, would_say = await loud.refusal(seat, act), await quiet.refusal(seat, act)
        assert (said.code, said.sentence) == (would_say.code, would_say.sentence)
    for table in (loud, quiet):
        await table.ask(CLAIRE, "hold", seen=str(table.state.seen))
        await table.ask(EDGAR, "deal", seen=str(table.state.seen))
    assert shown(loud, *OTHERS) == shown(quiet, *OTHERS)


async def test_hidden_entries_leave_no_gap_in_what_a_page_names():
    table = await making(BILL)
    seen, lines = table.state.seen, table.state.line_count
    for seat in (ANDRE, CLAIRE, DORIS):
        await table.ask(seat, "pass")
    assert (table.state.seen, table.state.line_count) == (seen, lines)


async def test_a_window_makes_one_visible_entry_and_one_line_however_many_shouted():
    one, three = await dealt(2), await dealt(2)
    seen, lines = one.state.seen, one.state.line_count
    await one.order_of(BILL)
    await three.order_of(BILL, ANDRE, CLAIRE)
    assert one.state.seen == three.state.seen == seen + 1
    assert one.state.line_count == three.state.line_count == lines + 1


async def test_no_page_shows_when_the_next_card_falls():
    table = await dealt(2)
    assert table.state.deadline is None
    assert public_board(table.state, SETTING, NAMES, {}, [], table.clock.now).seconds_left is None


@pytest.mark.parametrize("pressed", [False, True])
async def test_the_moment_of_the_verdict_tells_nothing_of_the_card_that_was_kept_back(pressed: bool):
    """It follows from the first shout alone."""
    waits = set()
    for after in (0.0, 0.5, 1.2):
        table = await dealt(2)
        await table.wait(after)
        await table.ask(BILL, "order")
        if pressed:
            await table.ask(EDGAR, "deal")
        opened = table.clock.now
        await table.until_phase(Phase.MOVING)
        waits.add(round(table.clock.now - opened, 6))
    assert waits == {1.1}


async def test_what_is_stored_of_a_shout_names_no_other_seat_and_no_card():
    table = await dealt(2)
    await table.ask(BILL, "order", press="b1")
    assert set(json.loads(table.journal.games[0][-1][2])) == {
        "entry",
        "player",
        "arrived",
        "allowance",
        "closes",
        "press",
    }
