"""The score pad, disputes, corrections, and a season that is closed."""

from __future__ import annotations

import pytest

from matches.guards import Refused
from matches.leagues import hosting, pad, results, rounds
from matches.leagues.hosting import SeasonOptions
from matches.models import Correction, Match, Notification, RoundTable, Season
from matches.people import rename_player
from matches.sheet import match_sheet
from tests.leagues.builders import (
    entered,
    league_of,
    league_with,
    line,
    lines,
    names_at,
    places,
    play,
    started_round,
    tables_of,
)
from tests.matches.builders import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def at_a_table() -> tuple[Season, RoundTable]:
    """Andre, Bill and Claire at a real table, for two games."""
    season, everybody = league_of("Andre Bill Claire Doris", games_agreed=2)
    return season, tables_of(started_round(season, everybody[:3], is_at_tables=True))[0]


def write(table: RoundTable, by: str, ice: dict[str, int], *, row: str = "") -> None:
    table.refresh_from_db()
    people = {player.name: player for player in pad.people_at(table)}
    pad.add_game(
        table=table,
        by=people[by],
        tab_row=[people[name].pk for name in (row.split() or ice)],
        ice={people[name].pk: cubes for name, cubes in ice.items()},
        version=table.pad_version,
    )
    table.refresh_from_db()


def player_at(table: RoundTable, name: str):
    return next(player for player in pad.people_at(table) if player.name == name)


# --- The score pad


def test_a_match_played_at_a_real_table_is_entered_game_by_game_and_counts_like_any_other(at_a_table):
    season, table = at_a_table
    write(table, "Bill", {"Andre": 3, "Bill": 5, "Claire": 9})
    write(table, "Bill", {"Claire": 0, "Bill": 4, "Andre": 6})
    match = pad.finish(table=table, by=player_at(table, "Bill"), version=table.pad_version)
    assert match.status == Match.Status.OVER
    assert match.entered_by == player_at(table, "Bill")
    sheet = match_sheet(match)
    assert [(row.seat.shown_name, row.total, row.tie_break) for row in sheet.results] == [
        ("Claire", 9, "9 ice each; settled up earliest in game 2"),
        ("Bill", 9, "9 ice each; settled up second of the three in game 2"),
        ("Andre", 9, "9 ice each; settled up last in game 2"),
    ]
    assert [(one.name, one.points) for one in lines(season)] == [
        ("Claire", "1"),
        ("Bill", "0.5"),
        ("Andre", "0"),
        ("Doris", "0"),
    ]


def test_undo_takes_the_last_game_off_the_pad(at_a_table):
    _, table = at_a_table
    write(table, "Bill", {"Andre": 3, "Bill": 5, "Claire": 9})
    write(table, "Bill", {"Andre": 30, "Bill": 5, "Claire": 9})
    pad.undo(table=table, by=player_at(table, "Andre"), version=table.pad_version)
    table.refresh_from_db()
    assert [game["ice"][str(player_at(table, "Andre").pk)] for game in table.pad] == [3]


@pytest.mark.parametrize(
    ("ice", "row", "sentence"),
    [
        ({"Andre": 3, "Bill": 5, "Claire": 9}, "Andre Bill Bill", "Bill stands in the order twice"),
        ({"Andre": 3, "Bill": 5, "Claire": 9}, "Andre Bill", "lacks Claire"),
        ({"Andre": -1, "Bill": 5, "Claire": 9}, "", "less than no ice"),
        ({"Andre": 3, "Bill": 5}, "Andre Bill Claire", "How much ice did Claire take"),
        ({"Andre": 3, "Bill": 5, "Claire": 5000}, "", "cannot be right"),
    ],
)
def test_what_cannot_be_is_refused_in_words(at_a_table, ice, row, sentence):
    _, table = at_a_table
    people = {player.name: player for player in pad.people_at(table)} | {"Doris": person("Doris the second")}
    with pytest.raises(Refused, match=sentence):
        pad.add_game(
            table=table,
            by=people["Bill"],
            tab_row=[people[name].pk for name in (row.split() or ice)],
            ice={people[name].pk: cubes for name, cubes in ice.items()},
            version=0,
        )
    table.refresh_from_db()
    assert table.pad == []


def test_fewer_games_than_agreed_do_not_count_and_more_are_not_taken(at_a_table):
    _, table = at_a_table
    game = {"Andre": 3, "Bill": 5, "Claire": 9}
    with pytest.raises(Refused, match="2 games were agreed, and none is entered"):
        pad.finish(table=table, by=player_at(table, "Bill"), version=0)
    write(table, "Bill", game)
    with pytest.raises(Refused, match="2 games were agreed, and 1 is entered"):
        pad.finish(table=table, by=player_at(table, "Bill"), version=table.pad_version)
    write(table, "Bill", game)
    with pytest.raises(Refused, match="All agreed games are entered"):
        write(table, "Bill", game)


