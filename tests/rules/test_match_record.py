"""The match record lastcall-match/1: games that follow from each other, and the sum of their ice."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.record import answer, match_of, record_of
from game.rules import RemainingDrinks
from tests.rules.random_play import random_game, random_start

Document = dict[str, Any]


def games(number: int, players: int = 3, way: RemainingDrinks = RemainingDrinks.ALL_AT_ONCE) -> list[Document]:
    played: list[Document] = []
    for seed in range(number):
        start = random_start(Random(seed), players, way)
        if played:
            start = start._replace(priority=tuple(played[-1]["result"]["tab_row"]))
        played.append(record_of(start, [action for action, _ in random_game(Random(seed), start)]))
    return played


GAMES = games(3)
NAMES = ["Andre", "Bill", "Claire"]
EVEN = Path(__file__).parent / "games" / "2_players_one_at_a_time.json"


def match(**changed: object) -> Document:
    return deepcopy({**match_of(NAMES, 3, GAMES), **changed})


def refused(game: int | None, error: str, at: int | None = None) -> Document:
    return {"ok": False, "game": game, "at": at, "error": error}


def test_the_cubes_of_all_games_are_added_up_and_the_fewest_win():
    answered = answer(match())
    totals = {name: sum(game["result"]["ice"][name] for game in GAMES) for name in NAMES}
    last = GAMES[-1]["result"]["tab_row"]
    ranking = sorted(NAMES, key=lambda name: (totals[name], last.index(name)))
    assert answered == {"ok": True, "totals": totals, "ranking": ranking, "winner": ranking[0]}


def test_if_there_is_a_tie_the_settle_up_order_of_the_last_game_decides():
    even = match(agreed=1, games=[json.loads(EVEN.read_text(encoding="utf-8"))], players=["Andre", "Bill"])
    assert answer(even) == {
        "ok": True,
        "totals": {"Andre": 8, "Bill": 8},
        "ranking": ["Bill", "Andre"],
        "winner": "Bill",
    }


@pytest.mark.parametrize("number", [0, 1, 2])
def test_before_all_agreed_games_are_there_nobody_has_won(number: int):
    answered = answer(match(games=GAMES[:number]))
    assert (answered["ok"], answered["winner"]) == (True, None)
    assert sorted(answered["ranking"]) == NAMES


def test_the_seats_may_differ_from_game_to_game():
    new = match(players=["Claire", "Andre", "Bill"])
    new["games"][1]["players"] = ["Bill", "Claire", "Andre"]
    assert answer(new)["totals"] == answer(match())["totals"]


def test_a_result_need_not_stand_in_a_game():
    new = match()
    for game in new["games"]:
        del game["result"]
    assert answer(new) == answer(match())


@pytest.mark.parametrize("key", ["started_at", "site"])
def test_a_match_has_two_optional_texts(key: str):
    assert answer(match(**{key: "text"}))["ok"]
    assert answer(match(**{key: 7})) == refused(None, "bad_record")


@pytest.mark.parametrize(
    "wrong",
    [
        {"more": 1},
        {"rules": "1"},
        {"players": ["Andre"]},
        {"players": ["Andre", "Andre", "Bill"]},
        {"players": ["Andre", "", "Bill"]},
        {"players": ["Andre", 7, "Bill"]},
        {"players": list("ABCDEF")},
        {"players": "Andre"},
        {"players": None},
        {"agreed": 0},
        {"agreed": 13},
        {"agreed": 2},
        {"agreed": 3.0},
        {"agreed": True},
        {"agreed": "3"},
        {"games": {}},
        {"games": None},
        {"games": [*GAMES, GAMES[0]]},
    ],
    ids=repr,
)
def test_a_match_of_another_shape_is_a_bad_record(wrong: Document):
    assert answer(match(**wrong)) == refused(None, "bad_record")


@pytest.mark.parametrize("key", ["players", "agreed", "games"])
def test_no_key_of_a_match_may_be_missing(key: str):
    new = match()
    del new[key]
    assert answer(new) == refused(None, "bad_record")


@pytest.mark.parametrize("game", [7, None, {}, [], {"format": "lastcall-match/1"}])
def test_a_game_that_is_no_record_is_named_by_its_number(game: object):
    assert answer(match(games=[GAMES[0], game])) == refused(1, "bad_record")


def test_a_games_own_error_comes_first():
    new = match()
    new["games"][1]["priority"].reverse()
    new["games"][1]["actions"][4] = {"act": "shout"}
    assert answer(new) == refused(1, "unknown_action", at=4)
    new = match()
    new["games"][2]["result"]["winner"] = "Zoe"
    assert answer(new) == refused(2, "wrong_result")


def test_all_games_have_the_players_of_the_match():
    assert answer(match(players=["Andre", "Bill", "Zoe"])) == refused(0, "bad_record")
    assert answer(match(players=["Andre", "Bill"])) == refused(0, "bad_record")


def test_all_games_have_the_same_options():
    other = games(1, way=RemainingDrinks.ONE_AT_A_TIME)
    assert answer(match(games=[GAMES[0], *other])) == refused(1, "bad_record")
    assert answer(match(games=games(3, way=RemainingDrinks.ONE_AT_A_TIME)))["ok"]


def test_every_game_but_the_first_takes_the_tab_row_of_the_one_before_as_its_priority():
    assert answer(match(games=[GAMES[1], GAMES[0]])) == refused(1, "wrong_priority")
    assert GAMES[1]["priority"] == GAMES[0]["result"]["tab_row"]


def test_a_game_that_is_not_over_is_a_wrong_result():
    new = match()
    del new["games"][2]["result"]
    new["games"][2]["actions"].pop()
    assert answer(new) == refused(2, "wrong_result")


@pytest.mark.parametrize("middle", [{"ice": {"Andre": 1}}, {"ice": {"Bill": 0, "Claire": 2}}])
def test_a_game_that_began_in_the_middle_is_a_wrong_result(middle: Document):
    new = match()
    del new["games"][1]["result"]
    new["games"][1].update(middle)
    assert answer(new) == refused(1, "wrong_result")


def test_ice_and_made_drinks_of_nothing_are_no_beginning_in_the_middle():
    new = match()
    new["games"][0].update(ice={"Andre": 0}, made={"Bill": []})
    assert answer(new)["ok"]


def test_games_are_checked_one_by_one():
    new = match()
    new["games"][1]["priority"].reverse()
    new["games"][1]["actions"] = []
    del new["games"][1]["result"]
    new["games"][2] = 7
    assert answer(new)["game"] == 1
    assert answer(new)["error"] == "wrong_priority"
