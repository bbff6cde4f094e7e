"""What pages are given: public things to everybody, one's own things to oneself, and nothing of what lies hidden.

The strongest test changes everything that is hidden and finds the boards unchanged.
"""

from __future__ import annotations

import asyncio
import hashlib
from random import Random

import pytest

from game import boards
from game.board import Board, Control
from game.boards import Setting, drink_word, own_part, public_board
from game.rules import HOUSE_DECK, Phase, Player, RemainingDrinks
from game.state import TableState
from game.table import GameResult
from game.window import Shout
from tests.table.builders import (
    ANDRE,
    BILL,
    CLAIRE,
    DORIS,
    EDGAR,
    NAMES,
    SEED,
    Sitting,
    dealt,
    making,
    moving,
)
from tests.table.live_play import opened, play
from tests.table.test_between_games import over
from tests.table.test_last_call_turns import last_call

SETTING = Setting("table", "Steady pace, remaining drinks all at once")
NOBODY: frozenset[str] = frozenset()


def board(table: Sitting) -> Board:
    return public_board(table.state, SETTING, NAMES, {}, table.table.past, table.clock.now)


def own(table: Sitting, seat: str, absent: frozenset[str] = NOBODY) -> object:
    return own_part(table.state, seat, NAMES, absent, table.clock.now)


def controls(table: Sitting, seat: str) -> dict[str, Control]:
    part = own_part(table.state, seat, NAMES, NOBODY, table.clock.now)
    return {control.do: control for control in (part.order, *part.controls, *part.table_controls)}


# -- nothing leaks --


def with_other_secrets(state: TableState, chance: Random, viewer: str | None) -> TableState:
    """The same table with another seed, deck and unmade drinks, other shouts and passes of everybody but the viewer."""
    twin, game = state.branch(), state.game

    def with_other_drinks(player: Player) -> Player:
        if player.name == viewer:
            return player
        others = tuple(
            drink if index in player.made else chance.choice(HOUSE_DECK[drink.kind])
            for index, drink in enumerate(player.drinks)
        )
        return player._replace(drinks=others)

    passed = frozenset(name for name in game.names if chance.random() < 0.5) - {viewer} | (game.passed & {viewer})
    twin.game = game._replace(
        deck=tuple(chance.sample(game.deck, len(game.deck))),
        discards=tuple(chance.sample(game.discards, len(game.discards))),
        players=tuple(map(with_other_drinks, game.players)),
        passed=passed if game.phase is Phase.MAKING else game.passed,
    )
    twin.seed = hashlib.sha256(state.seed.encode()).hexdigest()
    if state.phase is Phase.DEALING:
        mine = tuple(shout for shout in state.shouts if shout.player == viewer)
        others = tuple(Shout(name, state.at, 0.1) for name in game.names if name != viewer and chance.random() < 0.5)
        twin.shouts = mine + others
        twin.window_closes = state.at + 1 if twin.shouts else None
        twin.hurried_at = None if state.hurried_at else state.at
    return twin


@pytest.mark.parametrize("mode", list(RemainingDrinks))
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_no_board_depends_on_what_its_viewer_may_not_know(seats: int, mode: RemainingDrinks):
    chance = Random(seats)

    def look(table: Sitting) -> None:
        if chance.random() < 0.85:
            return
        now = table.clock.now
        for viewer in (None, *table.game.names):
            twin = with_other_secrets(table.state, chance, viewer)
            shown = [public_board(state, SETTING, NAMES, {}, [], now) for state in (table.state, twin)]
            assert shown[0] == shown[1]
            if viewer is not None:
                parts = [own_part(state, viewer, NAMES, NOBODY, now) for state in (table.state, twin)]
                assert parts[0] == parts[1]

    asyncio.run(play([opened(seats, mode, seed=f"{seats:064x}")], Random(seats), look))


def test_no_board_holds_an_unmade_drink_of_others_a_seed_or_a_press():
    looked, chance = 0, Random(1)

    def look(table: Sitting) -> None:
        nonlocal looked
        if chance.random() < 0.85:
            return
        public = repr(board(table))
        for text in (SEED, "press", "allowance", "arrived", "passed"):
            assert text not in public
        for player in table.game.players:
            unmade = [d for i, d in enumerate(player.drinks) if i not in player.made]
            for drink in unmade:
                assert repr(drink_word(drink)) not in public
                for other in set(table.game.names) - {player.name}:
                    assert repr(drink_word(drink)) not in repr(own(table, other))
                assert repr(drink_word(drink)) in repr(own(table, player.name))
                looked += 1

    asyncio.run(play([opened(4, RemainingDrinks.ALL_AT_ONCE)], Random(3), look))
    assert looked > 500


