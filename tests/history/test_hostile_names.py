"""Whatever somebody is called: every page and every file shows the name as text, and nothing else."""

from __future__ import annotations

import csv
import io
import json
import re

import pytest
from django.utils import timezone
from django.utils.html import escape

from matches.models import Match, Player
from tests.history.hostile import NAMES, hostile_people
from tests.matches.builders import again, play_game, playing_match
from tests.pages.visitors import browser_of

pytestmark = pytest.mark.django_db


def matches_of(everybody: list[Player]) -> list[Match]:
    """Every player in one match of two games, in the sizes that come out."""
    played = []
    for first in range(0, len(everybody), 4):
        seated = everybody[first : first + 4]
        match = playing_match(*seated, games_agreed=2)
        for number in (1, 2):
            play_game(match, number, ice=range(len(seated)), tab_row=range(len(seated)))
        played.append(again(match))
    return played


def test_every_page_shows_every_name_as_text(client):
    everybody = hostile_people()
    matches = matches_of(everybody)
    addresses = ["/matches/", *(f"/players/{one.pk}/" for one in everybody)]
    addresses += [f"/matches/?player={one.pk}&pace=steady" for one in everybody]
    addresses += [f"/matches/{match.slug}/" for match in matches]
    shown = ""
    for address in addresses:
        page = client.get(address)
        assert page.status_code == 200
        shown += page.content.decode()
    for name in NAMES:
        assert escape(name) in shown
    assert "<script>alert" not in shown
    assert "<img" not in shown
    assert not re.search(r"<[^>]*\sonload=", shown)
    assert "49" not in re.findall(r"<bdi>([^<]*)</bdi>", shown)


def test_every_name_on_a_page_stands_apart_from_what_surrounds_it(client):
    """A name that is written from right to left must not turn the words beside it around."""
    for match in matches_of(hostile_people()):
        page = client.get(f"/matches/{match.slug}/").content.decode()
        body = page[page.index("<main") :]
        for seat in match.seats.select_related("player"):
            name = re.escape(escape(seat.shown_name))
            loose = re.findall(rf"(?<!<bdi>){name}(?!</bdi>)", re.sub(r"<title>.*?</title>", "", body))
            assert not loose, loose


def test_the_sheet_as_csv_has_no_cell_that_could_be_a_formula(client):
    for match in matches_of(hostile_people()):
        response = client.get(f"/matches/{match.slug}/sheet.csv")
        rows = list(csv.reader(io.StringIO(response.content.decode())))
        assert all(len(row) == len(rows[0]) for row in rows)
        for row in rows[1:]:
            assert row[2][0] not in "=+-@\t\r"
            assert row[4].isdigit()


def test_the_files_in_json_hold_the_names_unchanged(client):
    everybody = hostile_people()
    found: set[str] = set()
    for match in matches_of(everybody):
        sheet = json.loads(client.get(f"/matches/{match.slug}/sheet.json").content)
        found |= {player["name"] for player in sheet["players"]}
    assert found == set(NAMES)
    for one in everybody:
        data = json.loads(browser_of(one).get("/players/me/data.json").content)
        assert data["player"]["name"] == one.name


def test_a_deleted_player_is_nowhere_called_by_the_old_name(client):
    everybody = hostile_people(4)
    (match,) = matches_of(everybody)
    gone, other = everybody[0], everybody[1]
    Player.objects.filter(pk=gone.pk).update(name="", name_key="deleted x", deleted_at=timezone.now())
    for address in (
        "/matches/",
        f"/matches/{match.slug}/",
        f"/matches/{match.slug}/now/",
        f"/matches/{match.slug}/sheet.csv",
        f"/matches/{match.slug}/sheet.json",
        f"/players/{gone.pk}/",
        f"/players/{other.pk}/",
    ):
        text = client.get(address).content.decode()
        assert "deleted player" in text, address
        assert "alert(1)" not in text
    mine = browser_of(other).get("/players/me/data.json").content.decode()
    assert "deleted player" in mine
    assert "alert(1)" not in mine
