"""What one person may know of a game and do in it now. Every screen, bot and button asks this and nothing else."""

from __future__ import annotations

from typing import NamedTuple

from game.rules.game import Game, Options, Phase
from game.rules.pieces import Bartender, Bottles, DrinkCard, Liquor


class MadeDrink(NamedTuple):
    index: int
    drink: DrinkCard


class OwnDrink(NamedTuple):
    """A drink card in the viewer's hand."""

    index: int
    drink: DrinkCard
    is_made: bool
    places: tuple[tuple[Bartender, int], ...]
    """Where its bottles stand now, with the ice it would cost there, cheapest first; empty when made. Information:
    whether it may be made at this moment is `may.make`."""


class PublicPlayer(NamedTuple):
    """What everybody sees of a player."""

    name: str
    ice: int
    drinks_left: int
    made: tuple[MadeDrink, ...]
    place: int | None
    """In the tab row, from 1; None before settling up."""
    is_dealer: bool
    is_order_taker: bool
    is_on_turn: bool


class LegalMove(NamedTuple):
    liquor: Liquor
    giver: Bartender
    receiver: Bartender


class LegalMake(NamedTuple):
    drink: int
    bartender: Bartender
    ice: int


class May(NamedTuple):
    """What the viewer may do now; everything is empty for a watcher. One question, asked by `apply` too."""

    deal: bool = False
    order: bool = False
    why_not_order: str = ""
    """A sentence for the player when `order` is false, by the same refusals as `apply`."""
    move: tuple[LegalMove, ...] = ()
    lapse: bool = False
    make: tuple[LegalMake, ...] = ()
    pass_: bool = False


class View(NamedTuple):
    viewer: str | None
    """None for a watcher."""
    options: Options
    phase: Phase
    bottles: Bottles
    cards: tuple[int, ...]
    deck_left: int
    priority: tuple[str, ...]
    dealer: str | None
    order_taker: str | None
    turn: str | None
    tab_row: tuple[str, ...]
    players: tuple[PublicPlayer, ...]
    """In seat order."""
    drinks: tuple[OwnDrink, ...]
    """The viewer's own; empty for a watcher."""
    has_passed: bool
    winner: str | None
    ranking: tuple[str, ...]
    """Of a game that is over, else empty."""
    may: May


def view_for(game: Game, viewer: str | None) -> View:
    """The one function that cuts a view: unmade drinks of others, the deck, passes and open shouts stay behind.

    In phase `ordering` the view is that of `dealing`, but for `may.order`: nobody learns of a shout from it.
    `deck_left`, the number of cards still to be dealt, is public (the pile lies on the table).
    """
    raise NotImplementedError


def is_wild(cards_beside: int) -> bool:
    """Exactly three revealed cards (R18)."""
    return cards_beside == 3
