"""A season's standings, from what is stored: read in a constant number of queries, added up by the pure sums."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from matches.leagues.standings import Game, LeagueMatch, LeagueRound, Row, standings
from matches.leagues.ties import number
from matches.models import Entrant, GameRecord, IceTally, Match, Player, Round, RoundSeat, RoundTable, Season

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


# --- Facts


def facts_of(season: Season) -> Facts:
    """Five queries, whatever the size of the season. Players are the entrants, also those who left."""
    players = tuple(Entrant.objects.filter(season=season).order_by("pk").values_list("player_id", flat=True))
    rounds = list(season.rounds.filter(status=Round.Status.STARTED).order_by("number"))
    tables = list(
        RoundTable.objects.filter(round__in=rounds).select_related("match").order_by("round__number", "number")
    )
    seats = list(
        RoundSeat.objects.filter(round__in=rounds).values_list("round_id", "table_id", "player_id", "is_no_show")
    )
    ended = {table.match_id: table for table in tables if table.match is not None and table.match.status in ENDED}
    games = _games_of([match_id for match_id in ended if match_id is not None])
    number_of = {round_.pk: round_.number for round_ in rounds}
    awaited = {table.pk for table in tables if table.match_id not in ended}
    closed = {round_.pk for round_ in rounds if round_.closed_at is not None}
    given_up = {table.pk for table in tables if table.match is None and table.round_id in closed}
    return Facts(
        players=players,
        rounds=tuple(
            LeagueRound(
                number=round_.number,
                is_over=not any(table.round_id == round_.pk and table.pk in awaited - given_up for table in tables),
                byes=frozenset(who for at, table, who, missed in seats if at == round_.pk and not table and not missed),
                playing=frozenset(
                    who
                    for at, table, who, missed in seats
                    if at == round_.pk and table in awaited - given_up and not missed
                ),
            )
            for round_ in rounds
        ),
        matches=tuple(
            _league_match(table, number_of[table.round_id], games.get(match_id, []), seats)
            for match_id, table in ended.items()
            if match_id is not None
        ),
    )


def _league_match(
    table: RoundTable, round_number: int, games: list[Game], seats: Sequence[tuple[int, int | None, int, bool]]
) -> LeagueMatch:
    match = table.match
    assert match is not None
    people = frozenset(who for _, at, who, missed in seats if at == table.pk and not missed)
    ended_at = match.ended_at.timestamp() if match.ended_at is not None else 0.0
    return LeagueMatch(round_number, people, tuple(games), match.games_agreed, ended_at)


def _games_of(match_ids: Sequence[int]) -> dict[int, list[Game]]:
    """Scored games by match, in their order; the seats of bots get numbers below zero."""
    if not match_ids:
        return {}
    tallies: dict[int, list[tuple[int, int, int | None, bool]]] = {}
    rows = IceTally.objects.filter(game__match__in=match_ids, game__is_scored=True).order_by("game", "place")
    for game, seat, player, ice, bot_played in rows.values_list(
        "game_id", "seat__number", "seat__player_id", "ice", "bot_played"
    ):
        tallies.setdefault(game, []).append((seat, ice, player, bot_played))
    games: dict[int, list[Game]] = {}
    scored = GameRecord.objects.filter(match__in=match_ids, is_scored=True).order_by("match", "number")
    for pk, match_id in scored.values_list("pk", "match_id"):
        row = [(-1 - seat if player is None else player, ice, bot) for seat, ice, player, bot in tallies.get(pk, [])]
        games.setdefault(match_id, []).append(
            Game(
                ice={who: ice for who, ice, _ in row},
                tab_row=tuple(who for who, _, _ in row),
                bot_played=frozenset(who for who, _, bot in row if bot),
            )
        )
    return games


def is_over(season: Season) -> bool:
    """Whether no started round waits for a result any more."""
    return all(one.is_over for one in facts_of(season).rounds)


# --- Lines


def lines_of(season: Season, through: int | None = None) -> list[Line]:
    """The standings as of a round, or of all; of a closed season those that were stored."""
    if season.frozen is not None:
        return _thawed(season, through)
    rows = rows_of(season, facts_of(season), through)
    names = {player.pk: player for player in Player.objects.filter(pk__in=[row.player for row in rows])}
    return [line_of(row, names[row.player].shown_name, names[row.player].deleted_at is not None) for row in rows]


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
    facts = facts_of(season)
    names = {player.pk: player.shown_name for player in Player.objects.filter(pk__in=facts.players)}
    stored = {}
    for one in facts.rounds:
        rows = rows_of(season, facts, one.number)
        stored[str(one.number)] = [line_of(row, names[row.player], False).__dict__ for row in rows]
    if not facts.rounds:
        rows = rows_of(season, facts)
        stored["0"] = [line_of(row, names[row.player], False).__dict__ for row in rows]
    return stored


def _thawed(season: Season, through: int | None) -> list[Line]:
    """As they were stored. Only the name of somebody who was deleted since is kept no longer."""
    assert season.frozen is not None
    numbers = sorted(map(int, season.frozen))
    reached = [one for one in numbers if through is None or one <= through]
    stored = season.frozen[str(reached[-1])] if reached else []
    players = [line["player"] for line in stored]
    gone = set(Player.objects.filter(pk__in=players, deleted_at__isnull=False).values_list("pk", flat=True))
    return [
        Line(
            **{
                **line,
                "is_deleted": line["player"] in gone,
                "name": DELETED if line["player"] in gone else line["name"],
            }
        )
        for line in stored
    ]
