"""What a text tells of drinks, deck and seed, for whoever looks through frames, pages and attributes.

Drinks are found whatever they are dressed in: any run of liquors with nothing but marks, blanks or markup between them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from game.rules import Bartender, DrinkCard, Liquor
from game.state import TableState

LIQUORS = {liquor.word: liquor for liquor in Liquor} | {liquor.label.lower(): liquor for liquor in Liquor}
A_LIQUOR = re.compile(
    r"(?<![a-z])(?:" + "|".join(sorted(LIQUORS, key=len, reverse=True)) + r")(?![a-z])", re.IGNORECASE
)
DRESS = re.compile(r"</?[a-z]+|class=")
A_BARTENDER = re.compile("|".join(bartender.word for bartender in Bartender), re.IGNORECASE)
Recipe = tuple[Liquor, ...]
DECK_PEEK = 7


def recipes_in(text: str) -> set[Recipe]:
    """Every run of two to five liquors, in a fixed order."""
    return {tuple(sorted(run)) for run in _runs(text) if 2 <= len(run) <= 5}


def _runs(text: str) -> Iterator[list[Liquor]]:
    run: list[Liquor] = []
    end = 0
    for match in A_LIQUOR.finditer(text):
        between = DRESS.sub("", text[end : match.start()])
        if run and any(letter.isalnum() for letter in between):
            yield run
            run = []
        run.append(LIQUORS[match[0].lower()])
        end = match.end()
    yield run


def recipe(drink: DrinkCard) -> Recipe:
    return tuple(sorted(drink.liquors))


def secret_drinks(state: TableState, reader: str | None) -> set[Recipe]:
    """The drinks that this reader may not know now: others' that are not made, and that are nobody's in the open."""
    unmade, known = set(), set()
    for player in state.game.players:
        for index, drink in enumerate(player.drinks):
            (known if index in player.made or player.name == reader else unmade).add(recipe(drink))
    return unmade - known


def told_too_much(text: str, state: TableState, reader: str | None) -> list[str]:
    """What in this text the reader may not know; empty if all is well."""
    found = [f"the drink {drink}" for drink in recipes_in(text) & secret_drinks(state, reader)]
    if state.seed in text and not state.ended:
        found.append("the seed")
    named = " ".join(word.lower() for word in A_BARTENDER.findall(text))
    coming = " ".join(card.word for card in state.game.deck[:DECK_PEEK])
    if len(state.game.deck) >= DECK_PEEK and (coming in named or coming in " ".join(reversed(named.split()))):
        found.append("the deck")
    return found
