"""The lobby, opening a table, and everything that is done in a waiting room, through the pages."""

from __future__ import annotations

import datetime
import re

import pytest
from django.test import Client
from django.utils import timezone

from matches import services
from matches.models import Match, Player, Seat
from matches.people import set_player
from matches.views import waiting_room
from tests.matches.builders import again, names, open_table, people, person, playing_match, seat
from tests.pages.visitors import browser_of, visitor

pytestmark = pytest.mark.django_db

CREATE = {
    "games_agreed": "3",
    "seat_count": "4",
    "pace": "steady",
    "remaining_drinks": "all_at_once",
    "visibility": "public",
}


def text_of(response) -> str:
    """What a reader sees, one blank between words."""
    html = re.sub(r"<script.*?</script>|<style.*?</style>", " ", response.content.decode(), flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]*>", "", html).split())


def refused_with(response) -> str:
    """The message on the page that a POST leads to."""
    found = re.search(r'<p class="message error">(.*?)</p>', response.content.decode(), re.DOTALL)
    assert found, "no refusal on the page"
    return re.sub(r"<[^>]*>", "", found[1])


# --- Home and lobby


def test_the_front_page_says_what_this_is_and_lets_one_play_now(client):
    page = client.get("/")
    assert "fewest ice cubes win" in text_of(page)
    assert b'action="/play/"' in page.content
    assert "No table is open just now" in text_of(page)


@pytest.mark.parametrize("address", ["/", "/tables/"])
def test_the_lobby_shows_hosts_seats_bots_pace_options_and_games(client, address):
    andre, bill = people("Andre Bill")
    match = open_table(andre, games_agreed=5, pace="brisk", seat_count=5)
    services.take_seat(match=match, player=bill)
    services.add_bot(match=match, host=andre, level="pro")
    page = text_of(client.get(address))
    for shown in ("Andre’s table", "5 games", "brisk pace", "all at once", "Bill", "(bot) pro", "empty seat"):
        assert shown in page


def test_private_tables_are_not_in_the_lobby(client):
    match = open_table(person("Andre"), is_public=False)
    assert match.slug not in client.get("/tables/").content.decode()


def test_tables_in_play_can_be_watched_from_the_lobby(client):
    andre, bill = people("Andre Bill")
    match = playing_match(andre, bill)
    page = client.get("/tables/").content.decode()
    assert "Being played now" in page
    assert f'<a class="button" href="/tables/{match.slug}/">Watch' in page


def test_names_are_escaped_wherever_they_are_shown(client):
    player, browser = visitor("<b>&'\"x")
    match = open_table(player)
    playing = playing_match(person("<i>y"), person("Bill"))
    services.end_match(match=playing, why="<u>z</u>")
    for address in (
        "/",
        "/tables/",
        f"/tables/{match.slug}/",
        "/matches/",
        playing.page_path,
        f"/players/{player.pk}/",
    ):
        html = browser.get(address).content.decode()
        assert "<b>&" not in html
        assert "<i>y" not in html
        assert "<u>z" not in html
    assert "&lt;b&gt;&amp;" in client.get("/").content.decode()


def test_the_lobby_takes_as_many_queries_for_twenty_tables_as_for_one(client, django_assert_max_num_queries):
    def opened(index: int) -> None:
        host, second = people(f"Host{index} Second{index}")
        services.take_seat(match=open_table(host), player=second)

    opened(0)
    with django_assert_max_num_queries(6) as few:
        client.get("/tables/")
    for index in range(1, 20):
        opened(index)
    with django_assert_max_num_queries(6) as many:
        client.get("/tables/")
    assert len(few) == len(many)


# --- Play now


def test_one_click_makes_a_guest_and_seats_them(client):
    page = client.post("/play/", follow=True)
    player = Player.objects.get()
    match = Match.objects.get()
    assert page.redirect_chain == [(f"/tables/{match.slug}/", 302)]
    assert player.is_guest
    assert match.host == player
    assert "Bots take the empty seats in" in text_of(page)


def test_play_now_twice_leads_to_the_same_table_and_guest(client):
    assert client.post("/play/").url == client.post("/play/").url
    assert (Player.objects.count(), Match.objects.count()) == (1, 1)


