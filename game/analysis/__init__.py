"""What is worth telling about a game that is over: its endings, its missed orders, its story. Pure.

`python -m game.analysis` does it in a process of its own, so that no table waits for it.
"""

from game.analysis.endings import Ending, endings_of
from game.analysis.findings import VERSION, Findings, analyse, as_dict, from_dict
from game.analysis.missed import MissedOrder, missed_orders_of
from game.analysis.story import Story, story_of

__all__ = [
    "VERSION",
    "Ending",
    "Findings",
    "MissedOrder",
    "Story",
    "analyse",
    "as_dict",
    "endings_of",
    "from_dict",
    "missed_orders_of",
    "story_of",
]
