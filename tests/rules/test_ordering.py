"""Order!, Changing the Dealer, 2-Player Special Rules."""

import pytest

from game.rules import (
    CloseMaking,
    CloseOrders,
    Deal,
    DealerChanged,
    Lapse,
    MakeDrink,
    MoveBottle,
    Order,
    OrderLapsed,
    OrderShouted,
    OrderTaken,
    Phase,
    apply,
)
from tests.rules.builders import FRANK, KATHY, OTTO, RUM, board, dealing, last_call, making, moving, play, refusal

TWO = "kathy otto"


def test_at_any_time_of_the_dealing_a_player_may_shout_order():
    game = apply(dealing(cards=TWO), Order("Claire"))
    assert (game.phase, game.shouted, game.happened) == (Phase.ORDERING, ("Claire",), (OrderShouted("Claire"),))


def test_the_dealer_may_never_order():
    game = dealing(cards=TWO)
    assert refusal(game, Order("Edgar")) == "dealer_may_not_order"
    assert refusal(apply(game, Order("Bill")), Order("Edgar")) == "dealer_may_not_order"
    assert apply(game, Order("Doris")).phase is Phase.ORDERING


def test_exception_in_a_two_player_game_the_dealer_may_also_order():
    game = play(dealing("Andre Bill", cards=TWO), Order("Bill"), CloseOrders())
    assert (game.dealer, game.order_taker) == ("Bill", "Bill")


def test_the_dealer_of_three_may_not_order():
    assert refusal(dealing("Andre Bill Claire", cards=TWO), Order("Claire")) == "dealer_may_not_order"


def test_important_the_higher_marker_takes_the_order_not_the_first_to_shout():
    game = play(dealing(cards=TWO), Order("Claire"), Order("Bill"), Order("Doris"), CloseOrders())
    assert (game.phase, game.order_taker, game.happened) == (Phase.MOVING, "Bill", (OrderTaken("Bill"),))


def test_who_shouts_alone_takes_the_order():
    assert play(dealing(cards=TWO), Order("Doris"), CloseOrders()).order_taker == "Doris"


def test_when_order_is_shouted_the_dealer_stops_dealing():
    assert refusal(apply(dealing(cards=TWO), Order("Claire")), Deal()) == "wrong_phase"


def test_ruling_a1_others_may_join_while_the_window_is_open_but_not_after_it():
    """ "At the same time" is one window that opens with the first shout."""
    game = apply(dealing(cards=TWO), Order("Claire"))
    assert apply(game, Order("Bill")).shouted == ("Claire", "Bill")
    assert refusal(apply(game, CloseOrders()), Order("Bill")) == "wrong_phase"


def test_ruling_a2_a_shout_cannot_be_taken_back():
    """Nor given twice: the window simply holds it."""
    game = apply(dealing(cards=TWO), Order("Claire"))
    assert refusal(game, Order("Claire")) == "already_ordered"
    assert refusal(game, Lapse("Claire")) == "wrong_phase"


def test_ruling_a4_a_shout_while_no_bottle_could_be_moved_is_refused_without_penalty():
    """Dealing goes on, and the same player may shout a card later."""
    game = dealing(cards="kathy", then="otto")
    assert refusal(game, Order("Claire")) == "no_legal_move"
    assert apply(apply(game, Deal()), Order("Claire")).phase is Phase.ORDERING


@pytest.mark.parametrize("cards", ["", "kathy", "kathy kathy"])
def test_without_cards_beside_two_bartenders_or_three_beside_one_nobody_may_order(cards: str):
    assert refusal(dealing(cards=cards), Order("Claire")) == "no_legal_move"


def test_three_cards_beside_one_bartender_are_enough_for_an_order():
    assert apply(dealing(cards="kathy kathy kathy"), Order("Claire")).phase is Phase.ORDERING


