"""The keys of the game record lastcall/1: what is a valid document, and what is a bad record."""

from __future__ import annotations

import json
from copy import deepcopy

import pytest

from game.record import answer, answer_to_text
from tests.rules.documents import BAD, DECK, Document, changed, document, without


@pytest.mark.parametrize("value", [None, 7, 1.5, True, "lastcall/1", [], {}, [document()]])
def test_what_is_not_an_object_with_the_right_keys_is_a_bad_record(value: object):
    assert answer(value) == BAD


@pytest.mark.parametrize("key", list(document()))
def test_every_key_that_is_not_optional_must_be_there(key: str):
    assert answer(without(key)) == BAD


@pytest.mark.parametrize("key", list(document()))
@pytest.mark.parametrize("value", [None, 7, 1.5, True, "word", [None], {"word": None}], ids=repr)
def test_no_key_takes_a_value_of_another_type(key: str, value: object):
    if key == "actions" and value == [None]:
        assert answer(document(actions=value)) == {"ok": False, "at": 0, "error": "bad_action"}
    else:
        assert answer(document(**{key: value})) == BAD


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("more", 1),
        ("Format", "lastcall/1"),
        ("options/more", 1),
        ("bottles/frank/more", 0),
        ("bottles/zoe", {}),
        ("drinks/Zoe", [["rum", "gin"]]),
        ("", 1),
    ],
)
def test_unknown_keys_are_refused_not_skipped(path: str, value: object):
    assert answer(changed(path, value)) == BAD


@pytest.mark.parametrize("value", ["lastcall/2", "lastcall/1 ", "Lastcall/1", "", ["lastcall/1"], None])
def test_there_is_one_format(value: object):
    assert answer(document(format=value)) == BAD


@pytest.mark.parametrize("word", ["both", "", None, True, ["all_at_once"], {}, "ALL_AT_ONCE"])
def test_there_are_two_ways_of_making_the_remaining_drinks(word: object):
    assert answer(document(options={"remaining_drinks": "one_at_a_time"}))["ok"]
    assert answer(document(options={"remaining_drinks": word})) == BAD
    assert answer(document(options={})) == BAD


@pytest.mark.parametrize(
    "players",
    [
        [],
        ["Andre"],
        ["Andre", "Andre"],
        ["Andre", ""],
        ["Andre", 7],
        ["Andre", None],
        ["Andre", ["Bill"]],
        list("ABCDEF"),
    ],
)
def test_two_to_five_players_are_named_by_different_non_empty_strings(players: list[object]):
    drinks = {str(name): [["rum", "gin"]] for name in players}
    assert answer(document(players=players, priority=players, drinks=drinks, actions=[])) == BAD


@pytest.mark.parametrize(
    "names", [["a", "b", "c"], list("vwxyz"), ["Andre", "andre"], [" ", "\u202e"], ["\ud800", "é"]]
)
def test_any_two_to_five_different_names_will_do(names: list[str]):
    drinks = {name: [["rum", "gin"]] for name in names}
    assert answer(document(players=names, priority=names, drinks=drinks, actions=[]))["dealer"] == names[-1]


@pytest.mark.parametrize(
    "priority", [[], ["Bill"], ["Bill", "Bill"], ["Bill", "Zoe"], ["Bill", "Andre", "Bill"], ["Bill", 7]]
)
def test_the_priority_holds_the_same_names(priority: list[object]):
    assert answer(document(priority=priority)) == BAD


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("bottles/frank", {"rum": 3}),
        ("bottles/frank", {"rum": 5}),
        ("bottles/frank", {"rum": 4, "vodka": 1}),
        ("bottles/frank", {}),
        ("bottles/frank", {"rum": 4.0}),
        ("bottles/frank", {"rum": True}),
        ("bottles/frank", {"rum": "4"}),
        ("bottles/frank", {"rum": None}),
        ("bottles/frank", {"Rum": 4}),
        ("bottles/frank", {"rum": 4, "gin": -1}),
        ("bottles/frank", ["rum"] * 4),
        ("bottles/frank", 4),
        ("bottles/frank", {"rum": 10**5}),
    ],
)
def test_the_24_bottles_stand_somewhere_four_of_each_liquor(path: str, value: object):
    assert answer(changed(path, value)) == BAD


