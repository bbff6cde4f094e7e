"""What the benchmark prints is measured on real games, and says whether a promise was kept."""

from __future__ import annotations

import json

import pytest

from game.bots import make_bot
from game.bots.tally import Series
from game.rules import BOTTLES_OF_EACH
from script.benchmark import bots, rules
from script.benchmark.all import figure_in
from script.benchmark.report import Figure, quantile, table, write_json
from script.benchmark.solver import measured, positions_in_play


def test_a_figure_above_its_budget_is_not_met_and_says_so():
    slow = Figure("answer", "ms", 4.0, 3.0)
    assert slow.met is False
    assert "NOT MET" in table([slow])
    assert Figure("answer", "ms", 3.0, 3.0).met is True
    assert Figure("answers", "a second", 3.0, 4.0, at_least=True).met is False
    assert Figure("answer", "ms", 4.0).met is None


def test_figures_are_written_as_one_object_each(tmp_path):
    write_json(str(tmp_path / "figures.json"), [Figure("answer", "ms", 4.0, 3.0)])
    assert json.loads((tmp_path / "figures.json").read_text()) == [
        {"what": "answer", "unit": "ms", "value": 4.0, "budget": 3.0, "met": False}
    ]


def test_a_quantile_is_the_value_that_so_many_do_not_exceed():
    assert quantile(range(1, 101), 0.5) == 51
    assert quantile(range(1, 101), 0.99) == 100
    assert quantile([7], 0.99) == 7


def test_the_solver_is_measured_on_boards_and_drinks_of_real_games():
    met = positions_in_play(1, "1")
    assert set(met) == {1, 2, 3, 4}
    for drinks, positions in met.items():
        for bottles, remaining in positions:
            assert len(remaining) == drinks
            assert all(sum(column) == BOTTLES_OF_EACH for column in zip(*bottles, strict=True))
    figures = measured(4, met[4][:3])
    assert [figure.value > 0 for figure in figures] == [True] * len(figures)
    assert [figure for figure in figures if figure.budget is not None]


def test_the_rules_are_measured_on_whole_games_that_end_as_they_did():
    games = list(Series(("rookie",) * 4, "1", make_bot).play(1))
    figures = rules.measured(games, rounds=1)
    assert all(figure.value > 0 for figure in figures)
    with pytest.raises(SystemExit, match="another state"):
        rules.replayed([games[0]._replace(actions=games[0].actions[:-1])])


def test_the_bots_are_measured_with_the_share_of_the_first_and_its_longest_decision():
    share, speed, middle, rare, longest = bots.measured("regular", "rookie", 0.6, games=2, seed="1")
    assert share.value in (0, 50, 100)
    assert share.budget == 60
    assert speed.value > 0
    assert middle.value <= rare.value <= longest.value


@pytest.mark.parametrize(
    "figure", [Figure("a", "ms", 4, 3), Figure("a", "ms", 2, 3), Figure("a", "", 4, 3, True), Figure("a", "ms", 4)]
)
def test_a_written_figure_is_read_back_with_the_same_verdict(figure):
    assert figure_in(figure.row).met is figure.met
