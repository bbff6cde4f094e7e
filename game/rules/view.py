"""What one person may know of a game and do in it now. Every screen, bot and button asks this and nothing else."""

from __future__ import annotations

from typing import NamedTuple

from game.rules.game import DEALING, MAKING, MOVING, ORDERING, OVER, Game, Options, Phase, Player
from game.rules.making import LegalMake, makes_for, places_for, refusal_to_pass
from game.rules.moving import LegalMove, legal_moves
from game.rules.ordering import refusal_to_order
from game.rules.pieces import Bartender, Bottles, DrinkCard


class MadeDrink(NamedTuple):
    index: int  # type: ignore[assignment]  # a tuple has a method of that name
    drink: DrinkCard


class OwnDrink(NamedTuple):
    """A drink card in the viewer's hand."""

    index: int  # type: ignore[assignment]
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
    me = game.player(viewer) if viewer is not None else None
    return View(
        viewer=viewer,
        options=game.options,
        phase=_shown_phase(game),
        bottles=game.bottles,
        cards=game.cards,
        deck_left=len(game.deck),
        priority=game.priority,
        dealer=game.dealer,
        order_taker=game.order_taker,
        turn=game.turn,
        tab_row=game.tab_row,
        players=_public(game),
        drinks=_own_drinks(game, me) if me else (),
        has_passed=viewer in game.passed,
        winner=game.winner,
        ranking=game.ranking if game.phase is OVER else (),
        may=_may(game, viewer) if viewer is not None else May(),
    )


def _shown_phase(game: Game) -> Phase:
    return DEALING if game.phase is ORDERING else game.phase


def _public(game: Game) -> tuple[PublicPlayer, ...]:
    """What all see of all. The views of one game are asked for in a row, so the latest answer is kept."""
    global _latest
    seen_of, players = _latest
    if seen_of is not game:
        dealer = game.dealer
        players = tuple([_public_player(game, dealer, player) for player in game.players])
        _latest = game, players
    return players


_latest: tuple[Game | None, tuple[PublicPlayer, ...]] = (None, ())


def _public_player(game: Game, dealer: str | None, player: Player) -> PublicPlayer:
    name, drinks, made = player.name, player.drinks, player.made
    return PublicPlayer(
        name=name,
        ice=player.ice,
        drinks_left=len(drinks) - len(made),
        made=tuple([MadeDrink(index, drinks[index]) for index in made]),
        place=game.tab_row.index(name) + 1 if name in game.tab_row else None,
        is_dealer=name == dealer,
        is_order_taker=name == game.order_taker,
        is_on_turn=name == game.turn,
    )


def _own_drinks(game: Game, me: Player) -> tuple[OwnDrink, ...]:
    return tuple(
        OwnDrink(index, drink, True, ())
        if index in me.made
        else OwnDrink(index, drink, False, places_for(drink, game.bottles))
        for index, drink in enumerate(me.drinks)
    )


def _may(game: Game, viewer: str) -> May:
    why_not = refusal_to_order(game, viewer)
    return May(
        deal=_shown_phase(game) is DEALING and viewer == game.dealer,
        order=why_not is None,
        why_not_order=why_not.sentence if why_not else "",
        move=legal_moves(game) if viewer in (game.order_taker, game.turn) else (),
        lapse=game.phase is MOVING and viewer == game.order_taker,
        make=makes_for(game, viewer),
        pass_=game.phase is MAKING and refusal_to_pass(game, viewer) is None,
    )
