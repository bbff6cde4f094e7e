"""Fills a database with a made-up history: players, and matches that are over, in bulk.

All games have their results. The newest of them also have their journals, played by bots through the real rules.
"""

from __future__ import annotations

import datetime
import json
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from django.db import transaction

from game import fair
from game.history_league_rows import MODELS as LEAGUE_MODELS
from game.history_league_rows import LeagueMatch, LeagueRows, link
from game.history_leagues import DAYS, planned_leagues
from game.history_plan import BOTS, Line, Pattern, PlannedMatch, Planner, played_patterns, results, tab_row
from game.made_up import made_up_game, seed_of
from game.rules import RULES_VERSION, DrinkCard, Kind
from game.store import drink_deck
from matches import bulk
from matches.guards import Refused
from matches.models import GameRecord, IceTally, JournalEntry, Match, Player, Seat
from matches.names import name_key
from matches.options import TableOptions, house_deck, in_words
from matches.people import ADJECTIVES, ANIMALS
from matches.seating import SLUG_LENGTH, SLUG_LETTERS, bot_name

SPAN = datetime.timedelta(days=DAYS)
GAME_LASTS = datetime.timedelta(minutes=11)
BETWEEN_GAMES = datetime.timedelta(seconds=40)
BATCH = 2000
DELETED_ONE_IN = 100
GUESTS_ONE_IN = 4
MODELS = (Player, Match, Seat, GameRecord, IceTally, JournalEntry)

Tell = Callable[[str], None]


class Record(NamedTuple):
    """A game with its journal."""

    seed: str
    rows: list[tuple[int, float, str]]
    lines: Pattern
    ended_at: datetime.datetime