def test_a_bottle_taken_from_one_and_owed_to_another_is_no_placement():
    new = changed("bottles/frank", {"rum": 5})
    new["bottles"]["kathy"]["rum"] = -1
    assert answer(new) == BAD


def test_zeros_and_empty_bartenders_may_be_left_out_or_not():
    bottles = deepcopy(document()["bottles"])
    bottles["ray"], bottles["otto"] = {}, {"triple_sec": 4, "irish_cream": 4, "rum": 0}
    assert answer(document(bottles=bottles))["ok"]
    del bottles["ray"]
    assert answer(document(bottles=bottles))["bottles"]["ray"] == {}


@pytest.mark.parametrize(
    "drinks",
    [
        [],
        [["rum", "gin"]] * 5,
        [["rum"]],
        [[]],
        [["rum", "vodka", "gin", "brandy", "triple_sec", "irish_cream"]],
        [["rum"] * 5],
        [["rum", "zoe"]],
        [["rum", "Gin"]],
        [["rum", None]],
        [["rum", ["gin"]]],
        [{"rum": 1, "gin": 1}],
        ["rum", "gin"],
        {"0": ["rum", "gin"]},
        None,
    ],
)
def test_a_player_has_one_to_four_drinks_of_two_to_five_bottles_at_most_four_alike(drinks: object):
    assert answer(changed("drinks/Bill", drinks)) == BAD


def test_every_player_has_drinks():
    assert answer(document(drinks={"Bill": [["rum", "gin"]]})) == BAD


def test_the_bottles_of_a_drink_stand_in_any_order_and_four_may_be_alike():
    drinks = {"Andre": [["gin", "rum", "gin", "gin", "gin"]], "Bill": [["rum"] * 4, ["gin", "rum"]]}
    assert answer(document(drinks=drinks, actions=[]))["ok"]


@pytest.mark.parametrize(
    "deck",
    [
        DECK[1:],
        [*DECK, "ray"],
        ["ray", *DECK[1:]],
        ["zoe", *DECK[1:]],
        ["Frank", *DECK[1:]],
        [0, *DECK[1:]],
        [["frank"], *DECK[1:]],
        [],
        dict.fromkeys(("frank", "jasmine", "kathy", "mona", "otto", "ray"), 8),
    ],
    ids=range(9),
)
def test_the_deck_is_48_cards_eight_for_each_bartender(deck: object):
    assert answer(document(deck=deck)) == BAD


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("ice", []),
        ("ice", None),
        ("ice", {"Bill": -1}),
        ("ice", {"Bill": 1.0}),
        ("ice", {"Bill": True}),
        ("ice", {"Bill": "1"}),
        ("ice", {"Bill": None}),
        ("ice", {"Zoe": 1}),
        ("made", []),
        ("made", None),
        ("made", {"Bill": 0}),
        ("made", {"Bill": None}),
        ("made", {"Bill": [2]}),
        ("made", {"Bill": [-1]}),
        ("made", {"Bill": [0, 0]}),
        ("made", {"Bill": [0.0]}),
        ("made", {"Bill": [True]}),
        ("made", {"Bill": ["0"]}),
        ("made", {"Bill": [0, 1]}),
        ("made", {"Zoe": []}),
        ("made", {"Zoe": [0]}),
    ],
)
def test_a_wrong_beginning_in_the_middle_is_a_bad_record(key: str, value: object):
    assert answer(document(**{key: value})) == BAD


def test_a_record_may_begin_in_the_middle():
    answered = answer(document(ice={"Bill": 0, "Andre": 41}, made={"Bill": [], "Andre": [1]}, actions=[]))
    assert (answered["ice"], answered["made"]) == ({"Andre": 41, "Bill": 0}, {"Andre": [1], "Bill": []})
    assert answer(document(ice={}, made={}))["ok"]


