"""Plots as plain geometry: where lines, marks and words of an SVG stand. Pure; `matches/_plot.html` draws them.

Nothing is told by colour alone: each series has its own mark, and each plot brings the table of its figures along.
Lengths are units of the plot's `view_box`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 440.0, 240.0
LEFT, RIGHT, TOP, BOTTOM = 42.0, 10.0, 24.0, 30.0
MOST_X_LABELS = 8
MARK = 4.5
"""Half the size of a mark."""


@dataclass(frozen=True)
class Series:
    """One line: a value for each label of the x axis, None where there is none."""

    label: str
    values: Sequence[float | None]


@dataclass(frozen=True)
class Tick:
    """A word at an axis; `at` is its x on the lower axis, its y on the left one."""

    at: float
    label: str


@dataclass(frozen=True)
class Mark:
    """One value as a shape; `words` say what it is."""

    shape: str
    """The `d` of an SVG path."""
    words: str


@dataclass(frozen=True)
class Line:
    """A drawn series. `number`, from 0, decides its colour and mark."""

    number: int
    label: str
    path: str
    marks: Sequence[Mark]
    sample: str
    """The mark by itself around 8, 8: for the legend."""


@dataclass(frozen=True)
class Bar:
    x: float
    y: float
    width: float
    height: float
    label: str
    middle: float
    words: str


@dataclass(frozen=True)
class Plot:
    title: str
    x_title: str
    y_title: str
    x_ticks: Sequence[Tick]
    y_ticks: Sequence[Tick]
    lines: Sequence[Line]
    bars: Sequence[Bar]
    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    """The same figures as a table; the first cell of a row names it."""

    view_box = f"0 0 {WIDTH:g} {HEIGHT:g}"
    left, right = LEFT, WIDTH - RIGHT
    top, bottom = TOP, HEIGHT - BOTTOM
    width, height = WIDTH, HEIGHT

    @property
    def middle(self) -> float:
        return (self.left + self.right) / 2


def line_plot(
    title: str,
    x_title: str,
    y_title: str,
    x_labels: Sequence[str],
    series: Sequence[Series],
    digits: int = 0,
    x_words: Sequence[str] = (),
    x_axis: Sequence[str] = (),
) -> Plot:
    """Series over the same x labels; the y axis begins at 0. Values are written with so many digits.

    `x_words` say more of each x than its label does: they stand at the marks and in a column of the table. `x_axis` are
    shorter labels for the axis itself.
    """
    values = [value for one in series for value in one.values if value is not None]
    ticks = nice_ticks(max(values, default=0))
    x_of = _spread(len(x_labels))
    y_of = _scale(ticks[-1])
    words = list(x_words) or [""] * len(x_labels)
    return Plot(
        title=title,
        x_title=x_title,
        y_title=y_title,
        x_ticks=_sparse([Tick(x_of(at), label) for at, label in enumerate(x_axis or x_labels)]),
        y_ticks=[Tick(y_of(tick), f"{tick}") for tick in ticks],
        lines=[
            _line(number, one, list(map(_joined, x_labels, words)), x_of, y_of, digits)
            for number, one in enumerate(series)
        ],
        bars=(),
        header=[x_title, *(["When"] if x_words else []), *(one.label for one in series)],
        rows=[
            [label, *([words[at]] if x_words else []), *(_written(one.values[at], digits) for one in series)]
            for at, label in enumerate(x_labels)
        ],
    )


def bar_plot(title: str, x_title: str, y_title: str, labels: Sequence[str], values: Sequence[int]) -> Plot:
    """A bar for each label."""
    ticks = nice_ticks(max(values, default=0))
    y_of = _scale(ticks[-1])
    room = (WIDTH - LEFT - RIGHT) / max(1, len(labels))
    return Plot(
        title=title,
        x_title=x_title,
        y_title=y_title,
        x_ticks=[Tick(round(LEFT + room * (at + 0.5), 1), label) for at, label in enumerate(labels)],
        y_ticks=[Tick(y_of(tick), f"{tick}") for tick in ticks],
        lines=(),
        bars=[
            Bar(
                x=round(LEFT + room * (at + 0.2), 1),
                y=y_of(value),
                width=round(room * 0.6, 1),
                height=round(HEIGHT - BOTTOM - y_of(value), 1),
                label=f"{value}",
                middle=round(LEFT + room * (at + 0.5), 1),
                words=f"{labels[at]}: {value}",
            )
            for at, value in enumerate(values)
        ],
        header=[x_title, y_title],
        rows=[[label, f"{value}"] for label, value in zip(labels, values, strict=True)],
    )


def nice_ticks(highest: float, most: int = 5) -> list[int]:
    """Whole numbers from 0 in even steps of 1, 2 or 5 times a power of ten; the last is no less than the highest.

    >>> nice_ticks(37)
    [0, 10, 20, 30, 40]
    """
    step, power = 1, 1
    while True:
        for factor in (1, 2, 5):
            step = factor * power
            if step * most >= highest:
                count = max(1, -int(-highest // step))
                return [step * number for number in range(count + 1)]
        power *= 10


def _spread(count: int) -> Callable[[int], float]:
    """Where each of so many labels stands on the x axis; a single one in the middle."""
    room = WIDTH - LEFT - RIGHT
    if count == 1:
        return lambda at: LEFT + room / 2
    margin = min(20.0, room / (2 * max(1, count)))
    return lambda at: round(LEFT + margin + (room - 2 * margin) * at / (count - 1), 1)


def _scale(highest: int) -> Callable[[float], float]:
    room = HEIGHT - TOP - BOTTOM
    return lambda value: round(HEIGHT - BOTTOM - room * value / highest, 1)


def _sparse(ticks: Sequence[Tick]) -> list[Tick]:
    """So few of them that their words do not run into each other."""
    step = -(-len(ticks) // MOST_X_LABELS) or 1
    return list(ticks[::step])


def _line(
    number: int,
    series: Series,
    x_labels: Sequence[str],
    x_of: Callable[[int], float],
    y_of: Callable[[float], float],
    digits: int,
) -> Line:
    points = [(at, value) for at, value in enumerate(series.values) if value is not None]
    path = " ".join(f"{'L' if step else 'M'}{x_of(at):g} {y_of(value):g}" for step, (at, value) in enumerate(points))
    shape = SHAPES[number % len(SHAPES)]
    marks = [
        Mark(shape(x_of(at), y_of(value)), f"{series.label}, {x_labels[at]}: {_written(value, digits)}")
        for at, value in points
    ]
    return Line(number, series.label, path, marks, shape(8.0, 8.0))


def _joined(label: str, words: str) -> str:
    return f"{label} ({words})" if words else label


def _written(value: float | None, digits: int) -> str:
    return "–" if value is None else f"{value:.{digits}f}"


# The marks, each around a point


def _circle(x: float, y: float) -> str:
    return f"M{x - MARK:g} {y:g}a{MARK} {MARK} 0 1 0 {2 * MARK} 0a{MARK} {MARK} 0 1 0 {-2 * MARK} 0z"


def _square(x: float, y: float) -> str:
    return f"M{x - MARK:g} {y - MARK:g}h{2 * MARK}v{2 * MARK}h{-2 * MARK}z"


def _triangle(x: float, y: float) -> str:
    return f"M{x:g} {y - MARK - 1:g}l{MARK + 1} {2 * MARK + 1}h{-2 * MARK - 2}z"


def _diamond(x: float, y: float) -> str:
    return (
        f"M{x:g} {y - MARK - 1.5:g}l{MARK + 1.5} {MARK + 1.5}l{-MARK - 1.5} {MARK + 1.5}l{-MARK - 1.5} {-MARK - 1.5}z"
    )


def _cross(x: float, y: float) -> str:
    return f"M{x - MARK:g} {y - MARK:g}l{2 * MARK} {2 * MARK}m0 {-2 * MARK}l{-2 * MARK} {2 * MARK}"


SHAPES: Sequence[Callable[[float, float], str]] = (_circle, _square, _triangle, _diamond, _cross)
