"""Actions as JSON objects: read strictly, written back the same."""

from typing import Any

import pytest

from game.rules import (
    Action,
    CloseMaking,
    CloseOrders,
    Deal,
    InvalidAction,
    Lapse,
    MakeDrink,
    MoveBottle,
    Order,
    Pass,
    Reshuffle,
    apply,
    as_dict,
    parse,
)
from tests.rules.builders import JASMINE, KATHY, OTTO, RAY, TRIPLE_SEC, dealing

PLAYERS = ("Andre", "Bill")
MOVE = {"act": "move", "player": "Bill", "liquor": "triple_sec", "giver": "jasmine", "receiver": "kathy"}
MAKE = {"act": "make", "player": "Bill", "drink": 3, "bartender": "otto"}
EACH = [
    ({"act": "deal"}, Deal()),
    ({"act": "deal", "card": "ray"}, Deal(RAY)),
    ({"act": "reshuffle", "deck": []}, Reshuffle(())),
    ({"act": "reshuffle", "deck": ["ray", "otto", "ray"]}, Reshuffle((RAY, OTTO, RAY))),
    ({"act": "order", "player": "Andre"}, Order("Andre")),
    ({"act": "close_orders"}, CloseOrders()),
    (MOVE, MoveBottle("Bill", TRIPLE_SEC, giver=JASMINE, receiver=KATHY)),
    ({"act": "lapse", "player": "Bill"}, Lapse("Bill")),
    (MAKE, MakeDrink("Bill", 3, OTTO)),
    ({"act": "pass", "player": "Bill"}, Pass("Bill")),
    ({"act": "close_making"}, CloseMaking()),
]


@pytest.mark.parametrize(("data", "action"), EACH)
def test_each_action_is_read_from_its_object_and_written_back(data: dict[str, Any], action: Action):
    assert parse(data, PLAYERS) == action
    assert type(parse(data, PLAYERS)) is type(action)
    assert as_dict(action) == data


@pytest.mark.parametrize("data", [data for data, _ in EACH])
@pytest.mark.parametrize("at", [0, 0.0, 3, 3.5, 999_999_999, 999_999_999.9])
def test_an_action_may_carry_the_time_in_seconds_since_the_game_began(data: dict[str, Any], at: float):
    assert parse({**data, "at": at}, PLAYERS) == parse(data, PLAYERS)


@pytest.mark.parametrize("data", [data for data, _ in EACH])
@pytest.mark.parametrize(
    "at",
    [
        -1,
        -0.1,
        1_000_000_000,
        1e9,
        1e400,
        float("nan"),
        float("-inf"),
        True,
        "3",
        None,
        [],
        pytest.param(10**5000, id="huge"),
    ],
)
def test_any_other_time_makes_a_bad_action(data: dict[str, Any], at: object):
    assert code_of({**data, "at": at}) == "bad_action"


@pytest.mark.parametrize("data", [None, 7, 1.5, "deal", [], ["deal"], True, {}, [("act", "deal")]])
def test_what_is_not_an_object_with_an_act_is_a_bad_action(data: object):
    assert code_of(data) == "bad_action"


@pytest.mark.parametrize("act", [None, 7, True, ["deal"], {"deal": 1}])
def test_an_act_that_is_not_a_string_is_a_bad_action(act: object):
    assert code_of({"act": act}) == "bad_action"


@pytest.mark.parametrize("act", ["shout", "", "Deal", "deal ", "__class__", "move_bottle", "\ud800", "x" * 10_000])
def test_a_string_that_names_no_action_is_an_unknown_action(act: str):
    assert code_of({"act": act}) == "unknown_action"
    assert code_of({"act": act, "player": 7, "more": None, "at": 1}) == "unknown_action"


@pytest.mark.parametrize(
    ("data", "key"), [(data, key) for data, _ in EACH for key in data if key not in ("act", "card")]
)
def test_a_missing_key_makes_a_bad_action(data: dict[str, Any], key: str):
    assert code_of({name: value for name, value in data.items() if name != key}) == "bad_action"


@pytest.mark.parametrize("data", [data for data, _ in EACH])
@pytest.mark.parametrize("key", ["time", "AT", "", "Player", "because"])
def test_an_unknown_key_makes_a_bad_action(data: dict[str, Any], key: str):
    assert code_of({**data, key: "Bill"}) == "bad_action"


