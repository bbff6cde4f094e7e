"""Game Setup."""

from typing import Any

import pytest

from game.rules import BARTENDER_CARDS, Game, InvalidSetup, Options, Phase, RemainingDrinks, new_game
from tests.rules.builders import FOUR_DRINKS, KATHY, SET_UP, board, dealing, deck_of, drink, hand, row


def set_up(**changed: Any) -> Game:
    right: dict[str, Any] = {
        "players": ("Andre", "Bill", "Claire"),
        "priority": ("Claire", "Andre", "Bill"),
        "bottles": board(**SET_UP),
        "drinks": dict.fromkeys(("Andre", "Bill", "Claire"), hand(FOUR_DRINKS)),
        "deck": deck_of(""),
    }
    return new_game(**{**right, **changed})


def test_the_player_at_the_bottom_of_the_column_is_the_first_dealer():
    assert set_up().dealer == "Bill"


def test_everybody_starts_without_ice_and_with_four_drinks_to_make():
    game = set_up()
    assert [(player.ice, len(player.drinks), player.made) for player in game.players] == [(0, 4, ())] * 3


def test_a_game_begins_with_dealing_and_no_card_beside_anybody():
    game = set_up()
    assert (game.phase, game.cards, game.tab_row, game.order_taker, game.turn) == (
        Phase.DEALING,
        (0, 0, 0, 0, 0, 0),
        (),
        None,
        None,
    )


def test_players_keep_their_seats_whatever_the_column_says():
    assert set_up().names == ("Andre", "Bill", "Claire")


def test_the_way_of_the_remaining_drinks_is_agreed_before_the_game():
    assert set_up().options.remaining_drinks is RemainingDrinks.ALL_AT_ONCE
    variant = Options(RemainingDrinks.ONE_AT_A_TIME)
    assert set_up(options=variant).options == variant


@pytest.mark.parametrize("number", [2, 3, 4, 5])
def test_two_to_five_may_play(number: int):
    names = " ".join(["Andre", "Bill", "Claire", "Doris", "Edgar"][:number])
    assert len(dealing(names).players) == number


def test_which_bartender_gets_which_liquor_does_not_matter():
    assert set_up(bottles=board(kathy="RRRR", frank="GGGG", otto="VVVV", mona="BBBB", jasmine="TTTT"))


def test_any_placement_of_the_24_bottles_can_be_played():
    assert set_up(bottles=board(kathy="RVG")).bottles[KATHY] == row("RVG")


@pytest.mark.parametrize(
    "wrong",
    [
        {"players": ("Andre",), "priority": ("Andre",), "drinks": {"Andre": hand(FOUR_DRINKS)}},
        {
            "players": tuple("ABCDEF"),
            "priority": tuple("ABCDEF"),
            "drinks": dict.fromkeys("ABCDEF", hand(FOUR_DRINKS)),
        },
        {"players": ("Andre", "Andre", "Bill"), "priority": ("Andre", "Andre", "Bill")},
        {"players": ("Andre", "Bill", "")},
        {"priority": ("Claire", "Andre")},
        {"priority": ("Claire", "Andre", "Andre")},
        {"priority": ("Claire", "Andre", "Zoe")},
        {"bottles": board(**SET_UP)[:5]},
        {"bottles": (*board(**SET_UP)[:5], row("IIIR"))},
        {"bottles": (*board(**SET_UP)[:5], row("III"))},
        {"bottles": (*board(**SET_UP)[:5], (0, 0, 0, 0, 0, 4, 0))},
        {"bottles": ((5, 0, 0, 0, 0, 0), (-1, 4, 0, 0, 0, 0), *board(**SET_UP)[2:])},
        {"drinks": dict.fromkeys(("Andre", "Bill"), hand(FOUR_DRINKS))},
        {"drinks": dict.fromkeys(("Andre", "Bill", "Claire", "Zoe"), hand(FOUR_DRINKS))},
        {"drinks": {"Andre": (), "Bill": hand("RV"), "Claire": hand("RV")}},
        {"drinks": {"Andre": hand("RV RG RB RT RI"), "Bill": hand("RV"), "Claire": hand("RV")}},
        {"drinks": {"Andre": hand("R"), "Bill": hand("RV"), "Claire": hand("RV")}},
        {"drinks": {"Andre": hand("RVGBTI"), "Bill": hand("RV"), "Claire": hand("RV")}},
        {"drinks": {"Andre": hand("RRRRR"), "Bill": hand("RV"), "Claire": hand("RV")}},
        {"deck": BARTENDER_CARDS[1:]},
        {"deck": (*BARTENDER_CARDS, KATHY)},
        {"deck": (KATHY, *BARTENDER_CARDS[1:])},
        {"ice": {"Andre": -1}},
        {"ice": {"Zoe": 1}},
        {"made": {"Zoe": (0,)}},
        {"made": {"Andre": (4,)}},
        {"made": {"Andre": (-1,)}},
        {"made": {"Andre": (0, 0)}},
        {"made": {"Andre": (0, 1, 2, 3)}},
    ],
)
def test_a_set_up_that_breaks_the_rules_is_refused(wrong: dict[str, Any]):
    assert set_up()
    with pytest.raises(InvalidSetup) as refused:
        set_up(**wrong)
    assert refused.value.code == "bad_record"
    assert refused.value.sentence.endswith(".")


def test_a_puzzle_may_begin_in_the_middle():
    game = set_up(ice={"Andre": 41}, made={"Bill": (3, 0)})
    assert (game.player("Andre").ice, game.player("Bill").made) == (41, (0, 3))


def test_a_puzzle_may_have_fewer_drinks_and_any_drink_of_two_to_five_bottles():
    game = set_up(drinks={"Andre": hand("RRRR"), "Bill": hand("RRRRV RV"), "Claire": hand("RV RV RV")})
    assert game.player("Andre").drinks == (drink("RRRR"),)
