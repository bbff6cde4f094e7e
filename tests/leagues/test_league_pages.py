"""The pages of leagues by the Django client: every gate, every form, unknown, late, repeated and forged input."""

from __future__ import annotations

import datetime
import html
import json
import re

import pytest
from django.test import Client
from icalendar import Calendar

from matches.leagues import hosting, pad, rounds
from matches.models import Entrant, League, Match, Member, Notification, Round, Season
from tests.leagues.builders import entered, league_of, line, lines, places, play, started_round, tables_of
from tests.matches.builders import person
from tests.pages.visitors import browser_of, visitor

pytestmark = pytest.mark.django_db

NINE = "Andre Bill Claire Doris Edgar Fay Gus Hana Ivan"
FORM = {
    "name": "Tuesday",
    "about": "Every Tuesday\nat eight",
    "zone": "Europe/Berlin",
    "joining": "closed",
    "page": "public",
    "season-name": "",
    "season-scoring": "places",
    "season-table_size": "3",
    "season-is_exact": "near",
    "season-games_agreed": "1",
    "season-pace": "steady",
    "season-remaining_drinks": "all_at_once",
    "season-hints": "off",
    "season-no_show": "bot",
    "season-starts_on": "",
    "season-ends_on": "",
}


def text_of(response) -> str:
    """What a reader sees, one blank between words."""
    return html.unescape(" ".join(re.sub(r"<[^>]*>", " ", response.content.decode()).split()))


def messages_of(client: Client) -> str:
    return text_of(client.get("/leagues/"))


@pytest.fixture
def nine() -> tuple[Season, dict[str, Client]]:
    season, everybody = league_of(NINE)
    return season, {player.name: browser_of(player) for player in everybody}


# --- Founding, reading, joining


def test_a_league_is_founded_with_its_first_season_on_one_page():
    andre, client = visitor("Andre")
    assert client.get("/leagues/new/").status_code == 200
    response = client.post("/leagues/new/", FORM)
    league = League.objects.get()
    assert response.headers["Location"] == league.path
    assert (league.host, league.zone, league.about) == (andre, "Europe/Berlin", "Every Tuesday\nat eight")
    season = league.seasons.get()
    assert (season.name, season.table_size, season.hints) == ("Season 1", 3, False)
    page = text_of(client.get(league.path))
    assert "Tuesday" in page
    assert "Hosted by Andre · by invitation · times in Europe/Berlin" in page
    assert f"/leagues/join/{league.invite_token}/" in client.get(league.path).content.decode()


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("name", "  ", "A league needs a name."),
        ("name", "x" * 61, "A name has at most 60 letters."),
        ("zone", "Atlantis/Capital", "Choose a time zone from the list."),
        ("joining", "maybe", "Choose who may join."),
        ("season-table_size", "6", "A table has 2 to 5 seats."),
        ("season-games_agreed", "none", "A match has 1 to 12 games."),
        ("season-scoring", "goals", "Choose how the season is scored."),
        ("season-starts_on", "yesterday", "Give a day as year, month and day"),
        ("about", "y" * 2001, "At most 2000 letters, please."),
    ],
)
def test_every_wrong_value_gets_its_sentence_and_founds_nothing(field, value, sentence):
    _, client = visitor("Andre")
    response = client.post("/leagues/new/", FORM | {field: value})
    assert response.status_code == 422
    assert sentence in text_of(response)
    assert League.objects.count() == 0


def test_a_season_that_ends_before_it_begins_is_no_season():
    _, client = visitor("Andre")
    days = {"season-starts_on": "2026-12-02", "season-ends_on": "2026-12-01"}
    assert "would end before it begins" in text_of(client.post("/leagues/new/", FORM | days))


def test_whoever_is_nobody_is_asked_who_they_are(client, nine):
    season, _ = nine
    league = season.league
    assert "Who are you?" in text_of(client.get("/leagues/new/"))
    assert "Who are you?" in text_of(client.post(f"{league.path}join/", {"token": league.invite_token}))
    assert "Who are you?" in text_of(client.get("/bell/"))
    assert "Who are you?" in text_of(client.get(f"{league.path}settings/"))


