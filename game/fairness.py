"""Do orders go to whom they should go, whatever the lines? Games simulated on the table's own code and a clock of ours.

Players look at a card when it has come over their line, react in their time, and their shout takes its time to arrive.
Who ought to take the order is told by the reactions alone; who does take it, by the window, which sees only arrivals
and its own pings. Nobody makes a drink here, so a game has as many orders as one likes.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from random import Random
from typing import NamedTuple

from game.asks import Ask, Asking, Entry, Refused, entries_for
from game.clock import entries_due
from game.happenings import VerdictGiven
from game.paces import PACES, Pace
from game.rules import HOUSE_DECK, IllegalAction, Order, Phase, RemainingDrinks, apply, legal_moves
from game.starting import start_entry
from game.state import Chair, TableState
from game.window import ROUND_TRIPS, Line

ORDERS_A_GAME = 20
MOST_SHOUTERS = 4
NEAREST, FARTHEST = 0.020, 0.400
"""Round trips, in seconds."""
JITTER = 0.010
SLOW_LEG_SHARE, SLOWEST_LEG = 0.02, 0.150
SOONEST_REACTION = 0.3
LATEST_REACTION = {"relaxed": 6.0, "steady": 2.0, "brisk": 2.0}
"""From the moment when the card is on the player's own screen."""
PINGS_EVERY = 3.0
MOVE_AFTER = 1.5
SURELY_WITHIN = 0.1
"""Who reacted within the base less this must not be passed over by a lower marker."""
SURELY_LATE = 0.3
"""Who reacted later than the base and this must not take the order."""


class Window(NamedTuple):
    """One order: who took it, and who would have by reactions alone."""

    length: float
    """Seconds from the first arrival to the verdict."""
    is_right: bool
    is_late_win: bool
    shouts: int


class Fairness(NamedTuple):
    """What many windows come to."""

    windows: int = 0
    right: int = 0
    late_wins: int = 0
    longest: float = 0.0
    contested: int = 0
    """Windows in which more than one shout was heard."""

    def with_window(self, window: Window) -> Fairness:
        return Fairness(
            self.windows + 1,
            self.right + window.is_right,
            self.late_wins + window.is_late_win,
            max(self.longest, window.length),
            self.contested + (window.shouts > 1),
        )

    def __add__(self, other: object) -> Fairness:
        assert isinstance(other, Fairness)
        return Fairness(
            self.windows + other.windows,
            self.right + other.right,
            self.late_wins + other.late_wins,
            max(self.longest, other.longest),
            self.contested + other.contested,
        )


def measured(games: int, seed: int) -> dict[str, Fairness]:
    """So many games at each pace."""
    return {name: _measured_at(name, games, seed) for name in PACES}


def _measured_at(name: str, games: int, seed: int) -> Fairness:
    fairness = Fairness()
    for number in range(games):
        game = SimulatedGame(PACES[name], LATEST_REACTION[name], Random(f"{seed}/{name}/{number}"))
        for window in game.windows(ORDERS_A_GAME):
            fairness = fairness.with_window(window)
    return fairness


class Player:
    """Somebody behind a line."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.round_trip = chance.uniform(NEAREST, FARTHEST)
        self.line = Line()
        self.pinged_at = -PINGS_EVERY * ROUND_TRIPS
        self.screen: list[tuple[float, int]] = [(0.0, 0)]
        """When what was on the screen: the number of the newest visible entry."""

    def leg(self) -> float:
        """How long something takes from the server to the player, or back."""
        slow = self.chance.uniform(0, SLOWEST_LEG) if self.chance.random() < SLOW_LEG_SHARE else 0.0
        return self.round_trip / 2 + abs(self.chance.gauss(0, JITTER)) + slow

    def shown(self, seen: int, at: float) -> float:
        """When what the server sends now is on the screen; frames never overtake each other."""
        arrives = max(self.screen[-1][0], at + self.leg())
        self.screen = [*self.screen[-8:], (arrives, seen)]
        return arrives

    def seen_at(self, when: float) -> int:
        return next(seen for arrived, seen in reversed(self.screen) if arrived <= when)

    def allowance(self, now: float, base: float) -> float:
        """By the server's own pings up to now."""
        for _ in range(min(ROUND_TRIPS, int((now - self.pinged_at) / PINGS_EVERY))):
            self.line.measured(self.leg() + self.leg())
        self.pinged_at = now - (now - self.pinged_at) % PINGS_EVERY
        return self.line.allowance(base)


