"""Between two games, and what people decide together: the next game, proposals, bots that sit in, leaving for good."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from game.rules import Phase
from tests.table.builders import ANDRE, BILL, CLAIRE, Sitting, dealt, making, moving


async def over(**setting: Any) -> Sitting:
    """A first game of two that is over, after all made their last drink in one step; Claire moved the bottle."""
    setting = {"games": 2, "made": dict.fromkeys("012", (1, 2, 3))} | setting
    table = await making(CLAIRE, priority="201", **setting)
    for seat in (ANDRE, BILL, CLAIRE):
        if not setting.get("bots", {}).get(seat):
            await table.ask(seat, "make 0 jasmine")
    await table.until_phase(Phase.OVER)
    return table


async def test_the_next_game_begins_when_all_people_are_ready():
    table = await over()
    for seat in (ANDRE, BILL):
        await table.ask(seat, "ready", seen=str(table.state.seen))
    assert table.state.due.at == pytest.approx(table.state.phase_from + 60)
    await table.ask(CLAIRE, "ready", seen=str(table.state.seen))
    await table.wait(0)
    assert table.state.game_number == 2
    assert table.state.phase is Phase.DEALING


async def test_the_next_game_begins_after_the_time_whoever_is_ready():
    table = await over()
    await table.wait(59.9)
    assert table.state.game_number == 1
    await table.wait(0.2)
    assert table.state.game_number == 2


async def test_the_settle_up_order_is_the_priority_of_the_next_game():
    table = await over()
    tab_row = table.game.tab_row
    assert tab_row == (CLAIRE, ANDRE, BILL)
    await table.wait(61)
    assert table.game.priority == tab_row
    assert table.game.dealer == BILL


async def test_ruling_a15_so_it_is_with_two_players():
    table = await making(BILL, priority="01", games=2, made=dict.fromkeys("01", (1, 2, 3)))
    await table.ask(BILL, "make 0 jasmine")
    await table.ask(ANDRE, "make 0 jasmine")
    await table.until_phase(Phase.OVER)
    await table.wait(61)
    assert table.game.priority == (ANDRE, BILL)


async def test_the_next_game_has_new_cards_no_ice_and_holds_anew():
    table = await over()
    before = table.state
    await table.wait(61)
    assert table.game.bottles != before.game.bottles
    assert all(player.ice == 0 and not player.made and len(player.drinks) == 4 for player in table.game.players)
    assert not table.state.holds
    assert table.state.ready == frozenset()


async def test_counts_of_things_seen_and_of_lines_go_on_through_the_match():
    table = await over()
    seen, lines = table.state.seen, table.state.line_count
    await table.wait(61)
    assert table.state.seen == seen + 1
    assert [line.number for line in table.state.lines] == [lines + 1]


async def test_readiness_is_said_once_and_only_between_games():
    table = await over()
    await table.ask(ANDRE, "ready")
    rows = len(table.journal.games[0])
    await table.ask(ANDRE, "ready")
    assert len(table.journal.games[0]) == rows
    await table.wait(61)
    assert (await table.refusal(ANDRE, "ready")).code == "wrong_phase"


async def test_readiness_on_the_page_of_a_running_game_is_stale():
    table = await over()
    assert (await table.refusal(ANDRE, "ready", seen=str(table.state.seen - 1))).code == "stale"


async def test_that_others_are_ready_makes_nobodys_press_stale():
    table = await over()
    page = str(table.state.seen)
    for seat in (ANDRE, BILL, CLAIRE):
        await table.ask(seat, "ready", seen=page)
    assert table.state.ready == {ANDRE, BILL, CLAIRE}


async def test_bots_and_those_for_whom_a_bot_plays_are_not_waited_for():
    table = await over(bots={BILL: "regular"}, made={ANDRE: (1, 2, 3), BILL: (), CLAIRE: (1, 2, 3)})
    await table.ask(ANDRE, "sit-in 2", absent=CLAIRE)
    await table.ask(ANDRE, "ready")
    await table.wait(0)
    assert table.state.game_number == 2
    assert table.state.sitting_in == {CLAIRE}


async def test_when_bots_play_for_all_people_the_score_sheet_is_shown_for_its_time():
    table = await over(bots={BILL: "regular", CLAIRE: "regular"}, made={ANDRE: (1, 2, 3)})
    await table.table.append([{"entry": "sit_in", "player": ANDRE}], lambda state: False)
    await table.wait(59)
    assert table.state.game_number == 1
    await table.wait(2)
    assert table.state.game_number == 2


async def test_two_processes_begin_the_next_game_once():
    here = await over()
    there = here.another()
    here.clock.now = here.state.due.at
    await asyncio.gather(here.table.tick(), there.table.tick())
    assert len(here.journal.games) == 2
    assert here.state.game_number == there.state.game_number == 2
    assert here.state.game == there.state.game


async def test_whoever_left_between_the_games_has_left_in_the_next():
    here = await over()
    there = here.another()
    await there.ask(CLAIRE, "leave")
    await here.wait(61)
    assert here.state.left == {CLAIRE}


async def test_the_last_game_of_a_match_is_followed_by_nothing():
    table = await over(games=1)
    assert table.state.is_match_over
    assert table.state.due is None
    assert (await table.refusal(ANDRE, "ready")).code == "wrong_phase"


# -- proposals --


async def test_ruling_a20_a_game_ends_unscored_when_all_people_at_the_table_agree():
    table = await dealt(2, priority="012")
    await table.ask(ANDRE, "propose end_game")
    await table.ask(BILL, "agree")
    assert table.state.phase is Phase.DEALING
    await table.ask(CLAIRE, "agree")
    assert table.state.ended == "stopped"
    assert table.state.is_match_over
    assert table.journal.outcomes[-1].ended == "stopped"
    assert table.table.past[-1].ice == {}


async def test_a_proposal_that_one_refuses_is_over_and_can_be_made_again():
    table = await dealt(2, priority="012")
    await table.ask(ANDRE, "propose end_game")
    await table.ask(BILL, "agree")
    await table.ask(CLAIRE, "refuse")
    assert table.state.proposal is None
    assert (await table.refusal(BILL, "agree")).code == "no_proposal"
    assert (await table.refusal(BILL, "refuse")).code == "no_proposal"
    await table.ask(CLAIRE, "propose end_game")
    assert table.state.proposal.agreed == {CLAIRE}


async def test_one_proposal_at_a_time():
    table = await dealt(2, priority="012")
    await table.ask(ANDRE, "propose end_game")
    assert (await table.refusal(BILL, "propose end_game")).code == "may_not_propose"


async def test_agreeing_twice_is_agreeing_once():
    table = await dealt(2, priority="012")
    await table.ask(ANDRE, "propose end_game")
    for _ in range(3):
        await table.ask(ANDRE, "agree")
        await table.ask(BILL, "agree")
    assert table.journal.kinds().count("agree") == 1


async def test_a_single_person_among_bots_ends_the_game_alone():
    table = await dealt(2, priority="012", bots={BILL: "regular", CLAIRE: "pro"})
    await table.ask(ANDRE, "propose end_game")
    assert table.state.ended == "stopped"


async def test_bots_have_no_say():
    table = await dealt(2, priority="012", bots={CLAIRE: "pro"})
    for act in ("propose end_game", "leave", "agree", "refuse", "sit-in 0"):
        assert (await table.refusal(CLAIRE, act)).code == "not_a_person"


async def test_somebody_for_whom_a_bot_plays_is_not_asked_about_the_game():
    table = await dealt(2, priority="012")
    await table.ask(ANDRE, "sit-in 2", absent=CLAIRE)
    await table.ask(ANDRE, "propose end_game")
    await table.ask(BILL, "agree")
    assert table.state.ended == "stopped"


async def test_a_proposal_that_waits_only_for_an_absent_person_is_agreed_when_a_bot_sits_in():
    table = await dealt(2, priority="012")
    await table.ask(ANDRE, "propose end_game")
    await table.ask(BILL, "agree")
    await table.ask(ANDRE, "sit-in 2", absent=CLAIRE)
    assert table.journal.kinds()[-2:] == ["sit_in", "stopped"]


async def test_a_proposal_that_waits_only_for_somebody_who_leaves_is_agreed():
    table = await dealt(2, priority="012")
    await table.ask(ANDRE, "propose end_game")
    await table.ask(BILL, "agree")
    await table.ask(CLAIRE, "leave")
    assert table.journal.kinds()[-2:] == ["left", "stopped"]
    assert table.journal.outcomes[-1].left == {CLAIRE}
    assert table.journal.outcomes[-1].ended == "stopped"


async def test_an_open_window_ends_with_the_game():
    table = await dealt(2, priority="012")
    await table.ask(ANDRE, "order")
    for seat, act in ((ANDRE, "propose end_game"), (BILL, "agree"), (CLAIRE, "agree")):
        await table.ask(seat, act)
    assert table.state.shouts == ()
    assert table.state.due is None


async def test_a_proposal_ends_with_the_game():
    table = await making(CLAIRE, priority="201", games=2, made=dict.fromkeys("012", (1, 2, 3)))
    await table.ask(ANDRE, "propose end_game")
    for seat in (ANDRE, BILL, CLAIRE):
        await table.ask(seat, "make 0 jasmine")
    await table.until_phase(Phase.OVER)
    assert table.state.proposal is None
    assert table.state.ended == "scored"


async def test_a_match_is_adjourned_between_two_games_by_all_its_people():
    table = await over()
    await table.ask(ANDRE, "propose adjourn")
    await table.ask(BILL, "agree")
    assert not table.state.is_match_over
    await table.ask(CLAIRE, "agree")
    assert (table.state.ended, table.journal.outcomes[-1].ended) == ("adjourned", "adjourned")
    assert table.state.due is None
    assert len(table.table.past) == 1, "the game that is over stays counted"


async def test_to_adjourn_takes_also_those_for_whom_a_bot_plays():
    table = await over()
    await table.ask(ANDRE, "sit-in 2", absent=CLAIRE)
    await table.ask(ANDRE, "propose adjourn")
    await table.ask(BILL, "agree")
    assert not table.state.is_match_over


async def test_each_proposal_has_its_time():
    table = await dealt(2, priority="012", games=2)
    assert (await table.refusal(ANDRE, "propose adjourn")).code == "may_not_propose"
    table = await over()
    assert (await table.refusal(ANDRE, "propose end_game")).code == "may_not_propose"
    assert (await table.refusal(ANDRE, "propose lunch")).code == "bad_action"
    assert (await table.refusal(ANDRE, "propose")).code == "bad_action"


async def test_what_concerns_only_who_sits_there_makes_no_press_stale():
    table = await moving(BILL, priority="012")
    page = str(table.state.seen)
    await table.ask(ANDRE, "propose end_game")
    await table.ask(CLAIRE, "refuse")
    await table.ask(ANDRE, "sit-in 2", absent=CLAIRE)
    await table.table.append([{"entry": "back", "player": CLAIRE}], lambda state: False)
    await table.ask(BILL, "move rum frank jasmine", seen=page)


# -- bots that sit in, and leaving --


async def test_a_bot_plays_on_for_somebody_who_has_been_absent_and_gets_up_again():
    table = await dealt(2, priority="012")
    assert (await table.refusal(ANDRE, "sit-in 2")).sentence == "Claire has not been away for a minute."
    await table.ask(ANDRE, "sit-in 2", absent=CLAIRE)
    assert table.state.bot_at(CLAIRE) == "regular"
    assert table.state.people == {ANDRE, BILL, CLAIRE}
    assert table.state.people_playing == {ANDRE, BILL}
    await table.table.append([{"entry": "back", "player": CLAIRE}], lambda state: CLAIRE not in state.sitting_in)
    assert table.state.bot_at(CLAIRE) == ""


async def test_two_who_let_a_bot_play_let_one_play():
    table = await dealt(2, priority="012")
    await table.ask(ANDRE, "sit-in 2", absent=CLAIRE)
    rows = len(table.journal.games[0])
    await table.ask(BILL, "sit-in 2", absent=CLAIRE)
    assert len(table.journal.games[0]) == rows


@pytest.mark.parametrize("whom", ["1", "7", "x", ""])
async def test_no_bot_sits_in_where_no_person_sits(whom: str):
    table = await dealt(2, priority="012", bots={BILL: "rookie"})
    assert (await table.refusal(ANDRE, f"sit-in {whom}")).code == "unknown_player"


async def test_whoever_leaves_for_good_is_played_by_a_bot_to_the_end():
    table = await dealt(2, priority="012")
    await table.ask(CLAIRE, "leave")
    assert table.state.people == {ANDRE, BILL}
    assert table.state.bot_at(CLAIRE) == "regular"
    assert table.journal.outcomes[-1].left == {CLAIRE}
    assert table.journal.outcomes[-1].ended == ""
    assert (await table.refusal(CLAIRE, "leave")).code == "not_a_person"


async def test_the_shout_of_somebody_who_leaves_stands():
    table = await dealt(2, priority="012")
    await table.ask(BILL, "order")
    await table.ask(BILL, "leave")
    await table.wait(2)
    assert table.game.order_taker == BILL


async def test_when_the_last_person_leaves_the_match_ends():
    table = await dealt(2, priority="012", games=3, bots={BILL: "pro"})
    await table.ask(ANDRE, "leave")
    assert not table.state.is_match_over
    await table.ask(CLAIRE, "leave")
    assert table.journal.kinds()[-2:] == ["left", "closed"]
    assert table.journal.outcomes[-1].ended == "closed"
    assert (table.state.is_match_over, table.state.due) == (True, None)


async def test_nobody_leaves_a_match_that_is_over():
    table = await over(games=1)
    assert (await table.refusal(ANDRE, "leave")).code == "match_over"
    assert (await table.refusal(ANDRE, "sit-in 2", absent=CLAIRE)).code == "match_over"
