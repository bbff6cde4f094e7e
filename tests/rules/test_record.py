"""The game record lastcall/1: what is a valid document, what its replay answers, and how one is written."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from game.record import answer, answer_to_text, read_record, record_of, replay
from game.rules import (
    CloseMaking,
    CloseOrders,
    Deal,
    InvalidSetup,
    MakeDrink,
    MoveBottle,
    Order,
    Pass,
    Phase,
)
from tests.rules.builders import BRANDY, FRANK, KATHY, OTTO, RUM, board, dealing, deck_of, play

Document = dict[str, Any]
DECK = [card.word for card in deck_of("")]
BAD = {"ok": False, "at": None, "error": "bad_record"}


def document(**changed: object) -> Document:
    """Two players; one order has been used, and Bill has made a drink."""
    right: Document = {
        "format": "lastcall/1",
        "options": {"remaining_drinks": "all_at_once"},
        "players": ["Andre", "Bill"],
        "priority": ["Bill", "Andre"],
        "bottles": {
            "frank": {"rum": 4},
            "jasmine": {"vodka": 4},
            "kathy": {"gin": 4},
            "mona": {"brandy": 4},
            "otto": {"triple_sec": 4},
            "ray": {"irish_cream": 4},
        },
        "drinks": {
            "Andre": [["rum", "vodka"], ["rum", "vodka", "gin"]],
            "Bill": [["rum", "gin"], ["gin", "rum", "rum"]],
        },
        "deck": [card.word for card in deck_of("frank kathy otto")],
        "actions": [
            {"act": "deal"},
            {"act": "deal", "card": "kathy", "at": 4.5},
            {"act": "order", "player": "Bill"},
            {"act": "close_orders", "at": 6},
            {"act": "move", "player": "Bill", "liquor": "rum", "giver": "frank", "receiver": "kathy"},
            {"act": "make", "player": "Bill", "drink": 0, "bartender": "kathy"},
        ],
    }
    return {**right, **changed}


def without(key: str) -> Document:
    return {name: value for name, value in document().items() if name != key}


def changed(path: str, value: object) -> Document:
    """The right document with one thing in it changed; the path's words are keys and numbers."""
    new = deepcopy(document())
    place: Any = new
    *way, last = path.split("/")
    for word in way:
        place = place[int(word) if isinstance(place, list) else word]
    place[int(last) if isinstance(place, list) else last] = value
    return new


def test_a_replay_tells_all_that_lies_on_the_table():
    assert answer(document()) == {
        "ok": True,
        "phase": "dealing",
        "priority": ["Andre", "Bill"],
        "dealer": "Bill",
        "order_taker": None,
        "turn": None,
        "cards": dict.fromkeys(("frank", "jasmine", "kathy", "mona", "otto", "ray"), 0),
        "bottles": {
            "frank": {"rum": 3},
            "jasmine": {"vodka": 4},
            "kathy": {"rum": 1, "gin": 4},
            "mona": {"brandy": 4},
            "otto": {"triple_sec": 4},
            "ray": {"irish_cream": 4},
        },
        "ice": {"Andre": 0, "Bill": 3},
        "made": {"Andre": [], "Bill": [0]},
        "tab_row": [],
        "winner": None,
    }


def test_bartenders_without_bottles_are_named_with_no_bottle():
    everything = {"ray": dict.fromkeys(("rum", "vodka", "gin", "brandy", "triple_sec", "irish_cream"), 4)}
    answered = answer(document(bottles=everything, actions=[]))
    assert answered["bottles"] == everything | {
        bartender: {} for bartender in ("frank", "jasmine", "kathy", "mona", "otto")
    }


@pytest.mark.parametrize(
    ("number", "phase", "order_taker"),
    [(0, "dealing", None), (2, "dealing", None), (3, "ordering", None), (4, "moving", "Bill"), (5, "making", "Bill")],
)
def test_the_order_taker_is_told_while_moving_and_making(number: int, phase: str, order_taker: str | None):
    answered = answer(document(actions=document()["actions"][:number]))
    assert (answered["phase"], answered["order_taker"], answered["dealer"]) == (phase, order_taker, "Andre")


# What is not a record


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


