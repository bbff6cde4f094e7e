"""The rookie: makes what can be made now, if it is cheap. A fixed yardstick: it does not change."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from game.bots.bot import Temper
from game.bots.finishing import nearest_drink_step
from game.bots.senses import Hand, hand, possible_moves
from game.rules import (
    Bartender,
    Bottles,
    Counts,
    LegalMake,
    LegalMove,
    Liquor,
    Phase,
    View,
    can_be_made_of,
    ice_for,
)

MOST_ICE = 3
NEVER = 99


class Rookie:
    temper = Temper(reaction=1.35, thinking=2.4)

    def wants_order(self, view: View, chance: Random) -> bool:
        """It shouts when some legal move lets it make one of its drinks at once for at most 3 ice."""
        costs = _costs_after(view.bottles, hand(view))
        return any(costs.after(move) <= MOST_ICE for move in possible_moves(view))

    def choose_move(self, view: View, chance: Random) -> LegalMove | None:
        """The move after which its cheapest drink costs least, ties by chance."""
        costs = _costs_after(view.bottles, hand(view))
        least = min(map(costs.after, view.may.move))
        return chance.choice([move for move in view.may.move if costs.after(move) == least])

    def choose_makes(self, view: View, chance: Random) -> list[LegalMake]:
        """Every drink that costs at most 3, each where it costs least."""
        cheap = [make for make in view.may.make if make.ice <= MOST_ICE]
        chance.shuffle(cheap)
        cheapest: dict[int, LegalMake] = {}
        for make in cheap:
            if make.drink not in cheapest or make.ice < cheapest[make.drink].ice:
                cheapest[make.drink] = make
        return list(cheapest.values())

    def choose_turn_step(self, view: View, chance: Random) -> LegalMove | LegalMake:
        return nearest_drink_step(view, chance)

    def reaction(self, pace_base: float, chance: Random) -> float:
        return self.temper.reaction_time(pace_base, chance)

    def thinking(self, phase: Phase, chance: Random) -> float:
        return self.temper.thinking_time(phase, chance)


class _Costs:
    """What the cheapest drink of a hand costs after any one move: only the two rows of the move change."""

    def __init__(self, bottles: Bottles, drinks: Hand) -> None:
        self.now = [_cheapest(row, drinks) for row in bottles]
        self.less = [[_cheapest(_changed(row, liquor, -1), drinks) for liquor in Liquor] for row in bottles]
        self.more = [[_cheapest(_changed(row, liquor, +1), drinks) for liquor in Liquor] for row in bottles]

    def after(self, move: LegalMove) -> int:
        liquor, giver, receiver = move
        untouched = (self.now[bartender] for bartender in Bartender if bartender not in (giver, receiver))
        return min(self.less[giver][liquor], self.more[receiver][liquor], *untouched)


_costs_after = lru_cache(maxsize=2048)(_Costs)


def _cheapest(row: Counts, drinks: Hand) -> int:
    return min((ice_for(drink, row) for drink in drinks if can_be_made_of(drink, row)), default=NEVER)


def _changed(row: Counts, liquor: Liquor, by: int) -> Counts:
    return (*row[:liquor], row[liquor] + by, *row[liquor + 1 :])
