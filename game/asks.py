"""What a press of a button adds to the journal. Pure: the state, who asks, what and when, to entries or a refusal.

An ask is a mapping of form or JSON values. `act` names it; the rest may stand behind it in the same value, as a
button sends it (`make 0 kathy`), or in fields of their own (`drink`, `bartender`). `seen` is the newest visible thing
on the page where it was pressed, `press` a random name of the press. Who asks comes from the signed-in seat.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from game.paces import HOLDS_A_GAME
from game.refusals import in_words
from game.rules import IllegalAction, Phase, RulesError, apply, shown
from game.rules import Order as OrderAction
from game.state import TableState, action_in, shout_entry
from game.window import Shout, counts_until

Entry = dict[str, Any]
LONGEST_PRESS = 64

POSITIONS: dict[str, tuple[str, ...]] = {
    "order": (),
    "deal": (),
    "hold": (),
    "move": ("liquor", "giver", "receiver"),
    "move-to": ("receiver",),
    "make": ("drink", "bartender"),
    "pass": (),
    "lapse": (),
    "ready": (),
    "propose": ("what",),
    "agree": (),
    "refuse": (),
    "sit-in": ("for",),
    "leave": (),
}
"""Every act and the fields that may stand behind its word."""
FIELDS = frozenset({"bottle"}.union(*POSITIONS.values()))


class Refused(Exception):
    """Nothing was stored; `sentence` tells the player why, `code` is for programs."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence


class Ask(NamedTuple):
    act: str
    fields: dict[str, Any]
    seen: int | None
    press: str


class Asking(NamedTuple):
    """The circumstances of an ask."""

    seat: str
    now: float
    allowance: float
    absent: frozenset[str]
    """Seats whose person has been away so long that a bot may play on."""
    names: Mapping[str, str]


def read_ask(data: object, seat: str) -> Ask:
    """The ask in form values or a JSON object; Refused with a sentence where it is none."""
    if not isinstance(data, Mapping):
        raise Refused("bad_action", "That was not something a table understands.")
    words = data.get("act")
    if not isinstance(words, str) or not words.split() or len(words) > 80:
        raise Refused("bad_action", "That press did not say what to do.")
    act, *values = words.split()
    if act not in POSITIONS:
        raise Refused("unknown_action", f"{shown(act)} is nothing one can do at a table.")
    if data.get("player", seat) not in (seat, int(seat)):
        raise Refused("not_your_seat", "You can only play for your own seat.")
    positions = POSITIONS[act]
    if len(values) > len(positions):
        raise Refused("bad_action", "That press said more than one thing.")
    fields = {name: data[name] for name in FIELDS if name in data} | dict(zip(positions, values, strict=False))
    return Ask(act, fields, _seen(data.get("seen")), _press(data.get("press")))


def _seen(value: object) -> int | None:
    if value is None:
        return None
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 10:
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10**9:
        return value
    raise Refused("bad_action", "That press did not say what its page showed; load the page again.")


def _press(value: object) -> str:
    if value is None or value == "":
        return ""
    if isinstance(value, str) and len(value) <= LONGEST_PRESS and value.isascii():
        return value
    raise Refused("bad_action", "That press had a name no page gives; load the page again.")


def entries_for(state: TableState, ask: Ask, asking: Asking) -> list[Entry]:
    """What the ask adds to the journal; empty where it is a repeat, Refused where it may not be."""
    if ask.press and ask.press in state.presses:
        return []
    return _PLANS[ask.act](state, ask, asking)


def _order(state: TableState, ask: Ask, asking: Asking) -> list[Entry]:
    """A shout: judged on what lies there now, and void once an order has been settled since its page (A1, A4)."""
    seen = state.seen if ask.seen is None else ask.seen
    if seen < state.settled_seen:
        if state.settled_until is None:
            raise Refused("stale", "That was meant for the game before this one.")
        raise _too_late(asking, state.settled_until)
    if any(shout.player == asking.seat for shout in state.shouts):
        return []
    if state.window_closes is not None and asking.now > state.window_closes:
        raise _too_late(asking, counts_until(state.shouts, state.pace.base))
    _check_running(state)
    apply(state.game, OrderAction(asking.seat))
    return [shout_entry(state, Shout(asking.seat, asking.now, asking.allowance), ask.press)]


