"""The making step at a live table: everyone acts freely, and its length tells nobody what only some may know (A19)."""

from __future__ import annotations

import pytest

from game.boards import Setting, own_part, public_board
from game.happenings import Happening
from game.rules import MakingPassed, Phase
from tests.table.builders import ANDRE, BILL, CLAIRE, DORIS, EDGAR, NAMES, Sitting, making

ALL = (ANDRE, BILL, CLAIRE, DORIS, EDGAR)
NOTHING = dict.fromkeys("01234", "GGBB GGBBT GGBB GGBBT")
"""Drinks that nobody can make of Jasmine's four vodka and a rum."""
SETTING = Setting("table", "Steady pace")


async def length(table: Sitting) -> float:
    began = table.state.phase_from
    while table.state.phase is Phase.MAKING:
        await table.until(table.state.due.at)
    return table.clock.now - began


@pytest.mark.parametrize(("pace", "least"), [("relaxed", 10), ("steady", 5), ("brisk", 3)])
async def test_ruling_a19_the_step_is_shown_for_a_while_though_nobody_can_make_anything(pace: str, least: float):
    assert await length(await making(pace=pace, drinks=NOTHING)) == pytest.approx(least)


async def test_ruling_a19_the_step_is_shown_for_a_while_though_all_have_passed_at_once():
    table = await making()
    for seat in ALL:
        await table.ask(seat, "pass")
    assert await length(table) == pytest.approx(5)


async def test_ruling_a19_the_step_ends_when_all_who_could_make_a_drink_have_passed():
    """Only Bill and Doris can; that the others say nothing keeps nobody waiting."""
    table = await making(drinks=NOTHING | {BILL: "RV GGBB GGBB GGBB", DORIS: "RV GGBB GGBB GGBB"})
    await table.wait(6)
    await table.ask(BILL, "pass")
    await table.wait(3)
    assert table.state.phase is Phase.MAKING
    await table.ask(DORIS, "pass")
    assert await length(table) == pytest.approx(9)


async def test_ruling_a19_the_step_ends_when_the_last_who_could_has_made_a_drink():
    table = await making(drinks=NOTHING | {DORIS: "RV GGBB GGBB GGBB"})
    await table.wait(7)
    await table.ask(DORIS, "make 0 jasmine")
    assert await length(table) == pytest.approx(7)


async def test_ruling_a19_when_the_time_is_up_it_counts_as_passed():
    table = await making(drinks=NOTHING | {DORIS: "RV GGBB GGBB GGBB"})
    assert await length(table) == pytest.approx(30)
    assert table.journal.entries[-1] == {"act": "close_making"}


async def test_a_person_who_comes_back_in_the_step_does_not_make_it_longer():
    table = await making(drinks=NOTHING)
    await table.wait(4.9)
    await table.table.append([{"entry": "back", "player": ANDRE}], lambda state: False)
    assert await length(table) == pytest.approx(5)


async def test_the_mover_deals_when_the_step_is_over():
    table = await making(BILL)
    await table.until_phase(Phase.DEALING)
    assert table.game.priority == (ANDRE, CLAIRE, DORIS, EDGAR, BILL)
    assert table.game.dealer == BILL


async def test_who_has_passed_may_still_make_a_drink():
    table = await making()
    await table.ask(DORIS, "pass")
    await table.ask(DORIS, "make 0 jasmine")
    assert table.game.player(DORIS).made == (0,)


async def test_making_and_passing_are_never_too_old():
    """They happen in parallel: only the rules decide."""
    table = await making()
    page = str(table.state.seen)
    await table.ask(DORIS, "make 0 jasmine", seen=page)
    await table.ask(CLAIRE, "make 0 jasmine", seen=page)
    await table.ask(ANDRE, "pass", seen=page)
    assert (table.game.player(CLAIRE).made, table.game.passed) == ((0,), {ANDRE})


async def test_everybody_may_pass_and_the_answer_tells_nothing_of_anyones_drinks():
    table = await making(drinks=NOTHING | {DORIS: "RV GGBB GGBB GGBB"})
    for seat in ALL:
        await table.ask(seat, "pass")
    assert table.game.passed == set(ALL)


async def test_nobody_elses_page_and_no_line_tells_who_passed():
    table, silent = await making(), await making()
    await table.ask(DORIS, "pass")
    for viewer in (None, ANDRE, BILL, CLAIRE, EDGAR):
        assert page(table, viewer) == page(silent, viewer)
    assert page(table, DORIS) != page(silent, DORIS)
    assert not any(isinstance(what, MakingPassed) for what in table.lines())
    assert table.state.seen == silent.state.seen


async def test_the_end_of_a_step_looks_alike_whatever_ended_it():
    by_time = await making(drinks=NOTHING | {DORIS: "RV GGBB GGBB GGBB"})
    by_passing = await making(drinks=NOTHING | {DORIS: "RV GGBB GGBB GGBB"})
    by_nothing = await making(drinks=NOTHING)
    await by_passing.ask(DORIS, "pass")
    ends: list[list[Happening]] = []
    for table in (by_time, by_passing, by_nothing):
        await length(table)
        ends.append([line.what for line in table.state.lines if line.at == table.clock.now])
        assert table.journal.entries[-1] == {"act": "close_making"}
    assert ends[0] == ends[1] == ends[2]


async def test_all_see_the_same_time_for_the_step_whoever_may_still_act():
    can, cannot = await making(), await making(drinks=NOTHING)
    assert page(can, None).seconds_left == page(cannot, None).seconds_left == 30


async def test_a_drink_that_lacks_a_bottle_is_refused_with_what_is_missing():
    table = await making()
    refused = await table.refusal(DORIS, "make 1 jasmine")
    assert refused.code == "missing_bottles"
    assert refused.sentence == "Jasmine is short of Gin for that Martini."


async def test_a_drink_made_already_or_without_a_card_is_refused_in_words_to_its_player():
    table = await making()
    await table.ask(DORIS, "make 0 jasmine")
    assert (await table.refusal(DORIS, "make 0 jasmine")).sentence == "You have already made that drink."
    assert (await table.refusal(DORIS, "make 9 jasmine")).sentence == "You have no drink card of that number."


async def test_ruling_a8_the_step_goes_on_for_everybody_when_somebody_has_made_the_last_drink():
    table = await making(made={ANDRE: (1, 2, 3), DORIS: (1, 2, 3)})
    await table.ask(DORIS, "make 0 jasmine")
    assert table.state.phase is Phase.MAKING
    await table.ask(ANDRE, "make 0 jasmine")
    await table.until_phase(Phase.LAST_CALL)
    assert table.game.tab_row == (ANDRE, DORIS)


def page(table: Sitting, viewer: str | None) -> object:
    now = table.clock.now
    if viewer is None:
        return public_board(table.state, SETTING, NAMES, {}, [], now)
    return own_part(table.state, viewer, NAMES, frozenset(), now)
