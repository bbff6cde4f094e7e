"""Games as a live table would have written them, played by bots on a clock that only exists in this file.

The journal holds what it holds of a game between people: shouts with their times, verdicts, drinks, passes. Cards come
from a seed, so that such a game can be replayed, verified and analysed like any other.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from game import fair
from game.bots import make_bot
from game.bots.bot import Bot
from game.clock import entries_due
from game.paces import PACES
from game.rules import (
    DrinkCard,
    Kind,
    LegalMove,
    MakeDrink,
    MoveBottle,
    Pass,
    Phase,
    as_dict,
    view_for,
)
from game.starting import start_entry
from game.state import Chair, TableState, shout_entry
from game.window import Shout

MOST_ENTRIES = 20_000
SHOUTS = 0.2
"""How often somebody shouts at a card. To ask the bots whether they want the order would take most of the time."""
Entry = dict[str, Any]


class MadeUpGame(NamedTuple):
    rows: list[tuple[int, float, str]]
    """The journal: number, seconds since 1970, JSON."""
    state: TableState
    """At the end of the game."""


def made_up_game(
    *,
    number: int,
    games_agreed: int,
    seed: str,
    seats: int,
    pace: str,
    remaining_drinks: str,
    drink_deck: dict[Kind, tuple[DrinkCard, ...]],
    priority: Sequence[str],
    began_at: float,
    level: str = "rookie",
) -> MadeUpGame:
    """Game `number` of a match, from its first entry to the last. `priority` is the tab row before it, or empty."""
    chairs = tuple(Chair(str(seat), "") for seat in range(seats))
    state = TableState(
        chairs=chairs, pace=PACES[pace], seed=seed, games_agreed=games_agreed, next_game=30.0, lines_kept=0
    )
    table = _Table(state, make_bot(level))
    table.write(
        began_at,
        start_entry(
            number=number,
            seed=seed,
            seats=[chair.seat for chair in chairs],
            priority=priority,
            remaining_drinks=remaining_drinks,
            drink_deck=drink_deck,
        ),
    )
    table.play()
    return MadeUpGame(table.rows, state)


class _Table:
    def __init__(self, state: TableState, bot: Bot) -> None:
        self.state = state
        self.bot = bot
        self.rows: list[tuple[int, float, str]] = []
        self.chance = Random(f"{state.seed}/made up")
        self.line = {chair.seat: self.chance.uniform(0.02, 0.3) for chair in state.chairs}
        """Everybody's round trip in seconds."""

    def write(self, at: float, *entries: Entry) -> None:
        for entry in entries:
            at = round(max(at, self.state.at), 3)
            number = self.state.number + 1
            self.state.fold(number, at, entry)
            self.rows.append((number, at, json.dumps(entry, separators=(",", ":"))))

    def play(self) -> None:
        while not self.state.ended:
            if len(self.rows) > MOST_ENTRIES:
                raise RuntimeError(f"The game with the seed {self.state.seed} does not come to its end.")
            match self.state.phase:
                case Phase.DEALING:
                    self._deal_and_shout()
                case Phase.MOVING:
                    self._move()
                case Phase.MAKING:
                    self._make()
                case _:
                    self._take_turn_step()

    def _deal_and_shout(self) -> None:
        """Whoever wants the order shouts when they have reacted, if the next card is not there before."""
        state = self.state
        for at, seat in sorted(self._shouts()):
            due = state.due
            assert due is not None
            if at >= due.at:
                break
            self.write(at, shout_entry(state, Shout(seat, round(at, 3), round(self.line[seat], 3)), f"{at:.3f}"))
        self._do_what_is_due()

    def _shouts(self) -> Iterator[tuple[float, str]]:
        """When each who wants the order is heard: a reaction and a round trip after the card."""
        state = self.state
        for name in state.game.names:
            if self.chance.random() >= SHOUTS:
                continue
            view = view_for(state.game, name)
            if view.may.order:
                yield state.pause_from + self.bot.reaction(state.pace.base, self.chance) + self.line[name], name

    def _move(self) -> None:
        name = self.state.game.order_taker
        assert name is not None
        move = self.bot.choose_move(view_for(self.state.game, name), self.chance)
        if move is None:
            self._do_what_is_due()
        else:
            self.write(self._after_thinking(), as_dict(MoveBottle(name, *move)))

    def _make(self) -> None:
        """All decide at once; whoever is done first acts first. Then the step ends as the clock says."""
        times = sorted((self._after_thinking(), name) for name in self.state.game.names)
        for at, name in times:
            if self.state.phase is not Phase.MAKING:
                return
            for make in self.bot.choose_makes(view_for(self.state.game, name), self.chance):
                self.write(at, as_dict(MakeDrink(name, make.drink, make.bartender)))
            self.write(at, as_dict(Pass(name)))
        self._do_what_is_due()

    def _take_turn_step(self) -> None:
        name = self.state.game.turn
        assert name is not None
        step = self.bot.choose_turn_step(view_for(self.state.game, name), self.chance)
        at = self.state.at + self.bot.thinking(Phase.LAST_CALL, self.chance)
        action = MoveBottle(name, *step) if isinstance(step, LegalMove) else MakeDrink(name, step.drink, step.bartender)
        self.write(at, as_dict(action))

    def _after_thinking(self) -> float:
        return self.state.phase_from + self.bot.thinking(self.state.phase, self.chance)

    def _do_what_is_due(self) -> None:
        due = self.state.due
        assert due is not None
        self.write(due.at, *entries_due(self.state, due))


def seed_of(*parts: object) -> str:
    """A game's seed that follows from a whole history's seed."""
    return fair.seed_hash("/".join(map(str, parts)).encode().hex())
