"""The score sheet of one match: games down, players across, with the running totals and the result in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Prefetch

from matches import scoring
from matches.models import GameRecord, IceTally, Match, Seat
from matches.options import options_in_words
from matches.playing import result_of
from matches.selectors import with_seats


@dataclass(frozen=True)
class Cell:
    """What one seat took in one game."""

    ice: int
    total: int
    """The running total after this game."""
    place: int
    """In the tab row: who settled up first has 1."""
    has_won: bool
    called_last_call: bool


@dataclass(frozen=True)
class Row:
    """One game. `cells` is empty while it is played, and stays so if it was ended unscored."""

    game: GameRecord
    path: str
    cells: Sequence[Cell]
    tab_row: Sequence[Seat]

    @property
    def is_running(self) -> bool:
        return self.game.is_running

    @property
    def has_record(self) -> bool:
        """Whether its moves are kept. Of a game that was played at a real table there is the result alone."""
        return bool(self.game.seed)

    @property
    def is_unscored(self) -> bool:
        return not self.game.is_running and not self.game.is_scored


@dataclass(frozen=True)
class Result:
    """One row of the final (or present) ranking."""

    place: int
    seat: Seat
    total: int
    tie_break: str


@dataclass(frozen=True)
class Sheet:
    match: Match
    seats: Sequence[Seat]
    rows: Sequence[Row]
    results: Sequence[Result]
    options: str

    @property
    def winner(self) -> Result | None:
        """Only a match that is over has one, and only if a game was scored."""
        is_over = self.match.status == Match.Status.OVER
        return self.results[0] if is_over and self.results else None

    @property
    def games_scored(self) -> int:
        return sum(row.game.is_scored for row in self.rows)

    @property
    def has_records(self) -> bool:
        """Whether the moves of all scored games are kept."""
        scored = [row for row in self.rows if row.game.is_scored]
        return bool(scored) and all(row.has_record for row in scored)

    @property
    def is_tied_at_the_top(self) -> bool:
        """Whether the tab row of the last game decided who won."""
        return self.winner is not None and bool(self.winner.tie_break)

    @property
    def totals(self) -> Sequence[int]:
        """The last running totals, by seat; empty before the first scored game."""
        by_seat = {result.seat.number: result.total for result in self.results}
        return [by_seat[seat.number] for seat in self.seats] if by_seat else []


def match_sheet(match: Match) -> Sheet:
    """Everything on the page of a match, in a constant number of queries."""
    tallies = Prefetch("tallies", IceTally.objects.select_related("seat").order_by("place"))
    games = Prefetch("games", GameRecord.objects.prefetch_related(tallies).order_by("number"))
    match = with_seats(Match.objects.filter(pk=match.pk)).prefetch_related(games).get()
    seats = {seat.number: seat for seat in match.seats.all()}
    played = list(match.games.all())
    scored = [result_of(game) for game in played if game.is_scored]
    totals = dict(zip((result.number for result in scored), scoring.running_totals(scored), strict=True))
    return Sheet(
        match=match,
        seats=list(seats.values()),
        rows=[_row(match, game, seats, totals.get(game.number, {})) for game in played],
        results=[
            Result(standing.place, seats[standing.seat], standing.total, standing.tie_break)
            for standing in scoring.ranking(scored)
        ],
        options=options_in_words(match),
    )


def _row(match: Match, game: GameRecord, seats: dict[int, Seat], totals: dict[int, int]) -> Row:
    tallies = {tally.seat.number: tally for tally in game.tallies.all()}
    winner = scoring.game_winner(result_of(game)) if game.is_scored else None
    return Row(
        game=game,
        path=f"{match.page_path}games/{game.number}/",
        cells=[
            Cell(tally.ice, totals[number], tally.place, number == winner, tally.called_last_call)
            for number, tally in sorted(tallies.items())
        ],
        tab_row=[seats[number] for number in game.tab_row],
    )
