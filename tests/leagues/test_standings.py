"""The standings of a season, added up by hand: design section "Matches, leagues, standings", sentence by sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matches.leagues.standings import ICE, PLACES, Game, LeagueMatch, LeagueRound, Row, standings

A, B, C, D, E = 1, 2, 3, 4, 5
BOT = -1


def game(ice: dict[int, int], tab_row: Sequence[int] = (), bot_played: Sequence[int] = ()) -> Game:
    """Without a tab row, they settled up in the order in which they are named."""
    return Game(ice, tuple(tab_row or ice), frozenset(bot_played))


def match(number: int, *games: Game, agreed: int = 0) -> LeagueMatch:
    people = frozenset(player for one in games for player in one.ice if player > 0)
    return LeagueMatch(number, people, games, agreed or len(games))


def over(*numbers: int, byes: Sequence[int] = ()) -> list[LeagueRound]:
    return [LeagueRound(number, is_over=True, byes=frozenset(byes)) for number in numbers]


def row_of(rows: Sequence[Row], player: int) -> Row:
    return next(row for row in rows if row.player == player)


def order(rows: Sequence[Row]) -> list[tuple[int | None, int]]:
    return [(row.place, row.player) for row in rows]


# --- Points and ice


def test_a_match_gives_the_share_of_opponents_finished_ahead_of():
    rows = standings(PLACES, [A, B, C, D], over(1), [match(1, game({A: 3, B: 5, C: 8, D: 9}))])
    assert [row.points for row in rows] == [1, Fraction(2, 3), Fraction(1, 3), 0]
    assert order(rows) == [(1, A), (2, B), (3, C), (4, D)]
    assert not any(row.tie_break for row in rows)


def test_a_season_of_places_is_the_sum_of_its_matches():
    matches = [match(1, game({A: 3, B: 5, C: 8})), match(2, game({B: 1, C: 2, A: 9}))]
    rows = standings(PLACES, [A, B, C], over(1, 2), matches)
    assert {row.player: row.points for row in rows} == {A: 1, B: Fraction(3, 2), C: Fraction(1, 2)}
    assert {row.player: row.wins for row in rows} == {A: 1, B: 1, C: 0}


def test_a_season_of_ice_is_the_total_ice_fewest_first():
    matches = [match(1, game({A: 3, B: 5, C: 8})), match(2, game({B: 1, C: 2, A: 9}))]
    rows = standings(ICE, [A, B, C], over(1, 2), matches)
    assert [(row.player, row.ice) for row in rows] == [(B, 6), (C, 10), (A, 12)]


def test_a_match_is_decided_by_total_ice_and_a_tie_by_the_last_tab_row():
    games = game({A: 4, B: 9, C: 5}, [A, C, B]), game({A: 7, B: 2, C: 8}, [B, A, C])
    rows = standings(PLACES, [A, B, C], over(1), [match(1, *games)])
    assert [(row.player, row.points) for row in rows] == [(B, 1), (A, Fraction(1, 2)), (C, 0)]


# --- Missed matches


def test_a_missed_match_counts_nothing_in_places_and_the_worst_total_of_the_round_and_five_in_ice():
    matches = [match(1, game({A: 3, B: 5})), match(1, game({C: 7, D: 11}))]
    missing = row_of(standings(PLACES, [A, B, C, D, E], over(1), matches), E)
    assert (missing.points, missing.ice, missing.missed, missing.matches) == (0, 16, 1, 0)


def test_rounds_before_joining_and_after_leaving_are_missed():
    matches = [match(1, game({A: 3, B: 5})), match(2, game({A: 3, C: 6})), match(3, game({B: 1, C: 2}))]
    rows = standings(ICE, [A, B, C], over(1, 2, 3), matches)
    assert {row.player: (row.ice, row.missed) for row in rows} == {
        A: (3 + 3 + 2 + 5, 1),
        B: (5 + 6 + 5 + 1, 1),
        C: (5 + 5 + 6 + 2, 1),
    }


def test_nobody_has_missed_a_round_that_is_not_over():
    running = [LeagueRound(1, is_over=False, playing=frozenset({C, D}))]
    rows = standings(PLACES, [A, B, C, D, E], running, [match(1, game({A: 3, B: 5}))])
    assert [row.missed for row in rows] == [0] * 5
    assert order(rows)[:2] == [(1, A), (2, B)]
    assert {place for place, _ in order(rows)[2:]} == {None}


def test_a_round_in_which_no_match_was_scored_is_missed_by_nobody():
    rows = standings(ICE, [A, B], over(1), [LeagueMatch(1, frozenset({A, B}), (), 3)])
    assert [(row.missed, row.place) for row in rows] == [(0, None), (0, None)]


def test_a_match_of_which_no_game_was_scored_is_missed_by_those_who_sat_there():
    matches = [LeagueMatch(1, frozenset({A, B}), (), 1), match(1, game({C: 4, D: 6}))]
    rows = standings(ICE, [A, B, C, D], over(1), matches)
    assert (row_of(rows, A).ice, row_of(rows, A).missed) == (11, 1)


def test_a_match_that_ended_early_counts_as_if_the_other_games_had_gone_like_those_played():
    rows = standings(ICE, [A, B], over(1), [match(1, game({A: 4, B: 6}), game({A: 3, B: 5}), agreed=3)])
    assert [row.ice for row in rows] == [Fraction(21, 2), Fraction(33, 2)]
    assert [row.games for row in rows] == [2, 2]


# --- Byes


def test_a_bye_counts_the_players_own_mean_of_the_season():
    rounds = [*over(1, 2), LeagueRound(3, is_over=True, byes=frozenset({A}))]
    matches = [
        match(1, game({A: 3, B: 5, C: 9})),
        match(2, game({B: 4, A: 6, C: 7})),
        match(3, game({B: 1, C: 2})),
    ]
    rows = standings(PLACES, [A, B, C], rounds, matches)
    assert row_of(rows, A).points == Fraction(3, 2) * Fraction(3, 2)  # 1 and 1/2, and their mean once more
    assert row_of(rows, A).ice == Fraction(9 * 3, 2)
    assert (row_of(rows, A).byes, row_of(rows, A).missed, row_of(rows, A).matches) == (1, 0, 2)


def test_missing_a_match_does_not_raise_what_a_bye_counts():
    rounds = [*over(1), LeagueRound(2, is_over=True, byes=frozenset({A})), *over(3)]
    first, second = match(1, game({A: 3, B: 5})), match(2, game({B: 3, C: 5}))
    last = standings(PLACES, [A, B, C], rounds, [first, second, match(3, game({B: 3, C: 4, A: 9}))])
    missed = standings(PLACES, [A, B, C], rounds, [first, second, match(3, game({B: 3, C: 4}))])
    assert row_of(missed, A).points == row_of(last, A).points == Fraction(3, 2)


def test_who_had_nothing_but_byes_has_no_place_yet():
    rows = standings(ICE, [A, B, C], over(1, byes=[C]), [match(1, game({A: 3, B: 5}))])
    assert order(rows) == [(1, A), (2, B), (None, C)]


# --- Bots


def test_bots_are_no_opponents_and_have_no_place():
    rows = standings(PLACES, [A, B], over(1), [match(1, game({BOT: 1, A: 3, B: 9}))])
    assert order(rows) == [(1, A), (2, B)]
    assert [(row.points, row.wins) for row in rows] == [(1, 1), (0, 0)]


def test_a_match_without_two_people_counts_nothing_and_is_like_a_bye():
    matches = [match(1, game({A: 3, B: 5})), match(1, game({C: 3, D: 9})), match(2, game({A: 3, B: 5}))]
    alone = match(2, game({BOT: 1, C: 30}))
    rows = standings(PLACES, [A, B, C, D], over(1, 2), [*matches, alone])
    assert (row_of(rows, C).points, row_of(rows, C).matches, row_of(rows, C).byes) == (2, 1, 1)
    assert row_of(rows, D).missed == 1


def test_what_a_bot_played_for_somebody_is_never_better_than_the_worst_person():
    played = match(1, game({A: 1, B: 5, C: 9}, [A, B, C], bot_played=[A]))
    rows = standings(PLACES, [A, B, C], over(1), [played])
    assert [(row.player, row.points) for row in rows] == [(B, 1), (C, Fraction(1, 2)), (A, 0)]
    assert row_of(standings(ICE, [A, B, C], over(1), [played]), A).ice == 9


def test_what_a_bot_played_counts_as_it_is_where_it_is_worse():
    played = match(1, game({B: 5, C: 9, A: 12}, bot_played=[A]))
    assert row_of(standings(ICE, [A, B, C], over(1), [played]), A).ice == 12


def test_only_the_games_that_the_bot_played_are_held_down():
    played = match(1, game({A: 1, B: 5, C: 9}), game({A: 1, B: 5, C: 9}, bot_played=[A]))
    rows = standings(ICE, [A, B, C], over(1), [played])
    assert [(row.player, row.ice) for row in rows] == [(A, 10), (B, 10), (C, 18)] or order(rows)[0] == (1, B)
    assert row_of(rows, A).ice == 10


def test_where_bots_played_everything_for_everybody_nobody_wins():
    played = match(1, game({A: 1, B: 5}, bot_played=[A, B]))
    rows = standings(PLACES, [A, B], over(1), [played])
    assert [(row.points, row.wins) for row in rows] == [(0, 0), (0, 0)]


# --- Ties


def test_equal_points_go_to_fewer_ice_per_game():
    matches = [match(1, game({A: 3, B: 5})), match(2, game({B: 1, A: 9}))]
    rows = standings(PLACES, [A, B], over(1, 2), matches)
    assert order(rows) == [(1, B), (2, A)]
    assert row_of(rows, B).tie_break == "1 point each; 3 ice per game, fewer"
    assert row_of(rows, A).tie_break == "1 point each; 6 ice per game, more"


def test_equal_ice_per_game_goes_to_more_matches_won():
    matches = [
        match(1, game({A: 4, C: 6}), game({A: 1, C: 3})),
        match(1, game({D: 1, B: 3}), game({D: 1, B: 2})),
    ]
    rows = standings(ICE, [A, B], over(1), matches)
    assert order(rows) == [(1, A), (2, B)]
    assert row_of(rows, A).tie_break == "5 ice each; 2.5 ice per game each; 1 match won, more"
    assert row_of(rows, B).tie_break == "5 ice each; 2.5 ice per game each; 0 matches won, fewer"


def test_equal_wins_go_by_the_tab_row_of_the_last_game_of_the_latest_match_both_sat_in():
    matches = [match(1, game({A: 3, B: 5}, [A, B])), match(2, game({B: 3, A: 5}, [A, B]))]
    rows = standings(PLACES, [A, B], over(1, 2), matches)
    assert order(rows) == [(1, A), (2, B)]
    assert "1 match won each; settled up earlier when they last met" in row_of(rows, A).tie_break
    assert "settled up later when they last met" in row_of(rows, B).tie_break


def test_three_with_the_same_points_can_each_be_parted_by_another_key():
    matches = [
        match(1, game({A: 3, B: 5})),
        match(2, game({B: 3, A: 5})),
        match(1, game({C: 2, D: 9})),
        match(2, game({D: 2, C: 3})),
    ]
    rows = standings(PLACES, [A, B, C], over(1, 2), matches)
    assert order(rows) == [(1, C), (2, B), (3, A)]
    assert row_of(rows, C).tie_break == "1 point each; 2.5 ice per game, fewer"
    assert row_of(rows, B).tie_break == (
        "1 point each; 4 ice per game each, more; 1 match won each; settled up earlier when they last met"
    )


def test_where_nothing_separates_the_place_is_shared_and_the_next_one_left_out():
    matches = [match(1, game({A: 3, C: 5})), match(1, game({B: 3, D: 5}))]
    rows = standings(PLACES, [A, B, C, D], over(1), matches)
    assert [row.place for row in rows] == [1, 1, 3, 3]
    assert all(row.is_shared for row in rows)
    assert rows[0].tie_break == "1 point each; 3 ice per game each; 1 match won each; nothing separates them"


def test_a_circle_in_which_each_beat_the_next_shares_its_place():
    """A settled up before B, B before C, C before A: no order of the three is better than another."""
    matches = [
        match(1, game({A: 3, B: 5})),
        match(2, game({B: 3, C: 5})),
        match(3, game({C: 3, A: 5})),
    ]
    byes = [
        LeagueRound(1, True, frozenset({C})),
        LeagueRound(2, True, frozenset({A})),
        LeagueRound(3, True, frozenset({B})),
    ]
    rows = standings(PLACES, [A, B, C], byes, matches)
    assert [row.place for row in rows] == [1, 1, 1]


def test_standings_can_be_had_as_of_any_round():
    matches = [match(1, game({A: 3, B: 5})), match(2, game({B: 1, A: 9}))]
    assert order(standings(PLACES, [A, B], over(1, 2), matches, through=1)) == [(1, A), (2, B)]
    assert order(standings(PLACES, [A, B], over(1, 2), matches, through=2)) == [(1, B), (2, A)]


# --- In any season


@st.composite
def seasons(draw: st.DrawFn) -> tuple[list[LeagueRound], list[LeagueMatch]]:
    """Up to four rounds of six players: tables, byes, missed rounds, bots, and bots in the place of people."""
    rounds, matches = [], []
    agreed = draw(st.integers(1, 3))
    for number in range(1, draw(st.integers(1, 4)) + 1):
        present = draw(st.permutations([1, 2, 3, 4, 5, 6]))[: draw(st.integers(2, 6))]
        cut = draw(st.integers(2, len(present)))
        seated = [present[:cut], present[cut:]]
        byes = frozenset(seated[1]) if len(seated[1]) < 2 else frozenset()
        for table in seated if not byes else seated[:1]:
            if not table:
                continue
            seats = [*table, BOT]
            games = []
            for _ in range(draw(st.integers(1, agreed))):
                ice = {player: draw(st.integers(0, 12)) for player in seats}
                bot_played = draw(st.sets(st.sampled_from(table), max_size=len(table) - 1))
                games.append(Game(ice, tuple(draw(st.permutations(seats))), frozenset(bot_played)))
            matches.append(LeagueMatch(number, frozenset(table), tuple(games), agreed))
        rounds.append(LeagueRound(number, True, byes))
    return rounds, matches


PLAYERS = [1, 2, 3, 4, 5, 6]


@given(seasons(), st.sampled_from([PLACES, ICE]))
@settings(max_examples=100, deadline=None)
def test_places_go_up_and_all_but_the_unplaced_have_one(season, system):
    rows = standings(system, PLAYERS, *season)
    assert sorted(row.player for row in rows) == PLAYERS
    placed = [row for row in rows if row.place is not None]
    assert [row.place for row in placed] == sorted(row.place for row in placed)
    for position, row in enumerate(placed, start=1):
        assert row.place <= position
        assert row.is_shared or row.place == position
    key = [row.ice if system == ICE else -row.points for row in placed]
    assert key == sorted(key)


@given(seasons(), st.sampled_from([PLACES, ICE]))
@settings(max_examples=100, deadline=None)
def test_every_row_that_is_equal_to_another_says_how_they_were_parted(season, system):
    rows = [row for row in standings(system, PLAYERS, *season) if row.place is not None]
    figures = [row.ice if system == ICE else row.points for row in rows]
    for row, figure in zip(rows, figures, strict=True):
        assert bool(row.tie_break) == (figures.count(figure) > 1)


def place_of(system: str, rounds: list[LeagueRound], matches: list[LeagueMatch], player: int) -> tuple[int, bool]:
    row = row_of(standings(system, PLAYERS, rounds, matches), player)
    return (row.place or len(PLAYERS) + 1, row.is_shared)


def finished_last(one: LeagueMatch, player: int) -> LeagueMatch:
    """The match as it would be had the player come last in it, as narrowly as can be: by the last tab row."""
    totals = {seat: sum(played.ice[seat] for played in one.games) for seat in one.people - {player}}
    first, *further = [
        Game(
            {**played.ice, player: 0}, (*[seat for seat in played.tab_row if seat != player], player), played.bot_played
        )
        for played in one.games
    ]
    first = replace(first, ice={**first.ice, player: max(totals.values())})
    return replace(one, games=(first, *further))


def without(one: LeagueMatch, player: int) -> LeagueMatch:
    games = [
        Game(
            {seat: ice for seat, ice in played.ice.items() if seat != player},
            [s for s in played.tab_row if s != player],
        )
        for played in one.games
    ]
    return LeagueMatch(one.round, one.people - {player}, tuple(games), one.agreed)


def by_a_bot(one: LeagueMatch, player: int) -> LeagueMatch:
    return replace(one, games=tuple(replace(played, bot_played=played.bot_played | {player}) for played in one.games))


@pytest.mark.parametrize("system", [PLACES, ICE])
@given(season=seasons())
@settings(max_examples=100, deadline=None)
def test_a_missed_match_is_never_better_than_finishing_last_in_it(system, season):
    rounds, matches = season
    for position, one in enumerate(matches):
        if any(played.bot_played for played in one.games) or len(one.people) < 3:
            continue
        player = min(one.people)
        rest = matches[:position], matches[position + 1 :]
        last = row_of(standings(system, PLAYERS, rounds, [*rest[0], finished_last(one, player), *rest[1]]), player)
        gone = row_of(standings(system, PLAYERS, rounds, [*rest[0], without(one, player), *rest[1]]), player)
        assert gone.points <= last.points
        assert gone.ice > last.ice
        assert gone.ice_per_game > last.ice_per_game
        assert gone.wins <= last.wins


@given(season=seasons())
@settings(max_examples=100, deadline=None)
def test_letting_a_bot_sit_in_is_never_better_than_the_worst_person_at_that_table(season):
    _, matches = season
    for one in matches:
        player = min(one.people)
        if len(one.people) < 3 or any(played.bot_played for played in one.games):
            continue
        rows = standings(ICE, one.people, over(one.round), [by_a_bot(one, player)])
        assert row_of(rows, player).ice == max(row.ice for row in rows)
        assert row_of(rows, player).points == 0
        assert row_of(rows, player).wins == 0
