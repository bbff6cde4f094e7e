"""Live tests leave nothing behind."""

from __future__ import annotations

import pytest

from tests.live.clocks import live_tables, still, swift

__all__ = ["live_tables", "still", "swift"]


@pytest.fixture(autouse=True)
def _nothing_is_left_behind(live_tables: None) -> None:
    """Every test here has tables in play."""
