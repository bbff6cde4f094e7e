"""The pro: does whatever leaves it the best chance to win, by what it has learned from many games."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from random import Random

from game.bots.bot import Temper
from game.bots.outlook import Outlook, Standing, expected_cost, standing_of
from game.bots.regular import lowering_moves
from game.bots.senses import hand, possible_moves, unmade
from game.rules import (
    LegalMake,
    LegalMove,
    Phase,
    RemainingDrinks,
    View,
    can_be_made_of,
    ice_for,
)
from game.solver import best_plan, best_turn, least_ice, moved


class Pro:
    temper = Temper(reaction=0.75, thinking=1.8)

    def __init__(self, outlook: Outlook) -> None:
        self.outlook = outlook

    def wants_order(self, view: View, chance: Random) -> bool:
        """It shouts when some move, with the drinks it would make then, is better than to go on waiting."""
        moves = possible_moves(view)
        if not moves:
            return False
        now = standing_of(view)
        enough = kept_chance(self.outlook, now) * self.outlook.patience
        lowering = lowering_moves(view.bottles, hand(view))  # one of them is nearly always enough
        moves.sort(key=lambda move: move not in lowering)
        return any(after_move(self.outlook, now, move) > enough for move in moves)

    def choose_move(self, view: View, chance: Random) -> LegalMove | None:
        """A move that helps its own drinks least may still be the best, for what it does to others."""
        now = standing_of(view)
        return max(view.may.move, key=lambda move: after_move(self.outlook, now, move))

    def choose_makes(self, view: View, chance: Random) -> list[LegalMake]:
        """The drinks, each where it costs least, whose making leaves the best chance; perhaps none."""
        cheapest: dict[int, LegalMake] = {}
        for make in sorted(view.may.make, key=lambda make: make.ice):
            cheapest.setdefault(make.drink, make)
        numbers = unmade(view)
        now = standing_of(view)
        options = _subsets([(numbers.index(make.drink), make.ice) for make in cheapest.values()])
        best = max(options, key=lambda option: self._worth(_made(now, option)))
        return [cheapest[numbers[place]] for place, _ in best]

    def _worth(self, then: Standing) -> float:
        """The chance to win; once somebody has settled up no cards follow, and only the ice at the end counts."""
        if all(rival.left for rival in then.rivals):
            return self.outlook.chance_to_win(then)
        return -then.ice - least_ice(then.bottles, then.drinks)

    def choose_turn_step(self, view: View, chance: Random) -> LegalMove | LegalMake:
        """The perfect finish; of equal ones that which leaves most to pay to those who still have to finish."""
        now = standing_of(view)
        if view.options.remaining_drinks is RemainingDrinks.ONE_AT_A_TIME:
            plan = best_turn(now.bottles, now.drinks)
        elif any(rival.left for rival in now.rivals):
            plan = best_plan(
                now.bottles,
                now.drinks,
                prefer=lambda left: sum(expected_cost(rival, left) for rival in now.rivals),
            )
        else:
            plan = best_plan(now.bottles, now.drinks)
        step = plan.steps[0]
        return step if isinstance(step, LegalMove) else step._replace(drink=unmade(view)[step.drink])

    def reaction(self, pace_base: float, chance: Random) -> float:
        return self.temper.reaction_time(pace_base, chance)

    def thinking(self, phase: Phase, chance: Random) -> float:
        return self.temper.thinking_time(phase, chance)


@lru_cache(maxsize=2048)
def kept_chance(outlook: Outlook, now: Standing) -> float:
    """`chance_to_win`, kept for the next cards that are dealt on the same board."""
    return outlook.chance_to_win(now)


@lru_cache(maxsize=2048)
def after_move(outlook: Outlook, now: Standing, move: LegalMove) -> float:
    """The chance to win once this move and the best makes after it are done.

    The mover's marker sinks to the bottom.
    """
    bottles = moved(now.bottles, move)
    rivals = tuple(
        rival._replace(place=rival.place - 1 / len(now.rivals)) if rival.place > now.place else rival
        for rival in now.rivals
    )
    then = Standing(bottles, now.drinks, now.ice, 1.0, rivals)
    makes = [
        (number, min(places))
        for number, drink in enumerate(now.drinks)
        if (places := [ice_for(drink, row) for row in bottles if can_be_made_of(drink, row)])
    ]
    return max(outlook.chance_to_win(_made(then, option)) for option in _subsets(makes))


def _subsets(makes: list[tuple[int, int]]) -> Iterator[tuple[tuple[int, int], ...]]:
    return (option for size in range(len(makes) + 1) for option in combinations(makes, size))


def _made(standing: Standing, makes: tuple[tuple[int, int], ...]) -> Standing:
    """The standing with these drinks (place in the hand, ice) made."""
    gone = {number for number, _ in makes}
    left = tuple(drink for number, drink in enumerate(standing.drinks) if number not in gone)
    return standing._replace(drinks=left, ice=standing.ice + sum(ice for _, ice in makes))