def test_cards_beside_two_bartenders_who_have_no_bottle_are_not_enough_for_an_order():
    nothing = board(kathy="", otto="")
    assert refusal(dealing(cards=TWO, bottles=nothing), Order("Claire")) == "no_legal_move"
    one_bottle = board(kathy="", otto="R")
    assert apply(dealing(cards=TWO, bottles=one_bottle), Order("Claire")).phase is Phase.ORDERING


def test_a_wild_bartender_without_bottles_can_still_receive_one():
    game = dealing(cards="kathy kathy kathy", bottles=board(kathy=""))
    assert apply(game, Order("Claire")).phase is Phase.ORDERING


def test_an_order_needs_a_shout():
    assert refusal(dealing(cards=TWO), CloseOrders()) == "wrong_phase"


def test_nobody_orders_while_drinks_are_made_or_after_last_call():
    step = making(bottles=board(kathy="RG"), drinks={"Claire": "RG RV"})
    assert step.phase is Phase.MAKING
    assert refusal(step, Order("Claire")) == "wrong_phase"
    assert refusal(last_call(bottles=board(kathy="RG")), Order("Claire")) == "wrong_phase"


# An order that is not used


def test_ruling_a5_an_order_not_used_passes_to_the_next_highest_who_shouted():
    """The taker must move; who does not loses the order to the next of those who shouted at the same time."""
    game = play(dealing(cards=TWO), Order("Doris"), Order("Bill"), Order("Claire"), CloseOrders())
    game = apply(game, Lapse("Bill"))
    assert (game.phase, game.order_taker) == (Phase.MOVING, "Claire")
    assert game.happened == (OrderLapsed("Bill", 1), OrderTaken("Claire"))
    game = apply(game, Lapse("Claire"))
    assert (game.phase, game.order_taker) == (Phase.MOVING, "Doris")


def test_ruling_a5_when_nobody_is_left_cards_dealer_and_priority_stay_and_dealing_goes_on():
    """A lapse costs the taker, not the table."""
    before = dealing(cards=TWO)
    game = play(before, Order("Bill"), Order("Claire"), CloseOrders(), Lapse("Bill"), Lapse("Claire"))
    assert game.happened == (OrderLapsed("Claire", 1),)
    assert (game.phase, game.order_taker, game.shouted) == (Phase.DEALING, None, ())
    assert (game.cards, game.dealer, game.priority) == (before.cards, before.dealer, before.priority)
    assert apply(game, Order("Doris")).phase is Phase.ORDERING


def test_ruling_a5_after_the_kth_lapse_a_player_waits_twice_as_many_cards_as_the_time_before():
    """1, 2, 4, 8 cards: whoever keeps shouting for nothing is heard less and less often."""
    game = dealing(
        cards=TWO, then="frank frank mona frank frank mona mona jasmine mona jasmine ray frank ray frank ray"
    )
    for wait in (1, 2, 4, 8):
        game = play(game, Order("Bill"), CloseOrders(), Lapse("Bill"))
        assert game.happened == (OrderLapsed("Bill", wait),)
        for _ in range(wait):
            assert refusal(game, Order("Bill")) == "may_not_order_yet"
            game = apply(game, Deal())
    assert apply(game, Order("Bill")).phase is Phase.ORDERING


def test_ruling_a5_only_the_one_who_lapsed_waits():
    """And another player's lapse counts only for that other player."""
    game = play(dealing(cards=TWO), Order("Bill"), CloseOrders(), Lapse("Bill"))
    assert refusal(game, Order("Bill")) == "may_not_order_yet"
    game = play(game, Order("Claire"), CloseOrders(), Lapse("Claire"))
    assert game.happened == (OrderLapsed("Claire", 1),)


