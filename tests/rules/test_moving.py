"""Moving Bottles, Wild Bartender."""

import pytest

from game.rules import Bartender, BottleMoved, CardsDiscarded, Liquor, MoveBottle, Phase, apply, is_wild, legal_moves
from tests.rules.builders import (
    BRANDY,
    FRANK,
    GIN,
    IRISH_CREAM,
    JASMINE,
    KATHY,
    MONA,
    OTTO,
    RAY,
    RUM,
    TRIPLE_SEC,
    VODKA,
    board,
    cards_beside,
    dealing,
    ice_of,
    moving,
    refusal,
    row,
)


def test_the_order_taker_moves_one_bottle_from_one_bartender_to_another():
    before = moving(cards="frank kathy")
    game = apply(before, MoveBottle("Bill", RUM, FRANK, KATHY))
    assert game.bottles[FRANK] == row("RRR")
    assert game.bottles[KATHY] == row("GGGGR")
    assert [game.bottles[b] for b in (JASMINE, MONA, OTTO, RAY)] == [
        before.bottles[b] for b in (JASMINE, MONA, OTTO, RAY)
    ]
    assert game.happened[0] == BottleMoved("Bill", RUM, FRANK, KATHY, ice=0)


def test_after_one_bottle_the_order_is_used():
    game = apply(moving(cards="frank frank frank"), MoveBottle("Bill", RUM, FRANK, KATHY))
    assert game.phase is Phase.DEALING
    assert refusal(game, MoveBottle("Bill", RUM, FRANK, KATHY)) == "wrong_phase"


def test_only_the_order_taker_moves():
    game = moving(also="Claire", cards="frank kathy")
    assert refusal(game, MoveBottle("Claire", RUM, FRANK, KATHY)) == "not_your_order"
    assert refusal(game, MoveBottle("Edgar", RUM, FRANK, KATHY)) == "not_your_order"
    assert apply(game, MoveBottle("Bill", RUM, FRANK, KATHY))


def test_nobody_moves_without_an_order():
    assert refusal(dealing(cards="frank kathy"), MoveBottle("Bill", RUM, FRANK, KATHY)) == "wrong_phase"


def test_the_bottle_goes_to_another_bartender():
    game = moving(cards="frank kathy")
    assert refusal(game, MoveBottle("Bill", RUM, FRANK, FRANK)) == "same_bartender"


def test_the_bottle_must_stand_at_the_giver():
    game = moving(cards="frank kathy")
    assert refusal(game, MoveBottle("Bill", GIN, FRANK, KATHY)) == "no_bottle"
    assert apply(game, MoveBottle("Bill", GIN, KATHY, FRANK)).bottles[FRANK] == row("RRRRG")


@pytest.mark.parametrize(("giver", "receiver"), [(FRANK, OTTO), (OTTO, FRANK), (OTTO, RAY)])
def test_both_bartenders_must_have_a_revealed_card(giver: Bartender, receiver: Bartender):
    game = moving(cards="frank frank kathy kathy")
    liquor = {FRANK: RUM, OTTO: TRIPLE_SEC}[giver]
    assert refusal(game, MoveBottle("Bill", liquor, giver, receiver)) == "no_card"
    assert apply(game, MoveBottle("Bill", RUM, FRANK, KATHY))


def test_ruling_a11_any_liquor_of_a_bartender_with_a_card_may_be_moved():
    """ "A revealed card that matches" means a card of that bartender; a card names no liquor."""
    game = moving(cards="frank jasmine", bottles=board(frank="RVGBTI", jasmine=""))
    for liquor in Liquor:
        assert apply(game, MoveBottle("Bill", liquor, FRANK, JASMINE)).bottles[JASMINE][liquor] == 1


def test_all_cards_beside_the_two_bartenders_are_discarded():
    game = apply(moving(cards="frank frank kathy otto"), MoveBottle("Bill", RUM, FRANK, KATHY))
    assert cards_beside(game) == {"otto": 1}
    assert sorted(game.discards) == [FRANK, FRANK, KATHY]
    assert game.happened[1:3] == (CardsDiscarded(FRANK, "order"), CardsDiscarded(KATHY, "order"))


