"""How likely a player is to win, as far as its own view tells: what the pro plays by, learned from games of bots.

Of every player the ice at the end is foretold: the ice it has, and what its remaining drinks will probably cost. Of
itself a player knows its drinks and so its least ice; of a rival only the number and kinds of the drinks left, and what
such drinks would cost on the average on this board. Whoever is foretold least ice has the best chance.

What remains to be paid depends on how near the end is: on the fewest drinks that anybody has left, 0 being last call.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from math import exp
from pathlib import Path
from random import Random
from typing import NamedTuple

from game.bots.senses import Hand
from game.rules import HOUSE_DECK, Bottles, Counts, DrinkCard, Kind, View
from game.solver import least_ice

Weights = Mapping[str, Sequence[float]]
"""By group (how near the end is, whose ice is foretold, how many drinks it has left): one weight a feature."""

HANDS = 24
"""So many hands of a rival are thought of."""
DETOUR = 1.1
"""Few players finish perfectly, and those before them have moved bottles."""
BLUR = 0.5
WEIGHTS_FILE = Path(__file__).with_name("pro.json")


class Rival(NamedTuple):
    """What everybody sees of another player."""

    ice: int
    left: int
    kinds: tuple[Kind, ...]
    """The kinds of the drinks it may still have."""
    place: float


class Standing(NamedTuple):
    """A player's situation between two orders: its own hand, and the public part of everybody else."""

    bottles: Bottles
    drinks: Hand
    ice: int
    place: float
    """In the priority column, 0 for the top and 1 for the bottom, the dealer."""
    rivals: tuple[Rival, ...]


def standing_of(view: View) -> Standing:
    """The viewer's standing as the view shows it; in a making step, as it will be when nobody makes anything more."""
    column = [name for name in view.priority if name != view.order_taker]
    if view.order_taker:
        column.append(view.order_taker)  # where its marker goes once the making is done
    places = {name: number / (len(column) - 1) for number, name in enumerate(column)}
    rivals = []
    ice = 0
    for player in view.players:
        if player.name == view.viewer:
            ice = player.ice
            continue
        made = {own.drink.size for own in player.made}
        kinds = tuple(kind for kind in Kind if kind not in made)
        rivals.append(Rival(player.ice, player.drinks_left, kinds, places[player.name]))
    drinks = tuple(own.drink for own in view.drinks if not own.is_made)
    return Standing(view.bottles, drinks, ice, places[view.viewer or ""], tuple(rivals))


class Forecast(NamedTuple):
    """What the ice of one player at the end is foretold from."""

    ice: int
    group: str
    features: tuple[float, ...]

    def ice_at_the_end(self, weights: Weights) -> float:
        """Nobody gives ice back."""
        return self.ice + max(0.0, _weighed(weights.get(self.group, ()), self.features))


class Outlook:
    """What has been learned: the weights, how far off they are, and how much better than waiting an order must be.

    `edges` are what a situation is worth beside the ice that it foretells, in ice: most games are won by the
    player who is done first, so being nearly done is worth more than the ice it saves.
    """

    def __init__(
        self, weights: Weights, spread: Sequence[float], edges: Mapping[str, float], patience: float = 1.0
    ) -> None:
        self.weights = weights
        self.spread = spread
        self.edges = edges
        self.patience = patience

    def chance_to_win(self, standing: Standing) -> float:
        """Between 0 and 1: the share of the player among all, each counting less by the ice it is foretold."""
        if not standing.drinks:
            return chance_when_settled(standing)
        spread = self.spread[nearest_end(standing)]
        mine, *theirs = map(self.reckoned, forecasts_of(standing))
        return 1 / (1 + sum([exp((mine - other) / spread) for other in theirs]))

    def reckoned(self, forecast: Forecast) -> float:
        """The ice foretold, less the edge."""
        return forecast.ice_at_the_end(self.weights) - self.edges.get(forecast.group, 0.0)


def _weighed(weights: Sequence[float], features: Sequence[float]) -> float:
    return sum([weight * value for weight, value in zip(weights, features, strict=False)])


def chance_when_settled(standing: Standing) -> float:
    """With the last drink made the own ice is certain: the chance that every rival ends with no less.

    Hands that a rival may hold are drawn from the house deck; ties go to whoever settled up first.
    """
    chance = 1.0
    for rival in standing.rivals:
        hands = possible_finishes(standing.bottles, rival.kinds, rival.left)
        margins = [rival.ice + least * DETOUR - standing.ice + 0.5 for least in hands]
        chance *= sum([1 / (1 + exp(-margin / BLUR)) for margin in margins]) / len(margins)
    return chance


