"""A slow and plainly correct solver: Dijkstra's search over whole boards, every move and every drink tried.

It knows none of the solver's reasons, only the rules of the turn: a move costs one ice, a drink its excess.
"""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import product

from game.rules import Bottles, DrinkCard


def judged_ice(bottles: Bottles, drinks: tuple[DrinkCard, ...], limit: int) -> int | None:
    """The least ice that makes all the drinks, or None when it is more than `limit`."""
    start = tuple(count for row in bottles for count in row)
    best = {(start, frozenset(range(len(drinks)))): 0}
    queue = [(0, 0, start, frozenset(range(len(drinks))))]
    number = 0
    while queue:
        ice, _, board, to_make = heappop(queue)
        if ice > best[board, to_make]:
            continue
        if not to_make:
            return ice
        for more, next_board, next_to_make in _steps(board, to_make, drinks):
            total = ice + more
            if total <= limit and total < best.get((next_board, next_to_make), limit + 1):
                best[next_board, next_to_make] = total
                number += 1
                heappush(queue, (total, number, next_board, next_to_make))
    return None


def _steps(board, to_make, drinks):
    for drink in to_make:
        need = drinks[drink].need
        for bartender in range(6):
            row = board[6 * bartender : 6 * bartender + 6]
            if all(count >= needed for count, needed in zip(row, need, strict=True)):
                yield sum(row) - sum(need), board, to_make - {drink}
    for liquor, giver, receiver in product(range(6), repeat=3):
        if giver != receiver and board[6 * giver + liquor]:
            counts = list(board)
            counts[6 * giver + liquor] -= 1
            counts[6 * receiver + liquor] += 1
            yield 1, tuple(counts), to_make


def judged_share(standing, needs, bartenders) -> int:
    """One liquor alone, the drinks made in this order at these bartenders: every standing tried before each drink."""
    from game.solver.shares import STANDINGS

    costs = {standing: 0}
    for need, bartender in zip(needs, bartenders, strict=True):
        costs = {
            after: min(ice + _moves(before, after) for before, ice in costs.items()) + after[bartender] - need
            for after in STANDINGS
            if after[bartender] >= need
        }
    return min(costs.values())


def _moves(before, after) -> int:
    return sum(abs(was - now) for was, now in zip(before, after, strict=True)) // 2
