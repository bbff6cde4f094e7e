"""Stored games that are over: how they ended, what happened in them, and their records."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from game.happenings import VerdictGiven
from game.record import record_of
from game.replays import Replay, replay_of_rows
from game.rules import HOUSE_DECK, DrinkCard, Kind
from game.state import Chair, TableState, action_in
from game.store import drink_deck
from game.tables import chairs_of
from matches import journal, selectors
from matches.models import DrinkDeck, GameRecord, Match, Player, Seat

REPLAYS_KEPT = 16
"""Games whose steps a process remembers: whoever steps through one asks for it again and again."""


class NoJournal(LookupError):
    """Only the result of this game was kept; the text says so."""


def game_at(slug: str, number: int, player: Player | None) -> GameRecord | None:
    """The game of that number, where this person may read it."""
    match = selectors.match_at(slug)
    if match is None or not selectors.may_see(match, player):
        return None
    return match.games.filter(number=number).select_related("match__deck").first()


def names_of(match: Match) -> dict[str, str]:
    """Seat to the name shown, made unique: a record names every player differently."""
    return names_at(seats_of(match))


def seats_of(match: Match) -> tuple[Seat, ...]:
    return tuple(match.seats.select_related("player").order_by("number"))


def names_at(seats: Iterable[Seat]) -> dict[str, str]:
    """As `names_of`, for seats that are at hand."""
    names: dict[str, str] = {}
    for seat in seats:
        name, copies = seat.shown_name, 1
        while name in names.values():
            copies += 1
            name = f"{seat.shown_name} ({copies})"
        names[str(seat.number)] = name
    return names


def replay_of(game: GameRecord, seats: tuple[Seat, ...]) -> Replay | None:
    """The steps of a game that is over, None where only its result was kept.

    UnknownRules where it was played under rules that are not here.
    """
    # Everything that tells one game from any other: a process outlives databases in tests.
    ended = game.ended_at.timestamp() if game.ended_at else 0.0
    return _replay(game.pk, game.seed_hash, ended, game.match.games_agreed, chairs_of(seats))


@lru_cache(maxsize=REPLAYS_KEPT)
def _replay(game_id: int, seed_hash: str, ended: float, games_agreed: int, chairs: tuple[Chair, ...]) -> Replay | None:
    rows = journal.rows_after(game_id, -1)
    return replay_of_rows(rows, chairs, games_agreed) if rows else None


class Fairness(NamedTuple):
    """How often it mattered who was heard when."""

    orders: int
    shouts: int
    close_calls: int
    """Orders for which several shouted at the same time."""
    too_late: int
    """Shouts that came after those at the same time."""


def fairness_of(state: TableState) -> Fairness:
    verdicts = [line.what for line in state.lines if isinstance(line.what, VerdictGiven)]
    return Fairness(
        orders=len(verdicts),
        shouts=sum(len(verdict.counted) for verdict in verdicts),
        close_calls=sum(len(verdict.counted) > 1 for verdict in verdicts),
        too_late=sum(len(verdict.late) for verdict in verdicts),
    )


def record_document(game: GameRecord, site: str = "") -> dict[str, Any]:
    """The whole record `lastcall/1` of a game that is over, its seed included; `site` is the address of its page.

    NoJournal where only its result was kept.
    """
    seats = seats_of(game.match)
    replay = replay_of(game, seats)
    if replay is None:
        raise NoJournal("Only the result of this game was kept, so there is no record of it.")
    state = replay.end
    actions, times = [], []
    for _, at, text in journal.rows_after(game.pk, 0):
        entry = json.loads(text)
        if "act" in entry:
            actions.append(action_in(entry, state.start.names))
            times.append(round(max(0.0, at - state.began_at), 3))
    texts = {
        "started_at": game.started_at.isoformat(timespec="seconds"),
        "rules": game.rules_version,
        "seed_hash": game.seed_hash,
        "seed": game.seed,
    }
    return record_of(
        state.start, actions, at=times, names=names_at(seats), texts=texts | ({"site": site} if site else {})
    )


def drink_decks() -> list[dict[Kind, tuple[DrinkCard, ...]]]:
    """All that games may have been played with, the house's first."""
    return [dict(HOUSE_DECK), *(drink_deck(deck) for deck in DrinkDeck.objects.exclude(slug="house").order_by("pk"))]