def test_a_double_click_on_play_now_by_nobody_makes_one_guest_on_one_chair(client):
    """Both presses leave before the first is answered, so neither carries the session that the first one makes."""
    html = client.get("/").content.decode()
    press = re.search(r'name="press" value="([^"]+)"', html)[1]
    twins = [Client(), Client()]
    for twin in twins:
        twin.cookies["csrftoken"] = client.cookies["csrftoken"].value
        twin.post("/play/", {"press": press})
    assert Player.objects.count() == 1
    assert Seat.objects.filter(is_live=True).count() == 1
    assert {text_of(twin.get("/players/me/")).count(Player.objects.get().name) > 0 for twin in twins} == {True}


def test_the_same_press_from_another_browser_or_much_later_is_another_guest(client):
    client.get("/")
    token = client.cookies["csrftoken"].value
    for cookie in (token, "x" * 32, token):
        browser = Client()
        browser.cookies["csrftoken"] = cookie
        browser.post("/play/", {"press": "same"})
        Player.objects.update(created_at=timezone.now() - datetime.timedelta(minutes=1))
    assert Player.objects.count() == 3


def test_a_second_visitor_joins_the_first_ones_table(client):
    first = client.post("/play/").url
    second = Client()
    assert second.post("/play/").url == first
    assert len(set(names(Match.objects.get())) - {"-"}) == 2


def test_a_seated_person_is_shown_the_way_back(client):
    client.post("/play/")
    page = client.get("/")
    assert "You sit at a table that has not started yet" in text_of(page)
    assert f'href="/tables/{Match.objects.get().slug}/">Back to the table' in page.content.decode()


# --- Opening a table


def test_opening_a_table_wants_somebody(client):
    assert "Play as a guest" in text_of(client.get("/tables/new/"))


def test_a_table_is_opened_with_the_chosen_options():
    _, browser = visitor("Andre")
    chosen = {"games_agreed": "12", "seat_count": "5", "pace": "brisk", "remaining_drinks": "one_at_a_time"}
    response = browser.post("/tables/new/", CREATE | chosen | {"visibility": "private"})
    match = Match.objects.get()
    assert response.url == f"/tables/{match.slug}/"
    assert (match.games_agreed, match.seat_count, match.pace) == (12, 5, "brisk")
    assert (match.remaining_drinks, match.is_public) == ("one_at_a_time", False)


def test_a_double_click_on_open_the_table_leads_to_the_one_that_was_opened():
    _, browser = visitor("Andre")
    assert browser.post("/tables/new/", CREATE).url == browser.post("/tables/new/", CREATE).url
    assert Match.objects.count() == 1


@pytest.mark.parametrize(
    ("field", "values", "sentence"),
    [
        ("games_agreed", ["", "0", "13", "-1", "two", "1.5", "9" * 40, "１２x"], "A match has 1 to 12 games."),
        ("seat_count", ["", "1", "6", "none"], "A table has 2 to 5 seats."),
        ("pace", ["", "frantic", "<b>"], "Choose a relaxed, steady or brisk pace."),
        (
            "remaining_drinks",
            ["", "never"],
            "Choose whether the remaining drinks are made all at once or one at a time.",
        ),
        ("visibility", ["", "secret"], "Choose who may join."),
    ],
)
def test_each_bad_value_gets_one_clear_sentence_and_opens_nothing(field, values, sentence):
    _, browser = visitor("Andre")
    for value in values:
        page = browser.post("/tables/new/", CREATE | {field: value})
        assert page.status_code == 422
        assert text_of(page).count(sentence) == 1, value
    page = browser.post("/tables/new/", {name: chosen for name, chosen in CREATE.items() if name != field})
    assert page.status_code == 422
    assert sentence in text_of(page)
    assert not Match.objects.exists()


def test_whoever_sits_somewhere_is_led_there_instead_of_opening_a_second_table():
    andre, browser = visitor("Andre")
    match = open_table(andre)
    page = browser.post("/tables/new/", CREATE | {"games_agreed": "9"})
    assert page.status_code == 409
    assert "You already sit at another table" in text_of(page)
    assert f'href="/tables/{match.slug}/"' in page.content.decode()


# --- Joining


