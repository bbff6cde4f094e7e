"""What a bot is: a player that is handed one player's view, and nothing else, and says what it does."""

from __future__ import annotations

from math import sqrt
from random import Random
from typing import NamedTuple, Protocol

from game.rules import LegalMake, LegalMove, Phase, View


class Bot(Protocol):
    """Keeps nothing between two questions. `chance` is seeded from the game by whoever asks, so a record replays."""

    def wants_order(self, view: View, chance: Random) -> bool:
        """Whether to shout "Order!" now; asked only when `view.may.order`."""

    def choose_move(self, view: View, chance: Random) -> LegalMove | None:
        """One of `view.may.move` for the order it has taken; None gives the order up."""

    def choose_makes(self, view: View, chance: Random) -> list[LegalMake]:
        """What to make in this making step, one after another, out of `view.may.make`; nothing is a pass."""

    def choose_turn_step(self, view: View, chance: Random) -> LegalMove | LegalMake:
        """The next single step of its own turn after last call."""

    def reaction(self, pace_base: float, chance: Random) -> float:
        """Seconds from a card until it shouts; `pace_base` is the length of the table's window."""

    def thinking(self, phase: Phase, chance: Random) -> float:
        """Seconds it takes over a move, a drink or a step of its turn."""


class Temper(NamedTuple):
    """How quick a level is, like people of that level; it decides nothing but times."""

    reaction: float
    """The middle reaction in seconds at the steady pace."""
    thinking: float
    """The middle time over a decision, in seconds."""

    def reaction_time(self, pace_base: float, chance: Random) -> float:
        """People differ from card to card by a third; at a slower table everyone takes more time."""
        pace = sqrt(pace_base / STEADY_BASE)
        return pace * min(max(chance.lognormvariate(0, 0.33) * self.reaction, QUICKEST), SLOWEST)

    def thinking_time(self, phase: Phase, chance: Random) -> float:
        """One to four seconds; a drink is made sooner than a bottle is chosen."""
        middle = self.thinking * (0.75 if phase is Phase.MAKING else 1)
        return min(max(chance.lognormvariate(0, 0.3) * middle, 1.0), 4.0)


STEADY_BASE = 0.75
QUICKEST, SLOWEST = 0.3, 2.2
