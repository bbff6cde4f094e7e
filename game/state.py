"""The state of a table: the fold of one game's journal. Pure: no clock, no chance, no Django.

An entry is a JSON object. One with `act` is a rule action as in the game record, its players named by seat number;
the others are named by `entry`:

| entry | what it says |
| --- | --- |
| start | the set-up of the game: always number 0 |
| shout | a shout arrived (hidden until its window closes) |
| verdict | the window closed; the `order` and `close_orders` actions before it were appended with it |
| hurry | the dealer pressed "deal now" (hidden) |
| hold | a player holds the deal |
| sit_in, back, left | a bot plays on for an absent person; the person is back; the person left for good |
| propose, agree, refuse | a proposal to end the game unscored or to adjourn the match, and its answers |
| stopped, adjourned, closed | the game ended unscored; the match is adjourned; the match ended for want of people |
| ready | a person is ready for the next game |

A `pass` is hidden too, and so are the orders of a window, which the verdict tells. The other actions, the verdict, a
hold, and a game's begin and end are visible and counted: the count is what a page names as the newest thing it has
seen, so that hidden entries leave no gap in it. What concerns only who sits there is told in the log, but not counted:
a move is not too old because somebody came back meanwhile.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Mapping
from copy import copy
from typing import Any, NamedTuple

from game import happenings as told
from game.happenings import Happening, Line
from game.paces import HOLD, SOONEST_DEAL, SPREAD, Pace, deal_interval, surprise
from game.record import read_record
from game.rules import (
    RULES_VERSION,
    Action,
    Bartender,
    BottleMoved,
    CardRevealed,
    DrinkMade,
    Game,
    LastCallDeclared,
    MakingPassed,
    OrderShouted,
    Phase,
    TurnBegan,
    apply,
    is_making_done,
    parse,
)
from game.window import Shout, Verdict, closes_at

LINES_KEPT = 60
PRESSES_KEPT = 200
QUIET_FACTS = (OrderShouted, MakingPassed)
"""Facts that make no line: the verdict tells of the shouts, and nothing tells who passed (A19)."""


class UnknownRules(Exception):
    """The journal was written under rules that this program does not have."""


class Chair(NamedTuple):
    """Who sits where, as far as the fold needs to know."""

    seat: str
    bot: str
    """The bot's level, '' for a person."""


class Proposal(NamedTuple):
    what: str
    by: str
    agreed: frozenset[str]


class Due(NamedTuple):
    """What the clock does next, and when."""

    at: float
    what: str
    """deal, close_orders, lapse, close_making, turn or next_game."""


