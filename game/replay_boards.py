"""What the replay's templates are given: the board of a step, the hands that may be seen, the log in chapters. Pure."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from game.board import Board, Drink, Word
from game.boards import Setting, bartender_word, drink_word, public_board
from game.replays import Replay
from game.rules import Game, RulesError, view_for
from game.words import log_lines

Names = Mapping[str, str]
EVERYBODY, ALL_HANDS = "", "all"
STEPS_IN_A_CHAPTER = 60
"""The log of a long game is shown in parts, so that no page grows with the game."""


class HandDrink(NamedTuple):
    drink: Drink
    is_made: bool
    places: tuple[tuple[Word, int], ...]
    """Where it could be made as the bottles stand, with the ice, cheapest first."""


class Hand(NamedTuple):
    seat: str
    name: str
    drinks: tuple[HandDrink, ...]


class Viewer(NamedTuple):
    """A way to look at the game: what everybody saw, what one player saw, or all hands."""

    value: str
    label: str
    is_chosen: bool


class LogStep(NamedTuple):
    step: int
    kind: str
    words: str
    is_now: bool


class Chapter(NamedTuple):
    """A part of the log, with the first steps of the parts before and after it."""

    number: int
    lines: tuple[LogStep, ...]
    earlier: int | None
    later: int | None


def step_asked_for(text: str, last: int) -> int:
    """The step in an address; the nearest there is, and the first where it is no number."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 9:
        return 0
    return max(0, min(last, int(text)))


def viewer_asked_for(text: str, names: Names) -> str:
    return text if text == ALL_HANDS or text in names else EVERYBODY


def viewers(chosen: str, names: Names) -> tuple[Viewer, ...]:
    ways = {EVERYBODY: "What everybody saw", **names, ALL_HANDS: "All hands"}
    return tuple(Viewer(value, label, value == chosen) for value, label in ways.items())


def board_at(replay: Replay, step: int, names: Names) -> Board:
    """The public board as it was shown, without its clock and its score sheet."""
    state = replay.state_at(step)
    board = public_board(state, Setting("", ""), names, {}, (), now=state.at)
    if state.ended:
        board = board._replace(headline="The game is over", detail="")
    return board._replace(seconds_left=None, sheet=None, proposal=None)


def hands_at(game: Game, viewer: str, names: Names) -> tuple[Hand, ...]:
    """The drink cards that this viewer sees: none for everybody."""
    seats = names if viewer == ALL_HANDS else [viewer] if viewer in names else []
    return tuple(Hand(seat, names[seat], _drinks(game, seat)) for seat in seats)


def chapter_of(replay: Replay, step: int, names: Names) -> Chapter:
    number = step // STEPS_IN_A_CHAPTER
    first = number * STEPS_IN_A_CHAPTER
    after = first + STEPS_IN_A_CHAPTER
    lines = [
        LogStep(at, line.kind, line.words, at == step)
        for at in range(first, min(after, replay.last + 1))
        for line in log_lines(replay.lines_of(at), names)
    ]
    earlier = first - STEPS_IN_A_CHAPTER if first else None
    return Chapter(number, tuple(lines), earlier, after if after <= replay.last else None)


def said_at(replay: Replay, step: int, names: Names) -> str:
    """The step in words, as a screen reader says it."""
    return " ".join(line.words for line in log_lines(replay.lines_of(step), names))


_REFUSED = {
    "dealer_may_not_order": "The dealer may not order.",
    "already_ordered": "That player had already shouted.",
    "may_not_order_yet": "That player had let an order lapse and had to wait.",
    "not_your_order": "The order was another player’s.",
    "not_your_turn": "It was another player’s turn.",
    "already_made": "That drink had been made already.",
    "already_passed": "That player had already passed.",
    "nothing_to_make": "That player had nothing to make, and so nothing to pass on.",
    "unknown_drink": "The player has no drink card of that number.",
}
"""For refusals whose own sentences name players, who are but seat numbers here."""


def refusal_in_words(refusal: RulesError) -> str:
    if refusal.code == "wrong_phase":
        return refusal.sentence.partition(":")[0] + "."
    return _REFUSED.get(refusal.code, refusal.sentence)


def shown_names(names: Sequence[str], seats: Sequence[str]) -> dict[str, str]:
    """Seat to name, for names that a record brought along: short, visible, and told apart."""
    shown: dict[str, str] = {}
    for seat, name in zip(seats, names, strict=True):
        first = visible(name) or f"Player {int(seat) + 1}"
        name, copies = first, 1
        while name in shown.values():
            copies += 1
            name = f"{first} ({copies})"
        shown[seat] = name
    return shown


LONGEST_NAME = 40
MOST_MARKS = 3


def visible(text: str) -> str:
    """A stranger's text in one short line without anything that hides or turns other words.

    >>> visible("  Bill\\u202e\\n the   Great ")
    'Bill the Great'
    """
    kept: list[str] = []
    marks = 0
    for letter in text[: 8 * LONGEST_NAME]:
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind.startswith("M") else 0
        if kind in ("Zs", "Zl", "Zp") or letter in "\n\r\t":
            kept.append(" ")
        elif not kind.startswith("C") and marks <= MOST_MARKS:
            kept.append(letter)
    words = " ".join("".join(kept).split())
    return words if len(words) <= LONGEST_NAME else words[: LONGEST_NAME - 1].rstrip() + "…"


def _drinks(game: Game, seat: str) -> tuple[HandDrink, ...]:
    return tuple(
        HandDrink(
            drink=drink_word(own.drink),
            is_made=own.is_made,
            places=tuple((bartender_word(bartender), ice) for bartender, ice in own.places),
        )
        for own in view_for(game, seat).drinks
    )
