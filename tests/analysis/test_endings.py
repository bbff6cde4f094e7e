"""After last call: what was taken is never less than what was possible, and the plan shows how it was possible."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from game.analysis import analyse, as_dict, endings_of, from_dict
from game.replays import Replay, replay_of_plan, replay_of_record
from game.rules import Phase, RemainingDrinks
from tests.analysis.played import chance_record, chance_replay, last

SEEDS = st.integers(0, 100_000)
PLAYERS = st.integers(2, 5)
ALL_AT_ONCE, ONE_AT_A_TIME = RemainingDrinks.ALL_AT_ONCE, RemainingDrinks.ONE_AT_A_TIME


@given(SEEDS, PLAYERS)
@settings(max_examples=20, deadline=None)
def test_nobody_takes_less_than_was_possible_when_all_drinks_are_made_at_once(seed, players):
    for ending in endings_of(chance_replay(seed, players, ALL_AT_ONCE)):
        if ending.possible is not None:
            assert ending.taken is not None
            assert ending.possible <= ending.taken
            assert ending.moved_by_others == 0


@given(SEEDS, PLAYERS)
@settings(max_examples=20, deadline=None)
def test_one_drink_at_a_time_each_bottle_that_others_move_spares_one_ice_at_most(seed, players):
    for ending in endings_of(chance_replay(seed, players, ONE_AT_A_TIME)):
        if ending.possible is not None:
            assert ending.taken is not None
            assert ending.possible - ending.moved_by_others <= ending.taken


@given(SEEDS, PLAYERS, st.sampled_from(RemainingDrinks))
@settings(max_examples=20, deadline=None)
def test_the_better_plan_replays_to_exactly_the_possible_ice(seed, players, way):
    replay = chance_replay(seed, players, way)
    for ending in endings_of(replay):
        if ending.turn_step is None:
            continue
        plan = replay_of_plan(replay, ending.turn_step, ending.seat, ending.plan)
        before, after = plan.frames[0].game.player(ending.seat), last(plan).player(ending.seat)
        assert after.ice - before.ice == ending.possible
        assert ending.seat in last(plan).tab_row
        assert plan.last == len(ending.plan)


@given(SEEDS, PLAYERS, st.sampled_from(RemainingDrinks))
@settings(max_examples=20, deadline=None)
def test_who_settled_up_in_play_has_no_turn_to_judge_and_everybody_else_has(seed, players, way):
    replay = chance_replay(seed, players, way)
    call = next(step for step, frame in enumerate(replay.frames) if frame.game.phase in (Phase.LAST_CALL, Phase.OVER))
    settled = replay.frames[call].game.tab_row
    for ending in endings_of(replay):
        assert (ending.turn_step is None) == (ending.seat in settled)


def test_the_turn_that_counts_is_the_first_one():
    replay = chance_replay(11, 3, ONE_AT_A_TIME)
    for ending in endings_of(replay):
        if ending.turn_step is not None:
            assert replay.frames[ending.turn_step].game.turn == ending.seat
            earlier = [frame.game.turn for frame in replay.frames[: ending.turn_step]]
            assert ending.seat not in earlier


def cut(seed: int, actions: int) -> Replay:
    """A game that ended early."""
    record = chance_record(seed)
    record["actions"] = record["actions"][:-actions]
    del record["result"]
    return replay_of_record(record)


def test_of_a_game_that_ended_early_nobody_is_said_to_have_taken_too_much():
    replay = cut(3, 1)
    unfinished = [ending for ending in endings_of(replay) if ending.possible is not None and ending.taken is None]
    assert len(unfinished) == 1
    assert unfinished[0].spared == 0
    assert analyse(replay).story.kind == "unfinished"


@given(SEEDS, PLAYERS, st.sampled_from(RemainingDrinks))
@settings(max_examples=10, deadline=None)
def test_findings_are_the_same_after_a_way_through_json(seed, players, way):
    import json

    findings = analyse(chance_replay(seed, players, way))
    assert from_dict(json.loads(json.dumps(as_dict(findings)))) == findings