# Actions


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (7, "bad_action"),
        (None, "bad_action"),
        ([], "bad_action"),
        ({}, "bad_action"),
        ({"act": "deal", "at": -1}, "bad_action"),
        ({"act": "deal", "cards": 1}, "bad_action"),
        ({"act": "shout"}, "unknown_action"),
        ({"act": "order", "player": "Zoe"}, "unknown_player"),
        ({"act": "deal", "card": "zoe"}, "unknown_bartender"),
        ({"act": "move", "player": "Bill", "liquor": "beer", "giver": "ray", "receiver": "ray"}, "unknown_liquor"),
        ({"act": "make", "player": "Bill", "drink": 2, "bartender": "ray"}, "unknown_drink"),
        ({"act": "make", "player": "Bill", "drink": -1, "bartender": "ray"}, "unknown_drink"),
        ({"act": "make", "player": "Bill", "drink": 0, "bartender": "ray"}, "wrong_phase"),
        ({"act": "close_orders"}, "wrong_phase"),
        ({"act": "deal", "card": "ray"}, "wrong_card"),
        ({"act": "reshuffle", "deck": []}, "deck_not_empty"),
    ],
)
def test_a_refused_action_is_named_with_its_number_and_its_code(action: object, code: str):
    actions = [*document()["actions"], action]
    assert answer(document(actions=actions)) == {"ok": False, "at": 6, "error": code}


def test_of_the_reasons_against_an_action_the_first_in_the_list_counts():
    actions = document()["actions"][:4]
    move = {"act": "move", "player": "Andre", "liquor": "gin", "giver": "otto", "receiver": "otto"}

    def code(**other: object) -> object:
        return answer(document(actions=[*actions, {**move, **other}]))["error"]

    assert code() == "not_your_order"
    assert code(player="Bill") == "same_bartender"
    assert code(player="Bill", receiver="ray") == "no_card"
    assert code(player="Bill", giver="frank", receiver="kathy") == "no_bottle"


def test_the_error_of_an_action_comes_before_a_wrong_result():
    result = {"tab_row": [], "ice": {}, "winner": "Bill"}
    assert answer(document(actions=[7], result=result)) == {"ok": False, "at": 0, "error": "bad_action"}


# Results


def finished(**changed: object) -> Document:
    """Both settle up in the first step: Bill, the higher one, with 3 cubes and Andre with 4."""
    actions = [
        *document()["actions"][:5],
        {"act": "make", "player": "Andre", "drink": 0, "bartender": "kathy"},
        {"act": "make", "player": "Bill", "drink": 0, "bartender": "kathy"},
    ]
    drinks = {"Andre": [["rum", "gin"]], "Bill": [["rum", "gin"]]}
    result = {"tab_row": ["Bill", "Andre"], "ice": {"Andre": 4, "Bill": 3}, "winner": "Bill"}
    return document(drinks=drinks, actions=actions, **{"ice": {"Andre": 1}, "result": result, **changed})


def test_a_game_that_is_over_names_its_winner_and_may_carry_its_result():
    answered = answer(finished())
    assert (answered["phase"], answered["tab_row"], answered["winner"]) == ("over", ["Bill", "Andre"], "Bill")
    assert (answered["dealer"], answered["turn"], answered["order_taker"]) == (None, None, None)
    assert sorted(answered["priority"]) == ["Andre", "Bill"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"tab_row": ["Andre", "Bill"]},
        {"tab_row": ["Bill"]},
        {"tab_row": []},
        {"ice": {"Andre": 5, "Bill": 3}},
        {"ice": {"Bill": 3}},
        {"ice": {"Andre": 4, "Bill": 3, "Zoe": 0}},
        {"winner": "Andre"},
        {"winner": "Zoe"},
    ],
)
def test_a_result_that_the_replay_contradicts_is_a_wrong_result(wrong: Document):
    result = {**finished()["result"], **wrong}
    assert answer(finished(result=result)) == {"ok": False, "at": None, "error": "wrong_result"}


def test_a_result_on_a_game_that_is_not_over_is_a_wrong_result():
    new = finished()
    new["actions"].pop()
    assert answer(new) == {"ok": False, "at": None, "error": "wrong_result"}
    del new["result"]
    assert answer(new)["ok"]


