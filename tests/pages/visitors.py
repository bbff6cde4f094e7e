"""Browsers of people: a client each, with a guest's session where somebody sits before it."""

from __future__ import annotations

from django.test import Client

from matches.models import Player
from matches.people import SESSION_KEY
from tests.matches.builders import person


def browser_of(player: Player) -> Client:
    client = Client()
    session = client.session
    session[SESSION_KEY] = player.pk
    session.save()
    client.cookies["sessionid"] = session.session_key
    return client


def visitor(name: str) -> tuple[Player, Client]:
    player = person(name)
    return player, browser_of(player)
