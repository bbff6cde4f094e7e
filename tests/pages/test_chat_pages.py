"""The chat on pages: by plain forms, muting from the table and from profiles, the option, and what staff may do."""

from __future__ import annotations

import html
import re

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches import chat
from matches.ignoring import ignore, ignoring_of
from matches.models import ChatLine, Match
from tests.history.hostile import hostile_people
from tests.history.texts import text_of
from tests.live.scenes import Scene, scene
from tests.matches.builders import again, open_table, people, person, playing_match
from tests.pages.browsers import Browser
from tests.pages.visitors import browser_of

TABLE_OPTIONS = {
    "games_agreed": "1",
    "seat_count": "3",
    "pace": "steady",
    "remaining_drinks": "all_at_once",
    "visibility": "public",
}


def lines_on(page: str) -> list[str]:
    found = re.search(r'<ol id="said">(.*?)</ol>', page, re.DOTALL)
    return (
        [html.unescape(re.sub(r"<[^>]*>", "", line)) for line in re.findall("<li.*?</li>", found[1])] if found else []
    )


# --- Without a socket


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("live_tables", "still")
class TestWithoutASocket:
    async def bar(self, **options) -> Scene:
        return await scene("Andre Bill", **({"chat": "on"} | options))

    async def say(self, browser: Browser, table: Scene, **fields: str) -> str:
        response = await browser.client.post(f"/tables/{table.match.slug}/chat/", fields)
        assert response.status_code == 302
        assert response.headers["Location"] == f"/tables/{table.match.slug}/#said"
        await browser.get(f"/tables/{table.match.slug}/")
        return browser.message()

    async def test_a_line_is_said_by_a_form_and_stands_on_the_page_and_on_pages_with_a_socket(self):
        table = await self.bar()
        bill = await table.seat(1)
        browser = Browser(table.seated[0])
        await browser.get(f"/tables/{table.match.slug}/")
        assert 'id="chat-words"' in browser.page
        assert await self.say(browser, table, say="Good evening", press="") == ""
        assert await self.say(browser, table, phrase="Cheers!") == ""
        assert lines_on(browser.page) == ["Andre Good evening", "Andre Cheers!"]
        await bill.shows("Cheers!")
        await table.close()

    async def test_a_refusal_is_told_in_words(self):
        table = await self.bar()
        andre, watcher = Browser(table.seated[0]), Browser()
        await andre.get(f"/tables/{table.match.slug}/")
        assert "Guests cannot send addresses" in await self.say(andre, table, say="www.example.com")
        assert "can be said" in await self.say(andre, table)
        assert "Only those who sit" in await self.say(watcher, table, say="Hello!")
        assert lines_on(andre.page) == []
        await table.close()

    async def test_watchers_are_shown_the_lines_and_no_form(self):
        table = await self.bar()
        andre, watcher = Browser(table.seated[0]), Browser()
        await andre.get(f"/tables/{table.match.slug}/")
        await self.say(andre, table, say="Hello!")
        await watcher.get(f"/tables/{table.match.slug}/")
        assert lines_on(watcher.page) == ["Andre Hello!"]
        assert "chat-words" not in watcher.page
        assert "ignore-form" not in watcher.page
        await table.close()

    async def test_a_table_without_chat_has_none_on_its_page_and_one_of_phrases_has_no_field(self):
        table = await self.bar(chat="off")
        browser = Browser(table.seated[0])
        await browser.get(f"/tables/{table.match.slug}/")
        assert 'id="chat"' not in browser.page
        assert "chat.js" not in browser.page
        assert "no chat at this table" in await self.say(browser, table, say="Hello!")
        await table.close()
        phrases = await scene("Claire Doris", chat="phrases")
        browser = Browser(phrases.seated[0])
        await browser.get(f"/tables/{phrases.match.slug}/")
        assert 'value="Nice move!"' in browser.page
        assert "chat-words" not in browser.page
        await phrases.close()

    async def test_nobody_says_anything_without_the_token_of_the_form_or_by_a_link(self):
        table = await self.bar()
        browser = Browser(table.seated[0], checks_csrf=True)
        await browser.get(f"/tables/{table.match.slug}/")
        path = f"/tables/{table.match.slug}/chat/"
        assert (await browser.client.post(path, {"say": "Hello!"})).status_code == 403
        assert (await browser.client.get(path)).status_code == 405
        assert (
            await Browser(table.seated[0]).client.post("/tables/nowhere/chat/", {"say": "Hello!"})
        ).status_code == 404
        assert await ChatLine.objects.acount() == 0
        await table.close()

    async def test_hostile_names_and_lines_are_text_on_the_page(self):
        table = await self.bar()
        names = await sync_to_async(hostile_people)()
        for named in names:
            line = await ChatLine.objects.filter(match=table.match).acount()
            await ChatLine.objects.acreate(match=table.match, number=line + 1, player=named, words=named.name)
        browser = Browser(table.seated[0])
        await browser.get(f"/tables/{table.match.slug}/")
        assert lines_on(browser.page) == [f"{named.name} {named.name}" for named in names]
        await table.close()


# --- Muting and blocking


pages = pytest.mark.django_db


@pages
def test_somebody_is_muted_blocked_and_heard_again_from_their_page_and_from_ones_own():
    andre, bill = people("Andre Bill")
    browser = browser_of(andre)
    here = f"/players/{bill.pk}/"
    for how, button in (("mute", "Hear again"), ("block", "Unblock"), ("hear", "Mute")):
        assert f'value="{how} {bill.pk}"' in browser.get(here).content.decode()
        response = browser.post("/players/ignore/", {"how": f"{how} {bill.pk}", "next": here}, follow=True)
        assert response.redirect_chain == [(here, 302)]
        assert button in text_of(response)
        assert ("Whom you do not read" in text_of(browser.get("/players/me/"))) == (how != "hear")
        assert ignoring_of(andre.pk).how(bill.pk) == how


