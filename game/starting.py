"""The first entry of a game's journal: everything that chance decided, drawn from the game's secret seed. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game import fair
from game.record import record_of
from game.rules import RULES_VERSION, DrinkCard, Kind, Options, RemainingDrinks, new_game


def start_entry(
    *,
    number: int,
    seed: str,
    seats: Sequence[str],
    priority: Sequence[str],
    remaining_drinks: str,
    drink_deck: dict[Kind, tuple[DrinkCard, ...]],
    seen: int = 0,
    lines: int = 0,
    left: Sequence[str] = (),
    sitting_in: Sequence[str] = (),
) -> dict[str, Any]:
    """Game `number` of a match. `priority` is the last tab row (A15), or empty before the first game (A25).

    `seen` and `lines` are the counts of visible entries and of log lines so far in the match.
    """
    cards = fair.hand_out(seed, len(seats), drink_deck)
    start = new_game(
        options=Options(RemainingDrinks(remaining_drinks)),
        players=seats,
        priority=priority or fair.shuffled(seats, seed, "priority"),
        bottles=cards.bottles,
        drinks=dict(zip(seats, cards.drinks, strict=True)),
        deck=cards.deck,
    )
    return {
        "entry": "start",
        "rules": RULES_VERSION,
        "game": number,
        "seen": seen,
        "lines": lines,
        "left": sorted(left),
        "sitting_in": sorted(sitting_in),
        "seed_hash": fair.seed_hash(seed),
        "setup": record_of(start, []),
    }
