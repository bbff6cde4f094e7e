"""The table's page and its forms, without any socket: whole on the first GET, and every button works by plain POST."""

from __future__ import annotations

import re
from unittest import mock

import pytest
from asgiref.sync import sync_to_async
from django.test import AsyncClient

from game import fragments
from game.paces import PACES
from game.rules import Bartender, Phase
from game.state import UnknownRules
from game.store import MatchJournal
from game.tables import chairs_of
from matches.models import Match
from tests.live.scenes import Scene, regions_in, scene
from tests.matches.builders import open_table, over_match, people, person, playing_match
from tests.pages.browsers import Browser

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("live_tables", "still")]


async def at_table(table: Scene, seat: int) -> Browser:
    browser = Browser(table.seated[seat])
    response = await browser.get(f"/tables/{table.match.slug}/")
    assert response.status_code == 200
    return browser


# -- the page


async def test_the_page_holds_every_region_that_a_socket_sends():
    table = await scene("Andre Bill Claire")
    board = table.live.board()
    for seat in ("0", None):
        sent = regions_in(fragments.whole_html(board, table.live.own(seat), None))
        browser = await at_table(table, 0) if seat else Browser()
        await browser.get(f"/tables/{table.match.slug}/")
        for name in sent:
            assert browser.page.count(f'id="{name}"') == 1, name


async def test_ids_on_the_page_are_unique():
    table = await scene("Andre Bill Claire")
    browser = await at_table(table, 0)
    ids = re.findall(r'\sid="([^"]+)"', browser.page)
    assert sorted(set(ids)) == sorted(ids)


async def test_the_page_shows_the_bartenders_the_players_the_own_hand_and_the_commitment():
    table = await scene("Andre Bill Claire")
    browser = await at_table(table, 1)
    for bartender in Bartender:
        assert f"<h3>{bartender.label}</h3>" in browser.page
    for name in ("Andre", "Bill", "Claire"):
        assert f"<h3>{name}</h3>" in browser.page
    assert browser.page.count('<li id="drink-') == 4
    assert table.state.seed_hash in browser.page
    assert table.state.seed not in browser.page


async def test_everything_can_be_pressed_in_a_form_with_a_token_of_this_browser():
    table = await scene("Andre Bill Claire")
    browser = await at_table(table, 0)
    assert re.search(rf'<form id="act-form" method="post" action="/tables/{table.match.slug}/act/"', browser.page)
    assert 'name="csrfmiddlewaretoken"' in browser.page
    buttons = re.findall(r"<button[^>]*name=\"act\"[^>]*>", browser.page)
    assert buttons
    assert all('form="act-form"' in button for button in buttons)
    table_alone = browser.page.split('id="table"')[1].split("<dialog")[0]
    assert [
        button for button in re.findall(r"<button[^>]*>", table_alone) if not re.search("type=|form=|disabled", button)
    ] == []


async def test_a_watcher_s_page_has_no_hand_and_nothing_to_press():
    table = await scene("Andre Bill Claire")
    browser = Browser(await sync_to_async(person)("Zoe"))
    await browser.get(f"/tables/{table.match.slug}/")
    assert 'id="hand"' not in browser.page
    assert 'name="act"' not in browser.page
    assert "You are watching" in browser.page


async def test_the_big_screen_shows_the_board_and_no_hand_also_to_a_player():
    table = await scene("Andre Bill Claire")
    browser = Browser(table.seated[0])
    await browser.get(f"/tables/{table.match.slug}/big/")
    sent = regions_in(fragments.whole_html(table.live.board(), None, None))
    for name in sent:
        assert browser.page.count(f'id="{name}"') == 1, name
    assert f'hx-ws:connect="/ws/tables/{table.match.slug}/?seat=none"' in browser.page
    assert 'id="hand"' not in browser.page
    assert 'name="act"' not in browser.page
    assert f'href="/tables/{table.match.slug}/"' in browser.page


async def test_a_big_screen_of_a_private_table_is_for_those_who_may_look():
    table = await scene("Andre Bill")
    await Match.objects.filter(pk=table.match.pk).aupdate(is_public=False)
    assert (await Browser().get(f"/tables/{table.match.slug}/big/")).status_code == 403
    assert (await Browser(table.seated[0]).get(f"/tables/{table.match.slug}/big/")).status_code == 200