@pytest.mark.parametrize(
    "change",
    [
        lambda result: {},
        lambda result: None,
        lambda result: [],
        lambda result: {**result, "more": 1},
        lambda result: {key: value for key, value in result.items() if key != "winner"},
        lambda result: {**result, "winner": None},
        lambda result: {**result, "tab_row": "Bill"},
        lambda result: {**result, "tab_row": ["Bill", 7]},
        lambda result: {**result, "ice": [4, 3]},
        lambda result: {**result, "ice": {"Andre": 4.0, "Bill": 3}},
        lambda result: {**result, "ice": {"Andre": True, "Bill": 3}},
    ],
    ids=range(11),
)
def test_a_result_of_another_shape_is_a_bad_record(change: Callable[[Document], object]):
    assert answer(finished(result=change(finished()["result"]))) == BAD


def test_a_game_that_is_over_takes_no_further_action():
    new = finished()
    new["actions"].append({"act": "close_making"})
    assert answer(new) == {"ok": False, "at": 7, "error": "game_over"}


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


# Writing


def test_a_game_is_written_as_a_record_that_replays_to_it():
    start = dealing(
        "Bill Andre", bottles=board(kathy="GB"), drinks={"Andre": "RG RB", "Bill": "GB"}, then="frank kathy"
    )
    actions = [Deal(), Deal(FRANK), Order("Bill"), CloseOrders(), MoveBottle("Bill", RUM, FRANK, KATHY)]
    actions[1] = Deal(KATHY)
    written = record_of(start, actions, at=[None, 1.5, 3, None, 7], texts={"site": "here", "seed": "s"})
    assert written["actions"] == [
        {"act": "deal"},
        {"act": "deal", "card": "kathy", "at": 1.5},
        {"act": "order", "player": "Bill", "at": 3},
        {"act": "close_orders"},
        {"act": "move", "player": "Bill", "liquor": "rum", "giver": "frank", "receiver": "kathy", "at": 7},
    ]
    assert (written["site"], written["seed"]) == ("here", "s")
    assert not {"ice", "made", "result"} & set(written)
    assert replay(read_record(json.loads(json.dumps(written)))) == play(start, *actions)


def test_a_record_names_the_players_as_it_is_told():
    start = dealing("1 0", drinks={"0": "RG", "1": "RG"}, bottles=board(kathy="RG"), then="frank kathy", ice={"0": 2})
    actions = [Deal(), Deal(), Order("1"), CloseOrders(), MoveBottle("1", RUM, FRANK, KATHY)]
    actions += [MakeDrink("0", 0, KATHY), MakeDrink("1", 0, KATHY)]
    written = record_of(start, actions, names={"0": "Andre", "1": "Bill"})
    assert (written["players"], written["priority"], written["ice"]) == (
        ["Andre", "Bill"],
        ["Bill", "Andre"],
        {"Andre": 2},
    )
    assert written["result"] == {"tab_row": ["Bill", "Andre"], "ice": {"Andre": 3, "Bill": 1}, "winner": "Bill"}
    assert answer(written)["ok"]


def test_a_live_game_is_written_without_what_a_replay_would_refuse():
    live = dealing("Bill Andre", drinks={"Andre": "RVGBT", "Bill": "RVGBT"}, then="frank kathy", is_live=True)
    move = [Order("Bill"), CloseOrders(), MoveBottle("Bill", RUM, FRANK, KATHY)]
    actions = [Deal(), Deal(), *move, Pass("Andre"), CloseMaking(), Deal()]
    written = record_of(live, actions, at=list(range(8)))
    assert [(action["act"], action["at"]) for action in written["actions"]] == [
        ("deal", 0),
        ("deal", 1),
        ("order", 2),
        ("close_orders", 3),
        ("move", 4),
        ("deal", 7),
    ]
    assert replay(read_record(written)).phase is Phase.DEALING


def test_a_puzzle_is_written_with_its_ice_and_made_drinks():
    start = dealing("Bill Andre", ice={"Bill": 3}, made={"Andre": (1, 0)}, bottles=board(otto="TB"))
    written = record_of(start, [])
    assert (written["ice"], written["made"]) == ({"Bill": 3}, {"Andre": [0, 1]})
    assert read_record(written).start == start
    assert read_record(written).began_in_the_middle
    assert start.bottles[OTTO][BRANDY] == 1


def test_the_reason_against_a_bad_record_is_a_sentence():
    with pytest.raises(InvalidSetup) as refused:
        read_record(document(players=["Andre"]))
    assert refused.value.sentence == "A game has 2 to 5 players."
