"""Rounds: made, planned, checked in to, started; no-shows, late joiners, drop-outs."""

from __future__ import annotations

import datetime

import pytest
from django.utils import timezone

from matches import services
from matches.guards import Refused
from matches.leagues import arrange, hosting, rounds, seatings, starting
from matches.models import Match, Notification, Round, RoundSeat, Season
from tests.leagues.builders import (
    entered,
    league_of,
    line,
    lines,
    names_at,
    places,
    play,
    started_round,
    table_with,
    tables_of,
)
from tests.matches.builders import again, open_table, person, playing_match

pytestmark = pytest.mark.django_db

NINE = "Andre Bill Claire Doris Edgar Fay Gus Hana Ivan"


def players_at(match: Match) -> list[str]:
    return [seat.shown_name for seat in match.seats.order_by("number")]


def test_the_next_round_seats_all_who_checked_in_at_tables_that_are_played_at_once():
    season, everybody = league_of(NINE)
    round_ = started_round(season, everybody[:6])
    assert [len(names_at(table)) for table in tables_of(round_)] == [3, 3]
    for table in tables_of(round_):
        assert table.match.status == Match.Status.PLAYING
        assert table.match.league == season.league
        assert (table.match.games_agreed, table.match.hints) == (1, False)
        assert set(players_at(table.match)) == names_at(table)
        assert all(seat.is_live and seat.agreed_at for seat in table.match.seats.all())


def test_a_season_says_what_may_be_said_at_its_tables_and_checking_in_is_consent_to_it():
    for chat, words in (("on", "chat"), ("phrases", "chat of ready phrases"), ("off", "no chat")):
        season, everybody = league_of(f"Andre-{chat} Bill-{chat} Claire-{chat}", chat=chat)
        assert hosting.season_in_words(season).endswith(f", {words}")
        (table,) = tables_of(started_round(season, everybody))
        assert table.match.chat == chat
        assert {seat.agreed_to.rpartition(", ")[2] for seat in table.match.seats.all()} == {words}


def test_four_rounds_of_nine_seat_everybody_with_everybody_once():
    season, everybody = league_of(NINE)
    for _ in range(4):
        round_ = started_round(season, everybody)
        for table in tables_of(round_):
            play(table, {name: number for number, name in enumerate(sorted(names_at(table)))})
    assert seatings.repeats(arrange.history_of(season)) == 0
    assert all(one.matches == 4 for one in lines(season))


def test_a_planned_season_has_all_its_tables_beforehand_and_no_repeat():
    season, _ = league_of(NINE)
    planned = rounds.plan_season(season=season, by=season.league.host, rounds=4)
    assert [round_.number for round_ in planned] == [1, 2, 3, 4]
    assert seatings.repeats(arrange.history_of(season, with_planned=True)) == 0
    assert [round_.status for round_ in planned] == ["open", "planned", "planned", "planned"]
    assert lines(season)[0].missed == 0


def test_planning_again_replaces_what_has_not_started():
    season, everybody = league_of(NINE)
    first = rounds.plan_season(season=season, by=everybody[0], rounds=4)[0]
    rounds.check_in_all(round_=first, by=everybody[0])
    starting.start_round(round_=first, by=everybody[0])
    rounds.plan_season(season=season, by=everybody[0], rounds=3)
    assert list(season.rounds.values_list("number", flat=True)) == [1, 2, 3, 4]
    assert seatings.repeats(arrange.history_of(season, with_planned=True)) == 0


def test_a_no_show_is_replaced_by_a_bot_and_has_missed_the_match():
    season, everybody = league_of(NINE)
    round_ = rounds.plan_season(season=season, by=everybody[0], rounds=1)[0]
    for player in everybody[:8]:
        rounds.check_in(round_=round_, player=player, by=player)
    starting.start_round(round_=round_, by=everybody[0])
    without = table_with(round_, everybody[8])
    assert [bool(seat.bot) for seat in without.match.seats.order_by("number")] == [False, False, True]
    for table in tables_of(round_):
        play(table, {name: number for number, name in enumerate(sorted(names_at(table)))})
    ivan = line(season, "Ivan")
    assert (ivan.missed, ivan.points, ivan.matches) == (1, "0", 0)


def test_by_the_other_rule_those_who_are_there_play_without_the_no_show():
    season, everybody = league_of(NINE, no_show=Season.NoShow.SIT_OUT)
    round_ = rounds.plan_season(season=season, by=everybody[0], rounds=1)[0]
    for player in everybody[:8]:
        rounds.check_in(round_=round_, player=player, by=player)
    starting.start_round(round_=round_, by=everybody[0])
    assert sorted(len(names_at(table)) for table in tables_of(round_)) == [2, 3, 3]
    assert not any(seat.bot for table in tables_of(round_) for seat in table.match.seats.all())


