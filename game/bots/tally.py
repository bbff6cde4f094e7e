"""What many games of the same bots come to: shares of wins with their intervals, ice, places and lengths."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from random import Random
from typing import NamedTuple

from game.bots.arena import Arena, PlayedGame, shuffled_start
from game.bots.bot import Bot
from game.rules import CloseOrders, Options

CERTAINTY = 1.96
"""Of the interval of a share: 95 in 100."""
MOST_TRIES = 200
"""Bots that leave so many deals of one game unfinished will not finish any."""


class Series(NamedTuple):
    """Games to be played: the bots, by the order of `seats`, move up one seat from game to game."""

    seats: tuple[str, ...]
    seed: str
    make_bot: Callable[[str], Bot]
    options: Options = Options()

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(f"{level} {number}" for number, level in enumerate(self.seats, start=1))

    def play(self, games: int) -> Iterator[PlayedGame]:
        """Every game in turn, the unfinished deals among them; so many are finished in the end."""
        return (game for number in range(games) for game in self._tries(number))

    def _tries(self, number: int) -> Iterator[PlayedGame]:
        """A game that nobody would ever end is given up unscored (A20) and dealt anew."""
        turn = number % len(self.seats)
        names = self.names[turn:] + self.names[:turn]
        levels = dict(zip(self.names, self.seats, strict=True))
        for attempt in range(MOST_TRIES):
            seed = f"{self.seed}/{number}/{attempt}"
            start = shuffled_start(names, Random(seed), self.options)
            game = Arena(start, {name: self.make_bot(levels[name]) for name in names}, seed).play()
            yield game
            if game.is_finished:
                return


class SeatTally:
    """One bot's results over all finished games."""

    def __init__(self, bot: str) -> None:
        self.bot = bot
        self.ice: Counter[int] = Counter()
        self.places: Counter[int] = Counter()

    @property
    def games(self) -> int:
        return sum(self.places.values())

    @property
    def wins(self) -> int:
        return self.places[1]

    @property
    def share(self) -> float:
        return self.wins / self.games if self.games else 0.0

    @property
    def ice_mean(self) -> float:
        return sum(ice * times for ice, times in self.ice.items()) / self.games if self.games else 0.0

    def interval(self) -> tuple[float, float]:
        return wilson_interval(self.wins, self.games)


class Tally:
    """Results of a series, by bot in the order of its seats."""

    def __init__(self, series: Series) -> None:
        self.seats = [SeatTally(level) for level in series.seats]
        self._by_name = dict(zip(series.names, self.seats, strict=True))
        self.games = self.unfinished = self.cards = self.orders = 0

    def add(self, played: PlayedGame) -> None:
        if not played.is_finished:
            self.unfinished += 1
            return
        self.games += 1
        self.cards += played.cards_dealt
        self.orders += sum(isinstance(action, CloseOrders) for action in played.actions)
        for place, name in enumerate(played.end.ranking, start=1):
            self._by_name[name].places[place] += 1
            self._by_name[name].ice[played.end.player(name).ice] += 1


def wilson_interval(wins: int, games: int) -> tuple[float, float]:
    """The Wilson score interval of a share of wins.

    >>> low, high = wilson_interval(40, 100)
    >>> round(low, 3), round(high, 3)
    (0.309, 0.498)
    """
    if not games:
        return 0.0, 1.0
    share, spread = wins / games, CERTAINTY**2 / games
    middle = share + spread / 2
    reach = CERTAINTY * sqrt(share * (1 - share) / games + spread / games / 4)
    return (middle - reach) / (1 + spread), (middle + reach) / (1 + spread)


def distribution(counts: Counter[int], values: Sequence[int]) -> list[float]:
    """The share of each value."""
    total = sum(counts.values()) or 1
    return [counts[value] / total for value in values]
