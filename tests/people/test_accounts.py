"""Signing up, in and out by e-mail and password; a guest who signs up keeps everything."""

from __future__ import annotations

import re
from http import HTTPStatus

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client

from matches import notices, people
from matches.models import Player

pytestmark = pytest.mark.django_db
PASSWORD = "two olives, no ice"


def sign_up(client: Client, name="Doris", email="doris@x.example", **fields):
    return client.post("/accounts/signup/", {"name": name, "email": email, "password1": PASSWORD, **fields})


def sign_in(client: Client, email="doris@x.example", password=PASSWORD, **fields):
    return client.post("/accounts/login/", {"login": email, "password": password, **fields})


def who_is(client: Client) -> str:
    found = re.search(
        r"Your page: </span><bdi>([^<]*)</bdi>", client.get("/accounts/email/", follow=True).content.decode()
    )
    return found[1] if found else "nobody"


@pytest.fixture
def told():
    """Every notice to one player's sockets."""

    class Ear(list):
        __hash__ = object.__hash__

        def tell_from_thread(self, topic, body):
            if topic.startswith("player:"):
                self.append((topic, body))

    ear = Ear()
    notices.register(ear)
    return ear


def test_signing_up_makes_an_account_with_the_chosen_name_and_one_can_play_at_once(client):
    response = sign_up(client)
    assert response.status_code == HTTPStatus.FOUND
    player = Player.objects.get()
    assert (player.name, player.is_guest, player.user.email) == ("Doris", False, "doris@x.example")
    assert who_is(client) == "Doris"


def test_signing_up_sends_a_link_to_confirm_the_address(client):
    sign_up(client)
    (message,) = mail.outbox
    assert message.subject.startswith("Last Call: ")
    link = re.search(r"http://testserver(/accounts/confirm-email/\S+)", message.body)[1]
    client.post(link)
    assert User.objects.get().emailaddress_set.get().verified


def test_a_guest_who_signs_up_stays_the_same_player(client):
    client.post("/guest/", {"name": "Quiet Heron"})
    guest = Player.objects.get()
    assert 'value="Quiet Heron"' in client.get("/accounts/signup/").content.decode()
    sign_up(client, name="Quiet Heron")
    player = Player.objects.get()
    assert player.pk == guest.pk
    assert (player.name, player.is_guest) == ("Quiet Heron", False)
    assert people.SESSION_KEY not in client.session
    assert who_is(client) == "Quiet Heron"


def test_a_guest_who_signs_up_may_take_another_name(client):
    client.post("/guest/")
    sign_up(client, name="Doris")
    assert Player.objects.get().name == "Doris"


def test_a_name_that_looks_like_another_players_is_refused_and_nothing_is_made(client):
    people.take_name(Player(), "Bill")
    response = sign_up(client, name="B1ll")
    assert "looks like it" in response.content.decode()
    assert not User.objects.exists()


def test_a_name_snatched_in_the_last_moment_does_not_cost_the_account(client, monkeypatch):
    """The form found it free; when it is saved somebody else has it."""
    people.take_name(Player(), "Doris")
    monkeypatch.setattr("matches.accounts.is_taken", lambda *args, **options: False)
    sign_up(client)
    player = Player.objects.get(user__email="doris@x.example")
    assert player.name != "Doris"
    assert len(player.name.split()) >= 2


@pytest.mark.parametrize("password", ["short", "password", "12345678"])
def test_a_weak_password_is_refused(client, password):
    response = sign_up(client, password1=password)
    assert response.status_code == HTTPStatus.OK
    assert not User.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_signing_in_and_out(client, told):
    sign_up(client)
    player = Player.objects.get()
    client.post("/accounts/logout/")
    assert who_is(client) == "nobody"
    assert told[-1] == (f"player:{player.pk}", {"signed_out": True})
    sign_in(client)
    assert who_is(client) == "Doris"


def test_signing_out_takes_a_press_of_the_button_not_a_link(client):
    sign_up(client)
    assert client.get("/accounts/logout/").status_code == HTTPStatus.OK
    assert who_is(client) == "Doris"


def test_after_signing_in_one_is_back_where_one_wanted_to_go_and_never_elsewhere(client):
    sign_up(client)
    for address, expected in (("/players/me/", "/players/me/"), ("https://evil.example/", "/")):
        client.post("/accounts/logout/")
        assert sign_in(client, next=address).url == expected


@pytest.mark.django_db(transaction=True)
def test_a_guest_who_signs_in_to_an_account_plays_as_the_account_and_the_guest_stays_behind(client, told):
    sign_up(Client())
    client.post("/guest/", {"name": "Quiet Heron"})
    page = client.get("/accounts/login/").content.decode()
    assert "You play as the guest <bdi>Quiet Heron</bdi>" in page
    assert "nobody can come back as this guest" in page
    sign_in(client)
    assert who_is(client) == "Doris"
    guest = Player.objects.get(name="Quiet Heron")
    assert guest.is_guest
    assert (f"player:{guest.pk}", {"signed_out": True}) in told
    client.post("/accounts/logout/")
    assert who_is(client) == "nobody"


def test_guessing_a_password_is_limited(client):
    sign_up(Client())
    for _ in range(5):
        sign_in(client, password="wrong")
    refused = sign_in(client)
    assert "Too many" in refused.content.decode() or refused.status_code == HTTPStatus.TOO_MANY_REQUESTS
    assert who_is(client) == "nobody"


def test_a_forgotten_password_is_set_anew_by_the_link_in_the_mail(client):
    sign_up(Client())
    mail.outbox.clear()
    client.post("/accounts/password/reset/", {"email": "doris@x.example"})
    link = re.search(r"http://testserver(/accounts/password/reset/key/\S+)", mail.outbox[0].body)[1]
    form = client.get(link, follow=True)
    changed = client.post(
        form.request["PATH_INFO"], {"password1": "stirred, not shaken", "password2": "stirred, not shaken"}
    )
    assert changed.status_code == HTTPStatus.FOUND
    sign_in(client, password="stirred, not shaken")
    assert who_is(client) == "Doris"


def test_a_mail_to_an_address_without_an_account_does_not_tell_the_asker_so(client):
    known, unknown = (
        client.post("/accounts/password/reset/", {"email": email}, follow=True).content
        for email in ("doris@x.example", "nobody@x.example")
    )
    assert re.sub(rb"csrfmiddlewaretoken.*?>", b"", known) == re.sub(rb"csrfmiddlewaretoken.*?>", b"", unknown)


def test_an_account_made_on_the_command_line_gets_a_player_with_a_friendly_name(client):
    client.force_login(User.objects.create_superuser("root", "root@x.example", PASSWORD))
    assert len(who_is(client).split()) == 2
    assert Player.objects.count() == 1


@pytest.mark.parametrize(
    "page",
    [
        "login",
        "signup",
        "logout",
        "email",
        "password/change",
        "password/reset",
        "password/reset/done",
        "confirm-email",
        "inactive",
    ],
)
@pytest.mark.parametrize("is_signed_in", [False, True])
def test_every_page_of_an_account_looks_like_the_site(client, page, is_signed_in):
    if is_signed_in:
        sign_up(client)
    text = client.get(f"/accounts/{page}/", follow=True).content.decode()
    assert '<header class="site-header">' in text
    assert "<h1>" in text


def test_a_bad_link_from_a_mail_gives_a_page_of_the_site(client):
    for link in ("/accounts/confirm-email/nonsense/", "/accounts/password/reset/key/1-nonsense/"):
        text = client.get(link, follow=True).content.decode()
        assert '<header class="site-header">' in text