def test_cards_beside_other_bartenders_are_not_affected_not_even_those_of_another_wild_one():
    game = moving(cards="frank kathy otto otto otto ray ray")
    game = apply(game, MoveBottle("Bill", RUM, FRANK, KATHY))
    assert cards_beside(game) == {"otto": 3, "ray": 2}


def test_a_move_in_play_costs_no_ice():
    game = apply(moving(cards="frank kathy"), MoveBottle("Bill", RUM, FRANK, KATHY))
    assert set(ice_of(game).values()) == {0}


# Wild bartender


@pytest.mark.parametrize(("cards", "is_so"), [(0, False), (1, False), (2, False), (3, True)])
def test_a_bartender_with_exactly_three_revealed_cards_is_wild(cards: int, is_so: bool):
    assert is_wild(cards) is is_so


def test_a_bottle_may_be_moved_from_the_wild_bartender_to_one_without_cards():
    game = apply(moving(cards="frank frank frank kathy"), MoveBottle("Bill", RUM, FRANK, RAY))
    assert game.bottles[RAY] == row("IIIIR")
    assert cards_beside(game) == {"kathy": 1}
    assert CardsDiscarded(FRANK, "order") in game.happened
    assert CardsDiscarded(RAY, "order") not in game.happened


def test_a_bottle_may_be_moved_from_one_without_cards_to_the_wild_bartender():
    game = apply(moving(cards="frank frank frank kathy"), MoveBottle("Bill", IRISH_CREAM, RAY, FRANK))
    assert game.bottles[FRANK] == row("RRRRI")
    assert cards_beside(game) == {"kathy": 1}


def test_two_cards_do_not_make_a_bartender_wild():
    game = moving(cards="frank frank kathy")
    assert refusal(game, MoveBottle("Bill", RUM, FRANK, RAY)) == "no_card"


def test_a_wild_third_bartender_does_not_help():
    game = moving(cards="otto otto otto frank")
    assert refusal(game, MoveBottle("Bill", RUM, FRANK, RAY)) == "no_card"
    assert apply(game, MoveBottle("Bill", RUM, FRANK, OTTO))


def test_ruling_a12_both_may_be_wild_and_both_sets_are_discarded():
    """The rulebook speaks of one wild bartender only."""
    game = apply(moving(cards="frank frank frank ray ray ray kathy"), MoveBottle("Bill", RUM, FRANK, RAY))
    assert cards_beside(game) == {"kathy": 1}
    assert len(game.discards) == 6


@pytest.mark.parametrize("other", ["ray", "ray ray"])
@pytest.mark.parametrize(("liquor", "giver", "receiver"), [(RUM, FRANK, RAY), (IRISH_CREAM, RAY, FRANK)])
def test_ruling_a13_the_cards_beside_the_other_bartender_go_too(
    other: str, liquor: Liquor, giver: Bartender, receiver: Bartender
):
    """All cards beside the bartenders of a move are discarded, with a wild one among them too."""
    game = moving(cards=f"frank frank frank {other}")
    assert cards_beside(apply(game, MoveBottle("Bill", liquor, giver, receiver))) == {}


def test_ruling_a22_a_bartender_may_hold_any_number_of_bottles_none_included():
    """A board has no limit."""
    game = moving(cards="frank ray", bottles=board(frank="R", jasmine="", kathy="", mona="", otto=""))
    game = apply(game, MoveBottle("Bill", RUM, FRANK, RAY))
    assert game.bottles[FRANK] == row("")
    assert sum(game.bottles[RAY]) == 24


# The list of legal moves


def test_the_legal_moves_are_exactly_those_that_are_not_refused():
    game = moving(
        cards="frank frank frank kathy otto",
        bottles=board(frank="RV", kathy="G", otto="", ray="B", rest="mona"),
        taker="Andre",
    )
    listed = set(legal_moves(game))
    for giver in Bartender:
        for receiver in Bartender:
            for liquor in Liquor:
                action = MoveBottle("Andre", liquor, giver, receiver)
                if (liquor, giver, receiver) in listed:
                    assert apply(game, action)
                else:
                    assert refusal(game, action) in ("same_bartender", "no_card", "no_bottle")
    assert (VODKA, FRANK, MONA) in listed
    assert (BRANDY, RAY, FRANK) in listed
    assert (BRANDY, RAY, KATHY) not in listed


def test_while_cards_are_dealt_no_move_is_legal():
    assert legal_moves(dealing(cards="frank kathy")) == ()
