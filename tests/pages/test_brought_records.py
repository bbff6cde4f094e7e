"""Records that somebody brings along: kept for a while, stepped through like any game, and trusted in nothing."""

from __future__ import annotations

import html
import json
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from game import brought_records
from game.models import BroughtRecord
from game.record_upload import LARGEST_RECORD
from game.replay_boards import shown_names, visible
from tests.analysis.played import chance_record
from tests.rules.documents import changed, document

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_is_remembered():
    brought_records._kept.cache_clear()


def bring(record: object, client: Client | None = None) -> str:
    """Bring it; the address of its first game."""
    response = (client or Client()).post("/replay/", {"record": json.dumps(record)})
    assert response.status_code == 302, response.content.decode()
    return response.headers["Location"]


def words(text: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", text)).split())


def page(path: str) -> str:
    response = Client().get(path)
    assert response.status_code == 200
    return response.content.decode()


def match_record(games: int = 2) -> dict:
    """Two games in which Bill has a drink left to make and makes it."""
    first = document(drinks={"Andre": [["rum", "gin"]], "Bill": [["rum", "gin"]]}, actions=[])
    names = first["players"]
    return {"format": "lastcall-match/1", "players": names, "agreed": 3, "games": [first] * games}


def test_a_record_is_brought_as_text_or_as_a_file_and_has_one_address():
    text = json.dumps(document())
    by_text = Client().post("/replay/", {"record": text})
    by_file = Client().post("/replay/", {"file": SimpleUploadedFile("game.json", text.encode())})
    assert by_text.headers["Location"] == by_file.headers["Location"]
    assert BroughtRecord.objects.count() == 1
    shown = page(by_text.headers["Location"] + "?step=99")
    assert "Bill deals now." in words(shown) or "Anyone may make a drink" in words(shown)


def test_the_page_that_takes_records_stands_by_itself_and_beside_the_check_of_fair_cards():
    assert 'action="/replay/"' in page("/replay/")
    assert 'formaction="/replay/"' in page("/verify/")


@pytest.mark.parametrize(
    "text",
    ["", "{", "null", "[]", "7", '{"format": "lastcall/1"}', '{"format": "lastcall-match/1"}', "\x00", "[" * 100_000],
)
def test_what_is_no_record_is_refused_with_a_sentence(text):
    response = Client().post("/replay/", {"record": text})
    assert response.status_code == 422
    assert 'class="message error" role="alert"' in response.content.decode()
    assert BroughtRecord.objects.count() == 0


def test_what_is_no_text_is_refused_too():
    response = Client().post("/replay/", {"file": SimpleUploadedFile("game.json", b"\xff\xfe\x00")})
    assert response.status_code == 422


def test_what_is_larger_than_any_record_is_refused():
    large = " " * (LARGEST_RECORD + 1)
    assert "longer than any record" in Client().post("/replay/", {"record": large}).content.decode()
    upload = SimpleUploadedFile("game.json", large.encode())
    assert "larger than any record" in Client().post("/replay/", {"file": upload}).content.decode()


def test_a_match_without_games_has_nothing_to_step_through():
    response = Client().post("/replay/", {"record": json.dumps(match_record(games=0))})
    assert "No game of this match has been played." in response.content.decode()


def test_each_game_of_a_match_has_its_own_steps():
    address = bring(match_record())
    first = page(address)
    assert "Game 1 of 3" in words(first)
    other = address.replace("/1/", "/2/")
    assert f'href="{other}"' in first
    assert "Game 2 of 3" in words(page(other))
    assert Client().get(address.replace("/1/", "/3/")).status_code == 404
    assert Client().get(address.replace("/1/", "/0/")).status_code == 404


def test_the_steps_end_where_the_rules_refuse_an_action():
    address = bring(changed("actions/2", {"act": "lapse", "player": "Andre"}))
    assert "The rules refuse" not in page(address)
    last = words(page(address + "?step=99"))
    assert "the rules refuse its action 2. There is no order to give up now." in last


@pytest.mark.parametrize("key", ["0" * 32, "nothing", "0" * 31 + "g"])
def test_a_record_that_is_not_kept_any_more_is_asked_for_again(key):
    response = Client().get(f"/replay/{key}/1/")
    assert response.status_code == 404
    assert "kept for 30 days" in response.content.decode()


def test_a_record_goes_away_after_its_time_and_comes_back_when_it_is_brought_again():
    address = bring(document())
    page(address)
    BroughtRecord.objects.update(kept_until=timezone.now())
    assert Client().get(address).status_code == 404
    assert bring(document()) == address
    page(address)


def test_old_records_make_room():
    bring(document())
    BroughtRecord.objects.update(kept_until=timezone.now())
    bring(document(actions=[]))
    assert BroughtRecord.objects.count() == 1


def test_of_too_many_records_the_oldest_go(monkeypatch):
    monkeypatch.setattr(brought_records, "MOST_KEPT", 2)
    addresses = [bring(document(started_at=str(number))) for number in range(4)]
    assert BroughtRecord.objects.count() == 2
    assert [Client().get(address).status_code for address in addresses] == [404, 404, 200, 200]


def test_a_record_is_kept_small():
    bring(chance_record(3))
    kept = bytes(BroughtRecord.objects.get().document)
    assert len(kept) < len(json.dumps(chance_record(3))) / 4


def test_names_in_a_record_are_shown_and_do_nothing():
    hostile = '<img src=x onerror="alert(1)">'
    record = json.loads(json.dumps(document()).replace('"Andre"', json.dumps(hostile)))
    text = page(bring(record) + "?step=99&as=all")
    assert "<img" not in text
    assert html.escape(hostile[:20]) in text


def test_lone_surrogates_and_endless_names_are_no_server_error():
    for name in ("\ud800", "\u202e\u202e", "a" * 100_000, "e" + "\u0301" * 500, "\x00\x1b[31m"):
        record = json.loads(json.dumps(document()).replace('"Andre"', json.dumps(name)))
        assert len(page(bring(record) + "?step=99&as=all")) < 60_000


def test_names_stay_apart_when_they_are_cut():
    long = "x" * 50
    names = shown_names([long + "1", long + "2", "\u200b", "Player 3"], ["0", "1", "2", "3"])
    assert len(set(names.values())) == 4
    assert all(visible(name) for name in names.values())


def test_figures_of_any_size_are_shown():
    record = document(ice={"Bill": 10**900}, actions=[])
    assert "1" + "0" * 900 in page(bring(record))


def test_who_brings_too_many_in_a_minute_has_to_wait():
    client = Client()
    codes = {client.post("/replay/", {"record": "{"}).status_code for _ in range(40)}
    assert codes == {422, 429}


def test_a_record_needs_the_form_s_own_token():
    assert Client(enforce_csrf_checks=True).post("/replay/", {"record": "{}"}).status_code == 403


def test_a_page_of_a_brought_record_takes_as_many_queries_however_long_it_is(django_assert_num_queries):
    for record in (document(), chance_record(8, players=5)):
        address = bring(record)
        brought_records._kept.cache_clear()
        with django_assert_num_queries(2):
            page(address + "?step=50")
        with django_assert_num_queries(1):
            page(address + "?step=51")