def test_whoever_is_left_alone_at_a_table_moves_to_another():
    season, everybody = league_of(NINE)
    round_ = rounds.plan_season(season=season, by=everybody[0], rounds=1)[0]
    first, *_ = tables_of(round_)
    missing = sorted(names_at(first))[:2]
    for player in everybody:
        if player.name not in missing:
            rounds.check_in(round_=round_, player=player, by=player)
    starting.start_round(round_=round_, by=everybody[0])
    assert sorted(len(names_at(table)) for table in tables_of(round_)) == [3, 4]
    assert RoundSeat.objects.filter(round=round_, is_no_show=True, table=None).count() == 2


def test_somebody_at_another_table_that_is_played_counts_as_not_there_and_an_open_one_is_left():
    season, everybody = league_of(NINE)
    playing_match(everybody[7], person("Stranger"))
    waiting = open_table(everybody[6])
    round_ = started_round(season, everybody)
    seated = {name for table in tables_of(round_) for name in names_at(table)}
    assert seated == {player.name for player in everybody} - {"Hana"}
    assert again(waiting).status == Match.Status.CANCELLED


def test_two_presses_start_one_round():
    season, everybody = league_of(NINE)
    round_ = started_round(season, everybody)
    starting.start_round(round_=round_, by=everybody[0])
    assert Match.objects.filter(league=season.league).count() == 3


def test_a_round_needs_two_who_checked_in_and_an_open_check_in():
    season, everybody = league_of(NINE)
    round_ = rounds.make_round(season=season, by=everybody[0])
    with pytest.raises(Refused, match="At least two"):
        starting.start_round(round_=round_, by=everybody[0])
    later = rounds.make_round(season=season, by=everybody[0], starts_at=timezone.now() + datetime.timedelta(days=3))
    with pytest.raises(Refused, match="not open yet"):
        rounds.check_in(round_=later, player=everybody[1], by=everybody[1])


def test_only_hosts_and_cohosts_make_and_start_rounds():
    season, everybody = league_of(NINE)
    with pytest.raises(Refused, match="host"):
        rounds.make_round(season=season, by=everybody[3])
    hosting.set_cohost(league=season.league, by=everybody[0], player=everybody[3], is_cohost=True)
    round_ = rounds.make_round(season=season, by=everybody[3])
    rounds.check_in_all(round_=round_, by=everybody[3])
    with pytest.raises(Refused, match="host"):
        starting.start_round(round_=round_, by=everybody[4])


def test_only_players_of_the_season_check_in_and_only_hosts_for_others():
    season, everybody = league_of(NINE)
    round_ = rounds.make_round(season=season, by=everybody[0])
    stranger = person("Stranger")
    with pytest.raises(Refused, match="Join the league"):
        rounds.check_in(round_=round_, player=stranger, by=stranger)
    with pytest.raises(Refused, match="host"):
        rounds.check_in(round_=round_, player=everybody[1], by=everybody[2])
    rounds.check_in(round_=round_, player=everybody[1], by=everybody[0])
    rounds.check_in(round_=round_, player=everybody[1], by=everybody[1])
    assert round_.check_ins.count() == 1
    rounds.check_out(round_=round_, player=everybody[1], by=everybody[1])
    assert round_.check_ins.count() == 0


def test_at_an_exact_size_the_rest_have_a_bye_and_nobody_twice_before_all_have_once():
    season, everybody = league_of("Andre Bill Claire Doris", is_exact=True)
    rested = []
    for _ in range(4):
        round_ = started_round(season, everybody)
        rested.append(RoundSeat.objects.get(round=round_, table=None).player.name)
        for table in tables_of(round_):
            play(table, {name: number for number, name in enumerate(sorted(names_at(table)))})
    assert sorted(rested) == ["Andre", "Bill", "Claire", "Doris"]
    assert all(one.byes == 1 and one.missed == 0 for one in lines(season))


def test_who_joins_late_has_missed_the_rounds_before_and_who_leaves_those_after():
    season, everybody = league_of("Andre Bill Claire")
    play(tables_of(started_round(season, everybody))[0], {"Andre": 1, "Bill": 2, "Claire": 3})
    late = person("Zoe")
    hosting.join(league=season.league, player=late, token=season.league.invite_token)
    hosting.leave(league=season.league, player=everybody[2])
    round_ = started_round(season, [everybody[0], everybody[1], late])
    play(tables_of(round_)[0], {"Zoe": 0, "Andre": 1, "Bill": 2})
    assert line(season, "Zoe").missed == 1
    assert line(season, "Claire").missed == 1
    assert places(season) == [(1, "Andre"), (2, "Zoe"), (3, "Bill"), (4, "Claire")]


