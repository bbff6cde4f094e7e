"""`manage.py make_history`: a database full of plausible finished matches, to try the history pages on."""

from __future__ import annotations

import time
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from game.history_maker import HistoryMaker
from matches.guards import Refused
from matches.models import Match

SECONDS_BETWEEN_NEWS = 5.0


class Command(BaseCommand):
    help = "Fill the database with a made-up history of players and finished matches. For trying things out only."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--games", type=int, default=1000, help="how many scored games (default 1000)")
        parser.add_argument("--players", type=int, default=200, help="how many players (default 200)")
        parser.add_argument("--leagues", type=int, default=0, help="how many leagues (default 0)")
        parser.add_argument("--records", type=int, default=1000, help="how many of the newest games get journals")
        parser.add_argument("--seed", default="1", help="the same seed gives the same history (default 1)")
        parser.add_argument(
            "--force", action="store_true", help="also without DEBUG, and where matches have been played already"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        self._refuse_what_is_likely_a_mistake(**options)
        self.began = time.monotonic()
        self.told = 0.0
        try:
            maker = HistoryMaker(
                seed=options["seed"],
                games=options["games"],
                players=options["players"],
                leagues=options["leagues"],
                records=options["records"],
                until=timezone.now(),
                tell=self._tell,
            )
        except Refused as refusal:
            raise CommandError(refusal.sentence) from None
        maker.make()
        self.stdout.write(f"{maker.games_made:,} games in {time.monotonic() - self.began:.0f} s.")

    def _refuse_what_is_likely_a_mistake(
        self, *, games: int, players: int, leagues: int, records: int, force: bool, **_: Any
    ) -> None:
        if games < 1 or players < 10 or leagues < 0 or records < 0:
            raise CommandError("At least 1 game and 10 players are needed, and no number may be negative.")
        if force:
            return
        if not settings.DEBUG:
            raise CommandError(
                "This looks like a site for others (DEBUG is off). With --force it is filled all the same."
            )
        if Match.objects.exists():
            raise CommandError(
                "There are matches in this database already, which made-up ones would get mixed up with. "
                "Choose an empty database with DATABASE_URL, or use --force."
            )

    def _tell(self, news: str) -> None:
        seconds = time.monotonic() - self.began
        if seconds - self.told >= SECONDS_BETWEEN_NEWS or not self.told:
            self.told = seconds
            self.stdout.write(f"{seconds:5.0f} s  {news}")
