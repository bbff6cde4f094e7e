"""What can be taken along: a match's sheet as CSV and JSON, its games as one record, one's own data."""

from __future__ import annotations

import csv
import io
import json

import pytest
from django.contrib.auth import get_user_model

from matches import services
from matches.models import JournalEntry, Match, Player
from tests.matches.builders import again, over_match, people, person, play_game, playing_match, start_game
from tests.pages.visitors import browser_of, visitor

pytestmark = pytest.mark.django_db


@pytest.fixture
def tied() -> Match:
    """Two games; Andre and Bill have 11 ice each, and Bill settled up earlier in the last one."""
    match = playing_match(*people("Andre Bill Claire"), games_agreed=2)
    play_game(match, 1, ice=[4, 9, 5], tab_row=[0, 2, 1])
    play_game(match, 2, ice=[7, 2, 8], tab_row=[1, 0, 2])
    return again(match)


def test_the_sheet_as_csv_has_a_row_for_each_player_and_game(client, tied):
    response = client.get(f"/matches/{tied.slug}/sheet.csv")
    assert response["Content-Disposition"] == f'attachment; filename="last-call-{tied.slug}.csv"'
    rows = list(csv.DictReader(io.StringIO(response.content.decode())))
    assert [(row["game"], row["player"], row["ice"], row["total"]) for row in rows] == [
        ("1", "Andre", "4", "4"),
        ("1", "Bill", "9", "9"),
        ("1", "Claire", "5", "5"),
        ("2", "Andre", "7", "11"),
        ("2", "Bill", "2", "11"),
        ("2", "Claire", "8", "13"),
    ]
    assert [row["settled_up"] for row in rows] == ["1", "3", "2", "2", "1", "3"]
    assert [row["won_game"] for row in rows[:3]] == ["yes", "no", "no"]
    assert [row["called_last_call"] for row in rows[:3]] == ["yes", "no", "no"]


def test_the_sheet_as_json_says_all_that_the_page_says(client, tied):
    sheet = json.loads(client.get(f"/matches/{tied.slug}/sheet.json").content)
    assert sheet["format"] == "lastcall-sheet/1"
    assert sheet["address"] == f"http://testserver/matches/{tied.slug}/"
    assert sheet["options"]["games"] == 2
    assert [player["name"] for player in sheet["players"]] == ["Andre", "Bill", "Claire"]
    assert [game["totals"] for game in sheet["games"]] == [[4, 9, 5], [11, 11, 13]]
    assert sheet["games"][0]["tab_row"] == [1, 3, 2]
    assert sheet["games"][0]["called_last_call"] == 1
    assert [(row["name"], row["ice"], row["tie_break"]) for row in sheet["ranking"]] == [
        ("Bill", 11, "11 ice each; settled up earlier in game 2"),
        ("Andre", 11, "11 ice each; settled up later in game 2"),
        ("Claire", 13, None),
    ]


def test_a_game_that_was_not_scored_stands_in_the_json_without_results(client):
    match = playing_match(*people("Andre Bill"))
    play_game(match, 1, ice=[4, 9], tab_row=[0, 1])
    start_game(match, 2)
    services.end_match(match=match, why="All agreed.")
    sheet = json.loads(client.get(f"/matches/{match.slug}/sheet.json").content)
    assert [(game["scored"], game["ice"]) for game in sheet["games"]] == [(True, [4, 9]), (False, [])]
    assert sheet["ended_why"] == "All agreed."


@pytest.mark.parametrize("file", ["sheet.csv", "sheet.json", "record.json", "now/"])
def test_the_files_of_a_private_match_are_for_those_who_sat_there(client, file):
    andre, bill = people("Andre Bill")
    match = over_match(andre, bill, is_public=False)
    assert client.get(f"/matches/{match.slug}/{file}").status_code in (403, 404)
    assert browser_of(person("Claire")).get(f"/matches/{match.slug}/{file}").status_code in (403, 404)
    if file != "record.json":
        assert browser_of(andre).get(f"/matches/{match.slug}/{file}").status_code == 200


@pytest.mark.parametrize("file", ["sheet.csv", "sheet.json", "record.json", "now/"])
def test_an_unknown_match_has_no_files(client, file):
    assert client.get(f"/matches/nosuch/{file}").status_code == 404
    assert client.post(f"/matches/nosuch/{file}").status_code == 405


def test_a_match_whose_moves_are_not_kept_offers_its_sheet_but_no_record(client):
    match = over_match(*people("Andre Bill"))
    match.games.update(seed="", seed_hash="", rules_version="")
    JournalEntry.objects.filter(game__match=match).delete()
    page = client.get(f"/matches/{match.slug}/").content.decode()
    assert f"/matches/{match.slug}/sheet.csv" in page
    assert "record.json" not in page
    response = client.get(f"/matches/{match.slug}/record.json")
    assert response.status_code == 409
    assert "Only the result of this game was kept" in json.loads(response.content)["error"]


# --- One's own data


def test_ones_own_data_holds_profile_account_and_every_match_with_ones_results():
    andre, browser = visitor("Andre")
    bill = person("Bill")
    private = over_match(andre, bill, ice=[2, 6], is_public=False)
    data = json.loads(browser.get("/players/me/data.json").content)
    assert data["format"] == "lastcall-player/1"
    assert data["player"]["name"] == "Andre"
    assert data["account"] is None
    assert data["leagues"] == data["disputes"] == data["notifications"] == []
    (match,) = data["matches"]
    assert match["match"] == private.slug
    assert match["players"] == ["Andre", "Bill"]
    assert match["agreed_to"].startswith("1 game")
    assert (match["place"], match["ice"], match["host"]) == (1, 2, True)
    (game,) = match["games"]
    assert (game["ice"], game["settled_up"], game["orders_taken"]) == (2, 1, 2)
    assert game["record"] == f"http://testserver/matches/{private.slug}/games/1/record.json"


def test_ones_own_data_holds_nobody_elses_results():
    andre, browser = visitor("Andre")
    over_match(andre, person("Bill"), ice=[2, 6])
    over_match(*people("Claire Doris"))
    text = browser.get("/players/me/data.json").content.decode()
    assert "Claire" not in text
    assert '"ice": 6' not in text


def test_an_account_finds_its_address_in_its_data(client):
    user = get_user_model().objects.create_user("a", email="andre@example.org", password="long enough 1")
    Player.objects.create(name="Andre", name_key="andre", user=user, is_guest=False)
    client.force_login(user)
    data = json.loads(client.get("/players/me/data.json").content)
    assert data["account"]["email"] == "andre@example.org"


def test_nobody_gets_the_data_of_nobody(client):
    page = client.get("/players/me/data.json")
    assert "json" not in page["Content-Type"]


def test_the_seed_of_a_game_that_is_played_is_in_no_file():
    andre, browser = visitor("Andre")
    match = playing_match(andre, person("Bill"))
    play_game(match, 1, ice=[4, 9], tab_row=[0, 1])
    game = start_game(match, 2)
    for file in ("sheet.csv", "sheet.json", "now/", ""):
        assert game.seed not in browser.get(f"/matches/{match.slug}/{file}").content.decode()
    data = browser.get("/players/me/data.json").content.decode()
    assert game.seed not in data
    assert "games/2/record" not in data
