"""What can be asked of a game: nine actions, as values and as the record's JSON objects."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

from game.rules.pieces import Bartender, Liquor


class Deal(NamedTuple):
    card: Bartender | None = None


class Reshuffle(NamedTuple):
    deck: tuple[Bartender, ...]


class Order(NamedTuple):
    player: str


class CloseOrders(NamedTuple):
    pass


class MoveBottle(NamedTuple):
    player: str
    liquor: Liquor
    giver: Bartender
    receiver: Bartender


class Lapse(NamedTuple):
    player: str


class MakeDrink(NamedTuple):
    player: str
    drink: int
    bartender: Bartender


class Pass(NamedTuple):
    player: str


class CloseMaking(NamedTuple):
    pass


Action = Deal | Reshuffle | Order | CloseOrders | MoveBottle | Lapse | MakeDrink | Pass | CloseMaking


def parse(data: object, players: Collection[str]) -> Action:
    """The action in a record's JSON object, `at` allowed; InvalidAction names the first thing wrong with it."""
    raise NotImplementedError


def as_dict(action: Action) -> dict[str, Any]:
    """The record's JSON object of an action, without `at`."""
    raise NotImplementedError
