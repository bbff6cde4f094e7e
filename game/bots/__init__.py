"""Players of three levels, each handed one player's view and nothing else. This is the only door."""

from collections.abc import Callable

from game.bots.bot import Bot
from game.bots.outlook import learned_outlook
from game.bots.pro import Pro
from game.bots.regular import Regular
from game.bots.rookie import Rookie

_BOTS: dict[str, Callable[[], Bot]] = {
    "rookie": Rookie,
    "regular": Regular,
    "pro": lambda: Pro(learned_outlook()),
}

LEVELS = tuple(_BOTS)


def make_bot(level: str) -> Bot:
    """A bot of one of the `LEVELS`; KeyError for any other word."""
    return _BOTS[level]()


__all__ = ["LEVELS", "Bot", "make_bot"]