def test_the_deck_is_a_number():
    table = asyncio.run(dealt(5))
    assert board(table).deck_left == 43


# -- what is shown --


async def test_a_headline_says_whose_move_it_is_in_every_phase():
    assert board(await dealt(1)).headline == "Edgar deals"
    assert board(await moving(BILL)).headline == "Bill moves a bottle"
    assert board(await making(BILL)).headline == "Anyone may make a drink"
    assert board(await last_call()).headline == "Andre makes the remaining drinks"
    assert board(await last_call(RemainingDrinks.ONE_AT_A_TIME)).headline == "Andre makes one more drink"
    assert board(await over()).headline == "Game 1 is over"
    assert board(await over(games=1)).headline == "The match is over"


async def test_the_phase_is_one_word_and_never_tells_of_shouts():
    assert board(await dealt(1)).phase == "dealing"
    table = await dealt(2)
    await table.ask(BILL, "order")
    assert board(table).phase == "dealing"
    assert board(await moving(BILL)).phase == "moving"
    assert board(await making(BILL)).phase == "making"
    assert board(await last_call()).phase == "last_call"
    assert board(await over()).phase == "over"
    assert board(await over(games=1)).phase == "match_over"


async def test_a_hold_is_shown_for_its_time():
    table = await dealt(1)
    await table.ask(BILL, "hold")
    assert board(table).headline == "The deal is held"
    table.clock.now += 8.1
    assert board(table).headline == "Edgar deals"


async def test_the_time_left_is_that_of_the_phase():
    table = await moving(BILL)
    table.clock.now += 12
    assert board(table).seconds_left == pytest.approx(18)
    table.clock.now += 100
    assert board(table).seconds_left == 0


async def test_the_bartenders_show_bottles_cards_and_who_is_wild():
    shown = board(await dealt(4, deck="frank frank frank kathy"))
    frank = shown.bartenders[0]
    assert (frank.cards, frank.is_wild, frank.bottles) == (3, True, 4)
    assert [(shelf.liquor.word, shelf.number) for shelf in frank.shelves] == [("rum", 4)]
    assert [b.bartender.word for b in shown.bartenders if b.is_changed] == ["kathy"]


async def test_both_bartenders_of_a_move_are_marked_until_the_next_visible_thing():
    table = await making(BILL)
    assert [b.bartender.word for b in board(table).bartenders if b.is_changed] == ["frank", "jasmine"]
    await table.ask(CLAIRE, "pass")
    assert [b.bartender.word for b in board(table).bartenders if b.is_changed] == ["frank", "jasmine"]


async def test_seats_and_columns_show_markers_ice_and_places():
    shown = board(await last_call())
    bill = shown.seats[1]
    assert (bill.name, bill.place, bill.drinks_left, bill.ice) == ("Bill", 1, 0, 3)
    assert [row.name for row in shown.priority] == ["Andre", "Claire", "Bill"]
    assert [row.name for row in shown.tab_row] == ["Bill"]
    assert [seat.is_on_turn for seat in shown.seats] == [True, False, False]


async def test_a_seat_says_when_its_person_is_away_replaced_or_gone():
    table = await dealt(1)
    await table.ask(ANDRE, "sit-in 2", absent=CLAIRE)
    await table.ask(DORIS, "leave")
    shown = public_board(
        table.state, SETTING, NAMES, {BILL: "away", CLAIRE: "away", DORIS: "away"}, [], table.clock.now
    )
    assert [seat.presence for seat in shown.seats] == ["", "away", "a bot plays on", "left", ""]


async def test_the_buttons_of_dealing():
    table = await dealt(2)
    assert controls(table, BILL)["order"].may
    assert "deal" not in controls(table, BILL)
    assert controls(table, EDGAR)["deal"].may
    assert controls(table, EDGAR)["order"].why_not == "You are the dealer, and the dealer may not order."
    assert controls(table, BILL)["hold"].label == "Hold the deal (2 left)"