def test_anybody_reads_a_public_league_and_only_members_a_private_one(client, nine):
    season, browsers = nine
    league = season.league
    assert client.get(league.path).status_code == 200
    hosting.change_league(
        league=league, by=league.host, name="Tuesday", about="", zone="UTC", is_open=False, is_public=False
    )
    for path in (league.path, f"{league.path}seasons/1/", f"{league.path}seasons/1/standings.csv"):
        assert client.get(path).status_code == 403
        assert visitor(f"Stranger {len(path)}")[1].get(path).status_code == 403
        assert browsers["Bill"].get(path).status_code == 200
    assert "Tuesday" not in text_of(client.get("/leagues/"))
    assert "Tuesday" in text_of(browsers["Bill"].get("/leagues/"))


def test_a_private_leagues_matches_are_seen_by_its_members_alone(client):
    season, everybody = league_of(NINE, is_public=False)
    match = play(tables_of(started_round(season, everybody[:3]))[0], {"Andre": 1, "Bill": 2, "Claire": 3})
    assert browser_of(everybody[8]).get(match.page_path).status_code == 200
    assert client.get(match.page_path).status_code == 403
    assert match.slug not in client.get("/matches/").content.decode()


def test_a_public_page_has_link_preview_tags_and_a_private_one_has_none(client, nine):
    season, browsers = nine
    page = client.get(season.league.path).content.decode()
    assert '<meta property="og:title" content="Tuesday">' in page
    assert f'<meta property="og:url" content="http://testserver{season.league.path}">' in page
    league = season.league
    hosting.change_league(
        league=league, by=league.host, name="Tuesday", about="", zone="UTC", is_open=False, is_public=False
    )
    assert "og:title" not in browsers["Bill"].get(league.path).content.decode()


def test_the_invite_link_leads_to_a_page_with_a_button_that_joins(nine):
    season, _ = nine
    zoe, client = visitor("Zoe")
    link = f"/leagues/join/{season.league.invite_token}/"
    page = client.get(link)
    assert "Join Tuesday ?" in text_of(page)
    assert not Member.objects.filter(player=zoe).exists(), "looking is not joining"
    for _ in range(2):
        response = client.post(f"{season.league.path}join/", {"token": season.league.invite_token})
        assert response.headers["Location"] == season.league.path
    assert Member.objects.filter(player=zoe).count() == Entrant.objects.filter(player=zoe).count() == 1
    assert client.get(link).headers["Location"] == season.league.path


def test_a_revoked_or_forged_link_joins_nobody(nine):
    season, browsers = nine
    zoe, client = visitor("Zoe")
    old = season.league.invite_token
    browsers["Andre"].post(f"{season.league.path}link/", {"act": "revoke"})
    assert client.get(f"/leagues/join/{old}/").status_code == 404
    for token in (old, "", "forged"):
        client.post(f"{season.league.path}join/", {"token": token})
    assert not Member.objects.filter(player=zoe).exists()


def test_anybody_joins_an_open_league():
    season, _ = league_of(NINE, is_open=True)
    zoe, client = visitor("Zoe")
    client.post(f"{season.league.path}join/")
    assert Entrant.objects.filter(player=zoe, season=season).exists()


def test_who_was_sent_away_cannot_come_back_until_forgiven(nine):
    season, browsers = nine
    bill = Member.objects.get(player__name="Bill")
    path = f"{season.league.path}members/{bill.player_id}/"
    browsers["Andre"].post(path, {"act": "remove"})
    browsers["Bill"].post(f"{season.league.path}join/", {"token": season.league.invite_token})
    bill.refresh_from_db()
    assert bill.left_at is not None
    browsers["Andre"].post(path, {"act": "forgive"})
    browsers["Bill"].post(f"{season.league.path}join/", {"token": season.league.invite_token})
    bill.refresh_from_db()
    assert bill.left_at is None


def test_when_the_host_leaves_a_cohost_becomes_host(nine):
    season, browsers = nine
    claire = Member.objects.get(player__name="Claire")
    browsers["Andre"].post(f"{season.league.path}members/{claire.player_id}/", {"act": "cohost"})
    browsers["Andre"].post(f"{season.league.path}leave/")
    claire.refresh_from_db()
    season.league.refresh_from_db()
    assert (claire.role, season.league.host) == (Member.Role.HOST, claire.player)


