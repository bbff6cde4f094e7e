"""Plots as geometry: inside their frame, never by colour alone, with the table of their figures."""

from __future__ import annotations

import itertools
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.plots import BOTTOM, HEIGHT, LEFT, RIGHT, SHAPES, TOP, WIDTH, Plot, Series, bar_plot, line_plot, nice_ticks

VALUES = st.lists(st.one_of(st.none(), st.floats(0, 500)), min_size=1, max_size=60)


def plotted(*series: list[float | None], labels: list[str] | None = None) -> Plot:
    x_labels = labels or [f"{at + 1}" for at in range(len(series[0]))]
    named = [Series(f"Player {at}", values) for at, values in enumerate(series)]
    return line_plot("Totals", "Game", "Ice", x_labels, named)


def points(path: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r"[ML]([-\d.e]+) ([-\d.e]+)", path)]


@given(VALUES)
def test_every_point_of_a_line_lies_inside_the_frame(values):
    (line,) = plotted(values).lines
    for x, y in points(line.path):
        assert LEFT <= x <= WIDTH - RIGHT
        assert TOP <= y <= HEIGHT - BOTTOM
    assert len(line.marks) == sum(value is not None for value in values)


@given(st.lists(st.integers(0, 5000), min_size=1, max_size=5))
def test_every_bar_stands_on_the_axis_and_is_as_high_as_its_value_among_the_others(values):
    plot = bar_plot("Places", "Settled up", "Games", [f"{at}" for at in range(len(values))], values)
    for bar, value in zip(plot.bars, values, strict=True):
        assert bar.y + bar.height == pytest.approx(HEIGHT - BOTTOM, abs=0.2)
        assert (bar.height == 0) == (value == 0) or bar.height < 0.2
        assert bar.y >= TOP
    highest = max(values)
    assert max(plot.bars, key=lambda bar: bar.height).height == plot.bars[values.index(highest)].height


@given(st.floats(0, 1e6))
def test_ticks_are_whole_even_steps_from_nothing_to_beyond_the_highest(highest):
    ticks = nice_ticks(highest)
    assert ticks[0] == 0
    assert ticks[-1] >= highest
    assert len({after - before for before, after in itertools.pairwise(ticks)}) == 1
    assert 2 <= len(ticks) <= 6


def test_more_ice_is_higher_up():
    (line,) = plotted([1, 5, 3]).lines
    heights = [y for _, y in points(line.path)]
    assert heights[1] < heights[2] < heights[0]


def test_five_players_have_five_different_marks():
    plot = plotted(*[[1.0, 2.0]] * 5)
    assert len({line.sample for line in plot.lines}) == len(SHAPES) == 5


def test_the_table_of_a_plot_holds_every_figure_by_row():
    plot = plotted([4, 11], [9, None])
    assert plot.header == ["Game", "Player 0", "Player 1"]
    assert plot.rows == [["1", "4", "9"], ["2", "11", "–"]]


def test_each_mark_says_in_words_what_it_is():
    (line,) = plotted([4, 11]).lines
    assert [mark.words for mark in line.marks] == ["Player 0, 1: 4", "Player 0, 2: 11"]


def test_many_labels_are_thinned_out_so_that_they_do_not_run_into_each_other():
    ticks = plotted([1.0] * 40).x_ticks
    assert len(ticks) <= 8
    assert all(after.at - before.at > 30 for before, after in itertools.pairwise(ticks))


def test_a_single_point_stands_in_the_middle_and_nothing_at_all_is_an_empty_frame():
    ((x, _),) = points(plotted([3]).lines[0].path)
    assert x == (LEFT + WIDTH - RIGHT) / 2
    assert line_plot("Nothing", "Game", "Ice", [], []).lines == []