class HistoryMaker:
    """One run. The same seed, sizes and moment `until` give the same history."""

    def __init__(
        self,
        *,
        seed: str,
        games: int,
        players: int,
        leagues: int,
        records: int,
        until: datetime.datetime,
        tell: Tell,
    ) -> None:
        """Refused where the leagues alone would have more games than there are to be."""
        self.seed = seed
        self.leagues = planned_leagues(seed, leagues, players)
        league_games = sum(league.games for league in self.leagues)
        if league_games > games:
            raise Refused(f"So many leagues alone have {league_games} games.")
        self.friendly_games = games - league_games
        self.players = players
        self.records = min(records, self.friendly_games)
        self.until = until
        self.began = until - datetime.timedelta(hours=12) - SPAN
        self.tell = tell
        self.chance = Random(f"{seed}/rows")
        self.deck = house_deck()
        self.moment = bulk.moments()
        self.ids = {model: bulk.next_id(model) for model in MODELS}
        self.first_player = self.ids[Player]
        self.games_planned = 0
        self.games_made = 0

    def make(self) -> None:
        bulk.prepare()
        self.tell("Bots play the games whose results serve as patterns.")
        planner = Planner(self.seed, self.players, played_patterns(self.seed, max(2, min(24, self.records // 8))))
        with transaction.atomic():
            self._make_players()
            league_rows = LeagueRows(self.seed, self.began, self.first_player)
            league_matches = league_rows.store(self.leagues)
        self.tell(f"{self.players} players, {len(self.leagues)} leagues.")
        for batch in bulk.batches(self._all_played(planner, league_matches), BATCH):
            with transaction.atomic():
                self._store(batch)
        for batch in bulk.batches(planner.matches(self.records), 20):
            with transaction.atomic():
                self._store([self._recorded(match) for match in batch])
        league_rows.close_seasons()
        bulk.finish([*MODELS, *LEAGUE_MODELS])

    # -- people --

    def _make_players(self) -> None:
        rows = []
        for name in self._names():
            pk = self._next(Player)
            created = self.until - SPAN * (1 + self.chance.random()) / 1.5
            is_deleted = self.chance.randrange(DELETED_ONE_IN) == 0
            rows.append(
                (
                    pk,
                    "" if is_deleted else name,
                    f"deleted {pk}" if is_deleted else name_key(name),
                    self.chance.randrange(GUESTS_ONE_IN) == 0,
                    self.moment(created),
                    self.moment(self.until) if is_deleted else None,
                )
            )
        bulk.insert(Player, ("id", "name", "name_key", "is_guest", "created_at", "deleted_at"), rows)

    def _names(self) -> Iterator[str]:
        """Friendly ones with a number, unlike each other and unlike those that are there."""
        taken = set(Player.objects.values_list("name_key", flat=True))
        made = 0
        while made < self.players:
            name = f"{self.chance.choice(ADJECTIVES)} {self.chance.choice(ANIMALS)} {self.chance.randrange(10, 10_000)}"
            key = name_key(name)
            if key not in taken:
                taken.add(key)
                made += 1
                yield name

    # -- matches --

    def _all_played(self, planner: Planner, league_matches: Sequence[LeagueMatch]) -> Iterator[_Match]:
        """The matches of which only the results are kept, those of leagues among the others by their times."""
        coming = deque(league_matches)
        for match in planner.matches(self.friendly_games - self.records):
            start = self._moment_of_next(match)
            while coming and self._moment_on(coming[0].day) <= start:
                yield self._played_in_league(planner, coming.popleft())
            yield self._played(match, start)
        for one in coming:
            yield self._played_in_league(planner, one)

    def _played_in_league(self, planner: Planner, one: LeagueMatch) -> _Match:
        match = planner.league_match(one.players, one.games_agreed)._replace(
            pace=one.pace, is_public=one.is_public, league=one.league, round_table=one.round_table
        )
        return self._played(match, self._moment_on(one.day))

    def _moment_on(self, day: float) -> datetime.datetime:
        return self.began + datetime.timedelta(days=day)

    def _played(self, match: PlannedMatch, start: datetime.datetime) -> _Match:
        ends = [start + (GAME_LASTS + BETWEEN_GAMES) * (number + 1) for number in range(len(match.games))]
        return _Match(
            match, start, tuple(Record("", [], lines, at) for lines, at in zip(match.games, ends, strict=True))
        )

    def _recorded(self, match: PlannedMatch) -> _Match:
        start = self._moment_of_next(match)
        records: list[Record] = []
        began = start
        priority: tuple[str, ...] = ()
        for number in range(1, len(match.games) + 1):
            record = self._record(match, number, began, priority)
            records.append(record)
            began = record.ended_at + BETWEEN_GAMES
            priority = tuple(str(seat) for seat in tab_row(record.lines))
        return _Match(match, start, tuple(records))

    def _record(self, match: PlannedMatch, number: int, began: datetime.datetime, priority: Sequence[str]) -> Record:
        seed = seed_of(self.seed, "game", self.games_planned, number)
        made = made_up_game(
            number=number,
            games_agreed=match.games_agreed,
            seed=seed,
            seats=len(match.players),
            pace=match.pace,
            remaining_drinks=match.remaining_drinks,
            drink_deck=self._cards,
            priority=priority,
            began_at=began.timestamp(),
        )
        state = made.state
        lines = tuple(
            Line(
                ice=player.ice,
                place=state.game.tab_row.index(player.name) + 1,
                orders_taken=state.orders_taken[player.name],
                drinks_in_play=state.drinks_in_play[player.name],
                called_last_call=player.name == state.caller,
            )
            for player in state.game.players
        )
        return Record(seed, made.rows, lines, datetime.datetime.fromtimestamp(state.at, datetime.UTC))

    @property
    def _cards(self) -> dict[Kind, tuple[DrinkCard, ...]]:
        return drink_deck(self.deck)

    def _moment_of_next(self, match: PlannedMatch) -> datetime.datetime:
        """Spread over the span by how much has been planned; the last one ends before the moment of the run."""
        before, self.games_planned = self.games_planned, self.games_planned + len(match.games)
        jitter = datetime.timedelta(seconds=self.chance.uniform(0, 1800))
        return self.began + jitter + SPAN * (before / self.friendly_games)

    # -- rows --

    def _next(self, model: type[Any]) -> int:
        pk = self.ids[model]
        self.ids[model] = pk + 1
        return pk

    def _store(self, matches: Sequence[_Match]) -> None:
        rows = _Rows()
        for match in matches:
            self._add(rows, match)
        bulk.insert(Match, MATCH_FIELDS, rows.matches)
        bulk.insert(Seat, SEAT_FIELDS, rows.seats)
        bulk.insert(GameRecord, GAME_FIELDS, rows.games)
        bulk.insert(IceTally, TALLY_FIELDS, rows.tallies)
        bulk.insert(JournalEntry, JOURNAL_FIELDS, rows.entries)
        link(rows.round_tables)
        self.tell(f"{self.games_made:,} games.")

    def _add(self, rows: _Rows, match: _Match) -> None:
        plan, start = match.plan, match.start
        pk = self._next(Match)
        ended_at = match.records[-1].ended_at if match.records else start + GAME_LASTS
        if plan.is_ended_early:
            ended_at += BETWEEN_GAMES * 3
        host = next(player for player in plan.players if player is not None)
        started = self.moment(start)
        rows.matches.append(
            (
                pk,
                "".join(self.chance.choices(SLUG_LETTERS, k=SLUG_LENGTH)),
                self.first_player + host,
                "over",
                plan.games_agreed,
                plan.seat_count,
                plan.pace,
                plan.remaining_drinks,
                self.deck.pk if self.deck is not None else None,
                plan.is_public,
                self.moment(start - datetime.timedelta(minutes=2)),
                started,
                self.moment(ended_at),
                "All players agreed to end the match." if plan.is_ended_early else "",
                plan.league,
            )
        )
        if plan.round_table is not None:
            rows.round_tables.append((pk, plan.round_table))
        seat_ids = self._add_seats(rows, match, pk, started)
        for number, record in enumerate(match.records, start=1):
            self._add_game(rows, record, pk, number, seat_ids)
            self.games_made += 1
        if plan.is_ended_early:
            self._add_unscored_game(rows, pk, len(match.records) + 1, ended_at)

    def _add_seats(self, rows: _Rows, match: _Match, match_id: int, started: Any) -> list[int]:
        plan = match.plan
        options = TableOptions(
            plan.games_agreed, plan.seat_count, plan.remaining_drinks, plan.pace, False, Match.Chat.OFF
        )
        agreed_to = in_words(options, self.deck)
        standings = {standing.seat: standing for standing in results([record.lines for record in match.records])}
        ids = []
        for number, player in enumerate(plan.players):
            pk = self._next(Seat)
            ids.append(pk)
            standing = standings.get(number)
            is_bot = player is None
            rows.seats.append(
                (
                    pk,
                    match_id,
                    number,
                    None if player is None else self.first_player + player,
                    "regular" if is_bot else "",
                    bot_name(BOTS[number]) if is_bot else "",
                    None if is_bot else started,
                    "" if is_bot else agreed_to,
                    standing.total if standing else None,
                    standing.place if standing else None,
                )
            )
        return ids

    def _add_game(self, rows: _Rows, record: Record, match_id: int, number: int, seat_ids: Sequence[int]) -> None:
        pk = self._next(GameRecord)
        began = datetime.datetime.fromtimestamp(record.rows[0][1], datetime.UTC) if record.rows else None
        rows.games.append(
            (
                pk,
                match_id,
                number,
                record.seed,
                fair.seed_hash(record.seed) if record.seed else "",
                RULES_VERSION if record.seed else "",
                self.moment(began or record.ended_at - GAME_LASTS),
                self.moment(record.ended_at),
                True,
                json.dumps(tab_row(record.lines)),
            )
        )
        for seat_id, line in zip(seat_ids, record.lines, strict=True):
            rows.tallies.append((self._next(IceTally), pk, seat_id, *line))
        rows.entries += [(self._next(JournalEntry), pk, *row) for row in record.rows]

    def _add_unscored_game(self, rows: _Rows, match_id: int, number: int, ended_at: datetime.datetime) -> None:
        pk = self._next(GameRecord)
        began = self.moment(ended_at - GAME_LASTS)
        rows.games.append((pk, match_id, number, "", "", "", began, self.moment(ended_at), False, "[]"))


class _Match(NamedTuple):
    plan: PlannedMatch
    start: datetime.datetime
    records: tuple[Record, ...]


class _Rows:
    def __init__(self) -> None:
        self.matches: list[tuple[Any, ...]] = []
        self.seats: list[tuple[Any, ...]] = []
        self.games: list[tuple[Any, ...]] = []
        self.tallies: list[tuple[Any, ...]] = []
        self.entries: list[tuple[Any, ...]] = []
        self.round_tables: list[tuple[int, int]] = []


MATCH_FIELDS = (
    *("id", "slug", "host", "status", "games_agreed", "seat_count", "pace", "remaining_drinks", "deck", "is_public"),
    *("created_at", "started_at", "ended_at", "ended_why", "league"),
)
SEAT_FIELDS = (*("id", "match", "number", "player", "bot", "bot_name", "agreed_at", "agreed_to", "total_ice", "place"),)
GAME_FIELDS = (
    *("id", "match", "number", "seed", "seed_hash", "rules_version", "started_at", "ended_at", "is_scored", "tab_row"),
)
TALLY_FIELDS = ("id", "game", "seat", "ice", "place", "orders_taken", "drinks_in_play", "called_last_call")
JOURNAL_FIELDS = ("id", "game", "number", "at", "entry")