async def test_the_socket_s_address_names_the_seat_whose_hand_is_shown():
    table = await scene("Andre Bill Claire")
    browser = await at_table(table, 1)
    assert f'hx-ws:connect="/ws/tables/{table.match.slug}/?seat=1"' in browser.page
    watcher = Browser()
    await watcher.get(f"/tables/{table.match.slug}/")
    assert f'hx-ws:connect="/ws/tables/{table.match.slug}/"' in watcher.page


async def test_names_are_escaped():
    table = await scene("Andre <b>Bill Claire")
    browser = await at_table(table, 0)
    assert "<b>Bill" not in browser.page
    assert "&lt;b&gt;Bill" in browser.page


async def test_the_page_keeps_to_the_policy_without_inline_code():
    table = await scene("Andre Bill Claire")
    browser = Browser(table.seated[0])
    response = await browser.get(f"/tables/{table.match.slug}/")
    assert "default-src 'none'" in response.headers["Content-Security-Policy"]
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=\"", browser.page)
    assert all("src=" in script for script in re.findall(r"<script\b[^>]*>", browser.page))


async def test_where_there_is_nothing_to_play_the_page_leads_on():
    table = await scene("Andre Bill", is_public=False)
    stranger = Browser(await sync_to_async(person)("Zoe"))
    assert (await stranger.get("/tables/nowhere/")).status_code == 404
    assert (await stranger.get(f"/tables/{table.match.slug}/")).status_code == 403
    assert "by invitation only" in stranger.page
    over = await sync_to_async(lambda: over_match(*people("Claire Doris")))()
    assert (await stranger.get(f"/tables/{over.slug}/")).headers["Location"] == f"/matches/{over.slug}/"
    waiting = await sync_to_async(lambda: open_table(person("Edgar")))()
    assert (await stranger.get(f"/tables/{waiting.slug}/")).status_code == 200
    assert "Edgar" in stranger.page


async def test_a_match_under_rules_that_are_not_here_is_refused_with_words():
    with mock.patch("game.starting.RULES_VERSION", "0"):
        match = await sync_to_async(_begun)()
    browser = Browser()
    assert (await browser.get(f"/tables/{match.slug}/")).status_code == 409
    assert "rules version 0" in browser.page


def _begun() -> Match:
    match = playing_match(*people("Andre Bill"))
    with pytest.raises(UnknownRules):
        MatchJournal(match.pk, chairs_of(tuple(match.seats.all())), PACES["steady"], 30)._begin(None)
    return match


@pytest.mark.parametrize("method", ["post", "put", "delete", "patch"])
async def test_the_page_is_only_read(method):
    table = await scene("Andre Bill Claire")
    response = await getattr(AsyncClient(), method)(f"/tables/{table.match.slug}/")
    assert response.status_code == 405


# -- pressing without a socket


async def test_an_order_from_the_shout_to_the_next_deal_by_forms_alone():
    table = await scene("Andre Bill Claire")
    taker = await table.deal_until_someone_may_order()
    browsers = [await at_table(table, seat) for seat in range(3)]
    assert await browsers[taker].press("order") == ""
    assert "You have shouted." in browsers[taker].page
    await table.clock("close_orders")
    await browsers[taker].get(f"/tables/{table.match.slug}/")
    bottle, receivers = re.findall(r'name="bottle"[^>]*value="([^"]+)" data-receivers="([^"]+)"', browsers[taker].page)[
        0
    ]
    receiver = receivers.split()[0]
    assert await browsers[taker].press(f"move-to {receiver}", bottle=bottle) == ""
    assert table.state.phase is Phase.MAKING
    makers = [seat for seat in range(3) if table.view(seat).may.make]
    for seat, browser in enumerate(browsers):
        await browser.get(f"/tables/{table.match.slug}/")
        if seat in makers:
            make = table.view(seat).may.make[0]
            assert await browser.press(f"make {make.drink} {make.bartender.word}") == ""
            assert browser.page.count('<p class="done">Made</p>') == 1
        assert await browser.press("pass") == ""
    await table.clock("close_making")
    assert table.state.game.dealer == str(taker)
    acts = [row["act"] for row in await table.rows() if "act" in row]
    assert [act for act in acts if act != "deal"][:3] == ["order", "close_orders", "move"]


