"""The pro: does whatever leaves it the best chance to win, by what it has learned from many games."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from random import Random

from game.bots.bot import Temper
from game.bots.outlook import Outlook, Standing, expected_cost, standing_of
from game.bots.regular import lowering_moves
from game.bots.senses import Hand, hand, open_ways, unmade
from game.rules import (
    Bartender,
    Bottles,
    LegalMake,
    LegalMove,
    Liquor,
    Phase,
    RemainingDrinks,
    View,
    can_be_made_of,
    ice_for,
)
from game.solver import best_plan, best_turn, moved

MOST_STANDINGS = 6
MOST_MOVES_AHEAD = 50
"""So many standings are thought over, with so many next moves in all: well within 50 ms."""
MOST_EXCESS = 3
PAIRS = 15
"""Pairs of bartenders."""


class Pro:
    temper = Temper(reaction=0.75, thinking=1.8)

    def __init__(self, outlook: Outlook, *, is_thinking_ahead: bool = True) -> None:
        self.outlook = outlook
        self.is_thinking_ahead = is_thinking_ahead
        """For training the first sight is enough, and many times faster."""

    def wants_order(self, view: View, chance: Random) -> bool:
        """It shouts when some move, with the drinks it would make then, is better than to go on waiting."""
        now = standing_of(view)
        enough = self.outlook.chance_to_win(now) * self.outlook.patience
        ways = open_ways(view.cards)
        return any(
            after_move(self.outlook, now, move)[0] > enough
            for move in promising_moves(view.bottles, hand(view))
            if (move.giver, move.receiver) in ways
        )

    def choose_move(self, view: View, chance: Random) -> LegalMove | None:
        now = standing_of(view)
        allowed = set(view.may.move)
        candidates = [move for move in promising_moves(view.bottles, hand(view)) if move in allowed]
        candidates = candidates or list(view.may.move)
        standings = [after_move(self.outlook, now, move) for move in candidates]
        return candidates[self._best_of(standings)]

    def choose_makes(self, view: View, chance: Random) -> list[LegalMake]:
        """The drinks, each where it costs least, whose making leaves the best chance; perhaps none."""
        cheapest: dict[int, LegalMake] = {}
        for make in sorted(view.may.make, key=lambda make: make.ice):
            cheapest.setdefault(make.drink, make)
        numbers = unmade(view)
        now = standing_of(view)
        options = _subsets([(numbers.index(make.drink), make.ice) for make in cheapest.values()])
        best = max(options, key=lambda option: self.outlook.chance_to_win(_made(now, option)))
        return [cheapest[numbers[place]] for place, _ in best]

    def _best_of(self, standings: list[tuple[float, Standing]]) -> int:
        """The number of the best standing: those that look best at first sight are thought over in turn.

        What it may think of is counted in moves, not in time, so that it decides alike on any machine.
        """
        ranked = sorted(range(len(standings)), key=lambda number: standings[number][0], reverse=True)
        if not self.is_thinking_ahead:
            return ranked[0]
        best, most = ranked[0], -1.0
        moves_left = MOST_MOVES_AHEAD
        for number in ranked[:MOST_STANDINGS]:
            standing = standings[number][1]
            moves_left -= len(promising_moves(standing.bottles, standing.drinks)) if standing.drinks else 0
            if moves_left < 0:
                break
            worth = prospects(self.outlook, standing)
            if worth > most:
                best, most = number, worth
        return best

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
def promising_moves(bottles: Bottles, drinks: Hand) -> tuple[LegalMove, ...]:
    """Moves that lower the least ice, or that complete a drink at one bartender without much excess."""
    found = dict.fromkeys(sorted(lowering_moves(bottles, drinks)))
    for drink in drinks:
        for bartender, row in zip(Bartender, bottles, strict=True):
            missing = [liquor for liquor in Liquor if row[liquor] < drink.need[liquor]]
            excess = sum(row) + 1 - drink.size
            if len(missing) == 1 and drink.need[missing[0]] - row[missing[0]] == 1 and excess <= MOST_EXCESS:
                [liquor] = missing
                found.update(
                    (LegalMove(liquor, b, bartender), None) for b in Bartender if b != bartender and bottles[b][liquor]
                )
    return tuple(found)


@lru_cache(maxsize=20_000)
def after_move(outlook: Outlook, now: Standing, move: LegalMove) -> tuple[float, Standing]:
    """The chance to win, and the standing, once this move and the best makes after it are done.

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
    standings = [_made(then, option) for option in _subsets(makes)]
    chances = [outlook.chance_to_win(standing) for standing in standings]
    best = max(range(len(chances)), key=chances.__getitem__)
    return chances[best], standings[best]


@lru_cache(maxsize=4096)
def prospects(outlook: Outlook, now: Standing) -> float:
    """The chance to win with the next order in mind: the mean, over the pairs of bartenders whose cards may then lie
    revealed, of the best that the player could do with that pair, or of leaving it."""
    chance = outlook.chance_to_win(now)
    if not now.drinks:
        return chance
    best: dict[tuple[Bartender, ...], float] = {}
    for move in promising_moves(now.bottles, now.drinks):
        pair = tuple(sorted((move.giver, move.receiver)))
        best[pair] = max(best.get(pair, chance), after_move(outlook, now, move)[0])
    return (sum(best.values()) + chance * (PAIRS - len(best))) / PAIRS


def _subsets(makes: list[tuple[int, int]]) -> Iterator[tuple[tuple[int, int], ...]]:
    return (option for size in range(len(makes) + 1) for option in combinations(makes, size))


def _made(standing: Standing, makes: tuple[tuple[int, int], ...]) -> Standing:
    """The standing with these drinks (place in the hand, ice) made."""
    gone = {number for number, _ in makes}
    left = tuple(drink for number, drink in enumerate(standing.drinks) if number not in gone)
    return standing._replace(drinks=left, ice=standing.ice + sum(ice for _, ice in makes))