@pytest.mark.parametrize("act", ["cohost", "host", "remove", "forgive", "", "delete everything"])
def test_members_cannot_change_members(nine, act):
    season, browsers = nine
    claire = Member.objects.get(player__name="Claire")
    browsers["Bill"].post(f"{season.league.path}members/{claire.player_id}/", {"act": act})
    claire.refresh_from_db()
    assert (claire.role, claire.left_at) == (Member.Role.MEMBER, None)


def test_members_reach_no_page_of_the_hosts(nine):
    season, browsers = nine
    for path in ("settings/", "seasons/1/rounds/new/", "seasons/1/plan/"):
        response = browsers["Bill"].get(season.league.path + path)
        assert response.status_code == 302, path
    for path in ("change/", "season/", "link/", "seasons/1/close/", "seasons/1/unplan/", "seasons/1/rounds/new/"):
        browsers["Bill"].post(season.league.path + path, FORM | {"start": "hand", "where": "online"})
    season.refresh_from_db()
    assert season.closed_at is None
    assert season.rounds.count() == 0


def test_addresses_that_name_nothing_are_not_found(client, nine):
    season, browsers = nine
    for path in (
        "/leagues/nowhere/",
        f"{season.league.path}seasons/2/",
        f"{season.league.path}seasons/99999999999999999999/",
        f"{season.league.path}seasons/1/rounds/1/",
        f"{season.league.path}calendar/forged.ics",
        "/leagues/join/forged/",
    ):
        assert client.get(path).status_code == 404, path
        assert browsers["Andre"].get(path).status_code == 404, path
    assert client.get("/leagues/?before=99999999999999999999999").status_code == 200
    assert client.get(f"{season.league.path}?through=abc").status_code == 200


# --- A round by its forms


def new_round(client: Client, season: Season, **fields: str) -> Round:
    data = {"starts_at": "", "start": "hand", "check_in_minutes": "30", "where": "online"} | fields
    response = client.post(f"{season.league.path}seasons/{season.number}/rounds/new/", data)
    assert response.status_code == 302, text_of(response)
    return season.rounds.order_by("-number")[0]


def test_a_round_goes_from_its_making_over_check_in_to_its_tables(nine):
    season, browsers = nine
    round_ = new_round(browsers["Andre"], season)
    path = f"{season.league.path}seasons/1/rounds/1/"
    for name, client in browsers.items():
        if name != "Ivan":
            client.post(f"{path}check-in/")
    page = text_of(browsers["Ivan"].get(path))
    assert "8 of 9 are here." in page
    ivan = season.entrants.get(player__name="Ivan").player
    browsers["Bill"].post(f"{path}check-in/", {"player": str(ivan.pk)})
    assert round_.check_ins.count() == 8, "only hosts check others in"
    browsers["Andre"].post(f"{path}check-in/", {"player": str(ivan.pk)})
    response = browsers["Andre"].post(f"{path}start/")
    mine = Match.objects.get(league=season.league, seats__player__name="Andre")
    assert response.headers["Location"] == mine.table_path
    now = browsers["Bill"].get(f"{path}now/?have=open").content.decode()
    bills = Match.objects.get(league=season.league, seats__player__name="Bill")
    assert f'data-go="{bills.table_path}"' in now
    assert "data-go" not in browsers["Bill"].get(f"{path}now/?have=started").content.decode()
    assert "data-go" not in browsers["Bill"].get(path).content.decode()
    page = text_of(browsers["Bill"].get(path))
    assert "Nobody in this round sat with somebody they had met before." in page


