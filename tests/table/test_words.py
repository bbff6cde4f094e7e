"""The log in words: one correct sentence for each thing that everybody may know, and none for what nobody may."""

from __future__ import annotations

import asyncio
from random import Random
from typing import get_args

import pytest

from game import happenings as told
from game.happenings import Happening, Line
from game.rules import (
    Bartender,
    BottleMoved,
    CardRevealed,
    CardsDiscarded,
    DealerChanged,
    DiscardsShuffled,
    DrinkMade,
    GameEnded,
    LastCallDeclared,
    Liquor,
    MakingClosed,
    MakingPassed,
    OrderLapsed,
    OrderShouted,
    OrderTaken,
    RemainingDrinks,
    SettledUp,
    TurnBegan,
)
from game.words import log_line, log_lines
from tests.rules.builders import drink
from tests.table.builders import ANDRE, BILL, CLAIRE, NAMES, dealt
from tests.table.live_play import opened, play

FRANK, JASMINE = Bartender.FRANK, Bartender.JASMINE
TWO = {ANDRE: "Andre", BILL: "Bill"}

SENTENCES: list[tuple[Happening, str]] = [
    (told.GameBegan(2, 3, BILL), "Game 2 of 3 begins. Bill deals first."),
    (CardRevealed(FRANK, 1), "Frank: 1 card."),
    (CardRevealed(FRANK, 2), "Frank: 2 cards."),
    (CardRevealed(FRANK, 3), "Frank: 3 cards, Frank is wild."),
    (CardRevealed(FRANK, 4), "Frank: the fourth card. All four are discarded."),
    (DiscardsShuffled(31), "The deck was empty: 31 discarded cards are shuffled."),
    (told.VerdictGiven(BILL, ((BILL, 0.0),), ()), "Order! Bill takes it."),
    (
        told.VerdictGiven(BILL, ((CLAIRE, 0.0), (BILL, 0.4134)), ()),
        "Order! Claire and Bill (+0.41 s) shouted at the same time; Bill is highest in the column and takes it.",
    ),
    (
        told.VerdictGiven(ANDRE, ((CLAIRE, 0.0), (BILL, 0.001), (ANDRE, 0.7)), (("3", 0.2345),)),
        "Order! Claire, Bill and Andre (+0.70 s) shouted at the same time; Andre is highest in the column and takes "
        "it. Doris was too late by 234 ms.",
    ),
    (
        told.VerdictGiven(BILL, ((BILL, 0.0),), ((ANDRE, 0.0001), (CLAIRE, 0.1))),
        "Order! Bill takes it. Andre was too late by 1 ms. Claire was too late by 100 ms.",
    ),
    (BottleMoved(BILL, Liquor.TRIPLE_SEC, FRANK, JASMINE, 0), "Bill moves Triple Sec from Frank to Jasmine."),
    (BottleMoved(BILL, Liquor.RUM, FRANK, JASMINE, 1), "Bill moves Rum from Frank to Jasmine for 1 ice."),
    (DrinkMade(BILL, 0, drink("RG"), FRANK, 0), "Bill makes a Shooter (Rum, Gin) at Frank for no ice."),
    (DrinkMade(BILL, 1, drink("RRI"), FRANK, 2), "Bill makes a Martini (Rum, Rum, Irish Cream) at Frank for 2 ice."),
    (DealerChanged(BILL), "Bill deals now."),
    (OrderLapsed(BILL, 1), "Bill’s order lapses: no order from Bill until 1 more card has been dealt."),
    (OrderLapsed(BILL, 4), "Bill’s order lapses: no order from Bill until 4 more cards have been dealt."),
    (OrderTaken(CLAIRE), "Claire, next in the column of those who shouted, takes the order."),
    (LastCallDeclared(BILL), "Last call! Bill has made all four drinks."),
    (SettledUp(BILL, 1), "Bill settles up first."),
    (SettledUp(CLAIRE, 5), "Claire settles up fifth."),
    (TurnBegan(BILL), "It is Bill’s turn: any bottle may go anywhere, for one ice a move."),
    (GameEnded(BILL), "The game is over. Bill wins it."),
    (told.DealHeld(BILL), "Bill holds the deal for 8 seconds."),
    (told.TimeRanOut(BILL, "order"), "Bill’s time to move a bottle ran out."),
    (
        told.TimeRanOut(BILL, "turn"),
        "Bill’s time ran out: the house finishes the turn, the cheapest drink first.",
    ),
    (told.BotSatIn(BILL, ANDRE), "Andre lets a bot play on for Bill, who is away."),
    (told.BotSatIn(BILL, ""), "A bot plays on for Bill, who is away."),
    (told.PersonCameBack(BILL), "Bill is back and plays again."),
    (told.PersonLeft(BILL), "Bill has left for good; a bot plays the seat on."),
    (told.Proposed(BILL, "end_game"), "Bill proposes to end this game unscored."),
    (told.Proposed(BILL, "adjourn"), "Bill proposes to adjourn the match."),
    (told.ProposalRefused(BILL, "adjourn"), "Bill would rather play on."),
    (told.GameStopped(), "All agreed to end this game unscored. The match counts the games before it."),
    (told.MatchAdjourned(), "The match is adjourned. It can be taken up again within 30 days."),
    (told.MatchClosed(), "Nobody is left at the table: the match ends with the games that are over."),
]
WORDLESS: list[Happening] = [
    CardsDiscarded(FRANK, "fourth"),
    OrderShouted(BILL),
    MakingPassed(BILL),
    MakingClosed(),
]


