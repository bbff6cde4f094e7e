"""Plans: the moves and drinks, one after another, that take exactly the least ice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import NamedTuple

from game.rules import Bartender, Bottles, Counts, DrinkCard, LegalMake, LegalMove, Liquor
from game.solver.least import ORDERS, Way, cheapest_ways
from game.solver.shares import Needs, carried, share

Step = LegalMove | LegalMake
Route = tuple[tuple[tuple[int, int], ...], ...]
"""One liquor's moves (giver, receiver): for each drink in the order of making, those just before it."""

MOST_COMPARED = 200
"""So many equal plans are compared at most when a preference is given."""


class Plan(NamedTuple):
    """What to do, in turn; `LegalMake.drink` counts the drinks as they were given to the solver."""

    ice: int
    steps: tuple[Step, ...]

    def left(self, bottles: Bottles) -> Bottles:
        """The board that the plan leaves to the next player."""
        for step in self.steps:
            if isinstance(step, LegalMove):
                bottles = moved(bottles, step)
        return bottles


def best_plan(bottles: Bottles, drinks: Sequence[DrinkCard], prefer: Callable[[Bottles], float] | None = None) -> Plan:
    """A plan that takes exactly the least ice; among equal ones, that which leaves the board `prefer` values most.

    For instance `prefer=lambda left: least_ice(left, their_drinks)` leaves another player worst off. Without a
    preference the first plan is taken, which moves no bottle whose excess could be paid instead.
    """
    _, ways = cheapest_ways(bottles, drinks)
    if prefer is None or not ways:
        return next(_plans(bottles, drinks, ways[:1]))
    plans = islice(_plans(bottles, drinks, ways), MOST_COMPARED)
    return max(plans, key=lambda plan: prefer(plan.left(bottles)))


def best_turn(bottles: Bottles, drinks: Sequence[DrinkCard]) -> Plan:
    """One drink at a time: moves and then one drink, the beginning of a plan that takes the least ice.

    Others move bottles before the next turn, so among equal plans the one that leaves least to pay later is begun.
    """

    def ice_now(way: Way) -> int:
        """Every bottle missing there is a move; every spare one is excess, or a move."""
        number, cell = way
        need = drinks[ORDERS[len(drinks)][number][0]].need
        standing = bottles[bartenders_of(cell, len(drinks))[0]]
        return sum(abs(count - needed) for count, needed in zip(standing, need, strict=True))

    _, ways = cheapest_ways(bottles, drinks)
    plan = next(_plans(bottles, drinks, [max(ways, key=ice_now)]))
    end = next(number for number, step in enumerate(plan.steps) if isinstance(step, LegalMake))
    steps = plan.steps[: end + 1]
    return Plan(sum(step.ice if isinstance(step, LegalMake) else 1 for step in steps), steps)


def all_plans(bottles: Bottles, drinks: Sequence[DrinkCard]) -> Iterator[Plan]:
    """Plans that take the least ice, one by one: every order, choice of bartenders and route of the bottles."""
    return _plans(bottles, drinks, cheapest_ways(bottles, drinks)[1])


def _plans(bottles: Bottles, drinks: Sequence[DrinkCard], ways: Sequence[Way]) -> Iterator[Plan]:
    columns = list(zip(*bottles, strict=True))
    for number, cell in ways:
        order = ORDERS[len(drinks)][number]
        bartenders = bartenders_of(cell, len(drinks))
        needs = [tuple(drinks[drink].need[liquor] for drink in order) for liquor in Liquor]
        for routes in _product(*(partial(_routes, columns[liquor], needs[liquor], cell) for liquor in Liquor)):
            yield _plan(bottles, drinks, order, bartenders, routes)
    if not ways:
        yield Plan(0, ())


def moved(bottles: Bottles, move: LegalMove) -> Bottles:
    """The board after the move."""
    rows = list(bottles)
    for bartender, more in ((move.giver, -1), (move.receiver, 1)):
        row = list(rows[bartender])
        row[move.liquor] += more
        rows[bartender] = tuple(row)
    return tuple(rows)


def bartenders_of(cell: int, drinks: int) -> tuple[Bartender, ...]:
    """The bartender of each drink in a cell of the shares."""
    return tuple(Bartender(cell // 6**later % 6) for later in reversed(range(drinks)))


def _routes(standing: Counts, needs: Needs, cell: int) -> Iterator[Route]:
    """The ways of this liquor's bottles that cost no more than its share in the cell, those with few moves first."""
    if not needs:
        yield ()
        return
    need, rest = needs[0], needs[1:]
    bartender, later = divmod(cell, 6 ** len(rest))
    spare = standing[bartender] - need
    budget = _in_cell(share(standing, needs), cell) - abs(spare)
    if spare < 0:
        choices = _gathered(standing, bartender, -spare)
    else:
        choices = (choice for leaving in range(spare + 1) for choice in _scattered(standing, bartender, leaving))
    for after, moves in choices:
        if _in_cell(share(after, rest), later) == budget:
            for route in _routes(after, rest, later):
                yield (moves, *route)


def _gathered(
    standing: Counts, receiver: int, bottles: int, first: int = 0
) -> Iterator[tuple[Counts, tuple[tuple[int, int], ...]]]:
    """Every choice of givers of so many bottles, lower numbers first."""
    if not bottles:
        yield standing, ()
        return
    for giver in range(first, 6):
        if giver != receiver and standing[giver]:
            for after, moves in _gathered(carried(standing, giver, receiver), receiver, bottles - 1, giver):
                yield after, ((giver, receiver), *moves)


def _scattered(
    standing: Counts, giver: int, bottles: int, first: int = 0
) -> Iterator[tuple[Counts, tuple[tuple[int, int], ...]]]:
    """Every choice of receivers of so many bottles, lower numbers first."""
    if not bottles:
        yield standing, ()
        return
    for receiver in range(first, 6):
        if receiver != giver:
            for after, moves in _scattered(carried(standing, giver, receiver), giver, bottles - 1, receiver):
                yield after, ((giver, receiver), *moves)


def _product(*choices: Callable[[], Iterator[Route]]) -> Iterator[tuple[Route, ...]]:
    """As itertools.product, but the first comes without asking for all the choices."""
    if not choices:
        yield ()
        return
    for route in choices[0]():
        for others in _product(*choices[1:]):
            yield (route, *others)


def _plan(
    bottles: Bottles,
    drinks: Sequence[DrinkCard],
    order: Sequence[int],
    bartenders: Sequence[Bartender],
    routes: Sequence[Route],
) -> Plan:
    """The moves of all liquors before each drink, then the drink."""
    ice = 0
    steps: list[Step] = []
    rows = [list(row) for row in bottles]
    for place, (drink, bartender) in enumerate(zip(order, bartenders, strict=True)):
        for liquor in Liquor:
            for giver, receiver in routes[liquor][place]:
                rows[giver][liquor] -= 1
                rows[receiver][liquor] += 1
                steps.append(LegalMove(liquor, Bartender(giver), Bartender(receiver)))
                ice += 1
        excess = sum(rows[bartender]) - drinks[drink].size
        steps.append(LegalMake(drink, bartender, excess))
        ice += excess
    return Plan(ice, tuple(steps))


def _in_cell(shares: int, cell: int) -> int:
    return shares >> 8 * cell & 127
