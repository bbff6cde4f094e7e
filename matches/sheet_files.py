"""A match's score sheet as rows for a spreadsheet and as a JSON document."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from matches.exports import Cell
from matches.models import Match, Seat
from matches.sheet import Result, Sheet

SHEET_FORMAT = "lastcall-sheet/1"


def sheet_header() -> list[str]:
    return ["game", "ended_at", "player", "seat", "ice", "total", "settled_up", "won_game", "called_last_call"]


def sheet_rows(sheet: Sheet) -> Iterator[list[Cell]]:
    """A row for each player of each scored game: one can sort, filter and add up. Seats count from 1."""
    for row in sheet.rows:
        for seat, cell in zip(sheet.seats, row.cells, strict=False):
            yield [
                row.game.number,
                row.game.ended_at,
                seat.shown_name,
                seat.number + 1,
                cell.ice,
                cell.total,
                cell.place,
                cell.has_won,
                cell.called_last_call,
            ]


def sheet_document(sheet: Sheet, address: str) -> dict[str, Any]:
    """The whole sheet; games that were not scored stand in it without results."""
    match = sheet.match
    return {
        "format": SHEET_FORMAT,
        "match": match.slug,
        "address": address,
        "status": match.status,
        "started_at": _moment(match.started_at),
        "ended_at": _moment(match.ended_at),
        "ended_why": match.ended_why,
        "options": options_document(match),
        "players": [_player(seat) for seat in sheet.seats],
        "games": [
            {
                "number": row.game.number,
                "started_at": _moment(row.game.started_at),
                "ended_at": _moment(row.game.ended_at),
                "scored": row.game.is_scored,
                "tab_row": [seat.number + 1 for seat in row.tab_row],
                "ice": [cell.ice for cell in row.cells],
                "totals": [cell.total for cell in row.cells],
                "called_last_call": next(
                    (seat + 1 for seat, cell in enumerate(row.cells) if cell.called_last_call), None
                ),
            }
            for row in sheet.rows
        ],
        "ranking": [_result(result) for result in sheet.results],
    }


def options_document(match: Match) -> dict[str, Any]:
    return {
        "games": match.games_agreed,
        "seats": match.seat_count,
        "pace": match.pace,
        "remaining_drinks": match.remaining_drinks,
        "public": match.is_public,
    }


def _player(seat: Seat) -> dict[str, Any]:
    return {"seat": seat.number + 1, "name": seat.shown_name, "bot": seat.bot or None, "left": seat.left_at is not None}


def _result(result: Result) -> dict[str, Any]:
    return {
        "place": result.place,
        "seat": result.seat.number + 1,
        "name": result.seat.shown_name,
        "ice": result.total,
        "tie_break": result.tie_break or None,
    }


def _moment(moment: Any) -> str | None:
    return moment.isoformat(timespec="seconds") if moment is not None else None
