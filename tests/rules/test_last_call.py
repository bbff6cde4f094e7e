"""Last Call, Making the Remaining Drinks, its variant, and Winning the Game."""

import pytest

from game.rules import (
    BottleMoved,
    CloseMaking,
    Deal,
    DrinkMade,
    Game,
    GameEnded,
    LastCallDeclared,
    Liquor,
    MakeDrink,
    MoveBottle,
    Order,
    Pass,
    Phase,
    SettledUp,
    TurnBegan,
    apply,
    legal_moves,
    makes_for,
    next_game_priority,
)
from tests.rules.builders import (
    FRANK,
    GIN,
    JASMINE,
    KATHY,
    MONA,
    ONE_AT_A_TIME,
    OTTO,
    RAY,
    RUM,
    VODKA,
    board,
    cards_beside,
    drink,
    hand,
    ice_of,
    last_call,
    making,
    play,
    refusal,
    row,
)

BOARD = board(kathy="RG", otto="VB", mona="BTI")
DRINKS = {"Bill": "VB BT", "Claire": "VB RG", "Doris": "BT RG"}


def after_last_call(**changed: object) -> Game:
    """Andre has settled up; Bill, Claire and Doris still have two drinks each, and it is Bill's turn."""
    game = last_call(bottles=BOARD, **{"drinks": DRINKS, **changed})  # type: ignore[arg-type]
    assert (game.phase, game.tab_row, game.turn) == (Phase.LAST_CALL, ("Andre",), "Bill")
    return game


# Last call


def test_who_uses_the_last_drink_card_settles_up_at_the_very_top_of_the_tab_row():
    game = making(bottles=board(kathy="RG"), drinks={"Claire": "RV RG"}, made={"Claire": (0,)})
    game = apply(game, MakeDrink("Claire", 1, KATHY))
    assert game.tab_row == ("Claire",)
    assert game.happened == (
        DrinkMade("Claire", 1, drink("RG"), KATHY, 0),
        LastCallDeclared("Claire"),
        SettledUp("Claire", 1),
        TurnBegan("Andre"),
    )


def test_three_drinks_made_do_not_bring_last_call():
    game = making(bottles=board(kathy="RG"), drinks={"Claire": "RV RT RB RG"}, made={"Claire": (0, 1)})
    game = apply(game, MakeDrink("Claire", 3, KATHY))
    assert (game.phase, game.tab_row) == (Phase.DEALING, ())


def test_ruling_a8_everyone_may_still_make_drinks_in_the_step_in_which_a_last_drink_is_made():
    """ "The same time" for last drinks is the whole making step; then last call begins."""
    drinks = {"Andre": "RG RVGBT", "Claire": "RV RG"}
    game = making(bottles=board(kathy="RG"), drinks=drinks, made={"Claire": (0,)})
    game = apply(game, MakeDrink("Claire", 1, KATHY))
    assert (game.phase, game.tab_row) == (Phase.MAKING, ())
    game = apply(game, MakeDrink("Andre", 0, KATHY))
    assert (game.phase, game.tab_row, game.player("Andre").made) == (Phase.LAST_CALL, ("Claire",), (0,))


def test_of_several_who_make_their_last_drink_the_higher_in_priority_settles_up_first():
    drinks = dict.fromkeys(("Andre", "Doris", "Claire"), "RG")
    game = making(bottles=board(kathy="RG"), drinks=drinks)
    game = play(game, *(MakeDrink(name, 0, KATHY) for name in ("Doris", "Claire", "Andre")))
    assert game.tab_row == ("Andre", "Claire", "Doris")
    assert [fact for fact in game.happened if isinstance(fact, LastCallDeclared | SettledUp)] == [
        LastCallDeclared("Andre"),
        SettledUp("Andre", 1),
        SettledUp("Claire", 2),
        SettledUp("Doris", 3),
    ]


def test_ruling_a7_they_settle_up_in_the_priority_as_it_stood_before_the_marker_moved():
    """The mover's marker sinks only after the step, so the mover can still be the higher of two."""
    game = making(mover="Andre", bottles=board(kathy="RG"), drinks={"Andre": "RG", "Claire": "RG"})
    game = play(game, MakeDrink("Claire", 0, KATHY), MakeDrink("Andre", 0, KATHY))
    assert game.tab_row == ("Andre", "Claire")
    assert game.priority == ("Bill", "Claire", "Doris", "Edgar", "Andre")


def test_ruling_a6_an_unfinished_mover_finishes_last():
    """The mover's marker goes to the bottom also when the step brings last call."""
    game = making(mover="Andre", bottles=board(kathy="RG"), drinks={"Claire": "RG"})
    game = apply(game, MakeDrink("Claire", 0, KATHY))
    assert game.priority == ("Bill", "Claire", "Doris", "Edgar", "Andre")
    assert (game.turn, game.waiting) == ("Bill", ("Doris", "Edgar", "Andre"))