def _too_late(asking: Asking, until: float) -> Refused:
    late_ms = max(1, round((asking.now - asking.allowance - until) * 1000))
    return Refused("too_late", f"Too late by {late_ms} ms: that order was already taken.")


def why_not_order(state: TableState, seat: str, names: Mapping[str, str]) -> str:
    """The sentence that keeps this seat from shouting now, '' when it may; an open window changes nothing about it."""
    if state.ended:
        return "This game is over."
    if any(shout.player == seat for shout in state.shouts):
        return "You have shouted."
    try:
        apply(state.game, OrderAction(seat))
    except RulesError as refusal:
        return in_words(refusal, state.game, seat, names)
    return ""


def _deal(state: TableState, ask: Ask, asking: Asking) -> list[Entry]:
    _check_fresh(state, ask)
    _check_running(state)
    if state.phase is not Phase.DEALING:
        raise Refused("wrong_phase", "No card can be dealt now.")
    if asking.seat != state.game.dealer:
        raise Refused("not_the_dealer", "Only the dealer deals.")
    return [] if state.hurried_at is not None else [{"entry": "hurry", "player": asking.seat, "press": ask.press}]


def why_not_hold(state: TableState, seat: str, now: float) -> str:
    """The sentence that keeps this seat from holding the deal, '' when it may (A27)."""
    if state.phase is not Phase.DEALING:
        return "The deal can be held only while cards are dealt."
    if state.hold_until > now:
        return "The deal is being held already."
    if state.holds[seat] >= HOLDS_A_GAME:
        return "You have held the deal twice in this game."
    return ""


def _hold(state: TableState, ask: Ask, asking: Asking) -> list[Entry]:
    if why_not := why_not_hold(state, asking.seat, asking.now):
        raise Refused("may_not_hold", why_not)
    return [{"entry": "hold", "player": asking.seat, "press": ask.press}]


def _move(state: TableState, ask: Ask, asking: Asking) -> list[Entry]:
    _check_fresh(state, ask)
    fields = {name: ask.fields.get(name) for name in POSITIONS["move"]}
    return [_action(state, "move", asking, ask, **fields)]


def _move_to(state: TableState, ask: Ask, asking: Asking) -> list[Entry]:
    bottle = ask.fields.get("bottle")
    if not isinstance(bottle, str) or len(bottle.split()) != 2:
        raise Refused("no_bottle_chosen", "Choose a bottle first, then the bartender who gets it.")
    giver, liquor = bottle.split()
    return _move(state, ask._replace(fields=ask.fields | {"giver": giver, "liquor": liquor}), asking)


def _lapse(state: TableState, ask: Ask, asking: Asking) -> list[Entry]:
    _check_fresh(state, ask)
    return [_action(state, "lapse", asking, ask)]


def _make(state: TableState, ask: Ask, asking: Asking) -> list[Entry]:
    drink = ask.fields.get("drink")
    if isinstance(drink, str) and drink.isascii() and drink.isdigit() and len(drink) < 4:
        drink = int(drink)
    return [_action(state, "make", asking, ask, drink=drink, bartender=ask.fields.get("bartender"))]


def _pass(state: TableState, ask: Ask, asking: Asking) -> list[Entry]:
    return [_action(state, "pass", asking, ask)]


def _ready(state: TableState, ask: Ask, asking: Asking) -> list[Entry]:
    _check_fresh(state, ask)
    _check_person(state, asking)
    if state.phase is not Phase.OVER or state.is_match_over:
        raise Refused("wrong_phase", "There is no next game to be ready for now.")
    return [] if asking.seat in state.ready else [{"entry": "ready", "player": asking.seat, "press": ask.press}]


def why_not_propose(state: TableState, what: str) -> str:
    """The sentence that keeps anybody from proposing this now, '' when it may be proposed (A20)."""
    if state.is_match_over:
        return "The match is over."
    if state.proposal is not None:
        return "There is a proposal to answer first."
    if what == "end_game" and state.phase is Phase.OVER:
        return "The game is over."
    if what == "adjourn" and state.phase is not Phase.OVER:
        return "A match can be adjourned only between two games."
    return ""


def _propose(state: TableState, ask: Ask, asking: Asking) -> list[Entry]:
    what = ask.fields.get("what")
    if what not in ("end_game", "adjourn"):
        raise Refused("bad_action", "One can propose to end the game or to adjourn the match.")
    _check_person(state, asking)
    if why_not := why_not_propose(state, what):
        raise Refused("may_not_propose", why_not)
    entries: list[Entry] = [{"entry": "propose", "player": asking.seat, "what": what, "press": ask.press}]
    return entries + _if_agreed(what, state.must_agree(what) - {asking.seat})


