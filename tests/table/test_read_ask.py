"""Whatever a page sends is an ask or is refused with a sentence; nothing else comes of it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.asks import POSITIONS, Ask, Refused, read_ask
from tests.table.builders import ANDRE, BILL, CLAIRE, Sitting, dealt, making, moving

KEYS = ["act", "seen", "press", "player", "for", "what", "drink", "bartender", "bottle", "liquor", "giver", "receiver"]
WORDS = [*POSITIONS, "frank", "jasmine", "rum", "0", "1", "-1", "end_game", "adjourn", "9" * 30]

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(WORDS),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS) | st.text(), inner, max_size=6),
    max_leaves=12,
)
acts = st.lists(st.sampled_from(WORDS) | st.text(max_size=5), min_size=1, max_size=5).map(" ".join)
asks = st.fixed_dictionaries({"act": acts}, optional=dict.fromkeys(KEYS[1:], values))


def is_sentence(text: str) -> bool:
    return (text[0].isupper() or text[0] == "“") and text.endswith(".") and len(text) < 250


@given(values | asks)
@settings(max_examples=400, deadline=None)
def test_any_value_is_an_ask_or_is_refused_with_a_sentence(value: object):
    ask: Ask | Refused
    try:
        ask = read_ask(value, BILL)
    except Refused as refused:
        ask = refused
    assert is_sentence(ask.sentence) if isinstance(ask, Refused) else ask.act in POSITIONS


@given(st.sampled_from(["dealing", "moving", "making", "over"]), st.sampled_from([ANDRE, BILL, CLAIRE]), asks)
@settings(max_examples=150, deadline=None)
def test_any_ask_at_any_time_is_done_or_refused_with_a_sentence(phase: str, seat: str, data: Mapping[str, object]):
    asyncio.run(_asked(phase, seat, data))


async def _asked(phase: str, seat: str, data: Mapping[str, object]) -> None:
    table = await _table_in(phase)
    state, rows, refusal = table.state, len(table.journal.games[0]), None
    try:
        await table.table.ask(seat, data)
    except Refused as refused:
        refusal = refused
    if refusal is not None:
        assert is_sentence(refusal.sentence)
        assert table.state is state
        assert len(table.journal.games[0]) == rows
    assert table.journal.folded(1).game == table.state.game


async def _table_in(phase: str) -> Sitting:
    setting = {"priority": "012", "games": 2}
    match phase:
        case "dealing":
            return await dealt(2, **setting)
        case "moving":
            return await moving(BILL, **setting)
        case "making":
            return await making(BILL, **setting)
        case _:
            table = await making(BILL, **setting, made=dict.fromkeys("012", (1, 2, 3)))
            for seat in (ANDRE, BILL, CLAIRE):
                await table.ask(seat, "make 0 jasmine")
            await table.wait(5)
            return table


@pytest.mark.parametrize(
    "value", [None, 3, "order", [], {}, {"act": None}, {"act": 3}, {"act": ""}, {"act": "   "}, {"act": ["order"]}]
)
def test_what_says_nothing_to_do_is_refused(value: object):
    with pytest.raises(Refused) as refused:
        read_ask(value, BILL)
    assert refused.value.code == "bad_action"


def test_an_unknown_act_is_named_in_the_refusal_but_never_at_length():
    with pytest.raises(Refused) as refused:
        read_ask({"act": "<b>" + "x" * 70}, BILL)
    assert refused.value.code == "unknown_action"
    assert len(refused.value.sentence) < 100


def test_nobody_asks_for_another_seat():
    for player in (ANDRE, 0, "x", [BILL], {}):
        with pytest.raises(Refused) as refused:
            read_ask({"act": "order", "player": player}, BILL)
        assert refused.value.code == "not_your_seat"
    for player in (BILL, 1):
        assert read_ask({"act": "order", "player": player}, BILL).act == "order"


def test_a_button_says_all_in_one_value_or_in_fields_of_their_own():
    assert read_ask({"act": "make 0 kathy"}, BILL).fields == {"drink": "0", "bartender": "kathy"}
    assert read_ask({"act": "make", "drink": 0, "bartender": "kathy"}, BILL).fields == {
        "drink": 0,
        "bartender": "kathy",
    }
    assert read_ask({"act": "sit-in", "for": "2"}, BILL).fields == {"for": "2"}
    assert read_ask({"act": "propose", "what": "adjourn"}, BILL).fields == {"what": "adjourn"}


def test_a_press_that_says_too_much_is_refused():
    for act in ("order now", "make 0 kathy frank", "move rum frank kathy please"):
        with pytest.raises(Refused):
            read_ask({"act": act}, BILL)


@pytest.mark.parametrize("seen", ["7", 7])
def test_what_a_page_has_seen_is_a_number_as_text_or_not(seen: object):
    assert read_ask({"act": "deal", "seen": seen}, BILL).seen == 7


@pytest.mark.parametrize("seen", ["", "x", "-1", "1.5", "٣", -1, 1.5, True, [], 10**9, "9" * 10])
def test_a_page_that_has_seen_nonsense_is_to_be_loaded_again(seen: object):
    with pytest.raises(Refused, match="load the page again"):
        read_ask({"act": "deal", "seen": seen}, BILL)


@pytest.mark.parametrize("press", [1, [], "x" * 65, "é", True])
def test_the_name_of_a_press_is_a_short_plain_text(press: object):
    with pytest.raises(Refused, match="load the page again"):
        read_ask({"act": "deal", "press": press}, BILL)