def test_a_dropout_of_a_planned_season_is_a_no_show():
    season, everybody = league_of(NINE)
    round_ = rounds.plan_season(season=season, by=everybody[0], rounds=2)[0]
    hosting.leave(league=season.league, player=everybody[5])
    rounds.check_in_all(round_=round_, by=everybody[0])
    starting.start_round(round_=round_, by=everybody[0])
    assert RoundSeat.objects.get(round=round_, player=everybody[5]).is_no_show


def test_check_in_opens_and_a_round_starts_at_its_time():
    season, everybody = league_of("Andre Bill Claire")
    now = timezone.now()
    start = now + datetime.timedelta(hours=1)
    round_ = rounds.make_round(season=season, by=everybody[0], starts_at=start, starts_itself=True)
    assert rounds.open_due(now) == []
    rounds.open_due(start - datetime.timedelta(minutes=29))
    round_.refresh_from_db()
    assert round_.status == Round.Status.OPEN
    for player in everybody:
        rounds.check_in(round_=round_, player=player, by=player)
    due = rounds.open_due(start)
    assert due == [round_]
    starting.start_due(due)
    round_.refresh_from_db()
    assert round_.status == Round.Status.STARTED
    assert rounds.open_due(start) == []


def test_a_round_that_cannot_start_at_its_time_waits_for_its_host_who_is_told_why():
    season, everybody = league_of("Andre Bill Claire")
    start = timezone.now()
    round_ = rounds.make_round(season=season, by=everybody[0], starts_at=start, starts_itself=True)
    starting.start_due(rounds.open_due(start))
    round_.refresh_from_db()
    assert (round_.status, round_.starts_itself) == (Round.Status.OPEN, False)
    assert "At least two" in round_.trouble
    assert Notification.objects.filter(player=everybody[0], words__contains="could not start").count() == 1


def test_players_are_told_of_the_check_in_and_that_their_table_waits():
    season, everybody = league_of("Andre Bill Claire")
    round_ = started_round(season, everybody)
    words = list(Notification.objects.filter(player=everybody[1]).order_by("pk").values_list("words", flat=True))
    assert words == ["Check-in for round 1 of Tuesday is open.", "Round 1 of Tuesday: your table waits."]
    match = tables_of(round_)[0].match
    assert Notification.objects.filter(path=match.table_path).count() == 3


def test_a_closed_round_counts_tables_without_a_result_as_missed():
    season, everybody = league_of("Andre Bill Claire Doris", table_size=2)
    round_ = started_round(season, everybody, is_at_tables=True)
    first, second = tables_of(round_)
    entered(first, dict.fromkeys(names_at(first), 1))
    assert all(one.missed == 0 for one in lines(season))
    rounds.close_round(round_=round_, by=everybody[0])
    assert {one.name for one in lines(season) if one.missed} == names_at(second)


def test_closing_a_round_ends_an_adjourned_match_with_what_was_played():
    season, everybody = league_of("Andre Bill Claire", games_agreed=2)
    round_ = started_round(season, everybody)
    match = play(tables_of(round_)[0], {"Andre": 1, "Bill": 2, "Claire": 3})
    services.adjourn_match(match=match)
    assert all(one.matches == 0 for one in lines(season))
    rounds.close_round(round_=round_, by=everybody[0])
    assert again(match).status == Match.Status.OVER
    assert places(season)[0] == (1, "Andre")


def test_when_the_host_is_deleted_the_member_for_longest_becomes_host():
    season, everybody = league_of("Andre Bill Claire")
    hosting.leave_all(everybody[0])
    season.league.refresh_from_db()
    assert season.league.host == everybody[1]
    assert Notification.objects.filter(player=everybody[1], words="You are the host of Tuesday now.").exists()


def test_a_match_that_everybody_left_unscored_is_missed_by_its_players():
    season, everybody = league_of("Andre Bill Claire Doris", table_size=2)
    round_ = started_round(season, everybody)
    first, second = tables_of(round_)
    play(first, {name: number for number, name in enumerate(names_at(first))})
    services.end_match(match=second.match, why="Everybody left.")
    assert {one.name for one in lines(season) if one.missed} == names_at(second)