def test_the_season_is_planned_by_a_form_and_every_round_shows_its_tables(nine):
    season, browsers = nine
    data = {
        "rounds": "4",
        "starts_at": "2026-12-01T20:00",
        "every_days": "7",
        "start": "self",
        "check_in_minutes": "30",
        "where": "online",
    }
    response = browsers["Andre"].post(f"{season.league.path}seasons/1/plan/", data)
    assert response.status_code == 302
    assert season.rounds.count() == 4
    page = text_of(browsers["Bill"].get(f"{season.league.path}seasons/1/rounds/3/"))
    assert "Tue 15 December 2026, 20:00 UTC" in page
    assert "Table 3" in page


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"starts_at": "tomorrow"}, "Give a day and a time"),
        ({"start": "self"}, "A round that starts by itself needs a time."),
        ({"check_in_minutes": "0"}, "The check-in opens 5 to 1440 minutes before."),
        ({"where": "the moon"}, "Choose where the round is played."),
    ],
)
def test_a_round_is_not_made_from_nonsense(nine, fields, sentence):
    season, browsers = nine
    data = {"starts_at": "", "start": "hand", "check_in_minutes": "30", "where": "online"} | fields
    response = browsers["Andre"].post(f"{season.league.path}seasons/1/rounds/new/", data)
    assert response.status_code == 422
    assert sentence in text_of(response)
    assert season.rounds.count() == 0


def test_a_round_can_be_moved_and_the_last_one_dropped(nine):
    season, browsers = nine
    new_round(browsers["Andre"], season, starts_at="2030-01-01T20:00")
    path = f"{season.league.path}seasons/1/rounds/1/"
    data = {"starts_at": "2030-02-02T21:00", "start": "self", "check_in_minutes": "60"}
    browsers["Andre"].post(f"{path}move/", data)
    round_ = season.rounds.get()
    assert round_.starts_at == datetime.datetime(2030, 2, 2, 21, tzinfo=datetime.UTC)
    assert (round_.starts_itself, round_.check_in_minutes) == (True, 60)
    browsers["Bill"].post(f"{path}drop/")
    assert season.rounds.count() == 1
    browsers["Andre"].post(f"{path}drop/")
    assert season.rounds.count() == 0
    assert browsers["Andre"].get(path).status_code == 404


# --- The score pad by its forms


@pytest.fixture
def pad_of_three() -> tuple[Season, str, dict[str, Client], dict[str, int]]:
    season, everybody = league_of("Andre Bill Claire Doris", games_agreed=2)
    started_round(season, everybody[:3], is_at_tables=True)
    path = f"{season.league.path}seasons/1/rounds/1/tables/1/"
    return season, path, {p.name: browser_of(p) for p in everybody}, {p.name: p.pk for p in everybody}


def game_form(ids: dict[str, int], version: int, **ice: int) -> dict[str, str]:
    """Named in the order in which they settled up."""
    data = {"version": str(version)}
    for place, (name, cubes) in enumerate(ice.items(), start=1):
        data |= {f"ice_{ids[name]}": str(cubes), f"place_{ids[name]}": str(place)}
    return data


def test_a_match_is_entered_on_the_pad_game_by_game_with_undo(pad_of_three):
    season, path, browsers, ids = pad_of_three
    bill = browsers["Bill"]
    assert "Game 1 of 2" in text_of(bill.get(path))
    bill.post(f"{path}games/add/", game_form(ids, 0, Andre=3, Bill=5, Claire=9))
    bill.post(f"{path}games/add/", game_form(ids, 1, Andre=33, Bill=5, Claire=9))
    bill.post(f"{path}games/undo/", {"version": "2"})
    bill.post(f"{path}games/add/", game_form(ids, 3, Claire=1, Bill=2, Andre=3))
    page = text_of(bill.get(path))
    assert "Total 6 7 10" in page
    assert "Count the match" in page
    bill.post(f"{path}finish/", {"version": "4"})
    bill.post(f"{path}finish/", {"version": "4"})
    match = Match.objects.get(league=season.league)
    page = text_of(browsers["Claire"].get(path))
    assert "Entered by hand by Bill ." in page
    assert places(season)[0] == (1, "Andre")
    assert "entered by hand" in text_of(browsers["Claire"].get(season.league.path))
    assert browsers["Claire"].get(match.page_path).status_code == 200


