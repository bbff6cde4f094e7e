"""`manage.py fairness`: how often an order goes to whom it should go, over lines of every length."""

from __future__ import annotations

import json
from functools import reduce
from operator import add
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from game.fairness import ORDERS_A_GAME, Fairness, measured

GAMES = 1000


class Command(BaseCommand):
    help = "Simulate orders of players near and far, and print how many went to whom they should have gone."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--games",
            type=int,
            default=GAMES,
            metavar="N",
            help=f"games at each pace, {ORDERS_A_GAME} orders each (default {GAMES})",
        )
        parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same orders (default 1)")
        parser.add_argument("--json", action="store_true", help="print one JSON object for all paces together")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["games"] < 1:
            raise CommandError("At least one game is to be simulated.")
        paces = measured(options["games"], options["seed"])
        whole = reduce(add, paces.values())
        self.stdout.write(json.dumps(_summary(whole)) if options["json"] else _report(paces, whole))


def _summary(fairness: Fairness) -> dict[str, Any]:
    return {
        "windows": fairness.windows,
        "right": fairness.right,
        "late_wins": fairness.late_wins,
        "longest_window_s": round(fairness.longest, 3),
    }


def _report(paces: dict[str, Fairness], whole: Fairness) -> str:
    return "\n".join(_line(name, fairness) for name, fairness in [*paces.items(), ("all", whole)])


def _line(name: str, fairness: Fairness) -> str:
    share = fairness.right / fairness.windows
    return (
        f"{name:>8}: {fairness.windows} windows, {fairness.contested} of them with more than one shout; "
        f"{fairness.right} right ({share:.3%}), {fairness.late_wins} orders for someone who was surely late; "
        f"longest window {fairness.longest:.2f} s"
    )
