"""A player's figures, added up from games; no database."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.scoring import Career, PlaceSums, stretches

TWO_PLACES = [
    PlaceSums(place=1, games=3, ice=21, orders_taken=9, drinks_in_play=12, last_calls=3),
    PlaceSums(place=3, games=1, ice=12, orders_taken=1, drinks_in_play=2, last_calls=0),
]


def test_a_career_adds_up_what_was_done_at_every_place():
    career = Career(2, 1, TWO_PLACES)
    assert (career.games, career.ice, career.orders_taken, career.last_calls) == (4, 33, 10, 3)
    assert career.ice_per_game == 8.25
    assert career.orders_per_game == 2.5
    assert career.drinks_in_play_per_game == 3.5
    assert career.share(career.last_calls) == 0.75
    assert [one.ice_per_game for one in career.places] == [7, 12]


def test_without_a_game_there_are_no_means():
    career = Career(0, 0, [])
    assert career.games == 0
    assert career.ice_per_game is career.orders_per_game is career.share(0) is None


@given(st.lists(st.integers(0, 40)), st.integers(1, 50))
def test_stretches_cover_every_game_once_in_order(ice, at_most):
    cut = stretches(ice, at_most)
    assert [game for one in cut for game in range(one.first, one.last + 1)] == list(range(1, len(ice) + 1))
    assert len(cut) == min(at_most, len(ice))


@given(st.lists(st.integers(0, 40), min_size=1), st.integers(1, 50))
def test_stretches_are_as_long_as_each_other_and_keep_the_sum(ice, at_most):
    cut = stretches(ice, at_most)
    lengths = [one.last - one.first + 1 for one in cut]
    assert max(lengths) - min(lengths) <= 1
    assert sum(one.mean * length for one, length in zip(cut, lengths, strict=True)) == pytest.approx(sum(ice))
    assert all(one.least <= one.mean <= one.most for one in cut)


def test_few_games_are_shown_each_by_itself():
    assert [(one.first, one.last, one.mean) for one in stretches([4, 9])] == [(1, 1, 4.0), (2, 2, 9.0)]
