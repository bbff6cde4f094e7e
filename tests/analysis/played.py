"""Games by chance as replays and as records, in a line each."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

from game.record import record_of
from game.replays import Replay, replay_of_record
from game.rules import Action, Game, Phase, RemainingDrinks
from tests.rules.random_play import random_game, random_start

Record = dict[str, Any]
MOST_ACTIONS = 1500
"""Games by chance can go on for ever."""


def chance_game(seed: int, players: int = 4, way: RemainingDrinks = RemainingDrinks.ALL_AT_ONCE) -> list[Any]:
    """The start, where each player has two drinks to make, then each action with the game after it."""
    for attempt in range(100):
        chance = Random(f"{seed}/{attempt}")
        start = random_start(chance, players, way)
        made = [player._replace(made=tuple(sorted(chance.sample(range(4), 2)))) for player in start.players]
        start = start._replace(players=tuple(made))
        played = list(islice(random_game(chance, start), MOST_ACTIONS))
        if played[-1][1].phase is Phase.OVER:
            return [start, *played]
    raise AssertionError("no game by chance came to its end")


def chance_record(seed: int, players: int = 4, way: RemainingDrinks = RemainingDrinks.ALL_AT_ONCE) -> Record:
    start, *played = chance_game(seed, players, way)
    actions: list[Action] = [action for action, _ in played]
    return record_of(start, actions)


def chance_replay(seed: int, players: int = 4, way: RemainingDrinks = RemainingDrinks.ALL_AT_ONCE) -> Replay:
    return replay_of_record(chance_record(seed, players, way))


def last(replay: Replay) -> Game:
    return replay.frames[-1].game
