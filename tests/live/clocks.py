"""Fixtures of tests with tables in play: an orderly end, the same cards every time, and a clock to one's liking."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings as site_settings
from django.db import connections

from game import fair
from game.paces import PACES, Pace
from game.tables import close_down
from tests.live.scenes import keep_house_deck


@pytest.fixture
async def live_tables(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """No table, timer, writer or database connection outlives the test; seeds come one after another."""
    seeds = iter(range(1, 1000))
    monkeypatch.setattr(fair, "new_seed", lambda: f"{next(seeds):064x}")
    await keep_house_deck()
    yield
    await close_down()
    await sync_to_async(connections.close_all)()


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that does nothing by itself within a test: the scene says when a card falls or a window closes."""
    long = 10_000.0
    monkeypatch.setitem(PACES, "steady", Pace(long, 0.75, long, long, long, 5))
    monkeypatch.setattr(site_settings, "LASTCALL_NEXT_GAME_SECONDS", long)


@pytest.fixture
def swift(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole games in seconds, by the site's own setting."""
    monkeypatch.setattr(site_settings, "LASTCALL_PACE_SCALE", 0.01)
    monkeypatch.setattr(site_settings, "LASTCALL_NEXT_GAME_SECONDS", 0.3)
    monkeypatch.setattr(site_settings, "LASTCALL_ACTIONS_PER_SECOND", 1000.0)