def test_a_slip_on_the_pad_gets_a_sentence_and_what_was_typed_stays(pad_of_three):
    _, path, browsers, ids = pad_of_three
    data = game_form(ids, 0, Andre=3, Bill=5, Claire=9)
    twice = data | {f"place_{ids['Bill']}": "1"}
    response = browsers["Bill"].post(f"{path}games/add/", twice)
    assert response.status_code == 422
    assert "Andre and Bill cannot both have settled up first." in text_of(response)
    assert 'value="9"' in response.content.decode()
    response = browsers["Bill"].post(f"{path}games/add/", data | {f"ice_{ids['Bill']}": "-2"})
    assert "Nobody takes less than no ice: look at Bill again." in text_of(response)
    response = browsers["Bill"].post(f"{path}games/add/", data | {f"ice_{ids['Bill']}": "many"})
    assert "The ice of Bill is a whole number." in text_of(response)
    response = browsers["Bill"].post(f"{path}games/add/", data | {f"ice_{ids['Bill']}": ""})
    assert "How much ice did Bill take?" in text_of(response)
    response = browsers["Bill"].post(f"{path}games/add/", data | {"version": "7"})
    assert "The pad has changed meanwhile." in text_of(response)


def test_somebody_from_another_table_cannot_write_on_the_pad(pad_of_three):
    season, path, browsers, ids = pad_of_three
    browsers["Doris"].post(f"{path}games/add/", game_form(ids, 0, Andre=3, Bill=5, Claire=9))
    table = season.rounds.get().tables.get()
    assert table.pad == []
    assert "Enter game" not in text_of(browsers["Doris"].get(path))


def test_a_result_is_disputed_answered_and_corrected_on_its_page():
    season, everybody = league_of("Andre Bill Claire")
    table = tables_of(started_round(season, everybody, is_at_tables=True))[0]
    match = entered(table, {"Andre": 3, "Bill": 5, "Claire": 9})
    andre, _, claire = (browser_of(player) for player in everybody)
    path = f"{season.league.path}seasons/1/rounds/1/tables/1/"
    assert claire.post(f"{path}dispute/", {"words": ""}).status_code == 422
    claire.post(f"{path}dispute/", {"words": "I took 2."})
    assert "I took 2." in text_of(andre.get(path))
    numbers = {seat.shown_name: seat.number for seat in match.seats.all()}
    data = game_form(numbers, 0, Claire=2, Andre=3, Bill=5)
    assert claire.post(f"{path}games/1/correct/", data | {"why": "Mine!"}).status_code == 302
    assert places(season)[0] == (1, "Andre")
    response = andre.post(f"{path}games/1/correct/", data | {"why": ""})
    assert "Say in a few words why" in text_of(response)
    andre.post(f"{path}games/1/correct/", data | {"why": "Counted again"})
    assert places(season)[0] == (1, "Claire")
    page = text_of(claire.get(path))
    assert "“Counted again”. It was Andre 3, Bill 5, Claire 9; it is Claire 2, Andre 3, Bill 5." in page
    disputed = match.disputes.get()
    claire.post(f"{path}disputes/{disputed.pk}/settle/", {"words": "I am right"})
    disputed.refresh_from_db()
    assert disputed.settled_at is None
    andre.post(f"{path}disputes/{disputed.pk}/settle/", {"words": "Corrected."})
    assert "Answered by Andre : “Corrected.”" in text_of(claire.get(path))


# --- Files, calendar, bell


def test_standings_can_be_taken_along_as_csv_and_json(client):
    season, everybody = league_of("Andre Bill Claire")
    everybody[0].name = "=SUM(A1)"
    everybody[0].save()
    play(tables_of(started_round(season, everybody))[0], {"=SUM(A1)": 1, "Bill": 2, "Claire": 3})
    rows = client.get(f"{season.league.path}seasons/1/standings.csv").content.decode().split("\r\n")
    assert rows[0] == "place,shared,player,matches,won,points,ice,ice_per_game,games,missed,byes,tie_break"
    assert rows[1] == "1,no,'=SUM(A1),1,1,1.0,1.0,1.0,1,0,0,"
    document = json.loads(client.get(f"{season.league.path}seasons/1/standings.json").content)
    assert document["format"] == "lastcall-standings/1"
    assert [row["player"] for row in document["standings"]] == ["=SUM(A1)", "Bill", "Claire"]
    assert document["standings"][1]["points"] == 0.5


