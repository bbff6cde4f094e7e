"""How long things take at a table, in seconds, by its pace; and when the next card falls.

Pure: no clock. The figures are a table option; a site may scale all of them (tests shorten them so).
"""

from __future__ import annotations

from typing import NamedTuple

from game import fair
from game.window import cap_for

HOLD = 8.0
"""A hold of the deal (A27)."""
HOLDS_A_GAME = 2
SOONEST_DEAL = 1.0
"""The dealer may not deal sooner than this after the last card."""
SPREAD = 0.3
"""The deal interval varies by this share either way."""
LONGER_ONE_IN = 6


class Pace(NamedTuple):
    deal: float
    """Between two cards."""
    base: float
    """The length within which shouts are at the same time."""
    move: float
    making: float
    turn: float
    least_making: float
    """A making step is shown at least this long, whether or not anyone can make anything (A19)."""
    scale: float = 1.0

    def scaled(self, scale: float) -> Pace:
        lengths = {name: getattr(self, name) * scale for name in self._fields if name != "scale"}
        return Pace(**lengths, scale=scale)


PACES = {
    "relaxed": Pace(8, 2.0, 60, 60, 240, 10),
    "steady": Pace(4, 0.75, 30, 30, 120, 5),
    "brisk": Pace(2.5, 0.4, 20, 20, 90, 3),
}


def deal_interval(pace: Pace, seed: str, label: str) -> float:
    """The time to the next card, from the game's secret generator: nobody can tell it from a card kept back.

    Up to 30 % either way, and one in six longer by a random part of the longest window, so that silence proves nothing.
    """
    varied = pace.deal * (1 + SPREAD * (2 * fair.fraction(seed, f"interval/{label}") - 1))
    return varied + surprise(pace, seed, label)


def surprise(pace: Pace, seed: str, label: str) -> float:
    """Nothing five times out of six, else a random part of a whole window."""
    if fair.fraction(seed, f"longer/{label}") >= 1 / LONGER_ONE_IN:
        return 0.0
    return fair.fraction(seed, f"part/{label}") * (pace.base + cap_for(pace.base))
