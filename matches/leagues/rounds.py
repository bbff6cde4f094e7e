"""Rounds: made, planned ahead, opened for check-in, and moved."""

from __future__ import annotations

import datetime

from django.db import transaction
from django.utils import timezone

from matches.guards import Refused
from matches.leagues import arrange, bell, times
from matches.leagues.guards import announce, entrants, entry_of, locked, must_be_unfrozen, must_run
from matches.leagues.seatings import FEWEST, Seating
from matches.models import CheckIn, League, Match, Player, Round, RoundSeat, RoundTable, Season
from matches.playing import end_match

MOST_ROUNDS = 60
MOST_AT_ONCE = 20
MOST_PLAYERS_PLANNED = 60


@transaction.atomic
def make_round(
    *,
    season: Season,
    by: Player,
    starts_at: datetime.datetime | None = None,
    starts_itself: bool = False,
    is_at_tables: bool = False,
    check_in_minutes: int = 30,
) -> Round:
    """The next round, whose tables are found when it starts, among those who checked in.

    Without a time the check-in opens at once, and the host starts the round.
    """
    league = locked(season.league)
    must_run(league, by)
    must_be_unfrozen(Season.objects.get(pk=season.pk))
    _must_have_room(season, 1)
    round_ = Round.objects.create(
        season=season,
        number=season.rounds.count() + 1,
        starts_at=starts_at,
        starts_itself=starts_itself and starts_at is not None,
        is_at_tables=is_at_tables,
        check_in_minutes=check_in_minutes,
    )
    if starts_at is None or starts_at - datetime.timedelta(minutes=check_in_minutes) <= timezone.now():
        _open(league, round_)
    announce(league)
    return round_


def plan_season(
    *,
    season: Season,
    by: Player,
    rounds: int,
    first_at: datetime.datetime | None = None,
    every_days: int = 7,
    starts_itself: bool = False,
    is_at_tables: bool = False,
) -> list[Round]:
    """So many rounds with all their tables, for the players as they are now. A plan before this one is replaced.

    `first_at` is the time of the first in UTC; the others follow at the same hour of the league's zone. The search
    runs outside of the transaction, and is thrown away where players or rounds have changed meanwhile.
    """
    must_run(season.league, by)
    if not 1 <= rounds <= MOST_AT_ONCE:
        raise Refused(f"Plan 1 to {MOST_AT_ONCE} rounds at a time.")
    field = [player.pk for player in entrants(season)]
    if len(field) > MOST_PLAYERS_PLANNED:
        raise Refused(f"A season can be planned for up to {MOST_PLAYERS_PLANNED} players; make its rounds one by one.")
    if len(field) < (season.table_size if season.is_exact else FEWEST):
        raise Refused("There are not enough players in this season for a table.")
    played = arrange.history_of(season)
    seatings = arrange.plan(season, field, rounds)
    with transaction.atomic():
        league = locked(season.league)
        must_run(league, by)
        season = Season.objects.get(pk=season.pk)
        must_be_unfrozen(season)
        if [player.pk for player in entrants(season)] != field or arrange.history_of(season) != played:
            raise Refused("Players or rounds have changed meanwhile. Please plan again.")
        season.rounds.exclude(status=Round.Status.STARTED).delete()
        _must_have_room(season, rounds)
        number = season.rounds.count()
        made = []
        for ahead, seating in enumerate(seatings):
            made.append(
                Round.objects.create(
                    season=season,
                    number=number + ahead + 1,
                    starts_at=_later(first_at, ahead * every_days, league.zone),
                    starts_itself=starts_itself and first_at is not None,
                    is_at_tables=is_at_tables,
                    is_planned_ahead=True,
                )
            )
            store_seating(made[-1], seating)
        if first_at is None:
            _open(league, made[0])
        announce(league)
    return made


@transaction.atomic
def take_plan_back(*, season: Season, by: Player) -> None:
    """Drop all rounds that have not started."""
    league = locked(season.league)
    must_run(league, by)
    must_be_unfrozen(Season.objects.get(pk=season.pk))
    season.rounds.exclude(status=Round.Status.STARTED).delete()
    announce(league)


@transaction.atomic
def move_round(
    *, round_: Round, by: Player, starts_at: datetime.datetime | None, starts_itself: bool, check_in_minutes: int = 30
) -> Round:
    """Another time, or none. An open check-in stays open."""
    league, round_ = _locked(round_)
    must_run(league, by)
    must_not_have_started(round_)
    round_.starts_at = starts_at
    round_.starts_itself = starts_itself and starts_at is not None
    round_.check_in_minutes = check_in_minutes
    round_.trouble = ""
    round_.save(update_fields=["starts_at", "starts_itself", "check_in_minutes", "trouble"])
    if round_.status == Round.Status.PLANNED and _is_check_in_due(round_, timezone.now()):
        _open(league, round_)
    announce(league)
    return round_


@transaction.atomic
def drop_round(*, round_: Round, by: Player) -> None:
    """Only the last one: the numbers of the others stay."""
    league, round_ = _locked(round_)
    must_run(league, by)
    must_not_have_started(round_)
    if Round.objects.filter(season=round_.season_id, number__gt=round_.number).exists():
        raise Refused("Only the last round can be dropped.")
    round_.delete()
    announce(league)


