"""Limits on guessing are counted in Redis where several processes serve the site; play does not depend on it."""

from __future__ import annotations

import pytest

from lastcall_site.cache import ForgetfulRedisCache


@pytest.fixture
def cache():
    """Nobody listens at that port."""
    return ForgetfulRedisCache("redis://127.0.0.1:1/0", {})


def test_while_redis_is_away_nothing_is_remembered_and_nothing_fails(cache):
    cache.set("key", 1, 60)
    assert cache.get("key", "default") == "default"
    assert cache.delete("key") is False


def test_while_redis_is_away_nobody_waits_for_a_lock(cache):
    assert cache.add("lock", True, timeout=10) is True
