"""Working out what is worth telling about games that are over: in the background, once, and kept.

Each process has one thread for it that begins with the first game, and that thread does nothing itself: it hands a
game's journal to a process of its own at the lowest priority (`python -m game.analysis`), one game at a time. So no
table waits for it, however long the game was. Whatever gets lost, by a restart for instance, is worked out when
somebody looks at the game; two processes that do the same one find the same.
"""

from __future__ import annotations

import json
import logging
import os
import queue
import subprocess
import sys
import threading
import time

from django.conf import settings
from django.db import connection

from game.analysis import VERSION, Findings, from_dict
from game.models import GameAnalysis
from matches import journal
from matches.models import GameRecord

log = logging.getLogger(__name__)

MOST_WAITING = 1000
"""More are not taken; they are asked for again when somebody looks."""
MOST_SECONDS = 120.0
"""A game that takes longer is given up; the longest that were tried took two."""
AGAIN_AFTER_SECONDS = 600.0
"""How long a game that could not be worked out is left alone."""


def findings_of(game: GameRecord) -> Findings | None:
    """What was found about the game; None where it has not been worked out by this version."""
    kept = GameAnalysis.objects.filter(game=game, version=VERSION).values_list("findings", flat=True).first()
    return None if kept is None else from_dict(kept)


def soon(game_id: int) -> bool:
    """Have this game worked out, if it is not yet. False where that is switched off, or has just failed."""
    return bool(settings.LASTCALL_ANALYSES) and _workshop().take(game_id)


def work_out(game_id: int) -> bool:
    """Work it out now and keep it; False where there is nothing that could be worked out."""
    game = GameRecord.objects.filter(pk=game_id, ended_at__isnull=False).select_related("match").first()
    if game is None:
        return False
    if GameAnalysis.objects.filter(game=game, version=VERSION).exists():
        return True
    job = {"rows": journal.rows_after(game.pk, -1), "games_agreed": game.match.games_agreed}
    if not job["rows"]:
        return False
    findings = _in_its_own_process(job)
    GameAnalysis.objects.update_or_create(game=game, defaults={"version": VERSION, "findings": findings})
    return True


def stop() -> None:
    """Finish the game that is being worked out and forget the others (an orderly end, tests)."""
    global _at_work
    with _lock:
        workshop, _at_work = _at_work, None
    if workshop is not None:
        workshop.stop()


def _in_its_own_process(job: object) -> object:
    done = subprocess.run(
        [sys.executable, "-m", "game.analysis"],
        input=json.dumps(job),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=MOST_SECONDS,
        cwd=settings.BASE_DIR,
        # Secrets of the site are none of its business.
        env={name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL") if name in os.environ},
        check=True,
    )
    return json.loads(done.stdout)


class _Workshop:
    def __init__(self) -> None:
        self.queue: queue.Queue[int | None] = queue.Queue(MOST_WAITING)
        self.waiting: set[int] = set()
        self.failed: dict[int, float] = {}
        self.is_stopping = False
        self.thread = threading.Thread(target=self._run, name="game-analysis", daemon=True)
        self.thread.start()

    def take(self, game_id: int) -> bool:
        if time.monotonic() - self.failed.get(game_id, -AGAIN_AFTER_SECONDS) < AGAIN_AFTER_SECONDS:
            return False
        if game_id not in self.waiting:
            self.waiting.add(game_id)
            try:
                self.queue.put_nowait(game_id)
            except queue.Full:
                self.waiting.discard(game_id)
        return True

    def stop(self) -> None:
        self.is_stopping = True
        while not self.queue.empty():
            try:
                self.queue.get_nowait()
            except queue.Empty:
                break
        self.queue.put(None)
        self.thread.join(timeout=MOST_SECONDS)

    def _run(self) -> None:
        while (game_id := self.queue.get()) is not None and not self.is_stopping:
            try:
                is_done = work_out(game_id)
            except subprocess.CalledProcessError as problem:
                is_done = False
                log.error("Game %s could not be analysed: %s", game_id, problem.stderr[-2000:])
            except Exception:
                is_done = False
                log.exception("Game %s could not be analysed", game_id)
            finally:
                connection.close()
            if not is_done:
                self._note_failure(game_id)
            self.waiting.discard(game_id)

    def _note_failure(self, game_id: int) -> None:
        now = time.monotonic()
        self.failed = {known: at for known, at in self.failed.items() if now - at < AGAIN_AFTER_SECONDS}
        self.failed[game_id] = now


_at_work: _Workshop | None = None
_lock = threading.Lock()


def _workshop() -> _Workshop:
    global _at_work
    with _lock:
        if _at_work is None or not _at_work.thread.is_alive():
            _at_work = _Workshop()
        return _at_work
