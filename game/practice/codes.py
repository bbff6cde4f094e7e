"""A puzzle's name: twelve letters that hold the whole position, and one that catches a slip in copying.

Every position of 24 bottles, with one to four drinks of the house deck and no two of a kind, is a number; so a code
means the same for ever, whatever becomes of the generator that found the position.

>>> code_of(position_of("u5kndrn2dpkyg"))
'u5kndrn2dpkyg'
"""

from __future__ import annotations

from itertools import product

from game.rules import BOTTLES_OF_EACH, HOUSE_DECK, Bartender, DrinkCard, Liquor
from game.solver.positions import Position

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""31 that are hard to confuse: no i, l, o, 0 and 1."""
LENGTH = 12
_VALUE_OF = {letter: value for value, letter in enumerate(LETTERS)}

_STANDINGS = tuple(
    counts for counts in product(range(BOTTLES_OF_EACH + 1), repeat=len(Bartender)) if sum(counts) == BOTTLES_OF_EACH
)
"""The 126 ways in which the four bottles of one liquor can stand at the six bartenders."""
_PLACE_OF = {counts: place for place, counts in enumerate(_STANDINGS)}


class UnknownCode(ValueError):
    """Not the name of a puzzle; the text is a sentence for the player."""


def code_of(position: Position) -> str:
    """The name of this position; ValueError where its drinks are not of the house deck, one of a kind."""
    number = 0
    for counts in zip(*position.bottles, strict=True):
        number = number * len(_STANDINGS) + _PLACE_OF[counts]
    for kind, cards in HOUSE_DECK.items():
        own = [drink for drink in position.drinks if drink.kind is kind]
        if len(own) > 1:
            raise ValueError("A puzzle has no two drinks of a kind.")
        number = number * (len(cards) + 1) + (1 + cards.index(own[0]) if own else 0)
    values = []
    for _ in range(LENGTH):
        number, value = divmod(number, len(LETTERS))
        values.append(value)
    values.reverse()
    return "".join(LETTERS[value] for value in [*values, _check(values)])


def position_of(code: str) -> Position:
    """The position that this code names; UnknownCode for everything else."""
    values = [_VALUE_OF.get(letter, -1) for letter in code]
    if len(values) != LENGTH + 1 or min(values) < 0 or _check(values[:-1]) != values[-1]:
        raise UnknownCode("No puzzle has this code. Perhaps a letter of it was lost or changed on the way.")
    number = 0
    for value in values[:-1]:
        number = number * len(LETTERS) + value
    drinks: list[DrinkCard] = []
    for cards in reversed(HOUSE_DECK.values()):
        number, place = divmod(number, len(cards) + 1)
        if place:
            drinks.append(cards[place - 1])
    columns = []
    for _ in Liquor:
        number, place = divmod(number, len(_STANDINGS))
        columns.append(_STANDINGS[place])
    if number or not drinks:
        raise UnknownCode("No puzzle has this code: it stands for no board with drinks to make.")
    return Position(tuple(zip(*reversed(columns), strict=True)), tuple(reversed(drinks)))


def _check(values: list[int]) -> int:
    """Differs after any one wrong letter and any two letters that changed places (31 is a prime number)."""
    return sum(value * place for place, value in enumerate(values, start=1)) % len(LETTERS)
