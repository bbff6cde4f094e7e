"""What the page of a game tells of its analysis: sentences with names in them, and links to the steps meant."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from django.urls import reverse
from django.utils.http import urlencode

from game import analyses
from game.analysis import Ending, Findings, MissedOrder
from game.analysis.words import ending_in_words, missed_in_words, story_in_words
from game.replays import Replay
from game.rules import BARTENDER_BY_WORD
from matches.models import GameRecord

Names = Mapping[str, str]


class EndingRow(NamedTuple):
    name: str
    words: str
    plan: str
    """Address of the better plan, step by step; '' where there is none."""


class MissedRow(NamedTuple):
    name: str
    card: str
    words: str
    look: str
    """Address of the step, as that player saw it."""


class Note(NamedTuple):
    """A sentence that belongs to one step, for whoever looks with this player's eyes or sees all hands."""

    step: int
    seat: str
    words: str
    plan: str = ""
    """Address of the better plan."""


class Analysis(NamedTuple):
    state: str
    """`ready`, `pending` while it is being worked out, `none` where there is none to be had now."""
    story: str = ""
    story_look: str = ""
    endings: tuple[EndingRow, ...] = ()
    missed: tuple[MissedRow, ...] = ()
    not_told: int = 0
    """Missed orders that would have spared less."""


def analysis_of(game: GameRecord, replay: Replay, names: Names) -> Analysis:
    """What was found; where nothing was yet, it is begun now."""
    findings = analyses.findings_of(game)
    if findings is None:
        return Analysis("pending" if analyses.soon(game.pk) else "none")
    return _told(findings, game, replay, names)


def _told(findings: Findings, game: GameRecord, replay: Replay, names: Names) -> Analysis:
    path = [game.match.slug, game.number]
    steps = reverse("game_replay", args=path)

    def ending_row(ending: Ending) -> EndingRow:
        plan = reverse("plan_replay", args=[*path, ending.seat]) if ending.spared else ""
        return EndingRow(names[ending.seat], ending_in_words(ending), plan)

    def missed_row(one: MissedOrder) -> MissedRow:
        drink = replay.end.start.player(one.seat).drinks[one.drink]
        card = f"{BARTENDER_BY_WORD[one.bartender_dealt].label}’s card, step {one.step}"
        look = f"{steps}?{urlencode({'step': str(one.step), 'as': one.seat})}"
        return MissedRow(names[one.seat], card, missed_in_words(one, drink), look)

    return Analysis(
        state="ready",
        story=story_in_words(findings.story, isolated(names)),
        story_look=f"{steps}?{urlencode({'step': findings.story.step})}",
        endings=tuple(map(ending_row, findings.endings)),
        missed=tuple(map(missed_row, findings.missed)),
        not_told=sum(findings.missed_counts.values()) - len(findings.missed),
    )


def notes_of(findings: Findings, game: GameRecord, replay: Replay, names: Names) -> tuple[Note, ...]:
    """What the steps of a replay say beside the board."""
    missed = [
        Note(one.step, one.seat, f"{names[one.seat]} could have ordered here: {words}.")
        for one in findings.missed
        for words in [missed_in_words(one, replay.end.start.player(one.seat).drinks[one.drink])]
    ]
    turns = [
        Note(
            ending.turn_step,
            ending.seat,
            f"From here {names[ending.seat]} {ending_in_words(ending)}.",
            reverse("plan_replay", args=[game.match.slug, game.number, ending.seat]) if ending.spared else "",
        )
        for ending in findings.endings
        if ending.turn_step is not None
    ]
    return (*missed, *turns)


def isolated(names: Names) -> dict[str, str]:
    """Names that do not turn the words around them, whatever their writing: for sentences, where no tag can be."""
    return {
        seat: f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}" if not name.isascii() else name
        for seat, name in names.items()
    }
