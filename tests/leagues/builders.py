"""Leagues, rounds and their results, in a line each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from matches.leagues import hosting, pad, rounds, season, starting
from matches.leagues.hosting import SeasonOptions
from matches.leagues.season import Line
from matches.models import League, Match, Player, Round, RoundTable, Season
from tests.matches.builders import people, play_game


def league_of(names: str, **options: Any) -> tuple[Season, list[Player]]:
    """A league whose first member hosts it; all play its first season of one-game matches at tables of three."""
    return league_with(people(names), **options)


def league_with(members: Sequence[Player], **options: Any) -> tuple[Season, list[Player]]:
    host, *others = members
    about = {name: options.pop(name) for name in ("zone", "is_open", "is_public", "name") if name in options}
    chosen = SeasonOptions(**{"table_size": 3, "games_agreed": 1} | options)
    league = hosting.create_league(
        host=host,
        season=chosen,
        **{"name": "Tuesday", "about": "", "zone": "UTC", "is_open": False, "is_public": True} | about,
    )
    for player in others:
        hosting.join(league=league, player=player, token=league.invite_token or "")
    return league.seasons.get(), list(members)


def started_round(of: Season, present: Sequence[Player], *, is_at_tables: bool = False) -> Round:
    """The next round of those present, made and started by the host."""
    host = of.league.host
    round_ = rounds.make_round(season=of, by=host, is_at_tables=is_at_tables)
    for player in present:
        rounds.check_in(round_=round_, player=player, by=player)
    return starting.start_round(round_=round_, by=host)


def tables_of(round_: Round) -> list[RoundTable]:
    return list(round_.tables.order_by("number"))


def table_with(round_: Round, player: Player) -> RoundTable:
    return round_.tables.get(seats__player=player)


def names_at(table: RoundTable) -> set[str]:
    return {player.name for player in pad.people_at(table)}


def play(table: RoundTable, ice: dict[str, int]) -> Match:
    """The live match of the table is played: ice by name, who is named first settles up first. Bots take 50."""
    match = table.match
    assert match is not None
    seats = {seat.shown_name: seat.number for seat in match.seats.all()}
    taken = [50] * len(seats)
    for name, cubes in ice.items():
        taken[seats[name]] = cubes
    row = [seats[name] for name in ice] + [number for name, number in seats.items() if name not in ice]
    play_game(match, match.games.count() + 1, taken, row)
    match.refresh_from_db()
    return match


def entered(table: RoundTable, ice: dict[str, int]) -> Match:
    """A match of one game is entered by score pad."""
    table.refresh_from_db()
    by_name = {player.name: player for player in pad.people_at(table)}
    by = by_name[next(iter(ice))]
    pad.add_game(
        table=table,
        by=by,
        tab_row=[by_name[name].pk for name in ice],
        ice={by_name[name].pk: cubes for name, cubes in ice.items()},
        version=table.pad_version,
    )
    return pad.finish(table=table, by=by, version=table.pad_version + 1)


def lines(of: Season, through: int | None = None) -> list[Line]:
    of.refresh_from_db()
    return season.lines_of(of, through)


def line(of: Season, name: str) -> Line:
    return next(one for one in lines(of) if one.name == name)


def places(of: Season) -> list[tuple[int | None, str]]:
    return [(one.place, one.name) for one in lines(of)]


def again(league: League) -> League:
    return League.objects.get(pk=league.pk)