def test_ruling_a5_cards_dealt_by_any_dealer_count_for_the_wait():
    """The wait is counted in cards of the game, not of a deal."""
    game = dealing(cards=f"{TWO} frank", then="mona kathy")
    game = play(game, Order("Bill"), CloseOrders(), Lapse("Bill"))
    game = play(game, Order("Andre"), CloseOrders(), MoveBottle("Andre", RUM, FRANK, KATHY))
    assert (game.phase, game.dealer) == (Phase.DEALING, "Andre")
    assert refusal(game, Order("Claire")) == "no_legal_move"
    assert refusal(game, Order("Bill")) == "may_not_order_yet"
    assert apply(apply(game, Deal()), Order("Bill")).phase is Phase.ORDERING


def test_only_the_order_taker_can_let_the_order_lapse():
    game = moving(also="Claire", cards=TWO)
    assert refusal(game, Lapse("Claire")) == "not_your_order"
    assert refusal(game, Lapse("Edgar")) == "not_your_order"
    assert apply(game, Lapse("Bill")).order_taker == "Claire"


def test_who_lapsed_does_not_get_the_order_again_from_the_same_shouts():
    game = play(moving(also="Claire Doris", cards=TWO), Lapse("Bill"), Lapse("Claire"), Lapse("Doris"))
    assert game.phase is Phase.DEALING


# Changing the dealer


def test_the_mover_becomes_the_dealer_and_its_marker_goes_to_the_very_bottom():
    game = apply(moving(cards="frank kathy"), MoveBottle("Bill", RUM, FRANK, KATHY))
    assert game.phase is Phase.DEALING
    assert (game.dealer, game.order_taker) == ("Bill", None)
    assert game.priority == ("Andre", "Claire", "Doris", "Edgar", "Bill")
    assert game.happened[-1] == DealerChanged("Bill")


def test_the_dealer_changes_only_after_the_drinks_were_made():
    game = making(bottles=board(kathy="RG"), drinks={"Claire": "RG RV"})
    assert (game.phase, game.dealer, game.order_taker) == (Phase.MAKING, "Edgar", "Bill")
    assert game.priority[-1] == "Edgar"
    assert apply(game, CloseMaking()).dealer == "Bill"


def test_nobody_moves_twice_running():
    game = apply(moving(cards="frank frank frank", then=TWO), MoveBottle("Bill", RUM, FRANK, KATHY))
    game = play(game, Deal(), Deal())
    assert refusal(game, Order("Bill")) == "dealer_may_not_order"
    assert apply(game, Order("Edgar")).phase is Phase.ORDERING


# Two players


def test_if_both_of_two_players_shout_the_non_dealer_moves_the_bottle():
    game = play(dealing("Andre Bill", cards=TWO), Order("Bill"), Order("Andre"), CloseOrders())
    assert (game.dealer, game.order_taker) == ("Bill", "Andre")


def test_if_the_dealer_of_two_moved_the_dealer_remains_the_dealer():
    game = play(moving("Andre Bill", taker="Bill", cards=f"{TWO} frank"), MoveBottle("Bill", RUM, FRANK, OTTO))
    assert (game.dealer, game.priority) == ("Bill", ("Andre", "Bill"))
    assert game.happened[-1] == DealerChanged("Bill")


def test_if_the_opponent_of_the_dealer_moved_that_player_becomes_the_dealer():
    game = play(moving("Andre Bill", taker="Andre", cards=f"{TWO} frank"), MoveBottle("Andre", RUM, FRANK, OTTO))
    assert (game.dealer, game.priority) == ("Andre", ("Bill", "Andre"))


def test_ruling_a9_of_two_players_the_non_dealer_at_the_shout_is_the_higher():
    """Two players have no markers; the dealer as it was when the order was shouted decides ties."""
    game = making("Andre Bill", mover="Andre", bottles=board(kathy="RG"), drinks={"Andre": "RG", "Bill": "RG"})
    game = play(game, MakeDrink("Bill", 0, KATHY), MakeDrink("Andre", 0, KATHY))
    assert (game.phase, game.tab_row, game.winner) == (Phase.OVER, ("Andre", "Bill"), "Andre")