@pytest.mark.parametrize(
    ("data", "key"),
    [
        ({"act": "deal"}, "player"),
        ({"act": "order", "player": "Bill"}, "card"),
        ({"act": "close_orders"}, "player"),
        ({"act": "close_making"}, "bartender"),
        (MOVE, "bartender"),
        (MAKE, "giver"),
    ],
)
def test_a_key_of_another_action_is_an_unknown_key(data: dict[str, Any], key: str):
    assert code_of({**data, key: "kathy"}) == "bad_action"


@pytest.mark.parametrize(
    ("data", "key"), [(data, key) for data, _ in EACH for key in data if key not in ("act", "deck", "drink")]
)
@pytest.mark.parametrize("value", [None, 7, 1.5, True, [], ["Bill"], {}])
def test_a_value_of_the_wrong_type_makes_a_bad_action(data: dict[str, Any], key: str, value: object):
    assert code_of({**data, key: value}) == "bad_action"


@pytest.mark.parametrize("drink", [None, "0", 1.0, 0.0, True, False, [0], {}, 1e400])
def test_the_number_of_a_drink_is_a_whole_number(drink: object):
    assert code_of({**MAKE, "drink": drink}) == "bad_action"


@pytest.mark.parametrize("deck", [None, "ray", 7, {"ray": 1}, [7], ["ray", None], [["ray"]]])
def test_the_deck_of_a_reshuffle_is_a_list_of_words(deck: object):
    assert code_of({"act": "reshuffle", "deck": deck}) == "bad_action"


@pytest.mark.parametrize("act", ["order", "lapse", "pass"])
@pytest.mark.parametrize("player", ["Zoe", "", "andre", "Andre ", "\ud800", "\x00"])
def test_a_player_who_is_not_in_the_game_is_unknown(act: str, player: str):
    assert code_of({"act": act, "player": player}) == "unknown_player"


def test_bartenders_and_liquors_are_known_by_their_words_only():
    assert code_of({"act": "deal", "card": "zoe"}) == "unknown_bartender"
    assert code_of({"act": "deal", "card": "Kathy"}) == "unknown_bartender"
    assert code_of({"act": "reshuffle", "deck": ["ray", "zoe"]}) == "unknown_bartender"
    assert code_of({**MOVE, "giver": "zoe"}) == "unknown_bartender"
    assert code_of({**MOVE, "receiver": "zoe"}) == "unknown_bartender"
    assert code_of({**MAKE, "bartender": "zoe"}) == "unknown_bartender"
    assert code_of({**MOVE, "liquor": "triple sec"}) == "unknown_liquor"
    assert code_of({**MOVE, "liquor": "TRIPLE_SEC"}) == "unknown_liquor"


def test_the_first_thing_wrong_is_named():
    wrong = {**MOVE, "player": "Zoe", "giver": "zoe", "liquor": "zoe", "at": "late"}
    assert code_of(wrong) == "bad_action"
    assert code_of({**wrong, "at": 3}) == "unknown_player"
    assert code_of({**wrong, "at": 3, "player": "Bill"}) == "unknown_bartender"
    assert code_of({**wrong, "at": 3, "player": "Bill", "giver": "otto"}) == "unknown_liquor"
    assert code_of({"act": "shout", "player": "Zoe"}) == "unknown_action"


def test_an_action_of_a_stranger_is_refused_by_the_game_too():
    for stranger in (Order("Zoe"), Pass("Zoe"), Lapse("Zoe"), MakeDrink("Zoe", 0, OTTO)):
        with pytest.raises(InvalidAction) as refused:
            apply(dealing(), stranger)
        assert refused.value.code == "unknown_player"


def test_a_strangers_words_are_repeated_short_and_printable():
    with pytest.raises(InvalidAction) as refused:
        parse({"act": "order", "player": "\u202e\ud800\n" + "x" * 10_000}, PLAYERS)
    sentence = refused.value.sentence
    assert sentence.isprintable()
    assert len(sentence) < 100


def code_of(data: object) -> str:
    with pytest.raises(InvalidAction) as refused:
        parse(data, PLAYERS)
    assert refused.value.sentence.endswith(".")
    return refused.value.code
