"""What all tests share."""

from __future__ import annotations

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def _no_rate_limit_is_left_over():
    """Limits are counted in the cache of the process; each test starts with none used up."""
    cache.clear()