@pytest.mark.parametrize(("what", "words"), SENTENCES)
def test_the_log_says(what: Happening, words: str):
    line = log_line(Line(7, 99, 0.0, what), NAMES)
    assert line is not None
    assert (line.number, line.words) == (7, words)


@pytest.mark.parametrize("what", WORDLESS)
def test_nothing_is_said_of_what_another_line_tells_or_nobody_may_know(what: Happening):
    assert log_line(Line(7, 99, 0.0, what), NAMES) is None


def test_every_happening_is_among_those_above():
    known = {type(what) for what, _ in SENTENCES} | {type(what) for what in WORDLESS}
    assert known == set(get_args(Happening))


def test_of_two_players_the_one_who_does_not_deal_is_the_higher():
    line = log_line(Line(1, 1, 0.0, told.VerdictGiven(ANDRE, ((BILL, 0.0), (ANDRE, 0.2)), ())), TWO)
    assert line is not None
    assert line.words == "Order! Bill and Andre (+0.20 s) shouted at the same time; Andre does not deal and takes it."


def test_a_line_about_one_bartender_names_it_for_marking():
    line = log_line(Line(1, 1, 0.0, CardRevealed(FRANK, 1)), NAMES)
    assert line is not None
    assert (line.kind, line.bartender) == ("deal", "frank")


async def test_a_card_makes_one_line():
    table = await dealt(3, deck="frank frank frank frank")
    before = len(log_lines(table.state.lines, NAMES))
    await table.until_dealt(4)
    assert len(log_lines(table.state.lines, NAMES)) == before + 1


def test_a_whole_game_is_told_in_sentences_with_names_and_nothing_of_passes():
    table = opened(4, RemainingDrinks.ONE_AT_A_TIME, pace="brisk")
    table.table.state.lines = type(table.state.lines)(table.state.lines, maxlen=None)
    asyncio.run(play([table], Random(5)))
    lines = log_lines(table.state.lines, NAMES)
    assert len(lines) > 100
    assert all(line.words.endswith(".") and line.words[0].isupper() for line in lines)
    assert not any("pass" in line.words for line in lines)
    assert [line.number for line in lines] == sorted({line.number for line in lines})
