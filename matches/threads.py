"""The database from asynchronous code."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from asgiref.sync import sync_to_async
from django.db import connections

P = ParamSpec("P")
T = TypeVar("T")


def in_thread(work: Callable[P, T]) -> Callable[P, Awaitable[T]]:
    """The same function for awaiting, run in the thread that has the database connection.

    A connection that broke (the database was restarted) is given up before the next piece of work, which a bare
    `sync_to_async` does not do; one in the middle of a transaction is left alone.
    """

    @wraps(work)
    def on_a_sound_connection(*args: P.args, **kwargs: P.kwargs) -> T:
        for connection in connections.all(initialized_only=True):
            if not connection.in_atomic_block:
                connection.close_if_unusable_or_obsolete()
        return work(*args, **kwargs)

    return sync_to_async(on_a_sound_connection)
