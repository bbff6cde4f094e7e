"""People, tables and finished games, in a line each."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import Any

from django.utils import timezone

from matches import services
from matches.models import GameRecord, Match, Player, Seat


def person(name: str) -> Player:
    return Player.objects.create(name=name, name_key=name.casefold())


def people(names: str) -> list[Player]:
    return [person(name) for name in names.split()]


def open_table(host: Player, **options: Any) -> Match:
    chosen = {
        "games_agreed": 3,
        "seat_count": 4,
        "remaining_drinks": "all_at_once",
        "pace": "steady",
        "is_public": True,
    } | options
    return services.create_match(host=host, **chosen)


def playing_match(*seated: Player, bots: int = 0, **options: Any) -> Match:
    """A match that has started; the first of the seated is the host, at seat 0."""
    host, *others = seated
    match = open_table(host, seat_count=max(2, len(seated) + bots), **options)
    for player in others:
        services.take_seat(match=match, player=player, token=match.invite_token or "")
    for _ in range(bots):
        services.add_bot(match=match, host=host, level="regular")
    return services.start_match(match=match, by=host)


def start_game(match: Match, number: int) -> GameRecord:
    return services.start_next_game(
        match=match,
        number=number,
        seed=f"{number:064x}",
        seed_hash="f" * 64,
        rules_version="1",
        entries=[(0, 1_700_000_000.0, '{"kind": "start"}')],
    )


def record(game: GameRecord, ice: Sequence[int], tab_row: Sequence[int]) -> None:
    """`ice` by seat; the top of the tab row called last call."""
    services.record_game(
        game_id=game.pk,
        tab_row=list(tab_row),
        tallies=[
            services.Tally(seat=seat, ice=cubes, orders_taken=2, drinks_in_play=3, called_last_call=seat == tab_row[0])
            for seat, cubes in enumerate(ice)
        ],
        ended_at=timezone.now(),
    )


def play_game(match: Match, number: int, ice: Sequence[int], tab_row: Sequence[int]) -> GameRecord:
    game = start_game(match, number)
    record(game, ice, tab_row)
    game.refresh_from_db()
    return game


def over_match(*seated: Player, ice: Sequence[int] = (), **options: Any) -> Match:
    """A match of one game that is over; whoever sits first took the least ice."""
    match = playing_match(*seated, games_agreed=1, **options)
    taken = list(ice) or list(range(len(seated)))
    play_game(match, 1, taken, range(len(seated)))
    return again(match)


def again(match: Match) -> Match:
    return Match.objects.get(pk=match.pk)


def seat(match: Match, player: Player) -> Seat:
    return Seat.objects.get(match=match, player=player)


def names(match: Match) -> list[str]:
    """Who sits where, an empty chair being "-"."""
    return [seat.shown_name or "-" for seat in match.seats.order_by("number")]


def in_seconds(seconds: float) -> datetime.datetime:
    return timezone.now() + datetime.timedelta(seconds=seconds)
