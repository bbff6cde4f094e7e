"""Finish it: every step is judged by the rules of the game, and the address is all there is."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.practice.codes import position_of
from game.practice.finishing import (
    MOST_STEPS,
    YOU,
    BadStep,
    finishing,
    grade,
    plan_for,
    pressed,
    step_of,
)
from game.practice.positions import position_for
from game.practice_boards import finish_page
from game.rules import Phase, view_for
from game.solver import least_ice
from game.solver.positions import Position

PUZZLE = position_of("tukxky2krqk83")
BEST = "KRO.OBF.JIO.1O.JVF.2F"

seeds = st.tuples(st.integers(0, 30).map(str), st.integers(1, 4))


def test_the_letters_move_bottles_and_make_drinks():
    assert [finishing(PUZZLE, BEST[: 4 * steps - 1]).ice for steps in range(1, 4)] == [1, 2, 3]
    done = finishing(PUZZLE, BEST)
    assert done.is_done
    assert done.ice == 4
    assert done.did == BEST


def test_before_the_last_drink_nothing_is_done():
    now = finishing(PUZZLE, BEST.rpartition(".")[0])
    assert not now.is_done
    assert now.game.phase is Phase.LAST_CALL
    assert now.game.turn == YOU


@given(seeds)
def test_the_best_plan_reaches_the_least_ice_and_is_graded_as_perfect(seed):
    position = position_for(*seed)
    done = finishing(position, ".".join(map(step_of, plan_for(position).steps)))
    assert done.is_done
    assert done.ice == least_ice(*position)
    assert (grade(done).stars, grade(done).least) == (3, done.ice)


@given(seeds, st.data())
def test_whatever_is_pressed_nobody_does_it_with_less_than_the_least(seed, data):
    now = finishing(position_for(*seed), "")
    for _ in range(8):
        if now.is_done:
            break
        may = view_for(now.game, YOU).may
        step = data.draw(st.sampled_from([*may.move, *may.make]))
        now = finishing(now.position, ".".join((*now.steps, step_of(step))))
    if not now.is_done:  # finish from here as well as can be
        left = [n for n in range(len(now.position.drinks)) if n not in now.game.player(YOU).made]
        rest = Position(now.game.bottles, tuple(now.position.drinks[n] for n in left))
        for step in plan_for(rest).steps:
            letters = step_of(step)
            if letters[0].isdigit():
                letters = f"{left[int(letters[0]) - 1] + 1}{letters[1]}"
            now = finishing(now.position, ".".join((*now.steps, letters)))
    assert now.is_done
    assert now.ice >= least_ice(*now.position)


@pytest.mark.parametrize(
    ("more", "stars", "words"),
    [(0, 3, "nobody can do it with less"), (1, 2, "one cube more"), (3, 1, "3 cubes more"), (4, 0, "No star")],
)
def test_the_grade_says_in_words_how_much_more_than_the_least_it_was(more, stars, words):
    back_and_forth = "KVF.FVK.KVF.FVK".split(".")
    did = ".".join([*back_and_forth[: more - more % 2], BEST])
    if more % 2:
        did = "KVR." + did
    graded = grade(finishing(PUZZLE, did))
    assert graded.ice == graded.least + more
    assert graded.stars == stars
    assert words in graded.words


@pytest.mark.parametrize(
    ("did", "sentence"),
    [
        ("K", "no step of this game"),
        ("KRO.", "no step of this game"),
        ("kro", "no step of this game"),
        ("5O", "no step of this game"),
        ("0O", "no step of this game"),
        ("1O1", "no step of this game"),
        ("KR\u00d6", "no step of this game"),
        ("KRO,KRO", "no step of this game"),
        ("KRK", "must go from Kathy to another"),
        ("KIO", "Kathy has no Irish Cream"),
        ("1K", "Kathy is short of"),
        ("4O", "You have no drink card of that number"),
        (BEST.partition(".2F")[0] + ".1O", "You have already made that drink"),
        (BEST + ".KVF", "The game is over"),
        (".".join(["KVF", "FVK"] * MOST_STEPS), "Nobody needs so many steps"),
    ],
)
def test_steps_that_lead_nowhere_get_a_sentence(did, sentence):
    with pytest.raises(BadStep) as problem:
        finishing(PUZZLE, did)
    assert sentence in str(problem.value)


@given(st.text(max_size=60))
def test_no_text_breaks_it(did):
    with contextlib.suppress(BadStep):
        assert finishing(PUZZLE, did).did == did


def test_a_press_adds_a_step_and_take_back_takes_the_last_one_away():
    now = pressed(finishing(PUZZLE, ""), "move-to otto", "kathy rum")
    assert now.did == "KRO"
    assert pressed(now, "undo", "").did == ""
    assert pressed(finishing(PUZZLE, ""), "undo", "").did == ""
    assert pressed(finishing(PUZZLE, "KRO.OBF.JIO"), "make 0 otto", "").did == "KRO.OBF.JIO.1O"


@pytest.mark.parametrize(
    ("act", "bottle", "sentence"),
    [
        ("move-to otto", "", "Choose a bottle first"),
        ("move-to otto", "kathy", "Choose a bottle first"),
        ("move-to otto", "kathy whisky", "Choose a bottle first"),
        ("move-to zoe", "kathy rum", "nothing one can do here"),
        ("move-to kathy", "kathy rum", "to another bartender"),
        ("make 0 zoe", "", "nothing one can do here"),
        ("make 9 otto", "", "nothing one can do here"),
        ("make 0 kathy", "", "short of"),
        ("order", "", "nothing one can do here"),
        ("\x00", "\x00", "nothing one can do here"),
    ],
)
def test_a_press_that_cannot_be_done_gets_a_sentence(act, bottle, sentence):
    with pytest.raises(BadStep) as problem:
        pressed(finishing(PUZZLE, ""), act, bottle)
    assert sentence in str(problem.value)


def test_after_the_last_drink_only_taking_back_is_possible():
    done = finishing(PUZZLE, BEST)
    with pytest.raises(BadStep, match="All drinks are made"):
        pressed(done, "move-to otto", "kathy rum")
    assert not pressed(done, "undo", "").is_done


def test_the_best_plan_is_shown_only_when_all_is_done_or_when_it_is_asked_for():
    assert finish_page(finishing(PUZZLE, "KRO"), None).plan == ()
    assert finish_page(finishing(PUZZLE, "KRO"), 0).plan
    page = finish_page(finishing(PUZZLE, BEST), None)
    assert [step.words for step in page.plan][:2] == [
        "Rum from Kathy to Otto: 1 ice",
        "Brandy from Otto to Frank: 1 ice",
    ]
    assert page.result is not None


def test_when_all_is_done_the_hand_is_still_shown_and_the_last_step_can_be_taken_back():
    page = finish_page(finishing(PUZZLE, BEST), None)
    assert page.board.phase == "over"
    assert [control.do for control in page.own.controls] == ["undo", "again"]
    assert all(drink.is_made for drink in page.own.drinks)


def test_the_board_of_a_plan_step_is_shown_with_nothing_to_press():
    page = finish_page(finishing(PUZZLE, BEST), 3)
    assert page.board.headline == "The best plan, step 3: 3 ice"
    assert page.own.bottles == ()
    assert all(place.do == "" for drink in page.own.drinks for place in drink.places)
    last = finish_page(finishing(PUZZLE, BEST), 999)
    assert last.shown == len(last.plan)
    assert last.board.headline.endswith(": 4 ice")
