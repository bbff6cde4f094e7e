"""Word that something stored has changed, given after the commit. Who listens (the live pages) is not known here."""

from __future__ import annotations

import weakref
from typing import Any, Protocol

from django.db import transaction


class Listener(Protocol):
    def tell_from_thread(self, topic: str, body: dict[str, Any]) -> None: ...


_listeners: weakref.WeakSet[Any] = weakref.WeakSet()


def register(listener: Listener) -> None:
    """From now on `listener.tell_from_thread` hears every notice of this process, in whichever thread it is given."""
    _listeners.add(listener)


def tell(topic: str, **body: Any) -> None:
    """Tell everybody who listens to `topic`, once the present transaction is committed.

    Topics: `lobby` (open tables changed) and `match:SLUG` (seats, options or status of one match changed).
    """

    def after_commit() -> None:
        for listener in list(_listeners):
            listener.tell_from_thread(topic, body)

    transaction.on_commit(after_commit)
