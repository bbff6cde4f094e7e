"""The journal: append and load, and one writer thread that commits what a moment brought together.

Everything a table accepts is a row here before anybody hears of it. All rows that are waiting when a commit begins go
into it (group commit), and each sender is answered after it. SQLite runs with `synchronous=FULL`, so that what was
answered survives the power cut as well as the kill.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
import time
import weakref
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from django.db import DatabaseError, InterfaceError, OperationalError, connection, transaction
from django.db.backends.utils import CursorWrapper
from django.db.models import OuterRef, Subquery

from matches.models import GameRecord, JournalEntry
from matches.threads import in_thread

log = logging.getLogger(__name__)

INSERT = (
    "INSERT INTO matches_journalentry (game_id, number, at, entry) VALUES (%s, %s, %s, %s)"
    " ON CONFLICT (game_id, number) DO NOTHING"
)
SELECT = "SELECT at, entry FROM matches_journalentry WHERE game_id = %s AND number = %s"
PATIENCE_SECONDS = 8.0
"""How long the writer tries again while the database is away, before senders are told that nothing was stored."""
LARGEST_BATCH = 500


class Row(NamedTuple):
    number: int
    at: float
    entry: str
    """A JSON object."""


Effect = Callable[[], None]
"""What must be stored together with the rows: a game's result, a seat left."""


class _Job(NamedTuple):
    game_id: int
    rows: Sequence[Row]
    effect: Effect | None
    loop: asyncio.AbstractEventLoop
    stored: asyncio.Future[bool]


class Writer:
    """The one thread of this process that writes journals, with a database connection of its own."""

    def __init__(self) -> None:
        self.jobs: queue.SimpleQueue[list[_Job] | None] = queue.SimpleQueue()
        self.thread = threading.Thread(target=self._run, name="journal-writer", daemon=True)
        self.thread.start()

    def put(self, jobs: list[_Job]) -> None:
        self.jobs.put(jobs)

    def stop(self) -> None:
        """Commit what is waiting and give the connection back (tests, an orderly end)."""
        self.jobs.put(None)
        self.thread.join(timeout=30)

    def _run(self) -> None:
        while (batch := self.jobs.get()) is not None:
            is_last = False
            while len(batch) < LARGEST_BATCH and not self.jobs.empty():
                if (more := self.jobs.get()) is None:
                    is_last = True
                    break
                batch += more
            for at in range(0, len(batch), LARGEST_BATCH):
                self._commit_patiently(batch[at : at + LARGEST_BATCH])
            if is_last:
                break
        connection.close()

    def _commit_patiently(self, batch: list[_Job]) -> None:
        give_up_at = time.monotonic() + PATIENCE_SECONDS
        pause = 0.05
        is_again = False
        while True:
            try:
                outcomes = _commit(batch, is_again)
            except (OperationalError, InterfaceError) as problem:
                connection.close()
                is_again = True
                if time.monotonic() > give_up_at:
                    _answer(batch, [problem] * len(batch))
                    return
                time.sleep(pause)
                pause = min(pause * 2, 1.0)
            except Exception as problem:
                if len(batch) > 1:  # one bad job must not take the others with it
                    for job in batch:
                        self._commit_patiently([job])
                else:
                    if isinstance(problem, DatabaseError):
                        log.exception("A journal entry was not stored")
                    _answer(batch, [problem])
                return
            else:
                _answer(batch, outcomes)
                return


def _commit(batch: list[_Job], is_again: bool = False) -> list[bool]:
    """Whether each job's rows are stored now; False where another process had written that number before.

    `is_again`: a commit whose answer was lost with the line may have been made all the same.
    """
    outcomes = {}
    with transaction.atomic(), connection.cursor() as cursor:
        # In the same order in every process, so that two of them never wait for each other.
        for at, job in sorted(enumerate(batch), key=lambda numbered: (numbered[1].game_id, numbered[1].rows[0].number)):
            first, *rest = job.rows
            cursor.execute(INSERT, (job.game_id, *first))
            outcomes[at] = cursor.rowcount == 1
            if not outcomes[at]:
                if is_again:
                    outcomes[at] = _is_stored(cursor, job.game_id, first)
                continue
            for row in rest:
                cursor.execute(INSERT, (job.game_id, *row))
                if cursor.rowcount != 1:
                    raise RuntimeError(f"entry {row.number} of game {job.game_id} exists without entry {first.number}")
            if job.effect is not None:
                job.effect()
    return [outcomes[at] for at in range(len(batch))]


