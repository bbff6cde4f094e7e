"""The practice pages: open to everybody, whole by plain links and forms, and proof against forged addresses."""

from __future__ import annotations

import datetime
import html
import re
from unittest import mock

import pytest
from django.test import Client

from game import lesson
from game.practice.codes import code_of, position_of
from game.practice.finishing import plan_for, step_of
from game.practice.positions import daily_position, position_for
from tests.pages.visitors import visitor

pytestmark = pytest.mark.django_db

CODE = "tukxky2krqk83"
PATH = f"/practice/finish/{CODE}/"
BEST = "KRO.OBF.JIO.1O.JVF.2F"


def page_of(response) -> str:
    assert response.status_code == 200
    return html.unescape(response.content.decode())


# -- what they have in common


@pytest.mark.parametrize(
    "path", ["/practice/", PATH, f"{PATH}?did={BEST}", f"{PATH}?plan=2", "/practice/first/3/", "/practice/spot/abc/"]
)
def test_a_practice_page_needs_no_account_no_session_and_no_query(client, path, django_assert_num_queries):
    with django_assert_num_queries(0):
        response = client.get(path)
    page = page_of(response)
    assert "sessionid" not in response.cookies
    assert page.count("<h1") == 1
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=\"", page)
    ids = re.findall(r'\sid="([^"]+)"', re.sub(r"<template.*?</template>", "", page, flags=re.DOTALL))
    assert sorted(set(ids)) == sorted(ids)


@pytest.mark.parametrize("path", ["/practice/", PATH, "/practice/first/", "/practice/first/1/", "/practice/spot/abc/"])
def test_they_are_only_read(path):
    assert Client().post(path, {"act": "undo"}).status_code == 405


@pytest.mark.parametrize("path", ["/", "/tables/", "/rules/"])
def test_the_first_game_is_linked_from_where_a_newcomer_looks(client, path):
    assert "/practice/first/" in page_of(client.get(path))


# -- Finish it


def test_a_press_leads_to_the_address_of_the_next_board(client):
    response = client.get(PATH, {"act": "move-to otto", "bottle": "kathy rum"})
    assert (response.status_code, response.url) == (302, f"{PATH}?did=KRO")
    page = page_of(client.get(response.url))
    assert "Rum from Kathy to Otto: 1 ice." in page
    assert "1 ice so far" in page
    assert client.get(response.url + "&act=undo").url == PATH
    assert client.get(response.url + "&act=again").url == PATH


def test_the_buttons_on_the_page_alone_lead_to_the_end(client):
    """Every press is a button or a radio button that stands on the page."""
    path = PATH
    for step in plan_for(position_of(CODE)).steps:
        page = page_of(client.get(path))
        did = re.search(r'<input type="hidden" name="did" value="([^"]*)"', page)
        fields = {"did": did[1]} if did else {}
        if hasattr(step, "giver"):
            bottle = f"{step.giver.word} {step.liquor.word}"
            assert f'name="bottle" form="act-form" id="take-{bottle.replace(" ", "-")}" value="{bottle}"' in page
            assert f'name="act" value="move-to {step.receiver.word}"' in page
            fields |= {"bottle": bottle, "act": f"move-to {step.receiver.word}"}
        else:
            assert f'name="act" value="make {step.drink} {step.bartender.word}"' in page
            fields["act"] = f"make {step.drink} {step.bartender.word}"
        path = client.get(PATH, fields).url
    page = page_of(client.get(path))
    assert "Three stars: nobody can do it with less." in page
    assert "You took 4 ice; 4 were possible." in page


def test_the_least_and_the_plan_stay_hidden_until_all_is_done_or_given_up(client):
    page = page_of(client.get(f"{PATH}?did=KRO"))
    assert "possible." not in page
    assert "The best plan" not in page
    assert 'name="plan" value="0"' in page
    page = page_of(client.get(f"{PATH}?did=KRO&plan=0"))
    assert "The best plan" in page
    assert page.count('<li><button form="act-form" class="link" name="plan"') == len(BEST.split("."))


def test_every_step_of_the_best_plan_has_its_board(client):
    for number in range(len(BEST.split(".")) + 1):
        page = page_of(client.get(f"{PATH}?did={BEST}&plan={number}"))
        assert f"The best plan, step {number}: " in page
        assert 'name="bottle"' not in page


def test_a_press_that_cannot_be_done_gets_a_sentence_and_the_same_board(client):
    page = page_of(client.get(f"{PATH}?did=KRO", {"did": "KRO", "act": "move-to otto"}))
    assert "Choose a bottle first, then the bartender who gets it." in page
    assert 'name="did" value="KRO"' in page


