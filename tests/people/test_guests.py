"""A guest in one click: a friendly name, a session, and the way back to where they wanted to go."""

from __future__ import annotations

from http import HTTPStatus

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse
from django.test import Client, RequestFactory

from matches import people
from matches.middleware import player_of_request
from matches.models import Player
from matches.names import BadName, name_key
from matches.views_people import player_required

pytestmark = pytest.mark.django_db


def me(client: Client) -> Player | None:
    return people.player_of(AnonymousUser(), client.session)


def test_one_click_makes_a_guest_with_a_friendly_name(client):
    response = client.post("/guest/")
    assert response.status_code == HTTPStatus.FOUND
    assert response.url == "/"
    player = me(client)
    assert player is not None
    assert player.is_guest
    assert player.user is None
    assert player.name_key == name_key(player.name)
    assert len(player.name.split()) == 2


def test_a_guest_comes_back_to_the_page_they_came_from(client):
    assert client.post("/guest/", {"next": "/players/me/?x=1"}).url == "/players/me/?x=1"


@pytest.mark.parametrize(
    "elsewhere",
    [
        "https://evil.example/",
        "//evil.example/",
        "/\\evil.example",
        "javascript:alert(1)",
        "http:///evil.example",
        "\t//evil.example",
    ],
)
def test_nobody_is_sent_to_another_site(client, elsewhere):
    assert client.post("/guest/", {"next": elsewhere}).url == "/"
    assert client.get("/who/", {"next": elsewhere}).url == "/"


def test_a_guest_is_not_made_by_following_a_link(client):
    assert client.get("/guest/").status_code == HTTPStatus.METHOD_NOT_ALLOWED
    assert not Player.objects.exists()


def test_a_form_from_another_site_makes_no_guest():
    assert Client(enforce_csrf_checks=True).post("/guest/").status_code == HTTPStatus.FORBIDDEN
    assert not Player.objects.exists()


def test_a_second_click_keeps_the_same_guest(client):
    client.post("/guest/")
    first = me(client)
    client.post("/guest/")
    assert me(client) == first
    assert Player.objects.count() == 1


def test_a_guest_may_choose_the_name_at_once(client):
    client.post("/guest/", {"name": " Edgar  P "})
    assert me(client).name == "Edgar P"


def test_a_bad_name_is_refused_with_the_reason(client):
    response = client.post("/guest/", {"name": "deleted player"})
    assert response.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "That name is reserved" in response.content.decode()
    assert not Player.objects.exists()


def test_one_address_cannot_make_guests_without_end(client, settings):
    settings.ACCOUNT_RATE_LIMITS = {"guest": "2/m/ip"}
    assert [Client().post("/guest/").status_code for _ in range(3)] == [302, 302, 429]
    assert Player.objects.count() == 2


def test_the_session_gets_a_new_key_when_somebody_becomes_a_guest(client):
    client.session.save()
    before = client.session.session_key
    client.post("/guest/")
    assert client.session.session_key != before


def test_two_names_that_look_alike_are_refused_whoever_comes_second(client):
    client.post("/guest/", {"name": "Bill"})
    response = Client().post("/guest/", {"name": "Βi1l"})
    assert response.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "looks like it" in response.content.decode()


def test_the_database_has_the_last_word_on_a_name(monkeypatch):
    """Two people choose it in the same instant: both find it free, one of them gets it."""
    people.take_name(Player(), "Edgar")
    answers = iter([False, True])
    monkeypatch.setattr(people, "is_taken", lambda *args, **options: next(answers))
    with pytest.raises(BadName, match="just taken"):
        people.take_name(Player(), "Edgar")
    assert Player.objects.count() == 1


