"""Long Game: Match Play. Who wins a match, from tab rows and ice alone; no database."""

from __future__ import annotations

import pytest

from matches.scoring import GameResult, game_winner, ranking, running_totals, totals


def game(number: int, ice: dict[int, int], tab_row: str) -> GameResult:
    return GameResult(number, ice, tuple(int(seat) for seat in tab_row))


def ranked(*games: GameResult) -> list[int]:
    return [standing.seat for standing in ranking(games)]


def words(*games: GameResult) -> list[str]:
    return [standing.tie_break for standing in ranking(games)]


def test_the_player_with_the_fewest_ice_cubes_over_all_games_wins_the_match():
    games = [game(1, {0: 9, 1: 4, 2: 6}, "012"), game(2, {0: 1, 1: 8, 2: 6}, "210")]
    assert totals(games) == {0: 10, 1: 12, 2: 12}
    assert ranked(*games)[0] == 0


def test_if_there_is_a_tie_the_settle_up_order_of_the_last_game_decides():
    games = [game(1, {0: 5, 1: 7}, "01"), game(2, {0: 7, 1: 5}, "10")]
    assert ranked(*games) == [1, 0]


def test_the_settle_up_order_of_an_earlier_game_does_not_decide():
    games = [game(1, {0: 0, 1: 4}, "01"), game(2, {0: 4, 1: 0}, "01"), game(3, {0: 3, 1: 3}, "10")]
    assert ranked(*games) == [1, 0]


def test_a_row_decided_by_the_tab_row_says_so_in_words():
    tied = [game(number, {0: 8, 1: 8, 2: 2}, "102") for number in range(1, 4)] + [game(4, {0: 7, 1: 7, 2: 0}, "102")]
    assert words(*tied) == [
        "",
        "31 ice each; settled up earlier in game 4",
        "31 ice each; settled up later in game 4",
    ]


def test_three_with_the_same_ice_are_parted_by_the_tab_row_and_each_is_told_how():
    tied = game(1, {0: 4, 1: 4, 2: 9, 3: 4}, "3120")
    assert ranked(tied) == [3, 1, 0, 2]
    assert words(tied) == [
        "4 ice each; settled up earliest in game 1",
        "4 ice each; settled up second of the three in game 1",
        "4 ice each; settled up last in game 1",
        "",
    ]


def test_two_pairs_with_the_same_ice_are_parted_each_by_itself():
    tied = game(1, {0: 4, 1: 2, 2: 4, 3: 2}, "2301")
    assert ranked(tied) == [3, 1, 2, 0]
    assert all("each; settled up" in text for text in words(tied))


def test_places_count_from_one_without_a_gap():
    assert [standing.place for standing in ranking([game(1, {0: 3, 1: 3, 2: 3}, "120")])] == [1, 2, 3]


@pytest.mark.parametrize("agreed", range(1, 13))
def test_a_match_of_any_length_adds_up_all_its_games(agreed: int):
    games = [game(number, {0: number, 1: 1}, "10") for number in range(1, agreed + 1)]
    assert totals(games) == {0: agreed * (agreed + 1) // 2, 1: agreed}
    assert ranked(*games) == [1, 0]


def test_a_match_that_ended_early_counts_the_games_that_are_over():
    played = [game(1, {0: 2, 1: 3}, "10"), game(2, {0: 3, 1: 2}, "01")]
    assert ranked(*played) == [0, 1]
    assert "game 2" in words(*played)[0]


def test_an_unscored_game_leaves_a_gap_and_the_last_scored_game_breaks_the_tie():
    played = [game(1, {0: 2, 1: 3}, "10"), game(3, {0: 3, 1: 2}, "10")]
    assert ranked(*played) == [1, 0]
    assert words(*played)[0] == "5 ice each; settled up earlier in game 3"


def test_the_order_in_which_the_games_are_given_does_not_matter():
    games = [game(1, {0: 2, 1: 3}, "10"), game(2, {0: 3, 1: 2}, "01")]
    assert ranking(games) == ranking(games[::-1])


def test_a_match_without_a_game_has_no_ranking():
    assert ranking([]) == []
    assert totals([]) == {}
    assert running_totals([]) == []


def test_running_totals_stand_after_each_game():
    games = [game(1, {0: 2, 1: 3}, "10"), game(2, {0: 3, 1: 0}, "01"), game(3, {0: 0, 1: 1}, "01")]
    assert running_totals(games) == [{0: 2, 1: 3}, {0: 5, 1: 3}, {0: 5, 1: 4}]


def test_a_games_winner_has_the_fewest_ice_and_settled_up_first_among_equals():
    assert game_winner(game(1, {0: 4, 1: 2, 2: 2}, "021")) == 2
