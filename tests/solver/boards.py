"""Boards and drinks for the solver's tests: as text, and drawn at random."""

from __future__ import annotations

from hypothesis import strategies as st

from game.rules import HOUSE_DECK, Bartender, Bottles, DrinkCard, Liquor
from game.solver.shares import STANDINGS

LETTERS = dict(zip("RVGBTI", Liquor, strict=True))


def board(**bartenders: str) -> Bottles:
    """One letter a bottle, `board(frank="RRV", ...)`; bottles not named stand with Ray."""
    rows = [[0] * 6 for _ in Bartender]
    for name, letters in bartenders.items():
        for letter in letters:
            rows[Bartender[name.upper()]][LETTERS[letter]] += 1
    for liquor in Liquor:
        rows[Bartender.RAY][liquor] += 4 - sum(row[liquor] for row in rows)
    return tuple(tuple(row) for row in rows)


def drinks(words: str) -> tuple[DrinkCard, ...]:
    """`drinks("RV RRGB")`"""
    return tuple(DrinkCard.of(LETTERS[letter] for letter in word) for word in words.split())


any_board = st.lists(st.sampled_from(STANDINGS), min_size=6, max_size=6).map(
    lambda columns: tuple(zip(*columns, strict=True))
)

house_hands = st.tuples(*(st.sampled_from(cards) for cards in HOUSE_DECK.values()))


def any_drink(most: int = 5) -> st.SearchStrategy[DrinkCard]:
    """Any drink a record may hold: not only those of the house deck."""
    bottles = st.lists(st.sampled_from(Liquor), min_size=2, max_size=most)
    return bottles.map(DrinkCard.of).filter(lambda drink: max(drink.need) <= 4)


any_drinks = st.lists(any_drink(), min_size=1, max_size=4).map(tuple)
any_hand = st.one_of(house_hands, any_drinks)
