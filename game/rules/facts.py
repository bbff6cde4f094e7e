"""What an action brought about, in the past tense: the log, the sounds and the screen reader are made of these."""

from __future__ import annotations

from typing import NamedTuple

from game.rules.pieces import Bartender, DrinkCard, Liquor


class CardRevealed(NamedTuple):
    bartender: Bartender
    beside: int
    """How many cards then lay beside the bartender: 4 means that they are discarded next."""


class CardsDiscarded(NamedTuple):
    bartender: Bartender
    why: str
    """`fourth` (R10), `order` (R20) or `last_call` (R34)."""


class DiscardsShuffled(NamedTuple):
    cards: int


class OrderShouted(NamedTuple):
    player: str


class OrderTaken(NamedTuple):
    player: str


class OrderLapsed(NamedTuple):
    player: str
    wait: int
    """How many more cards must be dealt before the player may order again."""


class BottleMoved(NamedTuple):
    player: str
    liquor: Liquor
    giver: Bartender
    receiver: Bartender
    ice: int


class DrinkMade(NamedTuple):
    player: str
    index: int  # type: ignore[assignment]  # a tuple has a method of that name
    drink: DrinkCard
    bartender: Bartender
    ice: int


class MakingPassed(NamedTuple):
    player: str


class MakingClosed(NamedTuple):
    pass


class DealerChanged(NamedTuple):
    player: str
    """The new dealer: its marker went to the bottom of the column."""


class LastCallDeclared(NamedTuple):
    player: str


class SettledUp(NamedTuple):
    player: str
    place: int
    """1 for the top of the tab row."""


class TurnBegan(NamedTuple):
    player: str


class GameEnded(NamedTuple):
    winner: str


Fact = (
    CardRevealed
    | CardsDiscarded
    | DiscardsShuffled
    | OrderShouted
    | OrderTaken
    | OrderLapsed
    | BottleMoved
    | DrinkMade
    | MakingPassed
    | MakingClosed
    | DealerChanged
    | LastCallDeclared
    | SettledUp
    | TurnBegan
    | GameEnded
)
