"""What one person may know of a game and do in it."""

import pytest

from game.rules import (
    CloseMaking,
    CloseOrders,
    Deal,
    Game,
    IllegalAction,
    LegalMake,
    LegalMove,
    MadeDrink,
    MakeDrink,
    May,
    MoveBottle,
    Order,
    Pass,
    Phase,
    apply,
    view_for,
)
from tests.rules.builders import (
    FRANK,
    KATHY,
    MONA,
    OTTO,
    RAY,
    RUM,
    board,
    dealing,
    drink,
    last_call,
    making,
    moving,
    play,
)


def step(**changed: object) -> Game:
    """Bill has moved; Andre and Claire can make a drink at Kathy."""
    return making(bottles=board(kathy="RG"), drinks={"Andre": "RG VB", "Claire": "RG VB"}, **changed)


def test_a_player_sees_its_own_drinks_and_of_the_others_only_how_many_are_left():
    view = view_for(apply(step(), MakeDrink("Claire", 0, KATHY)), "Andre")
    assert [own.drink for own in view.drinks] == [drink("RG"), drink("VB")]
    claire = view.players[2]
    assert (claire.name, claire.drinks_left, claire.ice) == ("Claire", 1, 0)


def test_a_drink_made_is_shown_to_all():
    game = apply(step(), MakeDrink("Claire", 0, KATHY))
    for viewer in (*game.names, None):
        assert view_for(game, viewer).players[2].made == (MadeDrink(0, drink("RG")),)


def test_ruling_a24_unmade_drinks_stay_hidden_after_last_call_too():
    """A shown hand would help those whose turns come later."""
    view = view_for(last_call(bottles=board(kathy="RG")), "Bill")
    assert drink("RVGBT") in [own.drink for own in view.drinks]
    assert [len(player.made) for player in view.players] == [2, 0, 0, 0]


def test_a_watcher_sees_public_facts_only_and_may_do_nothing():
    for game in (dealing(cards="kathy otto"), step(), last_call(bottles=board(kathy="RG"))):
        view = view_for(game, None)
        assert (view.drinks, view.may, view.has_passed) == ((), May(), False)
        assert view.bottles == game.bottles


def test_own_drinks_say_where_they_could_be_made_and_for_how_much_ice_the_cheapest_first():
    game = dealing(bottles=board(kathy="RG", mona="RGV"), drinks={"Andre": "RG VT"})
    own = view_for(game, "Andre").drinks
    assert (own[0].places, own[0].is_made) == (((KATHY, 0), (MONA, 1)), False)
    assert own[1].places == ()
    assert view_for(game, "Andre").may.make == ()


def test_a_drink_made_has_no_places():
    own = view_for(apply(step(), MakeDrink("Andre", 0, KATHY)), "Andre").drinks[0]
    assert (own.is_made, own.places) == (True, ())


def test_the_number_of_cards_in_the_deck_is_public_but_not_their_order():
    view = view_for(dealing(cards="kathy otto"), "Andre")
    assert view.deck_left == 46
    assert not hasattr(view, "deck")


def test_dealer_order_taker_and_turn_are_marked_on_the_players():
    game = moving(cards="kathy otto")
    players = {player.name: player for player in view_for(game, None).players}
    assert [name for name, player in players.items() if player.is_dealer] == ["Edgar"]
    assert [name for name, player in players.items() if player.is_order_taker] == ["Bill"]
    after = view_for(last_call(bottles=board(kathy="RG")), None)
    assert [(player.name, player.place, player.is_on_turn) for player in after.players] == [
        ("Andre", 1, False),
        ("Bill", None, True),
        ("Claire", None, False),
        ("Doris", None, False),
    ]
    assert not any(player.is_dealer for player in after.players)


# What may be done


def test_only_the_dealer_may_deal():
    game = dealing(cards="kathy otto")
    assert [name for name in game.names if view_for(game, name).may.deal] == ["Edgar"]
    game = moving(cards="kathy otto")
    assert not any(view_for(game, name).may.deal for name in game.names)


def test_all_but_the_dealer_may_order():
    game = dealing(cards="kathy otto")
    assert [name for name in game.names if view_for(game, name).may.order] == ["Andre", "Bill", "Claire", "Doris"]


