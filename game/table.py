"""One live table: a lock, the fold of its journal, and the timer that the state calls for. No Django, no Channels.

Store, then tell: entries are tried on a copy of the state, appended to the journal, and only then is the copy true and
the listener told. Where another process was first, its rows are read and the ask is judged again.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from game import asks
from game.asks import Ask, Asking, Entry, Refused
from game.clock import entries_due
from game.refusals import in_words
from game.rules import RulesError
from game.state import Due, TableState
from game.window import NO_PONG

log = logging.getLogger(__name__)

TRIES = 50
RETRY_SECONDS = 1.0
"""When the clock could not do what was due: the database is away, or the match has ended elsewhere."""

Row = tuple[int, float, str]


class GameResult(NamedTuple):
    """One game that is over; seats are numbers as text."""

    number: int
    tab_row: tuple[str, ...]
    ice: dict[str, int]
    """Empty for a game that was not scored."""


class Outcome(NamedTuple):
    """What must be stored with the entries that brought it about."""

    ended: str
    """'', or how the game ended: scored, stopped, adjourned, closed."""
    left: frozenset[str]
    """Seats whose persons left for good."""
    state: TableState


class Journal(Protocol):
    """Where the entries of one match are kept."""

    async def load(self, game: int, after: int) -> Sequence[Row]:
        """The rows of game number `game` with a number above `after`."""

    async def append(self, game: int, rows: Sequence[Row], outcome: Outcome | None) -> bool:
        """Store all in one commit; False and nothing stored where the first row's number exists."""

    async def begin(self, state: TableState | None) -> TableState | None:
        """The newest game of the match, begun now if need be, after that of `state` (None: whichever there is).

        None when no game is to come.
        """


