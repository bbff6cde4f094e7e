"""The home page shows how the newest public game ended, and nothing that was not public."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.core.cache import caches

from game import archive, replay_boards
from matches.models import Match
from tests.pages.finished_games import delete_player, finished_game

pytestmark = pytest.mark.django_db


def moments_on(page: str) -> list[dict[str, Any]]:
    found = re.search(r'<script id="show-moments" type="application/json">(.*?)</script>', page)
    return json.loads(found[1]) if found else []


def home(client) -> str:
    caches["process"].clear()
    return client.get("/").content.decode()


def test_without_a_game_to_show_the_home_page_is_whole_and_has_its_button(client):
    page = home(client)
    assert 'id="show"' not in page
    assert "Play now" in page


def test_the_moments_lead_from_the_picture_on_the_page_to_the_end_of_the_game(client):
    game = finished_game("Andre", "Bill", "Claire")
    page = home(client)
    moments = moments_on(page)
    bartenders, seats = {}, {}
    for moment in moments:
        bartenders |= moment["bartenders"]
        seats |= moment["seats"]
    replay = archive.replay_of(game, archive.seats_of(game.match))
    assert replay is not None
    last = replay_boards.board_at(replay, replay.last, archive.names_of(game.match))
    assert {word: cards for word, (cards, _) in bartenders.items()} == {
        b.bartender.word: b.cards for b in last.bartenders
    }
    assert {word: len(bottles) for word, (_, bottles) in bartenders.items()} == {
        b.bartender.word: b.bottles for b in last.bartenders
    }
    assert {number: ice for number, (ice, _) in seats.items()} == {str(seat.number): seat.ice for seat in last.seats}
    assert "wins it" in moments[-1]["words"]
    assert page.count('<i class="bottle ') == 24
    assert f'href="/matches/{game.match.slug}/games/1/replay/?step=' in page


def test_private_games_are_never_shown_and_the_newest_public_one_is(client):
    old, new = finished_game("Andre", "Bill", seed=1), finished_game("Claire", "Doris", seed=2)
    Match.objects.filter(pk=old.match_id).update(ended_at="2026-01-01T00:00:00Z")
    assert "Claire" in home(client)
    Match.objects.filter(pk=new.match_id).update(is_public=False)
    page = home(client)
    assert "Claire" not in page
    assert "Andre" in page


def test_a_game_of_which_only_the_result_was_kept_is_not_shown(client):
    finished_game("Andre", "Bill", seed=99).entries.all().delete()  # no other test remembers its steps
    assert 'id="show"' not in home(client)


def test_no_drink_card_is_told_before_it_is_made(client):
    finished_game("Andre", "Bill", "Claire")
    moments = moments_on(home(client))
    told = [moment["words"] for moment in moments]
    assert not any(
        re.search("Shooter|Martini|Highball|Specialty", words) and " makes a " not in words for words in told
    )
    assert {key for moment in moments for key in moment} == {"words", "bartenders", "seats"}


def test_names_cannot_break_out_and_those_of_the_deleted_are_gone(client):
    finished_game("</script><b>", "Bill")
    page = home(client)
    assert "</script><b>" not in page
    assert moments_on(page)
    delete_player("Bill")
    assert "Bill" not in home(client)


def test_a_game_whose_journal_is_broken_leaves_the_home_page_as_it_is_without_one(client):
    game = finished_game("Andre", "Bill", seed=98)
    game.entries.filter(number=3).update(entry="{}")
    page = home(client)
    assert "Play now" in page
    assert 'id="show"' not in page


def test_a_process_looks_for_the_game_once_in_a_while_only(client, django_assert_max_num_queries):
    finished_game("Andre", "Bill")
    home(client)
    with django_assert_max_num_queries(4):
        client.get("/")
