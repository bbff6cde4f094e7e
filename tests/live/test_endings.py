"""When the server ends a socket: after it was accepted, with a code that tells the page what to do."""

from __future__ import annotations

from unittest import mock

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth import get_user_model
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest

from game.tables import tables
from matches import people, selectors, services
from matches.models import Match, Player
from tests.live.scenes import OWN_ORIGIN, Page, cookie_of, scene
from tests.matches.builders import open_table, over_match, person

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("still")]

HOST = (b"host", b"testserver")


async def at(path: str, player: Player | None = None, headers: list[tuple[bytes, bytes]] = OWN_ORIGIN) -> Page:
    if player is not None:
        headers = [*headers, (b"cookie", await cookie_of(player))]
    return await Page(path, player, headers).open()


async def test_an_unknown_table():
    page = await at("/ws/tables/nowhere/")
    assert await page.ended() == 4404
    assert page.reason == "There is no such table."
    await page.close()


async def test_a_table_where_nothing_is_played_yet_any_more_or_ever_again():
    andre, bill = await sync_to_async(person)("Andre"), await sync_to_async(person)("Bill")
    waiting = await sync_to_async(open_table)(andre)
    page = await at(f"/ws/tables/{waiting.slug}/", andre)
    assert await page.ended() == 4408
    await page.close()
    await sync_to_async(services.leave_seat)(match=waiting, player=andre)
    for match in (waiting, await sync_to_async(over_match)(andre, bill)):
        page = await at(f"/ws/tables/{match.slug}/", andre)
        assert await page.ended() == 4408
        assert page.reason == "Nothing is played at this table now."
        await page.close()


async def test_a_private_table_shows_itself_to_those_who_sit_there_only():
    table = await scene("Andre Bill", is_public=False)
    stranger = await sync_to_async(person)("Zoe")
    for page in (await table.page(stranger), await table.page(None)):
        assert await page.ended() == 4403
        assert page.reason
        assert not any("bartender" in frame for frame in page.frames)
    seated = await table.seat(1)
    assert seated.code is None
    await table.close()


ORIGINS = {
    "of another site": [HOST, (b"origin", b"https://evil.example")],
    "of another port of this machine": [HOST, (b"origin", b"http://testserver:8001")],
    "that only begins like ours": [HOST, (b"origin", b"http://testserver.evil.example")],
    "that is null": [HOST, (b"origin", b"null")],
    "of a file": [HOST, (b"origin", b"file://")],
    "that cannot be read": [HOST, (b"origin", b"http://[::1")],
    "with an impossible port": [HOST, (b"origin", b"http://testserver:99999999")],
    "that is missing": [HOST],
    "of a host that this site does not answer to": [(b"host", b"evil.example"), (b"origin", b"http://evil.example")],
}


@pytest.mark.parametrize("headers", ORIGINS.values(), ids=ORIGINS.keys())
async def test_an_origin_is_told_with_a_code_and_not_by_a_silent_refusal(headers):
    for path in ("/ws/tables/nowhere/", "/ws/lobby/"):
        page = await at(path, headers=headers)
        assert await page.ended() == 4403
        assert page.reason == "This address is opened by the site's own pages only."
        assert page.frames == []
        await page.close()


@pytest.mark.parametrize(
    "headers",
    [
        OWN_ORIGIN,
        [(b"host", b"TESTSERVER"), (b"origin", b"http://testserver")],
        [(b"host", b"testserver:80"), (b"origin", b"http://testserver")],
        [(b"host", b"testserver"), (b"origin", b"https://testserver:443")],
        [(b"host", b"testserver:8000"), (b"origin", b"http://testserver:8000")],
        [(b"host", b"10.0.0.3:8000"), (b"origin", b"https://play.example")],
    ],
)
async def test_the_site_s_own_pages_are_let_in_also_behind_a_proxy_that_is_named(headers, settings):
    settings.CSRF_TRUSTED_ORIGINS = ["https://*.play.example", "https://play.example"]
    page = await at("/ws/tables/nowhere/", headers=headers)
    assert await page.ended() == 4404
    await page.close()


async def test_signed_out_elsewhere_ends_the_sockets_of_that_session_at_once():
    table = await scene()
    page, other = await table.seat(0), await table.seat(1)
    cookie = dict(page.socket.scope["headers"])[b"cookie"].decode().partition("=")[2]

    def sign_out() -> None:
        SessionStore(cookie).flush()
        people.tell_signed_out(table.seated[0])

    await sync_to_async(sign_out)()
    assert await page.ended() == 4401
    assert page.reason == "You are signed out."
    assert other.code is None
    await table.close()


