"""Games step by step: what the table looked like after each thing that everybody could see. Pure.

The steps of a game played here are a fold of its journal. A record `lastcall/1` from anywhere is first turned into
the entries that such a game would have had, so both are shown and told alike.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from typing import Any, NamedTuple

from game.happenings import Line
from game.paces import PACES
from game.record import read_record, record_of
from game.rules import (
    RULES_VERSION,
    Action,
    Bartender,
    CloseOrders,
    Game,
    MakeDrink,
    MoveBottle,
    Options,
    Pass,
    Phase,
    RemainingDrinks,
    RulesError,
    apply,
    as_dict,
    parse,
)
from game.state import Chair, Proposal, TableState

LINES_SHOWN = 8
"""So many lines before a step are kept with it: the newest that says anything is shown on the board."""
MOST_ACTIONS = 20_000
"""A record with more is no game that people played: dealing for fifteen hours makes as many."""

Entry = Mapping[str, Any]


class TooLong(ValueError):
    """The record has more actions than are looked at."""


class Frame(NamedTuple):
    """The table after one step. What is not here is the same in all frames of a replay, or shown to nobody."""

    game: Game
    at: float
    """Seconds since 1970, or since the beginning of an imported game."""
    lines: int
    """How many lines of the log had been told by then."""
    touched: frozenset[Bartender]
    hold_until: float
    ended: str
    left: frozenset[str]
    sitting_in: frozenset[str]
    proposal: Proposal | None


class Replay(NamedTuple):
    """A game from its set-up (step 0) to its last step. Players are named by their seat numbers."""

    frames: tuple[Frame, ...]
    lines: tuple[Line, ...]
    end: TableState
    refusal: RulesError | None = None
    """Why an imported game goes no further."""
    refused_at: int | None = None
    """The number of the refused action in its record."""

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self.frames) - 1

    def state_at(self, step: int) -> TableState:
        """The table after this step, with the last few lines of its log."""
        frame = self.frames[step]
        state = copy(self.end)
        state.game, state.at, state.touched, state.hold_until = frame.game, frame.at, frame.touched, frame.hold_until
        state.ended, state.left, state.sitting_in = frame.ended, frame.left, frame.sitting_in
        state.proposal = frame.proposal
        state.lines = deque(self.lines[max(0, frame.lines - LINES_SHOWN) : frame.lines])
        return state

    def lines_of(self, step: int) -> tuple[Line, ...]:
        """What came about in this step."""
        return self.lines[self.frames[step - 1].lines if step else 0 : self.frames[step].lines]


def replay_of_rows(rows: Iterable[tuple[int, float, str]], chairs: tuple[Chair, ...], games_agreed: int) -> Replay:
    """The steps of a journal up to the end of its game; UnknownRules where it was played under rules not here."""
    state = _fresh(chairs, games_agreed)
    return _recorded(state, ((number, at, json.loads(text)) for number, at, text in rows))


def replay_of_record(document: object, *, number: int = 1, games_agreed: int = 1) -> Replay:
    """The steps of a record; InvalidSetup where it is none, TooLong where it has more actions than are looked at.

    An action that the rules refuse ends it there, and `refusal` says why. A `result` in the record is not looked at.
    """
    record = read_record(document)
    if len(record.actions) > MOST_ACTIONS:
        raise TooLong(f"This record has more than {MOST_ACTIONS} actions; no game has so many.")
    assert isinstance(document, dict), "a record is an object"
    seats = {name: str(seat) for seat, name in enumerate(record.start.names)}
    state = _fresh(tuple(Chair(seat, "") for seat in seats.values()), games_agreed)
    state.fold(0, 0.0, _start_entry(record.start, seats, number, document.get("seed_hash", "")))
    frames = [_frame(state)]
    for at, data in enumerate(record.actions):
        try:
            entries = _entries_for(parse(data, seats), state.game, seats)
            for moment, entry in _timed(data, entries, state.at):
                lines = state.line_count
                state.fold(state.number + 1, moment, entry)
                if state.line_count != lines:
                    frames.append(_frame(state))
        except RulesError as refusal:
            return Replay(tuple(frames), tuple(state.lines), state, refusal, at)
    return Replay(tuple(frames), tuple(state.lines), state)


def replay_of_plan(replay: Replay, step: int, player: str, plan: Sequence[Entry]) -> Replay:
    """From that step on: what if this player, whose turn it is after last call, had done this, all in one turn?"""
    state = replay.state_at(step)
    # One drink at a time, the turn would end with the first drink; the plan is for a player whom nobody disturbs.
    state.game = state.game._replace(options=Options(RemainingDrinks.ALL_AT_ONCE))
    state.lines = deque(replay.lines_of(step)[-1:])
    state.ended = ""
    actions = ((state.number + 1, state.at, {**action, "player": player}) for action in plan)
    return _recorded(state, actions, frames=[_frame(state)])


def chairs_in(rows: Sequence[tuple[int, float, str]]) -> tuple[Chair, ...]:
    """Who sits there by the journal's first entry, which does not say who is a bot."""
    return tuple(Chair(seat, "") for seat in json.loads(rows[0][2])["setup"]["players"])


