"""What any player can read off its own view: its drinks still to make, and the moves that an order would allow."""

from __future__ import annotations

from functools import lru_cache

from game.rules import Bartender, DrinkCard, LegalMove, Liquor, View, is_wild

Hand = tuple[DrinkCard, ...]


def unmade(view: View) -> tuple[int, ...]:
    """The numbers of the viewer's drinks that are still to be made."""
    return tuple(own.index for own in view.drinks if not own.is_made)


def hand(view: View) -> Hand:
    """The viewer's drinks still to be made."""
    return tuple(own.drink for own in view.drinks if not own.is_made)


def possible_moves(view: View) -> list[LegalMove]:
    """The moves that whoever takes an order now may choose from: the revealed cards are public."""
    return [
        LegalMove(liquor, giver, receiver)
        for giver, receiver in open_ways(view.cards)
        for liquor in Liquor
        if view.bottles[giver][liquor]
    ]


@lru_cache(maxsize=4096)
def open_ways(cards: tuple[int, ...]) -> tuple[tuple[Bartender, Bartender], ...]:
    """The pairs (giver, receiver) that the cards allow: both with a card beside them, or one of them wild."""
    return tuple(
        (giver, receiver)
        for giver in Bartender
        for receiver in Bartender
        if giver is not receiver
        and (is_wild(cards[giver]) or is_wild(cards[receiver]) or (cards[giver] > 0 and cards[receiver] > 0))
    )
