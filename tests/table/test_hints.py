"""Hints: what a player could read off the own view with more time, and nothing that its player may not know."""

from __future__ import annotations

from random import Random

import pytest

from game.bots import make_bot
from game.bots.arena import Arena, shuffled_start
from game.hints import hints_for, orders_that_make
from game.rules import (
    Bartender,
    CloseOrders,
    DrinkCard,
    Game,
    LegalMove,
    Liquor,
    MoveBottle,
    Order,
    Phase,
    apply,
    can_be_made_of,
    ice_for,
    view_for,
)
from game.solver import least_ice

NAMES = ("Andre", "Bill", "Claire")
FOUR_EACH = tuple(tuple(4 if liquor == bartender else 0 for liquor in Liquor) for bartender in Bartender)
RUM_VODKA = DrinkCard((1, 1, 0, 0, 0, 0))


def played(seed: int) -> list[Game]:
    """Every state of a game of bots."""
    start = shuffled_start(NAMES, Random(seed))
    game = Arena(start, {name: make_bot("regular") for name in NAMES}, str(seed)).play()
    states = [start]
    for action in game.actions:
        states.append(apply(states[-1], action))
    return states


GAMES = [state for seed in (1, 2) for state in played(seed)]


def test_the_cheapest_order_that_makes_a_drink_is_found():
    cards = (1, 1, 0, 0, 0, 0)
    move = LegalMove(Liquor.RUM, Bartender.FRANK, Bartender.JASMINE)
    assert orders_that_make(FOUR_EACH, cards, [RUM_VODKA]) == [(0, Bartender.JASMINE, 3, move)]


def test_without_two_cards_no_order_makes_anything():
    assert orders_that_make(FOUR_EACH, (1, 0, 0, 0, 0, 0), [RUM_VODKA]) == []


def test_an_order_that_is_told_of_is_legal_and_makes_the_drink_for_that_ice_and_no_order_makes_it_for_less():
    told = 0
    for game in GAMES:
        if game.phase is not Phase.DEALING:
            continue
        name = game.priority[0]
        if not view_for(game, name).may.order:
            continue
        player = game.player(name)
        left = [drink for number, drink in enumerate(player.drinks) if number not in player.made]
        orders = {order.drink: order for order in orders_that_make(game.bottles, game.cards, left)}
        moving = apply(apply(game, Order(name)), CloseOrders())
        costs: dict[int, int] = {}
        for move in view_for(moving, name).may.move:
            after = apply(moving, MoveBottle(name, *move)).bottles
            for number, drink in enumerate(left):
                for row in after:
                    if can_be_made_of(drink, row):
                        costs[number] = min(costs.get(number, 99), ice_for(drink, row))
        assert {number: order.ice for number, order in orders.items()} == costs
        told += len(costs)
    assert told > 50


def test_the_last_hint_is_the_least_ice_for_the_own_drinks():
    for game in GAMES[::7]:
        for player in game.players:
            hints = hints_for(view_for(game, player.name))
            left = [drink for number, drink in enumerate(player.drinks) if number not in player.made]
            if not left or game.phase is Phase.OVER:
                assert hints == ()
            else:
                least = least_ice(game.bottles, left)
                assert hints[-1].endswith(": no ice." if least == 0 else f": {least} ice.")


def test_a_watcher_and_whoever_has_settled_up_get_no_hint():
    for game in GAMES:
        assert hints_for(view_for(game, None)) == ()
        for name in game.tab_row:
            assert hints_for(view_for(game, name)) == ()


def test_the_dealer_of_three_is_told_of_no_order():
    dealing = [game for game in GAMES if game.phase is Phase.DEALING and any(game.cards)]
    assert dealing
    for game in dealing:
        assert len(hints_for(view_for(game, game.priority[-1]))) <= 1


@pytest.mark.parametrize("name", NAMES)
def test_hints_do_not_depend_on_what_others_hold(name):
    """Another hand for everybody else changes no word of them."""
    other_hand = (RUM_VODKA, RUM_VODKA, RUM_VODKA, RUM_VODKA)
    for game in GAMES[::11]:
        players = tuple(
            player if player.name == name else player._replace(drinks=other_hand[: len(player.drinks)])
            for player in game.players
        )
        changed = game._replace(players=players)
        assert hints_for(view_for(changed, name)) == hints_for(view_for(game, name))


def test_in_a_making_step_each_drink_that_can_be_made_is_weighed():
    making = [game for game in GAMES if game.phase is Phase.MAKING]
    seen = 0
    for game in making:
        for name in NAMES:
            view = view_for(game, name)
            if view.may.make and not view.has_passed:
                drinks = {make.drink for make in view.may.make}
                assert len(hints_for(view)) == len(drinks) + 1
                seen += 1
    assert seen
