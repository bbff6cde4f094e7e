"""How equals are told apart, and how that is said: by ice per game, matches won, the tab row of their last meeting.

What nothing separates shares the place. Pure.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from itertools import groupby

Meeting = Callable[[int, int], int]
"""-1 where the first of two settled up earlier when they last met, 1 where the second did, 0 where they never met."""

SHARED = "nothing separates them"


class Key(Enum):
    """What the standings go by."""

    POINTS = "points"
    ICE = "ice"


@dataclass(frozen=True)
class Tie:
    """What may separate a player from others with the same figure."""

    player: int
    points: Fraction
    ice: Fraction
    ice_per_game: Fraction | None
    wins: int


Group = tuple[list[int], dict[int, str]]
"""Players who share a place, and the words for each."""


def broken(key: Key, tied: Sequence[Tie], met: Meeting) -> list[Group]:
    """The players in order, those who share a place together, each with how the tie was broken, or ''."""
    if len(tied) == 1:
        return [([tied[0].player], {tied[0].player: ""})]
    points = number(tied[0].points)
    said = f"{points} {'point' if points == '1' else 'points'} each"
    if key is Key.ICE:
        said = f"{number(tied[0].ice)} ice each"
    return _by_ice_per_game(tied, met, said)


def _by_ice_per_game(tied: Sequence[Tie], met: Meeting, said: str) -> list[Group]:
    def value(one: Tie) -> tuple[bool, Fraction]:
        return (one.ice_per_game is None, one.ice_per_game or Fraction(0))

    groups = _split(tied, value)
    result: list[Group] = []
    for position, group in enumerate(groups):
        per_game = group[0].ice_per_game
        words = "no game played" if per_game is None else f"{number(per_game)} ice per game"
        how = _how(position, len(groups), ("fewest", "fewer"), ("most", "more"))
        if len(group) == 1:
            result.append(_alone(group[0], f"{said}; {words}{how}"))
        else:
            further = f"{said}; {words} each{how}"
            result += _by_wins(group, met, further)
    return result


def _by_wins(tied: Sequence[Tie], met: Meeting, said: str) -> list[Group]:
    groups = _split(tied, lambda one: -one.wins)
    result: list[Group] = []
    for position, group in enumerate(groups):
        wins = group[0].wins
        words = f"{wins} {'match' if wins == 1 else 'matches'} won"
        how = _how(position, len(groups), ("most", "more"), ("fewest", "fewer"))
        if len(group) == 1:
            result.append(_alone(group[0], f"{said}; {words}{how}"))
        else:
            result += _by_meeting(group, met, f"{said}; {words} each{how}")
    return result


def _by_meeting(tied: Sequence[Tie], met: Meeting, said: str) -> list[Group]:
    """Players stand in circles where each beat the next, or where two never met: such a circle shares its place.

    Between two circles everybody of one was ahead of everybody of the other, so the circles stand in one order.
    """
    ahead = {
        one.player: {other.player for other in tied if other is not one and met(one.player, other.player) <= 0}
        for one in tied
    }
    reach = {player: _reached(player, ahead) for player in ahead}
    left = sorted(ahead, key=lambda player: (-len(reach[player]), player))
    groups = [list(group) for _, group in groupby(left, key=lambda player: len(reach[player]))]
    result: list[Group] = []
    for position, group in enumerate(groups):
        if len(groups) == 1:
            result.append((group, dict.fromkeys(group, f"{said}; {SHARED}")))
            continue
        when = _how(position, len(groups), ("earliest", "earlier"), ("last", "later")).strip(" ,()")
        words = f"{said}; settled up {when or 'in between'} when they last met"
        result.append((group, dict.fromkeys(group, words + (f"; {SHARED}" if len(group) > 1 else ""))))
    return result


def _reached(player: int, ahead: dict[int, set[int]]) -> frozenset[int]:
    seen, waiting = {player}, [player]
    while waiting:
        for other in ahead[waiting.pop()] - seen:
            seen.add(other)
            waiting.append(other)
    return frozenset(seen)


def _split(tied: Sequence[Tie], value: Callable[[Tie], object]) -> list[list[Tie]]:
    ordered = sorted(tied, key=value)  # type: ignore[arg-type]
    return [list(group) for _, group in groupby(ordered, key=value)]


def _alone(one: Tie, words: str) -> Group:
    return [one.player], {one.player: words}


def _how(position: int, groups: int, first: tuple[str, str], last: tuple[str, str]) -> str:
    """How one of several groups stands to the others: of two by comparison, of more by the extreme, in between ''."""
    if groups == 1:
        return ""
    if position == 0:
        return f", {first[groups == 2]}"
    return f", {last[groups == 2]}" if position == groups - 1 else ""


def number(value: Fraction) -> str:
    """A figure as people read it, to two decimals at most.

    >>> number(Fraction(5, 2)), number(Fraction(3)), number(Fraction(7, 3))
    ('2.5', '3', '2.33')
    """
    return f"{float(value):.2f}".rstrip("0").rstrip(".")
