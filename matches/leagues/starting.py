"""A round starts: with those who are there, at tables that are live matches or score pads."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from matches import services
from matches.guards import Refused, live_table_of
from matches.guards import announce as announce_match
from matches.leagues import arrange, bell
from matches.leagues.guards import announce, hosts, locked, must_be_unfrozen, must_run
from matches.leagues.rounds import must_not_have_started, path_of, store_seating
from matches.leagues.seatings import FEWEST, MOST
from matches.models import CheckIn, Entrant, League, Match, Player, Round, RoundSeat, Season, Seat
from matches.options import house_deck, options_in_words
from matches.seating import SLUG_LENGTH, SLUG_LETTERS, fill_with_bots

log = logging.getLogger(__name__)

BOT_LEVEL = "regular"
TRIES = 4


class Changed(Exception):
    """Somebody checked in or out, or sat down elsewhere, while the seating was looked for."""


def start_round(*, round_: Round, by: Player | None) -> Round:
    """Seat those who checked in and begin. `by` None is the clock. A second press changes nothing.

    Who sits at another table that is being played counts as not there; an open table elsewhere is left.
    """
    for _ in range(TRIES):
        try:
            return _try_to_start(round_, by)
        except (Changed, IntegrityError):
            continue
    raise Refused("People came and went while the tables were made. Please start the round again.")


def start_due(rounds: Sequence[Round]) -> None:
    """By the clock, in a thread of its own. What cannot start is left to its hosts, with the reason."""
    try:
        for round_ in rounds:
            try:
                start_round(round_=round_, by=None)
            except Refused as refusal:
                _note_trouble(round_, refusal.sentence)
            except Exception:
                log.exception("A league's round could not be started")
    finally:
        if not connection.in_atomic_block:
            connection.close()


def _try_to_start(round_: Round, by: Player | None) -> Round:
    round_ = Round.objects.select_related("season__league").get(pk=round_.pk)
    if round_.status == Round.Status.STARTED:
        return round_
    if by is not None:
        must_run(round_.season.league, by)
    present = _present(round_)
    seating = None
    if not round_.is_planned_ahead:
        if len(present) < FEWEST:
            raise Refused("At least two players must have checked in.")
        seating = arrange.next_round(round_.season, sorted(present), round_.number)
        if not seating.tables:
            raise Refused("Fewer players have checked in than sit at one table.")
    with transaction.atomic():
        league = locked(round_.season.league)
        round_ = Round.objects.select_related("season__league").get(pk=round_.pk)
        if round_.status == Round.Status.STARTED:
            return round_
        _must_be_next(round_)
        if _present(round_) != present:
            raise Changed
        if seating is not None:
            store_seating(round_, seating)
        else:
            _seat_the_present(round_, present)
        round_.status, round_.started_at, round_.trouble = Round.Status.STARTED, timezone.now(), ""
        round_.save(update_fields=["status", "started_at", "trouble"])
        _open_tables(league, round_)
        announce(league)
    return round_


def _must_be_next(round_: Round) -> None:
    must_not_have_started(round_)
    must_be_unfrozen(round_.season)
    earlier = Round.objects.filter(season=round_.season_id, number__lt=round_.number)
    if earlier.exclude(status=Round.Status.STARTED).exists():
        raise Refused("The round before has not started.")
    if round_.status != Round.Status.OPEN:
        raise Refused("Open the check-in first, so that players can say that they are there.")


def _present(round_: Round) -> frozenset[int]:
    """Who checked in, plays this season, and does not sit at a table that is being played."""
    players = CheckIn.objects.filter(round=round_).values_list("player_id", flat=True)
    entered = Entrant.objects.filter(season=round_.season_id, left_at=None, player__in=players)
    busy = Seat.objects.filter(player__in=players, is_live=True, match__status=Match.Status.PLAYING)
    elsewhere = set() if round_.is_at_tables else set(busy.values_list("player_id", flat=True))
    return frozenset(entered.values_list("player_id", flat=True)) - elsewhere


# --- A planned round with some missing


@dataclass
class _Table:
    number: int
    there: list[int]
    missing: list[int]


def _seat_the_present(round_: Round, present: frozenset[int]) -> None:
    """Mark who is missing, and find a place for those who are left alone at their table."""
    tables: dict[int, _Table] = {}
    for seat in RoundSeat.objects.filter(round=round_).select_related("table").order_by("table__number", "number"):
        if seat.table is None:
            continue
        table = tables.setdefault(seat.table.number, _Table(seat.table.number, [], []))
        (table.there if seat.player_id in present else table.missing).append(seat.player_id)
    if sum(len(table.there) for table in tables.values()) < FEWEST:
        raise Refused("At least two of those who are to play must have checked in.")
    lonely = [table for table in tables.values() if len(table.there) == 1]
    for table in lonely:
        hosts_of_lonely = [one for one in tables.values() if one is not table and 1 <= len(one.there) < MOST]
        if len(table.there) == 1 and hosts_of_lonely:
            # Two who are alone meet first; then the table with the fewest takes one more.
            other = min(hosts_of_lonely, key=lambda one: (len(one.there), -len(one.missing), one.number))
            other.there.append(table.there.pop())
            if other.missing:
                other.missing.pop()
    _store_changed(round_, tables, present)


def _store_changed(round_: Round, tables: dict[int, _Table], present: frozenset[int]) -> None:
    seats = RoundSeat.objects.filter(round=round_, table__isnull=False)
    seats.exclude(player__in=present).update(is_no_show=True)
    rows = {row.number: row for row in round_.tables.all()}
    for table in tables.values():
        for place, player in enumerate(table.there):
            RoundSeat.objects.filter(round=round_, player=player).update(table=rows[table.number], number=place)
        if not table.there:
            # Those who should have sat there have missed their match; the table itself is gone.
            RoundSeat.objects.filter(round=round_, table=rows[table.number]).update(table=None)
            rows[table.number].delete()


# --- Tables


def _open_tables(league: League, round_: Round) -> None:
    season = round_.season
    for table in round_.tables.order_by("number"):
        seats = list(table.seats.filter(is_no_show=False).select_related("player").order_by("number"))
        people = [seat.player for seat in seats]
        if len(people) == 1 and (round_.is_at_tables or season.no_show == Season.NoShow.SIT_OUT):
            # Alone, and nobody to play with: a bye.
            RoundSeat.objects.filter(pk=seats[0].pk).update(table=None)
            table.seats.update(table=None)
            table.delete()
            continue
        words = f"Round {round_.number} of {league.name}: your table waits."
        path = f"{path_of(league, season, round_)}tables/{table.number}/"
        if not round_.is_at_tables:
            empty = table.seats.filter(is_no_show=True).count() if season.no_show == Season.NoShow.BOT else 0
            match = open_match(league, season, people, min(empty, MOST - len(people)))
            table.match = match
            table.save(update_fields=["match"])
            path = match.table_path
        bell.tell(people, words, path, f"table {table.pk}")


def open_match(league: League, season: Season, people: Sequence[Player], bots: int) -> Match:
    """A table like any other, which begins at once. Checking in was consent to the season's options."""
    for player in people:
        elsewhere = live_table_of(player)
        if elsewhere is not None:
            if elsewhere.status == Match.Status.PLAYING:
                raise Changed
            services.leave_seat(match=elsewhere, player=player)
    now = timezone.now()
    match = Match.objects.create(
        slug="".join(secrets.choice(SLUG_LETTERS) for _ in range(SLUG_LENGTH)),
        host=people[0],
        league=league,
        status=Match.Status.PLAYING,
        games_agreed=season.games_agreed,
        seat_count=len(people) + bots,
        pace=season.pace,
        remaining_drinks=season.remaining_drinks,
        hints=season.hints,
        chat=season.chat,
        deck=house_deck(),
        is_public=league.is_public,
        started_at=now,
    )
    agreed_to = options_in_words(match)
    Seat.objects.bulk_create(
        [
            *(
                Seat(match=match, number=number, player=player, is_live=True, agreed_at=now, agreed_to=agreed_to)
                for number, player in enumerate(people)
            ),
            *(Seat(match=match, number=len(people) + bot) for bot in range(bots)),
        ]
    )
    fill_with_bots(match, BOT_LEVEL)
    announce_match(match)
    return match


def _note_trouble(round_: Round, sentence: str) -> None:
    with transaction.atomic():
        league = locked(round_.season.league)
        waiting = Round.objects.filter(pk=round_.pk).exclude(status=Round.Status.STARTED)
        if waiting.update(starts_itself=False, trouble=sentence[:200]):
            words = f"Round {round_.number} of {league.name} could not start by itself: {sentence}"
            key = f"trouble {round_.pk} {round_.starts_at}"
            bell.tell(hosts(league), words, path_of(league, round_.season, round_), key)
            announce(league)
