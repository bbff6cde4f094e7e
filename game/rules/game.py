"""One game as a value: nothing in it ever changes; an accepted action makes a new one."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, NamedTuple

from game.rules.facts import Fact
from game.rules.pieces import Bartender, Bottles, DrinkCard


class Phase(StrEnum):
    DEALING = "dealing"
    ORDERING = "ordering"
    MOVING = "moving"
    MAKING = "making"
    LAST_CALL = "last_call"
    OVER = "over"


DEALING, ORDERING, MOVING, MAKING, LAST_CALL, OVER = Phase


class RemainingDrinks(StrEnum):
    """How the drinks left after last call are made; all players agree before the game (R35, R42)."""

    ALL_AT_ONCE = "all_at_once"
    ONE_AT_A_TIME = "one_at_a_time"


class Options(NamedTuple):
    remaining_drinks: RemainingDrinks = RemainingDrinks.ALL_AT_ONCE


class Player(NamedTuple):
    """One player's things. `made` holds indexes into `drinks`, ascending."""

    name: str
    drinks: tuple[DrinkCard, ...]
    made: tuple[int, ...] = ()
    ice: int = 0
    lapses: int = 0
    may_order_from: int = 0
    """The number of cards that must have been dealt before this player may order again (A5)."""

    @property
    def is_done(self) -> bool:
        """All drinks made: nothing is left but to settle up."""
        return len(self.made) == len(self.drinks)


class Game(NamedTuple):
    options: Options
    players: tuple[Player, ...]
    """In seat order."""
    priority: tuple[str, ...]
    """Names, top of the column first; always every player, also those who have settled up."""
    bottles: Bottles
    deck: tuple[Bartender, ...]
    """The cards still to be dealt, next one first."""
    cards: tuple[int, ...] = (0, 0, 0, 0, 0, 0)
    """How many revealed cards lie beside each bartender."""
    discards: tuple[Bartender, ...] = ()
    dealt: int = 0
    """Cards dealt so far in this game."""
    phase: Phase = DEALING
    shouted: tuple[str, ...] = ()
    """Those who shouted in the present window, or with the present order taker; a lapsed one is taken out."""
    order_taker: str | None = None
    passed: frozenset[str] = frozenset()
    turn: str | None = None
    waiting: tuple[str, ...] = ()
    """After last call: who still has a turn in this round after the present one, first come first."""
    tab_row: tuple[str, ...] = ()
    holds_making_open: bool = False
    """Set by `new_game` for live play: then a making step opens after every move, and only `CloseMaking` ends it,
    so that its end does not tell who could still make a drink (A19)."""
    happened: tuple[Fact, ...] = ()
    """The facts of the last action, in the order in which they came about."""

    def player(self, name: str) -> Player:
        """The player of that name; KeyError when nobody has it."""
        for player in self.players:
            if player.name == name:
                return player
        raise KeyError(name)

    def with_player(self, changed: Player) -> tuple[Player, ...]:
        """All players, one of them changed."""
        return tuple(changed if player.name == changed.name else player for player in self.players)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.players)

    @property
    def dealer(self) -> str | None:
        """The bottom of the column; nobody from last call on (R30, R34)."""
        return None if self.phase in (LAST_CALL, OVER) else self.priority[-1]

    @property
    def ranking(self) -> tuple[str, ...]:
        """Fewest ice first, ties by who settled up first (R40). Of a game that is over."""
        ice = {player.name: player.ice for player in self.players}
        return tuple(sorted(self.tab_row, key=lambda name: ice[name]))

    @property
    def winner(self) -> str | None:
        return self.ranking[0] if self.phase is OVER else None


# `_replace` as it comes takes half of the time of an action. These two are called at every action, and take a third.

_GAME_FIELDS = {name: place for place, name in enumerate(Game._fields)}
_PLAYER_FIELDS = {name: place for place, name in enumerate(Player._fields)}
_new_tuple = tuple.__new__


def _replaced_game(game: Game, /, **changes: Any) -> Game:
    fields = list(game)
    for name, value in changes.items():
        fields[_GAME_FIELDS[name]] = value
    return _new_tuple(Game, fields)


def _replaced_player(player: Player, /, **changes: Any) -> Player:
    fields = list(player)
    for name, value in changes.items():
        fields[_PLAYER_FIELDS[name]] = value
    return _new_tuple(Player, fields)


Game._replace = _replaced_game  # type: ignore[assignment]
Player._replace = _replaced_player  # type: ignore[assignment]
