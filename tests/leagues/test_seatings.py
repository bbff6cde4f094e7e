"""Who sits with whom: sizes, sitting out, seasons without a repeat, and rounds one by one."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matches.leagues.designs import rounds_without_repeat
from matches.leagues.seatings import (
    Seating,
    answer,
    least_repeats,
    next_round,
    plan,
    repeats,
    repeats_of_last,
    table_sizes,
)

ROOT = Path(__file__).resolve().parents[2]
SHORT = 20_000


@pytest.mark.parametrize(
    ("players", "size", "sizes"),
    [
        (12, 4, (4, 4, 4)),
        (13, 4, (5, 4, 4)),
        (14, 4, (4, 4, 3, 3)),
        (15, 4, (4, 4, 4, 3)),
        (10, 3, (4, 3, 3)),
        (9, 2, (3, 2, 2, 2)),
        (6, 5, (3, 3)),
        (7, 5, (4, 3)),
        (11, 5, (4, 4, 3)),
        (3, 5, (3,)),
        (5, 3, (3, 2)),
        (2, 4, (2,)),
    ],
)
def test_tables_have_the_wished_size_or_one_more_or_less_where_numbers_ask_for_it(players, size, sizes):
    assert table_sizes(players, size) == (sizes, 0)


@given(st.integers(2, 60), st.integers(2, 5))
def test_everybody_has_a_seat_at_a_table_of_two_to_five(players, size):
    sizes, out = table_sizes(players, size)
    assert sum(sizes) == players
    assert out == 0
    assert all(2 <= one <= 5 for one in sizes)


def test_at_an_exact_size_the_rest_sit_out():
    assert table_sizes(11, 3, is_exact=True) == ((3, 3, 3), 2)


@given(st.integers(5, 17), st.integers(2, 5), st.integers(1, 6))
@settings(max_examples=40, deadline=None)
def test_nobody_sits_out_twice_before_all_have_once(players, size, rounds):
    planned = plan(list(range(players)), size, rounds, is_exact=True, effort=2_000)
    times = dict.fromkeys(range(players), 0)
    for one in planned:
        for player in one.sits_out:
            times[player] += 1
        assert max(times.values()) <= min(times.values()) + 1
        assert sorted([*one.field, *one.sits_out]) == list(range(players))


PERFECT = [
    (9, 3, 4),
    (16, 4, 5),
    (15, 3, 7),
    (25, 5, 6),
    (8, 2, 7),
    (20, 4, 5),
    (19, 4, 5),
    (27, 3, 13),
    (32, 4, 9),
    (40, 5, 8),
    (12, 3, 4),
]


@pytest.mark.parametrize(("players", "size", "rounds"), PERFECT)
def test_a_season_planned_ahead_has_no_pair_that_meets_twice(players, size, rounds):
    planned = plan(list(range(100, 100 + players)), size, rounds)
    assert len(planned) == rounds
    assert all(sorted(one.field) == list(range(100, 100 + players)) for one in planned)
    assert repeats(planned) == least_repeats(planned) == 0


@pytest.mark.parametrize(("players", "size", "rounds"), [(12, 4, 3), (10, 3, 4), (8, 4, 3), (7, 3, 5), (5, 3, 4)])
def test_where_repeats_must_be_there_are_no_more_than_counting_asks_for(players, size, rounds):
    planned = plan(list(range(players)), size, rounds)
    assert repeats(planned) == least_repeats(planned) > 0


@pytest.mark.parametrize(("players", "size", "rounds"), [(9, 3, 4), (16, 4, 5), (15, 3, 7), (36, 4, 9), (40, 4, 8)])
def test_round_by_round_there_is_no_repeat_where_a_plan_would_have_none(players, size, rounds):
    history: list[Seating] = []
    for _ in range(rounds):
        history.append(next_round(list(range(players)), size, False, history))
    assert repeats(history) == 0


def test_round_by_round_with_a_field_that_changes_there_is_no_repeat_either():
    history: list[Seating] = []
    for number in range(6):
        field = [player for player in range(40) if (player + number) % 9]
        history.append(next_round(field, 4, False, history))
    assert repeats(history) == 0


def test_a_round_that_must_repeat_says_so():
    history = list(plan(list(range(9)), 3, 4))
    history.append(next_round(list(range(9)), 3, False, history))
    assert repeats_of_last(history) == 9
    assert least_repeats(history) == 9


def test_the_same_inputs_give_the_same_seating_in_whatever_order_they_come():
    players = [41, 7, 19, 3, 88, 54, 23, 90, 12, 65, 31]
    history = [next_round(players, 4)]
    first = next_round(players, 4, False, history)
    assert next_round(list(reversed(players)), 4, False, history) == first
    assert plan(players, 3, 4, effort=SHORT) == plan(sorted(players), 3, 4, effort=SHORT)


def test_a_plan_goes_on_from_the_rounds_that_were_played():
    players = list(range(16))
    whole = plan(players, 4, 5)
    assert repeats([*whole[:2], *plan(players, 4, 3, history=whole[:2])]) == 0


@given(st.integers(2, 40), st.integers(2, 5))
@settings(max_examples=60, deadline=None)
def test_every_design_seats_everybody_in_each_round_and_no_pair_twice(players, size):
    sizes, _ = table_sizes(players, size)
    met: set[frozenset[int]] = set()
    for one in rounds_without_repeat(sizes):
        assert sorted(player for table in one for player in table) == list(range(players))
        assert sorted(map(len, one), reverse=True) == list(sizes)
        pairs = [frozenset(pair) for table in one for pair in combinations(table, 2)]
        assert not met & set(pairs)
        met |= set(pairs)


def test_the_search_as_a_program_of_its_own_gives_the_same_answer():
    question = {"players": list(range(13)), "size": 4, "effort": SHORT}
    run = subprocess.run(
        [sys.executable, "-m", "matches.leagues.seatings"],
        input=json.dumps(question),
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
    )
    assert json.loads(run.stdout) == json.loads(json.dumps(answer(question)))


def test_two_players_or_fewer_make_no_trouble():
    assert next_round([5], 4) == Seating((), (5,))
    assert next_round([], 4) == Seating((), ())
    assert next_round([5, 6], 4) == Seating(((5, 6),))
    assert next_round([5, 6], 3, is_exact=True).tables == ()