def test_ruling_a23_last_call_is_declared_by_the_site():
    """Nobody has to shout it, so nobody can forget to."""
    drinks = {"Claire": "RG", "Bill": "RG VV"}
    game = making(bottles=board(kathy="RG"), drinks=drinks)
    game = play(game, MakeDrink("Claire", 0, KATHY), CloseMaking())
    assert LastCallDeclared("Claire") in game.happened


def test_when_all_make_their_last_drink_in_one_step_the_game_is_over_at_once():
    game = making(
        "Andre Bill Claire",
        mover="Bill",
        bottles=board(kathy="RG"),
        drinks=dict.fromkeys(DRINKS, "RG") | {"Andre": "RG"},
    )
    game = play(game, *(MakeDrink(name, 0, KATHY) for name in ("Claire", "Bill", "Andre")))
    assert (game.phase, game.tab_row, game.turn) == (Phase.OVER, ("Andre", "Bill", "Claire"), None)
    assert game.happened[-1] == GameEnded("Andre")


def test_when_last_call_is_shouted_all_bartender_cards_are_removed_and_nobody_deals():
    game = after_last_call(then="otto otto mona")
    assert (game.deck, game.discards, cards_beside(game), game.dealer) == ((), (), {}, None)
    assert refusal(game, Deal()) == "wrong_phase"
    assert refusal(game, Order("Bill")) == "wrong_phase"
    assert refusal(game, CloseMaking()) == "wrong_phase"
    assert refusal(game, Pass("Bill")) == "wrong_phase"


# Making the remaining drinks


def test_one_player_at_a_time_makes_the_remaining_drinks_in_priority_order():
    game = after_last_call()
    game = play(game, MakeDrink("Bill", 0, OTTO), MakeDrink("Bill", 1, MONA))
    assert game.happened[1:] == (SettledUp("Bill", 2), TurnBegan("Claire"))
    game = play(game, MakeDrink("Claire", 0, OTTO), MakeDrink("Claire", 1, KATHY))
    assert game.turn == "Doris"
    game = play(game, MakeDrink("Doris", 0, MONA), MakeDrink("Doris", 1, KATHY))
    assert game.happened[1:] == (SettledUp("Doris", 4), GameEnded("Andre"))
    assert game.tab_row == ("Andre", "Bill", "Claire", "Doris")


def test_nobody_acts_on_anothers_turn():
    game = after_last_call()
    assert refusal(game, MakeDrink("Claire", 0, OTTO)) == "not_your_turn"
    assert refusal(game, MoveBottle("Claire", RUM, KATHY, OTTO)) == "not_your_turn"
    assert refusal(game, MakeDrink("Andre", 0, KATHY)) == "not_your_turn"
    assert apply(game, MakeDrink("Bill", 0, OTTO))


def test_a_bottle_goes_from_any_bartender_to_any_other_without_cards_for_one_cube():
    game = after_last_call()
    game = apply(game, MoveBottle("Bill", RUM, FRANK, RAY))
    assert game.happened == (BottleMoved("Bill", RUM, FRANK, RAY, ice=1),)
    assert game.bottles[RAY] == row("RGGGBBTTTIII")
    game = apply(game, MoveBottle("Bill", RUM, KATHY, FRANK))
    assert ice_of(game) == {"Andre": 0, "Bill": 2, "Claire": 0, "Doris": 0}


def test_a_move_after_last_call_needs_a_bottle_and_another_bartender():
    game = after_last_call()
    assert refusal(game, MoveBottle("Bill", GIN, FRANK, RAY)) == "no_bottle"
    assert refusal(game, MoveBottle("Bill", RUM, FRANK, FRANK)) == "same_bartender"
    assert refusal(game, MoveBottle("Bill", GIN, FRANK, FRANK)) == "same_bartender"


def test_the_excess_is_paid_on_top_of_the_moves():
    game = play(after_last_call(), MoveBottle("Bill", RUM, FRANK, OTTO), MakeDrink("Bill", 0, OTTO))
    assert game.player("Bill").ice == 2


def test_drinks_may_be_made_at_any_time_of_the_turn_in_any_order():
    game = play(after_last_call(), MakeDrink("Bill", 1, MONA), MoveBottle("Bill", RUM, FRANK, RAY))
    assert game.turn == "Bill"
    game = apply(game, MakeDrink("Bill", 0, OTTO))
    assert (game.turn, game.player("Bill").made) == ("Claire", (0, 1))