def _if_agreed(what: str, waiting: frozenset[str]) -> list[Entry]:
    return [] if waiting else [{"entry": "stopped" if what == "end_game" else "adjourned"}]


def _if_agreed_without(state: TableState, seat: str) -> list[Entry]:
    """What comes of an open proposal once nobody has to wait for this seat's answer any more."""
    if state.proposal is None:
        return []
    what, agreed = state.proposal.what, state.proposal.agreed
    return _if_agreed(what, state.must_agree(what) - agreed - {seat})


def _agree(state: TableState, ask: Ask, asking: Asking) -> list[Entry]:
    proposal = state.proposal
    _check_person(state, asking)
    if proposal is None:
        raise Refused("no_proposal", "There is no proposal to agree to any more.")
    if asking.seat in proposal.agreed:
        return []
    entries: list[Entry] = [{"entry": "agree", "player": asking.seat, "press": ask.press}]
    return entries + _if_agreed_without(state, asking.seat)


def _refuse(state: TableState, ask: Ask, asking: Asking) -> list[Entry]:
    _check_person(state, asking)
    if state.proposal is None:
        raise Refused("no_proposal", "There is no proposal to refuse any more.")
    return [{"entry": "refuse", "player": asking.seat, "press": ask.press}]


def _sit_in(state: TableState, ask: Ask, asking: Asking) -> list[Entry]:
    seat = ask.fields.get("for")
    if not isinstance(seat, str) or seat not in state.people:
        raise Refused("unknown_player", "Nobody sits there for whom a bot could play.")
    _check_person(state, asking)
    _check_match_running(state)
    if seat in state.sitting_in:
        return []
    if seat not in asking.absent:
        raise Refused("not_absent", f"{asking.names[seat]} has not been away for a minute.")
    asked, *further = bot_sits_in(state, seat)
    return [asked | {"by": asking.seat, "press": ask.press}, *further]


def bot_sits_in(state: TableState, seat: str) -> list[Entry]:
    """A bot plays on for an absent person: the entries, with what comes of a proposal that waited for the person."""
    is_waited_for = state.proposal is not None and state.proposal.what == "end_game"
    return [{"entry": "sit_in", "player": seat}, *(_if_agreed_without(state, seat) if is_waited_for else [])]


def _leave(state: TableState, ask: Ask, asking: Asking) -> list[Entry]:
    _check_match_running(state)
    _check_person(state, asking)
    entries: list[Entry] = [{"entry": "left", "player": asking.seat, "press": ask.press}]
    if state.people == {asking.seat}:
        return [*entries, {"entry": "closed"}]
    return entries + _if_agreed_without(state, asking.seat)


def _action(state: TableState, act: str, asking: Asking, ask: Ask, **fields: Any) -> Entry:
    """An entry with a rule action, checked by the rules here so that the refusal is theirs."""
    _check_running(state)
    entry: Entry = {"act": act, "player": asking.seat, **fields}
    apply(state.game, action_in(entry, state.game.names))
    return entry | {"press": ask.press} if ask.press else entry


def _check_running(state: TableState) -> None:
    if state.ended:
        raise IllegalAction("game_over", "This game is over.")


def _check_match_running(state: TableState) -> None:
    if state.is_match_over:
        raise Refused("match_over", "This match is over.")


def _check_person(state: TableState, asking: Asking) -> None:
    """What concerns the match is for the people at the table; a bot only plays."""
    if asking.seat not in state.people:
        raise Refused("not_a_person", "That seat is played by a bot, which has no say in this.")


def _check_fresh(state: TableState, ask: Ask) -> None:
    if ask.seen is not None and ask.seen != state.seen:
        raise Refused("stale", "The table had moved on before that press; look again.")


_PLANS: dict[str, Callable[[TableState, Ask, Asking], list[Entry]]] = {
    "order": _order,
    "deal": _deal,
    "hold": _hold,
    "move": _move,
    "move-to": _move_to,
    "make": _make,
    "pass": _pass,
    "lapse": _lapse,
    "ready": _ready,
    "propose": _propose,
    "agree": _agree,
    "refuse": _refuse,
    "sit-in": _sit_in,
    "leave": _leave,
}