@transaction.atomic
def close_round(*, round_: Round, by: Player) -> None:
    """Tables without a result count as missed by those who sit there, and an adjourned match ends with what was played.

    A match that is being played is still waited for.
    """
    league, round_ = _locked(round_)
    must_run(league, by)
    if round_.status != Round.Status.STARTED:
        raise Refused("This round has not started.")
    must_be_unfrozen(round_.season)
    if round_.closed_at is None:
        round_.closed_at = timezone.now()
        round_.save(update_fields=["closed_at"])
        for match in Match.objects.filter(league_table__round=round_, status=Match.Status.ADJOURNED):
            end_match(match=match, why="The league’s round was closed.")
        announce(league)


# --- Check-in


@transaction.atomic
def open_check_in(*, round_: Round, by: Player) -> None:
    league, round_ = _locked(round_)
    must_run(league, by)
    must_not_have_started(round_)
    if round_.status == Round.Status.PLANNED:
        _open(league, round_)


@transaction.atomic
def check_in(*, round_: Round, player: Player, by: Player) -> None:
    """`by` is the player, or a host for somebody who stands beside them. Twice is once."""
    league, round_ = _locked(round_)
    if by.pk != player.pk:
        must_run(league, by)
    entry_of(round_, player)
    must_be_open(round_)
    CheckIn.objects.get_or_create(round=round_, player=player)
    announce(league)


@transaction.atomic
def check_out(*, round_: Round, player: Player, by: Player) -> None:
    league, round_ = _locked(round_)
    if by.pk != player.pk:
        must_run(league, by)
    must_not_have_started(round_)
    CheckIn.objects.filter(round=round_, player=player).delete()
    announce(league)


@transaction.atomic
def check_in_all(*, round_: Round, by: Player) -> None:
    """All are in the room: the host says so for everybody."""
    league, round_ = _locked(round_)
    must_run(league, by)
    must_be_open(round_)
    everybody = entrants(round_.season)
    CheckIn.objects.bulk_create([CheckIn(round=round_, player=player) for player in everybody], ignore_conflicts=True)
    announce(league)


def open_due(now: datetime.datetime) -> list[Round]:
    """Open the check-ins whose time has come; the rounds whose own time has come, to be started."""
    soon = now + datetime.timedelta(days=1)
    waiting = Round.objects.exclude(status=Round.Status.STARTED).filter(starts_at__lte=soon, season__closed_at=None)
    rounds = list(waiting.select_related("season__league").order_by("starts_at", "number"))
    for round_ in rounds:
        if round_.status == Round.Status.PLANNED and _is_check_in_due(round_, now):
            with transaction.atomic():
                league, round_ = _locked(round_)
                if round_.status == Round.Status.PLANNED:
                    _open(league, round_)
    return [round_ for round_ in rounds if round_.starts_itself and round_.starts_at and round_.starts_at <= now]


# --- What these are made of; all with the league locked


def must_not_have_started(round_: Round) -> None:
    if round_.status == Round.Status.STARTED:
        raise Refused("This round has already started.")


def must_be_open(round_: Round) -> None:
    must_not_have_started(round_)
    if round_.status != Round.Status.OPEN:
        raise Refused("The check-in of this round is not open yet.")


def store_seating(round_: Round, seating: Seating) -> None:
    """The tables of a round and who sits there; those without a table have a bye."""
    seats = [RoundSeat(round=round_, player_id=player) for player in seating.sits_out]
    for number, players in enumerate(seating.tables, start=1):
        table = RoundTable.objects.create(round=round_, number=number)
        seats += [
            RoundSeat(round=round_, player_id=player, table=table, number=place) for place, player in enumerate(players)
        ]
    RoundSeat.objects.bulk_create(seats)


def _locked(round_: Round) -> tuple[League, Round]:
    league = locked(round_.season.league)
    fresh = Round.objects.select_related("season__league").filter(pk=round_.pk).first()
    if fresh is None:
        raise Refused("This round has been dropped.")
    return league, fresh


def _open(league: League, round_: Round) -> None:
    round_.status = Round.Status.OPEN
    round_.save(update_fields=["status"])
    season = round_.season
    words = f"Check-in for round {round_.number} of {league.name} is open"
    if round_.starts_at is not None:
        words += f"; it starts {times.shown(round_.starts_at, league.zone)}"
    bell.tell(entrants(season), f"{words}.", path_of(league, season, round_), f"open {round_.pk}")
    announce(league)


def path_of(league: League, season: Season, round_: Round) -> str:
    return f"{league.path}seasons/{season.number}/rounds/{round_.number}/"


def _is_check_in_due(round_: Round, now: datetime.datetime) -> bool:
    opens_before = datetime.timedelta(minutes=round_.check_in_minutes)
    return round_.starts_at is None or round_.starts_at - opens_before <= now


def _later(first_at: datetime.datetime | None, days: int, zone: str) -> datetime.datetime | None:
    """So many days later at the same hour of that zone, or an hour later where the clocks leave that one out."""
    if first_at is None:
        return None
    local = times.local_of(first_at, zone) + datetime.timedelta(days=days)
    try:
        return times.moment_of(local, zone)
    except times.NoSuchTime:
        return times.moment_of(local + datetime.timedelta(hours=1), zone)


def _must_have_room(season: Season, more: int) -> None:
    if season.rounds.count() + more > MOST_ROUNDS:
        raise Refused(f"A season has at most {MOST_ROUNDS} rounds.")
