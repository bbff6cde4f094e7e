"""The lobby and the waiting rooms without reloading: who receives what, and what is not in it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client

from game import consumer_lobby
from game.hub import hub
from lastcall_site.asgi import application
from matches import people, services
from matches.models import Match, Player
from tests.matches.builders import open_table, over_match, playing_match
from tests.matches.builders import people as persons
from tests.pages.visitors import browser_of

pytestmark = pytest.mark.django_db(transaction=True)

CSRF = "c" * 32


@pytest.fixture(autouse=True)
def _without_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consumer_lobby, "DEBOUNCE_SECONDS", 0.0)
    monkeypatch.setattr(consumer_lobby, "HEARTBEAT_SECONDS", 30.0)


def stored(write: Callable[..., Any], **arguments: Any) -> Any:
    return database_sync_to_async(write)(**arguments)


async def andre_and_bill() -> list[Player]:
    found: list[Player] = await database_sync_to_async(persons)("Andre Bill")
    return found


@asynccontextmanager
async def looking_at(path: str, player: Player | None = None, csrf: str = CSRF) -> AsyncIterator[WebsocketCommunicator]:
    cookies = f"csrftoken={csrf}"
    if player is not None:
        browser: Client = await database_sync_to_async(browser_of)(player)
        cookies += f"; sessionid={browser.cookies['sessionid'].value}"
    headers = [(b"cookie", cookies.encode()), (b"origin", b"http://localhost"), (b"host", b"localhost")]
    socket = WebsocketCommunicator(application, path, headers=headers)
    is_connected, _ = await socket.connect()
    assert is_connected
    try:
        yield socket
    finally:
        await socket.disconnect()


async def next_html(socket: WebsocketCommunicator, holding: str = "") -> str:
    """The next fragment that holds the words; what came before is older."""
    async with asyncio.timeout(10):
        while True:
            html: str = await socket.receive_from(timeout=10)
            if holding in html:
                return html


async def close_code(socket: WebsocketCommunicator) -> int:
    async with asyncio.timeout(10):
        while True:
            message = await socket.receive_output(timeout=10)
            if message["type"] == "websocket.close":
                return int(message["code"])


async def test_whoever_looks_at_the_lobby_is_sent_all_of_it_at_once():
    andre, _ = await andre_and_bill()
    await stored(open_table, host=andre)
    async with looking_at("/ws/lobby/") as socket:
        html = await next_html(socket)
    assert html.startswith('<div id="lobby" class="lobby" hx-swap-oob="outerMorph">')
    assert "Andre" in html


async def test_a_table_appears_fills_and_vanishes_without_a_reload():
    andre, bill = await andre_and_bill()
    async with looking_at("/ws/lobby/") as socket:
        await next_html(socket, "No table is open")
        match = await stored(open_table, host=andre, seat_count=2)
        await next_html(socket, "Agree and join")
        await stored(services.take_seat, match=match, player=bill)
        assert "Agree and join" not in await next_html(socket, "All seats are taken")
        await stored(services.leave_seat, match=match, player=bill)
        await stored(services.leave_seat, match=match, player=andre)
        await next_html(socket, "No table is open")


async def test_a_private_table_is_not_told_to_the_lobby():
    andre, bill = await andre_and_bill()
    async with looking_at("/ws/lobby/") as socket:
        await next_html(socket, "No table is open")
        private = await stored(open_table, host=andre, is_public=False)
        await stored(open_table, host=bill)
        html = await next_html(socket, "Bill")
    assert private.slug not in html
    assert "Andre" not in html


async def test_all_who_look_at_the_lobby_share_one_rendering_with_their_own_form_tokens(monkeypatch):
    andre, _ = await andre_and_bill()
    renderings = []
    render = consumer_lobby.render_lobby
    monkeypatch.setattr(consumer_lobby, "render_lobby", lambda: renderings.append(1) or render())
    async with looking_at("/ws/lobby/", csrf="a" * 32) as first:
        await next_html(first)
        async with looking_at("/ws/lobby/", csrf="b" * 32) as second, looking_at("/ws/lobby/", csrf="<b>") as third:
            for socket in (second, third):
                await next_html(socket)
            assert len(renderings) == 1
            await stored(open_table, host=andre)
            firsts, seconds, thirds = [await next_html(socket, "Andre") for socket in (first, second, third)]
    assert len(renderings) == 2
    assert f'value="{"a" * 32}"' in firsts
    assert "b" * 32 not in firsts
    assert f'value="{"b" * 32}"' in seconds
    assert 'name="csrfmiddlewaretoken" value=""' in thirds


async def test_the_token_in_a_live_form_is_accepted_when_it_is_posted():
    andre, bill = await andre_and_bill()
    match: Match = await stored(open_table, host=andre)
    async with looking_at("/ws/lobby/", bill) as socket:
        assert f'value="{CSRF}"' in await next_html(socket)

    def post() -> int:
        browser = browser_of(bill)
        strict = Client(enforce_csrf_checks=True)
        strict.cookies = browser.cookies
        strict.cookies["csrftoken"] = CSRF
        return strict.post(f"/tables/{match.slug}/join/", {"csrfmiddlewaretoken": CSRF}).status_code

    assert await database_sync_to_async(post)() == 302
    assert await match.seats.filter(player=bill).aexists()


async def test_the_room_shows_each_their_own_buttons():
    andre, bill = await andre_and_bill()
    match: Match = await stored(open_table, host=andre)
    path = f"/ws/tables/{match.slug}/room/"
    async with looking_at(path, andre) as hosts, looking_at(path, bill) as bills, looking_at(path) as strangers:
        assert "start-form" in await next_html(hosts)
        assert "join-form" in await next_html(bills)
        assert "join-form" in await next_html(strangers)
        await stored(services.take_seat, match=match, player=bill)
        assert "Send away" in await next_html(hosts, "Bill")
        html = await next_html(bills, "leave-form")
        assert "start-form" not in html
        assert "Send away" not in html
        assert "leave-form" not in await next_html(strangers, "Bill")


async def test_the_invite_link_is_told_to_those_who_sit_there_only():
    andre, bill = await andre_and_bill()
    match: Match = await stored(open_table, host=andre, is_public=False)
    path = f"/ws/tables/{match.slug}/room/"
    async with looking_at(path, andre) as hosts, looking_at(path, bill) as bills:
        assert f"http://localhost/invite/{match.invite_token}/" in await next_html(hosts)
        html = await next_html(bills)
    assert "by invitation only" in html
    assert "Andre" not in html
    assert str(match.invite_token) not in html


async def test_whoever_holds_the_link_sees_the_private_room_until_it_is_revoked():
    andre, bill = await andre_and_bill()
    match: Match = await stored(open_table, host=andre, is_public=False)
    async with looking_at(f"/ws/tables/{match.slug}/room/?invite={match.invite_token}", bill) as socket:
        assert "join-form" in await next_html(socket, "Andre")
        await stored(services.revoke_invite, match=match, host=andre)
        assert "Andre" not in await next_html(socket, "by invitation only")


async def test_changed_options_ask_everybody_at_the_table_to_agree_again():
    andre, bill = await andre_and_bill()
    match: Match = await stored(open_table, host=andre)
    await stored(services.take_seat, match=match, player=bill)
    async with looking_at(f"/ws/tables/{match.slug}/room/", bill) as socket:
        assert "agree-form" not in await next_html(socket)
        await stored(
            services.change_options,
            match=match,
            host=andre,
            games_agreed=8,
            seat_count=4,
            remaining_drinks="all_at_once",
            pace="steady",
            is_public=True,
        )
        assert "8 games" in await next_html(socket, "agree-form")


async def test_the_start_sends_those_who_sit_to_the_table_and_offers_others_to_watch():
    andre, bill = await andre_and_bill()
    match: Match = await stored(open_table, host=andre)
    await stored(services.add_bot, match=match, host=andre, level="pro")
    path = f"/ws/tables/{match.slug}/room/"
    async with looking_at(path, andre) as hosts, looking_at(path, bill) as bills:
        await stored(services.start_match, match=match, by=andre)
        html = await next_html(hosts, "about to be dealt")
        assert f'data-go="/tables/{match.slug}/"' in html
        assert "data-go" not in await next_html(bills, "Watch it")


async def test_an_adjourned_match_goes_on_for_all_who_wait_on_its_page():
    andre, bill = await andre_and_bill()
    match: Match = await database_sync_to_async(playing_match)(andre, bill)
    await stored(services.adjourn_match, match=match)
    async with looking_at(f"/ws/tables/{match.slug}/room/", andre) as socket:
        await next_html(socket, "Take it up again")
        await stored(services.resume_match, match=match, player=andre)
        await next_html(socket, "You are ready")
        await stored(services.resume_match, match=match, player=bill)
        assert "data-go" in await next_html(socket, "about to be dealt")


async def test_the_room_of_a_match_that_is_over_leads_to_its_result():
    andre, bill = await andre_and_bill()
    match: Match = await database_sync_to_async(over_match)(andre, bill)
    async with looking_at(f"/ws/tables/{match.slug}/room/", andre) as socket:
        assert f'href="/matches/{match.slug}/"' in await next_html(socket)


async def test_an_unknown_table_ends_the_socket_for_good():
    async with looking_at("/ws/tables/nosuchtab1/room/") as socket:
        assert await close_code(socket) == 4404


async def test_a_socket_ends_when_its_player_signs_out():
    andre, _ = await andre_and_bill()
    match: Match = await stored(open_table, host=andre)
    async with looking_at(f"/ws/tables/{match.slug}/room/", andre) as socket:
        await next_html(socket)

        def sign_out() -> None:
            for session in people.SessionStore.get_model_class().objects.all():
                session.delete()
            people.tell_signed_out(andre)

        await database_sync_to_async(sign_out)()
        assert await close_code(socket) == 4401


@pytest.mark.parametrize("frame", ["", "nonsense", '{"act": "deal"}', "[[[[", "\x00"])
async def test_nonsense_is_ignored_and_again_and_again_it_ends_that_socket_alone(frame):
    andre, _ = await andre_and_bill()
    async with looking_at("/ws/lobby/") as good, looking_at("/ws/lobby/") as bad:
        await next_html(good)
        await next_html(bad)
        await bad.send_input({"type": "websocket.receive", "text": frame})
        await stored(open_table, host=andre)
        await next_html(bad, "Andre")
        for _ in range(consumer_lobby.FRAMES_ALLOWED):
            await bad.send_input({"type": "websocket.receive", "text": frame})
        assert await close_code(bad) == 4429
        await next_html(good, "Andre")


@pytest.mark.parametrize("frame", [{"text_data": "x" * 1_000_000}, {"bytes_data": b"x" * 1_000_000}])
async def test_an_oversized_frame_ends_the_socket(frame):
    async with looking_at("/ws/lobby/") as socket:
        await socket.send_to(**frame)
        assert await close_code(socket) == 4400


async def test_a_quiet_lobby_still_says_that_the_line_is_alive(monkeypatch):
    monkeypatch.setattr(consumer_lobby, "HEARTBEAT_SECONDS", 0.01)
    async with looking_at("/ws/lobby/") as socket:
        await next_html(socket, "No table is open")
        assert json.loads(await socket.receive_from(timeout=10)) == {}


async def test_a_change_whose_notice_was_lost_is_shown_all_the_same(monkeypatch):
    monkeypatch.setattr(consumer_lobby, "HEARTBEAT_SECONDS", 0.01)
    andre, _ = await andre_and_bill()
    async with looking_at("/ws/lobby/") as socket:
        await next_html(socket, "No table is open")
        await database_sync_to_async(Match.objects.create)(slug="silent", host=andre)
        await next_html(socket, "Andre")


async def test_when_the_last_one_leaves_nothing_is_rendered_any_more(monkeypatch):
    andre, _ = await andre_and_bill()
    async with looking_at("/ws/lobby/") as socket:
        await next_html(socket)
    feed = consumer_lobby.lobby_feed()
    assert feed.task is None
    assert not feed.sockets
    assert "lobby" not in hub().listeners
    async with looking_at("/ws/lobby/") as socket:
        await next_html(socket, "No table is open")
        await stored(open_table, host=andre)
        await next_html(socket, "Andre")


async def test_a_database_that_is_away_for_a_moment_ends_nothing(monkeypatch):
    andre, _ = await andre_and_bill()
    outages = ["no database"]
    render = consumer_lobby.render_lobby

    def render_or_fail() -> str:
        if outages:
            raise RuntimeError(outages.pop())
        return render()

    monkeypatch.setattr(consumer_lobby, "render_lobby", render_or_fail)
    async with looking_at("/ws/lobby/") as socket:
        await stored(open_table, host=andre)
        await next_html(socket, "Andre")
