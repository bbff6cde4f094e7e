"""“I have a record”: replayed first, then counted like a match that was entered by hand."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client

from matches.models import Match, Player, Season
from matches.people import take_name
from tests.leagues.builders import league_of, places, started_round
from tests.leagues.test_league_pages import text_of
from tests.pages.visitors import browser_of

pytestmark = pytest.mark.django_db

GAMES = Path(__file__).resolve().parents[1] / "rules" / "games"


def record(name: str = "3_players_all_at_once") -> dict[str, Any]:
    document: dict[str, Any] = json.loads((GAMES / f"{name}.json").read_text())
    return document


def as_match(*games: dict[str, Any], agreed: int) -> dict[str, Any]:
    return {"format": "lastcall-match/1", "players": games[0]["players"], "agreed": agreed, "games": list(games)}


@pytest.fixture
def at_a_table() -> tuple[Season, str, Client, dict[str, int]]:
    """Three at a real table for one game; two of them are called as in the record."""
    first, second, _ = record()["players"]
    season, everybody = league_of(f"{first} {second} Zoe Doris")
    started_round(season, everybody[:3], is_at_tables=True)
    path = f"{season.league.path}seasons/1/rounds/1/tables/1/record/"
    return season, path, browser_of(everybody[0]), {player.name: player.pk for player in everybody}


def test_a_record_is_replayed_then_asked_who_is_who_then_counted(at_a_table):
    season, path, client, ids = at_a_table
    document = record()
    first, second, third = document["players"]
    response = client.post(path, {"record": json.dumps(document)})
    page = text_of(response)
    assert f"“{third}” is" in page
    assert f'<option value="{ids[first]}" selected>{first}</option>' in response.content.decode()
    assert not Match.objects.filter(league=season.league).exists()
    who = {"who_0": str(ids[first]), "who_1": str(ids[second]), "who_2": str(ids["Zoe"])}
    response = client.post(path, {"record": json.dumps(document)} | who)
    assert response.status_code == 302, text_of(response)
    match = Match.objects.get(league=season.league)
    taken = {tally.seat.shown_name: tally.ice for tally in match.games.get().tallies.select_related("seat__player")}
    ice = document["result"]["ice"]
    assert taken == {first: ice[first], second: ice[second], "Zoe": ice[third]}
    assert match.entered_by_id == ids[first]
    assert places(season)[0][0] == 1


def test_a_file_does_as_well_as_text(at_a_table):
    _, path, client, _ = at_a_table
    file = SimpleUploadedFile("game.json", json.dumps(record()).encode(), "application/json")
    assert "Who is who?" in text_of(client.post(path, {"file": file}))


def changed(**keys: Any) -> str:
    return json.dumps(record() | keys)


WRONG = {
    "nothing": ("", "This is not a JSON document."),
    "no record": ("[]", "A game record: an object is needed."),
    "an action that the rules refuse": (changed(actions=[{"act": "pass", "player": "Zoe"}]), "cannot be played again"),
    "a game that is not over": (
        json.dumps({key: value for key, value in record().items() if key != "result"} | {"actions": []}),
        "The game in this record is not over.",
    ),
    "a result that is not so": (
        changed(result=record()["result"] | {"ice": dict.fromkeys(record()["players"], 0)}),
        "cannot be played again",
    ),
    "another number of players": (json.dumps(record("4_players_all_at_once")), "3 people sit at this table"),
    "the other rule": (json.dumps(record("3_players_one_at_a_time")), "the other rule for remaining drinks"),
    "a match without games": (
        json.dumps({"format": "lastcall-match/1", "players": ["A", "B"], "agreed": 1, "games": []}),
        "There is no game in this record.",
    ),
    "two games that do not belong together": (
        json.dumps(as_match(record(), record(), agreed=2)),
        "does not follow from the one before",
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_record_that_cannot_count_gets_a_sentence(at_a_table, what):
    season, path, client, _ = at_a_table
    text, sentence = WRONG[what]
    response = client.post(path, {"record": text})
    assert response.status_code == 422
    assert sentence in text_of(response)
    assert not Match.objects.filter(league=season.league).exists()


def test_two_in_the_record_cannot_be_one_person_nor_somebody_from_elsewhere(at_a_table):
    season, path, client, ids = at_a_table
    first, *_ = record()["players"]
    same = {"who_0": str(ids[first]), "who_1": str(ids[first]), "who_2": str(ids["Zoe"])}
    assert "cannot be the same person" in text_of(client.post(path, {"record": json.dumps(record())} | same))
    foreign = same | {"who_1": str(ids["Doris"])}
    assert "Choose who that is." in text_of(client.post(path, {"record": json.dumps(record())} | foreign))
    assert not Match.objects.filter(league=season.league).exists()


def test_only_those_at_the_table_and_hosts_come_to_this_page(at_a_table):
    season, path, _, _ = at_a_table
    doris = season.entrants.get(player__name="Doris").player
    assert browser_of(doris).get(path).status_code == 302
    assert "I have a record" in text_of(browser_of(season.league.host).get(path))


# --- By staff


def named(names: str) -> list[Player]:
    """As they are when people choose their names: found again by whatever looks the same."""
    return [take_name(Player(), name) for name in names.split()]


def imported(tmp_path: Path, document: object, *options: str) -> str:
    file = tmp_path / "record.json"
    file.write_text(json.dumps(document))
    out = io.StringIO()
    call_command("import_record", str(file), "--by", "Keeper", *options, stdout=out)
    return out.getvalue().strip()


def test_staff_import_a_record_as_a_match(tmp_path, client):
    keeper, *_ = named("Keeper Andre Bill Zoe")
    document = record()
    path = imported(tmp_path, document, "--player", "Claire=Zoe")
    match = Match.objects.get()
    assert path == match.page_path
    assert (match.entered_by, match.is_public, match.league) == (keeper, True, None)
    assert {seat.shown_name: seat.total_ice for seat in match.seats.all()} == {
        "Andre": document["result"]["ice"]["Andre"],
        "Bill": document["result"]["ice"]["Bill"],
        "Zoe": document["result"]["ice"]["Claire"],
    }
    assert "entered by hand by Keeper" in text_of(client.get(path))


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ((), "There is no player named Claire here."),
        (("--player", "Claire=Bill"), "Two in the record cannot be the same player."),
        (("--player", "Claire"), "Claire: say NAME=OTHER."),
    ],
)
def test_staff_import_nothing_for_people_who_are_not_here(tmp_path, options, sentence):
    named("Keeper Andre Bill")
    with pytest.raises(CommandError, match=sentence):
        imported(tmp_path, record(), *options)
    assert Match.objects.count() == 0


def test_staff_import_nothing_that_the_rules_refuse(tmp_path):
    named("Keeper Andre Bill Claire")
    with pytest.raises(CommandError, match="cannot be played again"):
        imported(tmp_path, record() | {"actions": [{"act": "pass", "player": "Bill"}]})
    assert Match.objects.count() == 0