class TableState:
    """Changed only by `fold`; `branch` gives a copy to try entries on."""

    def __init__(
        self,
        *,
        chairs: tuple[Chair, ...],
        pace: Pace,
        seed: str,
        games_agreed: int,
        next_game: float,
        lines_kept: int | None = LINES_KEPT,
    ) -> None:
        self.chairs = chairs
        self.pace = pace
        self.seed = seed
        self.games_agreed = games_agreed
        self.next_game_seconds = next_game

        self.number = -1
        self.at = 0.0
        self.newest_by: str | None = None
        """Whose the newest entry is; None for the clock's."""
        self.seen = 0
        """How many visible entries there have been in the match."""
        self.game: Game
        self.start: Game
        self.game_number = 0
        self.began_at = 0.0

        self.pause_from = 0.0
        """When the wait for the next card began."""
        self.card_at = 0.0
        self.pauses = 0
        self.hurried_at: float | None = None
        self.hold_until = 0.0
        self.phase_from = 0.0
        self.house_from = 0.0
        """`phase_from` of the turn that the house finishes or finished."""
        self.holds: Counter[str] = Counter()
        self.reshuffles = 0
        self.reshuffles_since_order = 0

        self.shouts: tuple[Shout, ...] = ()
        self.window_closes: float | None = None
        self.settled_seen = 0
        """What `seen` was when the newest order was settled: an older shout is too late."""
        self.settled_until: float | None = None
        """The fair time until which a shout would have counted for it; None before the first order of a game."""
        self.verdict: Verdict | None = None

        self.sitting_in: frozenset[str] = frozenset()
        self.left: frozenset[str] = frozenset()
        self.bot_played: frozenset[str] = frozenset()
        """People for whom a bot has moved a bottle or made a drink in this game."""
        self.proposal: Proposal | None = None
        self.ready: frozenset[str] = frozenset()
        self.ended = ""
        """'', `scored`, `stopped`, `adjourned` or `closed`."""

        self.seed_hash = ""
        self.presses: deque[str] = deque(maxlen=PRESSES_KEPT)
        self.lines: deque[Line] = deque(maxlen=lines_kept)
        self.line_count = 0
        self.touched: frozenset[Bartender] = frozenset()
        """Bartenders in the newest visible entry."""
        self.orders_taken: Counter[str] = Counter()
        self.drinks_in_play: Counter[str] = Counter()
        self.caller: str | None = None

    def branch(self) -> TableState:
        twin = copy(self)
        for name in ("holds", "presses", "lines", "orders_taken", "drinks_in_play"):
            setattr(twin, name, getattr(self, name).copy())
        return twin

    # -- the fold --

    def fold(self, number: int, at: float, entry: Mapping[str, Any]) -> None:
        """Take in the entry with this journal number; RulesError when the rules refuse its action."""
        self.number = number
        self.at = at
        self.newest_by = entry.get("player")
        if press := entry.get("press"):
            self.presses.append(press)
        if "act" in entry:
            self._fold_action(at, entry)
        else:
            getattr(self, "_fold_" + entry["entry"])(at, entry)

    def _fold_start(self, at: float, entry: Mapping[str, Any]) -> None:
        if entry["rules"] != RULES_VERSION:
            raise UnknownRules(f"This game was played under rules version {entry['rules']}, which is not here.")
        # A making step is held open, so that its end does not tell who could still make a drink (A19).
        self.start = self.game = read_record(entry["setup"]).start._replace(holds_making_open=True)
        self.game_number = entry["game"]
        self.seed_hash = entry["seed_hash"]
        self.seen = entry["seen"]
        self.left = frozenset(entry.get("left", ()))
        self.sitting_in = frozenset(entry.get("sitting_in", ()))
        self.line_count = entry.get("lines", 0)
        self.began_at = self.phase_from = self.pause_from = self.card_at = at
        self._tell(at, told.GameBegan(self.game_number, self.games_agreed, self.game.priority[-1]))
        self.settled_seen = self.seen

    def _fold_action(self, at: float, entry: Mapping[str, Any]) -> None:
        before = self.game
        action = action_in(entry, before.names)
        if entry.get("by") == "house" and self.house_from != self.phase_from:
            self.house_from = self.phase_from
            self._line(at, told.TimeRanOut(entry["player"], "turn"))
        self.game = apply(before, action)
        self._keep_time(at, before)
        self._keep_count()
        act = entry["act"]
        if act in ("move", "make") and entry["player"] in self.left | self.sitting_in:
            self.bot_played |= {entry["player"]}
        if act in ("pass", "order", "close_orders"):
            return  # hidden; the verdict that comes with an order is what is seen of it
        if entry.get("by") == "clock" and act == "lapse":
            self._line(at, told.TimeRanOut(entry["player"], "order"))
        self._tell(at, *(fact for fact in self.game.happened if not isinstance(fact, QUIET_FACTS)))

    def _fold_shout(self, at: float, entry: Mapping[str, Any]) -> None:
        shout = Shout(entry["player"], entry["arrived"], entry["allowance"])
        if self.window_closes is None:
            self.window_closes = entry["closes"]
        self.shouts += (shout,)

    def _fold_verdict(self, at: float, entry: Mapping[str, Any]) -> None:
        self.verdict = Verdict(_pairs(entry["counted"]), _pairs(entry["late"]))
        self.settled_until = entry["until"]
        self.shouts, self.window_closes = (), None
        self.reshuffles_since_order = 0
        self._tell(at, told.VerdictGiven(entry["taker"], *self.verdict))
        self.settled_seen = self.seen

    def _fold_hurry(self, at: float, entry: Mapping[str, Any]) -> None:
        self.hurried_at = at

    def _fold_hold(self, at: float, entry: Mapping[str, Any]) -> None:
        self.holds[entry["player"]] += 1
        self.hold_until = at + HOLD * self.pace.scale
        self._tell(at, told.DealHeld(entry["player"]))

    def _fold_sit_in(self, at: float, entry: Mapping[str, Any]) -> None:
        self.sitting_in |= {entry["player"]}
        self._line(at, told.BotSatIn(entry["player"], entry.get("by", "")))

    def _fold_back(self, at: float, entry: Mapping[str, Any]) -> None:
        self.sitting_in -= {entry["player"]}
        self._line(at, told.PersonCameBack(entry["player"]))

    def _fold_left(self, at: float, entry: Mapping[str, Any]) -> None:
        self.left |= {entry["player"]}
        self.sitting_in -= {entry["player"]}
        self._line(at, told.PersonLeft(entry["player"]))

    def _fold_propose(self, at: float, entry: Mapping[str, Any]) -> None:
        self.proposal = Proposal(entry["what"], entry["player"], frozenset({entry["player"]}))
        self._line(at, told.Proposed(entry["player"], entry["what"]))

    def _fold_agree(self, at: float, entry: Mapping[str, Any]) -> None:
        if self.proposal is not None:
            self.proposal = self.proposal._replace(agreed=self.proposal.agreed | {entry["player"]})

    def _fold_refuse(self, at: float, entry: Mapping[str, Any]) -> None:
        if self.proposal is not None:
            self._line(at, told.ProposalRefused(entry["player"], self.proposal.what))
        self.proposal = None

    def _fold_stopped(self, at: float, entry: Mapping[str, Any]) -> None:
        self._end(at, "stopped", told.GameStopped())

    def _fold_adjourned(self, at: float, entry: Mapping[str, Any]) -> None:
        self._end(at, "adjourned", told.MatchAdjourned())

    def _fold_closed(self, at: float, entry: Mapping[str, Any]) -> None:
        self._end(at, "closed", told.MatchClosed())

    def _fold_ready(self, at: float, entry: Mapping[str, Any]) -> None:
        self.ready |= {entry["player"]}

    def _end(self, at: float, how: str, happening: Happening) -> None:
        self.ended = how
        self.proposal = None
        self.shouts, self.window_closes = (), None
        self.phase_from = at
        self._tell(at, happening)

    def _keep_time(self, at: float, before: Game) -> None:
        has_passed_on = self.game.order_taker != before.order_taker
        is_new_turn = any(isinstance(fact, TurnBegan) for fact in self.game.happened)
        if self.game.phase is not before.phase or has_passed_on or is_new_turn:
            self.phase_from = at
        if self.game.dealt != before.dealt or (
            self.game.phase is Phase.DEALING and before.phase not in (Phase.DEALING, Phase.ORDERING)
        ):
            self.pause_from = at
            self.pauses += 1
            self.hurried_at = None
            self.hold_until = 0.0
        if self.game.dealt != before.dealt:
            self.card_at = at
        if len(self.game.deck) > len(before.deck):
            self.reshuffles += 1
            self.reshuffles_since_order += 1
        if self.game.phase is Phase.OVER:
            self.ended = "scored"
            self.proposal = None

    def _keep_count(self) -> None:
        is_in_play = self.caller is None
        for fact in self.game.happened:
            if isinstance(fact, BottleMoved) and is_in_play:
                self.orders_taken[fact.player] += 1
            elif isinstance(fact, DrinkMade) and is_in_play:
                self.drinks_in_play[fact.player] += 1
            elif isinstance(fact, LastCallDeclared):
                self.caller = fact.player

    def _tell(self, at: float, *what: Happening) -> None:
        """A visible entry: it counts, and its facts become lines."""
        self.seen += 1
        self.touched = frozenset(bartender for happening in what for bartender in _bartenders_in(happening))
        for happening in what:
            self._line(at, happening)

    def _line(self, at: float, what: Happening) -> None:
        self.line_count += 1
        self.lines.append(Line(self.line_count, self.number, at, what))

    # -- what follows from it --

    def lines_after(self, number: int) -> list[Line]:
        """The kept lines of the log that follow line number `number`, oldest first."""
        return [line for line in self.lines if line.number > number]

    @property
    def phase(self) -> Phase:
        return Phase.OVER if self.ended else self.game.phase

    @property
    def is_match_over(self) -> bool:
        is_last = self.game_number >= self.games_agreed
        return self.ended in ("stopped", "adjourned", "closed") or (self.ended == "scored" and is_last)

    @property
    def people(self) -> frozenset[str]:
        """Seats whose person has not left for good."""
        return frozenset(chair.seat for chair in self.chairs if not chair.bot) - self.left

    @property
    def people_playing(self) -> frozenset[str]:
        """Seats played by their person at this moment."""
        return self.people - self.sitting_in

    def must_agree(self, what: str) -> frozenset[str]:
        """Whose agreement a proposal needs: to end a game that of those at the table, to adjourn that of everybody."""
        return self.people_playing if what == "end_game" else self.people

    def bot_at(self, seat: str) -> str:
        """The level of the bot that plays this seat now; '' when its person does."""
        level = next(chair.bot for chair in self.chairs if chair.seat == seat)
        return level or ("regular" if seat in self.left or seat in self.sitting_in else "")

    @property
    def card_due(self) -> float:
        """When the next card falls, by the secret generator; a shout that is open keeps it back."""
        label = f"{self.game.dealt}/{self.pauses}"
        due = self.pause_from + deal_interval(self.pace, self.seed, label)
        if self.hold_until:
            after_hold = deal_interval(self.pace, self.seed, "hold/" + label) - (1 - SPREAD) * self.pace.deal
            due = max(due, self.hold_until + after_hold)
        if self.hurried_at is not None:
            soonest = max(self.hurried_at, self.card_at + SOONEST_DEAL * self.pace.scale, self.hold_until)
            due = min(due, soonest + surprise(self.pace, self.seed, "hurry/" + label))
        return due

    @property
    def deadline(self) -> float | None:
        """When the time of the one who must act is up; None where there is none or where nobody may know it."""
        lengths = {Phase.MOVING: self.pace.move, Phase.MAKING: self.pace.making, Phase.LAST_CALL: self.pace.turn}
        if self.phase is Phase.OVER:
            return None if self.is_match_over else self.phase_from + self.next_game_seconds
        length = lengths.get(self.phase)
        return None if length is None else self.phase_from + length

    @property
    def due(self) -> Due | None:
        """What the clock does next. Follows from the state alone: every process arms the same timer."""
        if self.is_match_over:
            return None
        deadline = self.deadline
        if self.phase is Phase.OVER:
            assert deadline is not None
            are_all_ready = bool(self.people_playing) and self.people_playing <= self.ready
            return Due(min(deadline, self.at) if are_all_ready else deadline, "next_game")
        if self.window_closes is not None:
            return Due(self.window_closes, "close_orders")
        if self.phase is Phase.DEALING:
            return Due(self.card_due, "deal")
        assert deadline is not None
        if self.phase is Phase.MAKING:
            if is_making_done(self.game):
                deadline = max(self.phase_from + self.pace.least_making, min(deadline, self.at))
            return Due(deadline, "close_making")
        return Due(deadline, {Phase.MOVING: "lapse", Phase.LAST_CALL: "turn"}[self.phase])


def action_in(entry: Mapping[str, Any], names: Collection[str]) -> Action:
    """The rule action of an entry that has `act`, without what the table wrote beside it."""
    return parse({key: value for key, value in entry.items() if key not in ("by", "press")}, names)


def shout_entry(state: TableState, shout: Shout, press: str) -> dict[str, Any]:
    """The journal's entry of a shout; the one that opens a window also says when it closes."""
    entry: dict[str, Any] = {"entry": "shout", **shout._asdict(), "press": press}
    if state.window_closes is None:
        entry["closes"] = closes_at(shout, state.pace.base)
    return entry


def _pairs(value: list[list[Any]]) -> tuple[tuple[str, float], ...]:
    return tuple((player, seconds) for player, seconds in value)


def _bartenders_in(happening: Happening) -> tuple[Bartender, ...]:
    match happening:
        case CardRevealed(bartender=bartender) | DrinkMade(bartender=bartender):
            return (bartender,)
        case BottleMoved(giver=giver, receiver=receiver):
            return (giver, receiver)
        case _:
            return ()