def test_the_calendar_has_every_round_with_a_time_and_only_by_its_secret(client, nine):
    season, browsers = nine
    start = datetime.datetime(2026, 12, 1, 19, tzinfo=datetime.UTC)
    rounds.make_round(season=season, by=season.league.host, starts_at=start)
    path = f"{season.league.path}calendar/{season.league.calendar_token}.ics"
    response = client.get(path)
    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    event = Calendar.from_ical(response.content).walk("VEVENT")[0]
    assert event["SUMMARY"] == "Tuesday: round 1"
    assert event.decoded("DTSTART") == start
    assert event["URL"] == f"http://testserver{season.league.path}seasons/1/rounds/1/"
    browsers["Andre"].post(f"{season.league.path}link/", {"act": "calendar"})
    assert client.get(path).status_code == 404


def test_the_bell_counts_what_is_unread_and_its_page_reads_it(nine):
    season, browsers = nine
    bill = browsers["Bill"]
    assert 'class="count"' not in bill.get("/leagues/").content.decode()
    rounds.make_round(season=season, by=season.league.host)
    assert "1 unread" in text_of(bill.get("/leagues/"))
    assert "Check-in for round 1 of Tuesday is open." in text_of(bill.get("/bell/"))
    assert "unread" not in text_of(bill.get("/leagues/"))


def test_opening_the_page_that_a_line_leads_to_reads_the_line(nine):
    season, browsers = nine
    rounds.make_round(season=season, by=season.league.host)
    browsers["Bill"].get(f"{season.league.path}seasons/1/rounds/1/")
    assert Notification.objects.get(player__name="Bill").read_at is not None


# --- Hostile names, and how much it costs


HOSTILE = ["<b>Bold</b>", "=1+1", "\u202eEvil", "👩\u200d🚀 Ann", "Ｗ" * 20]


def test_hostile_names_are_text_on_every_page(client):
    people = [person(name) for name in HOSTILE]
    from tests.leagues.builders import league_with

    season, _ = league_with(people, name="<script>alert(1)</script>", table_size=5)
    table = tables_of(started_round(season, people))[0]
    play(table, {name: number for number, name in enumerate(HOSTILE)})
    host = browser_of(people[0])
    base = season.league.path
    for path in (
        base,
        f"{base}seasons/1/",
        f"{base}seasons/1/rounds/1/",
        f"{base}seasons/1/rounds/1/tables/1/",
        f"{base}seasons/1/rounds/1/tables/1/games/1/correct/",
        f"{base}settings/",
        "/leagues/",
        "/bell/",
        f"/leagues/join/{season.league.invite_token}/",
    ):
        page = host.get(path, follow=True).content.decode()
        assert "<script>alert" not in page, path
        assert "<b>Bold" not in page, path
    csv = client.get(f"{base}seasons/1/standings.csv").content.decode()
    assert "'=1+1" in csv
    assert ",=1+1" not in csv


def test_a_deleted_player_is_called_so_in_standings_and_files(client):
    season, everybody = league_of("Andre Bill Claire")
    play(tables_of(started_round(season, everybody))[0], {"Andre": 1, "Bill": 2, "Claire": 3})
    browser_of(everybody[2]).post("/players/me/delete/")
    # Her table is played to its end, so nothing holds her.
    assert {one.name for one in lines(season)} == {"Andre", "Bill", "deleted player"}
    assert "Claire" not in client.get(f"{season.league.path}seasons/1/standings.csv").content.decode()
    assert "Claire" not in text_of(client.get(f"{season.league.path}seasons/1/rounds/1/"))
    assert not Member.objects.filter(player=everybody[2], left_at=None).exists()


def played_season(players: int, of_rounds: int) -> Season:
    names = " ".join(f"P{players}-{number}" for number in range(players))
    season, everybody = league_of(names, table_size=3)
    for _ in range(of_rounds):
        round_ = started_round(season, everybody, is_at_tables=True)
        for table in tables_of(round_):
            people = [seat.player.name for seat in table.seats.select_related("player")]
            entered(table, {name: number for number, name in enumerate(people)})
    return season


PAGES = ["", "seasons/1/", "seasons/1/rounds/1/", "seasons/1/rounds/1/tables/1/", "seasons/1/standings.csv"]


