"""The pro: the perfect finish after last call, and choices by the chance to win."""

from __future__ import annotations

import json
from random import Random

import pytest

from game.bots import make_bot
from game.bots.outlook import (
    LEARNED_FILE,
    Outlook,
    Standing,
    expected_cost,
    features_of,
    learned_outlook,
    standing_of,
)
from game.bots.pro import Pro
from game.bots.tally import Series
from game.rules import (
    Bartender,
    LegalMake,
    LegalMove,
    MakeDrink,
    MoveBottle,
    Options,
    Phase,
    RemainingDrinks,
    apply,
    view_for,
)
from game.solver import best_plan, least_ice
from game.solver.shares import STANDINGS
from tests.bots.tables import bills_view, some_games, table
from tests.solver.boards import board, drinks

PRO = make_bot("pro")
FRANK, JASMINE = Bartender.FRANK, Bartender.JASMINE


def finished_with(hand: str, **bottles: str) -> int:
    """The ice with which a pro finishes its turn after last call."""
    game = table(hand, phase=Phase.LAST_CALL, **bottles)._replace(waiting=("Andre", "Claire"))
    while game.turn == "Bill":
        game = stepped(game)
    return game.player("Bill").ice


def stepped(game):
    step = PRO.choose_turn_step(view_for(game, "Bill"), Random(1))
    if isinstance(step, LegalMove):
        return apply(game, MoveBottle("Bill", *step))
    return apply(game, MakeDrink("Bill", step.drink, step.bartender))


@pytest.mark.parametrize(
    ("hand", "bottles"),
    [
        ("RV", {"frank": "RVGG"}),
        ("RV RVG RVGB RVGBT", {"frank": "RVT", "jasmine": "GB", "kathy": "RRVG"}),
        ("BI VTI RTII VGTII", {"frank": "BI", "jasmine": "VTT", "kathy": "RGIB", "otto": "GGV"}),
    ],
)
def test_a_pro_finishes_with_exactly_the_least_ice(hand, bottles):
    assert finished_with(hand, **bottles) == least_ice(board(**bottles), drinks(hand))


def test_of_equal_finishes_a_pro_takes_one_that_leaves_the_others_no_less_to_pay():
    is_ever_more = False
    for seed in range(12):
        chance = Random(seed)
        bottles = tuple(zip(*(chance.choice(STANDINGS) for _ in range(6)), strict=True))
        game = table("RV RVG", phase=Phase.LAST_CALL)._replace(bottles=bottles, waiting=("Andre", "Claire"))
        rivals = standing_of(view_for(game, "Bill")).rivals
        plain = best_plan(bottles, drinks("RV RVG")).left(bottles)
        while game.turn == "Bill":
            game = stepped(game)
        theirs, otherwise = (sum(expected_cost(rival, board) for rival in rivals) for board in (game.bottles, plain))
        assert theirs >= otherwise - 1e-9
        is_ever_more = is_ever_more or theirs > otherwise
    assert is_ever_more


def test_one_drink_at_a_time_a_pro_begins_a_perfect_finish():
    game = table("RV GBT", phase=Phase.LAST_CALL, frank="RVG", jasmine="BT")
    game = game._replace(options=Options(RemainingDrinks.ONE_AT_A_TIME))
    step = PRO.choose_turn_step(view_for(game, "Bill"), Random(1))
    assert step in (LegalMove(2, FRANK, JASMINE), LegalMake(0, FRANK, 1))


def test_a_pro_makes_its_last_drink_without_ice_when_nobody_has_made_more():
    view = bills_view("RV", phase=Phase.MAKING, frank="RV")
    assert PRO.choose_makes(view, Random(1)) == [LegalMake(0, FRANK, 0)]


def test_a_pro_holds_back_a_drink_that_costs_far_too_much_at_the_beginning():
    view = bills_view("RV GB GBT RVGBT", phase=Phase.MAKING, frank="RVGGGTTTBBB")
    assert PRO.choose_makes(view, Random(1)) == []


def standings_of_a_game() -> list[Standing]:
    """Every player's between two orders of a game of regulars."""
    [played, *_] = Series(("regular",) * 4, "prospects", make_bot).play(1)
    found, game = [], played.start
    for action in played.actions:
        before, game = game, apply(game, action)
        if before.phase is Phase.MAKING and game.phase is Phase.DEALING:
            found += [standing_of(view_for(game, name)) for name in game.names]
    return found


def test_less_ice_and_fewer_drinks_to_make_are_better_prospects():
    outlook = learned_outlook()
    standings = [standing for standing in standings_of_a_game() if len(standing.drinks) > 1]
    assert len(standings) > 20
    for standing in standings:
        prospect = outlook.chance_to_win(standing)
        assert 0 < prospect < 1
        assert outlook.chance_to_win(standing._replace(ice=standing.ice + 4)) < prospect
        assert outlook.chance_to_win(standing._replace(drinks=standing.drinks[1:])) > prospect


def test_what_was_learned_names_the_command_that_made_it_and_weighs_every_feature():
    learned = json.loads(LEARNED_FILE.read_text())
    assert learned["made_by"].startswith("manage.py train_pro")
    assert len(learned["networks"]) == 5
    for game in some_games(20):
        features = features_of(standing_of(view_for(game, game.names[0])))
        for network in learned["networks"]:
            assert {len(row) for row in network["in"]} == {len(features)}


@pytest.mark.parametrize("players", [2, 3, 5])
def test_at_every_size_of_table_the_features_are_as_many(players):
    counts = {
        len(features_of(standing_of(view_for(game, name)))) for game in some_games(20, players) for name in game.names
    }
    assert len(counts) == 1


def test_a_patient_pro_shouts_no_sooner_than_a_hasty_one():
    learned = learned_outlook()
    hasty, patient = (Pro(Outlook(learned.networks, patience)) for patience in (0.9, 1.2))
    for game in some_games(30):
        for name in game.names:
            view = view_for(game, name)
            if view.may.order and patient.wants_order(view, Random(1)):
                assert hasty.wants_order(view, Random(1))
