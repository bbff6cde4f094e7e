"""Dealing Cards: one card at a time, four beside a bartender, an empty deck."""

from __future__ import annotations

from game.rules.errors import IllegalAction
from game.rules.facts import CardRevealed, CardsDiscarded, DiscardsShuffled, Fact
from game.rules.game import Game
from game.rules.pieces import Bartender

CARDS_DISCARDED_AT = 4


def deal(game: Game, named: Bartender | None) -> Game:
    """The next card is laid beside its bartender; if it is the fourth there, all four are discarded at once (R10, A3).

    A deal may name its card; a journal that names another one than the deck holds is refused.
    """
    if not game.deck:
        raise IllegalAction("deck_empty", "The deck is empty; the discarded cards must be shuffled first.")
    card = game.deck[0]
    if named is not None and named != card:
        raise IllegalAction("wrong_card", f"The next card is not {named.label}.")
    beside = game.cards[card] + 1
    happened: tuple[Fact, ...] = (CardRevealed(card, beside),)
    discards = game.discards
    if beside == CARDS_DISCARDED_AT:
        happened += (CardsDiscarded(card, "fourth"),)
        discards += (card,) * CARDS_DISCARDED_AT
        beside = 0
    return game._replace(
        deck=game.deck[1:],
        cards=(*game.cards[:card], beside, *game.cards[card + 1 :]),
        discards=discards,
        dealt=game.dealt + 1,
        happened=happened,
    )


def reshuffle(game: Game, deck: tuple[Bartender, ...]) -> Game:
    """The discards, in the order given by chance, become the deck; revealed cards stay where they lie (R11, A10)."""
    if game.deck:
        raise IllegalAction("deck_not_empty", "The discarded cards are shuffled only when the deck is empty.")
    if sorted(deck) != sorted(game.discards):
        raise IllegalAction("bad_reshuffle", "The new deck is not made of exactly the discarded cards.")
    return game._replace(deck=deck, discards=(), happened=(DiscardsShuffled(len(deck)),))