def test_the_same_form_sent_twice_enters_one_game(at_a_table):
    _, table = at_a_table
    write(table, "Bill", {"Andre": 3, "Bill": 5, "Claire": 9})
    people = pad.people_at(table)
    with pytest.raises(Refused, match="changed meanwhile"):
        pad.add_game(
            table=table, by=people[0], tab_row=[p.pk for p in people], ice={p.pk: 1 for p in people}, version=0
        )
    table.refresh_from_db()
    assert len(table.pad) == 1


def test_only_those_at_the_table_and_the_hosts_write_on_the_pad(at_a_table):
    season, table = at_a_table
    stranger = person("Stranger")
    people = pad.people_at(table)
    with pytest.raises(Refused, match="Only those who sit at this table"):
        pad.add_game(table=table, by=stranger, tab_row=[p.pk for p in people], ice={p.pk: 1 for p in people}, version=0)
    assert not pad.may_write(table, season.entrants.get(player__name="Doris").player)
    assert pad.may_write(table, season.league.host)


def test_the_others_at_the_table_are_told_that_a_result_was_entered(at_a_table):
    _, table = at_a_table
    write(table, "Bill", {"Andre": 3, "Bill": 5, "Claire": 9})
    write(table, "Bill", {"Andre": 3, "Bill": 5, "Claire": 9})
    pad.finish(table=table, by=player_at(table, "Bill"), version=table.pad_version)
    told = Notification.objects.filter(words__startswith="Bill entered the result")
    assert set(told.values_list("player__name", flat=True)) == {"Andre", "Claire"}


# --- Disputes and corrections


@pytest.fixture
def played() -> tuple[Season, Match]:
    season, everybody = league_of("Andre Bill Claire")
    return season, entered(
        tables_of(started_round(season, everybody, is_at_tables=True))[0], {"Andre": 3, "Bill": 5, "Claire": 9}
    )


def seat_numbers(match: Match) -> dict[str, int]:
    return {seat.shown_name: seat.number for seat in match.seats.all()}


def corrected(match: Match, by, ice: dict[str, int], why: str = "Miscounted") -> Correction:
    seats = seat_numbers(match)
    return results.correct(
        match=match,
        number=1,
        by=by,
        tab_row=[seats[name] for name in ice],
        ice={seats[name]: cubes for name, cubes in ice.items()},
        why=why,
    )


def test_every_player_of_a_match_can_dispute_its_result_and_a_host_answers(played):
    season, match = played
    claire = match.seats.get(player__name="Claire").player
    disputed = results.dispute(match=match, player=claire, words="I took  7,\nnot 9.")
    assert disputed.words == "I took 7, not 9."
    assert Notification.objects.filter(player=season.league.host, words__contains="disputes").exists()
    with pytest.raises(Refused, match="already"):
        results.dispute(match=match, player=claire, words="Again.")
    with pytest.raises(Refused, match="disputed"):
        hosting.close_season(season=season, by=season.league.host)
    results.settle(disputed=disputed, by=season.league.host, answer="Right, corrected.")
    with pytest.raises(Refused, match="settled already"):
        results.settle(disputed=disputed, by=season.league.host, answer="Again.")
    assert Notification.objects.filter(player=claire, words__contains="Right, corrected.").exists()


def test_somebody_who_did_not_sit_there_cannot_dispute(played):
    with pytest.raises(Refused, match="sat at this match"):
        results.dispute(match=played[1], player=person("Stranger"), words="No!")


def test_a_corrected_result_is_seen_in_every_derived_figure_and_noted(played):
    season, match = played
    host = season.league.host
    correction = corrected(match, host, {"Claire": 2, "Andre": 3, "Bill": 5})
    assert places(season) == [(1, "Claire"), (2, "Andre"), (3, "Bill")]
    assert [(row.seat.shown_name, row.total) for row in match_sheet(match).results] == [
        ("Claire", 2),
        ("Andre", 3),
        ("Bill", 5),
    ]
    assert list(match.seats.order_by("place").values_list("player__name", "total_ice")) == [
        ("Claire", 2),
        ("Andre", 3),
        ("Bill", 5),
    ]
    seats = seat_numbers(match)
    assert match.games.get().tab_row == [seats["Claire"], seats["Andre"], seats["Bill"]]
    assert correction.before["ice"][str(seats["Claire"])] == 9
    assert correction.after["ice"][str(seats["Claire"])] == 2
    assert (correction.by, correction.why) == (host, "Miscounted")


def test_only_hosts_correct_and_only_with_a_reason_and_a_result_that_can_be(played):
    season, match = played
    bill = match.seats.get(player__name="Bill").player
    with pytest.raises(Refused, match="host"):
        corrected(match, bill, {"Bill": 0, "Andre": 3, "Claire": 9})
    with pytest.raises(Refused, match="few words"):
        corrected(match, season.league.host, {"Bill": 0, "Andre": 3, "Claire": 9}, why=" ")
    with pytest.raises(Refused, match="lacks Claire"):
        corrected(match, season.league.host, {"Bill": 0, "Andre": 3})
    with pytest.raises(Refused, match="as it stands"):
        corrected(match, season.league.host, {"Andre": 3, "Bill": 5, "Claire": 9})
    assert Correction.objects.count() == 0


