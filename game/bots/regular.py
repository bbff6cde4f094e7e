"""The regular: knows the least ice for its drinks, and plays to lower it. A fixed yardstick: it does not change."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from game.bots.bot import Temper
from game.bots.finishing import nearest_drink_step
from game.bots.senses import Hand, hand, open_ways, unmade
from game.rules import Bottles, LegalMake, LegalMove, Phase, View
from game.solver import helpful_moves, least_ice, least_ice_by_subset, moved


class Regular:
    temper = Temper(reaction=1.0, thinking=2.0)

    def wants_order(self, view: View, chance: Random) -> bool:
        """It shouts when some legal move lowers its least ice."""
        ways = open_ways(view.cards)
        return any((move.giver, move.receiver) in ways for move in lowering_moves(view.bottles, hand(view)))

    def choose_move(self, view: View, chance: Random) -> LegalMove | None:
        """The move that lowers its least ice most, ties by chance; one bottle never lowers it by more than one."""
        lowering = lowering_moves(view.bottles, hand(view))
        best = [move for move in view.may.move if move in lowering]
        return chance.choice(best or _least_harmful(view))

    def choose_makes(self, view: View, chance: Random) -> list[LegalMake]:
        """A drink is made when its ice plus the least ice for the rest is at most the least ice for all."""
        numbers = unmade(view)
        least = least_by_subset(view.bottles, hand(view))
        left = len(least) - 1
        makes: list[LegalMake] = []
        while fitting := [
            make
            for make in view.may.make
            if left >> numbers.index(make.drink) & 1
            and make.ice + least[left & ~(1 << numbers.index(make.drink))] <= least[left]
        ]:
            make = chance.choice(fitting)
            makes.append(make)
            left &= ~(1 << numbers.index(make.drink))
        return makes

    def choose_turn_step(self, view: View, chance: Random) -> LegalMove | LegalMake:
        return nearest_drink_step(view, chance)

    def reaction(self, pace_base: float, chance: Random) -> float:
        return self.temper.reaction_time(pace_base, chance)

    def thinking(self, phase: Phase, chance: Random) -> float:
        return self.temper.thinking_time(phase, chance)


@lru_cache(maxsize=2048)
def lowering_moves(bottles: Bottles, drinks: Hand) -> frozenset[LegalMove]:
    """`helpful_moves`, kept for the next cards that are dealt on the same board."""
    return helpful_moves(bottles, drinks)


@lru_cache(maxsize=2048)
def least_by_subset(bottles: Bottles, drinks: Hand) -> tuple[int, ...]:
    """`least_ice_by_subset`, kept likewise."""
    return tuple(least_ice_by_subset(bottles, drinks))


def _least_harmful(view: View) -> list[LegalMove]:
    """When it must move though nothing helps, as in a chair taken over in mid-order."""
    after = {move: least_ice(moved(view.bottles, move), hand(view)) for move in view.may.move}
    return [move for move, ice in after.items() if ice == min(after.values())]
