"""Making steps that are held open, as in live play (ruling A19), and what a record keeps of them."""

from game.record import strict_actions
from game.rules import (
    Action,
    CloseMaking,
    CloseOrders,
    Deal,
    DealerChanged,
    Game,
    LastCallDeclared,
    MakeDrink,
    MakingClosed,
    MakingPassed,
    MoveBottle,
    Order,
    Pass,
    Phase,
    apply,
    is_making_done,
)
from tests.rules.builders import FRANK, KATHY, OTTO, RUM, board, dealing, making, play, refusal

BOARD = board(kathy="RG", otto="VB")


def live(**drinks: str) -> Game:
    return making(bottles=BOARD, drinks=drinks, is_live=True)


def test_a_held_step_opens_even_if_nobody_can_make_anything():
    game = live()
    assert (game.phase, game.order_taker, is_making_done(game)) == (Phase.MAKING, "Bill", True)


def test_a_held_step_ends_only_when_it_is_closed():
    game = play(live(Claire="RG VB"), MakeDrink("Claire", 0, KATHY), *(Pass(name) for name in live().names))
    assert (game.phase, is_making_done(game)) == (Phase.MAKING, True)
    game = apply(game, CloseMaking())
    assert (game.phase, game.dealer, game.passed) == (Phase.DEALING, "Bill", frozenset())
    assert game.happened == (MakingClosed(), DealerChanged("Bill"))


def test_in_a_held_step_a_pass_is_refused_only_when_given_twice():
    game = live()
    passed = apply(game, Pass("Doris"))
    assert (passed.passed, passed.happened) == ({"Doris"}, (MakingPassed("Doris"),))
    assert refusal(passed, Pass("Doris")) == "already_passed"


def test_last_call_waits_for_the_close_of_a_held_step():
    game = apply(live(Claire="RG"), MakeDrink("Claire", 0, KATHY))
    assert (game.phase, game.tab_row) == (Phase.MAKING, ())
    game = apply(game, CloseMaking())
    assert (game.phase, game.happened[:2]) == (Phase.LAST_CALL, (MakingClosed(), LastCallDeclared("Claire")))


def strict(game: Game, *actions: Action) -> list[Action]:
    return strict_actions(game, actions)


MOVE = (Order("Bill"), CloseOrders(), MoveBottle("Bill", RUM, FRANK, KATHY))


def live_start(claire: str = "RG VB") -> Game:
    return dealing(
        "Andre Bill Claire",
        then="frank kathy otto",
        bottles=board(frank="RR", kathy="G", otto="VB"),
        drinks={"Claire": claire},
        is_live=True,
    )


def test_an_end_of_a_step_in_which_nothing_could_be_made_is_left_out():
    nothing = live_start(claire="RVGBT")
    assert strict(nothing, Deal(), Deal(), *MOVE, CloseMaking(), Deal()) == [Deal(), Deal(), *MOVE, Deal()]


def test_an_end_of_a_step_with_something_left_to_make_is_kept():
    actions = [Deal(), Deal(), *MOVE, CloseMaking(), Deal()]
    assert strict(live_start(), *actions) == actions


def test_passes_are_left_out_and_the_close_stands_for_them():
    kept = [Deal(), Deal(), *MOVE, CloseMaking()]
    played = [Deal(), Deal(), *MOVE, Pass("Andre"), Pass("Claire"), CloseMaking()]
    assert strict(live_start(), *played) == kept


def test_a_close_after_the_last_drink_that_could_be_made_is_left_out():
    played = [Deal(), Deal(), *MOVE, MakeDrink("Claire", 0, KATHY), MakeDrink("Claire", 1, OTTO), CloseMaking()]
    assert strict(live_start(), *played) == played[:-1]


def test_a_game_that_holds_no_step_open_keeps_all_its_actions():
    start = live_start()._replace(holds_making_open=False)
    played = [Deal(), Deal(), *MOVE, Pass("Claire"), Deal()]
    assert strict(start, *played) == played
