"""The story in one line, and the findings in words."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from game.analysis import Ending, MissedOrder, Story, analyse
from game.analysis.words import ending_in_words, missed_in_words, story_in_words
from game.replays import replay_of_record
from game.rules import DrinkCard, Liquor, RemainingDrinks
from tests.analysis.played import chance_replay, last
from tests.rules.documents import document

NAMES = {str(seat): name for seat, name in enumerate(("Andre", "Bill", "Claire", "Doris", "Edgar"))}


@given(st.integers(0, 100_000), st.integers(2, 5), st.sampled_from(RemainingDrinks))
@settings(max_examples=12, deadline=None)
def test_every_game_that_is_over_has_a_story_that_names_its_winner(seed, players, way):
    replay = chance_replay(seed, players, way)
    story = analyse(replay).story
    words = story_in_words(story, NAMES)
    assert NAMES[last(replay).ranking[0]] in words
    assert words.endswith(".")
    assert 0 <= story.step <= replay.last
    assert words.count(".") <= 2


@given(st.integers(0, 100_000), st.integers(2, 5))
@settings(max_examples=12, deadline=None)
def test_whoever_let_it_slip_would_have_won_with_the_better_plan(seed, players):
    replay = chance_replay(seed, players)
    findings = analyse(replay)
    if findings.story.kind != "slipped":
        return
    winner, loser = findings.story.seats
    end = last(replay)
    spared = next(ending.spared for ending in findings.endings if ending.seat == loser)
    assert winner == end.ranking[0] != loser
    assert end.player(loser).ice - spared <= end.player(winner).ice


def test_a_game_that_ended_early_has_a_story_too():
    story = analyse(replay_of_record(document(actions=[]))).story
    assert story_in_words(story, NAMES) == "The game ended early, after 0 cards; nobody had made a drink."
    story = analyse(replay_of_record(document())).story
    assert (
        story_in_words(story, NAMES) == "The game ended early, after 2 cards: Bill was ahead, with 1 drink for 3 ice."
    )


def test_stories_in_words():
    def words(kind: str, seats: str, *numbers: int) -> str:
        return story_in_words(Story(kind, tuple(seats), numbers, 0), NAMES)

    assert words("slipped", "01", 5, 9, 4) == (
        "Andre won with 5 ice, but Bill let it slip: 4 ice after last call would have been enough, and Bill took 9."
    )
    assert words("slipped", "01", 5, 2, 0).count("no ice after last call would have been enough") == 1
    assert words("tied", "010", 6) == "Andre and Bill both ended with 6 ice; Andre had settled up first and won."
    assert words("tied", "012", 6).endswith("and won. Claire had called last call.")
    assert words("caller_won", "21", 2, 7) == (
        "Claire called last call with 2 ice, and nobody came under it: Bill ended with 7."
    )
    assert words("caller_caught", "21", 9, 5, 3) == (
        "Claire called last call with 9 ice, but Bill took only 3 more and won with 5."
    )
    assert words("caller_caught", "21", 9, 5, 0).count("took no more and won") == 1


def test_endings_in_words():
    def words(taken: int | None, possible: int | None) -> str:
        return ending_in_words(Ending("0", None if possible is None else 7, taken, possible, (), 0))

    assert words(9, 5) == "took 9 after last call; 5 were possible"
    assert words(2, 1) == "took 2 after last call; 1 was possible"
    assert words(5, 5) == "took 5 after last call, the least possible"
    assert words(3, 5).startswith("took 3 after last call; alone it would have been 5 at least")
    assert words(None, 5) == "had not finished when the game ended; 5 ice more would have been enough"
    assert words(None, None) == "settled up without a turn after last call"


def test_a_missed_order_in_words():
    missed = MissedOrder("0", 3, "kathy", "rum", "frank", "kathy", 0, "kathy", 0, 4)
    assert missed_in_words(missed, DrinkCard.of([Liquor.RUM, Liquor.GIN])) == (
        "Rum from Frank to Kathy would have made the Shooter at Kathy for no ice; it cost 4 in the end"
    )
