"""Rookie and regular: fixed yardsticks, each of their rules a sentence."""

from __future__ import annotations

from random import Random

import pytest

from game.bots import make_bot
from game.bots.senses import hand, possible_moves
from game.rules import Bartender, LegalMake, LegalMove, Liquor, Phase, can_be_made_of, ice_for, view_for
from game.solver import least_ice, moved
from tests.bots.tables import bills_view, some_games

ROOKIE, REGULAR = make_bot("rookie"), make_bot("regular")
GIN, RUM, VODKA = Liquor.GIN, Liquor.RUM, Liquor.VODKA
FRANK, JASMINE, OTTO = Bartender.FRANK, Bartender.JASMINE, Bartender.OTTO
FAR = "BTI GBTI GGBTI"
"""Three drinks for which Ray alone has the bottles, with many too many."""


def cheapest_after(view, move) -> int:
    bottles = moved(view.bottles, move)
    costs = [ice_for(drink, row) for drink in hand(view) for row in bottles if can_be_made_of(drink, row)]
    return min(costs, default=99)


def views(*phases: Phase):
    for game in some_games(60):
        for name in game.names:
            view = view_for(game, name)
            if view.phase in phases and not all(own.is_made for own in view.drinks):
                yield view


# What both see


def test_the_moves_a_bot_expects_are_those_the_rules_allow_once_it_has_the_order():
    for game in some_games(60):
        if game.phase is Phase.MOVING:
            view = view_for(game, game.order_taker)
            assert sorted(possible_moves(view)) == sorted(view.may.move)


# Rookie


def test_a_rookie_shouts_when_a_legal_move_makes_a_drink_for_three_ice():
    view = bills_view(f"RV {FAR}", cards="110000", frank="RGGG", jasmine="VTTT")
    assert ROOKIE.wants_order(view, Random(1))


def test_a_rookie_does_not_shout_when_the_drink_would_cost_four():
    view = bills_view(f"RV {FAR}", cards="110000", frank="RGGGG", jasmine="VTTTT")
    assert not ROOKIE.wants_order(view, Random(1))


def test_a_rookie_does_not_shout_when_the_cards_forbid_the_move_it_needs():
    view = bills_view(f"RV {FAR}", cards="101000", frank="RGGG", jasmine="V", kathy="R")
    assert not ROOKIE.wants_order(view, Random(1))


def test_a_rookie_shouts_exactly_when_some_legal_move_makes_a_drink_for_at_most_three():
    answers = []
    for view in views(Phase.DEALING):
        expected = any(cheapest_after(view, move) <= 3 for move in possible_moves(view))
        assert ROOKIE.wants_order(view, Random(1)) == expected
        answers.append(expected)
    assert True in answers
    assert False in answers


def test_a_rookie_moves_so_that_its_cheapest_drink_costs_least():
    for view in views(Phase.MOVING):
        if view.may.move:
            move = ROOKIE.choose_move(view, Random(1))
            assert cheapest_after(view, move) == min(cheapest_after(view, other) for other in view.may.move)


def test_a_rookie_chooses_among_equal_moves_by_chance():
    view = bills_view(f"RV {FAR}", cards="111000", phase=Phase.MOVING, frank="R", jasmine="V", kathy="V")
    chosen = {ROOKIE.choose_move(view, Random(seed)) for seed in range(30)}
    assert {LegalMove(VODKA, JASMINE, FRANK), LegalMove(RUM, FRANK, JASMINE)} <= chosen


def test_a_rookie_makes_every_drink_that_costs_at_most_three_where_it_costs_least():
    view = bills_view("RV RVG RVGB RVGBT", phase=Phase.MAKING, frank="RVGGG", jasmine="RVR", kathy="V")
    makes = ROOKIE.choose_makes(view, Random(1))
    assert sorted(makes) == [LegalMake(0, JASMINE, 1), LegalMake(1, FRANK, 2)]


# Regular


def test_a_regular_shouts_exactly_when_some_legal_move_lowers_its_least_ice():
    answers = []
    for view in views(Phase.DEALING):
        least = least_ice(view.bottles, hand(view))
        expected = any(least_ice(moved(view.bottles, move), hand(view)) < least for move in possible_moves(view))
        assert REGULAR.wants_order(view, Random(1)) == expected
        answers.append(expected)
    assert True in answers
    assert False in answers


def test_a_regular_takes_the_move_that_lowers_its_least_ice_most():
    seen = 0
    for view in views(Phase.MOVING):
        if view.may.move:
            after = {move: least_ice(moved(view.bottles, move), hand(view)) for move in view.may.move}
            assert after[REGULAR.choose_move(view, Random(1))] == min(after.values())
            seen += 1
    assert seen


def test_a_regular_makes_a_drink_when_its_ice_and_the_least_for_the_rest_are_no_more_than_the_least_for_all():
    for view in views(Phase.MAKING):
        left = {own.index: own.drink for own in view.drinks if not own.is_made}
        for make in REGULAR.choose_makes(view, Random(1)):
            assert make in view.may.make
            least = least_ice(view.bottles, list(left.values()))
            del left[make.drink]
            assert make.ice + least_ice(view.bottles, list(left.values())) <= least
        least = least_ice(view.bottles, list(left.values()))
        for make in view.may.make:
            if make.drink in left:
                rest = [drink for number, drink in left.items() if number != make.drink]
                assert make.ice + least_ice(view.bottles, rest) > least


def test_a_regular_holds_a_drink_back_when_waiting_is_cheaper():
    view = bills_view("RV", phase=Phase.MAKING, frank="RVGGG", jasmine="R", kathy="V")
    assert REGULAR.choose_makes(view, Random(1)) == []


# After last call


@pytest.mark.parametrize("bot", [ROOKIE, REGULAR])
def test_after_last_call_the_drink_with_the_fewest_moves_plus_excess_is_made_first(bot):
    view = bills_view("RV GGBB", phase=Phase.LAST_CALL, frank="RV", jasmine="GGB")
    assert bot.choose_turn_step(view, Random(1)) == LegalMake(0, FRANK, 0)


@pytest.mark.parametrize("bot", [ROOKIE, REGULAR])
def test_after_last_call_a_missing_bottle_is_brought_to_where_the_drink_is_nearest(bot):
    view = bills_view("RVG", phase=Phase.LAST_CALL, frank="RV", otto="GGGG")
    assert bot.choose_turn_step(view, Random(1)) == LegalMove(GIN, OTTO, FRANK)
