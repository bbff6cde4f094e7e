"""Record documents for the tests: a right one, and right ones with one thing changed."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from tests.rules.builders import deck_of

Document = dict[str, Any]
DECK = [card.word for card in deck_of("")]
BAD = {"ok": False, "at": None, "error": "bad_record"}


def document(**changed: object) -> Document:
    """Two players; one order has been used, and Bill has made a drink."""
    right: Document = {
        "format": "lastcall/1",
        "options": {"remaining_drinks": "all_at_once"},
        "players": ["Andre", "Bill"],
        "priority": ["Bill", "Andre"],
        "bottles": {
            "frank": {"rum": 4},
            "jasmine": {"vodka": 4},
            "kathy": {"gin": 4},
            "mona": {"brandy": 4},
            "otto": {"triple_sec": 4},
            "ray": {"irish_cream": 4},
        },
        "drinks": {
            "Andre": [["rum", "vodka"], ["rum", "vodka", "gin"]],
            "Bill": [["rum", "gin"], ["gin", "rum", "rum"]],
        },
        "deck": [card.word for card in deck_of("frank kathy otto")],
        "actions": [
            {"act": "deal"},
            {"act": "deal", "card": "kathy", "at": 4.5},
            {"act": "order", "player": "Bill"},
            {"act": "close_orders", "at": 6},
            {"act": "move", "player": "Bill", "liquor": "rum", "giver": "frank", "receiver": "kathy"},
            {"act": "make", "player": "Bill", "drink": 0, "bartender": "kathy"},
        ],
    }
    return {**right, **changed}


def without(key: str) -> Document:
    return {name: value for name, value in document().items() if name != key}


def changed(path: str, value: object) -> Document:
    """The right document with one thing in it changed; the path's words are keys and numbers."""
    new = deepcopy(document())
    place: Any = new
    *way, last = path.split("/")
    for word in way:
        place = place[int(word) if isinstance(place, list) else word]
    place[int(last) if isinstance(place, list) else last] = value
    return new