def test_a_live_match_can_be_corrected_too_bots_included():
    season, everybody = league_of("Andre Bill Claire")
    table = tables_of(started_round(season, everybody))[0]
    match = play(table, {"Andre": 3, "Bill": 5, "Claire": 9})
    corrected(match, season.league.host, {"Andre": 30, "Bill": 5, "Claire": 9})
    assert places(season)[0] == (1, "Bill")


# --- A closed season


def test_a_closed_season_keeps_its_standings_whatever_is_renamed_or_deleted(rf, played):
    from matches.people import delete_player

    season, match = played
    host = season.league.host
    hosting.close_season(season=season, by=host)
    before = lines(season)
    bill, claire = (match.seats.get(player__name=name).player for name in ("Bill", "Claire"))
    rename_player(bill, "Somebody Else")
    request = rf.get("/")
    from django.contrib.auth.models import AnonymousUser
    from django.contrib.sessions.backends.db import SessionStore

    request.session, request.user = SessionStore(), AnonymousUser()
    delete_player(request, claire)
    after = lines(season)
    assert [(one.place, one.points, one.ice) for one in after] == [(one.place, one.points, one.ice) for one in before]
    assert [one.name for one in after] == ["Andre", "Bill", "deleted player"]


def test_nothing_of_a_closed_season_can_be_changed(played):
    season, match = played
    host = season.league.host
    hosting.close_season(season=season, by=host)
    hosting.close_season(season=season, by=host)
    with pytest.raises(Refused, match="closed"):
        corrected(match, host, {"Claire": 2, "Andre": 3, "Bill": 5})
    with pytest.raises(Refused, match="closed"):
        results.dispute(match=match, player=host, words="No!")
    with pytest.raises(Refused, match="closed"):
        rounds.make_round(season=season, by=host)
    with pytest.raises(Refused, match="closed"):
        hosting.change_season(season=season, by=host, options=SeasonOptions())


def test_closed_standings_can_still_be_had_as_of_each_round():
    season, everybody = league_of("Andre Bill Claire")
    for winner in ("Andre", "Bill"):
        table = tables_of(started_round(season, everybody))[0]
        others = sorted(names_at(table) - {winner})
        play(table, {winner: 1, others[0]: 4, others[1]: 8})
    as_of_one = lines(season, 1)
    hosting.close_season(season=season, by=season.league.host)
    assert lines(season, 1) == as_of_one
    assert lines(season, 2) == lines(season)
    assert lines(season, 1) != lines(season)


def test_a_season_is_not_closed_while_a_match_is_played():
    season, everybody = league_of("Andre Bill Claire")
    started_round(season, everybody)
    with pytest.raises(Refused, match="still being played"):
        hosting.close_season(season=season, by=season.league.host)


def test_the_next_season_begins_with_those_who_are_members_then(played):
    season, _ = played
    league, host = season.league, season.league.host
    with pytest.raises(Refused, match="Close the season"):
        hosting.begin_season(league=league, by=host, options=SeasonOptions())
    hosting.leave(league=league, player=line_player(season, "Claire"))
    hosting.close_season(season=season, by=host)
    second = hosting.begin_season(league=league, by=host, options=SeasonOptions(scoring="ice"))
    assert (second.number, second.name) == (2, "Season 2")
    assert {one.name for one in lines(second)} == {"Andre", "Bill"}
    assert line(season, "Claire").matches == 1


def line_player(season: Season, name: str):
    return season.entrants.get(player__name=name).player


def test_options_that_results_hang_on_are_fixed_once_a_round_has_started(played):
    season, _ = played
    host = season.league.host
    options = hosting.options_of(season)
    with pytest.raises(Refused, match="first round has started"):
        hosting.change_season(season=season, by=host, options=SeasonOptions(**{**options.__dict__, "scoring": "ice"}))
    changed = SeasonOptions(**{**options.__dict__, "name": "Winter"})
    assert hosting.change_season(season=season, by=host, options=changed).name == "Winter"


def test_who_a_bot_played_for_is_never_better_than_the_worst_person_there():
    season, everybody = league_with([person(name) for name in ("Andre", "Bill", "Claire")], scoring="ice")
    table = tables_of(started_round(season, everybody))[0]
    match = play(table, {"Andre": 1, "Bill": 5, "Claire": 9})
    match.games.get().tallies.filter(seat__player=everybody[0]).update(bot_played=True)
    assert places(season) == [(1, "Bill"), (2, "Claire"), (3, "Andre")]
    assert line(season, "Andre").ice == "9"