def test_a_drink_already_made_at_the_beginning_cannot_be_made_again():
    drinks = {"Andre": [["rum", "vodka"]], "Bill": [["rum", "gin"], ["gin", "rum"]]}
    assert answer(document(made={"Bill": [0]}, drinks=drinks)) == {"ok": False, "at": 5, "error": "already_made"}


@pytest.mark.parametrize("key", ["started_at", "site", "rules", "seed_hash", "seed"])
def test_the_optional_texts_are_strings(key: str):
    assert answer(document(**{key: ""})) == answer(document(**{key: "2026-11-29"})) == answer(document())
    for wrong in (None, 7, ["text"], {}, True):
        assert answer(document(**{key: wrong})) == BAD


def test_a_bad_record_is_found_before_any_action_is_played():
    assert answer(document(actions=[7], deck=[])) == BAD
    assert answer(document(actions=[7], result=7)) == BAD


# JSON as text


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"null",
        b"{",
        b"{} {}",
        b"[" * 100_000,
        b'{"format":' * 50_000,
        b"\xff\xfe{}",
        b'{"format": "\xed\xa0\x80"}',
        "{}".encode("utf-16"),
        b'{"format": NaN}',
        b'{"format": Infinity}',
        b"'{}'",
        b'{"format": "lastcall/1",}',
        b"\x00",
        b"9" * 10_000,
        b"-" + b"9" * 10_000,
        b"1e999999",
    ],
    ids=range(17),
)
def test_what_is_not_a_json_record_is_a_bad_record(text: bytes):
    assert answer_to_text(text) == BAD


def replaced(old: str, new: str) -> Document:
    text = json.dumps(document())
    assert text.count(old) == 1
    return answer_to_text(text.replace(old, new).encode())


@pytest.mark.parametrize("at", ["1e400", "1" * 5000, "-0.5", "1e9", '"6"', "true", "null", "-1e400"])
def test_a_time_outside_its_bounds_is_a_bad_action(at: str):
    assert replaced('"at": 6', f'"at": {at}') == {"ok": False, "at": 3, "error": "bad_action"}


@pytest.mark.parametrize("at", ["NaN", "Infinity", "-Infinity", "06", ".5", "+1", "1."])
def test_a_time_that_is_no_json_number_spoils_the_document(at: str):
    assert replaced('"at": 6', f'"at": {at}') == BAD


@pytest.mark.parametrize(
    ("drink", "code"),
    [
        ("9" * 5000, "unknown_drink"),
        ("-" + "9" * 5000, "unknown_drink"),
        ("0.0", "bad_action"),
        ("1e0", "bad_action"),
        ("1e400", "bad_action"),
    ],
)
def test_the_number_of_a_drink_may_be_of_any_size_but_not_broken(drink: str, code: str):
    assert replaced('"drink": 0', f'"drink": {drink}') == {"ok": False, "at": 5, "error": code}


def test_of_a_key_given_twice_the_last_counts():
    assert replaced('"drink": 0', '"drink": 7, "drink": 0')["ok"]
    assert replaced('"drink": 0', '"drink": 0, "drink": 7')["error"] == "unknown_drink"


@pytest.mark.parametrize("cubes", ["9" * 5000, "1e2", "-0.0", "-1"])
def test_ice_that_is_no_number_of_cubes_is_a_bad_record(cubes: str):
    text = json.dumps(document(ice={"Bill": 77})).replace("77", cubes)
    assert answer_to_text(text.encode()) == BAD


def test_every_answer_can_be_printed():
    names = ["\ud800", "\u2028"]
    drinks = {name: [["rum", "gin"]] for name in names}
    new = document(players=names, priority=names, drinks=drinks, actions=[], ice={"\ud800": 10**999})
    assert json.loads(json.dumps(answer_to_text(json.dumps(new).encode()))) == answer(new)
    json.dumps(answer(new)).encode("ascii")