def test_hints_in_practice_are_switched_on_and_stay_on(client):
    page = page_of(client.get(f"{PATH}?did=KRO"))
    assert "The least from here" not in page
    assert f'href="{PATH}?did=KRO&hints=on"' in page
    page = page_of(client.get(f"{PATH}?did=KRO&hints=on"))
    assert "The least from here: 3 ice." in page
    assert f'href="{PATH}?did=KRO"' in page
    assert client.get(f"{PATH}?did=KRO&hints=on&act=undo").url == f"{PATH}?hints=on"
    assert "With hints." in page_of(client.get(f"{PATH}?did={BEST}&hints=on"))
    assert "With hints." not in page_of(client.get(f"{PATH}?did={BEST}"))


def test_a_result_can_be_sent_to_friends_and_spoils_nothing(client):
    page = page_of(client.get(f"{PATH}?did={BEST}"))
    sent = re.search(r'id="brag" data-copy="([^"]+)"', page)
    assert sent[1].startswith("Last Call, Finish it")
    assert sent[1].endswith(f": ★★★ 4 ice (least 4) http://testserver{PATH}")


@pytest.mark.parametrize("code", ["x", "tukxky2krqk8", "tukxky2krqk84", "TUKXKY2KRQK83", "%00", "a" * 500, "daily2"])
def test_a_forged_code_gets_a_page_that_says_so(client, code):
    response = client.get(f"/practice/finish/{code}/")
    assert response.status_code == 404
    assert "No puzzle has this code" in response.content.decode()


@pytest.mark.parametrize(
    "did", ["KRK", "x", "1K", "KRO." * 500, "\x00", "<script>", "KRO.KRO.KRO.KRO.KRO", "\U0001f378", "%", "'"]
)
def test_forged_steps_get_a_page_that_says_so_and_leads_back(client, did):
    response = client.get(PATH, {"did": did})
    assert response.status_code == 400
    page = response.content.decode()
    assert "These steps lead nowhere" in page
    assert f'href="{PATH}"' in page
    assert "<script>" not in page.replace('<script src="', "")


@pytest.mark.parametrize("plan", ["-1", "x", "9" * 400, "\u0663", "1e3", ""])
def test_a_forged_step_of_the_plan_is_no_step_of_it(client, plan):
    assert client.get(PATH, {"plan": plan}).status_code == 200


def test_a_new_puzzle_has_as_many_drinks_as_wished_and_three_where_nothing_sensible_was_wished(client):
    for wished, drinks in (("1", 1), ("2", 2), ("3", 3), ("4", 4), ("", 3), ("5", 3), ("x", 3), ("\u0664", 3)):
        response = client.get("/practice/finish/new/", {"drinks": wished})
        assert response.status_code == 302
        code = response.url.split("/")[-2]
        assert len(position_of(code).drinks) == drinks
        assert client.get(response.url).status_code == 200
    codes = {client.get("/practice/finish/new/").url for _ in range(4)}
    assert len(codes) == 4


def test_the_puzzle_of_the_day_is_the_same_for_everybody_and_changes_at_midnight_utc():
    late = datetime.datetime(2026, 11, 30, 23, 59, tzinfo=datetime.UTC)
    urls = []
    for now in (late, late, late + datetime.timedelta(minutes=1)):
        with mock.patch("django.utils.timezone.now", return_value=now):
            urls.append(Client().get("/practice/finish/daily/").url)
    assert urls[0] == urls[1] == f"/practice/finish/{code_of(daily_position(late.date()))}/"
    assert urls[2] != urls[0]


def test_the_puzzle_of_the_day_says_its_date_and_is_linked_from_practice(client):
    response = client.get("/practice/finish/daily/", follow=True)
    today = datetime.datetime.now(datetime.UTC).date()
    assert f"{today.day} {today:%B %Y}" in page_of(response)
    assert "/practice/finish/daily/" in page_of(client.get("/practice/"))


def test_a_day_that_was_keeps_its_puzzle_and_other_days_have_none(client):
    response = client.get("/practice/finish/daily/2026-03-01/")
    assert response.url.split("/")[-2] == code_of(daily_position(datetime.date(2026, 3, 1)))
    tomorrow = datetime.datetime.now(datetime.UTC).date() + datetime.timedelta(days=1)
    for day in (tomorrow.isoformat(), "2025-12-31", "0001-01-01", "9999-12-31", "2026-02-30", "today", "\u0662"):
        assert client.get(f"/practice/finish/daily/{day}/").status_code == 404, day


def test_a_link_can_be_shared_and_names_the_puzzle_alone(client):
    page = page_of(client.get(f"{PATH}?did=KRO"))
    assert f'data-copy="http://testserver{PATH}"' in page
    assert '<meta property="og:title"' in page


# -- the first game


