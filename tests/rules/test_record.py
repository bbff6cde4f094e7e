"""The game record lastcall/1: what its replay answers, and how one is written."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from game.record import answer, read_record, record_of, replay
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
from tests.rules.builders import BRANDY, FRANK, KATHY, OTTO, RUM, board, dealing, play
from tests.rules.documents import BAD, Document, document


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
