"""Spot it: there is something to spot exactly when an order would make one of the drinks."""

from __future__ import annotations

from itertools import pairwise

from game.practice.spotting import CARDS, YOU, Spotting, spotting
from game.practice_boards import spot_start, spot_steps
from game.rules import (
    CloseOrders,
    IllegalAction,
    MakeDrink,
    MoveBottle,
    Order,
    Phase,
    apply,
    can_be_made_of,
    places_for,
    view_for,
)

DRAWS: list[Spotting] = [spotting(f"draw {number}") for number in range(8)]


def test_the_same_seed_gives_the_same_cards():
    spotting.cache_clear()
    assert spotting("draw 0") == DRAWS[0]
    assert len(DRAWS[0].dealt) == CARDS


def test_a_hand_has_four_drinks_and_none_of_them_can_be_made_before_an_order():
    for draw in DRAWS:
        for dealt in draw.dealt:
            drinks = dealt.game.player(YOU).drinks
            assert len(drinks) == 4
            assert not any(places_for(drink, dealt.game.bottles) for drink in drinks)


def test_there_is_a_spot_exactly_when_some_legal_order_makes_a_drink():
    found = 0
    for draw in DRAWS:
        for dealt in draw.dealt:
            makes = set()
            try:
                moving = apply(apply(dealt.game, Order(YOU)), CloseOrders())
            except IllegalAction:
                moves = ()
            else:
                moves = view_for(moving, YOU).may.move
            for move in moves:
                rows = apply(moving, MoveBottle(YOU, *move)).bottles
                drinks = dealt.game.player(YOU).drinks
                makes |= {drink for drink in drinks for row in rows if can_be_made_of(drink, row)}
            assert (dealt.spot is not None) == bool(makes)
            found += bool(makes)
    assert found > 30


def test_the_order_that_is_told_of_makes_the_drink_for_its_ice():
    for draw in DRAWS:
        for dealt in draw.dealt:
            if dealt.spot is None:
                continue
            assert dealt.spot.move is not None
            game = apply(apply(dealt.game, Order(YOU)), CloseOrders())
            game = apply(game, MoveBottle(YOU, *dealt.spot.move))
            made = apply(game, MakeDrink(YOU, dealt.spot.drink, dealt.spot.bartender))
            assert made.player(YOU).ice - game.player(YOU).ice == dealt.spot.ice


def test_after_a_spot_the_order_is_placed_and_the_hand_is_full_again():
    for draw in DRAWS:
        for before, after in pairwise(draw.dealt):
            if before.after is None:
                assert before.game.bottles == after.game.bottles
            else:
                assert before.after.phase is Phase.MAKING
                assert before.after.bottles == after.game.bottles != before.game.bottles
            assert after.game.player(YOU).made == ()


def test_the_page_says_each_card_and_what_there_was_to_spot():
    steps = spot_steps(DRAWS[0])
    assert len(steps) == CARDS
    assert len(spot_start(DRAWS[0]).bartenders) == 6
    for step, dealt in zip(steps, DRAWS[0].dealt, strict=True):
        assert step.words.startswith(f"{dealt.card.label}: ")
        assert bool(step.spot) == (dealt.spot is not None) == (step.after is not None)
        assert not step.spot or step.spot.startswith("An order makes your ")
        assert step.shown.own.bottles == ()
