"""How likely a player is to win, as far as its own view tells: what the pro plays by, learned from games of bots.

Of itself a player knows its drinks, and so its least ice and that of every part of its hand; of a rival only its ice
and the number and kinds of the drinks left, and what such drinks would cost on the average on this board. A small
network for each number of own drinks left makes one chance of all that.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations
from math import exp
from pathlib import Path
from random import Random
from typing import NamedTuple

from game.bots.network import Network
from game.bots.senses import Hand
from game.rules import HOUSE_DECK, Bottles, Counts, DrinkCard, Kind, View, places_for
from game.solver import least_ice

HANDS = 24
"""So many hands of a rival are thought of."""
DETOUR = 1.1
"""Few players finish perfectly, and those before them have moved bottles."""
BLUR = 0.5
LEARNED_FILE = Path(__file__).with_name("pro.json")
MOST_RIVALS = 4
RIVAL_FEATURES = 8


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


class Outlook:
    """What has been learned: a network for each number of own drinks left, and how much better than waiting an order
    must be."""

    def __init__(self, networks: Sequence[Network], patience: float = 1.0) -> None:
        self.networks = networks
        self.patience = patience

    def chance_to_win(self, standing: Standing) -> float:
        """Between 0 and 1."""
        return self.networks[len(standing.drinks)].chance(features_of(standing))


def features_of(standing: Standing) -> list[float]:
    """What a standing is judged by, in the order of the weights: what is left to pay, the rivals, nearest end first,
    and how the table compares. `train_pro.c` finds the same."""
    bottles, drinks, ice, place, rivals = standing
    lefts = [len(drinks), *(rival.left for rival in rivals)]
    apart = sorted([nearest_cost(bottles, drink) for drink in drinks])
    least = kept_least_ice(bottles, drinks)
    without = [kept_least_ice(bottles, (*drinks[:out], *drinks[out + 1 :])) for out in range(len(drinks))]
    makeable = [places[0][1] for drink in drinks if (places := places_for(drink, bottles))]
    features = [
        ice,
        place,
        len(rivals),
        sum(lefts) / len(lefts),
        min(lefts),
        least,
        *apart,
        *[0] * (4 - len(apart)),
        min(without) if len(drinks) > 1 else 0,
        max(without) if len(drinks) > 1 else 0,
        min([kept_least_ice(bottles, pair) for pair in combinations(drinks, 2)]) if len(drinks) > 2 else 0,
        sum([drink.size for drink in drinks]),
        len(makeable),
        sum(makeable),
        ice + least,
    ]
    foretold = []
    for rival in sorted(rivals, key=_nearest_end_first):
        cost = expected_cost(rival, bottles)
        ones = 0.0
        if rival.left == 1:
            _, cost, ones = kind_costs(bottles)[rival.kinds[0]]
        foretold.append(rival.ice + cost)
        features += [rival.left, rival.ice, rival.place, cost, rival.left == 1, rival.left == 2, ones]
        features.append(rival.place < place)
    features += [0] * (RIVAL_FEATURES * (MOST_RIVALS - len(rivals)))
    mean, fewest = sum(foretold) / len(rivals), min(foretold)
    features += [sum([rival.ice for rival in rivals]) / len(rivals), mean, fewest]
    features += [ice + least - fewest, ice + least - mean, 0.0 if drinks else chance_when_settled(standing)]
    return features


def _nearest_end_first(rival: Rival) -> tuple[int, int]:
    return rival.left, rival.ice


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


def expected_cost(rival: Rival, bottles: Bottles) -> float:
    """What the drinks a rival has left would cost one by one, on the average of all cards of their kinds."""
    if not rival.left or not rival.kinds:
        return 0.0
    costs = kind_costs(bottles)
    return rival.left * sum([costs[kind].mean for kind in rival.kinds]) / len(rival.kinds)


@lru_cache(maxsize=8192)
def kept_least_ice(bottles: Bottles, drinks: Hand) -> int:
    return least_ice(bottles, drinks)


def nearest_cost(bottles: Bottles, drink: DrinkCard) -> int:
    """Moves plus excess of one drink alone, where it is nearest."""
    return min(_cost(row, drink.need) for row in bottles)


class KindCost(NamedTuple):
    """What a card of a kind of the house deck costs alone."""

    mean: float
    open_mean: float
    """Of those cards only that cost anything: a drink that costs nothing would have been made."""
    open_ones: float
    """The share, among those, of cards that cost one ice: an order away."""


@lru_cache(maxsize=1024)
def kind_costs(bottles: Bottles) -> dict[Kind, KindCost]:
    """Of each kind of the house deck."""
    costs = list(map(min, *map(_house_costs, bottles)))
    found: dict[Kind, KindCost] = {}
    first = 0
    for kind, cards in HOUSE_DECK.items():
        of_kind = costs[first : first + len(cards)]
        costly = [cost for cost in of_kind if cost] or [0]
        found[kind] = KindCost(sum(of_kind) / len(cards), sum(costly) / len(costly), costly.count(1) / len(costly))
        first += len(cards)
    return found


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
    learned = json.loads(LEARNED_FILE.read_text())
    return Outlook([Network.of(network) for network in learned["networks"]], learned["patience"])
