"""The page of a match while it is played: it asks for what is new, and is told nothing where there is nothing."""

from __future__ import annotations

import datetime
import html
import re

import pytest
from django.utils import timezone

from matches import services
from matches.models import Match
from tests.history.texts import text_of
from tests.matches.builders import over_match, people, play_game, playing_match, start_game
from tests.pages.visitors import browser_of

pytestmark = pytest.mark.django_db


def asked_address(response) -> str | None:
    """What the page asks for again and again."""
    found = re.search(r'hx-get="([^"]*)"', response.content.decode())
    return html.unescape(found[1]) if found else None


def test_the_page_of_a_match_that_is_played_asks_for_what_is_new(client):
    match = playing_match(*people("Andre Bill"))
    play_game(match, 1, ice=[4, 9], tab_row=[0, 1])
    address = asked_address(client.get(f"/matches/{match.slug}/"))
    assert address is not None
    assert client.get(address).status_code == 204


def test_what_is_new_comes_as_the_part_of_the_page_that_changes(client):
    match = playing_match(*people("Andre Bill"))
    play_game(match, 1, ice=[4, 9], tab_row=[0, 1])
    address = asked_address(client.get(f"/matches/{match.slug}/"))
    start_game(match, 2)
    news = client.get(address)
    assert news.content.decode().lstrip().startswith('<div id="match-now">')
    assert "Game 2 being played" in text_of(news)
    assert client.get(asked_address(news)).status_code == 204


def test_the_last_game_ends_the_asking(client):
    match = playing_match(*people("Andre Bill"), games_agreed=1)
    address = asked_address(client.get(f"/matches/{match.slug}/"))
    play_game(match, 1, ice=[4, 9], tab_row=[0, 1])
    news = client.get(address)
    assert "Andre won with 4 ice" in text_of(news)
    assert asked_address(news) is None


def test_those_who_sat_there_hear_of_a_rematch_for_a_while_after_the_end():
    andre, bill = people("Andre Bill")
    match = over_match(andre, bill)
    browser = browser_of(bill)
    address = asked_address(browser.get(f"/matches/{match.slug}/"))
    assert browser.get(address).status_code == 204
    services.play_again(match=match, player=andre)
    assert "Andre wants a rematch" in text_of(browser.get(address))
    Match.objects.filter(pk=match.pk).update(ended_at=timezone.now() - datetime.timedelta(hours=1))
    assert asked_address(browser.get(f"/matches/{match.slug}/")) is None


@pytest.mark.parametrize("have", ["", "x", "%00", "<b>"])
def test_a_forged_version_gets_the_whole_part(client, have):
    match = playing_match(*people("Andre Bill"))
    assert client.get(f"/matches/{match.slug}/now/?have={have}").status_code == 200


def test_the_totals_are_plotted_from_the_second_game_on(client):
    match = playing_match(*people("Andre Bill"))
    play_game(match, 1, ice=[4, 9], tab_row=[0, 1])
    assert "<svg viewBox" not in client.get(f"/matches/{match.slug}/").content.decode()
    play_game(match, 2, ice=[4, 2], tab_row=[0, 1])
    page = client.get(f"/matches/{match.slug}/")
    assert page.content.decode().count('class="line ') == 2
    assert "The figures as a table Running totals Game Andre Bill 1 4 9 2 8 11" in text_of(page)


def test_no_plot_brings_code_or_style_of_its_own(client):
    andre, bill = people("Andre Bill")
    match = playing_match(andre, bill)
    for number in (1, 2):
        play_game(match, number, ice=[4, 9], tab_row=[0, 1])
    for address in (f"/matches/{match.slug}/", f"/players/{andre.pk}/"):
        page = client.get(address).content.decode()
        assert "<svg" in page
        assert not re.search(r"\sstyle=|<style|<script(?![^>]*src=)|\son\w+=", page)