def test_pages_take_as_many_queries_for_a_large_season_as_for_a_small_one(django_assert_max_num_queries, client):
    small, large = played_season(3, 1), played_season(12, 4)
    counts: dict[str, list[int]] = {path: [] for path in PAGES}
    for season in (small, large):
        for path in PAGES:
            with django_assert_max_num_queries(12) as queries:
                assert client.get(season.league.path + path).status_code == 200
            counts[path].append(len(queries))
    assert all(few == many for few, many in counts.values()), counts
    assert line(large, "P12-0").matches == 4


def test_a_round_that_is_on_takes_no_more_queries_with_more_players(django_assert_max_num_queries, client):
    counts: dict[str, list[int]] = {}
    for players in (3, 12):
        season, everybody = league_of(" ".join(f"Q{players}-{number}" for number in range(players)))
        started_round(season, everybody)
        rounds.check_in_all(round_=rounds.make_round(season=season, by=everybody[0]), by=everybody[0])
        member = browser_of(everybody[-1])
        for path in ("", "seasons/1/", "seasons/1/rounds/1/", "seasons/1/rounds/2/"):
            for who, browser in (("visitor", client), ("member", member)):
                browser.get(season.league.path + path)  # whatever is new on it is read now
                with django_assert_max_num_queries(12) as queries:
                    assert browser.get(season.league.path + path).status_code == 200
                counts.setdefault(f"{path} {who}", []).append(len(queries))
    assert all(few == many for few, many in counts.values()), counts


def test_a_page_that_looks_again_is_told_nothing_until_something_changes(nine):
    season, browsers = nine
    round_ = new_round(browsers["Andre"], season)
    bill = season.entrants.get(player__name="Bill").player
    path = f"{season.league.path}seasons/1/"
    for page, address in ((path, f"{path}now/?have="), (f"{path}rounds/1/", f"{path}rounds/1/now/?have=open&version=")):
        html_now = browsers["Claire"].get(page).content.decode()
        version = re.search(r"-poll-([0-9a-f]{16})", html_now)[1]
        assert browsers["Claire"].get(address + version).status_code == 204
        assert browsers["Claire"].get(address + "old").status_code == 200
        rounds.check_in(round_=round_, player=bill, by=bill)
        assert browsers["Claire"].get(address + version).status_code == 200
        rounds.check_out(round_=round_, player=bill, by=bill)
    rounds.check_in_all(round_=round_, by=season.league.host)
    browsers["Andre"].post(f"{path}rounds/1/start/")
    version = re.search(r"-poll-([0-9a-f]{16})", browsers["Claire"].get(path).content.decode())[1]
    assert browsers["Claire"].get(f"{path}now/?have={version}").status_code == 204
    table = tables_of(round_)[0]
    play(table, {player.name: number for number, player in enumerate(pad.people_at(table))})
    assert browsers["Claire"].get(f"{path}now/?have={version}").status_code == 200


def test_ones_own_data_name_ones_leagues(nine):
    season, browsers = nine
    document = json.loads(browsers["Bill"].get("/players/me/data.json").content)
    assert [(one["league"], one["role"]) for one in document["leagues"]] == [("Tuesday", "member")]
    assert document["leagues"][0]["address"] == f"http://testserver{season.league.path}"


def test_a_matchs_page_leads_to_its_table_in_the_league(client):
    season, everybody = league_of("Andre Bill Claire")
    match = entered(
        tables_of(started_round(season, everybody, is_at_tables=True))[0], {"Andre": 3, "Bill": 5, "Claire": 9}
    )
    page = client.get(match.page_path).content.decode()
    assert f'href="{season.league.path}seasons/1/rounds/1/tables/1/"' in page
    assert "entered by hand by" in page
    assert client.get(f"{match.page_path}games/1/").status_code == 200


def test_staff_look_at_leagues_but_change_nothing_and_see_no_secret_link(admin_client, nine):
    season, _ = nine
    league = season.league
    assert league.name in text_of(admin_client.get("/staff/matches/league/"))
    page = admin_client.get(f"/staff/matches/league/{league.pk}/change/")
    assert page.status_code == 200
    assert league.invite_token not in page.content.decode()
    assert league.calendar_token not in page.content.decode()
    assert admin_client.post(f"/staff/matches/league/{league.pk}/change/", {"name": "Mine"}).status_code == 403
    assert admin_client.get("/staff/matches/correction/").status_code == 200
