"""Game Components."""

import json
from collections import Counter

import pytest

from game.rules import BARTENDER_CARDS, HOUSE_DECK, Bartender, DrinkCard, Kind, Liquor
from tests.rules.builders import GIN, RUM, drink


def test_there_are_six_liquors_and_six_bartenders():
    assert [liquor.label for liquor in Liquor] == ["Rum", "Vodka", "Gin", "Brandy", "Triple Sec", "Irish Cream"]
    assert [bartender.label for bartender in Bartender] == ["Frank", "Jasmine", "Kathy", "Mona", "Otto", "Ray"]


def test_there_are_48_bartender_cards_eight_for_each():
    assert Counter(BARTENDER_CARDS) == dict.fromkeys(Bartender, 8)


@pytest.mark.parametrize(
    ("kind", "cards", "bottles"),
    [(Kind.SHOOTER, 15, 2), (Kind.MARTINI, 20, 3), (Kind.HIGHBALL, 20, 4), (Kind.SPECIALTY, 20, 5)],
)
def test_there_are_15_shooters_and_20_of_each_other_kind(kind: Kind, cards: int, bottles: int):
    assert len(HOUSE_DECK[kind]) == len(set(HOUSE_DECK[kind])) == cards
    assert all(card.size == bottles and card.kind is kind for card in HOUSE_DECK[kind])


def test_ruling_a17_the_house_deck_needs_every_liquor_equally_often():
    """The rulebook does not list its drink cards; the house's own 75 favour no liquor."""
    needs = [card.need for cards in HOUSE_DECK.values() for card in cards]
    assert len(needs) == 75
    assert [sum(need[liquor] for need in needs) for liquor in Liquor] == [45] * 6


def test_the_kind_of_a_drink_follows_from_its_bottles_whose_order_says_nothing():
    assert DrinkCard.of([GIN, RUM]) == DrinkCard.of([RUM, GIN]) == drink("RG")
    assert drink("RRG").kind is Kind.MARTINI
    assert drink("RRG").liquors == (RUM, RUM, GIN)


def test_words_and_labels_of_pieces_are_plain_text():
    assert json.dumps([Liquor.TRIPLE_SEC.word, Bartender.FRANK.word, Kind.SHOOTER.label]) == (
        '["triple_sec", "frank", "Shooter"]'
    )
