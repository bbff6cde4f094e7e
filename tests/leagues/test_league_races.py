"""Races in a league are settled by the database: real threads, each with a connection of its own."""

from __future__ import annotations

import pytest

from matches.leagues import hosting, pad, results, rounds, starting
from matches.models import CheckIn, Dispute, Entrant, Match, Member, RoundSeat, Seat
from tests.leagues.builders import league_of, started_round, tables_of
from tests.matches.builders import person
from tests.matches.test_races import at_once, refusals

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_double_click_on_join_makes_one_member():
    season, _ = league_of("Andre Bill")
    zoe, league = person("Zoe"), season.league
    outcomes = at_once(*[lambda: hosting.join(league=league, player=zoe, token=str(league.invite_token))] * 4)
    assert refusals(outcomes) == []
    assert Member.objects.filter(player=zoe).count() == Entrant.objects.filter(player=zoe).count() == 1


def test_a_round_that_two_hosts_and_the_clock_start_at_once_starts_once():
    season, everybody = league_of("Andre Bill Claire Doris Edgar Fay")
    round_ = rounds.make_round(season=season, by=everybody[0])
    rounds.check_in_all(round_=round_, by=everybody[0])
    outcomes = at_once(
        *[lambda: starting.start_round(round_=round_, by=everybody[0])] * 2,
        lambda: starting.start_round(round_=round_, by=None),
    )
    assert refusals(outcomes) == []
    assert Match.objects.filter(league=season.league).count() == 2
    assert RoundSeat.objects.filter(round=round_).count() == 6
    assert Seat.objects.filter(is_live=True).count() == 6


def test_whoever_checks_out_in_the_instant_of_the_start_either_plays_or_does_not():
    season, everybody = league_of("Andre Bill Claire Doris")
    round_ = rounds.make_round(season=season, by=everybody[0])
    rounds.check_in_all(round_=round_, by=everybody[0])
    at_once(
        lambda: starting.start_round(round_=round_, by=everybody[0]),
        lambda: rounds.check_out(round_=round_, player=everybody[3], by=everybody[3]),
    )
    plays = Seat.objects.filter(player=everybody[3], is_live=True).exists()
    assert plays == CheckIn.objects.filter(round=round_, player=everybody[3]).exists()
    assert RoundSeat.objects.filter(round=round_).count() == (4 if plays else 3)


def test_the_same_game_sent_five_times_is_entered_once_and_the_match_counts_once():
    season, everybody = league_of("Andre Bill Claire")
    table = tables_of(started_round(season, everybody, is_at_tables=True))[0]
    people = pad.people_at(table)

    def enter() -> None:
        ice = {player.pk: number for number, player in enumerate(people)}
        pad.add_game(table=table, by=people[0], tab_row=list(ice), ice=ice, version=0)

    assert len(refusals(at_once(*[enter] * 5))) == 4
    table.refresh_from_db()
    assert len(table.pad) == 1
    finish = [lambda: pad.finish(table=table, by=people[0], version=1)] * 5
    assert len(refusals(at_once(*finish))) == 4
    assert Match.objects.filter(league=season.league).count() == 1


def test_one_person_has_one_open_dispute_however_often_it_is_sent():
    season, everybody = league_of("Andre Bill Claire")
    table = tables_of(started_round(season, everybody, is_at_tables=True))[0]
    people = pad.people_at(table)
    ice = {player.pk: number for number, player in enumerate(people)}
    pad.add_game(table=table, by=people[0], tab_row=list(ice), ice=ice, version=0)
    match = pad.finish(table=table, by=people[0], version=1)
    outcomes = at_once(*[lambda: results.dispute(match=match, player=people[1], words="No!")] * 4)
    assert len(refusals(outcomes)) == 3
    assert Dispute.objects.count() == 1


def test_two_seasons_are_never_open_at_once():
    season, everybody = league_of("Andre Bill")
    hosting.close_season(season=season, by=everybody[0])
    begin = lambda: hosting.begin_season(  # noqa: E731
        league=season.league, by=everybody[0], options=hosting.SeasonOptions()
    )
    assert len(refusals(at_once(*[begin] * 4))) == 3
    assert season.league.seasons.count() == 2
