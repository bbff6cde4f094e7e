"""What is told under the bell, and by e-mail to those who asked for it."""

from __future__ import annotations

import time

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import get_user_model
from django.core import mail

from matches.leagues import bell, rounds
from matches.models import Notification, Player
from tests.leagues.builders import league_with
from tests.matches.builders import person
from tests.pages.visitors import visitor

pytestmark = pytest.mark.django_db


def with_account(name: str, *, verified: bool = True, wants_mail: bool = True) -> Player:
    player = person(name)
    user = get_user_model().objects.create_user(username=name, email=f"{name.lower()}@example.com")
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=verified)
    player.user, player.is_guest, player.wants_mail = user, False, wants_mail
    player.save()
    return player


def sent_to(count: int) -> list[str]:
    """Mails are sent by a thread of their own."""
    for _ in range(200):
        if len(mail.outbox) >= count:
            break
        time.sleep(0.02)
    return sorted(one.to[0] for one in mail.outbox)


def test_e_mails_go_to_confirmed_addresses_of_those_who_asked_for_them(django_capture_on_commit_callbacks):
    people = [
        with_account("Andre", wants_mail=False),
        with_account("Bill"),
        with_account("Claire", verified=False),
        person("Doris"),
    ]
    season, _ = league_with(people)
    with django_capture_on_commit_callbacks(execute=True):
        rounds.make_round(season=season, by=people[0])
    assert sent_to(1) == ["bill@example.com"]
    letter = mail.outbox[0]
    assert letter.subject == "Last Call: Check-in for round 1 of Tuesday is open."
    assert f"{season.league.path}seasons/1/rounds/1/" in letter.body
    assert "/bell/" in letter.body


def test_nothing_is_sent_when_nothing_was_stored(django_capture_on_commit_callbacks):
    bill = with_account("Bill")
    with django_capture_on_commit_callbacks(execute=False) as waiting:
        bell.tell([bill], "Hello.", "/", "once")
    assert len(waiting) == 1
    assert mail.outbox == []


def test_the_same_thing_is_told_once():
    andre = person("Andre")
    for _ in range(3):
        bell.tell([andre], "Your table waits.", "/leagues/", "table 1")
    assert Notification.objects.filter(player=andre).count() == 1


def test_a_mail_server_that_is_away_hurts_nobody(settings, monkeypatch):
    def broken(*args: object, **options: object) -> None:
        raise OSError("no mail today")

    monkeypatch.setattr(bell, "send_mail", broken)
    bell._send(["bill@example.com"], "Hello.", "/")


def test_a_league_whose_name_has_line_breaks_writes_no_header_lines():
    bell._send(["bill@example.com"], "Hello\nBcc: everybody@example.com", "/")
    assert mail.outbox[0].subject == "Last Call: Hello Bcc: everybody@example.com"


def test_e_mails_are_switched_on_and_off_on_the_bells_page():
    andre, client = visitor("Andre")
    assert andre.wants_mail is False
    client.post("/bell/", {"mail": "on"})
    andre.refresh_from_db()
    assert andre.wants_mail is True
    client.post("/bell/", {"mail": "off"})
    andre.refresh_from_db()
    assert andre.wants_mail is False
