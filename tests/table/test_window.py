"""The silent window as sums: allowances, fair times, who is "at the same time" (A1)."""

from __future__ import annotations

import pytest

from game.paces import PACES
from game.window import CAP, NO_PONG, Line, Shout, cap_for, closes_at, counts_until, judge


def line(*round_trips: float) -> Line:
    measured = Line()
    for trip in round_trips:
        measured.measured(trip)
    return measured


def shouts(**arrivals: float) -> list[Shout]:
    """Shouts over lines without delay."""
    return [Shout(player, arrived, 0.0) for player, arrived in arrivals.items()]


def test_a_line_is_allowed_its_middle_round_trip():
    assert line(0.05, 0.2, 0.09).allowance(0.75) == 0.09


def test_only_the_last_nine_round_trips_count():
    assert line(*[0.3] * 9, *[0.04] * 5, *[0.2] * 4).allowance(0.75) == 0.04
    assert line(*[0.3] * 9, *[0.04] * 9).allowance(0.75) == 0.04


def test_one_answer_that_comes_very_late_changes_next_to_nothing():
    assert line(*[0.04] * 8, 17.0).allowance(0.75) == 0.04


def test_answers_that_always_come_late_gain_the_cap_at_most():
    assert line(*[17.0] * 9).allowance(0.75) == CAP == 0.35
    assert line(*[17.0] * 9).allowance(0.4) == pytest.approx(0.34)


@pytest.mark.parametrize(("base", "cap"), [(2.0, 0.35), (0.75, 0.35), (0.4, 0.34), (0.1, 0.085)])
def test_the_cap_is_shorter_where_the_base_is(base: float, cap: float):
    assert cap_for(base) == pytest.approx(cap)


def test_a_line_that_was_never_measured_is_allowed_a_tenth_of_a_second():
    assert line().allowance(0.75) == NO_PONG == 0.1


def test_no_line_is_faster_than_none():
    assert line(-1.0).allowance(0.75) == 0.0


def test_the_fair_time_of_a_shout_is_its_arrival_less_its_allowance():
    assert Shout("0", 10.0, 0.25).fair == 9.75


def test_the_window_closes_a_base_and_a_cap_after_the_first_arrival():
    assert closes_at(Shout("0", 100.0, 0.3), 0.75) == pytest.approx(101.1)
    assert closes_at(Shout("0", 100.0, 0.0), 0.4) == pytest.approx(100.74)


def test_those_within_the_base_of_the_earliest_are_at_the_same_time():
    verdict = judge(shouts(a=10.0, b=10.75, c=10.76), 0.75)
    assert [player for player, _ in verdict.counted] == ["a", "b"]
    assert dict(verdict.counted)["b"] == pytest.approx(0.75)
    assert dict(verdict.late)["c"] == pytest.approx(0.01)


def test_a_slow_line_that_arrives_later_can_have_been_the_earliest():
    near, far = Shout("near", 10.0, 0.0), Shout("far", 10.2, 0.3)
    verdict = judge([near, far], 0.75)
    assert [player for player, _ in verdict.counted] == ["far", "near"]
    assert dict(verdict.counted)["near"] == pytest.approx(0.1)


def test_everybody_who_could_count_has_arrived_when_the_window_closes():
    """Whoever was within the base of the earliest, and had the largest allowance there is."""
    for pace in PACES.values():
        first = Shout("first", 100.0, 0.0)
        last_fair = counts_until([first], pace.base)
        assert last_fair + cap_for(pace.base) <= closes_at(first, pace.base) + 1e-9


def test_a_forged_lag_gains_a_place_in_the_same_window_and_nothing_more():
    """Somebody who reacts more than the base and the cap after the first is late whatever the line pretends."""
    base = 0.75
    forger = Shout("forger", 10.0 + base + CAP + 0.001, line(*[9.0] * 9).allowance(base))
    assert judge([*shouts(first=10.0), forger], base).late
