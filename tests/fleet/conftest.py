"""A fleet: three server processes on PostgreSQL and Redis; or one on SQLite."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.fleet.services import Fleet, PostgreSQL, Redis

FAST = {
    "LASTCALL_PACE_SCALE": "0.15",
    "LASTCALL_NEXT_GAME_SECONDS": "3",
    "LASTCALL_ACTIONS_PER_SECOND": "200",
    "LASTCALL_ACTIONS_BURST": "400",
}
CALM = {"LASTCALL_PACE_SCALE": "0.4"}
"""A restart on a busy machine must not take longer than the phase in which it falls."""


class Site:
    """A fleet with the database and the hint carrier behind it."""

    def __init__(self, fleet: Fleet, postgresql: PostgreSQL | None, redis: Redis | None) -> None:
        self.fleet = fleet
        self.postgresql = postgresql
        self.redis = redis

    def ask(self, what: str, *arguments: object) -> Any:
        return json.loads(self.fleet.run("tests/fleet/desk.py", what, *map(str, arguments)))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[Site]:
    """Three processes on PostgreSQL and Redis; `SETTINGS` of a module of tests go before those of all."""
    folder = tmp_path_factory.mktemp("fleet")
    postgresql, redis = PostgreSQL(), Redis(folder / "redis")
    settings = FAST | getattr(request.module, "SETTINGS", {})
    fleet = Fleet(folder / "site", 3, settings | {"DATABASE_URL": postgresql.url, "REDIS_URL": redis.url})
    try:
        fleet.open()
        yield Site(fleet, postgresql, redis)
    finally:
        fleet.close()
        redis.stop()
        postgresql.remove()


@pytest.fixture
def small_site(tmp_path: Path) -> Iterator[Site]:
    """One process on SQLite."""
    fleet = Fleet(tmp_path / "site", 1, FAST | CALM | {"DATABASE_URL": f"sqlite:///{tmp_path / 'site.sqlite3'}"})
    try:
        fleet.open()
        yield Site(fleet, None, None)
    finally:
        fleet.close()