def _is_stored(cursor: CursorWrapper, game_id: int, row: Row) -> bool:
    cursor.execute(SELECT, (game_id, row.number))
    return bool(cursor.fetchone() == (row.at, row.entry))


def _answer(batch: Sequence[_Job], outcomes: Sequence[bool | BaseException]) -> None:
    """Wake each sender's loop once."""
    answers: dict[asyncio.AbstractEventLoop, list[tuple[_Job, bool | BaseException]]] = {}
    for job, outcome in zip(batch, outcomes, strict=True):
        answers.setdefault(job.loop, []).append((job, outcome))
    for loop, answered in answers.items():
        try:
            loop.call_soon_threadsafe(_resolve, answered)
        except RuntimeError:
            log.debug("The sender's loop has closed; the entry stays stored")


def _resolve(answered: list[tuple[_Job, bool | BaseException]]) -> None:
    for job, outcome in answered:
        if job.stored.cancelled():
            continue
        if isinstance(outcome, BaseException):
            job.stored.set_exception(outcome)
        else:
            job.stored.set_result(outcome)


_writer: Writer | None = None
_writer_lock = threading.Lock()


def writer() -> Writer:
    global _writer
    with _writer_lock:
        if _writer is None or not _writer.thread.is_alive():
            _writer = Writer()
        return _writer


def stop_writer() -> None:
    global _writer
    with _writer_lock:
        if _writer is not None:
            _writer.stop()
            _writer = None


async def append(game_id: int, rows: Sequence[Row], effect: Effect | None = None) -> bool:
    """Store the rows, and the effect with them, in one commit; False and nothing stored where the first number exists.

    Returns after the commit. Raises DatabaseError when the database stays away, or whatever the effect raises.
    """
    loop = asyncio.get_running_loop()
    stored: asyncio.Future[bool] = loop.create_future()
    waiting = _waiting.setdefault(loop, [])
    waiting.append(_Job(game_id, rows, effect, loop, stored))
    if len(waiting) == 1:
        loop.call_soon(_hand_over, loop)
    return await stored


_waiting: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, list[_Job]] = weakref.WeakKeyDictionary()
"""What one turn of a loop brought together: the writer is woken once for all of it."""


def _hand_over(loop: asyncio.AbstractEventLoop) -> None:
    writer().put(_waiting.pop(loop))


def rows_after(game_id: int, number: int) -> list[Row]:
    entries = JournalEntry.objects.filter(game_id=game_id, number__gt=number).order_by("number")
    return [Row(*values) for values in entries.values_list("number", "at", "entry")]


async def load(game_id: int, after: int = -1) -> list[Row]:
    """The rows with a higher number, oldest first."""
    return await in_thread(rows_after)(game_id, after)


def newest_numbers(match_ids: Sequence[int]) -> dict[int, tuple[int, int]]:
    """Match id -> (number of its newest game, number of that game's newest entry): the light check."""
    newest = _newest_entries(match_ids, "number")
    return {match_id: (game, -1 if number is None else number) for match_id, game, number in newest}


def newest_times(match_ids: Sequence[int]) -> dict[int, float]:
    """Match id -> when its newest entry was written, in seconds since 1970; without those that have none."""
    return {match_id: at for match_id, _, at in _newest_entries(match_ids, "at") if at is not None}


def _newest_entries(match_ids: Sequence[int], field: str) -> Iterable[tuple[int, int, Any]]:
    """Match id, number of its newest game, that field of its newest entry: a look at two indexes for each match."""
    entries = JournalEntry.objects.filter(game=OuterRef("pk")).order_by("-number").values(field)[:1]
    games = GameRecord.objects.filter(match=OuterRef("match")).order_by("-number").values("number")[:1]
    newest_games = GameRecord.objects.filter(match__in=match_ids, number=Subquery(games))
    return newest_games.annotate(newest=Subquery(entries)).values_list("match_id", "number", "newest")
