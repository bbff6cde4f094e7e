"""The solver on positions from real play: every player's remaining drinks after each bottle moved in games of bots.

A position is timed as it is met for the first time. `in play` keeps what the solver remembers of earlier positions, as
at a table; `cold` makes it forget everything first. Times are of the processor, so that others at work do not count.
"""

from __future__ import annotations

import argparse
import gc
import sys
from random import Random
from time import thread_time

from game.bots import make_bot
from game.bots.tally import Series
from game.rules import Bottles, DrinkCard, MoveBottle, apply
from game.solver import MOST_DRINKS, best_plan, least_ice
from game.solver.least import forget
from script.benchmark.report import Figure, head, quantile, table, write_json

Position = tuple[Bottles, tuple[DrinkCard, ...]]
BUDGETS = {0.5: 0.5, 0.99: 3.0}
"""Milliseconds for the least ice of four drinks."""
TASKS = {"least ice": least_ice, "plan": best_plan}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--positions", type=int, default=1500, help="of each number of drinks, at most")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--json", metavar="FILE")
    options = parser.parse_args()
    print(head("solver", "a minute"), flush=True)
    met = positions_in_play(options.games, options.seed)
    figures = []
    for drinks in range(1, MOST_DRINKS + 1):
        chosen = met[drinks]
        Random(options.seed).shuffle(chosen)
        figures += measured(drinks, chosen[: options.positions])
    print(table(figures))
    if options.json:
        write_json(options.json, figures)
    return 1 if any(figure.met is False for figure in figures) else 0


def positions_in_play(games: int, seed: str) -> dict[int, list[Position]]:
    """Positions by number of remaining drinks, from games of four `regular` bots."""
    met: dict[int, list[Position]] = {drinks: [] for drinks in range(1, MOST_DRINKS + 1)}
    for played in Series(("regular",) * 4, seed, make_bot).play(games):
        game = played.start
        for action in played.actions:
            game = apply(game, action)
            if isinstance(action, MoveBottle):
                for player in game.players:
                    remaining = tuple(drink for number, drink in enumerate(player.drinks) if number not in player.made)
                    if remaining:
                        met[len(remaining)].append((game.bottles, remaining))
    return met


def measured(drinks: int, positions: list[Position]) -> list[Figure]:
    figures = []
    for name, solve in TASKS.items():
        for state in ("in play", "cold"):
            forget()
            taken = []
            gc.collect()
            for bottles, remaining in positions:
                if state == "cold":
                    forget()
                began = thread_time()
                solve(bottles, remaining)
                taken.append((thread_time() - began) * 1000)
            for share, budget in BUDGETS.items():
                what = f"{name}, {drinks} drinks, {state}, p{share * 100:g} of {len(positions)} positions"
                is_promised = drinks == MOST_DRINKS and state == "in play"
                figures.append(Figure(what, "ms", round(quantile(taken, share), 4), budget if is_promised else None))
    return figures


if __name__ == "__main__":
    sys.exit(main())