def test_the_join_button_says_to_what_one_agrees_and_pressing_it_stores_the_consent():
    andre = person("Andre")
    match = open_table(andre)
    bill, browser = visitor("Bill")
    page = browser.get(f"/tables/{match.slug}/").content.decode()
    seen = re.search(r'id="join-form".*?name="agreed_to" value="([^"]*)"', page, re.DOTALL)[1]
    assert "By sitting down you agree to 3 games" in page
    browser.post(f"/tables/{match.slug}/join/", {"agreed_to": seen})
    assert seat(match, bill).agreed_to == seen


def test_who_joins_as_nobody_is_asked_who_they_are_and_comes_back(client):
    match = open_table(person("Andre"))
    page = client.post(f"/tables/{match.slug}/join/", headers={"referer": f"http://testserver/tables/{match.slug}/"})
    assert page.status_code == 200
    assert f'value="http://testserver/tables/{match.slug}/"' in page.content.decode()
    assert names(match) == ["Andre", "-", "-", "-"]


def test_joining_a_full_table_is_refused_with_a_way_on():
    andre, bill = people("Andre Bill")
    match = open_table(andre, seat_count=2)
    services.take_seat(match=match, player=bill)
    _, browser = visitor("Claire")
    page = browser.post(f"/tables/{match.slug}/join/", follow=True)
    assert refused_with(page) == "All seats at this table are taken."
    assert "To the open tables" in text_of(page)


def test_joining_from_another_table_is_refused_with_a_link_to_it():
    bill, browser = visitor("Bill")
    own, other = open_table(bill), open_table(person("Andre"))
    page = browser.post(f"/tables/{other.slug}/join/", follow=True)
    assert refused_with(page) == "You already sit at another table. Go to your table"
    assert f'<a href="/tables/{own.slug}/">Go to your table</a>' in page.content.decode()


def test_joining_a_table_that_has_ended_leads_to_its_result():
    andre, bill = people("Andre Bill")
    match = playing_match(andre, bill)
    services.end_match(match=match, why="Enough.")
    _, browser = visitor("Claire")
    page = browser.post(f"/tables/{match.slug}/join/", follow=True)
    assert page.redirect_chain[-1][0] == f"/matches/{match.slug}/"
    assert refused_with(page) == "This match is over."


def test_a_closed_table_has_a_plain_page_with_the_next_step(client):
    andre = person("Andre")
    match = open_table(andre)
    services.leave_seat(match=match, player=andre)
    page = client.get(f"/tables/{match.slug}/")
    assert page.status_code == 410
    assert "This table is closed" in text_of(page)
    assert "To the open tables" in text_of(page)


@pytest.mark.parametrize("act", ["join", "leave", "agree", "start", "fill", "options", "bots/add", "invite/renew"])
def test_an_unknown_table_is_a_friendly_404_for_every_button(act):
    _, browser = visitor("Andre")
    page = browser.post(f"/tables/nosuchtab1/{act}/")
    assert page.status_code == 404
    assert "There is no table here" in text_of(page)
    assert "To the open tables" in text_of(page)


@pytest.mark.parametrize(
    "act", ["join", "leave", "agree", "start", "fill", "bots/add", "bots/1/remove", "seats/1/remove", "invite/revoke"]
)
def test_nothing_happens_by_get_or_without_the_csrf_token(act):
    andre, browser = visitor("Andre")
    match = open_table(andre)
    address = f"/tables/{match.slug}/{act}/"
    assert browser.get(address).status_code == 405
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = browser.cookies
    assert strict.post(address).status_code == 403
    assert names(again(match)) == ["Andre", "-", "-", "-"]


# --- In the waiting room


@pytest.fixture
def room() -> Match:
    """Andre hosts; Bill sits beside."""
    andre, bill = people("Andre Bill")
    match = open_table(andre)
    services.take_seat(match=match, player=bill)
    return match


def press(match: Match, name: str, act: str, **values: str):
    browser = browser_of(Player.objects.get(name=name))
    return browser.post(f"/tables/{match.slug}/{act}/", values, follow=True)


def test_the_host_takes_bots_in_and_out(room):
    press(room, "Andre", "bots/add", level="pro")
    press(room, "Andre", "bots/add", level="rookie")
    assert [one.bot for one in room.seats.all()] == ["", "", "pro", "rookie"]
    press(room, "Andre", "bots/2/remove")
    assert [one.bot for one in room.seats.all()] == ["", "", "", "rookie"]


