"""`manage.py bots`: games of bots among themselves, without a clock, and what they come to."""

from __future__ import annotations

import json
from contextlib import nullcontext
from pathlib import Path
from time import perf_counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from game.bots import LEVELS, make_bot
from game.bots.tally import SeatTally, Series, Tally, distribution
from game.record import record_of
from game.rules import Options, RemainingDrinks


class Command(BaseCommand):
    help = "Let bots play seat-rotated games against each other, and print how often each wins and with how much ice."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--seats", required=True, help=f"2 to 5 levels, as pro,regular; levels: {', '.join(LEVELS)}"
        )
        parser.add_argument("--games", type=int, default=100, help="how many games (default 100)")
        parser.add_argument("--seed", default="1", help="the same seed gives the same games (default 1)")
        parser.add_argument("--one-at-a-time", action="store_true", help="one drink at a time after last call")
        parser.add_argument("--records", metavar="FILE", help="write each game as a record, one a line")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        mode = RemainingDrinks.ONE_AT_A_TIME if options["one_at_a_time"] else RemainingDrinks.ALL_AT_ONCE
        series = Series(_seats(options["seats"]), options["seed"], make_bot, Options(mode))
        if options["games"] < 1:
            raise CommandError("At least one game is to be played.")
        tally = Tally(series)
        began = perf_counter()
        try:
            with Path(options["records"]).open("w") if options["records"] else nullcontext() as file:
                for played in series.play(options["games"]):
                    tally.add(played)
                    if file and played.is_finished:
                        file.write(json.dumps(record_of(played.start, played.actions)) + "\n")
        except OSError as error:
            raise CommandError(f"{options['records']} cannot be written: {error.strerror or error}.") from None
        speed = tally.games / (perf_counter() - began)
        if tally.games < options["games"]:
            self.stderr.write(f"Only {tally.games} of {options['games']} games came to an end with these bots.")
        self.stdout.write(json.dumps(_summary(tally, speed)) if options["json"] else _report(tally, speed))


def _seats(text: str) -> tuple[str, ...]:
    seats = tuple(word.strip() for word in text.split(","))
    if unknown := [word for word in seats if word not in LEVELS]:
        raise CommandError(f"There is no bot named “{unknown[0]}”: the levels are {', '.join(LEVELS)}.")
    if not 2 <= len(seats) <= 5:
        raise CommandError("Two to five bots play a game.")
    return seats


def _summary(tally: Tally, speed: float) -> dict[str, Any]:
    return {
        "games": tally.games,
        "games_per_second": round(speed, 3),
        "seats": [_seat_summary(seat) for seat in tally.seats],
    }


def _seat_summary(seat: SeatTally) -> dict[str, Any]:
    low, high = seat.interval()
    return {
        "bot": seat.bot,
        "wins": seat.wins,
        "share": round(seat.share, 4),
        "low": round(low, 4),
        "high": round(high, 4),
        "ice_mean": round(seat.ice_mean, 3),
    }


def _report(tally: Tally, speed: float) -> str:
    played = max(tally.games, 1)
    lines = [
        f"{tally.games} games, {speed:.1f} a second; {tally.cards / played:.1f} cards and "
        f"{tally.orders / played:.1f} orders a game.",
    ]
    if tally.unfinished:
        lines.append(f"{tally.unfinished} more were given up, since nobody would order any more, and dealt anew.")
    most_ice = max((max(seat.ice, default=0) for seat in tally.seats), default=0)
    for number, seat in enumerate(tally.seats, start=1):
        low, high = seat.interval()
        places = distribution(seat.places, range(1, len(tally.seats) + 1))
        ice = distribution(seat.ice, range(most_ice + 1))
        lines += [
            f"{seat.bot} {number}: won {seat.wins}, {seat.share:.1%} ({low:.1%} to {high:.1%}); "
            f"{seat.ice_mean:.2f} ice a game",
            "  places: " + " ".join(f"{place}: {share:.0%}" for place, share in enumerate(places, start=1)),
            "  ice: " + " ".join(f"{cubes}: {share:.0%}" for cubes, share in enumerate(ice) if share),
        ]
    return "\n".join(lines)