class Table:
    """All that happens at one table in this process. Created by `game.tables`, which also knows the sockets."""

    def __init__(
        self,
        *,
        state: TableState,
        journal: Journal,
        now: Callable[[], float],
        names: Mapping[str, str],
        past: Sequence[GameResult] = (),
    ) -> None:
        self.state = state
        self.journal = journal
        self.now = now
        self.names = names
        self.past = list(past)
        """The games of the match that are over, oldest first, this one included once it is."""
        self.lock = asyncio.Lock()
        self.on_change: Callable[[bool], None] = lambda is_ours: None
        """Called when the state has changed; whether this process wrote what changed it."""
        self.is_closed = False
        self._timer: asyncio.TimerHandle | None = None
        self._work: set[asyncio.Future[None]] = set()
        """What is under way; the event loop itself would not keep it."""

    # -- people and bots --

    async def ask(
        self,
        seat: str,
        data: object,
        *,
        arrived: float | None = None,
        allowance: float = NO_PONG,
        absent: frozenset[str] = frozenset(),
    ) -> None:
        """Do what a press of this seat's player asks for; Refused with a sentence, and nothing was stored.

        When it returns, what was accepted is committed.
        """
        ask = asks.read_ask(data, seat)
        asking = Asking(seat, self.now() if arrived is None else arrived, allowance, absent, self.names)
        if ask.seen is not None and ask.seen > self.state.seen:
            await self.catch_up()  # the page was shown by a process that knows more than this one
        await self._write(lambda state: _judged(state, ask, asking), asking.now)

    async def append(self, entries: Sequence[Entry], unless: Callable[[TableState], bool]) -> None:
        """Add what the table itself has to say (somebody is back), unless it no longer holds."""
        await self._write(lambda state: [] if unless(state) else list(entries), self.now())

    # -- the clock --

    def arm(self) -> None:
        """Set the timer for what the state says is due next."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due = self.state.due
        if due is None or self.is_closed:
            return
        self._set_timer(max(0.0, due.at - self.now()))

    def _set_timer(self, seconds: float) -> None:
        self._timer = asyncio.get_running_loop().call_later(seconds, self._fire)

    def _fire(self) -> None:
        self._keep(asyncio.get_running_loop().create_task(self._on_time()))

    async def _on_time(self) -> None:
        try:
            await self.tick()
        except Exception:
            log.exception("The clock of a table could not do what was due; it tries again")
            self._try_again_soon()

    async def tick(self) -> None:
        """Do what is due now, if anything is."""
        if self.is_closed or (due := self._due_now(self.state)) is None:
            self.arm()
        elif due.what == "next_game":
            await self._seen_through(self._next_game())
        else:
            await self._write(self._entries_due_now, self.now())
            self.arm()

    def _due_now(self, state: TableState) -> Due | None:
        due = state.due
        return due if due is not None and due.at <= self.now() else None

    def _entries_due_now(self, state: TableState) -> list[Entry]:
        due = self._due_now(state)
        return [] if due is None else entries_due(state, due)

    async def _next_game(self) -> None:
        """Begin it, unless another process has, or something there says that none is to come."""
        async with self.lock:
            await self._catch_up()
            due = self._due_now(self.state)
            if due is None or due.what != "next_game":
                return  # whatever was read has set the timer anew
            state = await self.journal.begin(self.state)
            if state is not None and state.game_number > self.state.game_number:
                self._adopt(state, is_ours=True)
            else:
                self._try_again_soon()

    def _try_again_soon(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if not self.is_closed:
            self._set_timer(RETRY_SECONDS)

    def close(self) -> None:
        """No more timers; the table is forgotten."""
        self.is_closed = True
        if self._timer is not None:
            self._timer.cancel()

    # -- the journal --

    async def catch_up(self) -> None:
        """Read what other processes wrote."""
        async with self.lock:
            await self._catch_up()

    async def _catch_up(self) -> None:
        rows = await self.journal.load(self.state.game_number, self.state.number)
        if rows:
            state = self.state.branch()
            for number, at, entry in rows:
                state.fold(number, at, json.loads(entry))
            self._adopt(state, is_ours=False)
        if self.state.ended and not self.state.is_match_over:
            newer = await self.journal.load(self.state.game_number + 1, -1)
            begun = await self.journal.begin(self.state) if newer else None
            if begun is not None and begun.game_number > self.state.game_number:
                self._adopt(begun, is_ours=False)

    async def _write(self, entries_for: Callable[[TableState], list[Entry]], at: float) -> None:
        await self._seen_through(self._write_under_lock(entries_for, at))

    async def _seen_through(self, work: Coroutine[Any, Any, None]) -> None:
        """Whoever asked may be cut off while a commit is under way: it is seen to its end all the same."""
        under_way = self._keep(asyncio.ensure_future(work))
        under_way.add_done_callback(_refusal_of_nobody)
        await asyncio.shield(under_way)

    def _keep(self, work: asyncio.Future[None]) -> asyncio.Future[None]:
        self._work.add(work)
        work.add_done_callback(self._work.discard)
        return work

    async def _write_under_lock(self, entries_for: Callable[[TableState], list[Entry]], at: float) -> None:
        async with self.lock:
            for _ in range(TRIES):
                entries = entries_for(self.state)
                if not entries:
                    return
                state, rows = self._tried(entries, at)
                if await self.journal.append(state.game_number, rows, _outcome(self.state, state)):
                    self._adopt(state, is_ours=True)
                    return
                await self._catch_up()
            raise Refused("busy", "The table was too busy for that; press again.")

    def _tried(self, entries: Sequence[Entry], at: float) -> tuple[TableState, list[Row]]:
        """The state after the entries, and their rows; the table itself is unchanged."""
        state = self.state.branch()
        at = max(at, state.at)  # another process may have a clock that is a little ahead
        rows: list[Row] = []
        for entry in entries:
            number = state.number + 1
            kept = {key: value for key, value in entry.items() if value is not None and value != ""}
            state.fold(number, at, kept)
            rows.append((number, at, json.dumps(kept, separators=(",", ":"))))
        return state, rows

    def _adopt(self, state: TableState, *, is_ours: bool) -> None:
        if state.ended in ("scored", "stopped") and not any(game.number == state.game_number for game in self.past):
            self.past.append(result_of(state))
        self.state = state
        self.arm()
        try:
            self.on_change(is_ours)
        except Exception:  # what is stored is stored: whoever asked for it must not be told otherwise
            log.exception("A change of a table could not be shown")


def _refusal_of_nobody(work: asyncio.Future[None]) -> None:
    """A refusal that nobody waits for any more (a bot has thought better of it) is nothing to complain about."""
    if not work.cancelled():
        work.exception()


def _judged(state: TableState, ask: Ask, asking: Asking) -> list[Entry]:
    try:
        return asks.entries_for(state, ask, asking)
    except RulesError as refusal:
        raise Refused(refusal.code, in_words(refusal, state.game, asking.seat, asking.names)) from None


def result_of(state: TableState) -> GameResult:
    game = state.game
    ice = {player.name: player.ice for player in game.players} if state.ended == "scored" else {}
    return GameResult(state.game_number, game.tab_row, ice)


def _outcome(before: TableState, after: TableState) -> Outcome | None:
    """What the new entries mean for the results, if anything."""
    ended = after.ended if not before.ended or after.ended != before.ended else ""
    left = after.left - before.left
    return Outcome(ended, left, after) if ended or left else None