def test_a_player_must_continue_until_all_drinks_are_made():
    game = play(after_last_call(), MakeDrink("Bill", 0, OTTO))
    assert game.turn == "Bill"
    assert refusal(game, Pass("Bill")) == "wrong_phase"
    assert refusal(game, MakeDrink("Claire", 0, OTTO)) == "not_your_turn"


def test_the_turn_ends_with_the_last_drink():
    game = play(after_last_call(), MakeDrink("Bill", 0, OTTO), MakeDrink("Bill", 1, MONA))
    assert refusal(game, MoveBottle("Bill", RUM, FRANK, RAY)) == "not_your_turn"


def test_the_next_player_starts_from_the_bottles_as_they_were_left():
    game = play(after_last_call(), MoveBottle("Bill", RUM, KATHY, OTTO))
    game = play(game, MakeDrink("Bill", 0, OTTO), MakeDrink("Bill", 1, MONA))
    assert game.bottles[KATHY] == row("G")
    assert refusal(game, MakeDrink("Claire", 1, KATHY)) == "missing_bottles"


def test_a_drink_still_needs_all_its_bottles_at_one_bartender():
    game = after_last_call()
    assert refusal(game, MakeDrink("Bill", 0, KATHY)) == "missing_bottles"
    assert refusal(apply(game, MakeDrink("Bill", 0, OTTO)), MakeDrink("Bill", 0, OTTO)) == "already_made"


def test_ruling_a21_useless_paid_moves_are_legal():
    """They cost the mover ice and nobody else anything."""
    game = play(after_last_call(), *[MoveBottle("Bill", RUM, FRANK, RAY), MoveBottle("Bill", RUM, RAY, FRANK)] * 3)
    assert (game.player("Bill").ice, game.turn, game.bottles) == (6, "Bill", after_last_call().bottles)


def test_the_remaining_drinks_can_always_be_made():
    """All four bottles of every liquor can be brought to one bartender."""
    game = after_last_call(drinks=DRINKS | {"Bill": "RRRRV RVGBT"})
    for liquor in (RUM, VODKA, *(Liquor(2), Liquor(3), Liquor(4))):
        for bartender in (FRANK, JASMINE, MONA, OTTO, RAY):
            while game.bottles[bartender][liquor]:
                game = apply(game, MoveBottle("Bill", liquor, bartender, KATHY))
    assert play(game, MakeDrink("Bill", 0, KATHY), MakeDrink("Bill", 1, KATHY)).turn == "Claire"


def test_after_last_call_every_bottle_may_go_to_every_other_bartender():
    game = after_last_call()
    kinds_held = sum(count > 0 for bottles in game.bottles for count in bottles)
    assert len(legal_moves(game)) == kinds_held * 5
    assert makes_for(game, "Bill") == ((0, OTTO, 0), (1, MONA, 1), (1, RAY, 9))
    assert makes_for(game, "Claire") == ()


# The variant: one drink at a time


def test_in_the_variant_each_player_makes_only_one_drink_at_a_time():
    game = after_last_call(options=ONE_AT_A_TIME)
    order = []
    for maker, index, bartender in (
        ("Bill", 0, OTTO),
        ("Claire", 0, OTTO),
        ("Doris", 0, MONA),
        ("Bill", 1, MONA),
        ("Claire", 1, KATHY),
        ("Doris", 1, KATHY),
    ):
        assert game.turn == maker
        game = apply(game, MakeDrink(maker, index, bartender))
        order.append(maker)
    assert (game.phase, game.tab_row) == (Phase.OVER, ("Andre", "Bill", "Claire", "Doris"))


def test_in_the_variant_a_turn_is_any_number_of_paid_moves_then_one_drink():
    game = after_last_call(options=ONE_AT_A_TIME)
    game = play(game, MoveBottle("Bill", RUM, FRANK, RAY), MoveBottle("Bill", RUM, FRANK, RAY))
    game = apply(game, MakeDrink("Bill", 0, OTTO))
    assert game.happened == (DrinkMade("Bill", 0, drink("VB"), OTTO, 0), TurnBegan("Claire"))
    assert refusal(game, MakeDrink("Bill", 1, MONA)) == "not_your_turn"
    assert refusal(game, MoveBottle("Bill", RUM, FRANK, RAY)) == "not_your_turn"


def test_in_the_variant_who_makes_the_last_card_settles_up_in_the_middle_of_a_round():
    game = after_last_call(options=ONE_AT_A_TIME, drinks=DRINKS | {"Claire": "VB"})
    game = play(game, MakeDrink("Bill", 0, OTTO), MakeDrink("Claire", 0, OTTO))
    assert game.happened[1:] == (SettledUp("Claire", 2), TurnBegan("Doris"))
    game = apply(game, MakeDrink("Doris", 0, MONA))
    assert game.turn == "Bill"
    game = apply(game, MakeDrink("Bill", 1, MONA))
    assert (game.tab_row, game.turn) == (("Andre", "Claire", "Bill"), "Doris")


