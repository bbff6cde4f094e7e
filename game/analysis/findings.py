"""All findings of a game together, and as the JSON object that is kept."""

from __future__ import annotations

from typing import Any, NamedTuple

from game.analysis.endings import Ending, endings_of
from game.analysis.missed import MissedOrder, missed_orders_of
from game.analysis.story import Story, story_of
from game.replays import Replay

VERSION = 1
"""Kept with the findings: what an older version has found is worked out anew."""
MOST_MISSED = 5
"""So many missed orders of a player are kept: those that would have saved most."""


class Findings(NamedTuple):
    endings: tuple[Ending, ...]
    """In seat order."""
    missed: tuple[MissedOrder, ...]
    """In the order of the game; at most MOST_MISSED of each player."""
    missed_counts: dict[str, int]
    """How many there were, by seat."""
    story: Story


def analyse(replay: Replay) -> Findings:
    endings = endings_of(replay)
    missed = missed_orders_of(replay)
    counts = {ending.seat: sum(one.seat == ending.seat for one in missed) for ending in endings}
    return Findings(endings, _worst(missed), counts, story_of(replay, endings))


def as_dict(findings: Findings) -> dict[str, Any]:
    return {
        "endings": [ending._asdict() for ending in findings.endings],
        "missed": [one._asdict() for one in findings.missed],
        "missed_counts": findings.missed_counts,
        "story": findings.story._asdict(),
    }


def from_dict(data: dict[str, Any]) -> Findings:
    """The findings as `as_dict` wrote them, also after a way through JSON."""
    story = data["story"]
    return Findings(
        endings=tuple(Ending(**(ending | {"plan": tuple(ending["plan"])})) for ending in data["endings"]),
        missed=tuple(MissedOrder(**one) for one in data["missed"]),
        missed_counts=data["missed_counts"],
        story=Story(story["kind"], tuple(story["seats"]), tuple(story["numbers"]), story["step"]),
    )


def _worst(missed: tuple[MissedOrder, ...]) -> tuple[MissedOrder, ...]:
    kept: list[MissedOrder] = []
    for seat in {one.seat for one in missed}:
        own = sorted((one for one in missed if one.seat == seat), key=lambda one: (-one.saving, one.step))
        kept += own[:MOST_MISSED]
    return tuple(sorted(kept, key=lambda one: (one.step, int(one.seat))))
