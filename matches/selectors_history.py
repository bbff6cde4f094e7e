"""Reads about what was played: the match list with its filters, and players' careers.

Each takes a constant number of queries, and as long for a million games as for a thousand.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from django.db import connection
from django.db.models import Count, Q, QuerySet, Sum

from matches import scoring
from matches.models import GameRecord, IceTally, League, Match, Member, Player, Seat
from matches.planning import Unindexed
from matches.selectors import Listed, listed, with_seats

PAGE_SIZE = 20
FEW = 5
MOST_POINTS = 40
"""Of a plot of ice over time; with more games, each point is the mean of several."""
MOST_SUGGESTIONS = 8
MOST_LEAGUES = 100


@dataclass(frozen=True)
class Filters:
    """What the match list is narrowed to; empty values narrow nothing."""

    player: Player | None = None
    since: datetime.date | None = None
    until: datetime.date | None = None
    """Both days count, in UTC."""
    pace: str = ""
    remaining_drinks: str = ""
    seats: int | None = None
    games: int | None = None
    league: League | None = None
    """One that the viewer may read: of a private league all matches are listed, as only its members come so far."""

    @property
    def has_options(self) -> bool:
        return bool(self.pace or self.remaining_drinks or self.seats or self.games)

    @property
    def options(self) -> dict[str, Any]:
        chosen = {
            "pace": self.pace,
            "remaining_drinks": self.remaining_drinks,
            "seat_count": self.seats,
            "games_agreed": self.games,
        }
        return {field: value for field, value in chosen.items() if value}


@dataclass(frozen=True)
class Page:
    """Some of a long list, newest first; `older` is the cursor of the next page, or empty."""

    matches: Sequence[Listed]
    older: str


def match_history(filters: Filters = Filters(), *, before: str = "", is_own: bool = False) -> Page:
    """Matches that are over, newest first; private ones only on a player's own list, and of a league in its filters.

    `before` is the cursor `older` of the page before; anything else is taken for the first page. Matches that end
    while somebody turns the pages come in front of all pages: nothing is shown twice, nothing is left out.
    """
    cursor = parse_cursor(before)
    if filters.has_options and filters.player is None and filters.league is None:
        newest = _newest_with(filters, cursor)
    else:
        # The few that are shown are found by their numbers first: whole rows of thousands would be heavy to sort.
        matches = _matches(filters, cursor, is_own=is_own).order_by("-ended_at", "-pk")
        newest = list(matches.values_list("pk", flat=True)[: PAGE_SIZE + 1])
    found = list(with_seats(Match.objects.filter(pk__in=newest)).order_by("-ended_at", "-pk"))
    shown = found[:PAGE_SIZE]
    return Page([listed(match) for match in shown], cursor_of(shown[-1]) if len(found) > PAGE_SIZE else "")


def newest_public_games() -> list[GameRecord]:
    """The last scored game of each of the few newest public matches that were played here."""
    matches = _matches(Filters(), None, is_own=False).order_by("-ended_at", "-pk")
    newest = list(matches.values_list("pk", flat=True)[:FEW])
    games = GameRecord.objects.filter(match__in=newest, match__entered_by=None, is_scored=True)
    last = {game.match_id: game for game in games.select_related("match").order_by("number")}
    return [last[match] for match in newest if match in last]


def _matches(filters: Filters, cursor: tuple[datetime.datetime, int] | None, *, is_own: bool) -> QuerySet[Match]:
    matches = Match.objects.filter(**filters.options)
    if filters.player is None and filters.league is None:
        matches = matches.filter(status=Match.Status.OVER)
    else:
        # SQLite would look through all matches that are over for the few of the player.
        matches = matches.alias(state=Unindexed("status")).filter(state=Match.Status.OVER)
    is_for_members = filters.league is not None and not filters.league.is_public
    if not is_own and not is_for_members:
        matches = matches.filter(is_public=True)
    if filters.player is not None:
        matches = matches.filter(seats__player=filters.player)
    if filters.league is not None:
        matches = matches.filter(league=filters.league)
    first, last = _span(filters)
    if first is not None:
        matches = matches.filter(ended_at__gte=first)
    if last is not None:
        matches = matches.filter(ended_at__lt=last)
    if cursor is not None:
        ended_at, pk = cursor
        matches = matches.filter(ended_at__lte=ended_at).filter(Q(ended_at__lt=ended_at) | Q(pk__lt=pk))
    return matches


def _newest_with(filters: Filters, cursor: tuple[datetime.datetime, int] | None) -> list[int]:
    """The newest public matches with these options, however rare they are among a million.

    Each way in which the options left open can be is one range of the index `match_by_options`; the newest few of each
    are taken, and of those the newest few. So never more than 144 short looks are taken, where a walk through all
    matches could take one at each.
    """
    choices = product(
        [filters.pace] if filters.pace else Match.Pace.values,
        [filters.remaining_drinks] if filters.remaining_drinks else Match.RemainingDrinks.values,
        [filters.seats] if filters.seats else range(2, 6),
        [filters.games] if filters.games else range(1, 13),
    )
    ways = list(choices)
    limits, bounds = _limits(filters, cursor)
    newest = f"ORDER BY ended_at DESC, id DESC LIMIT {PAGE_SIZE + 1}"
    where = f"WHERE status = 'over' AND is_public AND {{}}{limits} {newest}"
    if connection.vendor == "postgresql":
        # One plan for all ranges: of a union it would make a plan for each.
        table = ", ".join(["(%s, %s, %s, %s)"] * len(ways))
        of_way = "pace = a AND remaining_drinks = b AND seat_count = c AND games_agreed = d"
        inner = f"SELECT id, ended_at FROM matches_match {where.format(of_way)}"
        sql = (
            f"SELECT newest.* FROM (VALUES {table}) AS way (a, b, c, d) CROSS JOIN LATERAL ({inner}) AS newest {newest}"
        )
        values = [*(value for way in ways for value in way), *bounds]
    else:
        of_way = "pace = %s AND remaining_drinks = %s AND seat_count = %s AND games_agreed = %s"
        one = f"SELECT * FROM (SELECT id, ended_at FROM matches_match {where.format(of_way)})"
        sql = " UNION ALL ".join([one] * len(ways)) + f" {newest}"
        values = [value for way in ways for value in (*way, *bounds)]
    with connection.cursor() as rows:
        rows.execute(sql, values)
        return [pk for pk, _ in rows.fetchall()]


def _limits(filters: Filters, cursor: tuple[datetime.datetime, int] | None) -> tuple[str, list[Any]]:
    """What the days and the cursor ask of `ended_at` and `id`, in SQL with its values."""
    adapt = connection.ops.adapt_datetimefield_value
    first, last = _span(filters)
    limits = ""
    bounds: list[Any] = []
    for sign, moment in ((">=", first), ("<", last)):
        if moment is not None:
            limits += f" AND ended_at {sign} %s"
            bounds.append(adapt(moment))
    if cursor is not None:
        limits += " AND ended_at <= %s AND (ended_at < %s OR id < %s)"
        bounds += [adapt(cursor[0]), adapt(cursor[0]), cursor[1]]
    return limits, bounds


def _span(filters: Filters) -> tuple[datetime.datetime | None, datetime.datetime | None]:
    """From the beginning of the first day to the end of the last one."""
    first = _midnight(filters.since) if filters.since else None
    is_last_ever = filters.until == datetime.date.max
    last = _midnight(filters.until + datetime.timedelta(days=1)) if filters.until and not is_last_ever else None
    return first, last


def _midnight(day: datetime.date) -> datetime.datetime:
    return datetime.datetime.combine(day, datetime.time(), datetime.UTC)


def cursor_of(match: Match) -> str:
    ended_at = match.ended_at or match.created_at
    return f"{ended_at.astimezone(datetime.UTC):%Y%m%dT%H%M%S.%f}-{match.pk}"


def parse_cursor(text: str) -> tuple[datetime.datetime, int] | None:
    moment, _, pk = text.partition("-")
    if not (pk.isascii() and pk.isdigit() and len(pk) < 19):
        return None
    try:
        ended_at = datetime.datetime.strptime(moment, "%Y%m%dT%H%M%S.%f")
    except ValueError:
        return None
    return ended_at.replace(tzinfo=datetime.UTC), int(pk)


# --- Finding a league or a player ------------------------------------------------------------------------------------


def leagues_to_choose(viewer: Player | None, slug: str) -> dict[str, League]:
    """By slug: those that the viewer is in, and the one that the address names, if it is open to the viewer."""
    mine = Member.objects.filter(player=viewer, left_at=None).values("league") if viewer is not None else []
    found = League.objects.filter(Q(pk__in=mine) | Q(slug=slug, is_public=True))
    return {league.slug: league for league in found.order_by("name", "pk")[:MOST_LEAGUES]}


def players_named_like(key: str) -> list[Player]:
    """Those whose name begins like this one, by the folded key of it; a few."""
    if not key:
        return []
    like = Player.objects.filter(name_key__startswith=key, deleted_at=None)
    if connection.vendor == "sqlite":  # which would look at every name otherwise
        like = like.filter(name_key__gte=key, name_key__lt=key + "\U0010ffff")
    return list(like.order_by("name_key")[:MOST_SUGGESTIONS])


# --- A player ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Point:
    """One point of the plot of ice over time."""

    stretch: scoring.Stretch
    ended_at: datetime.datetime | None
    """When the last game of the stretch ended."""


@dataclass(frozen=True)
class PlayerPage:
    player: Player
    career: scoring.Career
    points: Sequence[Point]
    history: Page
    is_own: bool


def player_page(player: Player, *, viewer: Player | None = None, before: str = "") -> PlayerPage:
    """The figures count every match that is over; the list shows private ones to the player alone."""
    is_own = viewer is not None and viewer.pk == player.pk
    return PlayerPage(
        player=player,
        career=career_of(player),
        points=ice_over_time(player),
        history=match_history(Filters(player=player), before=before, is_own=is_own),
        is_own=is_own,
    )


def career_of(player: Player) -> scoring.Career:
    """Added up by the database from the index `tally_of_seat`: always true to what is stored, also when corrected."""
    sums = Seat.objects.filter(player=player).aggregate(
        matches=Count("pk", filter=Q(place__isnull=False)), wins=Count("pk", filter=Q(place=1))
    )
    places = (
        IceTally.objects.filter(seat__player=player)
        .order_by("place")
        .values("place")
        .annotate(
            games=Count("game"),
            all_ice=Sum("ice"),
            orders=Sum("orders_taken"),
            drinks=Sum("drinks_in_play"),
            last_calls=Count("game", filter=Q(called_last_call=True)),
        )
        .values_list("place", "games", "all_ice", "orders", "drinks", "last_calls")
    )
    return scoring.Career(sums["matches"], sums["wins"], [scoring.PlaceSums(*row) for row in places])


def ice_over_time(player: Player) -> list[Point]:
    """The ice of all scored games in the order in which they were begun, cut into a few stretches."""
    tallies = IceTally.objects.filter(seat__player=player).order_by("game_id").values_list("game_id", "ice")
    with connection.cursor() as cursor:  # of thousands, Django's own way to the rows takes longer than the database
        cursor.execute(*tallies.query.sql_with_params())
        games = cursor.fetchall()
    cut = scoring.stretches([ice for _, ice in games], MOST_POINTS)
    ends = {stretch: games[stretch.last - 1][0] for stretch in cut}
    when = dict(GameRecord.objects.filter(pk__in=ends.values()).values_list("pk", "ended_at"))
    return [Point(stretch, when.get(pk)) for stretch, pk in ends.items()]
