"""The bots: how often each level wins against three of the next lower, how fast games go, and how long a pro thinks.

Four at a table, an even share is 25 %. The interval is the range in which the true share lies with 95 %. Decision times
are of the processor, so that others at work do not count; at a table they are made in a thread beside the event loop.
"""

from __future__ import annotations

import argparse
import gc
import sys
import time
from random import Random
from time import thread_time
from typing import Any

from game.bots import Bot, make_bot
from game.bots.tally import Series, Tally
from game.solver import prepare
from script.benchmark.report import Figure, head, quantile, table, write_json

PAIRINGS = (("pro", "regular", 0.40), ("regular", "rookie", 0.60))
"""One of the first against three of the second: the least share of the games that it must win."""
NEWS_SECONDS = 15.0
DECISIONS = ("wants_order", "choose_move", "choose_makes", "choose_turn_step")


class Timed:
    """A bot whose decisions are timed; `taken` is shared by all bots of a series."""

    def __init__(self, bot: Bot, taken: list[float]) -> None:
        self.bot = bot
        self.taken = taken

    def __getattr__(self, name: str) -> Any:
        decide = getattr(self.bot, name)
        if name not in DECISIONS:
            return decide

        def timed(view: Any, chance: Random) -> Any:
            began = thread_time()
            chosen = decide(view, chance)
            self.taken.append(thread_time() - began)
            return chosen

        return timed


def main() -> int:
    parser = argparse.ArgumentParser(prog="script/bench --bots", description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="of each pairing (default 1000)")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--json", metavar="FILE")
    options = parser.parse_args()
    if options.games < 1:
        parser.error("At least one game is to be played.")
    print(head("bots", f"{options.games * 0.6 / 60 + 0.5:.0f} minutes"), flush=True)
    # As the site does before its first table.
    prepare()
    gc.collect()
    gc.freeze()
    figures = [figure for pairing in PAIRINGS for figure in measured(*pairing, options.games, options.seed)]
    print(table(figures))
    if options.json:
        write_json(options.json, figures)
    return 1 if any(figure.met is False for figure in figures) else 0


def measured(strong: str, weak: str, least: float, games: int, seed: str) -> list[Figure]:
    taken: list[float] = []

    def bot_of(level: str) -> Bot:
        bot = make_bot(level)
        return Timed(bot, taken) if level == strong else bot

    series = Series((strong, weak, weak, weak), seed, bot_of)
    tally = Tally(series)
    began, told = thread_time(), time.monotonic()
    for played in series.play(games):
        tally.add(played)
        if time.monotonic() - told > NEWS_SECONDS:
            told = time.monotonic()
            print(f"  {strong} against three {weak}: {tally.games} of {games} games", flush=True)
    speed = tally.games / (thread_time() - began)
    seat = tally.seats[0]
    low, high = (100 * share for share in seat.interval())
    who = f"{strong} against three {weak}"
    share = f"{who}: wins of {tally.games} games [{low:.1f} to {high:.1f}]"
    return [
        Figure(share, "%", round(100 * seat.share, 1), 100 * least, at_least=True),
        Figure(f"{who}: games a second of CPU", "a second", round(speed, 2)),
        Figure(f"a decision of {strong}: p50", "ms", round(quantile(taken, 0.5) * 1000, 3)),
        Figure(f"a decision of {strong}: p99", "ms", round(quantile(taken, 0.99) * 1000, 3)),
        Figure(f"a decision of {strong}: the longest of {len(taken):,}", "ms", round(max(taken) * 1000, 3)),
    ]


if __name__ == "__main__":
    sys.exit(main())