def test_the_right_presses_lead_through_the_first_game(client):
    path = client.get("/practice/first/").url
    assert path == "/practice/first/1/"
    for number, step in enumerate(lesson.STEPS, start=1):
        page = page_of(client.get(path))
        assert step.words in page
        assert f"Step {number} of {lesson.LAST}" in page
        response = client.get(path, {"act": step.wanted.act, "bottle": step.wanted.bottle})
        assert response.status_code == 302
        path = response.url
    page = page_of(client.get(path))
    assert "Newcomer wins with 2 ice." in page
    assert "Start again" in page


def test_a_wrong_press_gets_its_sentence_and_the_same_step(client):
    page = page_of(client.get("/practice/first/4/", {"act": "deal"}))
    assert lesson.STEPS[3].nudge in page
    assert "Step 4 of" in page


def test_who_leaves_comes_back_to_the_same_step_and_can_start_again(client):
    client.get("/practice/first/7/")
    assert client.get("/practice/first/").url == "/practice/first/7/"
    client.get("/practice/first/1/")
    assert client.get("/practice/first/").url == "/practice/first/1/"
    client.get(f"/practice/first/{lesson.LAST + 1}/")
    assert client.get("/practice/first/").url == "/practice/first/1/"


@pytest.mark.parametrize("kept", ["0", "99", "-1", "x", "\u00b2", "1" * 400, "13"])
def test_a_forged_cookie_leads_to_the_first_step(client, kept):
    client.cookies["first_game"] = kept
    assert client.get("/practice/first/").url == "/practice/first/1/"


@pytest.mark.parametrize("number", ["0", "14", "999999999999"])
def test_a_step_that_the_first_game_does_not_have_is_not_found(client, number):
    response = client.get(f"/practice/first/{number}/")
    assert response.status_code == 404
    assert "The first game has no such step" in response.content.decode()


def test_the_last_page_has_nothing_more_to_press(client):
    page = page_of(client.get(f"/practice/first/{lesson.LAST + 1}/", {"act": "deal"}))
    assert 'name="act"' not in page


def test_somebody_with_a_name_plays_under_it_and_the_name_is_escaped(client):
    _, browser = visitor("<b>Zoe</b> & co")
    page = browser.get("/practice/first/1/").content.decode()
    assert "&lt;b&gt;Zoe&lt;/b&gt; &amp; co" in page
    assert "<b>Zoe" not in page


# -- Spot it


def test_new_cards_come_with_the_pace_that_was_chosen(client):
    for wished, pace, seconds in (
        ("relaxed", "relaxed", 8),
        ("brisk", "brisk", 2.5),
        ("", "steady", 4),
        ("x", "steady", 4),
    ):
        response = client.get("/practice/spot/", {"pace": wished})
        assert response.url.endswith(f"?pace={pace}")
        page = page_of(client.get(response.url))
        assert f'data-seconds="{seconds:.1f}"' in page
        assert f'<option value="{pace}" selected>' in page


def test_all_cards_come_with_the_page_each_with_its_words(client):
    page = page_of(client.get("/practice/spot/abc/"))
    assert page.count('<template class="dealt"') == page.count('<template class="after">') == 24
    assert 'data-spot="An order makes your ' in page
    assert page_of(client.get("/practice/spot/abc/")) == page


def test_without_scripts_the_cards_are_turned_over_one_by_one(client):
    said = []
    for at in range(1, 25):
        page = page_of(client.get("/practice/spot/abc/", {"at": at}))
        assert f"Card {at} of 24" in page
        assert (f'name="at" value="{at + 1}"' in page) == (at < 24)
        answer = page_of(client.get("/practice/spot/abc/", {"at": at, "shout": "1"}))
        said.append("Yes! An order makes your " in answer)
        assert said[-1] != ("Not now: no order makes a drink of yours." in answer)
    assert any(said)
    assert not all(said)


@pytest.mark.parametrize("seed", ["A", "a-b", "a" * 17, "\u00e9", "%00", "a b"])
def test_a_forged_name_of_cards_gets_a_sentence(client, seed):
    response = client.get(f"/practice/spot/{seed}/")
    assert response.status_code == 404
    assert "There are no such cards" in response.content.decode()


@pytest.mark.parametrize("at", ["-1", "99", "x", "9" * 400, "\u0663"])
def test_a_forged_number_of_a_card_is_one_that_there_is(client, at):
    assert client.get("/practice/spot/abc/", {"at": at}).status_code == 200


def test_a_generated_puzzle_can_be_finished_from_its_own_page(client):
    position = position_for("from a test", 4)
    did = ".".join(map(step_of, plan_for(position).steps))
    assert "Three stars" in page_of(client.get(f"/practice/finish/{code_of(position)}/", {"did": did}))
