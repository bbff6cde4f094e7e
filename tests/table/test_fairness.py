"""`manage.py fairness`: orders go to whom they should go, and the simulation would notice if they did not."""

from __future__ import annotations

import json
from io import StringIO
from random import Random

import pytest
from django.core.management import CommandError, call_command

from game.fairness import FARTHEST, NEAREST, ORDERS_A_GAME, Player, SimulatedGame, Window, measured
from game.paces import PACES
from game.window import Line, cap_for, judge


def run(*words: str) -> str:
    out = StringIO()
    call_command("fairness", *words, stdout=out)
    return out.getvalue()


def simulated(number: int) -> list[Window]:
    return list(SimulatedGame(PACES["brisk"], 2.0, Random(number)).windows(ORDERS_A_GAME))


def test_orders_go_to_whom_they_should_and_never_to_somebody_surely_late():
    for pace, fairness in measured(games=15, seed=1).items():
        assert fairness.windows == 15 * ORDERS_A_GAME
        assert fairness.right >= fairness.windows - 1
        assert fairness.late_wins == 0
        base = PACES[pace].base
        assert fairness.longest == pytest.approx(base + cap_for(base))
        assert fairness.contested > fairness.windows / 2


def test_without_allowances_the_far_players_would_lose_orders(monkeypatch: pytest.MonkeyPatch):
    """The simulation tells a fair window from one that goes by arrival."""
    monkeypatch.setattr(Line, "allowance", lambda line, base: 0.0)
    windows = [window for number in range(60) for window in simulated(number)]
    assert sum(not window.is_right for window in windows) > len(windows) / 100


def test_if_the_first_to_be_heard_took_it_many_orders_would_go_wrong(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("game.clock.judge", lambda shouts, base: judge(shouts, 0.0))
    windows = [window for number in range(10) for window in simulated(number)]
    assert sum(not window.is_right for window in windows) > len(windows) / 10


def test_in_a_window_that_counts_for_longer_late_orders_would_be_found(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("game.clock.judge", lambda shouts, base: judge(shouts, base + 1))
    assert any(window.is_late_win for number in range(10) for window in simulated(number))


def test_the_same_seed_gives_the_same_windows_and_another_gives_others():
    assert simulated(1) == simulated(1) != simulated(2)


def test_two_to_four_players_shout_near_and_far():
    shouters = set()
    for number in range(60):
        game = SimulatedGame(PACES["steady"], 2.0, Random(number))
        seats = len(game.players)
        shouters.add(seats if seats == 2 else seats - 1)
        assert all(NEAREST <= player.round_trip <= FARTHEST for player in game.players.values())
    assert shouters == {2, 3, 4}


def test_a_leg_is_half_the_round_trip_a_little_noise_and_now_and_then_a_long_while_more():
    player = Player(Random(1))
    more = sorted(player.leg() - player.round_trip / 2 for _ in range(5000))
    assert more[0] >= 0
    assert more[2500] == pytest.approx(0.0067, abs=0.001)
    assert 0.014 < sum(extra > 0.04 for extra in more) / 5000 < 0.02
    assert more[-1] < 0.2


def test_the_json_has_exactly_these_keys():
    said = json.loads(run("--games", "2", "--json"))
    assert said == {"windows": 120, "right": 120, "late_wins": 0, "longest_window_s": 2.35}


def test_the_report_has_a_line_for_each_pace_and_one_for_all():
    lines = run("--games", "1").splitlines()
    assert [line.split(":")[0].strip() for line in lines] == ["relaxed", "steady", "brisk", "all"]
    assert "60 windows" in lines[-1]


def test_no_games_are_no_simulation():
    with pytest.raises(CommandError):
        run("--games", "0")