class Shouting(NamedTuple):
    """A shout on its way."""

    arrives: float
    seat: str
    pressed: float


class SimulatedGame:
    def __init__(self, pace: Pace, latest_reaction: float, chance: Random) -> None:
        self.pace = pace
        self.latest_reaction = latest_reaction
        self.chance = chance
        shouters = chance.randint(2, MOST_SHOUTERS)
        # The dealer may not shout, but where two play.
        seats = [str(number) for number in range(shouters + (shouters > 2 or chance.random() < 0.5))]
        self.players = {seat: Player(chance) for seat in seats}
        seed = f"{chance.getrandbits(256):064x}"
        self.state = TableState(
            chairs=tuple(Chair(seat, "") for seat in seats), pace=pace, seed=seed, games_agreed=1, next_game=0.0
        )
        mode = RemainingDrinks.ALL_AT_ONCE
        entry = start_entry(number=1, seed=seed, seats=seats, priority=(), remaining_drinks=mode, drink_deck=HOUSE_DECK)
        self.state.fold(0, 0.0, entry)
        self.under_way: list[Shouting] = []
        self.reactions: dict[str, float] = {}
        """Of those who reacted to the card that made an order possible, and were not told that it is none."""

    def windows(self, number: int) -> Iterator[Window]:
        while number:
            due = self.state.due
            assert due is not None
            if self.under_way and self.under_way[0].arrives <= due.at:
                self._shout(heappop(self.under_way))
            elif due.what == "lapse":
                self._move(self.state.phase_from + MOVE_AFTER)
            elif due.what == "close_orders":
                yield self._close(due.at)
                number -= 1
            else:
                self._store(entries_due(self.state, due), due.at)
                self._react(due.at)

    def _store(self, entries: list[Entry], at: float) -> None:
        for entry in entries:
            self.state.fold(self.state.number + 1, max(at, self.state.at), entry)

    def _react(self, at: float) -> None:
        """Something new is on the screens; if an order is possible for the first time, everybody wants it."""
        state = self.state
        arrivals = {seat: player.shown(state.seen, at) for seat, player in self.players.items()}
        if state.phase is not Phase.DEALING or self.under_way:
            return
        for seat, arrival in arrivals.items():
            if self._may_order(seat):
                reaction = self.chance.uniform(SOONEST_REACTION, self.latest_reaction)
                self.reactions[seat] = reaction
                pressed = arrival + reaction
                heappush(self.under_way, Shouting(pressed + self.players[seat].leg(), seat, pressed))

    def _may_order(self, seat: str) -> bool:
        try:
            apply(self.state.game, Order(seat))
        except IllegalAction:
            return False
        return True

    def _shout(self, shout: Shouting) -> None:
        seat, now = shout.seat, shout.arrives
        player = self.players[seat]
        asking = Asking(seat, now, player.allowance(now, self.pace.base), frozenset(), {})
        try:
            ask = Ask("order", {}, player.seen_at(shout.pressed), "")
            self._store(entries_for(self.state, ask, asking), now)
        except IllegalAction:  # a fourth card has cleared what the shout was for (A3, A4)
            self.reactions.pop(seat, None)
        except Refused:  # too late: an order has been settled since
            pass

    def _close(self, at: float) -> Window:
        state, opened, shouts = self.state, self.state.shouts[0].arrived, len(self.state.shouts)
        priority, reactions = state.game.priority, self.reactions
        due = state.due
        assert due is not None
        self._store(entries_due(state, due), at)
        told = state.lines[-1].what
        assert isinstance(told, VerdictGiven)
        first = min(reactions.values())
        within = [seat for seat, time in reactions.items() if time <= first + self.pace.base - SURELY_WITHIN]
        highest = min(map(priority.index, within))
        is_late_win = reactions[told.taker] > first + self.pace.base + SURELY_LATE
        self._react(at)
        self.reactions = {}
        return Window(at - opened, priority.index(told.taker) <= highest, is_late_win, shouts)

    def _move(self, at: float) -> None:
        game = self.state.game
        assert game.order_taker is not None
        move = self.chance.choice(legal_moves(game))
        words = {"liquor": move.liquor.word, "giver": move.giver.word, "receiver": move.receiver.word}
        asking = Asking(game.order_taker, at, 0.0, frozenset(), {})
        self._store(entries_for(self.state, Ask("move", dict(words), None, ""), asking), at)
        self._react(at)
