"""The rows of made-up leagues. Their matches are stored with all others; here is who belongs where."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from django.db import connection

from game.history_leagues import PlannedLeague, PlannedRound, PlannedSeason
from matches import bulk
from matches.leagues.season import frozen_standings
from matches.models import Entrant, League, Member, Round, RoundSeat, RoundTable, Season
from matches.seating import SLUG_LENGTH, SLUG_LETTERS

MODELS = (League, Member, Season, Entrant, Round, RoundTable, RoundSeat)
TOKEN_LENGTH = 43


class LeagueMatch(NamedTuple):
    """A match to be played: where it belongs, and when it begins."""

    day: float
    players: tuple[int, ...]
    games_agreed: int
    pace: str
    is_public: bool
    league: int
    round_table: int


class LeagueRows:
    """Everything but the matches; those come back as a list, oldest first."""

    def __init__(self, seed: str, began: datetime.datetime, first_player: int) -> None:
        self.chance = Random(f"{seed}/league rows")
        self.began = began
        self.first_player = first_player
        self.moment = bulk.moments()
        self.ids = {model: bulk.next_id(model) for model in MODELS}
        self.rows: dict[type[Any], list[tuple[Any, ...]]] = {model: [] for model in MODELS}
        self.closed: list[int] = []
        self.matches: list[LeagueMatch] = []

    def store(self, leagues: Sequence[PlannedLeague]) -> list[LeagueMatch]:
        for league in leagues:
            self._add_league(league)
        for model, rows in self.rows.items():
            bulk.insert(model, FIELDS[model], rows)
        return sorted(self.matches)

    def close_seasons(self) -> None:
        """Once their matches are stored: the standings are kept as they are."""
        for season in Season.objects.filter(pk__in=self.closed):
            season.frozen = frozen_standings(season)
            season.closed_at = season.rounds.order_by("-number").values_list("closed_at", flat=True).first()
            season.save(update_fields=["frozen", "closed_at"])

    def _add(self, model: type[Any], *values: Any) -> int:
        pk = self.ids[model]
        self.ids[model] = pk + 1
        self.rows[model].append((pk, *values))
        return pk

    def _add_league(self, league: PlannedLeague) -> None:
        first = league.seasons[0].rounds[0].day
        joined = self._at(first - 1)
        host = self.first_player + league.members[0]
        slug = "".join(self.chance.choices(SLUG_LETTERS, k=SLUG_LENGTH))
        token = "".join(self.chance.choices(SLUG_LETTERS, k=TOKEN_LENGTH))
        pk = self._add(League, slug, league.name, "", host, "UTC", True, league.is_public, None, token, joined)
        for number, member in enumerate(league.members):
            self._add(Member, pk, self.first_player + member, "member" if number else "host", joined)
        for number, season in enumerate(league.seasons, start=1):
            self._add_season(pk, league, number, season, joined)

    def _add_season(self, league_id: int, league: PlannedLeague, number: int, season: PlannedSeason, at: Any) -> None:
        # All but the last are closed; the moment is set when the standings are kept.
        is_open = not season.is_closed
        pk = self._add(
            Season,
            *(league_id, number, f"Season {number}", season.scoring, season.table_size, season.games_agreed),
            *(season.pace, at, None if is_open else at),
        )
        if season.is_closed:
            self.closed.append(pk)
        for member in league.members:
            self._add(Entrant, pk, self.first_player + member, at)
        for count, planned in enumerate(season.rounds, start=1):
            self._add_round(league_id, league, season, pk, count, planned)

    def _add_round(
        self,
        league_id: int,
        league: PlannedLeague,
        season: PlannedSeason,
        season_id: int,
        number: int,
        planned: PlannedRound,
    ) -> None:
        starts, over = self._at(planned.day), self._at(planned.day + 0.5)
        pk = self._add(Round, season_id, number, "started", starts, starts, over)
        for count, table in enumerate(planned.tables, start=1):
            table_id = self._add(RoundTable, pk, count)
            for seat, player in enumerate(table.players):
                self._add(RoundSeat, pk, self.first_player + player, table_id, seat)
            self.matches.append(
                LeagueMatch(
                    planned.day,
                    table.players,
                    season.games_agreed,
                    season.pace,
                    league.is_public,
                    league_id,
                    table_id,
                )
            )
        for player in planned.sitting_out:
            self._add(RoundSeat, pk, self.first_player + player, None, 0)

    def _at(self, day: float) -> Any:
        return self.moment(self.began + datetime.timedelta(days=day))


def link(pairs: Sequence[tuple[int, int]]) -> None:
    """(match, table of a round) each: the matches of rounds, once they are stored."""
    with connection.cursor() as cursor:
        cursor.executemany("UPDATE matches_roundtable SET match_id = %s WHERE id = %s", list(pairs))


FIELDS: dict[type[Any], tuple[str, ...]] = {
    League: (
        *("id", "slug", "name", "about", "host", "zone", "is_open", "is_public"),
        *("invite_token", "calendar_token", "created_at"),
    ),
    Member: ("id", "league", "player", "role", "joined_at"),
    Season: (
        *("id", "league", "number", "name", "scoring", "table_size", "games_agreed"),
        *("pace", "created_at", "closed_at"),
    ),
    Entrant: ("id", "season", "player", "joined_at"),
    Round: ("id", "season", "number", "status", "starts_at", "started_at", "closed_at"),
    RoundTable: ("id", "round", "number"),
    RoundSeat: ("id", "round", "player", "table", "number"),
}