async def test_the_buttons_of_an_order():
    table = await moving(BILL)
    assert controls(table, BILL)["lapse"].may
    assert "lapse" not in controls(table, CLAIRE)
    part = own_part(table.state, BILL, NAMES, NOBODY, table.clock.now)
    assert [bottle.value for bottle in part.bottles] == ["frank rum", "jasmine vodka"]
    assert part.bottles[0].receivers == ("jasmine",)
    assert part.is_urgent
    others = own_part(table.state, CLAIRE, NAMES, NOBODY, table.clock.now)
    assert (others.bottles, others.prompt) == ((), "")
    assert others.order.why_not == ("No order can be placed now: Bill has the order and has not moved a bottle yet.")


async def test_the_buttons_of_the_making_step():
    table = await making(BILL)
    await table.ask(CLAIRE, "pass")
    assert controls(table, ANDRE)["pass"].may
    assert not controls(table, CLAIRE)["pass"].may
    places = own_part(table.state, ANDRE, NAMES, NOBODY, table.clock.now).drinks[0].places
    assert [(place.bartender.word, place.ice, place.do) for place in places] == [("jasmine", 3, "make 0 jasmine")]


async def test_nobody_else_s_refusal_names_a_seat_by_its_number():
    for table in (await dealt(1), await moving(BILL), await making(BILL), await last_call()):
        for seat in table.game.names:
            for control in controls(table, seat).values():
                assert not any(digit in control.why_not for digit in "01234"), control


async def test_a_proposal_shows_who_agreed_and_who_is_waited_for():
    table = await dealt(1, priority="012")
    await table.ask(ANDRE, "propose end_game")
    shown = board(table).proposal
    assert shown is not None
    assert (shown.words, shown.agreed, shown.waiting) == (
        "Andre proposes to end this game unscored.", ("Andre",), ("Bill", "Claire"),
    )  # fmt: skip
    assert {"agree", "refuse"} <= controls(table, BILL).keys()
    await table.ask(ANDRE, "sit-in 2", absent=CLAIRE)
    assert board(table).proposal.waiting == ("Bill",)


async def test_whoever_has_been_absent_can_be_played_for_by_a_bot():
    table = await dealt(1)
    part = own_part(table.state, ANDRE, NAMES, frozenset({CLAIRE, ANDRE}), table.clock.now)
    assert [c.label for c in part.table_controls if c.do.startswith("sit-in")] == ["Let a bot play for Claire"]


async def test_the_score_sheet_adds_up_and_says_how_a_tie_was_broken():
    table = await over()
    sheet = board(table).sheet
    assert sheet is not None
    assert sheet.names == ("Andre", "Bill", "Claire")
    assert sheet.rows[0].ice == sheet.totals == (3, 3, 3)
    assert sheet.result == "Claire wins game 1 with 3 ice. 3 players have as few; Claire settled up first."
    assert sheet.next_words == "Next: game 2. Bill settled up third and last, so Bill deals first."
    assert sheet.waiting == ("Andre", "Bill", "Claire")
    await table.ask(ANDRE, "ready")
    assert board(table).sheet.ready == ("Andre",)


async def test_an_unscored_game_counts_for_nothing_on_the_sheet():
    table = await dealt(1, priority="01", games=3)
    await table.ask(ANDRE, "propose end_game")
    await table.ask(BILL, "agree")
    stopped = table.table.past[0]._replace(number=2)
    sheet = boards.sheet(table.state, NAMES, [GameResult(1, (BILL, ANDRE), {ANDRE: 5, BILL: 7}), stopped])
    assert sheet is not None
    assert [row.ice for row in sheet.rows] == [(5, 7), (None, None)]
    assert sheet.totals == (5, 7)
    assert sheet.rows[1].tab_row == "Ended unscored"
    assert sheet.result == "Andre wins the match with 5 ice."


async def test_only_public_things_are_in_the_log_and_the_newest_line_is_last():
    table = await making(BILL)
    await table.ask(CLAIRE, "pass")
    log = board(table).log
    assert log[-1].words == "Bill moves Rum from Frank to Jasmine."
    assert [line.number for line in log] == sorted({line.number for line in log})
