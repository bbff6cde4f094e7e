"""The one door to a game: `apply` checks an action by the rules and makes the next game of it."""

from __future__ import annotations

from game.rules.actions import Action
from game.rules.game import Game


def apply(game: Game, action: Action) -> Game:
    """The game after `action`; IllegalAction (InvalidAction for an unknown player or drink) and nothing changed."""
    raise NotImplementedError


def is_making_done(game: Game) -> bool:
    """Whether nobody who could still make a drink has not passed: only a clock may ask, never a player (A19)."""
    raise NotImplementedError
