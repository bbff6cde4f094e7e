"""The live table under load, beside its floor (a bare fan-out of the same bytes) and the plain way to build it.

Real sign-ins, real sockets, the real journal: tables of `manage.py bench_tables`, on which the player on turn moves a
bottle to and fro. CPU is the user and system time of the server's processes alone. Rounds are interleaved, each figure
is the median of its rounds, in brackets the least and the greatest; ratios are taken within a round.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sqlite3
import sys
import tempfile
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

from script.benchmark.load import Load, Stalled
from script.benchmark.report import Figure, head, quantile, table, write_json
from script.benchmark.servers import PRODUCT, SITE, Cores, Server, cores, end_in_order, manage
from script.benchmark.systems import (
    FEW_BYTES,
    STORED_BYTES,
    System,
    copied,
    copied_database,
    described_in,
    has_postgresql,
    journal_of,
    like,
    postmaster,
    ratio,
    unsigned,
)
from tests.fleet.services import PostgreSQL, Redis

FLOOR = "script.benchmark.floor"
SETTLE_SECONDS = 4.0


class Bench:
    def __init__(self, options: argparse.Namespace, folder: Path, on: Cores) -> None:
        self.options = options
        self.folder = folder
        self.cores = on
        self.running: list[Server] = []
        self.left_out = 0
        self.figures: list[Figure] = []
        self.frames: Path = folder / "frames.json"
        self.game: Path = folder / "game.jsonl"

    def say(self, words: str) -> None:
        print(f"{time.strftime('%H:%M:%S')} {words}", flush=True)

    def figure(self, what: str, unit: str, value: float, budget: float | None = None) -> None:
        self.figures.append(Figure(what, unit, round(value, 4), budget))

    def stop(self) -> None:
        for server in self.running:
            server.stop()
        self.running = []

    async def as_far_as_it_goes(self, part: Coroutine[Any, Any, None]) -> None:
        """A machine that is too busy for a part leaves its figures out and says so; the others stand."""
        try:
            await part
        except (Stalled, TimeoutError, OSError) as problem:
            self.stop()
            self.left_out += 1
            self.say(f"This part came to no end, and its figures are left out: {problem or 'no answer in time'}.")

    def start(self, kind: str, application: str, environment: dict[str, str], processes: int = 1) -> Server:
        server = Server(kind, application, environment, self.folder / f"server-{len(self.running)}.log", processes)
        server.start(self.cores.server)
        self.running.append(server)
        return server

    # -- the programs --

    def site(self, kind: str, database: Path, described: list[dict[str, Any]]) -> System:
        environment = PRODUCT | {"DATABASE_URL": f"sqlite:///{database}"}
        return System(f"site on {kind}", self.start(kind, SITE, environment), described, has_answers=True)

    def floor(self, kind: str, what: str, described: list[dict[str, Any]], frame_bytes: int = 0) -> System:
        """`frame_bytes` 0 stands for the frames that the site sent."""
        frames = self.frames
        name = f"{what} floor on {kind}"
        if frame_bytes:
            name += f", {frame_bytes} bytes"
            frames = self.folder / f"frames-{frame_bytes}.json"
            frames.write_text(
                json.dumps([('<p id="seen" name="seen" value="0">' + "x" * frame_bytes)[:frame_bytes]] * 4)
            )
        environment = {"FLOOR_FRAMES": str(frames)}
        if what == "durable":
            environment["FLOOR_DATABASE"] = str(self.folder / f"floor-{len(self.running)}.sqlite3")
        server = self.start(kind, f"{FLOOR}:{what}", environment)
        return System(name, server, unsigned(described), has_answers=False)

    def plain(self, kind: str, described: list[dict[str, Any]]) -> System:
        environment = {"PLAIN_DATABASE": str(self.folder / "plain.sqlite3"), "PLAIN_GAME": str(self.game)}
        server = self.start(kind, "script.benchmark.plain:application", environment)
        return System(f"plain way on {kind}", server, unsigned(described), has_answers=True)

    def database(self, name: str, tables: int) -> tuple[Path, list[dict[str, Any]]]:
        path = self.folder / f"{name}.sqlite3"
        environment = PRODUCT | {"DATABASE_URL": f"sqlite:///{path}"}
        manage(environment, "migrate", "-v", "0")
        return path, self.more_tables(path, tables)

    def more_tables(self, database: Path, tables: int) -> list[dict[str, Any]]:
        environment = PRODUCT | {"DATABASE_URL": f"sqlite:///{database}"}
        return described_in(manage(environment, "bench_tables", "--tables", str(tables)))

    # -- what is measured --

    async def at_few_tables(self) -> dict[str, System]:
        options = self.options
        self.say(f"Making {options.tables} tables and starting the servers.")
        first, described = self.database("few", options.tables)
        self.game.write_text("\n".join(journal_of(first)))
        second = copied(first, self.folder / "few-uvicorn.sqlite3")
        systems = {"site Daphne": self.site("Daphne", first, described)}
        systems["site uvicorn"] = self.site("uvicorn", second, described)
        systems["site Daphne"].server.wait()
        await self.record_frames(systems["site Daphne"])
        systems["bare Daphne"] = self.floor("Daphne", "bare", described)
        systems["plain Daphne"] = self.plain("Daphne", described)
        if not options.short:
            systems["durable Daphne"] = self.floor("Daphne", "durable", described)
            systems["bare uvicorn"] = self.floor("uvicorn", "bare", described)
            systems["durable uvicorn"] = self.floor("uvicorn", "durable", described)
            systems["bare few"] = self.floor("Daphne", "bare", described, FEW_BYTES)
            systems["durable some"] = self.floor("Daphne", "durable", described, STORED_BYTES)
        for server in self.running:
            server.wait()
        await self.rounds(f"{options.tables} tables", list(systems.values()))
        self.tell_few(systems)
        await self.at_fixed_rate(systems)
        self.stop()
        return systems

    async def record_frames(self, site: System) -> None:
        """The bytes that the floor will send: what the site sends for one action."""
        recorder = Load([site.load.tables[0].described], has_answers=True)
        await recorder.connect(site.server.ports)
        await asyncio.sleep(SETTLE_SECONDS)  # until it has been shown to all that all are here
        for _ in recorder.tables[0].frames:  # to and fro: the table is left as it was found
            frames = await recorder.one_action()
        recorder.close()
        self.frames.write_text(json.dumps([frame.decode() for frame in frames]))
        sizes = ", ".join(str(len(frame)) for frame in frames)
        self.say(f"The site sends the four seats {sizes} bytes for an action.")

    async def rounds(self, where: str, systems: list[System], *, stay: bool = False) -> None:
        options = self.options
        for number in range(options.rounds):
            self.say(f"{where}, closed loop, round {number + 1} of {options.rounds}")
            for system in systems:
                await system.measure(options.warm_up, options.seconds, stays=stay and "site" in system.name)

    def tell_few(self, systems: dict[str, System]) -> None:
        tables = self.options.tables
        for system in systems.values():
            self.figure(f"{system.name}, {tables} tables: CPU an action", "ms", system.middle("cpu_ms"), like(system))
        for system in systems.values():
            what = f"{system.name}, {tables} tables: actions"
            self.figure(what, "a second", system.middle("actions_per_second"))
        site, bare = systems["site Daphne"], systems["bare Daphne"]
        self.figure("Daphne: CPU against the bare fan-out on Daphne", "x", ratio(site, bare), 1.5)
        self.figure("uvicorn: CPU against the bare fan-out on Daphne", "x", ratio(systems["site uvicorn"], bare), 0.7)
        if "durable Daphne" in systems:
            against = ratio(site, systems["durable Daphne"])
            self.figure("Daphne: CPU against the durable fan-out on Daphne", "x", against)
            self.figure(
                "uvicorn: against the bare one on uvicorn", "x", ratio(systems["site uvicorn"], systems["bare uvicorn"])
            )
        self.figure("plain way on Daphne: CPU against the site's", "x", ratio(systems["plain Daphne"], site))
        self.figure("bytes an action and client", "bytes", site.middle("bytes_per_client"), 900)
        self.figure(
            "plain way: bytes an action and client", "bytes", systems["plain Daphne"].middle("bytes_per_client")
        )

    async def at_fixed_rate(self, systems: dict[str, System]) -> None:
        options = self.options
        for key in ("site Daphne", "site uvicorn", "bare Daphne"):
            system = systems[key]
            self.say(f"{system.name}: {options.rate:g} actions a second for {options.rate_seconds:g} s")
            await system.load.connect(system.server.ports)
            taken = await system.load.fixed_rate(options.rate, options.rate_seconds)
            system.load.close()
            for share in (0.5, 0.99, 0.999):
                what = f"{system.name}, {options.rate:g} actions a second: p{share * 100:g}"
                self.figure(what, "ms", quantile(taken, share) * 1000)

    async def at_many_tables(self, kind: str, few: dict[str, System]) -> None:
        """CPU of an action at many tables, and what one of them takes of the memory while nothing happens at it.

        One site at a time: so many sockets keep its core busy by their pings alone.
        """
        many = self.options.many
        site = await self.grown(kind)
        bare = self.floor(kind, "bare", [one.described for one in site.load.tables])
        bare.server.wait()
        await self.rounds(f"{many} tables", [site, bare], stay=True)
        self.stop()
        growth = {}
        for what, system in (("site", site), ("bare", bare)):
            name = f"{what} on {kind}, {many} tables"
            self.figure(f"{name}: CPU an action", "ms", system.middle("cpu_ms"))
            self.figure(f"{name}: actions", "a second", system.middle("actions_per_second"))
            growth[what] = system.middle("cpu_ms") / few[f"{what} {kind}"].middle("cpu_ms")
        self.figure(f"bare {kind}: growth to {many} tables", "x", growth["bare"])
        what = f"{kind}: growth to {many} tables, at most the bare one's"
        self.figure(what, "x", growth["site"], round(growth["bare"], 4))

    async def grown(self, kind: str) -> System:
        """A site to which the many tables came while it was serving the few, with all their sockets open."""
        options = self.options
        self.say(f"Making {options.many} tables for the site on {kind}.")
        database, first = self.database(f"many-{kind}", options.tables)
        site = self.site(kind, database, first)
        site.server.wait()
        await site.load.connect(site.server.ports)
        await asyncio.sleep(SETTLE_SECONDS)
        await site.load.closed_loop(0.5, 2.0, site.server.cpu_seconds)
        await asyncio.sleep(SETTLE_SECONDS)
        before = site.server.memory_kib()
        more = await asyncio.to_thread(self.more_tables, database, options.many - options.tables)
        self.say(f"Opening {4 * len(more)} more sockets.")
        others = Load(more, has_answers=True)
        await others.connect(site.server.ports)
        await asyncio.sleep(SETTLE_SECONDS)
        each = (site.server.memory_kib() - before) / len(more)
        self.figure(f"memory of an idle table, four sockets, {kind}", "KiB", each, 130)
        used = site.server.cpu_seconds()
        await asyncio.sleep(SETTLE_SECONDS)
        idle = (site.server.cpu_seconds() - used) / SETTLE_SECONDS / options.many * 1000
        self.figure(f"CPU of an idle table, four sockets, {kind}", "ms/s", idle)
        site.load.tables += others.tables
        site.name += f", {options.many}"
        return site

    async def on_postgresql(self) -> None:
        """One and two processes; with two each serves two seats of every table."""
        self.say("Starting PostgreSQL and Redis.")
        postgresql, redis = PostgreSQL(), Redis(self.folder / "redis")
        try:
            environment = PRODUCT | {"DATABASE_URL": postgresql.url, "REDIS_URL": redis.url}
            manage(environment, "migrate", "-v", "0")
            made = manage(environment, "bench_tables", "--tables", str(self.options.tables))
            described = described_in(made)
            systems = []
            for number, (kind, processes) in enumerate((k, n) for k in ("Daphne", "uvicorn") for n in (1, 2)):
                own = PRODUCT | {
                    "DATABASE_URL": copied_database(postgresql, f"bench{number}"),
                    "REDIS_URL": f"{redis.url[:-1]}{number + 1}",
                }
                server = self.start(kind, SITE, own, processes)
                name = f"PostgreSQL, Redis, {processes} {kind}"
                system = System(name, server, described, has_answers=True)
                system.beside = [postmaster(postgresql)] + ([redis.process.pid] if redis.process else [])
                systems.append(system)
            for server in self.running:
                server.wait()
            await self.rounds("PostgreSQL and Redis", systems)
            for system in systems:
                self.figure(f"{system.name}: CPU an action", "ms", system.middle("cpu_ms"))
                self.figure(f"{system.name}: of PostgreSQL and Redis", "ms", system.middle("beside_ms"))
                self.figure(f"{system.name}: actions", "a second", system.middle("actions_per_second"))
        finally:
            self.stop()
            redis.stop()
            postgresql.remove()


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="script/bench --live", description=__doc__)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--many", type=int, default=500, help="tables for growth and memory; 0 leaves that out")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=2.5, help="of each round, after the warm-up")
    parser.add_argument("--warm-up", type=float, default=0.5)
    parser.add_argument("--rate", type=float, default=50, help="actions a second for the latency")
    parser.add_argument("--rate-seconds", type=float, default=20)
    parser.add_argument("--without-postgresql", action="store_true")
    parser.add_argument("--short", action="store_true", help="only whether it runs: few tables, one short round")
    parser.add_argument("--json", metavar="FILE")
    options = parser.parse_args()
    if options.short:
        options.tables, options.many, options.rounds, options.seconds = 5, 0, 1, 1.0
        options.rate, options.rate_seconds, options.without_postgresql = 20, 2, True
    if options.tables < 1 or options.rounds < 1 or options.seconds <= 0 or 0 < options.many <= options.tables:
        parser.error("At least one table and one round are needed, and more tables for the growth than otherwise.")
    return options


async def measured(options: argparse.Namespace, folder: Path, on: Cores) -> list[Figure]:
    bench = Bench(options, folder, on)
    print(f"{bench.cores.in_words}; {versions()}; load of the machine: {load_average()}", flush=True)
    try:
        few = await bench.at_few_tables()
        for kind in ("Daphne", "uvicorn") if options.many else ():
            await bench.as_far_as_it_goes(bench.at_many_tables(kind, few))
        if not options.without_postgresql and has_postgresql():
            await bench.as_far_as_it_goes(bench.on_postgresql())
        elif not options.without_postgresql:
            bench.say("PostgreSQL or Redis is not on this machine: its rows are left out.")
        print("\nCPU of an action, median [least to greatest] of the rounds, ms:")
        for system in few.values():
            print(f"  {system.name:<36} {system.row()}")
    finally:
        bench.stop()
    if bench.left_out:
        bench.figure("parts of the benchmark that came to no end", "parts", bench.left_out, 0)
    print(f"load of the machine: {load_average()}\n")
    return bench.figures


def versions() -> str:
    from importlib.metadata import version

    names = ("django", "channels", "daphne", "uvicorn", "websockets")
    return ", ".join([*(f"{name} {version(name)}" for name in names), f"SQLite {sqlite3.sqlite_version}"])


def load_average() -> str:
    return Path("/proc/loadavg").read_text().split()[0] if Path("/proc/loadavg").exists() else "unknown"


def main() -> int:
    options = arguments()
    end_in_order()
    print(head("live", "half a minute" if options.short else "eight minutes"), flush=True)
    on = cores()
    if on.load:
        os.sched_setaffinity(0, on.load)
    with tempfile.TemporaryDirectory(prefix="lastcall-live-") as folder:
        manage(PRODUCT, "collectstatic", "--noinput", "-v", "0")
        figures = asyncio.run(measured(options, Path(folder), on))
    print(table(figures))
    if options.json:
        write_json(options.json, figures)
    return 1 if any(figure.met is False for figure in figures) and not options.short else 0


if __name__ == "__main__":
    sys.exit(main())