async def test_a_bottle_has_to_be_chosen_first_and_the_page_says_so():
    table = await scene("Andre Bill Claire")
    taker = await table.deal_until_someone_may_order()
    await table.live.table.ask(str(taker), {"act": "order"})
    await table.clock("close_orders")
    browser = await at_table(table, taker)
    assert await browser.press("move-to kathy") == "Choose a bottle first, then the bartender who gets it."
    assert table.state.phase is Phase.MOVING


async def test_an_order_is_given_up_by_a_form():
    table = await scene("Andre Bill Claire")
    taker = await table.deal_until_someone_may_order()
    await table.live.table.ask(str(taker), {"act": "order"})
    await table.clock("close_orders")
    browser = await at_table(table, taker)
    assert await browser.press("lapse") == ""
    assert "order lapses" in browser.page
    assert table.state.phase is Phase.DEALING


async def test_dealing_and_holding_by_forms():
    table = await scene("Andre Bill Claire")
    dealer = int(table.state.game.dealer)
    browser = await at_table(table, dealer)
    assert await browser.press("deal") == ""
    assert table.state.hurried_at is not None
    other = await at_table(table, (dealer + 1) % 3)
    assert other.buttons("deal") == []
    assert await other.press("hold") == ""
    assert "holds the deal" in other.page
    assert await browser.press("hold") == "The deal is being held already."


async def test_a_refusal_is_shown_once_as_a_sentence_on_the_next_page():
    table = await scene("Andre Bill Claire")
    dealer = int(table.state.game.dealer)
    browser = await at_table(table, dealer)
    rows = await table.rows()
    assert await browser.press("order") == "You are the dealer, and the dealer may not order."
    assert await table.rows() == rows
    await browser.get(f"/tables/{table.match.slug}/")
    assert browser.message() == ""


async def test_a_form_of_an_old_page_is_refused_as_stale():
    table = await scene("Andre Bill Claire")
    browser = await at_table(table, int(table.state.game.dealer))
    await table.clock("deal")
    assert await browser.press("deal") == "The table had moved on before that press; look again."


async def test_ending_by_agreement_through_forms():
    table = await scene("Andre Bill Claire")
    andre, bill, claire = [await at_table(table, seat) for seat in range(3)]
    assert await andre.press("propose end_game") == ""
    await bill.get(f"/tables/{table.match.slug}/")
    assert "Andre proposes to end this game unscored." in bill.page
    assert await bill.press("refuse") == ""
    assert table.state.proposal is None
    assert await bill.press("propose end_game") == ""
    for browser in (andre, claire):
        await browser.get(f"/tables/{table.match.slug}/")
        assert await browser.press("agree") == ""
    assert table.state.ended == "stopped"
    match = await Match.objects.aget(pk=table.match.pk)
    assert match.status == Match.Status.OVER
    response = await andre.get(f"/tables/{table.match.slug}/")
    assert response.headers["Location"] == f"/matches/{table.match.slug}/"


async def test_the_next_game_and_adjourning_by_forms():
    table = await scene("Andre Bill", games_agreed=3)
    await table.play_to_the_end()
    browsers = [await at_table(table, seat) for seat in range(2)]
    assert "Score sheet" in browsers[0].page
    for browser in browsers:
        assert await browser.press("ready") == ""
    await table.live.table.tick()
    assert table.state.game_number == 2
    await table.play_to_the_end()
    for browser in browsers:
        await browser.get(f"/tables/{table.match.slug}/")
    assert await browsers[0].press("propose adjourn") == ""
    await browsers[1].get(f"/tables/{table.match.slug}/")
    await browsers[1].press("agree")
    assert (await Match.objects.aget(pk=table.match.pk)).status == Match.Status.ADJOURNED


async def test_leaving_for_good_by_a_form_frees_the_person_and_shows_the_table_as_to_a_watcher():
    table = await scene("Andre Bill Claire")
    browser = await at_table(table, 0)
    assert await browser.press("leave") == ""
    assert "You are watching" in browser.page
    assert "Andre has left for good" in browser.page
    another = await sync_to_async(open_table)(table.seated[0])
    assert another.status == Match.Status.OPEN


