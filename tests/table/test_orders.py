"""Using an order, or not: the move, the lapse, and whom it passes to (A5)."""

from __future__ import annotations

import pytest

from game.rules import Phase
from game.words import log_lines
from tests.table.builders import ANDRE, BILL, CLAIRE, DORIS, EDGAR, NAMES, dealt, moving


async def test_the_order_taker_moves_a_bottle_and_the_making_step_begins():
    table = await moving(BILL)
    await table.ask(BILL, "move rum frank jasmine", seen=str(table.state.seen))
    assert table.state.phase is Phase.MAKING


async def test_a_bottle_can_be_chosen_first_and_the_bartender_after_it():
    table = await moving(BILL)
    await table.ask(BILL, "move-to jasmine", bottle="frank rum")
    assert table.journal.entries[-1]["receiver"] == "jasmine"


@pytest.mark.parametrize("bottle", [None, "", "rum", "frank rum gin", 7, ["frank", "rum"]])
async def test_a_bartender_without_a_bottle_is_no_move(bottle: object):
    table = await moving(BILL)
    data = {} if bottle is None else {"bottle": bottle}
    assert (await table.refusal(BILL, "move-to jasmine", **data)).code == "no_bottle_chosen"


async def test_nobody_else_moves_and_the_refusal_says_whose_order_it_is():
    table = await moving(BILL)
    assert (await table.refusal(CLAIRE, "move rum frank jasmine")).sentence == "The order is Bill’s, not yours."


async def test_ruling_a5_when_the_time_is_up_the_order_lapses_and_dealing_goes_on():
    table = await moving(BILL)
    began = table.clock.now
    await table.until(began + 29.9)
    assert table.state.phase is Phase.MOVING
    await table.until(began + 30)
    assert table.journal.entries[-1] == {"act": "lapse", "player": BILL, "by": "clock"}
    assert (table.state.phase, table.game.dealer, table.game.dealt) == (Phase.DEALING, EDGAR, 2)
    assert table.game.cards[:2] == (1, 1), "the cards stay"


async def test_ruling_a5_an_order_passes_to_the_next_highest_who_shouted_with_a_whole_time():
    table = await moving(BILL, DORIS, CLAIRE)
    await table.wait(20)
    await table.ask(BILL, "lapse", seen=str(table.state.seen))
    given = table.clock.now
    assert table.game.order_taker == CLAIRE
    await table.until(given + 29.9)
    assert table.game.order_taker == CLAIRE
    await table.until(given + 30)
    assert table.game.order_taker == DORIS
    await table.until(given + 60)
    assert table.state.phase is Phase.DEALING


async def test_ruling_a5_who_was_too_late_is_not_among_those_it_passes_to():
    table = await dealt(2)
    start = table.clock.now + 0.5
    await table.shout(DORIS, start)
    await table.shout(ANDRE, start + 0.9)
    await table.wait(1)
    await table.ask(DORIS, "lapse")
    assert table.state.phase is Phase.DEALING


async def test_ruling_a5_who_let_an_order_lapse_waits_for_a_card_then_two_then_four():
    table = await moving(BILL, deck="frank jasmine kathy mona otto ray frank jasmine kathy mona otto ray")
    for cards in (1, 2, 4):
        await table.ask(BILL, "lapse")
        for left in range(cards, 0, -1):
            refused = await table.refusal(BILL, "order")
            assert refused.code == "may_not_order_yet"
            assert (
                f"until {'1 more card has' if left == 1 else f'{left} more cards have'} been dealt" in refused.sentence
            )
            await table.until_dealt(table.game.dealt + 1)
        await table.order_of(BILL)


async def test_the_others_may_order_at_once_after_a_lapse():
    table = await moving(BILL)
    await table.ask(BILL, "lapse")
    await table.order_of(CLAIRE)
    assert table.game.order_taker == CLAIRE


async def test_the_wait_for_a_card_begins_anew_after_a_lapse():
    table = await moving(BILL)
    await table.ask(BILL, "lapse")
    due = table.state.due
    assert due.what == "deal"
    assert 0.7 * 4 <= due.at - table.clock.now <= 1.3 * 4 + 1.1


async def test_only_the_order_taker_gives_the_order_up():
    table = await moving(BILL)
    refused = await table.refusal(CLAIRE, "lapse")
    assert refused.sentence == "The order is Bill’s, not yours."


async def test_the_log_tells_of_the_lapse_and_of_who_takes_the_order_next():
    table = await moving(BILL, CLAIRE)
    await table.wait(30)
    assert [line.words for line in log_lines(table.state.lines, NAMES)][-3:] == [
        "Bill’s time to move a bottle ran out.",
        "Bill’s order lapses: no order from Bill until 1 more card has been dealt.",
        "Claire, next in the column of those who shouted, takes the order.",
    ]


@pytest.mark.parametrize("act", ["deal", "move rum frank jasmine", "lapse"])
async def test_a_press_on_a_page_that_another_thing_has_followed_is_stale(act: str):
    table = await moving(BILL)
    page = str(table.state.seen)
    await table.ask(BILL, "lapse")
    await table.until_dealt(3)
    await table.order_of(CLAIRE)
    assert (await table.refusal(CLAIRE, act, seen=page)).code == "stale"


async def test_a_second_click_on_deal_is_stale():
    table = await dealt(1)
    page = str(table.state.seen)
    await table.ask(EDGAR, "deal", seen=page, press="d1")
    await table.until_dealt(2)
    assert (await table.refusal(EDGAR, "deal", seen=page, press="d2")).code == "stale"


async def test_a_press_without_a_page_is_judged_by_the_rules_alone():
    table = await moving(BILL)
    await table.ask(BILL, "move rum frank jasmine")
    assert table.state.phase is Phase.MAKING
