"""`manage.py train_pro FILE`: lets bots play, learns from it what a standing will cost, and writes it for the pro."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from game.bots.outlook import Outlook, Weights
from game.bots.training import Sample, fitted_edges, fitted_spread, fitted_weights, lesson, surprise


class Command(BaseCommand):
    help = "Learn the pro's weights from games of bots; each round is played by the pro of the round before."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help="where the weights go, as game/bots/pro.json")
        parser.add_argument("--rounds", type=int, default=4, help="rounds of play and learning (default 4)")
        parser.add_argument("--games", type=int, default=400, help="games a round (default 400)")
        parser.add_argument("--patience", type=float, default=1.0, help="how much better than waiting an order must be")
        parser.add_argument("--seed", default="1", help="the same seed learns the same (default 1)")
        parser.add_argument("--processes", type=int, default=1, help="how many processes play (default 1)")

    def handle(self, *args: Any, **options: Any) -> None:
        outlook: Outlook | None = None
        kept: list[Sample] = []
        with ProcessPoolExecutor(options["processes"]) as pool:
            for number in range(options["rounds"]):
                seeds = [f"{options['seed']}/{number}/{game}" for game in range(options["games"])]
                learned = list(_joined(pool.map(partial(lesson, outlook=outlook), seeds, chunksize=4)))
                kept = learned + kept[: len(learned)]
                weights = fitted_weights(kept)
                spread = fitted_spread(kept, weights)
                outlook = Outlook(weights, spread, fitted_edges(kept, weights, spread), options["patience"])
                self.stdout.write(f"round {number}: {len(learned)} samples, surprise {surprise(learned, outlook):.4f}")
        if outlook is None:
            raise CommandError("At least one round is to be played.")
        made_by = " ".join(
            ["manage.py train_pro", *(f"--{key} {options[key]}" for key in ("rounds", "games", "patience", "seed"))]
        )
        try:
            Path(options["file"]).write_text(_written(outlook, made_by))
        except OSError as error:
            raise CommandError(f"{options['file']} cannot be written: {error.strerror or error}.") from None


def _joined(lessons: Iterator[list[Sample]]) -> Iterator[Sample]:
    return (sample for samples in lessons for sample in samples)


def _written(outlook: Outlook, made_by: str) -> str:
    """JSON with one group of weights a line."""
    lines = [
        "{",
        f' "made_by": {json.dumps(made_by)},',
        f' "patience": {outlook.patience},',
        f' "spread": {_numbers(outlook.spread)},',
        f' "edges": {json.dumps(outlook.edges)},',
        f' "weights": {_groups(outlook.weights)}',
        "}",
    ]
    return "\n".join(lines) + "\n"


def _groups(weights: Weights) -> str:
    groups = [f"  {json.dumps(group)}: {_numbers(numbers)}" for group, numbers in weights.items()]
    return "{\n" + ",\n".join(groups) + "\n }"


def _numbers(numbers: Sequence[float]) -> str:
    return json.dumps([round(number, 4) for number in numbers])
