"""A puzzle's code names its position for ever, and a slip in copying is told from another puzzle."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.practice.codes import LENGTH, LETTERS, UnknownCode, code_of, position_of
from game.rules import BOTTLES_OF_EACH, HOUSE_DECK, Bartender, DrinkCard, Kind, Liquor
from game.solver.positions import Position

columns = st.lists(st.integers(0, 5), min_size=BOTTLES_OF_EACH, max_size=BOTTLES_OF_EACH).map(
    lambda places: tuple(places.count(bartender) for bartender in Bartender)
)
boards = st.tuples(*[columns for _ in Liquor]).map(lambda six: tuple(zip(*six, strict=True)))
hands = (
    st.tuples(*[st.none() | st.sampled_from(cards) for cards in HOUSE_DECK.values()])
    .map(lambda four: tuple(drink for drink in four if drink))
    .filter(bool)
)
positions = st.builds(Position, boards, hands)


@given(positions)
def test_a_code_holds_the_whole_position(position):
    code = code_of(position)
    assert len(code) == LENGTH + 1
    assert set(code) <= set(LETTERS)
    assert position_of(code) == position


def test_a_code_that_was_given_out_means_the_same_for_ever():
    """A link that somebody kept: this must never need a change."""
    position = position_of("tukxky2krqk83")
    assert position.bottles == (
        (1, 0, 0, 1, 1, 0),
        (0, 1, 0, 1, 0, 1),
        (3, 2, 1, 0, 0, 0),
        (0, 0, 1, 1, 2, 2),
        (0, 0, 2, 1, 0, 0),
        (0, 1, 0, 0, 1, 1),
    )
    assert [drink.kind for drink in position.drinks] == [Kind.HIGHBALL, Kind.SPECIALTY]


@given(positions, st.integers(0, LENGTH), st.sampled_from(LETTERS))
def test_one_wrong_letter_makes_it_no_code(position, place, letter):
    code = code_of(position)
    wrong = code[:place] + letter + code[place + 1 :]
    if wrong != code:
        with pytest.raises(UnknownCode):
            position_of(wrong)


@given(positions, st.integers(0, LENGTH - 2))
def test_two_letters_that_changed_places_make_it_no_code(position, place):
    code = code_of(position)
    wrong = code[:place] + code[place + 1] + code[place] + code[place + 2 :]
    if wrong != code:
        with pytest.raises(UnknownCode):
            position_of(wrong)


@given(st.text(max_size=40))
def test_no_other_text_breaks_it(text):
    with contextlib.suppress(UnknownCode):
        assert code_of(position_of(text)) == text


@pytest.mark.parametrize(
    "text", ["", "a", "tukxky2krqk8", "tukxky2krqk833", "TUKXKY2KRQK83", "tukxky2krqk8³", "9" * 13]
)
def test_what_is_no_code_is_told_in_a_sentence(text):
    with pytest.raises(UnknownCode, match=r"^No puzzle has this code.*\.$"):
        position_of(text)


@given(st.text(alphabet=LETTERS, min_size=LENGTH + 1, max_size=LENGTH + 1))
def test_no_letters_bring_about_an_impossible_board(text):
    try:
        position = position_of(text)
    except UnknownCode:
        return
    assert all(sum(row[liquor] for row in position.bottles) == BOTTLES_OF_EACH for liquor in Liquor)
    assert 1 <= len(position.drinks) <= 4
    assert all(drink in HOUSE_DECK[drink.kind] for drink in position.drinks)


def test_two_drinks_of_a_kind_or_of_another_deck_have_no_code():
    board = position_of("tukxky2krqk83").bottles
    shooters = HOUSE_DECK[Kind.SHOOTER]
    for drinks in (shooters[:2], (DrinkCard((2, 0, 0, 0, 0, 0)),)):
        with pytest.raises(ValueError):
            code_of(Position(board, tuple(drinks)))
