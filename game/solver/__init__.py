"""The exact least ice after last call, and plans that take it. This is the only door; game.rules is all it needs."""

from game.solver.least import MOST_DRINKS, helpful_moves, least_ice, least_ice_by_subset
from game.solver.plans import Plan, Step, best_plan, best_turn, moved
from game.solver.shares import prepare

__all__ = [
    "MOST_DRINKS",
    "Plan",
    "Step",
    "best_plan",
    "best_turn",
    "helpful_moves",
    "least_ice",
    "least_ice_by_subset",
    "moved",
    "prepare",
]
