"""What all tests share."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import settings
from django.core.cache import caches
from hypothesis import HealthCheck
from hypothesis import settings as examples

# The same examples in every run, and as much time for each as a busy machine takes.
examples.register_profile("house", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
examples.load_profile("house")


def pytest_configure() -> None:
    """Slow on purpose is right for passwords of people, not for those of tests."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    # Each is a process of its own; the tests that want one ask for it.
    settings.LASTCALL_ANALYSES = False


@pytest.fixture(autouse=True)
def _nothing_is_left_over():
    """Limits are counted in the cache, and some pages kept; each test starts with none used up and nothing kept."""
    for name in ("default", "process"):
        caches[name].clear()


def pytest_unconfigure() -> None:
    """SQLite keeps its log beside the database while a thread that ran a test still holds a connection."""
    test_database = settings.DATABASES["default"].get("TEST", {}).get("NAME")
    if isinstance(test_database, Path):
        for left in test_database.parent.glob(f"{test_database.name}*"):
            left.unlink(missing_ok=True)
