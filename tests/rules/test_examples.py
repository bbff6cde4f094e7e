"""The rulebook's own examples, one game from start to finish."""

from game.rules import (
    CardsDiscarded,
    CloseMaking,
    CloseOrders,
    Deal,
    DealerChanged,
    DrinkMade,
    Game,
    GameEnded,
    LastCallDeclared,
    MakeDrink,
    MoveBottle,
    Order,
    OrderTaken,
    Phase,
    SettledUp,
    TurnBegan,
    apply,
)
from tests.rules.builders import (
    FRANK,
    GIN,
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
    drink,
    ice_of,
    play,
    row,
)


def before_the_shout() -> Game:
    """Andre, Bill, Claire, Doris, Edgar from top to bottom; cards beside Frank, Jasmine, Kathy and Otto."""
    return dealing(
        cards="frank jasmine kathy otto kathy",
        bottles=board(frank="RRRV", jasmine="RVIT", kathy="GB", mona="VVBBB", otto="GGGTT", ray="TIII"),
        drinks={
            "Andre": "GT RT",
            "Bill": "GBT RB",
            "Claire": "RG RVGBT",
            "Doris": "RB RVGBT",
            "Edgar": "RV GI",
        },
    )


def test_bill_and_claire_shout_and_bill_who_is_higher_moves_jasmines_triple_sec_to_kathy():
    game = play(before_the_shout(), Order("Claire"), Order("Bill"), CloseOrders())
    assert game.happened == (OrderTaken("Bill"),)
    game = apply(game, MoveBottle("Bill", TRIPLE_SEC, giver=JASMINE, receiver=KATHY))
    assert (game.bottles[JASMINE], game.bottles[KATHY]) == (row("RVI"), row("GBT"))
    assert game.happened[1:] == (CardsDiscarded(JASMINE, "order"), CardsDiscarded(KATHY, "order"))
    assert cards_beside(game) == {"frank": 1, "otto": 1}


def test_the_example_from_the_first_card_to_the_winner():
    game = play(before_the_shout(), Order("Claire"), Order("Bill"), CloseOrders())
    game = apply(game, MoveBottle("Bill", TRIPLE_SEC, giver=JASMINE, receiver=KATHY))

    # Bill makes a Martini with Kathy, no ice; Edgar, the dealer, a Shooter with Jasmine for 1.
    game = apply(game, MakeDrink("Bill", 0, KATHY))
    assert game.happened == (DrinkMade("Bill", 0, drink("GBT"), KATHY, 0),)
    game = apply(game, MakeDrink("Edgar", 0, JASMINE))
    assert game.happened == (DrinkMade("Edgar", 0, drink("RV"), JASMINE, 1),)

    # Bill's marker goes to the bottom, and Bill deals.
    game = apply(game, CloseMaking())
    assert game.priority == ("Andre", "Claire", "Doris", "Edgar", "Bill")
    assert (game.phase, game.dealer, game.happened[-1]) == (Phase.DEALING, "Bill", DealerChanged("Bill"))

    # Claire brings rum to Otto; Andre makes a Shooter there and, with Otto's other bottles, another one.
    game = play(game, Deal(), Order("Claire"), CloseOrders(), MoveBottle("Claire", RUM, FRANK, OTTO))
    game = play(game, MakeDrink("Andre", 0, OTTO), MakeDrink("Andre", 1, OTTO), CloseMaking())
    assert game.happened[1:] == (LastCallDeclared("Andre"), SettledUp("Andre", 1), TurnBegan("Doris"))
    assert (game.phase, game.tab_row, game.dealer) == (Phase.LAST_CALL, ("Andre",), None)
    assert game.priority == ("Andre", "Doris", "Edgar", "Bill", "Claire")

    # The others make their remaining drinks one after another, at one cube a move.
    game = play(game, MoveBottle("Doris", RUM, FRANK, KATHY), MakeDrink("Doris", 0, KATHY))
    game = play(game, MoveBottle("Doris", VODKA, FRANK, KATHY), MakeDrink("Doris", 1, KATHY))
    assert game.happened[1:] == (SettledUp("Doris", 2), TurnBegan("Edgar"))
    game = play(game, MoveBottle("Edgar", GIN, OTTO, RAY), MakeDrink("Edgar", 1, RAY))
    assert game.turn == "Bill"
    game = apply(game, MakeDrink("Bill", 1, KATHY))
    assert game.turn == "Claire"
    game = play(game, MakeDrink("Claire", 0, KATHY), MakeDrink("Claire", 1, KATHY))
    assert game.happened[1:] == (SettledUp("Claire", 5), GameEnded("Bill"))
    assert game.tab_row == ("Andre", "Doris", "Edgar", "Bill", "Claire")
    # Bill and Claire have the fewest cubes; Bill settled up before Claire.
    assert ice_of(game) == {"Andre": 8, "Bill": 3, "Claire": 3, "Doris": 4, "Edgar": 5}
    assert (game.phase, game.winner) == (Phase.OVER, "Bill")
    assert game.ranking == ("Bill", "Claire", "Doris", "Edgar", "Andre")
    assert game.bottles[MONA] == row("VVBBB")
