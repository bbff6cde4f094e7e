"""Games of bots among themselves: fair seats, the same for the same seed, and playable again from their records."""

from __future__ import annotations

import json

import pytest
from django.core.management import CommandError, call_command

from game.bots import LEVELS, make_bot
from game.bots.arena import MOST_RESHUFFLES, Arena
from game.bots.tally import Series, Tally
from game.record import answer, record_of
from game.rules import CloseOrders, Options, Phase, RemainingDrinks, Reshuffle
from tests.bots.tables import table

ONE_AT_A_TIME = Options(RemainingDrinks.ONE_AT_A_TIME)


def series(*seats: str, seed: str = "1", options: Options = Options()) -> Series:
    return Series(seats, seed, make_bot, options)


def test_the_same_seed_gives_the_same_games():
    once, again = (list(series("regular", "rookie", "pro").play(2)) for _ in range(2))
    assert [game.actions for game in once] == [game.actions for game in again]


def test_another_seed_gives_other_games():
    [game], [other] = (list(series("regular", "regular", seed=seed).play(1)) for seed in "12")
    assert game.start.bottles != other.start.bottles or game.start.deck != other.start.deck


def test_every_bot_sits_in_every_seat_equally_often():
    starts = [game.start.priority for game in series("regular", "regular", "regular").play(3) if game.is_finished]
    assert all(len({priority[seat] for priority in starts}) == 3 for seat in range(3))


@pytest.mark.parametrize("options", [Options(), ONE_AT_A_TIME])
@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_game_of_bots_is_a_valid_record(players, options):
    levels = (*LEVELS, *LEVELS)[-players:]
    for game in series(*levels, options=options).play(2):
        said = answer(record_of(game.start, game.actions))
        assert said["ok"]
        assert said["phase"] == ("over" if game.is_finished else "dealing")


def test_all_who_want_the_order_shout_and_the_highest_marker_takes_it():
    games = list(series("regular", "regular", "regular").play(1))
    assert any(isinstance(action, CloseOrders) for action in games[0].actions)


class Silent:
    """A bot that never shouts."""

    def wants_order(self, view, chance):
        return False


def test_a_game_in_which_nobody_orders_any_more_ends_unfinished():
    start = table("RV RVG RVGB RVGBT")
    game = Arena(start, dict.fromkeys(start.names, Silent()), "1").play()
    assert not game.is_finished
    assert game.end.phase is Phase.DEALING
    assert sum(isinstance(action, Reshuffle) for action in game.actions) == MOST_RESHUFFLES


def test_an_unfinished_game_is_dealt_anew_and_counts_for_nobody():
    bots = series("regular", "rookie", "rookie", "rookie")
    tally = Tally(bots)
    for game in bots.play(8):
        tally.add(game)
    assert tally.games == 8
    assert tally.unfinished > 0
    assert sum(seat.wins for seat in tally.seats) == 8


def test_a_regular_beats_three_rookies():
    bots = series("regular", "rookie", "rookie", "rookie")
    tally = Tally(bots)
    for game in bots.play(24):
        tally.add(game)
    assert tally.seats[0].wins >= 10


def test_the_command_prints_one_object_with_every_seat_in_the_order_given(capsys):
    call_command("bots", "--seats", "regular,rookie", "--games", "4", "--json")
    said = json.loads(capsys.readouterr().out)
    assert said.keys() == {"games", "games_per_second", "seats"}
    assert said["games"] == 4
    assert [seat["bot"] for seat in said["seats"]] == ["regular", "rookie"]
    for seat in said["seats"]:
        assert seat.keys() == {"bot", "wins", "share", "low", "high", "ice_mean"}
        assert seat["low"] <= seat["share"] <= seat["high"]
        assert seat["share"] == seat["wins"] / 4
    assert sum(seat["wins"] for seat in said["seats"]) == 4


def test_the_command_prints_places_ice_and_length_in_words(capsys):
    call_command("bots", "--seats", "regular,regular", "--games", "2")
    said = capsys.readouterr().out
    assert "2 games" in said
    assert "places:" in said
    assert "ice:" in said


def test_the_command_writes_every_game_as_a_record(tmp_path, capsys):
    path = tmp_path / "games.jsonl"
    call_command("bots", "--seats", "regular,pro", "--games", "3", "--records", str(path))
    answers = [answer(json.loads(line)) for line in path.read_text().splitlines()]
    assert [said["phase"] for said in answers] == ["over"] * 3


@pytest.mark.parametrize("seats", ["regular", "expert,regular", "regular," * 5 + "regular", ""])
def test_the_command_refuses_seats_it_cannot_fill(seats):
    with pytest.raises(CommandError, match="bot"):
        call_command("bots", "--seats", seats, "--games", "1")
