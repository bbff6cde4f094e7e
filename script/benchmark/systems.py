"""What is measured: a server with its load and its rounds, and the databases and tables they need."""

from __future__ import annotations

import json
import shutil
import sqlite3
import statistics
from pathlib import Path
from typing import Any, NamedTuple

import psycopg

from script.benchmark.load import Load
from script.benchmark.servers import Server, children_of, cpu_seconds
from tests.fleet.services import PostgreSQL

FEW_BYTES, STORED_BYTES = 93, 830
"""Sizes of frames for which an earlier floor on a like machine was measured: 0.19 ms, and 0.31 ms made durable."""
LIKE_MACHINE = {FEW_BYTES: 0.19, STORED_BYTES: 0.31}


class Round(NamedTuple):
    cpu_ms: float
    """Of the server, per action."""
    actions_per_second: float
    bytes_per_client: float
    """Shown to one of the four for one action."""
    beside_ms: float = 0.0
    """CPU of PostgreSQL and Redis per action."""


class System:
    """A server, its load, and the rounds it was measured in."""

    def __init__(self, name: str, server: Server, described: list[dict[str, Any]], *, has_answers: bool) -> None:
        self.name = name
        self.server = server
        self.load = Load(described, has_answers=has_answers)
        self.rounds: list[Round] = []
        self.beside: list[int] = []

    async def measure(self, warm_up: float, seconds: float, *, stays: bool = False) -> None:
        """One round; `stays` keeps the sockets open, which must then be open already."""
        if not stays:
            await self.load.connect(self.server.ports)
        beside = [pid for parent in self.beside for pid in children_of(parent)]
        used = [0.0, 0.0]

        def cpu() -> float:
            used[:] = [used[1], cpu_seconds(beside)]
            return self.server.cpu_seconds()

        count, took, server = await self.load.closed_loop(warm_up, seconds, cpu)
        self.load.check()
        if not stays:
            self.load.close()
        ms = 1000 / count.actions
        self.rounds.append(
            Round(server * ms, count.actions / took, count.bytes_shown / count.actions / 4, (used[1] - used[0]) * ms)
        )
        told = self.rounds[-1]
        print(f"  {self.name:<34} {told.cpu_ms:7.3f} ms an action {told.actions_per_second:8.0f} a second", flush=True)

    def middle(self, field: str) -> float:
        return statistics.median(getattr(one, field) for one in self.rounds)

    def row(self, unit_of: str = "cpu_ms") -> str:
        values = [getattr(one, unit_of) for one in self.rounds]
        return f"{statistics.median(values):.3f} [{min(values):.3f} to {max(values):.3f}]"


def ratio(one: System, other: System) -> float:
    """Of the CPU of an action, within a round: what disturbs a round disturbs both."""
    return statistics.median(a.cpu_ms / b.cpu_ms for a, b in zip(one.rounds, other.rounds, strict=True))


def like(system: System) -> float | None:
    """The most that a floor may take to be believed."""
    return next((most for size, most in LIKE_MACHINE.items() if f"{size} bytes" in system.name), None)


def unsigned(described: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same tables for a program that knows no sign-in."""
    return [one | {"players": [player | {"cookie": ""} for player in one["players"]]} for one in described]


def described_in(lines: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in lines.splitlines()]


def journal_of(database: Path) -> list[str]:
    """The entries of one table as they were made."""
    with sqlite3.connect(database) as connection:
        game = "(SELECT MIN(game_id) FROM matches_journalentry)"
        found = connection.execute(f"SELECT entry FROM matches_journalentry WHERE game_id = {game} ORDER BY number")
        return [entry for (entry,) in found]


def copied(database: Path, copy: Path) -> Path:
    with sqlite3.connect(database) as source, sqlite3.connect(copy) as target:
        source.backup(target)
    return copy


def copied_database(postgresql: PostgreSQL, name: str) -> str:
    with psycopg.connect(postgresql.url.replace("/lastcall", "/postgres"), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE lastcall".encode())
    return postgresql.url.replace("/lastcall", f"/{name}")


def postmaster(postgresql: PostgreSQL) -> int:
    return int((postgresql.folder / "data" / "postmaster.pid").read_text().split()[0])


def has_postgresql() -> bool:
    places = list(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return bool(shutil.which("redis-server") and (places or shutil.which("initdb")))
