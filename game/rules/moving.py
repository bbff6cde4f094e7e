"""Moving Bottles, Wild Bartender: one bottle, two bartenders, and the cards beside them."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from game.rules.actions import MoveBottle
from game.rules.errors import IllegalAction
from game.rules.facts import BottleMoved, CardsDiscarded, Fact
from game.rules.game import LAST_CALL, MAKING, MOVING, Game
from game.rules.pieces import BARTENDERS, LIQUORS, Bartender, Bottles, Counts, Liquor

CARDS_OF_A_WILD = 3


class LegalMove(NamedTuple):
    liquor: Liquor
    giver: Bartender
    receiver: Bartender


def is_wild(cards_beside: int) -> bool:
    """Exactly three revealed cards (R18)."""
    return cards_beside == CARDS_OF_A_WILD


def do_cards_allow(cards: tuple[int, ...], giver: Bartender, receiver: Bartender) -> bool:
    """Both have a revealed card, or one of the two is wild; a wild third bartender does not help (R17-R19, A11-A13)."""
    beside_giver, beside_receiver = cards[giver], cards[receiver]
    return is_wild(beside_giver) or is_wild(beside_receiver) or (beside_giver > 0 and beside_receiver > 0)


def can_any_bottle_move(game: Game) -> bool:
    """Whether the revealed cards allow any move at all: a wild one always does, two others if one has a bottle."""
    if CARDS_OF_A_WILD in game.cards:
        return True
    with_cards = [bartender for bartender in BARTENDERS if game.cards[bartender]]
    return len(with_cards) > 1 and any(any(game.bottles[bartender]) for bartender in with_cards)


def legal_moves(game: Game) -> tuple[LegalMove, ...]:
    """Every bottle that may be moved now by whoever has the order or, after last call, the turn."""
    if game.phase not in (MOVING, LAST_CALL):
        return ()
    cards = game.cards if game.phase is MOVING else None
    return tuple(chain.from_iterable(_moves_from(giver, game.bottles[giver], cards) for giver in BARTENDERS))


@lru_cache(maxsize=1000)
def _moves_from(giver: Bartender, row: Counts, cards: tuple[int, ...] | None) -> tuple[LegalMove, ...]:
    """`cards` is None where none are needed. The same few rows come again and again, in all games."""
    return tuple(
        LegalMove(liquor, giver, receiver)
        for receiver in BARTENDERS
        if giver is not receiver and (cards is None or do_cards_allow(cards, giver, receiver))
        for liquor in LIQUORS
        if row[liquor]
    )


def move_by_order(game: Game, action: MoveBottle) -> Game:
    """The order taker moves one bottle; all cards beside both bartenders are discarded, all others stay (R15-R20)."""
    player, liquor, giver, receiver = action
    if player != game.order_taker:
        raise IllegalAction("not_your_order", f"The order is {game.order_taker}'s, not {player}'s.")
    check_ends(action)
    if not do_cards_allow(game.cards, giver, receiver):
        raise IllegalAction("no_card", _why_no_card(game.cards, giver, receiver))
    check_bottle(game.bottles, action)
    happened: list[Fact] = [BottleMoved(player, liquor, giver, receiver, ice=0)]
    cards, discards = list(game.cards), game.discards
    for bartender in (giver, receiver):
        if cards[bartender]:
            happened.append(CardsDiscarded(bartender, "order"))
            discards += (bartender,) * cards[bartender]
            cards[bartender] = 0
    return game._replace(
        bottles=bottles_after(game.bottles, liquor, giver, receiver),
        cards=tuple(cards),
        discards=discards,
        phase=MAKING,
        shouted=(),
        happened=tuple(happened),
    )


def check_ends(action: MoveBottle) -> None:
    """A bottle is moved from one bartender to another one."""
    if action.giver == action.receiver:
        raise IllegalAction("same_bartender", f"The bottle must go from {action.giver.label} to another bartender.")


def check_bottle(bottles: Bottles, action: MoveBottle) -> None:
    """The bottle must stand at the bartender that gives it (R16)."""
    if not bottles[action.giver][action.liquor]:
        raise IllegalAction("no_bottle", f"{action.giver.label} has no {action.liquor.label}.")


def bottles_after(bottles: Bottles, liquor: Liquor, giver: Bartender, receiver: Bartender) -> Bottles:
    """The board with one bottle moved; every other one stands where it stood."""
    rows = list(bottles)
    rows[giver] = _changed(bottles[giver], liquor, -1)
    rows[receiver] = _changed(bottles[receiver], liquor, +1)
    return tuple(rows)


def _changed(row: Counts, liquor: Liquor, by: int) -> Counts:
    return (*row[:liquor], row[liquor] + by, *row[liquor + 1 :])


def _why_no_card(cards: tuple[int, ...], giver: Bartender, receiver: Bartender) -> str:
    bare = [bartender.label for bartender in (giver, receiver) if not cards[bartender]]
    who = f"{bare[0]} has no revealed card" if len(bare) == 1 else f"{bare[0]} and {bare[1]} have no revealed cards"
    return (
        f"{who} and neither of the two bartenders is wild, "
        f"so no bottle can be moved from {giver.label} to {receiver.label}."
    )
