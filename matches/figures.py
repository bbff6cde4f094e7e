"""What the plots of the history pages show, from sheets and careers. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from matches import scoring
from matches.plots import Plot, Series, bar_plot, line_plot
from matches.selectors_history import Point
from matches.sheet import Sheet

PLACES = ("First", "Second", "Third", "Fourth", "Fifth")


def totals_plot(sheet: Sheet) -> Plot | None:
    """The running totals of a match; None as long as there are not two scored games to draw a line between."""
    scored = [row for row in sheet.rows if row.cells]
    if len(scored) < 2:
        return None
    return line_plot(
        title="Running totals",
        x_title="Game",
        y_title="Ice",
        x_labels=[f"{row.game.number}" for row in scored],
        series=[
            Series(seat.shown_name, [row.cells[column].total for row in scored])
            for column, seat in enumerate(sheet.seats)
        ],
    )


def ice_plot(points: Sequence[Point]) -> Plot | None:
    """A player's ice over time; None as long as there are not two games."""
    if len(points) < 2:
        return None
    is_each_game = all(point.stretch.first == point.stretch.last for point in points)
    return line_plot(
        title="Ice over time",
        x_title="Game" if is_each_game else "Games",
        y_title="Ice" if is_each_game else "Ice per game",
        x_labels=[f"{point.stretch.last}" if is_each_game else _games(point.stretch) for point in points],
        series=[Series("Ice" if is_each_game else "Mean", [point.stretch.mean for point in points])],
        digits=0 if is_each_game else 1,
        x_words=[_day(point) for point in points],
        x_axis=[f"{point.stretch.last}" for point in points],
    )


def places_plot(career: scoring.Career) -> Plot | None:
    """How often the player settled up first, second and so on."""
    if not career.places:
        return None
    games = {one.place: one.games for one in career.places}
    last = max(games)
    return bar_plot(
        title="Places in the tab row",
        x_title="Settled up",
        y_title="Games",
        labels=PLACES[:last],
        values=[games.get(place, 0) for place in range(1, last + 1)],
    )


@dataclass(frozen=True)
class PlaceRow:
    word: str
    sums: scoring.PlaceSums


def places_rows(career: scoring.Career) -> list[PlaceRow]:
    return [PlaceRow(PLACES[one.place - 1], one) for one in career.places]


def _games(stretch: scoring.Stretch) -> str:
    return f"{stretch.first}–{stretch.last}" if stretch.first < stretch.last else f"{stretch.first}"


def _day(point: Point) -> str:
    return "" if point.ended_at is None else f"{point.ended_at.day} {point.ended_at:%B %Y}"
