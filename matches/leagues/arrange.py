"""The search for a seating, in a process of its own: it may take seconds, and a table must not wait for it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from matches.guards import Refused
from matches.leagues import seatings
from matches.leagues.seatings import QUICK, Seating
from matches.models import Round, RoundSeat, Season

PROGRAM = [sys.executable, "-m", "matches.leagues.seatings"]
FOLDER = Path(__file__).resolve().parents[2]
PATIENCE_SECONDS = 120


def history_of(season: Season, before: int | None = None, *, with_planned: bool = False) -> list[Seating]:
    """Who has sat with whom, round by round; `before` is the number of the first round left out."""
    seats = RoundSeat.objects.filter(round__season=season, is_no_show=False)
    if not with_planned:
        seats = seats.filter(round__status=Round.Status.STARTED)
    if before is not None:
        seats = seats.filter(round__number__lt=before)
    rounds: dict[int, dict[int | None, list[int]]] = {}
    for number, table, player in seats.order_by("round__number", "table__number", "number").values_list(
        "round__number", "table__number", "player_id"
    ):
        rounds.setdefault(number, {}).setdefault(table, []).append(player)
    return [_seating(tables) for _, tables in sorted(rounds.items())]


def _seating(tables: dict[int | None, list[int]]) -> Seating:
    seated = tuple(tuple(players) for number, players in tables.items() if number is not None)
    return Seating(seated, tuple(sorted(tables.get(None, ()))))


def next_round(season: Season, players: Sequence[int], before: int) -> Seating:
    """The tables for those who are there."""
    history = history_of(season, before)
    first = seatings.next_round(players, season.table_size, season.is_exact, history, effort=QUICK)
    together = [*history, first]
    if seatings.repeats_of_last(together) == 0 or seatings.repeats(together) <= seatings.least_repeats(together):
        return first
    return _searched(players=list(players), size=season.table_size, is_exact=season.is_exact, history=history)[0]


def plan(season: Season, players: Sequence[int], rounds: int) -> list[Seating]:
    """So many rounds for a fixed field, after those that were played."""
    history = history_of(season)
    return _searched(
        players=list(players), size=season.table_size, is_exact=season.is_exact, history=history, rounds=rounds
    )


def _searched(*, history: Sequence[Seating], **question: Any) -> list[Seating]:
    question["history"] = [{"tables": one.tables, "sits_out": one.sits_out} for one in history]
    try:
        run = subprocess.run(
            PROGRAM,
            input=json.dumps(question),
            capture_output=True,
            text=True,
            cwd=FOLDER,
            timeout=PATIENCE_SECONDS,
            check=True,
        )
    except (subprocess.SubprocessError, OSError) as problem:
        raise Refused("The search for a seating did not come to an end. Try again, or with fewer rounds.") from problem
    return [
        Seating(tuple(tuple(table) for table in one["tables"]), tuple(one["sits_out"]))
        for one in json.loads(run.stdout)
    ]
