"""The database from asynchronous code."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import ParamSpec, TypeVar, cast

from channels.db import database_sync_to_async

P = ParamSpec("P")
T = TypeVar("T")


def in_thread(work: Callable[P, T]) -> Callable[P, Awaitable[T]]:
    """The same function for awaiting, run in the thread that has the database connection.

    A connection that broke (the database was restarted) is given up before the next piece of work, which no bare
    `sync_to_async` does.
    """
    return cast("Callable[P, Awaitable[T]]", database_sync_to_async(work))
