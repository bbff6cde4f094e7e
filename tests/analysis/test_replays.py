"""The steps of a game: each thing that everybody could see, from a journal or from a record."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.record import board_of, record_of
from game.replays import MOST_ACTIONS, TooLong, replay_of_plan, replay_of_record, replay_of_rows
from game.rules import Deal, InvalidSetup, Phase, RemainingDrinks, TurnBegan
from game.words import log_line
from tests.analysis.played import chance_game, chance_record, chance_replay, last
from tests.rules.documents import changed, document
from tests.table.builders import chairs_of
from tests.table.live_play import opened, play, strictly

WAYS = st.sampled_from(RemainingDrinks)
NAMES = {str(seat): name for seat, name in enumerate(("Andre", "Bill", "Claire", "Doris", "Edgar"))}


def named(board: dict, names: list[str]) -> dict:
    """What a board says, with the players' names for their seat numbers."""
    text = json.dumps(board)
    for seat, name in enumerate(names):
        text = text.replace(f'"{seat}"', f'"{name}"')
    return json.loads(text)


@given(st.integers(0, 10_000), st.integers(2, 5), WAYS)
@settings(max_examples=10, deadline=None)
def test_the_last_step_of_a_record_is_where_its_replay_ends(seed, players, way):
    start, *played = chance_game(seed, players, way)
    replay = replay_of_record(record_of(start, [action for action, _ in played]))
    assert replay.refusal is None
    assert named(board_of(last(replay)), list(start.names)) == board_of(played[-1][1])


@given(st.integers(0, 10_000), st.integers(2, 5), WAYS)
@settings(max_examples=10, deadline=None)
def test_every_step_tells_something_and_all_lines_belong_to_one(seed, players, way):
    replay = chance_replay(seed, players, way)
    told = [replay.lines_of(step) for step in range(len(replay.frames))]
    assert [line for lines in told for line in lines] == list(replay.lines)
    assert all(any(log_line(line, NAMES) for line in lines) for lines in told)


@given(st.integers(0, 10_000), st.integers(2, 4), WAYS)
@settings(max_examples=10, deadline=None)
def test_a_making_step_that_ends_by_itself_in_a_record_is_told_like_one_at_a_table(seed, players, way):
    replay = chance_replay(seed, players, way)
    for frame in replay.frames:
        assert frame.game.phase is not Phase.ORDERING
    orders = sum(frame.game.phase is Phase.MOVING for frame in replay.frames)
    assert orders >= 1


async def test_a_journal_and_its_own_record_have_the_same_steps():
    table = await play([opened(3, RemainingDrinks.ALL_AT_ONCE)], Random(3))
    journal = table.journal
    rows = [(number, at, entry) for number, at, entry in await journal.load(1, -1)]
    ours = replay_of_rows(rows, chairs_of("012"), 1)
    theirs = replay_of_record(record_of(journal.folded(1).start, strictly(journal)))
    boards = [board_of(frame.game) for frame in theirs.frames]
    assert board_of(last(ours)) == boards[-1]
    # The journal has steps more: holds, time that ran out, people who came back. The boards follow in the same order.
    ours_in_turn = iter([board_of(frame.game) for frame in ours.frames])
    for at, board in enumerate(boards):
        if at == 0 or board != boards[at - 1]:
            assert any(board == other for other in ours_in_turn)


def test_a_refused_action_ends_the_steps_and_says_why():
    replay = replay_of_record(changed("actions/3", {"act": "deal"}))
    assert replay.refused_at == 3
    assert replay.refusal is not None
    assert replay.refusal.code == "wrong_phase"
    assert len(replay.frames) == 3


def test_an_action_that_is_none_ends_the_steps_too():
    for nonsense in (None, 7, {"act": []}, {"act": "fly"}, {"act": "order", "player": "Zoe"}):
        replay = replay_of_record(changed("actions/0", nonsense))
        assert (replay.refused_at, len(replay.frames)) == (0, 1)


def test_a_game_that_begins_in_the_middle_begins_there():
    replay = replay_of_record(document(ice={"Bill": 7}, made={"Bill": [1]}, actions=[]))
    assert replay.frames[0].game.player("1").ice == 7
    assert replay.frames[0].game.player("1").made == (1,)


def test_names_that_are_numbers_of_other_seats_are_not_mixed_up():
    record = json.loads(json.dumps(document()).replace('"Andre"', '"1"').replace('"Bill"', '"0"'))
    replay = replay_of_record(record)
    assert replay.refusal is None
    assert last(replay).player("1").made == (0,)


def test_no_record_is_no_replay():
    for nonsense in (None, [], {}, {"format": "lastcall/1"}, document(deck=[])):
        with pytest.raises(InvalidSetup):
            replay_of_record(nonsense)


def test_a_record_longer_than_any_game_is_not_looked_at():
    with pytest.raises(TooLong):
        replay_of_record(document(actions=[{"act": "deal"}] * (MOST_ACTIONS + 1)))


def test_times_never_run_backwards():
    replay = replay_of_record(changed("actions/2", {"act": "order", "player": "Bill", "at": 1}))
    times = [frame.at for frame in replay.frames]
    assert times == sorted(times)


def test_what_comes_after_the_end_of_a_game_is_no_step_of_it():
    record = chance_record(5)
    start, *played = chance_game(5)
    assert last(replay_of_record(record)).phase is Phase.OVER
    more = record_of(start, [action for action, _ in played])
    more["actions"].append({"act": "deal"})
    replay = replay_of_record(more)
    assert replay.refusal is not None
    assert replay.refusal.code == "game_over"


@given(st.integers(0, 10_000), st.integers(2, 4), WAYS)
@settings(max_examples=10, deadline=None)
def test_a_plan_that_does_nothing_leaves_the_table_as_it_was_at_its_step(seed, players, way):
    replay = chance_replay(seed, players, way)
    step = next(
        (
            at
            for at in range(len(replay.frames))
            if any(isinstance(line.what, TurnBegan) for line in replay.lines_of(at))
        ),
        None,
    )
    if step is None:
        return
    game = replay.frames[step].game
    plan = replay_of_plan(replay, step, game.turn or "", ())
    assert plan.last == 0
    assert [line.what for line in plan.lines_of(0)] == [replay.lines_of(step)[-1].what]
    assert plan.frames[0].game._replace(options=game.options) == game


def test_the_table_at_a_step_shows_the_newest_lines_of_its_log():
    start, *played = chance_game(7)
    replay = replay_of_record(record_of(start, [Deal()]))
    state = replay.state_at(replay.last)
    assert state.lines[-1] == replay.lines[-1]
    assert replay.state_at(0).game.dealt == 0
    assert len(played) > 1
