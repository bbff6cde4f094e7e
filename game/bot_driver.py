"""Bots at a live table: they see one player's view, take their time, and press the same buttons as people.

Every process that holds the table drives them alike: their chance comes from the game's secret seed, so all of them
come to the same choice at the same moment, and the journal takes it once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import TypeVar

from game import fair
from game.asks import Refused
from game.bots import make_bot
from game.rules import LegalMake, LegalMove, Phase, RulesError, View, view_for
from game.solver import prepare
from game.state import TableState
from game.table import Table

log = logging.getLogger(__name__)
T = TypeVar("T")

_thoughts = ThreadPoolExecutor(max_workers=2, thread_name_prefix="bots", initializer=prepare)
"""Bots think here, off the event loop; the tables of the solver are filled before the first thought."""

Turn = tuple[object, ...]
"""What a bot is busy with: a new one replaces the thought about the old one."""


class BotDriver:
    def __init__(self, table: Table) -> None:
        self.table = table
        self.busy: dict[str, tuple[Turn, asyncio.Task[None]]] = {}

    def wake(self) -> None:
        """The state has changed: let every bot whose business changed with it think anew."""
        if self.table.is_closed:
            return
        state = self.table.state
        for chair in state.chairs:
            turn = _turn_of(state, chair.seat)
            known = self.busy.get(chair.seat)
            if known is not None and known[0] == turn:
                continue
            if known is not None:
                known[1].cancel()
                del self.busy[chair.seat]
            if turn is not None:
                task = asyncio.get_running_loop().create_task(self._play(chair.seat, turn))
                self.busy[chair.seat] = (turn, task)

    def stop(self) -> None:
        for _, task in self.busy.values():
            task.cancel()
        self.busy.clear()

    async def _play(self, seat: str, turn: Turn) -> None:
        try:
            await self._do(seat, turn)
        except (Refused, RulesError) as refusal:
            log.debug("A bot was refused: %s", refusal.code)
        except Exception:
            log.exception("A bot could not play")

    async def _do(self, seat: str, turn: Turn) -> None:
        state = self.table.state
        bot = make_bot(state.bot_at(seat))
        chance = fair.chance(state.seed, f"bot/{seat}/{turn}")
        view = view_for(state.game, seat)
        match state.phase:
            case Phase.DEALING:
                if await _think(bot.wants_order, view, chance):
                    reaction = bot.reaction(state.pace.base, chance)
                    await self._until(state.pause_from + reaction * state.pace.scale)
                    await self._press(seat, "order")
            case Phase.MOVING:
                move = await _think(bot.choose_move, view, chance)
                await self._take_time(state, bot.thinking(state.phase, chance))
                await self._press(seat, "lapse" if move is None else _move(move))
            case Phase.MAKING:
                makes = await _think(bot.choose_makes, view, chance)
                await self._take_time(state, bot.thinking(state.phase, chance))
                for make in makes:
                    await self._press(seat, _make(make))
                await self._press(seat, "pass")
            case Phase.LAST_CALL:
                step = await _think(bot.choose_turn_step, view, chance)
                await self._take_time(state, bot.thinking(state.phase, chance), state.at)
                await self._press(seat, _move(step) if isinstance(step, LegalMove) else _make(step))

    async def _take_time(self, state: TableState, seconds: float, since: float | None = None) -> None:
        await self._until((state.phase_from if since is None else since) + seconds * state.pace.scale)

    async def _until(self, when: float) -> None:
        await asyncio.sleep(max(0.0, when - self.table.now()))

    async def _press(self, seat: str, act: str) -> None:
        """A shout without allowance: a bot's line has no delay."""
        await self.table.ask(seat, {"act": act}, allowance=0.0)


def _turn_of(state: TableState, seat: str) -> Turn | None:
    """What this seat's bot has to think about now; None when nothing, or when no bot plays the seat."""
    level = state.bot_at(seat)
    if not level or state.ended:
        return None
    game = state.game
    match state.phase:
        case Phase.DEALING if state.window_closes is None or all(shout.player != seat for shout in state.shouts):
            return ("deal", level, game.dealt, state.pauses) if view_for(game, seat).may.order else None
        case Phase.MOVING if game.order_taker == seat:
            return "move", level, state.game_number, state.settled_seen, game.player(seat).lapses
        case Phase.MAKING if seat not in game.passed:
            return "make", level, state.game_number, state.phase_from
        case Phase.LAST_CALL if game.turn == seat:
            return "turn", level, state.game_number, state.seen
        case _:
            return None


def _move(move: LegalMove) -> str:
    return f"move {move.liquor.word} {move.giver.word} {move.receiver.word}"


def _make(make: LegalMake) -> str:
    return f"make {make.drink} {make.bartender.word}"


async def _think(choose: Callable[[View, Random], T], view: View, chance: Random) -> T:
    return await asyncio.get_running_loop().run_in_executor(_thoughts, choose, view, chance)
