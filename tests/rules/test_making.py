"""Making Drinks."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.rules import (
    CloseMaking,
    DealerChanged,
    DrinkCard,
    DrinkMade,
    Game,
    InvalidAction,
    MakeDrink,
    MakingClosed,
    MakingPassed,
    MoveBottle,
    Pass,
    Phase,
    apply,
    can_be_made_of,
    ice_for,
    is_making_done,
    makes_for,
    places_for,
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
    ice_of,
    making,
    moving,
    play,
    refusal,
    row,
)

DRINKS = {"Andre": "RG BT VI", "Claire": "GR TTB", "Edgar": "RG VB"}


def step(**changed: object) -> Game:
    """Bill has moved, Kathy holds R G G, Otto holds B T T; Andre, Claire and Edgar can make something there."""
    dealt: dict[str, object] = {"bottles": board(kathy="RGG", otto="BTT"), "drinks": DRINKS}
    game = making(**{**dealt, **changed})  # type: ignore[arg-type]
    assert game.phase is Phase.MAKING
    return game


@pytest.mark.parametrize("anyone", ["Andre", "Claire"])
def test_after_a_bottle_is_moved_anyone_can_make_a_drink(anyone: str):
    game = apply(step(), MakeDrink(anyone, 0, KATHY))
    assert game.player(anyone).made == (0,)
    assert game.happened[0] == DrinkMade(anyone, 0, drink("RG"), KATHY, 1)


def test_the_dealer_can_also_make_a_drink():
    game = step()
    assert game.dealer == "Edgar"
    assert apply(game, MakeDrink("Edgar", 0, KATHY)).player("Edgar").made == (0,)


def test_the_mover_can_also_make_a_drink():
    game = step(drinks={"Bill": "RG VV"})
    assert apply(game, MakeDrink("Bill", 0, KATHY)).player("Bill").made == (0,)


def test_a_drink_can_be_made_at_any_bartender_also_at_one_who_took_no_part_in_the_move():
    game = apply(
        moving(cards="frank ray", bottles=board(kathy="RG"), drinks={"Claire": "RG RV"}),
        MoveBottle("Bill", RUM, FRANK, RAY),
    )
    assert apply(game, MakeDrink("Claire", 0, KATHY)).player("Claire").made == (0,)


def test_two_or_more_players_can_make_drinks_of_the_same_bottles():
    game = play(step(), MakeDrink("Andre", 0, KATHY), MakeDrink("Claire", 0, KATHY))
    assert ice_of(game) == {"Andre": 1, "Bill": 0, "Claire": 1, "Doris": 0, "Edgar": 0}


def test_one_player_can_make_two_or_more_drinks():
    game = play(step(), MakeDrink("Andre", 0, KATHY), MakeDrink("Andre", 1, OTTO))
    assert (game.player("Andre").made, game.player("Andre").ice) == ((0, 1), 2)


def test_the_bottles_stay_where_they_are():
    game = step()
    assert apply(game, MakeDrink("Andre", 0, KATHY)).bottles == game.bottles


@pytest.mark.parametrize(
    ("recipe", "bottles", "can"),
    [
        ("RG", "RG", True),
        ("RRG", "RG", False),
        ("RRG", "RRG", True),
        ("RG", "RVVV", False),
        ("RVGB", "RVGBTI", True),
        ("RRRRG", "RRRG", False),
        ("RRRRG", "RRRRG", True),
    ],
)
def test_the_bartender_must_have_at_least_as_many_of_each_bottle_as_the_drink_needs(
    recipe: str, bottles: str, can: bool
):
    assert can_be_made_of(drink(recipe), row(bottles)) is can


COUNTS = st.tuples(*[st.integers(0, 4)] * 6)


@given(COUNTS, COUNTS)
@settings(deadline=None, derandomize=True)
def test_no_liquor_stands_in_for_another(has: tuple[int, ...], needs: tuple[int, ...]):
    assert can_be_made_of(DrinkCard(needs), has) is all(h >= n for h, n in zip(has, needs, strict=True))


def test_if_the_drink_requires_two_of_a_bottle_that_bartender_must_have_two():
    game = step(bottles=board(kathy="RG", otto="RR"), drinks={"Claire": "RRG RG"})
    assert refusal(game, MakeDrink("Claire", 0, KATHY)) == "missing_bottles"
    game = step(bottles=board(kathy="RRG"), drinks={"Claire": "RRG RG"})
    assert apply(game, MakeDrink("Claire", 0, KATHY)).player("Claire").made == (0,)


def test_bottles_of_two_bartenders_do_not_make_one_drink():
    assert refusal(step(), MakeDrink("Claire", 1, KATHY)) == "missing_bottles"
    assert apply(step(), MakeDrink("Claire", 1, OTTO))


@pytest.mark.parametrize(
    ("recipe", "bottles", "cubes"), [("RG", "RG", 0), ("RG", "RRG", 1), ("RG", "RRGGBT", 4), ("RRG", "RRGV", 1)]
)
def test_one_cube_is_taken_for_each_bottle_that_remains_spares_of_needed_kinds_too(
    recipe: str, bottles: str, cubes: int
):
    assert ice_for(drink(recipe), row(bottles)) == cubes


def test_ruling_a18_ice_is_counted_in_bottles():
    """The overview says "for each drink not included in that drink"; bottles are meant."""
    game = apply(step(bottles=board(kathy="RGGG")), MakeDrink("Andre", 0, KATHY))
    assert game.player("Andre").ice == 2


def test_ruling_a16_there_is_no_limit_of_forty_cubes():
    """40 cubes are what lies in the box."""
    game = apply(step(ice={"Andre": 40}), MakeDrink("Andre", 0, KATHY))
    assert game.player("Andre").ice == 41


def test_each_maker_pays_its_own_excess():
    game = step(bottles=board(kathy="RGBBB"), drinks={"Andre": "RG VV", "Claire": "RGB VV"})
    game = play(game, MakeDrink("Andre", 0, KATHY), MakeDrink("Claire", 0, KATHY))
    assert (game.player("Andre").ice, game.player("Claire").ice) == (3, 2)


def test_you_do_not_have_to_make_a_drink_even_though_you_could():
    game = apply(step(), CloseMaking())
    assert game.phase is Phase.DEALING
    assert all(not player.made for player in game.players)


def test_a_declined_drink_can_be_made_in_a_later_step():
    game = apply(step(then="kathy kathy kathy"), CloseMaking())
    assert game.player("Andre").made == ()
    later = step(mover="Doris")
    assert apply(later, MakeDrink("Andre", 0, KATHY)).player("Andre").made == (0,)


def test_a_drink_card_is_used_once():
    game = apply(step(), MakeDrink("Andre", 0, KATHY))
    assert refusal(game, MakeDrink("Andre", 0, KATHY)) == "already_made"
    assert refusal(game, MakeDrink("Andre", 0, FRANK)) == "already_made"


def test_no_drink_is_made_while_cards_are_dealt_or_an_order_is_open_nor_before_the_first_move():
    bottles, drinks = board(kathy="RG"), {"Claire": "RG RV"}
    assert refusal(dealing(bottles=bottles, drinks=drinks), MakeDrink("Claire", 0, KATHY)) == "wrong_phase"
    assert (
        refusal(moving(cards="frank kathy", bottles=bottles, drinks=drinks), MakeDrink("Claire", 0, KATHY))
        == "wrong_phase"
    )


@pytest.mark.parametrize("index", [3, 4, -1, 10**6])
def test_a_drink_that_is_not_there_is_no_action_at_all(index: int):
    with pytest.raises(InvalidAction) as refused:
        apply(step(), MakeDrink("Andre", index, KATHY))
    assert refused.value.code == "unknown_drink"


def test_made_drinks_are_kept_in_ascending_order():
    game = play(step(), MakeDrink("Andre", 1, OTTO), MakeDrink("Andre", 0, KATHY))
    assert game.player("Andre").made == (0, 1)


# The end of the step


def test_when_all_who_can_make_drinks_and_want_to_have_made_them_a_new_deal_begins():
    game = play(step(), MakeDrink("Andre", 0, KATHY), Pass("Andre"), Pass("Claire"))
    assert game.phase is Phase.MAKING
    game = apply(game, Pass("Edgar"))
    assert (game.phase, game.dealer, game.passed) == (Phase.DEALING, "Bill", frozenset())
    assert game.happened == (MakingPassed("Edgar"), DealerChanged("Bill"))


def test_when_nobody_can_make_anything_the_step_does_not_open():
    game = apply(
        moving(cards="frank kathy", drinks=dict.fromkeys(["Andre", "Bill", "Claire", "Doris", "Edgar"], "RVGBT")),
        MoveBottle("Bill", RUM, FRANK, KATHY),
    )
    assert (game.phase, game.dealer) == (Phase.DEALING, "Bill")


def test_the_step_ends_with_the_last_drink_that_can_be_made():
    game = step(drinks={"Claire": "RG RVGBT"})
    assert apply(game, MakeDrink("Claire", 0, KATHY)).phase is Phase.DEALING


def test_ruling_a19_who_passed_may_still_change_its_mind_and_has_then_still_passed():
    """Everyone acts freely in the step; it waits only for those who could still make a drink and have not passed."""
    game = play(step(), Pass("Andre"), MakeDrink("Andre", 0, KATHY))
    assert "Andre" in game.passed
    assert refusal(game, Pass("Andre")) == "already_passed"
    game = play(game, Pass("Edgar"), Pass("Claire"))
    assert game.phase is Phase.DEALING
    assert game.player("Andre").made == (0,)


def test_ruling_a19_time_up_counts_as_a_pass_of_all():
    """Whoever has not made a drink when the step is closed has declined it."""
    game = apply(step(), CloseMaking())
    assert game.happened == (MakingClosed(), DealerChanged("Bill"))
    assert refusal(game, CloseMaking()) == "wrong_phase"


def test_only_who_has_something_to_make_can_pass_on_it():
    game = step()
    assert refusal(game, Pass("Bill")) == "nothing_to_make"
    game = play(game, MakeDrink("Edgar", 0, KATHY))
    assert refusal(game, Pass("Edgar")) == "nothing_to_make"
    assert apply(game, Pass("Andre")).passed == {"Andre"}


def test_nobody_passes_outside_the_step():
    assert refusal(dealing(), Pass("Andre")) == "wrong_phase"


def test_the_step_is_done_when_nobody_who_could_still_make_a_drink_has_not_passed():
    live = step(is_live=True, drinks={"Claire": "RG RVGBT"})
    assert not is_making_done(live)
    assert is_making_done(apply(live, Pass("Claire")))
    assert is_making_done(apply(live, MakeDrink("Claire", 0, KATHY)))
    assert not is_making_done(dealing())


# What can be made where


def test_the_drinks_that_may_be_made_are_listed_with_their_bartender_and_ice():
    game = step(bottles=board(kathy="RGG", otto="BTT", mona="RGVVI"), drinks=DRINKS | {"Doris": "RVGBT"})
    assert set(makes_for(game, "Andre")) == {(0, KATHY, 1), (0, MONA, 3), (1, OTTO, 1), (1, RAY, 7), (2, MONA, 3)}
    assert makes_for(game, "Doris") == ()


def test_places_for_a_drink_begin_with_the_cheapest():
    bottles = board(frank="RGBBB", kathy="RG", mona="RGB", otto="R")
    assert places_for(drink("RG"), bottles) == ((KATHY, 0), (MONA, 1), (FRANK, 3))


def test_nothing_may_be_made_while_cards_are_dealt():
    assert makes_for(dealing(bottles=board(kathy="RG")), "Andre") == ()
