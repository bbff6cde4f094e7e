"""Turns after last call at a live table, and the house that finishes one whose time is up (A21)."""

from __future__ import annotations

import pytest

from game.asks import Ask, Asking, entries_for
from game.clock import house_turn
from game.happenings import TimeRanOut
from game.rules import BottleMoved, DrinkMade, Phase, RemainingDrinks, apply
from game.solver import best_plan
from game.state import action_in
from game.words import log_lines
from tests.table.builders import ANDRE, BILL, CLAIRE, NAMES, Sitting, making

ONE_AT_A_TIME = RemainingDrinks.ONE_AT_A_TIME


async def last_call(mode: RemainingDrinks = RemainingDrinks.ALL_AT_ONCE, made: tuple[int, ...] = (3,)) -> Sitting:
    """Bill has settled up; Andre's turn is first, then Claire's. Both have made their specialties, or `made`."""
    table = await making(BILL, priority="012", mode=mode, made={BILL: (1, 2, 3), ANDRE: made, CLAIRE: made})
    await table.ask(BILL, "make 0 jasmine")
    await table.until_phase(Phase.LAST_CALL)
    assert table.game.turn == ANDRE
    return table


async def test_a_turn_begins_with_a_whole_time():
    table = await last_call()
    assert table.state.due == (table.state.phase_from + 120, "turn")


async def test_the_house_finishes_a_turn_whose_time_is_up_in_one_commit():
    table = await last_call()
    rows, began = len(table.journal.games[0]), table.clock.now
    await table.until(began + 120)
    added = table.journal.entries[rows:]
    assert {entry["by"] for entry in added} == {"house"}
    assert {entry["player"] for entry in added} == {ANDRE}
    assert table.game.tab_row == (BILL, ANDRE)
    assert table.game.turn == CLAIRE
    assert table.state.due.at == pytest.approx(began + 240)


async def test_the_house_makes_the_drinks_one_by_one_the_cheapest_first():
    table = await last_call(made=())
    game, standing, ice = table.game, table.game.bottles, 0
    for entry in house_turn(game):
        game = apply(game, action_in(entry, game.names))
        ice += sum(fact.ice for fact in game.happened if isinstance(fact, BottleMoved | DrinkMade))
        if entry["act"] == "make":
            andre = game.player(ANDRE)
            left = [i for i in range(4) if i not in andre.made or i == entry["drink"]]
            costs = {index: best_plan(standing, [andre.drinks[index]]).ice for index in left}
            assert ice == costs[entry["drink"]] == min(costs.values())
            standing, ice = game.bottles, 0
    assert game.turn == CLAIRE


async def test_the_house_takes_as_much_ice_as_its_way_costs_and_never_plans_ahead():
    """Stalling must not pay: the perfect plan is never dearer than the house's."""
    table = await last_call(made=())
    perfect = best_plan(table.game.bottles, list(table.game.player(ANDRE).drinks)).ice
    await table.wait(120)
    assert table.game.player(ANDRE).ice > perfect


async def test_one_drink_at_a_time_the_house_makes_one_drink():
    table = await last_call(ONE_AT_A_TIME)
    await table.wait(120)
    assert len(table.game.player(ANDRE).made) == 2
    assert table.game.turn == CLAIRE
    await table.wait(120)
    assert table.game.turn == ANDRE
    assert len(table.game.player(CLAIRE).made) == 2


async def test_one_drink_at_a_time_whoever_is_alone_has_a_whole_time_for_each_drink():
    table = await making(BILL, priority="012", mode=ONE_AT_A_TIME, made={BILL: (1, 2, 3), CLAIRE: (1, 2, 3)})
    for seat in (BILL, CLAIRE):
        await table.ask(seat, "make 0 jasmine")
    await table.until_phase(Phase.LAST_CALL)
    for drinks in (1, 2, 3):
        await table.wait(120)
        assert len(table.game.player(ANDRE).made) == drinks
        assert table.state.due == (table.clock.now + 120, "turn")


@pytest.mark.parametrize("mode", list(RemainingDrinks))
async def test_a_game_in_which_nobody_does_anything_any_more_comes_to_its_end(mode: RemainingDrinks):
    table = await last_call(mode, made=())
    await table.until_phase(Phase.OVER)
    assert table.game.tab_row == (BILL, ANDRE, CLAIRE)
    turns = 2 if mode is RemainingDrinks.ALL_AT_ONCE else 8
    ran_out = [what for what in table.lines() if isinstance(what, TimeRanOut) and what.what == "turn"]
    assert len(ran_out) == turns


async def test_the_log_marks_what_the_house_did():
    table = await last_call()
    await table.wait(120)
    words = [line.words for line in log_lines(table.state.lines, NAMES)]
    assert "Andre’s time ran out: the house finishes the turn, the cheapest drink first." in words


async def test_the_house_goes_on_from_where_the_player_stopped():
    table = await last_call()
    await table.ask(ANDRE, "make 0 jasmine")
    await table.wait(120)
    makes = [entry["drink"] for entry in table.journal.entries if entry.get("by") == "house" and entry["act"] == "make"]
    assert sorted(makes) == [1, 2]


async def test_a_step_of_the_turn_gives_no_more_time():
    table = await last_call()
    due = table.state.due
    await table.wait(50)
    await table.ask(ANDRE, "move rum frank mona")
    assert table.state.due == due


async def test_nobody_acts_out_of_turn_and_the_refusal_says_whose_turn_it_is():
    table = await last_call()
    for act in ("move rum frank mona", "make 0 jasmine"):
        assert (await table.refusal(CLAIRE, act)).sentence == "It is Andre’s turn, not yours."


async def test_a_move_on_an_old_page_is_stale_and_a_drink_is_not():
    table = await last_call()
    page = str(table.state.seen)
    await table.ask(ANDRE, "move rum frank mona", seen=page)
    assert (await table.refusal(ANDRE, "move rum frank mona", seen=page)).code == "stale"
    await table.ask(ANDRE, "make 0 jasmine", seen=page)


async def test_ruling_a21_useless_moves_are_legal_and_cost_their_ice():
    table = await last_call()
    ice = table.game.player(ANDRE).ice
    for act in ("move rum frank mona", "move rum mona frank"):
        await table.ask(ANDRE, act)
    assert table.game.player(ANDRE).ice == ice + 2


async def test_the_last_drink_of_the_last_player_stores_the_result_with_it():
    table = await last_call()
    await table.until_phase(Phase.OVER)
    assert [outcome.ended for outcome in table.journal.outcomes] == ["scored"]
    assert table.journal.outcomes[0].state.game.tab_row == (BILL, ANDRE, CLAIRE)
    assert table.state.is_match_over
    assert table.state.due is None


async def test_nothing_can_be_done_in_a_game_that_is_over():
    table = await last_call()
    await table.until_phase(Phase.OVER)
    for act in ("order", "deal", "make 0 jasmine", "pass", "move rum frank mona", "lapse"):
        assert (await table.refusal(BILL, act)).code == "game_over"


async def test_asks_do_not_change_the_state_that_judges_them():
    table = await last_call()
    before = table.state.game, table.state.number, list(table.state.lines)
    asking = Asking(ANDRE, table.clock.now, 0.0, frozenset(), NAMES)
    entries_for(table.state, Ask("make", {"drink": "0", "bartender": "jasmine"}, None, ""), asking)
    assert (table.state.game, table.state.number, list(table.state.lines)) == before