@pages
def test_nobody_is_offered_to_mute_themselves_a_deleted_player_or_anybody_without_a_name_of_their_own(client):
    andre, bill = people("Andre Bill")
    assert "At the table" not in text_of(browser_of(andre).get(f"/players/{andre.pk}/"))
    assert "At the table" not in text_of(client.get(f"/players/{bill.pk}/"))
    browser_of(bill).post("/players/me/delete/")
    assert "At the table" not in text_of(browser_of(andre).get(f"/players/{bill.pk}/"))


@pages
@pytest.mark.parametrize(
    "how", ["", "mute", "mute x", "mute ²", "mute 999999999999999999999", "mute 999", "hug {bill}"]
)
def test_a_press_that_makes_no_sense_gets_a_sentence_and_changes_nothing(how):
    andre, bill = people("Andre Bill")
    response = browser_of(andre).post(
        "/players/ignore/", {"how": how.format(bill=bill.pk), "next": "/rules/"}, follow=True
    )
    assert response.redirect_chain[-1] == ("/rules/", 302)
    assert re.search("There is no such player|Somebody is muted, blocked", text_of(response))
    assert ignoring_of(andre.pk).ids == frozenset()


@pages
def test_muting_leads_to_no_other_site_and_takes_a_press_of_somebody_who_is_known(client):
    andre, bill = people("Andre Bill")
    fields = {"how": f"mute {bill.pk}", "next": "https://elsewhere.example/"}
    assert browser_of(andre).post("/players/ignore/", fields).url == "/"
    assert client.post("/players/ignore/", fields).status_code == 200
    assert browser_of(andre).get("/players/ignore/").status_code == 405
    assert browser_of(andre).post("/players/ignore/", fields, headers={"HX-Request": "true"}).status_code == 204


@pages
def test_a_press_at_the_table_that_is_refused_is_told_in_words_as_well(monkeypatch):
    monkeypatch.setattr("matches.ignoring.MOST_IGNORED", 0)
    andre, bill = people("Andre Bill")
    browser = browser_of(andre)
    fields = {"how": f"mute {bill.pk}", "next": "/rules/"}
    response = browser.post("/players/ignore/", fields, headers={"HX-Request": "true"})
    assert (response.status_code, response.headers["HX-Redirect"]) == (204, "/rules/")
    assert "You ignore 0 people already." in text_of(browser.get("/rules/"))


@pages
def test_ones_own_page_asks_as_many_questions_for_many_ignored_people_as_for_one():
    andre = person("Andre")
    browser = browser_of(andre)
    counts = []
    for names in ("Bill", "Claire Doris Edgar Fay Gus"):
        for whom in people(names):
            ignore(by=andre, whom=whom, how="mute")
        with CaptureQueriesContext(connection) as asked:
            assert browser.get("/players/me/").status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1]


# --- The option


@pages
@pytest.mark.parametrize(
    ("chosen", "stored", "words"),
    [("", "on", "chat"), ("off", "off", "no chat"), ("phrases", "phrases", "chat of ready phrases")],
)
def test_who_opens_a_table_says_what_may_be_said_there_and_all_who_sit_down_agree_to_it(chosen, stored, words):
    andre = person("Andre")
    response = browser_of(andre).post("/tables/new/", TABLE_OPTIONS | ({"chat": chosen} if chosen else {}), follow=True)
    match = Match.objects.get()
    assert match.chat == stored
    assert match.seats.get(number=0).agreed_to.endswith(f", {words}")
    assert f", {words}." in text_of(response)


@pages
def test_a_chat_of_another_kind_is_refused_and_a_changed_one_is_agreed_to_anew():
    andre, bill = people("Andre Bill")
    browser = browser_of(andre)
    assert browser.post("/tables/new/", TABLE_OPTIONS | {"chat": "loud"}).status_code == 422
    match = open_table(andre)
    browser_of(bill).post(f"/tables/{match.slug}/join/", {})
    browser.post(
        f"/tables/{match.slug}/options/",
        TABLE_OPTIONS | {"games_agreed": "3", "seat_count": "4", "hints": "off", "chat": "on"},
    )
    assert again(match).chat == "on"
    assert [seat.agreed_at is None for seat in match.seats.filter(player__isnull=False).order_by("number")] == [
        False,
        True,
    ]


@pages
def test_play_now_has_chat_and_says_so(client):
    assert "hints allowed, chat" in text_of(client.get("/"))
    andre = person("Andre")
    browser_of(andre).post("/play/", {})
    assert Match.objects.get().chat == "on"


# --- Staff


@pages
def test_staff_read_what_is_said_and_take_lines_away_but_write_and_change_none(client):
    andre, bill = people("Andre Bill")
    match = playing_match(andre, bill, chat="on")
    lines = [chat.say(match_id=match.pk, player_id=andre.pk, words=f"word {number}") for number in range(3)]
    client.force_login(User.objects.create_superuser("staff", "staff@example.org", "x"))
    assert "word 1" in client.get("/staff/matches/chatline/").content.decode()
    assert client.get("/staff/matches/chatline/add/").status_code == 403
    assert client.get(f"/staff/matches/chatline/{lines[0].pk}/change/").status_code == 200
    client.post(f"/staff/matches/chatline/{lines[0].pk}/change/", {"words": "changed"})
    client.post(f"/staff/matches/chatline/{lines[1].pk}/delete/", {"post": "yes"})
    together = {"action": "delete_selected", "_selected_action": [lines[2].pk], "post": "yes"}
    client.post("/staff/matches/chatline/", together)
    assert list(ChatLine.objects.values_list("words", flat=True)) == ["word 0"]