async def test_signing_out_on_one_device_leaves_the_other_devices_alone():
    table = await scene()
    here, there = await table.seat(0), await table.seat(0)
    cookie = dict(there.socket.scope["headers"])[b"cookie"].decode().partition("=")[2]

    def sign_out() -> None:
        SessionStore(cookie).flush()
        people.tell_signed_out(table.seated[0])

    await sync_to_async(sign_out)()
    assert await there.ended() == 4401
    assert here.code is None
    assert await here.press("hold") == "ok"
    await table.close()


async def test_a_deleted_player_who_looks_on_is_shown_out():
    table = await scene()
    watcher = await sync_to_async(person)("Zoe")
    page = await table.page(watcher)
    await page.until(lambda: page.frames)

    def delete() -> None:
        request = HttpRequest()
        request.session = SessionStore()
        people.delete_player(request, watcher)

    await sync_to_async(delete)()
    assert await page.ended() == 4401
    await table.close()


async def test_whom_the_staff_shut_out_is_shown_out_though_nobody_tells():
    table = await scene()

    def give_account() -> None:
        user = get_user_model().objects.create_user("andre", password="x")
        Player.objects.filter(pk=table.seated[0].pk).update(user=user, is_guest=False)

    def shut_out() -> None:
        get_user_model().objects.update(is_active=False)

    page, other = await table.seat(0), await table.seat(1)
    await sync_to_async(give_account)()
    await tables()._end_sockets_of_nobody()
    assert page.code is None
    await sync_to_async(shut_out)()
    await tables()._end_sockets_of_nobody()
    assert await page.ended() == 4401
    assert other.code is None
    await table.close()


async def test_a_page_with_a_hand_whose_session_has_ended_does_not_come_back_as_a_watcher():
    table = await scene()
    page = await table.page(None, query="?seat=0")
    assert await page.ended() == 4401
    somebody_else = await table.page(table.seated[1], query="?seat=0")
    assert await somebody_else.ended() == 4403
    own = await table.seat(1, query="?seat=1")
    assert own.code is None
    await table.close()


async def test_leaving_for_good_ends_every_socket_of_that_seat_and_a_bot_plays_on():
    table = await scene("Andre Bill Claire")
    tabs, bill = [await table.seat(0), await table.seat(0)], await table.seat(1)
    await tabs[0].send({"act": "leave"})
    assert [await tab.ended() for tab in tabs] == [4403, 4403]
    await bill.shows("Andre has left for good; a bot plays the seat on.")
    assert table.state.bot_at("0") == "regular"
    assert await sync_to_async(selectors.seat_of)(table.match, table.seated[0]) is not None
    assert not await table.match.seats.filter(player=table.seated[0], is_live=True).aexists()
    again = await table.page(table.seated[0], query="?seat=0")
    assert await again.ended() == 4403
    watching = await table.page(table.seated[0])
    await watching.shows("You are watching")
    await table.close()


async def test_a_table_under_rules_that_are_not_here_ends_with_a_code_and_is_not_tried_again_and_again(caplog):
    table = await scene()
    await tables().shut_down()
    table.pages.clear()
    tables().open_tables.clear()
    with mock.patch("game.state.RULES_VERSION", "2"):
        page = await at(table.path, table.seated[0])
        assert await page.ended() == 4408
        await page.close()
        assert table.match.slug in tables().unreadable
        with mock.patch("game.tables.silent_matches", return_value=[table.match.slug]):
            await tables()._sweep()
    assert "could not be taken up" not in caplog.text


async def test_an_adjourned_match_that_is_taken_up_again_leads_the_old_pages_to_the_new_game():
    table = await scene("Andre Bill")
    page = await table.watcher()
    await table.play_to_the_end()
    for seat in "01":
        await table.live.table.ask(seat, {"act": "propose adjourn"} if seat == "0" else {"act": "agree"})
    assert table.state.ended == "adjourned"
    for player in table.seated:
        await sync_to_async(services.resume_match)(match=table.match, player=player)
    again = await tables().open(table.match.slug)
    assert again is not table.live
    assert (again.table.state.game_number, again.table.state.ended) == (2, "")
    assert await page.ended() == 1012
    await table.close()
    assert (await Match.objects.aget(pk=table.match.pk)).status == Match.Status.PLAYING
