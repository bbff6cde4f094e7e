"""Who wins a match and how a player has done, from tab rows and ice alone: pure sums, no database and no rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby, pairwise

ORDINALS = ("", "first", "second", "third", "fourth", "fifth")
NUMBERS = ("", "one", "two", "three", "four", "five")


@dataclass(frozen=True)
class GameResult:
    """A game that is over and was scored. Players are seat numbers."""

    number: int
    """From 1; an unscored game leaves a gap."""
    ice: Mapping[int, int]
    tab_row: Sequence[int]


@dataclass(frozen=True)
class Standing:
    """One row of a match's result."""

    place: int
    seat: int
    total: int
    tie_break: str = ""
    """Why this row stands where it stands among equals; empty where the ice alone decided."""


def totals(games: Iterable[GameResult]) -> dict[int, int]:
    """The ice of all games, by seat."""
    sums: dict[int, int] = {}
    for game in games:
        for seat, ice in game.ice.items():
            sums[seat] = sums.get(seat, 0) + ice
    return sums


def running_totals(games: Sequence[GameResult]) -> list[dict[int, int]]:
    """The totals as they stood after each game."""
    sums = accumulate((dict(game.ice) for game in games), _added)
    return list(sums)


def ranking(games: Sequence[GameResult]) -> list[Standing]:
    """Lowest total first; a tie goes to whoever settled up earlier in the last game. No games, no ranking.

    >>> won, lost = ranking([GameResult(1, {0: 9, 1: 4}, (0, 1)), GameResult(2, {0: 2, 1: 7}, (1, 0))])
    >>> (won.seat, won.tie_break)
    (1, '11 ice each; settled up earlier in game 2')
    """
    if not games:
        return []
    last = max(games, key=lambda game: game.number)
    settled = {seat: place for place, seat in enumerate(last.tab_row)}
    sums = totals(games)
    ranked = sorted(sums, key=lambda seat: (sums[seat], settled[seat]))
    standings: list[Standing] = []
    for total, tied in groupby(ranked, key=lambda seat: sums[seat]):
        equals = list(tied)
        for position, seat in enumerate(equals, start=1):
            words = tie_break_words(total, position, len(equals), last.number)
            standings.append(Standing(len(standings) + 1, seat, total, words))
    return standings


def game_winner(game: GameResult) -> int:
    """Fewest ice; a tie goes to whoever settled up first."""
    return min(game.ice, key=lambda seat: (game.ice[seat], game.tab_row.index(seat)))


def tie_break_words(total: int, position: int, equals: int, last_game: int) -> str:
    """How the tab row parted `equals` players with the same total, for the one at `position` (from 1) among them."""
    if equals == 1:
        return ""
    if position == 1:
        when = "earlier" if equals == 2 else "earliest"
    elif position == equals:
        when = "later" if equals == 2 else "last"
    else:
        when = f"{ORDINALS[position]} of the {NUMBERS[equals]}"
    return f"{total} ice each; settled up {when} in game {last_game}"


# --- A player's career


@dataclass(frozen=True)
class PlaceSums:
    """What a player did in all games in which they settled up at this place, added up."""

    place: int
    games: int
    ice: int
    orders_taken: int
    drinks_in_play: int
    last_calls: int

    @property
    def ice_per_game(self) -> float:
        return self.ice / self.games


@dataclass(frozen=True)
class Career:
    """A player's figures; the means are None as long as there is no game."""

    matches: int
    wins: int
    places: Sequence[PlaceSums]
    """From first to fifth, without those where the player never settled up."""

    @property
    def games(self) -> int:
        return sum(one.games for one in self.places)

    @property
    def ice(self) -> int:
        return sum(one.ice for one in self.places)

    @property
    def orders_taken(self) -> int:
        return sum(one.orders_taken for one in self.places)

    @property
    def last_calls(self) -> int:
        """Games in which the player called last call."""
        return sum(one.last_calls for one in self.places)

    @property
    def ice_per_game(self) -> float | None:
        return self._each_game(self.ice)

    @property
    def orders_per_game(self) -> float | None:
        return self._each_game(self.orders_taken)

    @property
    def drinks_in_play_per_game(self) -> float | None:
        """Of four: those made before last call."""
        return self._each_game(sum(one.drinks_in_play for one in self.places))

    def share(self, games: int) -> float | None:
        """So many games as a part of all, from 0 to 1."""
        return self._each_game(games)

    def _each_game(self, total: int) -> float | None:
        return total / self.games if self.games else None


@dataclass(frozen=True)
class Stretch:
    """Some games in a row: what a plot of thousands shows as one point. Games count from 1."""

    first: int
    last: int
    mean: float
    least: int
    most: int


def stretches(ice: Sequence[int], at_most: int = 40) -> list[Stretch]:
    """The ice of all games in a row, cut into at most so many stretches whose lengths differ by one at most.

    >>> stretches([4, 9, 5, 6, 1], at_most=2)
    [Stretch(first=1, last=2, mean=6.5, least=4, most=9), Stretch(first=3, last=5, mean=4.0, least=1, most=6)]
    """
    count = min(at_most, len(ice))
    bounds = [len(ice) * number // count for number in range(count + 1)] if count else []
    return [
        Stretch(first + 1, last, sum(ice[first:last]) / (last - first), min(ice[first:last]), max(ice[first:last]))
        for first, last in pairwise(bounds)
    ]


def _added(sums: dict[int, int], ice: dict[int, int]) -> dict[int, int]:
    return {seat: sums.get(seat, 0) + ice[seat] for seat in ice}
