"""What grows with size, and what must not: live tables from few to many, history from a thousand games to a million.

CPU of an action and memory of a table with one site on Daphne to which tables are added, beside a bare fan-out of the
same bytes to as many sockets; history pages and the cold start on databases of each size. With --plots the figures are
drawn as SVG as well. --folder keeps the databases, so that a second run need not make them again.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from xml.sax.saxutils import escape

from matches.plots import Line, Plot, Series, line_plot
from script.benchmark.live import SETTLE_SECONDS, Bench, load_average, versions
from script.benchmark.load import Load
from script.benchmark.pages import Figures, fill, in_process
from script.benchmark.report import Figure, head, table, write_json
from script.benchmark.servers import PRODUCT, cores, end_in_order, manage
from script.benchmark.start import starts

PAGES = ("match list", "match", "player", "busiest players", "season", "round")
LEAST_GAMES = 1000
COLOURS = ("#8a5a00", "#1d5fa8", "#2b7a3d", "#a3243b", "#5b3fa0", "#444444")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="script/bench --growth", description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[50, 100, 200, 500])
    parser.add_argument("--games", type=int, nargs="+", default=[1000, 10_000, 100_000, 1_000_000])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=2.5, help="of each round at live tables, after the warm-up")
    parser.add_argument("--warm-up", type=float, default=0.5)
    parser.add_argument("--page-rounds", type=int, default=50, help="how often each page is asked for")
    parser.add_argument("--folder", metavar="FOLDER", help="where the histories are kept, and found again")
    parser.add_argument("--plots", metavar="FOLDER", help="draw the figures there, one SVG a plot")
    parser.add_argument("--without-live", action="store_true")
    parser.add_argument("--json", metavar="FILE")
    options = parser.parse_args()
    if min(*options.tables, options.rounds, options.page_rounds) < 1 or options.seconds <= 0:
        parser.error("Tables and rounds are counted from one.")
    if min(options.games) < LEAST_GAMES:
        parser.error(f"A history with leagues has at least {LEAST_GAMES} games.")
    options.tables.sort()
    options.games.sort()
    options.short = False
    return options


def main() -> int:
    options = arguments()
    end_in_order()
    print(head("growth", "half an hour, half of it to make a million games"), flush=True)
    print(f"{versions()}; load of the machine: {load_average()}", flush=True)
    plots: dict[str, Plot] = {}
    figures: list[Figure] = []
    with tempfile.TemporaryDirectory(prefix="lastcall-growth-") as folder:
        manage(PRODUCT, "collectstatic", "--noinput", "-v", "0")
        if not options.without_live:
            figures += live_growth(options, Path(folder), plots)
        histories = Path(options.folder or folder)
        histories.mkdir(parents=True, exist_ok=True)
        figures += history_growth(options, histories, Path(folder), plots)
    print(table(figures))
    if options.json:
        write_json(options.json, figures)
    if options.plots:
        for name, plot in plots.items():
            (Path(options.plots) / f"growth-{name}.svg").write_text(drawn(plot))
    return 0


# -- live tables --


def live_growth(options: argparse.Namespace, folder: Path, plots: dict[str, Plot]) -> list[Figure]:
    on = cores()
    everywhere = os.sched_getaffinity(0)
    if on.load:
        os.sched_setaffinity(0, on.load)
    bench = Bench(options, folder, on)
    try:
        asyncio.run(at_more_and_more_tables(bench, options.tables, plots))
    finally:
        bench.stop()
        os.sched_setaffinity(0, everywhere)
    return bench.figures


async def at_more_and_more_tables(bench: Bench, sizes: Sequence[int], plots: dict[str, Plot]) -> None:
    database, described = bench.database("growth", sizes[0])
    site = bench.site("Daphne", database, described)
    site.server.wait()
    await bench.record_frames(site)
    empty = site.server.memory_kib()
    await site.load.connect(site.server.ports)
    cpu: dict[str, list[float]] = {"site": [], "bare fan-out": []}
    memory = []
    for size in sizes:
        if missing := size - len(site.load.tables):
            others = Load(await asyncio.to_thread(bench.more_tables, database, missing), has_answers=True)
            await others.connect(site.server.ports)
            site.load.tables += others.tables
        await asyncio.sleep(SETTLE_SECONDS)
        memory.append((site.server.memory_kib() - empty) / size)
        bare = bench.floor("Daphne", "bare", [one.described for one in site.load.tables])
        bare.server.wait()
        for system in (site, bare):
            system.rounds.clear()
        await bench.rounds(f"{size} tables", [site, bare], stay=True)
        bare.server.stop()
        for name, system in zip(cpu, (site, bare), strict=True):
            cpu[name].append(system.middle("cpu_ms") * 1000)
            bench.figure(f"{name}, {size} tables: CPU an action", "ms", system.middle("cpu_ms"))
        bench.figure(f"memory of a table, {size} tables, since there were none", "KiB", memory[-1])
    labels = [f"{size}" for size in sizes]
    plots["cpu"] = line_plot(
        "CPU of an action at more and more tables",
        "tables in closed loop",
        "microseconds of the server",
        labels,
        [Series(name, values) for name, values in cpu.items()],
    )
    plots["memory"] = line_plot(
        "Memory of a table with four sockets", "tables", "KiB", labels, [Series("site on Daphne", memory)]
    )


# -- history --


def history_growth(options: argparse.Namespace, histories: Path, folder: Path, plots: dict[str, Plot]) -> list[Figure]:
    figures: list[Figure] = []
    pages: dict[str, list[float | None]] = {what: [] for what in PAGES}
    cold: list[float | None] = []
    for games in options.games:
        path = histories / f"history-{games}.sqlite3"
        address = f"sqlite:///{path.resolve()}"
        if not path.exists():
            share = games / 1_000_000
            fill(address, games, max(50, int(20_000 * share)), max(5, int(500 * share)), min(1000, games // 50))
        else:
            manage(PRODUCT | {"DATABASE_URL": address}, "migrate", "-v", "0")
        found = in_process(address, options.page_rounds)
        for what in PAGES:
            told = Figures(*found[what]) if what in found else None
            pages[what].append(told.cpu if told else None)
            if told:
                figures.append(Figure(f"{what}, {games:,} games: p95", "ms", round(told.p95, 1), 100))
                figures.append(Figure(f"{what}, {games:,} games: CPU p50", "ms", round(told.cpu, 1)))
        started = starts("Daphne", PRODUCT | {"DATABASE_URL": address}, folder, options.rounds, games)
        figures += started
        cold.append(
            statistics.median(figure.value for figure in started if figure.unit == "s" and "CPU" in figure.what)
        )
    labels = [f"{games:,}" for games in options.games]
    plots["pages"] = line_plot(
        "History pages over more and more games",
        "games in the database",
        "ms of CPU, median",
        labels,
        [Series(what, values) for what, values in pages.items() if any(values)],
        digits=1,
    )
    plots["start"] = line_plot(
        "Cold start to the first answer",
        "games in the database",
        "s of CPU",
        labels,
        [Series("Daphne", cold)],
        digits=2,
    )
    return figures


# -- drawing --


def drawn(plot: Plot) -> str:
    """The plot as an SVG file of its own, on paper that is white in every theme."""
    height = plot.height + 16 * (len(plot.lines) + 2)
    text = 'font-family="sans-serif" font-size="11" fill="#222"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -16 {plot.width:g} {height:g}" role="img">',
        f"<title>{escape(plot.title)}</title>",
        f'<rect y="-16" width="{plot.width:g}" height="{height:g}" fill="#fff"/>',
        f'<text x="{plot.left:g}" y="2" {text} font-weight="bold">{escape(plot.title)}</text>',
    ]
    for tick in plot.y_ticks:
        parts.append(f'<path d="M{plot.left:g} {tick.at:g}H{plot.right:g}" stroke="#ccc"/>')
        parts.append(f'<text x="36" y="{tick.at:g}" dy="0.35em" text-anchor="end" {text}>{tick.label}</text>')
    parts += [
        f'<text x="{tick.at:g}" y="226" text-anchor="middle" {text}>{escape(tick.label)}</text>'
        for tick in plot.x_ticks
    ]
    for line in plot.lines:
        parts += _line(line, plot.height + 16 * (line.number + 1), text)
    axes = f"up: {plot.y_title}; across: {plot.x_title}"
    parts.append(f'<text x="{plot.left:g}" y="{plot.height + 2:g}" {text}>{escape(axes)}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def _line(line: Line, legend_at: float, text: str) -> list[str]:
    colour = COLOURS[line.number % len(COLOURS)]
    ink = f'fill="{colour}" stroke="{colour}"'
    parts = [f'<path d="{line.path}" fill="none" stroke="{colour}" stroke-width="2"/>']
    parts += [f'<path d="{mark.shape}" {ink}><title>{escape(mark.words)}</title></path>' for mark in line.marks]
    parts.append(f'<path d="{line.sample}" transform="translate(42 {legend_at - 12:g})" {ink}/>')
    parts.append(f'<text x="62" y="{legend_at:g}" {text}>{escape(line.label)}</text>')
    return parts


if __name__ == "__main__":
    sys.exit(main())
