"""Reads about leagues for their pages. Each takes a constant number of queries, however large the league."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Count, OuterRef, Prefetch, Subquery, prefetch_related_objects

from matches.leagues import pad, seatings, versions
from matches.leagues.guards import RUNNING, members, role_of
from matches.leagues.hosting import season_in_words
from matches.leagues.season import ENDED, Line, Stored, history, lines_of, stored
from matches.models import (
    CheckIn,
    Correction,
    Dispute,
    League,
    Match,
    Member,
    Player,
    Round,
    RoundSeat,
    RoundTable,
    Season,
    Seat,
)
from matches.selectors import Listed, listed, with_seats

PAGE_SIZE = 20
RESULTS_SHOWN = 8


# --- The list


@dataclass(frozen=True)
class ListedLeague:
    league: League
    members: int


def leagues_of(player: Player | None) -> list[ListedLeague]:
    if player is None:
        return []
    mine = League.objects.filter(members__player=player, members__left_at=None)
    return _listed(list(mine.order_by("name", "pk")[:100]))


def public_leagues(before: int | None = None) -> tuple[list[ListedLeague], int | None]:
    """The newest first; with the number of the last shown, where there are older ones."""
    leagues = League.objects.filter(is_public=True)
    if before is not None:
        leagues = leagues.filter(pk__lt=before)
    found = list(leagues.order_by("-pk")[: PAGE_SIZE + 1])
    shown = found[:PAGE_SIZE]
    return _listed(shown), shown[-1].pk if len(found) > PAGE_SIZE else None


def _listed(leagues: Sequence[League]) -> list[ListedLeague]:
    counts = Member.objects.filter(league__in=leagues, left_at=None).values("league").annotate(count=Count("pk"))
    count_of = {row["league"]: row["count"] for row in counts}
    return [ListedLeague(league, count_of.get(league.pk, 0)) for league in leagues]


def league_at(slug: str) -> League | None:
    return League.objects.select_related("host").filter(slug=slug).first()


def league_and_viewer(slug: str, player: Player | None) -> tuple[League, Viewer] | None:
    """In one query: every page of a league begins with it."""
    mine = Member.objects.filter(league=OuterRef("pk"), player=player, left_at=None).values("role")[:1]
    leagues = League.objects.select_related("host").annotate(role=Subquery(mine))
    league = leagues.filter(slug=slug).first()
    return None if league is None else (league, Viewer(player, league.role or ""))


def league_of_invite(token: str) -> League | None:
    return League.objects.select_related("host").filter(invite_token=token).first()


# --- Who looks


@dataclass(frozen=True)
class Viewer:
    """What the person who looks may do in a league."""

    player: Player | None
    role: str
    """'' for those who are no members."""

    @property
    def is_member(self) -> bool:
        return bool(self.role)

    @property
    def may_run(self) -> bool:
        return self.role in RUNNING

    @property
    def is_host(self) -> bool:
        return self.role == Member.Role.HOST


def viewer_of(league: League, player: Player | None) -> Viewer:
    return Viewer(player, role_of(league, player))


# --- A season


@dataclass(frozen=True)
class RoundLine:
    """A round in the list."""

    round: Round
    tables: int
    awaited: int
    """Tables whose result is not there yet."""
    here: int
    """Who has checked in."""

    @property
    def is_over(self) -> bool:
        return self.round.status == Round.Status.STARTED and (self.awaited == 0)


@dataclass(frozen=True)
class SeasonPage:
    season: Season
    lines: Sequence[Line]
    through: int | None
    rounds: Sequence[RoundLine]
    results: Sequence[tuple[RoundTable, Sequence[Seat]]]
    """The newest, with the seats by place."""
    next_tables: Sequence[tuple[RoundTable, Sequence[Player]]]
    """Of the first round that has not started, where its tables are known."""
    mine: Sequence[RoundTable]
    """Where the one who looks sits and a result is awaited."""
    repeats: int
    least: int
    version: str

    @property
    def options(self) -> str:
        return season_in_words(self.season)

    @property
    def started(self) -> list[int]:
        return [line.round.number for line in self.rounds if line.round.status == Round.Status.STARTED]

    @property
    def is_running(self) -> bool:
        """Something may change by itself: the page looks again and again."""
        return bool(self.version)


def is_running(rows: Stored) -> bool:
    is_open = any(round_.status == Round.Status.OPEN for round_ in rows.rounds)
    return rows.season.closed_at is None and (is_open or bool(rows.awaited))


def season_page(season: Season, player: Player | None, through: int | None = None) -> SeasonPage:
    rows = stored(season)
    here = _check_ins(rows)
    past = history(rows)
    awaited = rows.awaited if season.closed_at is None else set()
    mine = {seat.table_id for seat in rows.seats if player and seat.player == player.pk and not seat.is_no_show}
    return SeasonPage(
        season=season,
        lines=lines_of(season, through, rows),
        through=through,
        rounds=_round_lines(rows, here),
        results=_results(rows),
        next_tables=_next_tables(rows),
        mine=[table for table in rows.tables if table.pk in awaited & mine],
        repeats=seatings.repeats(past),
        least=seatings.least_repeats(past),
        version=versions.of_season(rows, here) if is_running(rows) else "",
    )


def _check_ins(rows: Stored) -> dict[int, int]:
    """Those of open rounds, each with its round."""
    is_open = [round_ for round_ in rows.rounds if round_.status == Round.Status.OPEN]
    return dict(CheckIn.objects.filter(round__in=is_open).values_list("pk", "round_id")) if is_open else {}


def _round_lines(rows: Stored, here: Mapping[int, int]) -> list[RoundLine]:
    tables, awaited = Counter(table.round_id for table in rows.tables), rows.awaited
    waiting = Counter(table.round_id for table in rows.tables if table.pk in awaited)
    count_of = Counter(here.values())
    return [RoundLine(round_, tables[round_.pk], waiting[round_.pk], count_of[round_.pk]) for round_ in rows.rounds]


def _next_tables(rows: Stored) -> list[tuple[RoundTable, Sequence[Player]]]:
    waiting = next((round_ for round_ in rows.rounds if round_.status != Round.Status.STARTED), None)
    if waiting is None:
        return []
    people: dict[int | None, list[Player]] = {}
    for seat in rows.seats:
        if seat.round_id == waiting.pk and seat.player in rows.players:
            people.setdefault(seat.table_id, []).append(rows.players[seat.player])
    return [(table, people.get(table.pk, [])) for table in rows.tables if table.round_id == waiting.pk]


def _results(rows: Stored) -> list[tuple[RoundTable, Sequence[Seat]]]:
    def ended_at(table: RoundTable) -> datetime.datetime:
        assert table.match is not None
        return table.match.ended_at or table.match.created_at

    over = [table for table in rows.tables if table.match is not None and table.match.status == Match.Status.OVER]
    newest = sorted(over, key=ended_at, reverse=True)[:RESULTS_SHOWN]
    seats: dict[int, list[Seat]] = {}
    of_matches = Seat.objects.filter(match__in=[table.match_id for table in newest]).select_related("player")
    for seat in of_matches.order_by("place", "number"):
        seats.setdefault(seat.match_id, []).append(seat)
    return [(table, seats.get(table.match_id or 0, [])) for table in newest]


# --- A round


class Played(NamedTuple):
    match: Match
    seats: Sequence[Seat]
    """By place once there is a result, clockwise before."""


@dataclass(frozen=True)
class TableOfRound:
    table: RoundTable
    people: Sequence[RoundSeat]
    match: Played | None

    @property
    def missing(self) -> list[RoundSeat]:
        return [seat for seat in self.people if seat.is_no_show]

    @property
    def there(self) -> list[RoundSeat]:
        return [seat for seat in self.people if not seat.is_no_show]

    @property
    def is_over(self) -> bool:
        return self.match is not None and self.match.match.status in ENDED


@dataclass(frozen=True)
class RoundPage:
    round: Round
    tables: Sequence[TableOfRound]
    byes: Sequence[RoundSeat]
    absent: Sequence[RoundSeat]
    """No-shows whose table is gone."""
    here: Sequence[Player]
    not_here: Sequence[Player]
    """Players of the season who have not checked in."""
    players: int
    """Of the season, as it is now."""
    am_here: bool
    may_check_in: bool
    mine: RoundTable | None
    repeats: int
    least: int
    """Of this round: pairs that met again, and how many counting asks for."""
    is_over: bool
    is_last: bool
    version: str


def round_page(round_: Round, player: Player | None) -> RoundPage:
    """From all rows of the season, as repeats can only be told from the rounds before."""
    season = round_.season
    rows = stored(season)
    seats = [
        RoundSeat(table_id=seat.table_id, player=rows.players[seat.player], is_no_show=seat.is_no_show)
        for seat in rows.seats
        if seat.round_id == round_.pk
    ]
    tables = [table for table in rows.tables if table.round_id == round_.pk]
    played = _played([table.match for table in tables if table.match is not None])
    shown = [
        TableOfRound(table, [seat for seat in seats if seat.table_id == table.pk], played.get(table.match_id or 0))
        for table in tables
    ]
    people = list(rows.present.values())
    here = dict(
        CheckIn.objects.filter(round__season=season, round__status=Round.Status.OPEN).values_list("pk", "player_id")
        if round_.status == Round.Status.OPEN
        else ()
    )
    am_here = set(here.values())
    past = [one for one in history(rows, round_.number) if one.tables]
    is_over = round_.status == Round.Status.STARTED and not any(table.pk in rows.awaited for table in tables)
    mine = next((seat.table_id for seat in seats if player and seat.player_id == player.pk and not seat.is_no_show), 0)
    return RoundPage(
        round=round_,
        tables=shown,
        byes=[seat for seat in seats if seat.table_id is None and not seat.is_no_show],
        absent=[seat for seat in seats if seat.table_id is None and seat.is_no_show],
        here=[person for person in people if person.pk in am_here],
        not_here=[person for person in people if person.pk not in am_here],
        players=len(people),
        am_here=player is not None and player.pk in am_here,
        may_check_in=round_.status == Round.Status.OPEN and player in people,
        mine=next((table for table in tables if table.pk == mine), None),
        repeats=seatings.repeats_of_last(past) if tables else 0,
        least=seatings.least_repeats(past) - seatings.least_repeats(past[:-1]) if tables else 0,
        is_over=is_over,
        is_last=round_.number == max(one.number for one in rows.rounds),
        version="" if is_over else versions.of_season(rows, here),
    )


def _played(matches: Sequence[Match]) -> dict[int, Played]:
    """All seats in one query."""
    of_all = Seat.objects.select_related("player", "kept_for").order_by("place", "number")
    prefetch_related_objects(matches, Prefetch("seats", of_all))
    return {match.pk: Played(match, list(match.seats.all())) for match in matches}


# --- A table


@dataclass(frozen=True)
class TablePage:
    table: RoundTable
    people: Sequence[Player]
    match: Listed | None
    totals: Sequence[int]
    may_write: bool
    may_dispute: bool
    disputes: Sequence[Dispute]
    corrections: Sequence[Correction]
    names: dict[str, str]
    """Of seat numbers, for the corrections."""

    @property
    def games_left(self) -> int:
        return self.table.round.season.games_agreed - len(self.table.pad)

    @property
    def games(self) -> list[tuple[int, list[int], list[str]]]:
        """On the pad: number, ice by seat, names in the order in which they settled up."""
        names = {player.pk: player.shown_name for player in self.people}
        return [
            (
                number,
                [game["ice"][str(player.pk)] for player in self.people],
                [names.get(player, "?") for player in game["tab_row"]],
            )
            for number, game in enumerate(self.table.pad, start=1)
        ]

    @property
    def corrected(self) -> list[tuple[Correction, str, str]]:
        return [(one, self._words(one.before), self._words(one.after)) for one in self.corrections]

    def _words(self, result: dict[str, object]) -> str:
        row, ice = result["tab_row"], result["ice"]
        assert isinstance(row, list)
        assert isinstance(ice, dict)
        return ", ".join(f"{self.names.get(str(seat), '?')} {ice[str(seat)]}" for seat in row)


def table_at(round_: Round, number: int) -> RoundTable | None:
    tables = RoundTable.objects.select_related("round__season__league", "match__entered_by")
    return tables.filter(round=round_, number=number).first()


def table_page(table: RoundTable, viewer: Viewer) -> TablePage:
    people = pad.people_at(table)
    match = None if table.match_id is None else with_seats(Match.objects.filter(pk=table.match_id)).get()
    seats: list[Seat] = [] if match is None else list(match.seats.all())
    is_open = table.round.season.closed_at is None
    is_seated = viewer.player is not None and any(player.pk == viewer.player.pk for player in people)
    disputes = list(
        Dispute.objects.filter(match=match).select_related("player", "settled_by").order_by("at", "pk") if match else []
    )
    has_disputed = any(one.player == viewer.player and one.settled_at is None for one in disputes)
    is_over = match is not None and match.status == Match.Status.OVER
    return TablePage(
        table=table,
        people=people,
        match=listed(match) if match is not None else None,
        totals=pad.totals(table, people),
        may_write=is_open and match is None and (is_seated or viewer.may_run),
        may_dispute=is_open and is_over and is_seated and not has_disputed,
        disputes=disputes,
        corrections=list(Correction.objects.filter(match=match).select_related("by")) if match else [],
        names={str(seat.number): seat.shown_name for seat in seats},
    )


# --- People


def member_list(league: League) -> list[Member]:
    order = {Member.Role.HOST: 0, Member.Role.COHOST: 1, Member.Role.MEMBER: 2}
    found = members(league).order_by("joined_at", "pk")
    return sorted(found, key=lambda member: order[Member.Role(member.role)])


def shut_out(league: League) -> list[Member]:
    return list(league.members.filter(is_shut_out=True).select_related("player").order_by("left_at"))
