"""`manage.py train_pro FILE`: lets bots play very many games, learns from them who wins, and writes it for the pro."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from game.rules import HOUSE_DECK

SOURCE = Path(__file__).parents[2] / "bots" / "train_pro.c"
BUILD = ("cc", "-std=gnu11", "-O3", "-march=native", "-ffp-contract=off")
"""Without contraction every machine comes to the same sums."""


class Command(BaseCommand):
    help = "Learn how the pro plays from games of bots; each round is played by the pro of the round before. Needs cc."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help="where the networks go, as game/bots/pro.json")
        parser.add_argument("--rounds", type=int, default=2, help="rounds of play and learning (default 2)")
        parser.add_argument("--games", type=int, default=12000, help="games a round (default 12000)")
        parser.add_argument(
            "--patience", type=float, default=0.97, help="how much better than waiting an order must be"
        )
        parser.add_argument("--seed", type=int, default=1, help="the same seed learns the same (default 1)")

    def handle(self, *args: Any, **options: Any) -> None:
        words = [str(options[key]) for key in ("rounds", "games", "patience", "seed")]
        with TemporaryDirectory() as folder:
            program = str(Path(folder) / "train_pro")
            _run([*BUILD, "-o", program, str(SOURCE), "-lm"])
            networks = json.loads(_run([program, *words], cards=cards_as_text()))
        made_by = " ".join(
            ["manage.py train_pro", *(f"--{key} {options[key]}" for key in ("rounds", "games", "patience", "seed"))]
        )
        try:
            Path(options["file"]).write_text(_written(made_by, options["patience"], networks))
        except OSError as error:
            raise CommandError(f"{options['file']} cannot be written: {error.strerror or error}.") from None


def _run(words: list[str], cards: str = "") -> str:
    """What it prints; how far it has come goes to the screen as it does."""
    try:
        return subprocess.run(words, input=cards, stdout=subprocess.PIPE, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        raise CommandError(f"{Path(words[0]).name} did not do its work: {error}.") from None


def cards_as_text() -> str:
    """A line a kind, a word a card, a digit a bottle."""
    return "".join(
        " ".join("".join(str(int(liquor)) for liquor in card.liquors) for card in cards) + "\n"
        for cards in HOUSE_DECK.values()
    )


def _written(made_by: str, patience: float, networks: list[dict[str, Any]]) -> str:
    """JSON with one hidden sum a line."""
    rows = [
        "  {\n" + ",\n".join(f"   {json.dumps(key)}: {_value(value)}" for key, value in network.items()) + "\n  }"
        for network in networks
    ]
    return (
        f'{{\n "made_by": {json.dumps(made_by)},\n "patience": {patience},\n'
        ' "networks": [\n' + ",\n".join(rows) + "\n ]\n}\n"
    )


def _value(value: Any) -> str:
    if isinstance(value, list) and isinstance(value[0], list):
        return "[\n" + ",\n".join(f"    {json.dumps(row)}" for row in value) + "\n   ]"
    return json.dumps(value)
