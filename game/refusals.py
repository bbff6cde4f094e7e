"""What the rules say against a press, for the player who pressed: the rules know players by their seats only. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from game.rules import Game, Phase, RulesError


def in_words(refusal: RulesError, game: Game, seat: str, names: Mapping[str, str]) -> str:
    """The sentence of a refusal, with people's names and addressed to the player at `seat`."""
    match refusal.code:
        case "dealer_may_not_order":
            return "You are the dealer, and the dealer may not order."
        case "already_ordered":
            return "You have shouted."
        case "may_not_order_yet":
            wait = game.player(seat).may_order_from - game.dealt
            cards = "1 more card has" if wait == 1 else f"{wait} more cards have"
            return f"You let an order lapse and may not order again until {cards} been dealt."
        case "not_your_order":
            return f"The order is {names[game.order_taker or '']}’s, not yours."
        case "not_your_turn":
            return f"It is {names[game.turn or '']}’s turn, not yours."
        case "already_made":
            return "You have already made that drink."
        case "already_passed":
            return "You have passed; you may still make a drink."
        case "unknown_drink":
            return "You have no drink card of that number."
        case "wrong_phase" if game.phase is Phase.MOVING:
            what, _, _ = refusal.sentence.partition(":")
            return f"{what}: {names[game.order_taker or '']} has the order and has not moved a bottle yet."
        case _:
            return refusal.sentence
