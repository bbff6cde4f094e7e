"""Positions to finish: the same for everybody, from a seed or a date, and worth thinking about."""

from __future__ import annotations

import datetime
from itertools import pairwise
from random import Random

import pytest

from game.practice.codes import code_of, position_of
from game.practice.positions import (
    WEEK,
    daily_position,
    ice_drink_by_drink,
    played_boards,
    position_for,
)
from game.rules import BOTTLES_OF_EACH, Liquor
from game.solver import least_ice

MONDAY = datetime.date(2026, 11, 30)


@pytest.mark.parametrize("drinks", [1, 2, 3, 4])
def test_a_puzzle_has_as_many_drinks_as_wished_one_of_a_kind_and_all_bottles(drinks):
    for seed in range(12):
        position = position_for(str(seed), drinks)
        assert len({drink.kind for drink in position.drinks}) == len(position.drinks) == drinks
        assert all(sum(row[liquor] for row in position.bottles) == BOTTLES_OF_EACH for liquor in Liquor)
        assert position_of(code_of(position)) == position


def test_the_same_seed_gives_the_same_puzzle_and_another_seed_another():
    first = position_for("a seed", 3)
    position_for.cache_clear()
    assert position_for("a seed", 3) == first
    assert position_for("another", 3) != first


def test_the_puzzle_of_a_day_is_the_same_for_everybody_and_another_the_next_day():
    codes = {code_of(daily_position(MONDAY + datetime.timedelta(days=day))) for day in range(14)}
    assert len(codes) == 14
    position_for.cache_clear()
    assert {code_of(daily_position(MONDAY + datetime.timedelta(days=day))) for day in range(14)} == codes


def test_the_puzzle_of_a_day_that_was_stays_what_it_was():
    """Whoever changes the generator changes the days that were; and every Python must find the same."""
    assert code_of(daily_position(MONDAY)) == "tukxky2krqk83"


def test_the_puzzles_grow_over_the_week():
    sizes = [len(daily_position(MONDAY + datetime.timedelta(days=day)).drinks) for day in range(7)]
    assert tuple(sizes) == WEEK
    assert sizes == sorted(sizes)


def test_making_the_nearest_drink_next_never_beats_the_least_and_seldom_reaches_it():
    traps = []
    for seed in range(40):
        position = position_for(str(seed), 3)
        traps.append(ice_drink_by_drink(position) - least_ice(*position))
    assert min(traps) >= 0
    assert sum(trap >= 1 for trap in traps) >= 30


def test_a_puzzle_always_costs_something_to_finish_or_can_be_seen_to_cost_nothing():
    costs = [least_ice(*position_for(str(seed), 3)) for seed in range(40)]
    assert sum(cost >= 2 for cost in costs) >= 36


def test_boards_come_about_by_moving_one_bottle_at_a_time():
    boards = [bottles for bottles, _ in played_boards(Random(1))]
    for before, after in pairwise(boards):
        changes = [a - b for rows in zip(before, after, strict=True) for b, a in zip(*rows, strict=True) if a != b]
        assert sorted(changes) == [-1, 1]
