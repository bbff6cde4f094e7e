"""Names that are trouble: some that people can choose, and some that only a database could hold."""

from __future__ import annotations

from matches.models import Player

NAMES = (
    "<script>alert(1)</script>",
    "</title><img src=x>",
    '"onload="x',
    "{{ 7*7 }}{% now %}",
    "=HYPERLINK(A1)",
    "+1-1@SUM",
    "-2+3",
    "שָׁלוֹם עֲלֵיכֶם",
    "\u202egnirts\u202c",
    "👩‍🚀🏳️‍🌈👍🏽",
    "W" * 20,
    "𝕎" * 20,
    "a,b;c\"d'e",
    "deleted player",
)
"""Markup, formulas, right-to-left, emoji, 20 wide letters, and separators."""


def hostile_people(count: int = len(NAMES)) -> list[Player]:
    return [Player.objects.create(name=name, name_key=f"hostile {number}") for number, name in enumerate(NAMES[:count])]
