"""Shouts at a live table: the window that the first opens, its verdict, and shouts that do not count."""

from __future__ import annotations

import pytest

from game.happenings import VerdictGiven
from game.rules import Phase
from game.words import verdict_in_words
from tests.table.builders import ANDRE, BILL, CLAIRE, DORIS, EDGAR, NAMES, Sitting, dealt, making, moving, sitting


def verdict(table: Sitting) -> VerdictGiven:
    return next(what for what in reversed(table.lines()) if isinstance(what, VerdictGiven))


async def test_the_first_valid_shout_opens_the_window_and_says_when_it_closes():
    table = await dealt(2)
    at = table.clock.now + 0.5
    await table.shout(CLAIRE, at, line=0.2)
    assert table.state.window_closes == pytest.approx(at + 0.75 + 0.35)
    assert table.journal.entries[-1] == {
        "entry": "shout",
        "player": CLAIRE,
        "arrived": at,
        "allowance": 0.2,
        "closes": table.state.window_closes,
    }
    assert table.game.phase is Phase.DEALING, "the rules hear of it only when it closes"


@pytest.mark.parametrize(("pace", "length"), [("relaxed", 2.35), ("steady", 1.1), ("brisk", 0.74)])
async def test_the_window_closes_a_base_and_a_cap_after_the_first_arrival(pace: str, length: float):
    table = await dealt(2, pace=pace)
    await table.ask(CLAIRE, "order")
    opened = table.clock.now
    await table.until(opened + length - 0.001)
    assert table.state.phase is Phase.DEALING
    await table.until(opened + length + 0.001)
    assert table.state.phase is Phase.MOVING


async def test_a_later_shout_does_not_hold_the_window_open():
    table = await dealt(2)
    await table.ask(CLAIRE, "order")
    closes = table.state.window_closes
    await table.wait(0.7)
    await table.ask(BILL, "order")
    assert table.state.window_closes == closes
    assert "closes" not in table.journal.entries[-1]


async def test_the_higher_marker_takes_the_order_not_the_first_to_shout():
    table = await dealt(2)
    await table.ask(DORIS, "order")
    await table.wait(0.4)
    await table.ask(BILL, "order")
    await table.wait(2)
    assert table.game.order_taker == BILL
    assert verdict(table) == VerdictGiven(BILL, ((DORIS, 0.0), (BILL, 0.4)), ())


async def test_orders_close_and_verdict_are_stored_as_one():
    table = await dealt(2)
    await table.order_of(DORIS, BILL)
    assert table.journal.kinds()[-6:] == ["shout", "shout", "order", "order", "close_orders", "verdict"]
    assert len({at for _, at, _ in table.journal.games[0][-4:]}) == 1
    assert table.rows_when_told[-1] == table.rows_when_told[-2] + 4


async def test_the_order_goes_by_fair_time_and_not_by_arrival():
    """Doris is heard first over a fast line; Andre, far away, shouted before her."""
    table = await dealt(2)
    start = table.clock.now + 0.5
    await table.shout(DORIS, start)
    await table.shout(ANDRE, start + 0.9, line=0.3)
    await table.wait(2)
    assert verdict(table).counted == ((DORIS, 0.0), (ANDRE, 0.6))
    assert table.game.order_taker == ANDRE


async def test_who_shouts_after_the_base_is_told_by_how_much():
    table = await dealt(2)
    start = table.clock.now + 0.5
    await table.shout(DORIS, start)
    await table.shout(ANDRE, start + 0.9, line=0.03)
    await table.wait(2)
    assert table.game.order_taker == DORIS
    assert verdict(table).late == ((ANDRE, 0.12),)
    assert "Andre was too late by 120 ms." in verdict_in_words(verdict(table), NAMES)
    assert "order" not in [entry.get("act") for entry in table.journal.entries if entry.get("player") == ANDRE]


async def test_all_arrivals_stay_in_the_journal():
    table = await dealt(2)
    start = table.clock.now + 0.5
    await table.shout(DORIS, start)
    await table.shout(ANDRE, start + 0.9)
    await table.wait(2)
    arrivals = {entry["player"]: entry["arrived"] for entry in table.journal.entries if entry.get("entry") == "shout"}
    assert arrivals == {DORIS: start, ANDRE: start + 0.9}


async def test_a_shout_that_arrives_after_the_close_is_refused_though_the_verdict_is_not_yet_written():
    table = await dealt(2)
    await table.ask(DORIS, "order")
    table.clock.now = table.state.window_closes + 0.05
    refused = await table.refusal(BILL, "order")
    assert refused.code == "too_late"
    assert refused.sentence == "Too late by 400 ms: that order was already taken."
    await table.table.tick()
    assert table.game.order_taker == DORIS


async def test_a_shout_from_a_page_older_than_the_last_order_is_too_late_by_so_much():
    table = await dealt(2)
    page = str(table.state.seen)
    start = table.clock.now
    await table.ask(DORIS, "order", seen=page)
    await table.until(start + 1.5)
    refused = await table.refusal(BILL, "order", seen=page, line=0.25)
    assert refused.code == "too_late"
    assert refused.sentence == "Too late by 500 ms: that order was already taken."


async def test_a_shout_meant_for_cards_that_an_order_has_cleared_is_void_when_cards_lie_there_again():
    table = await dealt(2, deck="frank jasmine kathy kathy kathy")
    page = str(table.state.seen)
    await table.order_of(DORIS)
    await table.ask(DORIS, "move rum frank jasmine")
    await table.until_dealt(5)
    assert (await table.refusal(BILL, "order", seen=page)).code == "too_late"
    await table.ask(BILL, "order", seen=str(table.state.seen))
    assert table.state.window_closes is not None