def test_a_friendly_name_gets_a_number_when_the_plain_ones_are_taken(monkeypatch):
    monkeypatch.setattr(people, "ADJECTIVES", ["Quiet"])
    monkeypatch.setattr(people, "ANIMALS", ["Heron"])
    first, second = (people.with_friendly_name(Player()) for _ in range(2))
    assert first.name == "Quiet Heron"
    assert second.name.startswith("Quiet Heron ")
    assert second.name.split()[-1].isdigit()


# --- Who is who -----------------------------------------------------------------------------------------------------


def test_a_session_cannot_claim_the_player_of_an_account(client, django_user_model):
    account = django_user_model.objects.create_user("a", "a@x.example", "pw")
    player = people.player_for_account(account)
    session = client.session
    session[people.SESSION_KEY] = player.pk
    assert people.player_of(AnonymousUser(), session) is None


def test_nobody_is_a_deleted_player(client):
    client.post("/guest/")
    player = me(client)
    Player.objects.update(deleted_at=player.created_at)
    assert me(client) is None


def test_a_visitor_without_a_session_costs_no_query(rf: RequestFactory, client, django_assert_num_queries):
    with django_assert_num_queries(0):
        client.get("/who/")


async def test_an_asynchronous_view_finds_the_same_player_on_the_request(async_rf, client, transactional_db):
    from asgiref.sync import sync_to_async

    await sync_to_async(client.post)("/guest/")
    expected = await sync_to_async(me)(client)
    request = async_rf.get("/")
    request.user, request.session = AnonymousUser(), client.session
    seen = []

    async def view(request):
        seen.append(request.player)
        return HttpResponse()

    await player_of_request(view)(request)
    assert seen == [expected]
    assert await people.aplayer_of(request) == expected
    assert await people.aplayer_of(socket_of(client)) == expected


def socket_of(client):
    """The scope of a socket that this browser opens."""
    return {"headers": [(b"cookie", f"sessionid={client.cookies['sessionid'].value}".encode())]}


async def test_a_socket_may_go_on_only_while_its_session_names_its_player(client, transactional_db):
    from asgiref.sync import sync_to_async

    await sync_to_async(client.post)("/guest/")
    scope = socket_of(client)
    player = await sync_to_async(me)(client)
    assert await people.ais_still(scope, player)
    assert not await people.ais_still(scope, None)
    await sync_to_async(client.post)("/players/me/leave/")
    assert not await people.ais_still(scope, player)


# --- The choice -----------------------------------------------------------------------------------------------------


@player_required
def secret(request, number):
    return HttpResponse(f"{request.player.name} {number}")


def ask(rf, method="get", player=None, **options):
    request = getattr(rf, method)("/tables/7/?a=b", **options)
    request.player, request.user, request.session = player, AnonymousUser(), {}
    return secret(request, 7)


def test_who_is_nobody_is_asked_and_comes_back_to_the_same_address(rf):
    response = ask(rf)
    page = response.content.decode()
    assert response.status_code == HTTPStatus.OK
    assert '<input type="hidden" name="next" value="/tables/7/?a=b">' in page
    assert "/accounts/login/?next=%2Ftables%2F7%2F%3Fa%3Db" in page
    assert "/accounts/signup/?next=%2Ftables%2F7%2F%3Fa%3Db" in page


def test_what_was_posted_by_nobody_is_not_done_and_leads_back_to_the_page_with_the_button(rf):
    response = ask(rf, "post", headers={"referer": "http://testserver/tables/7/"})
    assert b"Edgar" not in response.content
    assert 'value="http://testserver/tables/7/"' in response.content.decode()


def test_a_referring_page_of_another_site_is_not_gone_back_to(rf):
    response = ask(rf, "post", headers={"referer": "https://evil.example/"})
    assert 'name="next" value="/"' in response.content.decode()


def test_somebody_is_let_through(rf):
    assert ask(rf, player=Player(name="Edgar")).content == b"Edgar 7"


def test_who_is_somebody_already_is_not_asked(client):
    client.post("/guest/")
    assert client.get("/who/", {"next": "/players/me/"}).url == "/players/me/"