def _fresh(chairs: tuple[Chair, ...], games_agreed: int) -> TableState:
    return TableState(
        chairs=chairs, pace=PACES["steady"], seed="", games_agreed=games_agreed, next_game=0.0, lines_kept=None
    )


def _recorded(state: TableState, entries: Iterable[tuple[int, float, Entry]], frames: Iterable[Frame] = ()) -> Replay:
    """A step for each entry that told anything, until the game is over: what follows belongs to the pause after it."""
    steps = list(frames)
    for number, at, entry in entries:
        told = state.line_count if steps else -1
        state.fold(number, at, entry)
        if state.line_count != told:
            steps.append(_frame(state))
        if state.ended:
            break
    return Replay(tuple(steps), tuple(state.lines), state)


def _frame(state: TableState) -> Frame:
    return Frame(
        game=state.game,
        at=state.at,
        lines=len(state.lines),
        touched=state.touched,
        hold_until=state.hold_until,
        ended=state.ended,
        left=state.left,
        sitting_in=state.sitting_in,
        proposal=state.proposal,
    )


# -- a record's actions as the entries of a table's journal --


def _start_entry(start: Game, seats: Mapping[str, str], number: int, seed_hash: str) -> Entry:
    return {
        "entry": "start",
        "rules": RULES_VERSION,
        "setup": record_of(start, (), names=seats),
        "game": number,
        "seed_hash": seed_hash,
        "seen": 0,
    }


def _entries_for(action: Action, game: Game, seats: Mapping[str, str]) -> Iterator[Entry]:
    """The entries that this action makes at a table, where a making step is held open until it is closed.

    In a record a making step ends by itself. RulesError where the game of the record refuses the action.
    """
    named = _seated(action, seats)
    strict = apply(game._replace(holds_making_open=False), named)
    yield as_dict(named)
    if isinstance(named, CloseOrders):
        counted = [[player, 0.0] for player in game.shouted]
        yield {"entry": "verdict", "taker": strict.order_taker, "counted": counted, "late": [], "until": 0.0}
    may_end_making = game.phase in (Phase.MOVING, Phase.MAKING) and isinstance(named, MoveBottle | MakeDrink | Pass)
    if may_end_making and strict.phase is not Phase.MAKING:
        yield {"act": "close_making"}


def _seated(action: Action, seats: Mapping[str, str]) -> Action:
    player = getattr(action, "player", None)
    return action if player is None else action._replace(player=seats[player])  # type: ignore[call-arg]


def _timed(data: object, entries: Iterable[Entry], before: float) -> Iterator[tuple[float, Entry]]:
    at = data.get("at", before) if isinstance(data, dict) else before
    return ((max(before, float(at)), entry) for entry in entries)