@lru_cache(maxsize=4096)
def possible_finishes(bottles: Bottles, kinds: tuple[Kind, ...], left: int) -> tuple[int, ...]:
    """The least ice for some hands that a player with so many drinks left, of these kinds, may hold."""
    if not left or not kinds:
        return (0,)
    chance = Random(left)  # the same hands every time: a bot answers the same view alike
    hands = (
        tuple(chance.choice(HOUSE_DECK[kind]) for kind in chance.sample(kinds, min(left, len(kinds))))
        for _ in range(HANDS)
    )
    return tuple(least_ice(bottles, hand) for hand in hands)


def nearest_end(standing: Standing) -> int:
    """The fewest drinks that anybody has left."""
    return min(len(standing.drinks), *(rival.left for rival in standing.rivals))


def forecasts_of(standing: Standing) -> list[Forecast]:
    """The player itself first, then its rivals."""
    end = nearest_end(standing)
    return [_own_forecast(standing, end), *(_rival_forecast(rival, standing, end) for rival in standing.rivals)]


def _own_forecast(standing: Standing, end: int) -> Forecast:
    if not standing.drinks:
        return Forecast(standing.ice, f"{end} own 0", ())
    apart = [nearest_cost(standing.bottles, drink) for drink in standing.drinks]
    return Forecast(
        standing.ice,
        f"{end} own {len(standing.drinks)}",
        (
            1.0,
            kept_least_ice(standing.bottles, standing.drinks),
            sum(apart),
            min(apart),
            max(apart),
            standing.place,
            1 / len(standing.rivals),
            _mean_left(standing),
        ),
    )


def _rival_forecast(rival: Rival, standing: Standing, end: int) -> Forecast:
    if not rival.left:
        return Forecast(rival.ice, f"{end} rival 0", ())
    return Forecast(
        rival.ice,
        f"{end} rival {rival.left}",
        (1.0, expected_cost(rival, standing.bottles), rival.place, 1 / len(standing.rivals), _mean_left(standing)),
    )


def _mean_left(standing: Standing) -> float:
    """How many drinks a player has left on the average: how much time there is."""
    left = len(standing.drinks) + sum(rival.left for rival in standing.rivals)
    return left / (1 + len(standing.rivals))


def expected_cost(rival: Rival, bottles: Bottles) -> float:
    """What the drinks a rival has left would cost one by one, on the average of all cards of their kinds."""
    if not rival.left or not rival.kinds:
        return 0.0
    costs = mean_costs(bottles)
    return rival.left * sum(costs[kind] for kind in rival.kinds) / len(rival.kinds)


@lru_cache(maxsize=20_000)
def kept_least_ice(bottles: Bottles, drinks: Hand) -> int:
    return least_ice(bottles, drinks)


def nearest_cost(bottles: Bottles, drink: DrinkCard) -> int:
    """Moves plus excess of one drink alone, where it is nearest."""
    return min(_cost(row, drink.need) for row in bottles)


@lru_cache(maxsize=4096)
def mean_costs(bottles: Bottles) -> dict[Kind, float]:
    """What a card of each kind of the house deck costs alone, on the average."""
    costs = list(map(min, *map(_house_costs, bottles)))
    means: dict[Kind, float] = {}
    first = 0
    for kind, cards in HOUSE_DECK.items():
        means[kind] = sum(costs[first : first + len(cards)]) / len(cards)
        first += len(cards)
    return means


@lru_cache(maxsize=20_000)
def _house_costs(row: Counts) -> tuple[int, ...]:
    """What every card of the house deck costs at a bartender with these bottles."""
    return tuple(_cost(row, card.need) for cards in HOUSE_DECK.values() for card in cards)


@lru_cache(maxsize=50_000)
def _cost(row: Counts, need: Counts) -> int:
    return sum([abs(has - needs) for has, needs in zip(row, need, strict=True)])


@cache
def learned_outlook() -> Outlook:
    """What training left beside this module."""
    learned = json.loads(WEIGHTS_FILE.read_text())
    return Outlook(learned["weights"], learned["spread"], learned["edges"], learned["patience"])
