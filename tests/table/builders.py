"""How the tests of a live table are set: a hand-wound clock, a list as journal, and a table whose cards are known.

Seats are numbers as text; the names below say who sits there.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from game.asks import Refused
from game.paces import PACES, Pace
from game.record import record_of
from game.rules import HOUSE_DECK, RULES_VERSION, Bottles, Game, Options, Phase, RemainingDrinks, new_game
from game.starting import start_entry
from game.state import Chair, TableState
from game.table import Outcome, Row, Table
from tests.rules.builders import FOUR_DRINKS, SET_UP, board, deck_of, hand

ANDRE, BILL, CLAIRE, DORIS, EDGAR = "01234"
NAMES = {ANDRE: "Andre", BILL: "Bill", CLAIRE: "Claire", DORIS: "Doris", EDGAR: "Edgar"}
SEED = "5eed" * 16
NOON = 1_000_000.0
STEADY = PACES["steady"]


class HandClock:
    """Shows what it was set to."""

    def __init__(self, now: float = NOON) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


class ListJournal:
    """The journal's port on lists: one list of rows a game. Any number of tables may share it."""

    def __init__(
        self,
        start: Mapping[str, Any],
        *,
        chairs: tuple[Chair, ...],
        pace: Pace = STEADY,
        games_agreed: int = 1,
        next_game: float = 60.0,
        clock: HandClock,
        seed: str = SEED,
    ) -> None:
        self.chairs = chairs
        self.pace = pace
        self.games_agreed = games_agreed
        self.next_game = next_game
        self.clock = clock
        self.seed = seed
        self.games: list[list[Row]] = [[(0, clock(), json.dumps(start))]]
        self.outcomes: list[Outcome] = []
        self.trouble: Exception | None = None
        """Raised by the next append."""
        self.is_playing = True
        """False once the match is known to be over or adjourned."""

    async def load(self, game: int, after: int) -> Sequence[Row]:
        return self.games[game - 1][after + 1 :] if game <= len(self.games) else []

    async def append(self, game: int, rows: Sequence[Row], outcome: Outcome | None) -> bool:
        if self.trouble is not None:
            trouble, self.trouble = self.trouble, None
            raise trouble
        stored = self.games[game - 1]
        numbers = [number for number, _, _ in rows]
        assert numbers == list(range(numbers[0], numbers[0] + len(rows))), (
            "the numbers of a commit follow on each other"
        )
        assert numbers[0] <= len(stored), "no number is left out"
        if numbers[0] < len(stored):
            return False
        stored += rows
        if outcome is not None:
            self.outcomes.append(outcome)
            self.is_playing &= outcome.ended not in ("stopped", "adjourned", "closed")
        return True

    async def begin(self, state: TableState | None) -> TableState | None:
        newest = len(self.games)
        if state is None or newest > state.game_number:
            return self.folded(newest)
        if not self.is_playing or state.game_number >= self.games_agreed:
            return None
        entry = start_entry(
            number=newest + 1,
            seed=self.seed_of(newest + 1),
            seats=[chair.seat for chair in self.chairs],
            priority=state.game.tab_row,
            remaining_drinks=state.game.options.remaining_drinks,
            drink_deck=HOUSE_DECK,
            seen=state.seen,
            lines=state.line_count,
            left=sorted(state.left),
            sitting_in=sorted(state.sitting_in),
        )
        self.games.append([(0, self.clock(), json.dumps(entry))])
        return self.folded(newest + 1)

    def seed_of(self, game: int) -> str:
        return self.seed if game == 1 else hashlib.sha256(f"{self.seed}/{game}".encode()).hexdigest()

    def folded(self, game: int, lines_kept: int | None = 60) -> TableState:
        """The state of a game from its rows and nothing else, as a process that has just been started has it."""
        state = TableState(
            chairs=self.chairs,
            pace=self.pace,
            seed=self.seed_of(game),
            games_agreed=self.games_agreed,
            next_game=self.next_game,
            lines_kept=lines_kept,
        )
        for number, at, entry in self.games[game - 1]:
            state.fold(number, at, json.loads(entry))
        return state

    @property
    def entries(self) -> list[dict[str, Any]]:
        """Those of the newest game."""
        return self.entries_of(len(self.games))

    def entries_of(self, game: int) -> list[dict[str, Any]]:
        return [json.loads(entry) for _, _, entry in self.games[game - 1]]

    def kinds(self) -> list[str]:
        return [entry.get("act") or entry["entry"] for entry in self.entries]


class HandWoundTable(Table):
    """Its timer only says when it would ring; the test winds the clock and lets it tick."""

    rings_in: float | None = None

    def _set_timer(self, seconds: float) -> None:
        self.rings_in = seconds


