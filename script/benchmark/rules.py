"""The rules: real games of bots replayed, every action checked as at a table, a new frozen game for each.

Times are of the processor, so that others at work do not count; each figure is the median of the rounds.
"""

from __future__ import annotations

import argparse
import gc
import statistics
import sys
from collections.abc import Callable, Sequence
from time import thread_time

from game.bots import make_bot
from game.bots.arena import PlayedGame
from game.bots.tally import Series
from game.rules import Bartender, Game, IllegalAction, Liquor, MoveBottle, apply, as_dict, parse, view_for
from script.benchmark.report import Figure, head, table, write_json

AT_LEAST = 50_000
"""Validated actions a second on one core."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="script/bench --rules", description=__doc__)
    parser.add_argument("--games", type=int, default=120, help="of four regular bots (default 120)")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--json", metavar="FILE")
    options = parser.parse_args()
    if options.games < 1 or options.rounds < 1:
        parser.error("At least one game and one round are needed.")
    print(head("rules", "a quarter of a minute"), flush=True)
    games = list(Series(("regular",) * 4, options.seed, make_bot).play(options.games))
    figures = measured(games, options.rounds)
    print(table(figures))
    if options.json:
        write_json(options.json, figures)
    return 1 if any(figure.met is False for figure in figures) else 0


def measured(games: Sequence[PlayedGame], rounds: int) -> list[Figure]:
    actions = sum(len(game.actions) for game in games)
    documents = [[as_dict(action) for action in game.actions] for game in games]

    def parsed() -> None:
        for game, played in zip(games, documents, strict=True):
            state = game.start
            for document in played:
                state = apply(state, parse(document, state.names))

    def viewed() -> None:
        for game in games:
            for name in game.end.names:
                view_for(game.end, name)

    views = sum(len(game.end.names) for game in games)
    refused = [game.start for game in games] * 50
    what = f"{actions:,} actions of {len(games)} games"
    return [
        _figure(f"validated actions: {what}", lambda: replayed(games), actions, rounds, AT_LEAST),
        _figure("the same from their JSON objects", parsed, actions, rounds),
        _figure("refusals", lambda: _refused(refused), len(refused), rounds),
        _figure("views of one player", viewed, views, rounds),
    ]


def replayed(games: Sequence[PlayedGame]) -> None:
    for game in games:
        state = game.start
        for action in game.actions:
            state = apply(state, action)
        if state != game.end:
            raise SystemExit("A replay ended in another state than the game itself.")


def _refused(states: Sequence[Game]) -> None:
    """A bottle that is moved before anybody has the order."""
    for state in states:
        try:
            apply(state, MoveBottle(state.names[0], Liquor.RUM, Bartender.FRANK, Bartender.KATHY))
        except IllegalAction:
            continue
        raise SystemExit("A move out of order was accepted.")


def _figure(what: str, work: Callable[[], None], count: int, rounds: int, least: float | None = None) -> Figure:
    work()
    taken = []
    for _ in range(rounds):
        gc.collect()
        began = thread_time()
        work()
        taken.append(thread_time() - began)
    return Figure(what, "a second", round(count / statistics.median(taken)), least, at_least=True)


if __name__ == "__main__":
    sys.exit(main())
