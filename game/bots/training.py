"""How the pro learns: bots play, every standing between two orders is kept with how it ended, the weights follow."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import exp, log
from random import Random
from typing import NamedTuple

from game.bots.arena import Arena, PlayedGame, shuffled_start
from game.bots.bot import Bot
from game.bots.outlook import Forecast, Outlook, Weights, forecasts_of, nearest_end, standing_of
from game.bots.pro import Pro
from game.bots.regular import Regular
from game.rules import Game, Options, Phase, RemainingDrinks, apply, view_for

PATIENCE = (0.95, 1.0, 1.0, 1.05)
"""Pros of several tempers play, so that the weights know what comes of each."""
RIDGE = 3.0
SPREADS = tuple(0.5 + 0.1 * step for step in range(60))


class Sample(NamedTuple):
    """One player's standing, and what came of it."""

    end: int
    forecasts: tuple[Forecast, ...]
    """The player itself first."""
    ice: tuple[int, ...]
    """What each of them had in the end."""
    winner: int


def lesson(seed: str, outlook: Outlook | None) -> list[Sample]:
    """The samples of one game: 2 to 5 seats, now and then one drink at a time, pros among regulars."""
    chance = Random(seed)
    names = [f"player {number}" for number in range(chance.choice((2, 3, 4, 4, 4, 4, 5)))]
    mode = RemainingDrinks.ONE_AT_A_TIME if chance.random() < 0.1 else RemainingDrinks.ALL_AT_ONCE
    bots: dict[str, Bot] = {name: Regular() for name in names}
    if outlook:
        for name in chance.sample(names, chance.choice((1, 1, 2, len(names)))):
            bots[name] = Pro(Outlook(outlook.weights, outlook.spread, chance.choice(PATIENCE)))
    played = Arena(shuffled_start(names, chance, Options(mode)), bots, seed).play()
    return list(samples_of(played)) if played.is_finished else []


def samples_of(played: PlayedGame) -> Iterator[Sample]:
    """Every player's view whenever an order has been carried out, and when last call begins."""
    game = played.start
    for action in played.actions:
        before = game
        game = apply(game, action)
        if before.phase in (Phase.MAKING, Phase.MOVING) and game.phase in (Phase.DEALING, Phase.LAST_CALL):
            yield from _samples(game, played.end)


def _samples(game: Game, end: Game) -> Iterator[Sample]:
    assert end.winner is not None
    for name in game.names:
        order = [name, *(other for other in game.names if other != name)]
        standing = standing_of(view_for(game, name))
        ice = tuple(end.player(other).ice for other in order)
        yield Sample(nearest_end(standing), tuple(forecasts_of(standing)), ice, order.index(end.winner))


def fitted_weights(samples: Sequence[Sample]) -> dict[str, list[float]]:
    """Group by group, the weights that foretell what was still to be paid with the least squares."""
    groups: dict[str, list[tuple[tuple[float, ...], float]]] = defaultdict(list)
    for sample in samples:
        for forecast, ice in zip(sample.forecasts[:2], sample.ice, strict=False):
            if forecast.features:
                groups[forecast.group].append((forecast.features, ice - forecast.ice))
    return {group: [round(weight, 4) for weight in _least_squares(rows)] for group, rows in sorted(groups.items())}


def fitted_spread(samples: Sequence[Sample], weights: Weights) -> list[float]:
    """For each nearness of the end, the spread under which the winners are least surprising."""
    found = []
    for end in range(5):
        told = [
            (sample.winner, [forecast.ice_at_the_end(weights) for forecast in sample.forecasts])
            for sample in samples
            if sample.end == end
        ]
        found.append(min(SPREADS, key=lambda spread: _surprise(told[:4000], spread)))
    return found


def surprise(samples: Sequence[Sample], outlook: Outlook) -> float:
    """The mean of -log of the chance given to who won: the less, the better."""
    told = [
        (sample.winner, [f.ice_at_the_end(outlook.weights) / outlook.spread[sample.end] for f in sample.forecasts])
        for sample in samples
    ]
    return _surprise(told, 1.0)


def _surprise(told: Sequence[tuple[int, list[float]]], spread: float) -> float:
    total = 0.0
    for winner, ice in told:
        least = min(ice)
        total += (ice[winner] - least) / spread + log(sum([exp((least - other) / spread) for other in ice]))
    return total / max(len(told), 1)


def _least_squares(rows: Sequence[tuple[tuple[float, ...], float]]) -> list[float]:
    """Ridge regression by the normal equations."""
    size = len(rows[0][0])
    table = [[RIDGE * (column == row) for column in range(size)] + [0.0] for row in range(size)]
    for features, wanted in rows:
        for row, value in zip(table, features, strict=True):
            for column, other in enumerate(features):
                row[column] += value * other
            row[size] += value * wanted
    for pivot in range(size):
        top = table[pivot]
        for number, row in enumerate(table):
            if number != pivot:
                factor = row[pivot] / top[pivot]
                table[number] = [mine - factor * theirs for mine, theirs in zip(row, top, strict=True)]
    return [table[number][size] / table[number][number] for number in range(size)]
