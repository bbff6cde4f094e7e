"""`manage.py bench_tables`: tables for a load program, one JSON line each."""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from game.bench_tables import make_table
from game.paces import PACES

MOST_TABLES = 100_000
AT_ONCE = 25
"""So many tables are one commit."""
PACE = "relaxed"
LONG_TURN = 3600.0
MANY_ACTIONS = 1000
FOR_THE_SERVER = {
    "LASTCALL_PACE_SCALE": "1000",
    "LASTCALL_ACTIONS_PER_SECOND": "1000000",
    "LASTCALL_ACTIONS_BURST": "1000000",
    "LASTCALL_ANALYSES": "0",
}
"""With these the clock ends no turn under the load program's hands, and no limit holds it up."""


class Command(BaseCommand):
    help = (
        "Make tables of four signed-in guests in a turn after last call, and print what a load program needs to know."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--tables", type=int, default=1, metavar="N", help="how many tables (default 1)")

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.LASTCALL_BENCH_TABLES:
            raise CommandError(
                "These are real tables with real guests, and this looks like a site for others (DEBUG is off). "
                "Set LASTCALL_BENCH_TABLES=1 where they are wanted all the same."
            )
        count = options["tables"]
        if not 1 <= count <= MOST_TABLES:
            raise CommandError(f"The number of tables is from 1 to {MOST_TABLES}.")
        is_long = PACES[PACE].scaled(settings.LASTCALL_PACE_SCALE).turn >= LONG_TURN
        if not is_long or settings.LASTCALL_ACTIONS_PER_SECOND < MANY_ACTIONS:
            asked = " ".join(f"{name}={value}" for name, value in FOR_THE_SERVER.items())
            self.stderr.write(f"A server under load wants a long clock and no limits: start it with {asked}.")
        while count > 0:
            with transaction.atomic():
                made = [make_table(PACE).as_json() for _ in range(min(count, AT_ONCE))]
            for table in made:
                self.stdout.write(json.dumps(table))
            self.stdout.flush()
            count -= len(made)
