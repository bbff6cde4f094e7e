"""Game Setup: from chosen cards and bottles to a game that is ready to be dealt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.rules.game import Game, Options
from game.rules.pieces import Bartender, Bottles, DrinkCard


def new_game(
    *,
    options: Options = Options(),
    players: Sequence[str],
    priority: Sequence[str],
    bottles: Bottles,
    drinks: Mapping[str, Sequence[DrinkCard]],
    deck: Sequence[Bartender],
    ice: Mapping[str, int] = {},
    made: Mapping[str, Sequence[int]] = {},
    holds_making_open: bool = False,
) -> Game:
    """A game before its first card; InvalidSetup where the set-up breaks a rule of the record's keys."""
    raise NotImplementedError
