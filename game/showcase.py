"""The replay on the home page: how the newest public game ended, small enough to travel with the page."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any, NamedTuple

from django.core.cache import caches
from django.urls import reverse

from game import archive
from game.board import BartenderBoard, Board, SeatBoard
from game.replay_boards import Names, board_at
from game.replays import Replay
from game.state import UnknownRules
from game.words import log_lines
from matches import selectors_history

log = logging.getLogger(__name__)

MOMENTS = 80
"""So many of the last steps are shown."""
FRESH_SECONDS = 60
"""So long the same game is shown, and a name that its player has changed since."""


class Show(NamedTuple):
    still: Board
    """What the page shows before anything moves, and without JavaScript."""
    words: str
    moments: list[dict[str, Any]]
    """The first is whole, the others hold what has changed."""
    players: str
    address: str
    """The same game step by step, from here on."""


def newest_show() -> Show | None:
    """The same for everybody for a while; None where no public game was played whose steps are kept."""
    cache = caches["process"]
    kept: tuple[Show | None] | None = cache.get("showcase")
    if kept is None:
        kept = (_newest(),)
        cache.set("showcase", kept, FRESH_SECONDS)
    return kept[0]


def _newest() -> Show | None:
    for game in selectors_history.newest_public_games():
        seats = archive.seats_of(game.match)
        try:
            replay = archive.replay_of(game, seats)
        except UnknownRules:
            continue
        except Exception:
            # Whatever is the matter with one game, the front door stays open.
            log.exception("The steps of a game cannot be shown")
            continue
        if replay is not None:
            address = reverse("game_replay", args=[game.match.slug, game.number])
            return show_of(replay, archive.names_at(seats), address)
    return None


def show_of(replay: Replay, names: Names, address: str) -> Show:
    first = max(0, replay.last - MOMENTS + 1)
    boards = [board_at(replay, step, names) for step in range(first, replay.last + 1)]
    words = [_words(replay, step, names) for step in range(first, replay.last + 1)]
    moments = [
        _moment(board, said, before) for board, said, before in zip(boards, words, [None, *boards], strict=False)
    ]
    return Show(boards[0], words[0], moments, ", ".join(names.values()), f"{address}?step={first}")


def _words(replay: Replay, step: int, names: Names) -> str:
    return " ".join(line.words for line in log_lines(replay.lines_of(step), names))


def _moment(board: Board, words: str, before: Board | None) -> dict[str, Any]:
    """What is said, and which bartenders and seats look different now."""
    bartenders = {_word(bartender): _look(bartender) for bartender in board.bartenders}
    seats = {str(seat.number): _count(seat) for seat in board.seats}
    if before is not None:
        bartenders = _changed({_word(bartender): _look(bartender) for bartender in before.bartenders}, bartenders)
        seats = _changed({str(seat.number): _count(seat) for seat in before.seats}, seats)
    return {"words": words, "bartenders": bartenders, "seats": seats}


def _changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    return {name: look for name, look in after.items() if before[name] != look}


def _word(bartender: BartenderBoard) -> str:
    return bartender.bartender.word


def _look(bartender: BartenderBoard) -> list[Any]:
    return [bartender.cards, [liquor for shelf in bartender.shelves for liquor in [shelf.liquor.word] * shelf.number]]


def _count(seat: SeatBoard) -> list[int]:
    return [seat.ice, seat.drinks_left]
