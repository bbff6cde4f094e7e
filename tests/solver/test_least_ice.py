"""The least ice after last call: exact in the worked examples, before a slow judge, and in properties of any board."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from game.rules import (
    BARTENDER_CARDS,
    HOUSE_DECK,
    Bartender,
    DrinkCard,
    LegalMake,
    LegalMove,
    Liquor,
    MakeDrink,
    MoveBottle,
    Phase,
    apply,
    new_game,
)
from game.solver import best_plan, best_turn, helpful_moves, least_ice, least_ice_by_subset, moved
from game.solver.plans import all_plans
from game.solver.positions import read_position
from game.solver.shares import STANDINGS, forget, prepare, share
from tests.solver.boards import any_board, any_hand, board, drinks, house_hands
from tests.solver.judge import judged_ice, judged_share

CASES = [json.loads(line) for line in (Path(__file__).parent / "cases" / "solve.jsonl").read_text().splitlines()]

few = settings(max_examples=60, deadline=None)


def paid(bottles, hand, steps) -> tuple[int, frozenset[int]]:
    """What the steps cost when they are taken one by one, and the drinks made; fails where a step is not legal."""
    ice, made = 0, set()
    for step in steps:
        if isinstance(step, LegalMove):
            assert step.giver != step.receiver
            assert bottles[step.giver][step.liquor] > 0
            bottles = moved(bottles, step)
            ice += 1
        else:
            need = hand[step.drink].need
            assert step.drink not in made
            assert all(count >= needed for count, needed in zip(bottles[step.bartender], need, strict=True))
            assert step.ice == sum(bottles[step.bartender]) - sum(need)
            made.add(step.drink)
            ice += step.ice
    return ice, frozenset(made)


@pytest.mark.parametrize("number", range(len(CASES)))
def test_every_worked_example_is_solved_with_exactly_its_ice(number):
    case = CASES[number]
    bottles, hand = read_position(case["position"])
    plan = best_plan(bottles, hand)
    assert least_ice(bottles, hand) == plan.ice == case["ice"]
    assert paid(bottles, hand, plan.steps) == (case["ice"], frozenset(range(len(hand))))


@pytest.mark.parametrize("number", range(0, len(CASES), 5))
def test_a_plan_replayed_by_the_rules_takes_exactly_its_ice(number):
    bottles, hand = read_position(CASES[number]["position"])
    game = new_game(
        players=["Bill", "Claire"],
        priority=["Bill", "Claire"],
        bottles=bottles,
        drinks={"Bill": hand, "Claire": hand},
        deck=BARTENDER_CARDS,
    )._replace(phase=Phase.LAST_CALL, turn="Bill", waiting=("Claire",))
    for step in best_plan(bottles, hand).steps:
        move = isinstance(step, LegalMove)
        game = apply(game, MoveBottle("Bill", *step) if move else MakeDrink("Bill", step.drink, step.bartender))
    assert game.tab_row == ("Bill",)
    assert game.player("Bill").ice == CASES[number]["ice"]


def test_a_drink_that_stands_ready_without_excess_costs_nothing():
    assert least_ice(board(frank="RV"), drinks("RV")) == 0


def test_each_spare_bottle_costs_one_whether_it_is_paid_or_moved_away():
    assert least_ice(board(frank="RVGG"), drinks("RV")) == 2


def test_two_drinks_of_one_bartender_are_made_from_the_same_bottles():
    assert least_ice(board(frank="RVG"), drinks("RV RVG")) == 1


def test_a_bottle_may_be_moved_away_before_one_drink_where_another_wants_it():
    bottles, hand = board(frank="RVG", jasmine="BT"), drinks("RV GBT")
    assert least_ice(bottles, hand) == 1
    assert paid(bottles, hand, best_plan(bottles, hand).steps)[0] == 1


def test_no_drinks_cost_nothing():
    assert least_ice(board(), ()) == 0
    assert best_plan(board(), ()).steps == ()


def test_a_board_with_a_bottle_missing_is_refused():
    with pytest.raises(ValueError, match="Four bottles"):
        least_ice(((0,) * 6,) * 6, drinks("RV"))


def test_a_fifth_drink_is_refused():
    with pytest.raises(ValueError, match="four drinks"):
        least_ice(board(), drinks("RV RV RV RV RV"))


def scrambled(seed: int) -> tuple[tuple[tuple[int, ...], ...], tuple[DrinkCard, ...]]:
    """A board on which some drinks stood ready, disturbed by up to two moves: cheap enough for the judge."""
    chance = Random(seed)
    hand = tuple(chance.choice(cards) for cards in HOUSE_DECK.values())
    hand = tuple(chance.sample(hand, chance.randint(1, 4)))
    rows = [[0] * 6 for _ in Bartender]
    for drink, row in zip(hand, chance.sample(rows, len(hand)), strict=True):
        for liquor, need in enumerate(drink.need):
            row[liquor] = min(need, 4 - sum(counts[liquor] for counts in rows))
    for liquor in Liquor:
        rows[chance.randrange(6)][liquor] += 4 - sum(counts[liquor] for counts in rows)
    bottles = tuple(tuple(row) for row in rows)
    for _ in range(chance.randint(0, 2)):
        liquor = chance.choice(list(Liquor))
        giver = chance.choice([bartender for bartender in Bartender if bottles[bartender][liquor]])
        receiver = chance.choice([bartender for bartender in Bartender if bartender != giver])
        bottles = moved(bottles, LegalMove(liquor, giver, receiver))
    return bottles, hand


CHEAP = [(bottles, hand) for bottles, hand in map(scrambled, range(60)) if least_ice(bottles, hand) <= 3]


def test_there_are_enough_boards_that_the_judge_can_finish():
    assert len(CHEAP) >= 25


@pytest.mark.parametrize(("bottles", "hand"), CHEAP)
def test_a_search_over_whole_boards_finds_nothing_cheaper(bottles, hand):
    assert judged_ice(bottles, hand, limit=least_ice(bottles, hand) - 1) is None


@pytest.mark.parametrize(("bottles", "hand"), [case for case in CHEAP if least_ice(*case) <= 2])
def test_a_search_over_whole_boards_finds_exactly_the_least_ice(bottles, hand):
    assert judged_ice(bottles, hand, limit=2) == least_ice(bottles, hand)


@few
@given(
    st.sampled_from(STANDINGS),
    st.lists(st.tuples(st.integers(0, 4), st.sampled_from(Bartender)), min_size=1, max_size=4),
)
def test_one_liquors_share_is_the_least_over_all_ways_of_its_bottles(standing, made):
    needs, bartenders = zip(*made, strict=True)
    cell = sum(bartender * 6 ** (len(made) - 1 - place) for place, bartender in enumerate(bartenders))
    assert share(standing, needs) >> 8 * cell & 255 == judged_share(standing, needs, bartenders)


@few
@given(any_board, any_hand, st.randoms(use_true_random=False))
def test_one_bottle_moved_changes_the_least_ice_by_at_most_one(bottles, hand, chance):
    moves = [
        LegalMove(liquor, giver, receiver)
        for liquor in Liquor
        for giver in Bartender
        for receiver in Bartender
        if giver != receiver and bottles[giver][liquor]
    ]
    after = moved(bottles, chance.choice(moves))
    assert abs(least_ice(after, hand) - least_ice(bottles, hand)) <= 1


@few
@given(any_board, any_hand)
def test_fewer_drinks_never_cost_more(bottles, hand):
    least = least_ice_by_subset(bottles, hand)
    for subset in range(len(least)):
        for drink in range(len(hand)):
            assert least[subset & ~(1 << drink)] <= least[subset]


@few
@given(any_board, any_hand)
def test_the_least_ice_by_subset_is_that_of_each_subset_alone(bottles, hand):
    least = least_ice_by_subset(bottles, hand)
    for subset in range(len(least)):
        assert least[subset] == least_ice(bottles, [card for bit, card in enumerate(hand) if subset >> bit & 1])


@few
@given(any_board, any_hand, st.permutations(range(6)), st.permutations(range(6)))
def test_permuting_bartenders_or_liquors_changes_nothing(bottles, hand, bartenders, liquors):
    other = tuple(tuple(bottles[b][liquor] for liquor in liquors) for b in bartenders)
    other_hand = [DrinkCard(tuple(card.need[liquor] for liquor in liquors)) for card in hand]
    assert least_ice(other, other_hand) == least_ice(bottles, hand)


@few
@given(any_board, any_hand)
def test_the_order_in_which_the_drinks_are_listed_changes_nothing(bottles, hand):
    assert least_ice(bottles, hand[::-1]) == least_ice(bottles, hand)


@few
@given(any_board, any_hand)
def test_every_plan_makes_all_drinks_and_takes_exactly_the_least_ice(bottles, hand):
    plan = best_plan(bottles, hand)
    assert paid(bottles, hand, plan.steps) == (plan.ice, frozenset(range(len(hand))))
    assert plan.ice == least_ice(bottles, hand)


@few
@given(any_board, any_hand)
def test_equal_plans_are_all_exact_and_no_two_are_the_same(bottles, hand):
    plans = [plan for plan, _ in zip(all_plans(bottles, hand), range(40), strict=False)]
    assert len({plan.steps for plan in plans}) == len(plans)
    for plan in plans:
        assert paid(bottles, hand, plan.steps) == (least_ice(bottles, hand), frozenset(range(len(hand))))


@few
@given(any_board, house_hands, house_hands)
def test_a_preference_chooses_among_equal_plans_only(bottles, hand, theirs):
    def their_ice(left):
        return least_ice(left, theirs)

    plan, plain = best_plan(bottles, hand, prefer=their_ice), best_plan(bottles, hand)
    assert plan.ice == plain.ice
    assert paid(bottles, hand, plan.steps)[0] == plan.ice
    assert their_ice(plan.left(bottles)) >= their_ice(plain.left(bottles))


@few
@given(any_board, any_hand)
def test_helpful_moves_are_exactly_those_that_lower_the_least_ice(bottles, hand):
    least = least_ice(bottles, hand)
    lowering = {
        move
        for liquor in Liquor
        for giver in Bartender
        for receiver in Bartender
        if giver != receiver
        and bottles[giver][liquor]
        and least_ice(moved(bottles, move := LegalMove(liquor, giver, receiver)), hand) < least
    }
    assert helpful_moves(bottles, hand) == lowering


@few
@given(any_board, any_hand)
def test_the_best_turn_is_one_drink_and_begins_a_perfect_finish(bottles, hand):
    turn = best_turn(bottles, hand)
    *moves, make = turn.steps
    assert all(isinstance(step, LegalMove) for step in moves)
    assert isinstance(make, LegalMake)
    assert paid(bottles, hand, turn.steps) == (turn.ice, frozenset({make.drink}))
    rest = [card for number, card in enumerate(hand) if number != make.drink]
    assert turn.ice + least_ice(turn.left(bottles), rest) == least_ice(bottles, hand)


@settings(max_examples=1, deadline=None, suppress_health_check=list(HealthCheck))
@given(any_board, house_hands)
def test_the_answers_do_not_depend_on_what_was_asked_before(bottles, hand):
    before = least_ice(bottles, hand)
    forget()
    prepare()
    assert least_ice(bottles, hand) == before