async def test_a_shout_from_a_page_a_few_cards_old_counts():
    table = await dealt(2)
    page = str(table.state.seen)
    await table.until_dealt(4)
    await table.ask(BILL, "order", seen=page)
    assert [shout.player for shout in table.state.shouts] == [BILL]


async def test_a_shout_from_the_page_of_the_game_before_is_void():
    table = await making(BILL, games=2, made=dict.fromkeys("01234", (1, 2, 3)))
    for seat in (ANDRE, BILL, CLAIRE, DORIS, EDGAR):
        await table.ask(seat, "make 0 jasmine")
    await table.until_phase(Phase.OVER)
    page = str(table.state.seen)
    await table.until_phase(Phase.DEALING)
    while await _may_not_order(table, ANDRE):
        await table.until(table.state.due.at)
    refused = await table.refusal(ANDRE, "order", seen=page)
    assert refused.sentence == "That was meant for the game before this one."


async def _may_not_order(table: Sitting, seat: str) -> bool:
    from game.asks import why_not_order

    return bool(why_not_order(table.state, seat, NAMES))


async def test_repeats_of_a_press_are_one_shout():
    table = await dealt(2)
    for _ in range(3):
        await table.ask(BILL, "order", press="b1")
    assert table.journal.kinds().count("shout") == 1


async def test_a_second_shout_of_the_same_seat_is_the_first_one():
    table = await dealt(2)
    await table.ask(BILL, "order", press="b1")
    await table.wait(0.3)
    await table.ask(BILL, "order", press="b2")
    assert table.journal.kinds().count("shout") == 1


async def test_a_repeat_of_a_press_that_counted_is_silent_after_the_verdict_too():
    table = await dealt(2)
    page = str(table.state.seen)
    await table.ask(BILL, "order", press="b1", seen=page)
    await table.wait(2)
    rows = len(table.journal.games[0])
    await table.ask(BILL, "order", press="b1", seen=page)
    assert len(table.journal.games[0]) == rows


async def test_ruling_a4_a_shout_while_no_bottle_can_move_is_refused_and_dealing_goes_on():
    table = await dealt(1)
    due = table.state.due
    assert (await table.refusal(BILL, "order")).code == "no_legal_move"
    assert table.state.due == due
    await table.until_dealt(2)
    await table.ask(BILL, "order")
    assert table.state.window_closes is not None


async def test_ruling_a3_a_shout_is_judged_on_what_lies_there_after_the_fourth_card():
    table = await dealt(3, deck="frank frank frank frank")
    await table.until_dealt(4)
    assert (await table.refusal(BILL, "order")).code == "no_legal_move"


async def test_ruling_a3_an_open_shout_stops_the_fourth_card():
    table = await dealt(3, deck="frank frank frank frank")
    await table.shout(BILL, table.state.due.at - 0.001)
    await table.wait(0.5)
    assert table.game.dealt == 3
    await table.wait(1)
    assert table.game.order_taker == BILL
    assert table.game.cards[0] == 3


async def test_the_dealer_may_not_shout_when_three_or_more_play():
    table = await dealt(2)
    refused = await table.refusal(EDGAR, "order")
    assert refused.code == "dealer_may_not_order"
    assert refused.sentence == "You are the dealer, and the dealer may not order."


async def test_the_dealer_may_shout_when_two_play_and_stays_dealer():
    table = await dealt(2, priority="01")
    await table.order_of(BILL)
    await table.ask(BILL, "move rum frank jasmine")
    await table.until_phase(Phase.DEALING)
    assert table.game.dealer == BILL


async def test_of_two_who_both_shout_the_one_who_does_not_deal_takes_the_order():
    table = await dealt(2, priority="01")
    await table.order_of(BILL, ANDRE)
    assert table.game.order_taker == ANDRE
    assert verdict_in_words(verdict(table), {ANDRE: "Andre", BILL: "Bill"}) == (
        "Order! Bill and Andre shouted at the same time; Andre does not deal and takes it."
    )


async def test_a_shout_outside_dealing_is_refused_with_the_reason():
    table = await moving(BILL)
    refused = await table.refusal(CLAIRE, "order")
    assert refused.code == "wrong_phase"
    assert refused.sentence == ("No order can be placed now: Bill has the order and has not moved a bottle yet.")


async def test_a_bot_is_allowed_nothing_and_a_form_a_tenth_of_a_second():
    table = await dealt(2)
    await table.ask(BILL, "order", line=0.0)
    await table.table.ask(CLAIRE, {"act": "order"})
    assert [shout.allowance for shout in table.state.shouts] == [0.0, 0.1]


async def test_a_card_that_falls_due_while_the_window_is_open_is_kept_back_and_void():
    table = await dealt(2)
    due = table.state.due
    await table.shout(BILL, due.at - 0.01)
    await table.wait(0.9)
    assert table.clock.now > due.at
    assert table.game.dealt == 2
    await table.wait(1)
    assert (table.game.dealt, table.state.phase) == (2, Phase.MOVING)


async def test_the_dealers_press_while_the_window_is_open_is_kept_back_and_void():
    table = await dealt(2)
    await table.wait(1.1)
    await table.ask(BILL, "order")
    await table.ask(EDGAR, "deal", seen=str(table.state.seen))
    await table.until_phase(Phase.MOVING)
    assert table.game.dealt == 2
    await table.ask(BILL, "move rum frank jasmine")
    await table.until_phase(Phase.DEALING)
    assert table.state.hurried_at is None
    assert table.state.due.at > table.clock.now + 2.5, "the new wait is an ordinary one"


async def test_while_nobody_shouts_no_window_is_open():
    table = sitting()
    await table.until_dealt(40)
    assert table.journal.kinds() == ["start", *["deal"] * 40]