async def test_letting_a_bot_play_for_an_absent_person_by_a_form(monkeypatch):
    table = await scene("Andre Bill Claire")
    monkeypatch.setattr(table.live.presence, "absent", lambda now: frozenset({"1"}))
    browser = await at_table(table, 0)
    assert await browser.press("sit-in 1") == ""
    assert table.state.sitting_in == {"1"}


async def test_coming_back_to_the_page_takes_the_seat_back_from_the_bot(monkeypatch):
    table = await scene("Andre Bill Claire")
    await table.live.table.append([{"entry": "sit_in", "player": "1", "by": "0"}], lambda state: False)
    browser = await at_table(table, 1)
    await table.settled()
    assert table.state.sitting_in == frozenset()
    await browser.get(f"/tables/{table.match.slug}/")
    assert "Bill is back and plays again." in browser.page


async def test_a_form_counts_as_a_line_that_was_never_measured():
    table = await scene("Andre Bill Claire")
    taker = await table.deal_until_someone_may_order()
    await (await at_table(table, taker)).press("order")
    shout = next(row for row in await table.rows() if row.get("entry") == "shout")
    assert shout["allowance"] == 0.1


async def test_who_has_no_seat_can_press_nothing():
    table = await scene("Andre Bill Claire")
    for player in (None, await sync_to_async(person)("Zoe")):
        stranger = Browser(player)
        await stranger.get(f"/tables/{table.match.slug}/")
        assert await stranger.send({"act": "hold"}) == "You have no seat at this table."
    assert [row.get("entry") for row in await table.rows()] == ["start"]


async def test_nonsense_in_a_form_is_refused_with_a_sentence():
    table = await scene("Andre Bill Claire")
    browser = await at_table(table, 0)
    for fields in (
        {},
        {"act": ""},
        {"act": "win"},
        {"act": "make 0 zoe"},
        {"act": "hold", "player": "1"},
        {"act": "hold", "seen": "x"},
    ):
        assert await browser.send(fields)
    assert [row.get("entry") for row in await table.rows()] == ["start"]


async def test_forms_share_the_player_s_allowance():
    table = await scene("Andre Bill Claire")
    browser = await at_table(table, 0)
    table.live.buckets["0"].level = 1
    table.live.buckets["0"].rate = 0
    assert await browser.send({"act": "pass"}) != "That was too much at once; wait a moment."
    assert await browser.send({"act": "hold"}) == "That was too much at once; wait a moment."


async def test_a_press_that_could_not_be_stored_says_so(monkeypatch):
    table = await scene("Andre Bill Claire")
    browser = await at_table(table, 0)

    async def away(*arguments: object) -> bool:
        raise RuntimeError("the database is away")

    monkeypatch.setattr(table.live.table.journal, "append", away)
    assert await browser.press("hold") == "That could not be stored just now; press again in a moment."


async def test_a_form_needs_the_token_of_its_own_page():
    table = await scene("Andre Bill Claire")
    browser = Browser(table.seated[0], checks_csrf=True)
    await browser.get(f"/tables/{table.match.slug}/")
    forged = await browser.client.post(f"/tables/{table.match.slug}/act/", {"act": "hold"})
    assert forged.status_code == 403
    assert await browser.press("hold") == ""
    assert "holds the deal" in browser.page


async def test_act_is_for_posts_and_for_tables_that_exist():
    table = await scene("Andre Bill Claire")
    client = AsyncClient()
    assert (await client.get(f"/tables/{table.match.slug}/act/")).status_code == 405
    assert (await client.post("/tables/nowhere/act/", {"act": "hold"})).status_code == 404


async def test_a_press_at_a_table_where_nothing_is_played_leads_on_with_a_sentence():
    andre, bill = await sync_to_async(people)("Andre Bill")
    match = await sync_to_async(over_match)(andre, bill)
    browser = Browser(andre)
    await browser.get("/")
    response = await browser.client.post(f"/tables/{match.slug}/act/", {"act": "hold"})
    await browser.get(response.headers["Location"], follow=True)
    assert browser.message() == "Nothing is played at this table now."


async def test_after_the_match_has_ended_a_press_changes_nothing():
    table = await scene("Andre Bill", games_agreed=1)
    browser = await at_table(table, 0)
    await table.play_to_the_end()
    rows = await table.rows()
    await browser.send({"act": "leave"})
    assert await table.rows() == rows
