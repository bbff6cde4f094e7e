"""How the pro learns: bots play, every standing between two orders is kept with how it ended, the weights follow."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import accumulate, count
from math import exp, log
from random import Random
from typing import NamedTuple

from game.bots.arena import Arena, PlayedGame, shuffled_start
from game.bots.bot import Bot
from game.bots.outlook import Forecast, Outlook, Weights, forecasts_of, nearest_end, standing_of
from game.bots.pro import Pro
from game.bots.regular import Regular
from game.rules import Game, Phase, apply, view_for

PATIENCE = (0.97, 1.0, 1.0, 1.03)
"""Pros of several tempers play, so that the weights know what comes of each."""
RIDGE = 3.0
EDGE_EPOCHS = 3
EDGE_STEP = 0.03
EDGE_DECAY = 0.02
SPREADS = tuple(0.5 + 0.1 * step for step in range(60))


class Sample(NamedTuple):
    """One player's standing, and what came of it."""

    end: int
    forecasts: tuple[Forecast, ...]
    """The player itself first."""
    ice: tuple[int, ...]
    """What each of them had in the end."""
    winner: int
    is_model: bool
    """Whether the player plays as the pro to be taught does, so that its own ice is worth learning from."""


def lesson(seed: str, outlook: Outlook | None) -> list[Sample]:
    """The samples of one game of 2 to 5 seats: of regulars, or of pros with this outlook among regulars."""
    chance = Random(seed)
    names = [f"player {number}" for number in range(chance.choice((2, 3, 4, 4, 4, 4, 5)))]
    bots: dict[str, Bot] = {name: Regular() for name in names}
    models = names
    if outlook:
        models = chance.sample(names, chance.choice((1, 1, 2, len(names))))
        for name in models:
            outlook = Outlook(outlook.weights, outlook.spread, outlook.edges, chance.choice(PATIENCE))
            bots[name] = Pro(outlook)
    played = Arena(shuffled_start(names, chance), bots, seed).play()
    return list(samples_of(played, models)) if played.is_finished else []


def samples_of(played: PlayedGame, models: Sequence[str]) -> Iterator[Sample]:
    """Every player's view whenever an order has been carried out, and when last call begins."""
    game = played.start
    for action in played.actions:
        before = game
        game = apply(game, action)
        if before.phase in (Phase.MAKING, Phase.MOVING) and game.phase in (Phase.DEALING, Phase.LAST_CALL):
            yield from _samples(game, played.end, models)


def _samples(game: Game, end: Game, models: Sequence[str]) -> Iterator[Sample]:
    assert end.winner is not None
    for name in game.names:
        order = [name, *(other for other in game.names if other != name)]
        standing = standing_of(view_for(game, name))
        ice = tuple(end.player(other).ice for other in order)
        forecasts = tuple(forecasts_of(standing))
        yield Sample(nearest_end(standing), forecasts, ice, order.index(end.winner), name in models)


def fitted_weights(samples: Sequence[Sample]) -> dict[str, list[float]]:
    """Group by group, the weights that foretell what was still to be paid with the least squares."""
    groups: dict[str, list[tuple[tuple[float, ...], float]]] = defaultdict(list)
    for sample in samples:
        first = 0 if sample.is_model else 1
        for forecast, ice in list(zip(sample.forecasts, sample.ice, strict=True))[first:2]:
            if forecast.features:
                groups[forecast.group].append((forecast.features, ice - forecast.ice))
    return {group: [round(weight, 4) for weight in _least_squares(rows)] for group, rows in sorted(groups.items())}


def fitted_spread(samples: Sequence[Sample], weights: Weights) -> list[float]:
    """For each nearness of the end, the spread under which the winners are least surprising: farther off, no less."""
    found = []
    for end in range(5):
        told = [
            (sample.winner, [forecast.ice_at_the_end(weights) for forecast in sample.forecasts])
            for sample in samples
            if sample.end == end and sample.is_model
        ]
        found.append(min(SPREADS, key=lambda spread: _surprise(told[:4000], spread)))
    return list(accumulate(found, max))


def fitted_edges(samples: Sequence[Sample], weights: Weights, spread: Sequence[float]) -> dict[str, float]:
    """By small steps towards who won: what each situation is worth beside the ice it foretells."""
    edges: dict[str, float] = defaultdict(float)
    told = [
        (sample, [forecast.ice_at_the_end(weights) for forecast in sample.forecasts])
        for sample in samples
        if sample.is_model
    ]
    chance = Random(0)
    for epoch in range(EDGE_EPOCHS):
        chance.shuffle(told)
        step = EDGE_STEP / (1 + epoch)
        for sample, ice in told:
            reckoned = [mu - edges[forecast.group] for mu, forecast in zip(ice, sample.forecasts, strict=True)]
            for forecast, number, share in zip(
                sample.forecasts, count(), _shares(reckoned, spread[sample.end]), strict=False
            ):
                edges[forecast.group] += step * ((number == sample.winner) - share - EDGE_DECAY * edges[forecast.group])
    return {group: round(edge, 3) for group, edge in sorted(edges.items())}


def surprise(samples: Sequence[Sample], outlook: Outlook) -> float:
    """The mean of -log of the chance given to who won: the less, the better."""
    told = [
        (sample.winner, [outlook.reckoned(forecast) / outlook.spread[sample.end] for forecast in sample.forecasts])
        for sample in samples
        if sample.is_model
    ]
    return _surprise(told, 1.0)


def _surprise(told: Sequence[tuple[int, list[float]]], spread: float) -> float:
    return sum(-log(_shares(ice, spread)[winner]) for winner, ice in told) / max(len(told), 1)


def _shares(ice: Sequence[float], spread: float) -> list[float]:
    least = min(ice)
    parts = [exp((least - other) / spread) for other in ice]
    total = sum(parts)
    return [max(part / total, 1e-9) for part in parts]


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
