"""A match whose result was brought from elsewhere: stored like any other, marked with who entered it."""

from __future__ import annotations

import datetime
import secrets
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from matches import scoring
from matches.guards import announce
from matches.models import GameRecord, IceTally, League, Match, Player, Seat
from matches.options import TableOptions, house_deck
from matches.seating import SLUG_LENGTH, SLUG_LETTERS


class EnteredGame(NamedTuple):
    tab_row: Sequence[int]
    """Players' numbers, in the order in which they settled up."""
    ice: Mapping[int, int]


@transaction.atomic
def store_match(
    *,
    people: Sequence[Player],
    games: Sequence[EnteredGame],
    options: TableOptions,
    by: Player,
    is_public: bool,
    league: League | None = None,
    started_at: datetime.datetime | None = None,
    ended_at: datetime.datetime | None = None,
) -> Match:
    """The match with its games, over and ranked. The games have been checked; they have no journal and no seeds."""
    ended_at = ended_at or timezone.now()
    match = Match.objects.create(
        slug="".join(secrets.choice(SLUG_LETTERS) for _ in range(SLUG_LENGTH)),
        host=people[0],
        league=league,
        status=Match.Status.OVER,
        games_agreed=options.games_agreed,
        seat_count=len(people),
        pace=options.pace,
        remaining_drinks=options.remaining_drinks,
        hints=options.hints,
        deck=house_deck(),
        is_public=is_public,
        entered_by=by,
        created_at=started_at or ended_at,
        started_at=started_at,
        ended_at=ended_at,
    )
    seats = Seat.objects.bulk_create(Seat(match=match, number=n, player=player) for n, player in enumerate(people))
    number_of = {player.pk: number for number, player in enumerate(people)}
    results = []
    for number, game in enumerate(games, start=1):
        row = [number_of[player] for player in game.tab_row]
        ice = {number_of[player]: cubes for player, cubes in game.ice.items()}
        record = GameRecord.objects.create(
            match=match,
            number=number,
            started_at=started_at or ended_at,
            ended_at=ended_at,
            is_scored=True,
            tab_row=row,
        )
        IceTally.objects.bulk_create(
            IceTally(game=record, seat=seats[seat], ice=ice[seat], place=place)
            for place, seat in enumerate(row, start=1)
        )
        results.append(scoring.GameResult(number, ice, row))
    for standing in scoring.ranking(results):
        match.seats.filter(number=standing.seat).update(total_ice=standing.total, place=standing.place)
    announce(match)
    return match
