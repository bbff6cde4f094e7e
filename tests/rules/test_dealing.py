"""Dealing Cards."""

from collections import Counter

import pytest

from game.rules import (
    BARTENDER_CARDS,
    CardRevealed,
    CardsDiscarded,
    CloseMaking,
    CloseOrders,
    Deal,
    DiscardsShuffled,
    Game,
    MoveBottle,
    Order,
    Phase,
    Reshuffle,
    apply,
)
from tests.rules.builders import (
    FRANK,
    KATHY,
    OTTO,
    RUM,
    board,
    cards_beside,
    dealing,
    last_call,
    making,
    moving,
    play,
    refusal,
)


def with_an_empty_deck() -> Game:
    """Bill has moved a bottle, and the last card has been dealt: three lie beside Frank, three beside Kathy."""
    game = apply(moving(cards="frank kathy"), MoveBottle("Bill", RUM, FRANK, KATHY))
    while game.deck:
        game = apply(game, Deal())
    return game


def test_the_dealer_reveals_one_card_at_a_time_and_lays_it_beside_its_bartender():
    game = dealing(then="kathy otto kathy")
    game = apply(game, Deal())
    assert (cards_beside(game), game.happened) == ({"kathy": 1}, (CardRevealed(KATHY, 1),))
    game = play(game, Deal(), Deal())
    assert (cards_beside(game), game.happened) == ({"kathy": 2, "otto": 1}, (CardRevealed(KATHY, 2),))


def test_dealing_goes_on_until_an_order_is_taken():
    game = dealing(cards="kathy otto", then="frank")
    assert apply(game, Deal()).phase is Phase.DEALING
    assert refusal(play(game, Order("Bill"), CloseOrders()), Deal()) == "wrong_phase"


def test_a_card_changes_nothing_but_deck_and_cards():
    before = dealing(then="kathy")
    after = apply(before, Deal())
    assert after == before._replace(
        deck=before.deck[1:], cards=(0, 0, 1, 0, 0, 0), dealt=1, happened=(CardRevealed(KATHY, 1),)
    )


def test_four_cards_beside_a_bartender_are_discarded_before_the_next_deal():
    game = dealing(cards="kathy kathy kathy otto", then="kathy")
    assert cards_beside(game) == {"kathy": 3, "otto": 1}
    game = apply(game, Deal())
    assert cards_beside(game) == {"otto": 1}
    assert game.discards == (KATHY,) * 4
    assert game.happened == (CardRevealed(KATHY, 4), CardsDiscarded(KATHY, "fourth"))


def test_after_four_were_discarded_the_fifth_card_is_the_first_beside_the_bartender():
    assert cards_beside(dealing(cards="kathy kathy kathy kathy kathy")) == {"kathy": 1}


def test_ruling_a3_a_shout_is_judged_on_what_lies_there_after_the_fourth_card():
    """The fourth card and its discard are one step; nobody can order on four cards."""
    game = dealing(cards="kathy kathy kathy", then="kathy")
    assert apply(game, Order("Bill")).phase is Phase.ORDERING
    assert refusal(apply(game, Deal()), Order("Bill")) == "no_legal_move"


def test_ruling_a3_a_shout_that_is_open_stops_the_next_card():
    """A card dealt after a shout could take away the bottle that was shouted for."""
    game = dealing(cards="kathy kathy kathy", then="kathy")
    assert refusal(apply(game, Order("Bill")), Deal()) == "wrong_phase"


def test_with_an_empty_deck_no_card_can_be_dealt_until_the_discards_were_shuffled():
    game = with_an_empty_deck()
    assert refusal(game, Deal()) == "deck_empty"
    assert refusal(game, Deal(KATHY)) == "deck_empty"
    assert apply(apply(game, Reshuffle(game.discards)), Deal()).dealt == 49


def test_the_shuffled_discards_become_the_deck_and_cards_beside_bartenders_stay():
    game = with_an_empty_deck()
    assert cards_beside(game) == {"frank": 3, "kathy": 3}
    shuffled = game.discards[::-1]
    after = apply(game, Reshuffle(shuffled))
    assert (after.deck, after.discards, cards_beside(after)) == (shuffled, (), {"frank": 3, "kathy": 3})
    assert after.happened == (DiscardsShuffled(42),)


def test_ruling_a10_the_discards_are_shuffled_only_when_the_deck_is_empty():
    """Shuffling earlier would change what can still come; the cards beside bartenders stay in any case."""
    game = dealing(cards="kathy kathy kathy kathy")
    assert refusal(game, Reshuffle(game.discards)) == "deck_not_empty"
    assert with_an_empty_deck().phase is Phase.DEALING


def test_the_new_deck_must_be_exactly_the_discards():
    game = with_an_empty_deck()
    right = game.discards
    for wrong in (right[1:], (*right, KATHY), (*right[1:], next(b for b in BARTENDER_CARDS if b != right[0])), ()):
        assert refusal(game, Reshuffle(wrong)) == "bad_reshuffle"
    assert apply(game, Reshuffle(right)).deck == right


def test_no_card_is_ever_lost():
    game = with_an_empty_deck()
    beside = Counter({bartender: game.cards[bartender] for bartender in BARTENDER_CARDS})
    assert Counter(game.discards) + beside == Counter(BARTENDER_CARDS)


def test_an_order_may_be_shouted_while_the_deck_is_empty():
    assert apply(with_an_empty_deck(), Order("Claire")).phase is Phase.ORDERING


def test_a_named_card_must_be_the_next_one():
    game = dealing(then="kathy otto")
    assert refusal(game, Deal(OTTO)) == "wrong_card"
    assert apply(game, Deal(KATHY)) == apply(game, Deal())


def test_a_pause_changes_nothing():
    """Players may look at the table for a while; the rules know no time at all."""
    game = dealing(cards="kathy otto")
    assert apply(game, Deal()) == apply(game, Deal())


@pytest.mark.parametrize("act", [Deal(), Reshuffle(())])
def test_no_card_is_dealt_or_shuffled_while_drinks_are_made_or_after_last_call(act: Deal | Reshuffle):
    drinks = {"Claire": "RG RV", "Andre": "RG RV"}
    step = making(bottles=board(kathy="RG"), drinks=drinks)
    assert step.phase is Phase.MAKING
    assert refusal(step, act) == "wrong_phase"
    assert refusal(last_call(bottles=board(kathy="RG")), act) == "wrong_phase"


def test_the_mover_deals_next_once_the_making_is_over():
    step = making(bottles=board(kathy="RG"), drinks={"Claire": "RG RV"})
    game = apply(step, CloseMaking())
    assert (game.phase, game.dealer) == (Phase.DEALING, "Bill")
