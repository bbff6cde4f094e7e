"""What came about at a table besides the rules' own facts, for the log and the pages. Players are seat numbers."""

from __future__ import annotations

from typing import NamedTuple

from game.rules import Fact


class GameBegan(NamedTuple):
    number: int
    of: int
    dealer: str


class VerdictGiven(NamedTuple):
    """Told once the window has closed: who shouted, how far apart, who takes the order and why."""

    taker: str
    counted: tuple[tuple[str, float], ...]
    """Earliest first, with the gap to the earliest in seconds."""
    late: tuple[tuple[str, float], ...]
    """With by how much, in seconds."""


class DealHeld(NamedTuple):
    player: str


class TimeRanOut(NamedTuple):
    player: str
    what: str
    """`order` or `turn`."""


class BotSatIn(NamedTuple):
    player: str
    by: str
    """Who let the bot play; '' for the clock."""


class PersonCameBack(NamedTuple):
    player: str


class PersonLeft(NamedTuple):
    player: str


class Proposed(NamedTuple):
    player: str
    what: str
    """`end_game` or `adjourn`."""


class ProposalRefused(NamedTuple):
    player: str
    what: str


class GameStopped(NamedTuple):
    """The game ended unscored by agreement (A20)."""


class MatchAdjourned(NamedTuple):
    pass


class MatchClosed(NamedTuple):
    """Nobody was left to play on."""


Happening = (
    Fact
    | GameBegan
    | VerdictGiven
    | DealHeld
    | TimeRanOut
    | BotSatIn
    | PersonCameBack
    | PersonLeft
    | Proposed
    | ProposalRefused
    | GameStopped
    | MatchAdjourned
    | MatchClosed
)


class Line(NamedTuple):
    """One line of the log, still without names."""

    number: int
    """Rises by one a line over the match."""
    entry: int
    """The journal number of the entry that brought it about."""
    at: float
    what: Happening
