"""A season's standings, from what is stored: read in a constant number of queries, added up by the pure sums."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from matches.leagues.seatings import Seating
from matches.leagues.standings import Game, LeagueMatch, LeagueRound, Row, standings
from matches.leagues.ties import number
from matches.models import Entrant, IceTally, Match, Player, Round, RoundSeat, RoundTable, Season
from matches.planning import Unindexed

ENDED = (Match.Status.OVER, Match.Status.CANCELLED)
DELETED = "deleted player"


@dataclass(frozen=True)
class Facts:
    """What the sums need to know of a season."""

    players: tuple[int, ...]
    rounds: tuple[LeagueRound, ...]
    matches: tuple[LeagueMatch, ...]


@dataclass(frozen=True)
class Line:
    """One row of the standings as pages and files show it. Figures are rounded to six digits in `exact`."""

    place: int | None
    is_shared: bool
    player: int
    name: str
    is_deleted: bool
    matches: int
    wins: int
    games: int
    missed: int
    byes: int
    points: str
    ice: str
    ice_per_game: str
    tie_break: str
    exact: dict[str, float | None]


# --- What is stored


class SeatRow(NamedTuple):
    """Where somebody sits in a round."""

    round_id: int
    table_id: int | None
    player: int
    is_no_show: bool


@dataclass(frozen=True)
class Stored:
    """All rows of a season that its pages need: five queries, whatever its size."""

    season: Season
    rounds: Sequence[Round]
    tables: Sequence[RoundTable]
    """With their matches, in the order of rounds and tables."""
    seats: Sequence[SeatRow]
    """In the order in which they sit."""
    players: Mapping[int, Player]
    """Everybody who entered the season, also those who left it."""
    present: Mapping[int, Player]
    """Those who have not left."""
    games: Mapping[int, Sequence[Game]]
    """Scored games by match, of matches that have ended."""

    @property
    def started(self) -> list[Round]:
        return [round_ for round_ in self.rounds if round_.status == Round.Status.STARTED]

    @property
    def awaited(self) -> set[int]:
        """Tables of started rounds whose result may still come."""
        closed = {round_.pk for round_ in self.rounds if round_.closed_at is not None}
        started = {round_.pk for round_ in self.started}
        return {
            table.pk
            for table in self.tables
            if table.round_id in started and not has_ended(table) and (table.match or table.round_id not in closed)
        }


def has_ended(table: RoundTable) -> bool:
    return table.match is not None and table.match.status in ENDED


def stored(season: Season) -> Stored:
    seats = RoundSeat.objects.filter(round__season=season).order_by("round__number", "table__number", "number")
    entrants = list(Entrant.objects.filter(season=season).select_related("player").order_by("joined_at", "pk"))
    rounds = list(season.rounds.order_by("number"))
    tables = RoundTable.objects.filter(round__season=season).select_related("match")
    by_pk = {round_.pk: round_ for round_ in rounds}
    found = list(tables.order_by("round__number", "number"))
    for round_ in rounds:
        round_.season = season
    for table in found:
        table.round = by_pk[table.round_id]
    return Stored(
        season=season,
        rounds=rounds,
        tables=found,
        seats=[SeatRow(*row) for row in seats.values_list("round_id", "table_id", "player_id", "is_no_show")],
        players={entrant.player_id: entrant.player for entrant in entrants},
        present={entrant.player_id: entrant.player for entrant in entrants if entrant.left_at is None},
        games=_games_of(season),
    )


def _games_of(season: Season) -> dict[int, list[Game]]:
    """Scored games by match, in their order; the seats of bots get numbers below zero."""
    # SQLite would look through all matches that are over for those of the season.
    tallies = IceTally.objects.alias(status=Unindexed("game__match__status")).filter(
        game__match__league_table__round__season=season, status__in=ENDED, game__is_scored=True
    )
    columns = ("game__match_id", "game__number", "seat__number", "seat__player_id", "ice", "bot_played")
    rows = tallies.order_by("game__match_id", "game__number", "place").values_list(*columns)
    games: dict[int, list[Game]] = {}
    for (match_id, _), of_game in groupby(rows, key=itemgetter(0, 1)):
        row = [(-1 - seat if player is None else player, ice, bot) for _, _, seat, player, ice, bot in of_game]
        games.setdefault(match_id, []).append(
            Game(
                ice={who: ice for who, ice, _ in row},
                tab_row=tuple(who for who, _, _ in row),
                bot_played=frozenset(who for who, _, bot in row if bot),
            )
        )
    return games


# --- Facts


def facts_of(rows: Stored) -> Facts:
    awaited = rows.awaited
    byes: dict[int, set[int]] = {}
    playing: dict[int, set[int]] = {}
    people: dict[int, set[int]] = {}
    for seat in rows.seats:
        if seat.is_no_show:
            continue
        if seat.table_id is None:
            byes.setdefault(seat.round_id, set()).add(seat.player)
        else:
            people.setdefault(seat.table_id, set()).add(seat.player)
            if seat.table_id in awaited:
                playing.setdefault(seat.round_id, set()).add(seat.player)
    return Facts(
        players=tuple(rows.players),
        rounds=tuple(
            LeagueRound(
                number=round_.number,
                is_over=not any(table.round_id == round_.pk and table.pk in awaited for table in rows.tables),
                byes=frozenset(byes.get(round_.pk, ())),
                playing=frozenset(playing.get(round_.pk, ())),
            )
            for round_ in rows.started
        ),
        matches=tuple(
            _league_match(table, frozenset(people.get(table.pk, ())), rows) for table in rows.tables if has_ended(table)
        ),
    )


def _league_match(table: RoundTable, people: frozenset[int], rows: Stored) -> LeagueMatch:
    match = table.match
    assert match is not None
    ended_at = match.ended_at.timestamp() if match.ended_at is not None else 0.0
    games = tuple(rows.games.get(match.pk, ()))
    return LeagueMatch(table.round.number, people, games, match.games_agreed, ended_at)


def history(rows: Stored, through: int | None = None) -> list[Seating]:
    """Who has sat with whom in the rounds that have started, or, planned tables included, in those up to a number."""
    seatings = []
    for round_ in rows.started if through is None else [one for one in rows.rounds if one.number <= through]:
        tables: dict[int, list[int]] = {}
        resting = []
        for seat in rows.seats:
            if seat.round_id != round_.pk or seat.is_no_show:
                continue
            if seat.table_id is None:
                resting.append(seat.player)
            else:
                tables.setdefault(seat.table_id, []).append(seat.player)
        seatings.append(Seating(tuple(map(tuple, tables.values())), tuple(resting)))
    return seatings


def is_over(season: Season) -> bool:
    """Whether no started round waits for a result any more."""
    return not stored(season).awaited


# --- Lines


def lines_of(season: Season, through: int | None = None, rows: Stored | None = None) -> list[Line]:
    """The standings as of a round, or of all; of a closed season those that were kept."""
    if season.frozen is not None:
        return _thawed(season, through)
    rows = rows or stored(season)
    return [
        line_of(row, rows.players[row.player].shown_name, rows.players[row.player].deleted_at is not None)
        for row in rows_of(season, facts_of(rows), through)
    ]


def rows_of(season: Season, facts: Facts, through: int | None = None) -> list[Row]:
    return standings(season.scoring, facts.players, facts.rounds, facts.matches, through)


def line_of(row: Row, name: str, is_deleted: bool) -> Line:
    return Line(
        place=row.place,
        is_shared=row.is_shared,
        player=row.player,
        name=name,
        is_deleted=is_deleted,
        matches=row.matches,
        wins=row.wins,
        games=row.games,
        missed=row.missed,
        byes=row.byes,
        points=number(row.points),
        ice=number(row.ice),
        ice_per_game="" if row.ice_per_game is None else number(row.ice_per_game),
        tie_break=row.tie_break,
        exact={
            "points": _exact(row.points),
            "ice": _exact(row.ice),
            "ice_per_game": None if row.ice_per_game is None else _exact(row.ice_per_game),
        },
    )


def _exact(value: Fraction) -> float:
    return round(float(value), 6)


# --- A closed season


def frozen_standings(season: Season) -> dict[str, Any]:
    """The lines as of every round, for keeping: nothing that is renamed, deleted or added later changes them."""
    everything = stored(season)
    facts = facts_of(everything)
    names = {pk: player.shown_name for pk, player in everything.players.items()}
    kept = {}
    for one in facts.rounds:
        rows = rows_of(season, facts, one.number)
        kept[str(one.number)] = [line_of(row, names[row.player], False).__dict__ for row in rows]
    if not facts.rounds:
        rows = rows_of(season, facts)
        kept["0"] = [line_of(row, names[row.player], False).__dict__ for row in rows]
    return kept


def _thawed(season: Season, through: int | None) -> list[Line]:
    """As they were stored. Only the name of somebody who was deleted since is kept no longer."""
    assert season.frozen is not None
    numbers = sorted(map(int, season.frozen))
    reached = [one for one in numbers if through is None or one <= through]
    kept = season.frozen[str(reached[-1])] if reached else []
    players = [line["player"] for line in kept]
    gone = set(Player.objects.filter(pk__in=players, deleted_at__isnull=False).values_list("pk", flat=True))
    return [
        Line(
            **{
                **line,
                "is_deleted": line["player"] in gone,
                "name": DELETED if line["player"] in gone else line["name"],
            }
        )
        for line in kept
    ]
