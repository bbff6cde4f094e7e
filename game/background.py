"""What a table does by itself, beside whatever brought it about."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

log = logging.getLogger(__name__)


class Background:
    """Work that nobody waits for. What goes wrong in it is written down as `failed` and goes no further."""

    def __init__(self, failed: str) -> None:
        self.failed = failed
        self.tasks: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(self.guarded(work))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def guarded(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Exception:
            log.exception(self.failed)

    async def done(self) -> None:
        """Returns when nothing is under way any more."""
        await asyncio.gather(*self.tasks, return_exceptions=True)