@pytest.mark.parametrize("level", ["", "god", "<b>"])
def test_a_bot_of_an_unknown_level_is_refused(room, level):
    assert refused_with(press(room, "Andre", "bots/add", level=level)) == "A bot is a rookie, a regular or a pro."


@pytest.mark.parametrize("wrong", ["9", "-1", "x", "9" * 30])
def test_a_bot_on_a_seat_that_does_not_exist_is_refused(room, wrong):
    refused = refused_with(press(room, "Andre", "bots/add", level="pro", seat=wrong))
    assert refused == "There is no such seat at this table."


@pytest.mark.parametrize("number", [7, 10**30])
def test_a_seat_that_does_not_exist_is_refused(room, number):
    assert refused_with(press(room, "Andre", f"bots/{number}/remove")) == "No bot sits on that seat."
    assert refused_with(press(room, "Andre", f"seats/{number}/remove")) == "Nobody sits on that seat."


@pytest.mark.parametrize(
    "act", ["start", "fill", "options", "bots/add", "bots/0/remove", "seats/0/remove", "invite/renew", "invite/revoke"]
)
def test_what_is_the_hosts_is_refused_to_others(room, act):
    assert refused_with(press(room, "Bill", act, level="pro")) == "Only the host of the table may do that."
    assert names(again(room)) == ["Andre", "Bill", "-", "-"]


def test_the_host_sees_the_controls_and_the_others_do_not(room):
    hosts = browser_of(Player.objects.get(name="Andre")).get(f"/tables/{room.slug}/").content.decode()
    bills = browser_of(Player.objects.get(name="Bill")).get(f"/tables/{room.slug}/").content.decode()
    for control in ("start-form", "bot-form", "renew-form", "/options/", "seats/1/remove"):
        assert control in hosts
        assert control not in bills
    assert "leave-form" in bills


def test_the_start_leads_all_to_the_table(room):
    press(room, "Andre", "start")
    assert again(room).status == Match.Status.PLAYING


def test_the_start_button_is_off_with_the_reason_while_somebody_has_yet_to_agree(room):
    press(room, "Andre", "options", **(CREATE | {"games_agreed": "7"}))
    hosts = browser_of(Player.objects.get(name="Andre")).get(f"/tables/{room.slug}/")
    assert '<button class="button primary" disabled>Start the match' in hosts.content.decode()
    assert "Not yet: Bill must agree to the options first." in text_of(hosts)
    assert refused_with(press(room, "Andre", "start")) == "Bill has not agreed to the options yet."
    bills = browser_of(Player.objects.get(name="Bill")).get(f"/tables/{room.slug}/")
    assert "The host has changed the options. Do you agree to 7 games" in text_of(bills)
    press(room, "Bill", "agree")
    press(room, "Andre", "start")
    assert again(room).status == Match.Status.PLAYING


def test_bad_options_are_shown_beside_their_field_and_change_nothing(room):
    page = press(room, "Andre", "options", **(CREATE | {"games_agreed": "99"}))
    assert page.status_code == 422
    assert "A match has 1 to 12 games." in text_of(page)
    page = press(room, "Andre", "options", **(CREATE | {"seat_count": "1"}))
    assert "A table has 2 to 5 seats." in text_of(page)
    assert again(room).games_agreed == 3


def test_the_options_page_shows_the_table_as_it_stands(room):
    page = browser_of(Player.objects.get(name="Andre")).get(f"/tables/{room.slug}/options/").content.decode()
    assert 'name="games_agreed" value="3"' in page


def test_whom_the_host_sends_away_reads_so(room):
    press(room, "Andre", "seats/1/remove")
    bills = text_of(browser_of(Player.objects.get(name="Bill")).get(f"/tables/{room.slug}/"))
    assert "The host has sent you away from this table." in bills
    assert "Agree and join" not in bills


def test_leaving_leads_to_the_lobby_and_the_next_person_hosts(room):
    page = press(room, "Andre", "leave")
    assert page.redirect_chain == [("/tables/", 302)]
    assert again(room).host.name == "Bill"


