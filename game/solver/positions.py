"""Positions as JSON: a board and the drinks one player has still to make, as strict as the game record."""

from __future__ import annotations

from typing import Any, NamedTuple

from game.rules import (
    BARTENDER_BY_WORD,
    BOTTLES_OF_EACH,
    LIQUOR_BY_WORD,
    Bartender,
    Bottles,
    DrinkCard,
    Kind,
    LegalMove,
    Liquor,
)
from game.solver.least import MOST_DRINKS
from game.solver.plans import Plan, Step


class InvalidPosition(ValueError):
    """Not a position: a key too many or missing, or pieces that the game does not have."""


class Position(NamedTuple):
    bottles: Bottles
    drinks: tuple[DrinkCard, ...]


def read_position(document: object) -> Position:
    """The position in a JSON document; InvalidPosition for anything else.

    >>> read_position({"bottles": {}, "drinks": [["rum", "gin"]]})
    Traceback (most recent call last):
    game.solver.positions.InvalidPosition: Four bottles of each liquor must stand on the bartenders.
    """
    if not isinstance(document, dict) or document.keys() != {"bottles", "drinks"}:
        raise InvalidPosition("A position has exactly the keys bottles and drinks.")
    return Position(_bottles(document["bottles"]), _drinks(document["drinks"]))


def plan_as_dict(plan: Plan) -> dict[str, Any]:
    """The plan in the record's words, without a player."""
    return {"ice": plan.ice, "plan": [_step_as_dict(step) for step in plan.steps]}


def _bottles(data: object) -> Bottles:
    if not isinstance(data, dict) or not data.keys() <= BARTENDER_BY_WORD.keys():
        raise InvalidPosition("The bottles are counted by bartender.")
    rows = [[0] * len(Liquor) for _ in Bartender]
    for bartender, counts in data.items():
        if not isinstance(counts, dict) or not counts.keys() <= LIQUOR_BY_WORD.keys():
            raise InvalidPosition("A bartender's bottles are counted by liquor.")
        for liquor, count in counts.items():
            if type(count) is not int or count < 0:
                raise InvalidPosition("A count is a whole number.")
            rows[BARTENDER_BY_WORD[bartender]][LIQUOR_BY_WORD[liquor]] = count
    if any(sum(column) != BOTTLES_OF_EACH for column in zip(*rows, strict=True)):
        raise InvalidPosition("Four bottles of each liquor must stand on the bartenders.")
    return tuple(tuple(row) for row in rows)


def _drinks(data: object) -> tuple[DrinkCard, ...]:
    if not isinstance(data, list) or not 1 <= len(data) <= MOST_DRINKS:
        raise InvalidPosition("One to four drinks are to be made.")
    return tuple(_drink(liquors) for liquors in data)


def _drink(data: object) -> DrinkCard:
    if not isinstance(data, list) or not all(isinstance(word, str) and word in LIQUOR_BY_WORD for word in data):
        raise InvalidPosition("A drink is a list of liquors.")
    drink = DrinkCard.of(LIQUOR_BY_WORD[word] for word in data)
    if not min(Kind) <= drink.size <= max(Kind) or max(drink.need) > BOTTLES_OF_EACH:
        raise InvalidPosition("A drink has two to five bottles, at most four of one liquor.")
    return drink


def _step_as_dict(step: Step) -> dict[str, Any]:
    if isinstance(step, LegalMove):
        return {
            "act": "move",
            "liquor": step.liquor.word,
            "giver": step.giver.word,
            "receiver": step.receiver.word,
        }
    return {"act": "make", "drink": step.drink, "bartender": step.bartender.word}
