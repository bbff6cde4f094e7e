"""Each page takes at most twelve queries, and as many when much was played as when little was."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches.models import Match
from tests.matches.builders import over_match, people, play_game, playing_match
from tests.pages.visitors import browser_of

pytestmark = pytest.mark.django_db
MOST = 12

ADDRESSES = {
    "the list": "/matches/",
    "the list of some options": "/matches/?pace=steady&seats=2",
    "the list of a player": "/matches/?player={player}",
    "the list of some days": "/matches/?since=2020-01-01&until=2030-01-01",
    "a match": "/matches/{match}/",
    "what is new in a match": "/matches/{match}/now/",
    "the sheet as CSV": "/matches/{match}/sheet.csv",
    "the sheet as JSON": "/matches/{match}/sheet.json",
    "a player": "/players/{player}/",
    "one's own page": "/players/{player}/",
    "one's own data": "/players/me/data.json",
}


def queries(browser, address: str) -> int:
    with CaptureQueriesContext(connection) as asked:
        assert browser.get(address).status_code == 200
    return len(asked)


@pytest.mark.parametrize("what", ADDRESSES)
def test_a_page_takes_as_many_queries_for_many_games_as_for_few(client, what):
    andre, bill, claire = people("Andre Bill Claire")
    few = over_match(andre, bill)
    browser = browser_of(andre) if "own" in what else client
    browser.get("/matches/")
    counts = [queries(browser, ADDRESSES[what].format(match=few.slug, player=andre.pk))]
    for _ in range(25):
        over_match(andre, claire, bots=1)
    many = playing_match(andre, bill, claire, bots=2, games_agreed=12)
    for number in range(1, 13):
        play_game(many, number, ice=[1, 2, 3, 4, 5], tab_row=[0, 1, 2, 3, 4])
    counts.append(queries(browser, ADDRESSES[what].format(match=many.slug, player=andre.pk)))
    assert counts[0] == counts[1] <= MOST


def test_a_page_of_a_match_that_is_played_takes_as_many_queries_for_twelve_games_as_for_one():
    andre, bill = people("Andre Bill")
    match = playing_match(andre, bill, games_agreed=12)
    browser = browser_of(andre)
    counts = []
    for number in range(1, 12):
        play_game(match, number, ice=[1, 2], tab_row=[0, 1])
        counts.append(queries(browser, f"/matches/{match.slug}/"))
    assert Match.objects.get(pk=match.pk).status == "playing"
    assert len(set(counts)) == 1
    assert counts[0] <= MOST