def test_leaving_after_the_start_is_refused(room):
    press(room, "Andre", "start")
    browser = browser_of(Player.objects.get(name="Bill"))
    assert browser.post(f"/tables/{room.slug}/leave/").url == f"/tables/{room.slug}/"
    assert seat(room, Player.objects.get(name="Bill")).is_live


def test_the_host_of_a_play_now_table_need_not_wait(client):
    client.post("/play/")
    match = Match.objects.get()
    client.post(f"/tables/{match.slug}/fill/")
    assert again(match).status == Match.Status.PLAYING
    assert Seat.objects.filter(match=match).exclude(bot="").count() == 3


def test_a_waiting_room_that_has_just_started_or_ended_leads_on(rf):
    andre, bill = people("Andre Bill")
    request = rf.get("/")
    set_player(request, andre)
    match = playing_match(andre, bill)
    assert waiting_room(request, match).url == match.table_path
    services.adjourn_match(match=match)
    assert waiting_room(request, match).url == match.page_path
    services.end_match(match=match, why="Enough.")
    assert waiting_room(request, match).url == match.page_path


# --- Invitations


@pytest.fixture
def private() -> Match:
    return open_table(person("Andre"), is_public=False)


def test_a_private_table_shows_nothing_to_a_stranger(private, client):
    page = client.get(f"/tables/{private.slug}/")
    assert page.status_code == 403
    assert "by invitation only" in text_of(page)
    assert "Andre" not in text_of(page)


def test_the_invite_link_shows_the_table_and_lets_one_join(private):
    bill, browser = visitor("Bill")
    page = browser.get(f"/invite/{private.invite_token}/").content.decode()
    assert f'name="token" value="{private.invite_token}"' in page
    browser.post(f"/tables/{private.slug}/join/", {"token": private.invite_token})
    assert seat(private, bill).is_live
    assert browser.get(f"/invite/{private.invite_token}/").url == f"/tables/{private.slug}/"


def test_the_link_is_shown_whole_with_a_copy_button_to_those_who_sit_there(private):
    page = browser_of(Player.objects.get(name="Andre")).get(f"/tables/{private.slug}/").content.decode()
    address = f"http://testserver/invite/{private.invite_token}/"
    assert f'js-copy" data-copy="{address}"' in page


def test_a_revoked_link_has_a_clear_page(private, client):
    token = private.invite_token
    press(private, "Andre", "invite/revoke")
    page = client.get(f"/invite/{token}/")
    assert page.status_code == 404
    assert "This invite link is not valid" in text_of(page)
    _, browser = visitor("Bill")
    page = browser.post(f"/tables/{private.slug}/join/", {"token": token}, follow=True)
    assert refused_with(page) == "This invite link is not valid any more. Ask the host for the new one."
    assert names(private) == ["Andre", "-", "-", "-"]


def test_a_renewed_link_works_and_the_old_one_does_not(private, client):
    press(private, "Andre", "invite/renew")
    assert client.get(f"/invite/{private.invite_token}/").status_code == 404
    assert client.get(f"/invite/{again(private).invite_token}/").status_code == 200


def test_an_invitation_to_a_full_table_leads_back_to_it_with_the_reason(private):
    services.change_options(
        match=private,
        host=private.host,
        games_agreed=3,
        seat_count=2,
        remaining_drinks="all_at_once",
        pace="steady",
        is_public=False,
    )
    services.add_bot(match=private, host=private.host, level="pro")
    _, browser = visitor("Bill")
    page = browser.post(f"/tables/{private.slug}/join/", {"token": private.invite_token}, follow=True)
    assert page.redirect_chain == [(f"/invite/{private.invite_token}/", 302)]
    assert refused_with(page) == "All seats at this table are taken."


def test_an_invitation_to_a_match_that_has_begun_says_so(private, client):
    services.add_bot(match=private, host=private.host, level="pro")
    services.start_match(match=private, by=private.host)
    page = client.get(f"/invite/{private.invite_token}/")
    assert "This match has already begun" in text_of(page)


@pytest.mark.parametrize("token", ["x", "a" * 43, "a" * 3000, "%00", "Bülow"])
def test_an_invented_link_is_a_friendly_404(private, client, token):
    page = client.get(f"/invite/{token}/")
    assert page.status_code == 404
    assert "This invite link is not valid" in text_of(page)
