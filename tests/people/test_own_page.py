"""One's own page: the name, leaving, and deleting, after which results stay under "deleted player"."""

from __future__ import annotations

from http import HTTPStatus

import pytest
from django.contrib.auth.models import User
from django.test import Client

from matches.models import Match, Player, Seat
from tests.people.test_accounts import PASSWORD, sign_in, sign_up, who_is

pytestmark = pytest.mark.django_db


@pytest.fixture
def guest(client) -> Player:
    client.post("/guest/", {"name": "Quiet Heron"})
    return Player.objects.get()


def sit_down(player: Player, *, is_live: bool = True) -> Seat:
    status = Match.Status.PLAYING if is_live else Match.Status.OVER
    match = Match.objects.create(slug="abc", host=player, status=status)
    return Seat.objects.create(match=match, number=0, player=player, is_live=is_live)


def test_a_name_can_be_changed(client, guest):
    assert client.post("/players/me/", {"name": "Edgar"}).url == "/players/me/"
    guest.refresh_from_db()
    assert guest.name == "Edgar"
    assert who_is(client) == "Edgar"


def test_the_old_name_is_free_again(client, guest):
    client.post("/players/me/", {"name": "Edgar"})
    Client().post("/guest/", {"name": "Quiet Heron"})
    assert Player.objects.filter(name="Quiet Heron").count() == 1


def test_ones_own_name_can_be_written_in_another_way(client, guest):
    client.post("/players/me/", {"name": "quiet heron"})
    guest.refresh_from_db()
    assert guest.name == "quiet heron"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "This field is required."),
        ("x" * 21, "20 characters at most"),
        ("x" * 5000, "at most 160 characters"),
        ("Bi\u202ell", "invisible or control characters"),
        ("Doris", "Somebody has that name"),
        ("D0R1S", "Somebody has that name"),
    ],
)
def test_a_bad_name_is_refused_in_words_and_nothing_changes(client, guest, name, sentence):
    sign_up(Client(), name="Doris")
    response = client.post("/players/me/", {"name": name})
    assert response.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert sentence in response.content.decode()
    guest.refresh_from_db()
    assert guest.name == "Quiet Heron"


def test_a_name_is_shown_as_text_whatever_it_holds(client, guest):
    client.post("/players/me/", {"name": "<b>Ada</b>"})
    assert "<b>Ada" not in client.get("/players/me/").content.decode()
    assert who_is(client) == "&lt;b&gt;Ada&lt;/b&gt;"


def test_names_cannot_be_tried_out_without_end(client, guest, settings):
    settings.ACCOUNT_RATE_LIMITS = {"rename": "1/h/key"}
    assert client.post("/players/me/", {"name": "Edgar"}).status_code == HTTPStatus.FOUND
    assert client.post("/players/me/", {"name": "Edwin"}).status_code == HTTPStatus.TOO_MANY_REQUESTS


def test_a_guest_is_offered_to_sign_up_and_an_account_is_not(client, guest):
    assert "Sign up and keep everything" in client.get("/players/me/").content.decode()
    sign_up(client, name="Quiet Heron")
    page = client.get("/players/me/").content.decode()
    assert "Sign up and keep everything" not in page
    assert "doris@x.example" in page


def test_nobody_has_no_page_of_their_own(client):
    assert "Play as a guest" in client.get("/players/me/").content.decode()
    assert "Play as a guest" in client.post("/players/me/", {"name": "Edgar"}).content.decode()
    assert not Player.objects.exists()


# --- Leaving --------------------------------------------------------------------------------------------------------


def test_a_guest_signs_out_for_good_after_being_told_so(client, guest):
    assert "nobody can come back as this guest" in client.get("/players/me/leave/").content.decode()
    assert who_is(client) == "Quiet Heron"
    client.post("/players/me/leave/")
    assert who_is(client) == "nobody"
    guest.refresh_from_db()
    assert guest.deleted_at is None


def test_an_account_signs_out_on_its_own_page(client):
    sign_up(client)
    assert client.post("/players/me/leave/").url == "/accounts/logout/"
    assert who_is(client) == "Doris"


# --- Deleting -------------------------------------------------------------------------------------------------------


def test_a_deleted_guest_leaves_its_results_under_deleted_player(client, guest):
    seat = sit_down(guest, is_live=False)
    assert "cannot be undone" in client.get("/players/me/delete/").content.decode()
    client.post("/players/me/delete/")
    seat.refresh_from_db()
    assert seat.shown_name == "deleted player"
    assert seat.player.name == ""
    assert who_is(client) == "nobody"


def give_password_again(client: Client) -> None:
    client.post("/accounts/reauthenticate/?next=/players/me/delete/", {"password": PASSWORD})


def test_a_deleted_account_is_gone_with_its_address_and_every_session(client):
    elsewhere = Client()
    sign_up(elsewhere)
    sign_in(client)
    give_password_again(client)
    assert "Delete for ever" in client.get("/players/me/delete/").content.decode()
    assert client.post("/players/me/delete/").url == "/"
    assert not User.objects.exists()
    player = Player.objects.get()
    assert player.shown_name == "deleted player"
    assert player.user is None
    assert who_is(client) == who_is(elsewhere) == "nobody"
    assert "Sign in" in sign_in(Client()).content.decode()


def test_the_name_of_a_deleted_player_is_free_again(client, guest):
    client.post("/players/me/delete/")
    Client().post("/guest/", {"name": "Quiet Heron"})
    assert Player.objects.filter(name="Quiet Heron").exists()


def test_many_players_can_be_deleted():
    for number in range(2):
        somebody = Client()
        sign_up(somebody, name=f"Somebody {number}", email=f"{number}@x.example")
        give_password_again(somebody)
        somebody.post("/players/me/delete/")
    assert Player.objects.exclude(deleted_at=None).count() == 2


def test_deleting_takes_a_press_of_the_button_not_a_link(client, guest):
    client.get("/players/me/delete/")
    guest.refresh_from_db()
    assert guest.deleted_at is None


def test_who_sits_at_a_table_is_asked_to_leave_it_first(client, guest):
    sit_down(guest)
    assert "Leave it first" in client.get("/players/me/delete/").content.decode()
    client.post("/players/me/delete/")
    guest.refresh_from_db()
    assert guest.deleted_at is None
    assert who_is(client) == "Quiet Heron"


def test_an_account_is_asked_for_the_password_before_it_is_deleted(client):
    sign_up(client)
    response = client.get("/players/me/delete/")
    assert response.url == "/accounts/reauthenticate/?next=%2Fplayers%2Fme%2Fdelete%2F"
    assert '<header class="site-header">' in client.get(response.url).content.decode()
    client.post(response.url, {"password": "wrong"})
    assert client.get("/players/me/delete/").status_code == HTTPStatus.FOUND
    assert User.objects.exists()


def test_a_press_of_delete_that_had_to_wait_for_the_password_is_carried_out_after_it(client):
    sign_up(client)
    asked = client.post("/players/me/delete/")
    assert User.objects.exists()
    assert client.post(asked.url, {"password": PASSWORD}).status_code == HTTPStatus.FOUND
    assert not User.objects.exists()
    assert who_is(client) == "nobody"
