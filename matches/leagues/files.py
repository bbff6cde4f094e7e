"""Standings to take along: rows for a spreadsheet, and a JSON document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from matches.exports import Cell
from matches.leagues.season import Line
from matches.models import Season

FORMAT = "lastcall-standings/1"
HEADER = (
    "place",
    "shared",
    "player",
    "matches",
    "won",
    "points",
    "ice",
    "ice_per_game",
    "games",
    "missed",
    "byes",
    "tie_break",
)


def rows(lines: Sequence[Line]) -> Iterator[list[Cell]]:
    for line in lines:
        yield [
            line.place,
            line.is_shared,
            line.name,
            line.matches,
            line.wins,
            line.exact["points"],
            line.exact["ice"],
            line.exact["ice_per_game"],
            line.games,
            line.missed,
            line.byes,
            line.tie_break,
        ]


def document(season: Season, lines: Sequence[Line], through: int | None, address: str) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "league": season.league.name,
        "season": season.name,
        "address": address,
        "scoring": season.scoring,
        "through_round": through,
        "closed": season.closed_at is not None,
        "standings": [
            dict(zip(HEADER, row, strict=True)) | {"tie_break": line.tie_break or None}
            for row, line in zip(rows(lines), lines, strict=True)
        ],
    }
