"""What can be asked of a game: nine actions, as values and as the record's JSON objects."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

from game.rules.errors import InvalidAction
from game.rules.pieces import BARTENDER_BY_WORD, LIQUOR_BY_WORD, Bartender, Liquor


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


_MUST_HAVE: dict[str, dict[str, type]] = {
    "deal": {},
    "reshuffle": {"deck": list},
    "order": {"player": str},
    "close_orders": {},
    "move": {"player": str, "liquor": str, "giver": str, "receiver": str},
    "lapse": {"player": str},
    "make": {"player": str, "drink": int, "bartender": str},
    "pass": {"player": str},
    "close_making": {},
}
_MAY_HAVE: dict[str, dict[str, type]] = {"deal": {"card": str}}
_ALL_TIME = 1_000_000_000


def parse(data: object, players: Collection[str]) -> Action:
    """The action in a record's JSON object, `at` allowed; InvalidAction names the first thing wrong with it.

    >>> parse({"act": "order", "player": "Bill", "at": 3.5}, ["Andre", "Bill"])
    Order(player='Bill')
    """
    if not isinstance(data, dict):
        raise InvalidAction("bad_action", "An action is a JSON object.")
    act = data.get("act")
    if not isinstance(act, str):
        raise InvalidAction("bad_action", "An action says under `act` what is to be done.")
    if "at" in data and not is_time(data["at"]):
        raise InvalidAction(
            "bad_action", "The time of an action is a number of seconds from 0, under a thousand million."
        )
    if act not in _MUST_HAVE:
        raise InvalidAction("unknown_action", f"There is no action named {shown(act)}.")
    _check_keys(data, act)
    if act == "reshuffle" and not all(isinstance(word, str) for word in data["deck"]):
        raise InvalidAction("bad_action", "The deck of a reshuffle is a list of bartenders.")
    player: str = data.get("player", "")
    if "player" in _MUST_HAVE[act] and player not in players:
        raise unknown_player(player)
    match act:
        case "deal":
            return Deal(_bartender(data["card"]) if "card" in data else None)
        case "reshuffle":
            return Reshuffle(tuple(_bartender(word) for word in data["deck"]))
        case "order":
            return Order(player)
        case "close_orders":
            return CloseOrders()
        case "move":
            giver, receiver = _bartender(data["giver"]), _bartender(data["receiver"])
            return MoveBottle(player, _liquor(data["liquor"]), giver, receiver)
        case "lapse":
            return Lapse(player)
        case "make":
            return MakeDrink(player, data["drink"], _bartender(data["bartender"]))
        case "pass":
            return Pass(player)
        case _:
            return CloseMaking()


def as_dict(action: Action) -> dict[str, Any]:
    """The record's JSON object of an action, without `at`.

    >>> as_dict(MoveBottle("Bill", Liquor.TRIPLE_SEC, giver=Bartender.JASMINE, receiver=Bartender.KATHY))
    {'act': 'move', 'player': 'Bill', 'liquor': 'triple_sec', 'giver': 'jasmine', 'receiver': 'kathy'}
    """
    match action:
        case Deal(card):
            return {"act": "deal"} if card is None else {"act": "deal", "card": card.word}
        case Reshuffle(deck):
            return {"act": "reshuffle", "deck": [card.word for card in deck]}
        case Order(player):
            return {"act": "order", "player": player}
        case CloseOrders():
            return {"act": "close_orders"}
        case MoveBottle(player, liquor, giver, receiver):
            ends = {"giver": giver.word, "receiver": receiver.word}
            return {"act": "move", "player": player, "liquor": liquor.word, **ends}
        case Lapse(player):
            return {"act": "lapse", "player": player}
        case MakeDrink(player, drink, bartender):
            return {"act": "make", "player": player, "drink": drink, "bartender": bartender.word}
        case Pass(player):
            return {"act": "pass", "player": player}
        case CloseMaking():
            return {"act": "close_making"}


def is_time(value: object) -> bool:
    """Whether this can be seconds since a game began: a number from 0, under 1e9, and neither a bool nor NaN."""
    return type(value) in (int, float) and 0 <= value < _ALL_TIME  # type: ignore[operator]


def shown(text: str) -> str:
    """A stranger's word, short and safe enough to be repeated in a sentence."""
    printable = "".join(letter if letter.isprintable() else "?" for letter in text[:30])
    return f"“{printable}…”" if len(text) > 30 else f"“{printable}”"


def unknown_player(name: str) -> InvalidAction:
    return InvalidAction("unknown_player", f"There is no player named {shown(name)} in this game.")


def _check_keys(data: dict[Any, Any], act: str) -> None:
    must, may = _MUST_HAVE[act], _MAY_HAVE.get(act, {})
    for key in must:
        if key not in data:
            raise InvalidAction("bad_action", f"The action {act} needs `{key}`.")
    for key, value in data.items():
        if key in ("act", "at"):
            continue
        wanted = must.get(key) or may.get(key)
        if wanted is None:
            raise InvalidAction("bad_action", f"The action {act} has no {shown(str(key))}.")
        if type(value) is not wanted:
            raise InvalidAction("bad_action", f"The `{key}` of the action {act} is of the wrong type.")


def _bartender(word: str) -> Bartender:
    try:
        return BARTENDER_BY_WORD[word]
    except KeyError:
        raise InvalidAction("unknown_bartender", f"There is no bartender named {shown(word)}.") from None


def _liquor(word: str) -> Liquor:
    try:
        return LIQUOR_BY_WORD[word]
    except KeyError:
        raise InvalidAction("unknown_liquor", f"There is no liquor named {shown(word)}.") from None
