"""The score pad: a match played at a real table, entered game by game, and counted like any other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction

from matches.entered import EnteredGame, store_match
from matches.guards import Refused
from matches.leagues import bell
from matches.leagues.guards import announce, locked, may_run, must_be_unfrozen
from matches.models import League, Match, Player, Round, RoundTable
from matches.options import TableOptions

MOST_ICE = 500
"""More than anybody could take in a game: a slip of the finger."""


def people_at(table: RoundTable) -> list[Player]:
    """Those who sit there, in the order of their seats."""
    seats = table.seats.filter(is_no_show=False).select_related("player").order_by("number")
    return [seat.player for seat in seats]


def may_write(table: RoundTable, player: Player | None) -> bool:
    """Those who sit at the table, and the hosts of the league."""
    if player is None:
        return False
    is_seated = table.seats.filter(player=player, is_no_show=False).exists()
    return is_seated or may_run(table.round.season.league, player)


def checked_game(
    people: Sequence[Player], tab_row: Sequence[int], ice: Mapping[int, int], name_of: Mapping[int, str] | None = None
) -> dict[str, Any]:
    """The game as it is kept on the pad. Refused, in words, where order or ice cannot be."""
    names = name_of or {player.pk: player.shown_name for player in people}
    for player in tab_row:
        if player not in names:
            raise Refused("Somebody in the order does not sit at this table.")
        if list(tab_row).count(player) > 1:
            raise Refused(f"{names[player]} stands in the order twice.")
    for player, name in names.items():
        if player not in tab_row:
            raise Refused(f"The order in which they settled up lacks {name}.")
        if player not in ice:
            raise Refused(f"How much ice did {name} take?")
        if ice[player] < 0:
            raise Refused(f"Nobody takes less than no ice: look at {name} again.")
        if ice[player] > MOST_ICE:
            raise Refused(f"{ice[player]} ice for {name} cannot be right.")
    return {"tab_row": list(tab_row), "ice": {str(player): ice[player] for player in names}}


@transaction.atomic
def add_game(*, table: RoundTable, by: Player, tab_row: Sequence[int], ice: Mapping[int, int], version: int) -> None:
    """One more game. `version` is the pad that the form was made for: a second press enters nothing twice."""
    table = _locked(table, by, version)
    if len(table.pad) >= table.round.season.games_agreed:
        raise Refused("All agreed games are entered. Count the match, or take the last one back.")
    _write(table, [*table.pad, checked_game(people_at(table), tab_row, ice)])


@transaction.atomic
def undo(*, table: RoundTable, by: Player, version: int) -> None:
    """Take the last game off the pad."""
    table = _locked(table, by, version)
    if not table.pad:
        raise Refused("The pad is empty.")
    _write(table, table.pad[:-1])


@transaction.atomic
def finish(*, table: RoundTable, by: Player, version: int) -> Match:
    """The match is complete: it becomes a match like any other, marked as entered by hand."""
    table = _locked(table, by, version)
    agreed, entered = table.round.season.games_agreed, len(table.pad)
    if entered < agreed:
        games = "1 game was agreed" if agreed == 1 else f"{agreed} games were agreed"
        raise Refused(f"{games}, and {entered or 'none'} {'is' if entered <= 1 else 'are'} entered.")
    league = table.round.season.league
    match = _stored(league, table, by)
    table.match = match
    table.save(update_fields=["match"])
    others = [player for player in people_at(table) if player.pk != by.pk]
    words = f"{by.shown_name} entered the result of your match in {league.name}."
    bell.tell(others, words, path_of(table), f"entered {match.pk}")
    announce(league)
    return match


@transaction.atomic
def enter_whole(*, table: RoundTable, by: Player, games: Sequence[dict[str, Any]], version: int) -> Match:
    """All games at once, from a record that was replayed first."""
    fresh = _locked(table, by, version)
    people = people_at(fresh)
    checked = [
        checked_game(people, game["tab_row"], {int(who): ice for who, ice in game["ice"].items()}) for game in games
    ]
    _write(fresh, checked)
    return finish(table=fresh, by=by, version=fresh.pad_version)


def totals(table: RoundTable, people: Sequence[Player]) -> list[int]:
    """The ice so far, in the order of the seats."""
    return [sum(game["ice"][str(player.pk)] for game in table.pad) for player in people]


def path_of(table: RoundTable) -> str:
    season = table.round.season
    return f"{season.league.path}seasons/{season.number}/rounds/{table.round.number}/tables/{table.number}/"


# --- What these are made of


def _locked(table: RoundTable, by: Player, version: int) -> RoundTable:
    locked(table.round.season.league)
    table = RoundTable.objects.select_related("round__season__league").get(pk=table.pk)
    if not may_write(table, by):
        raise Refused("Only those who sit at this table, and the hosts of the league, can write on its pad.")
    must_be_unfrozen(table.round.season)
    if table.round.status != Round.Status.STARTED:
        raise Refused("This round has not started.")
    if table.match_id is not None:
        raise Refused("The result of this table is there already.")
    if table.pad_version != version:
        raise Refused("The pad has changed meanwhile. Look at it again.")
    return table


def _write(table: RoundTable, pad: list[dict[str, Any]]) -> None:
    table.pad = pad
    table.pad_version += 1
    table.save(update_fields=["pad", "pad_version"])
    announce(table.round.season.league)


def _stored(league: League, table: RoundTable, by: Player) -> Match:
    season = table.round.season
    return store_match(
        people=people_at(table),
        games=[
            EnteredGame(game["tab_row"], {int(player): cubes for player, cubes in game["ice"].items()})
            for game in table.pad
        ],
        options=TableOptions(
            season.games_agreed, season.table_size, season.remaining_drinks, season.pace, season.hints
        ),
        by=by,
        is_public=league.is_public,
        league=league,
        started_at=table.round.started_at,
    )
