"""The first game: a script by the rules in which everything is done once."""

from __future__ import annotations

import pytest

from game import lesson
from game.lesson import LAST, STEPS, YOU, Wanted, nudge, state_at
from game.practice_boards import lesson_page
from game.rules import HOUSE_DECK, Phase, is_wild, view_for
from game.solver import least_ice


def test_every_step_follows_by_the_rules_and_the_game_comes_to_its_end():
    """Folding the script would be refused by the rules where it breaks one."""
    states = [state_at(number) for number in range(LAST + 1)]
    assert [state.ended for state in states] == [""] * LAST + ["scored"]
    assert states[-1].game.winner == YOU


def test_deal_order_wild_make_excess_and_last_call_are_all_done_by_the_player():
    done = set()
    for number, step in enumerate(STEPS):
        game = state_at(number).game
        act, *_ = step.wanted.act.split()
        done.add(act if game.phase is not Phase.LAST_CALL else f"{act} after last call")
        if act == "move-to" and any(map(is_wild, game.cards)):
            done.add("wild")
        if act == "make" and state_at(number + 1).game.player(YOU).ice > game.player(YOU).ice:
            done.add("excess")
    assert done >= {"deal", "order", "move-to", "make", "wild", "excess", "move-to after last call"}


def test_whatever_a_step_asks_for_can_be_pressed_on_its_page():
    for number, step in enumerate(STEPS):
        page = lesson_page(number, "Newcomer")
        act, *fields = step.wanted.act.split()
        match act:
            case "deal":
                assert [control.do for control in page.own.controls] == ["deal"]
            case "order":
                assert page.own.order.may
            case "make":
                drink = page.own.drinks[int(fields[0])]
                assert step.wanted.act in [place.do for place in drink.places]
            case "move-to":
                bottles = {bottle.value: bottle.receivers for bottle in page.own.bottles}
                assert fields[0] in bottles[step.wanted.bottle]


def test_the_step_that_is_asked_for_is_the_players_own_first_action():
    for step in STEPS:
        act = step.wanted.act.split()[0].replace("move-to", "move")
        assert step.then[0]["act"] == act
        assert step.then[0].get("player", YOU) == YOU


def test_the_bots_do_their_part_in_it():
    acts = {(entry["player"], entry["act"]) for step in STEPS for entry in step.then if "player" in entry}
    assert {player for player, _ in acts} == {YOU, lesson.ROSIE, lesson.MAX}
    assert {(lesson.ROSIE, "order"), (lesson.MAX, "order"), (lesson.MAX, "make"), (lesson.ROSIE, "make")} <= acts


def test_a_step_is_short_enough_to_be_read_and_all_of_them_take_less_than_three_minutes():
    """At 180 words a minute, and 5 seconds for each press."""
    words = [len(step.words.split()) for step in STEPS]
    assert max(words) <= 45
    assert sum(words) / 180 * 60 + 5 * LAST < 180


def test_the_drinks_are_cards_of_the_house_one_of_each_kind():
    for player in lesson.START.players:
        assert [drink.size for drink in player.drinks] == [2, 3, 4, 5]
        assert all(drink in HOUSE_DECK[drink.kind] for drink in player.drinks)


def test_what_the_lesson_advises_after_last_call_takes_the_least_ice():
    state = state_at(10)
    game = state.game
    left = [drink for n, drink in enumerate(game.player(YOU).drinks) if n not in game.player(YOU).made]
    assert least_ice(game.bottles, left) == state_at(LAST).game.player(YOU).ice - game.player(YOU).ice


@pytest.mark.parametrize("number", range(LAST))
def test_any_other_press_gets_a_friendly_sentence_and_the_right_one_none(number):
    wanted = STEPS[number].wanted
    assert nudge(number, wanted.act, wanted.bottle) == ""
    others = ["deal", "order", "pass", "hold", "make 0 kathy", "make 1 ray", "move-to ray", "", "\x00", "make"]
    for act in others:
        if act != wanted.act:
            assert nudge(number, act, "kathy gin").endswith(".")
    if wanted.bottle:
        assert nudge(number, wanted.act, "") == "Choose the bottle first, then the bartender who gets it."
        assert nudge(number, wanted.act, "kathy gin") == STEPS[number].nudge


def test_other_moves_and_drinks_that_the_rules_would_allow_are_refused_kindly_too():
    for number, step in enumerate(STEPS):
        may = view_for(state_at(number).game, YOU).may
        for make in may.make:
            act = f"make {make.drink} {make.bartender.word}"
            assert bool(nudge(number, act, "")) == (Wanted(act) != step.wanted)
        for move in may.move:
            act, bottle = f"move-to {move.receiver.word}", f"{move.giver.word} {move.liquor.word}"
            assert bool(nudge(number, act, bottle)) == (Wanted(act, bottle) != step.wanted)