@pytest.mark.parametrize(
    ("game", "viewer"),
    [
        (dealing(cards="kathy otto"), "Edgar"),
        (dealing(cards="kathy"), "Andre"),
        (moving(cards="kathy otto"), "Andre"),
        (apply(dealing(cards="kathy otto"), Order("Andre")), "Andre"),
        (step(), "Andre"),
        (last_call(bottles=board(kathy="RG")), "Bill"),
    ],
)
def test_why_not_order_is_the_sentence_with_which_the_order_would_be_refused(game: Game, viewer: str):
    may = view_for(game, viewer).may
    assert not may.order
    with pytest.raises(IllegalAction) as refused:
        apply(game, Order(viewer))
    assert may.why_not_order == refused.value.sentence


def test_who_may_order_is_told_no_reason_against_it():
    assert view_for(dealing(cards="kathy otto"), "Andre").may.why_not_order == ""


def test_nobody_learns_of_a_shout_from_a_view():
    before = dealing(cards="kathy otto")
    shouted = apply(before, Order("Claire"))
    for viewer in ("Andre", "Bill", "Doris", "Edgar", None):
        assert view_for(shouted, viewer) == view_for(before, viewer)
    own = view_for(shouted, "Claire")
    assert (own.phase, own.may.order, own.order_taker) == (Phase.DEALING, False, None)


def test_the_order_taker_may_move_or_let_the_order_lapse():
    game = moving(cards="frank kathy")
    may = view_for(game, "Bill").may
    assert (LegalMove(RUM, FRANK, KATHY) in may.move, len(may.move), may.lapse) == (True, 2, True)
    others = [view_for(game, name).may for name in game.names if name != "Bill"]
    assert not any(may.move or may.lapse for may in others)


def test_in_a_making_step_each_may_make_its_own_drinks_or_pass():
    game = step()
    assert view_for(game, "Andre").may.make == (LegalMake(0, KATHY, 0),)
    assert view_for(game, "Andre").may.pass_
    assert (view_for(game, "Bill").may.make, view_for(game, "Bill").may.pass_) == ((), False)


def test_who_passed_knows_it_and_nobody_else_does():
    game = apply(step(), Pass("Andre"))
    assert view_for(game, "Andre").has_passed
    assert not view_for(game, "Andre").may.pass_
    assert view_for(game, "Andre").may.make
    for other in ("Bill", "Claire", None):
        assert view_for(game, other) == view_for(step(), other)


def test_on_its_turn_after_last_call_a_player_may_move_and_make():
    game = last_call(bottles=board(kathy="RG", otto="RV"), drinks={"Bill": "RV GB"})
    assert game.turn == "Bill"
    assert view_for(game, "Bill").may.make == (LegalMake(0, OTTO, 0),)
    assert LegalMove(RUM, FRANK, RAY) in view_for(game, "Bill").may.move
    assert view_for(game, "Claire").may.make == ()
    assert view_for(game, "Claire").may.move == ()


def test_after_the_end_the_winner_and_the_ranking_are_shown():
    game = making("Andre Bill", mover="Bill", bottles=board(kathy="RG"), drinks={"Andre": "RG", "Bill": "RG"})
    game = play(game, MakeDrink("Andre", 0, KATHY))
    assert (view_for(game, None).winner, view_for(game, None).ranking) == (None, ())
    game = play(game, MakeDrink("Bill", 0, KATHY))
    assert (view_for(game, None).winner, view_for(game, None).ranking) == ("Andre", ("Andre", "Bill"))


def test_ruling_a19_in_a_step_held_open_the_views_do_not_tell_who_could_make_a_drink():
    """Declining is silent at a real table: everybody may pass, whether there is something to make or not."""
    game = step(is_live=True)
    assert all(view_for(game, name).may.pass_ for name in game.names)
    assert view_for(apply(game, MakeDrink("Andre", 0, KATHY)), "Bill").phase is Phase.MAKING
    assert apply(game, CloseMaking()).phase is Phase.DEALING


def test_a_view_of_a_game_that_goes_on_shows_the_new_dealer():
    game = play(moving(cards="frank kathy"), MoveBottle("Bill", RUM, FRANK, KATHY))
    assert (view_for(game, None).dealer, view_for(game, "Bill").may.deal) == ("Bill", True)
    assert view_for(apply(game, Deal()), None).phase is Phase.DEALING
    with pytest.raises(IllegalAction):
        apply(game, CloseOrders())