class Sitting:
    """A table that is being played in a test."""

    def __init__(self, journal: ListJournal, clock: HandClock) -> None:
        self.journal = journal
        self.clock = clock
        self.told: list[bool] = []
        """Every word to the listener: whether this table wrote what changed it."""
        self.rows_when_told: list[int] = []
        self.table = HandWoundTable(state=journal.folded(len(journal.games)), journal=journal, now=clock, names=NAMES)
        self.table.on_change = self._listen

    def _listen(self, is_ours: bool) -> None:
        self.told.append(is_ours)
        self.rows_when_told.append(len(self.journal.games[-1]))

    def another(self) -> Sitting:
        """The same table in another process, or in this one after a restart."""
        return Sitting(self.journal, self.clock)

    @property
    def state(self) -> TableState:
        return self.table.state

    @property
    def game(self) -> Game:
        return self.table.state.game

    async def ask(self, seat: str, act: str, *, line: float = 0.0, absent: str = "", **data: object) -> None:
        await self.table.ask(seat, {"act": act, **data}, allowance=line, absent=frozenset(absent.split()))

    async def shout(self, seat: str, at: float, *, line: float = 0.0, **data: object) -> None:
        """A shout that arrives at this time; what is due before it comes about first."""
        await self.until(at)
        await self.ask(seat, "order", line=line, **data)

    async def refusal(self, seat: str, act: str, **data: Any) -> Refused:
        """Nothing is stored and nobody told; the sentence is one."""
        rows, told = len(self.journal.games[-1]), len(self.told)
        with pytest.raises(Refused) as refused:
            await self.ask(seat, act, **data)
        assert (len(self.journal.games[-1]), len(self.told)) == (rows, told)
        sentence = refused.value.sentence
        assert sentence[0].isupper() or sentence[0] in "“"
        assert sentence.endswith(".")
        return refused.value

    async def until(self, when: float) -> None:
        """Let everything come about that is due up to then."""
        while (due := self.state.due) is not None and due.at <= when:
            self.clock.now = max(self.clock.now, due.at)
            before = self.state
            await self.table.tick()
            if self.state is before:
                break
        self.clock.now = max(self.clock.now, when)

    async def wait(self, seconds: float) -> None:
        await self.until(self.clock.now + seconds)

    async def until_phase(self, phase: Phase) -> None:
        for _ in range(200):
            if self.state.phase is phase:
                return
            due = self.state.due
            assert due is not None, f"the table never comes to {phase}"
            await self.until(due.at)
        raise AssertionError(f"the table does not come to {phase}")

    async def until_dealt(self, cards: int) -> None:
        """Until so many cards have been dealt in the game."""
        while self.game.dealt < cards:
            due = self.state.due
            assert due is not None
            await self.until(due.at)

    async def order_of(self, *seats: str) -> None:
        """These shout together, and the window closes."""
        for seat in seats:
            await self.ask(seat, "order")
        assert self.state.window_closes is not None
        await self.until(self.state.window_closes)

    def lines(self) -> list[object]:
        return [line.what for line in self.state.lines]


def chairs_of(seats: Sequence[str], bots: Mapping[str, str] = {}) -> tuple[Chair, ...]:
    return tuple(Chair(seat, bots.get(seat, "")) for seat in sorted(seats))


def sitting(
    priority: str = "01234",
    *,
    deck: str = "frank jasmine kathy mona otto ray",
    dealt: int = 0,
    bottles: Bottles | None = None,
    drinks: Mapping[str, str] = {},
    made: Mapping[str, Sequence[int]] = {},
    mode: RemainingDrinks = RemainingDrinks.ALL_AT_ONCE,
    pace: str = "steady",
    bots: Mapping[str, str] = {},
    games: int = 1,
    next_game: float = 60.0,
) -> Sitting:
    """A game that has just begun: the last of `priority` deals, and `deck` says which cards come first."""
    start = new_game(
        options=Options(mode),
        players=sorted(priority),
        priority=tuple(priority),
        bottles=bottles or board(**SET_UP),
        drinks={seat: hand(drinks.get(seat, FOUR_DRINKS)) for seat in priority},
        deck=deck_of(deck),
        made={seat: tuple(indexes) for seat, indexes in made.items()},
    )
    entry = {
        "entry": "start",
        "rules": RULES_VERSION,
        "game": 1,
        "seen": 0,
        "seed_hash": "not looked at",
        "setup": record_of(start, []),
    }
    clock = HandClock()
    journal = ListJournal(
        entry,
        chairs=chairs_of(priority, bots),
        pace=PACES[pace],
        games_agreed=games,
        next_game=next_game,
        clock=clock,
    )
    return Sitting(journal, clock)


async def dealt(cards: int = 2, priority: str = "01234", **setting: Any) -> Sitting:
    """A table at which so many cards lie, by default one at Frank and one at Jasmine: a bottle can be moved."""
    table = sitting(priority, **setting)
    await table.until_dealt(cards)
    return table


async def moving(taker: str = BILL, *also: str, **setting: Any) -> Sitting:
    """A table at which `taker` has the order; those in `also` shouted at the same time."""
    table = await dealt(**setting)
    await table.order_of(taker, *also)
    assert table.game.order_taker == taker
    return table


async def making(taker: str = BILL, **setting: Any) -> Sitting:
    """A table at which `taker` has just moved a rum from Frank to Jasmine."""
    table = await moving(taker, **setting)
    await table.ask(taker, "move rum frank jasmine")
    assert table.state.phase is Phase.MAKING
    return table