def test_in_the_variant_the_last_one_left_goes_on_alone():
    game = after_last_call(options=ONE_AT_A_TIME, drinks={"Bill": "VB", "Claire": "VB", "Doris": "BT RG"})
    game = play(game, MakeDrink("Bill", 0, OTTO), MakeDrink("Claire", 0, OTTO), MakeDrink("Doris", 0, MONA))
    assert game.happened[-1] == TurnBegan("Doris")
    assert apply(game, MakeDrink("Doris", 1, KATHY)).phase is Phase.OVER


def test_ruling_a14_the_rounds_follow_the_priority_at_the_start_of_last_call_and_nobody_passes():
    """Neither settling up nor ice changes whose turn comes next."""
    game = after_last_call(options=ONE_AT_A_TIME, ice={"Doris": 0, "Bill": 30})
    game = play(game, MakeDrink("Bill", 0, OTTO), MakeDrink("Claire", 0, OTTO), MakeDrink("Doris", 0, MONA))
    assert (game.turn, game.priority) == ("Bill", ("Andre", "Bill", "Claire", "Doris"))
    assert refusal(game, Pass("Bill")) == "wrong_phase"


# Winning the game


def finished(ice: dict[str, int]) -> Game:
    game = after_last_call(caller_ice=ice["Andre"], ice={name: ice[name] for name in DRINKS})
    game = play(game, MakeDrink("Bill", 0, OTTO), MakeDrink("Bill", 1, MONA))
    game = play(game, MakeDrink("Claire", 0, OTTO), MakeDrink("Claire", 1, KATHY))
    return play(game, MakeDrink("Doris", 0, MONA), MakeDrink("Doris", 1, KATHY))


def test_the_player_with_the_fewest_cubes_wins_and_the_caller_can_lose():
    game = finished({"Andre": 9, "Bill": 5, "Claire": 2, "Doris": 3})
    assert game.winner == "Claire"
    assert game.happened[-1] == GameEnded("Claire")
    assert game.ranking == ("Claire", "Doris", "Bill", "Andre")


def test_if_there_is_a_tie_the_player_who_settled_up_first_wins():
    game = finished({"Andre": 9, "Bill": 4, "Claire": 4, "Doris": 4})
    assert ice_of(game) == {"Andre": 9, "Bill": 5, "Claire": 4, "Doris": 5}
    assert game.ranking == ("Claire", "Bill", "Doris", "Andre")
    assert finished({"Andre": 4, "Bill": 3, "Claire": 4, "Doris": 3}).ranking == ("Andre", "Bill", "Claire", "Doris")


def test_before_all_have_settled_up_nobody_has_won():
    assert after_last_call().winner is None


def test_when_the_game_is_over_nothing_more_can_be_done():
    game = finished({"Andre": 0, "Bill": 0, "Claire": 0, "Doris": 0})
    for action in (
        Deal(),
        Order("Bill"),
        MoveBottle("Bill", RUM, FRANK, RAY),
        MakeDrink("Bill", 0, OTTO),
        Pass("Bill"),
        CloseMaking(),
    ):
        assert refusal(game, action) == "game_over"


# Match play


def test_the_settle_up_order_is_the_priority_order_of_the_next_game():
    game = finished({"Andre": 9, "Bill": 5, "Claire": 2, "Doris": 3})
    assert next_game_priority(game) == game.tab_row == ("Andre", "Bill", "Claire", "Doris")


def test_ruling_a15_the_last_to_settle_up_deals_first_in_the_next_game_also_with_two_players():
    """The rulebook's two players have no column; the tab row serves for one."""
    game = last_call("Andre Bill", caller="Andre", mover="Bill", bottles=BOARD, drinks={"Bill": "VB"})
    game = apply(game, MakeDrink("Bill", 0, OTTO))
    assert (game.phase, next_game_priority(game)) == (Phase.OVER, ("Andre", "Bill"))


@pytest.mark.parametrize("words", ["VB BT", "VB"])
def test_settled_players_act_no_more(words: str):
    game = after_last_call(drinks=DRINKS | {"Bill": words})
    for index in range(len(hand(words))):
        game = apply(game, MakeDrink("Bill", index, (OTTO, MONA)[index]))
    assert makes_for(game, "Bill") == ()
    assert refusal(game, MakeDrink("Bill", 0, OTTO)) == "not_your_turn"
