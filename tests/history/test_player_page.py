"""A player's page: figures, places, ice over time, and matches; quick also with 5,000 games."""

from __future__ import annotations

import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from matches import bulk
from matches.models import GameRecord, IceTally, Match, Player, Seat
from matches.selectors_history import MOST_POINTS, career_of, ice_over_time
from tests.history.texts import older_of, slugs_of, text_of
from tests.matches.builders import over_match, people, person, play_game, playing_match
from tests.pages.visitors import browser_of

pytestmark = pytest.mark.django_db


def test_the_figures_count_what_was_done_in_every_game(client):
    andre, bill = people("Andre Bill")
    match = playing_match(andre, bill, games_agreed=3)
    play_game(match, 1, ice=[2, 7], tab_row=[0, 1])
    play_game(match, 2, ice=[3, 7], tab_row=[1, 0])
    play_game(match, 3, ice=[10, 1], tab_row=[0, 1])
    career = career_of(andre)
    assert (career.matches, career.wins, career.games, career.ice, career.last_calls) == (1, 1, 3, 15, 2)
    assert [(one.place, one.games, one.ice) for one in career.places] == [(1, 2, 12), (2, 1, 3)]
    page = text_of(client.get(f"/players/{andre.pk}/"))
    assert "Matches 1 Won 1 Games 3 Ice per game 5.0 Orders taken 6 Last calls called 2" in page
    assert "First 2 6.0 4 Second 1 3.0 2" in page
    assert "2.0 orders and 3.0 of four drinks made before last call in an average game." in page


def test_a_game_of_a_match_that_goes_on_counts_at_once_and_an_unscored_match_counts_for_nothing():
    andre, bill = people("Andre Bill")
    play_game(playing_match(andre, bill), 1, ice=[2, 7], tab_row=[0, 1])
    career = career_of(andre)
    assert (career.matches, career.games) == (0, 1)


def test_a_corrected_result_is_right_in_every_figure_at_once():
    andre, bill = people("Andre Bill")
    match = over_match(andre, bill, ice=[2, 6])
    IceTally.objects.filter(seat__player=andre).update(ice=9)
    Seat.objects.filter(match=match, player=andre).update(total_ice=9, place=None)
    assert (career_of(andre).ice, career_of(andre).wins) == (9, 0)
    assert [point.stretch.mean for point in ice_over_time(andre)] == [9]


def test_a_player_without_a_game_has_no_plot_and_one_with_two_has_one(client):
    andre, bill = people("Andre Bill")
    assert "<svg viewBox" not in client.get(f"/players/{andre.pk}/").content.decode()
    over_match(andre, bill, ice=[3, 6])
    assert "Ice over time" not in text_of(client.get(f"/players/{andre.pk}/"))
    over_match(andre, bill, ice=[5, 6])
    page = text_of(client.get(f"/players/{andre.pk}/"))
    today = f"{timezone.now().day} {timezone.now():%B %Y}"
    assert f"Ice over time Game When Ice 1 {today} 3 2 {today} 5" in page


def test_ones_own_page_leads_to_ones_data_and_nobody_elses_does(client):
    andre, bill = people("Andre Bill")
    over_match(andre, bill)
    assert 'href="/players/me/data.json"' in browser_of(andre).get(f"/players/{andre.pk}/").content.decode()
    assert "data.json" not in browser_of(bill).get(f"/players/{andre.pk}/").content.decode()
    assert "data.json" not in client.get(f"/players/{andre.pk}/").content.decode()


# --- Thousands of games


def long_career(player: Player, other: Player, games: int) -> None:
    """Matches of one game each, of which the older ones took more ice."""
    now = timezone.now()
    moment = bulk.moments()
    ids = range(1, games + 1)
    match_ids = [bulk.next_id(Match) + at for at in range(games)]
    ends = [moment(now - datetime.timedelta(hours=games - at)) for at in range(games)]
    bulk.insert(
        Match,
        ("id", "slug", "status", "games_agreed", "seat_count", "ended_at", "created_at"),
        [(pk, f"long{pk}", "over", 1, 2, end, end) for pk, end in zip(match_ids, ends, strict=True)],
    )
    seat = bulk.next_id(Seat)
    seats = [
        (seat + 2 * at + number, match_ids[at], number, (player, other)[number].pk, 5, number + 1)
        for at in range(games)
        for number in range(2)
    ]
    bulk.insert(Seat, ("id", "match", "number", "player", "total_ice", "place"), seats)
    first_game = bulk.next_id(GameRecord)
    bulk.insert(
        GameRecord,
        ("id", "match", "number", "seed", "seed_hash", "rules_version", "ended_at", "is_scored", "tab_row"),
        [(first_game + at, match_ids[at], 1, "", "", "", ends[at], True, "[0, 1]") for at in range(games)],
    )
    bulk.insert(
        IceTally,
        ("game", "seat", "ice", "place", "called_last_call"),
        [
            (first_game + at, seat + 2 * at + number, 20 - 10 * at // games + number, number + 1, number == 0)
            for at in range(games)
            for number in range(2)
        ],
    )
    assert len(ids) == games


def test_a_career_of_5000_games_is_one_page_of_as_many_queries_as_a_short_one(client):
    andre, bill = people("Andre Bill")
    long_career(andre, bill, 1)
    client.get(f"/players/{andre.pk}/")
    with CaptureQueriesContext(connection) as few:
        client.get(f"/players/{andre.pk}/")
    long_career(andre, bill, 4999)
    with CaptureQueriesContext(connection) as many:
        page = client.get(f"/players/{andre.pk}/")
    assert len(many) == len(few) <= 12
    assert "Matches 5000 Won 5000 Games 5000" in text_of(page)
    assert len(slugs_of(page)) == 20
    assert older_of(page)
    points = ice_over_time(andre)
    assert len(points) == MOST_POINTS
    assert points[0].stretch.mean > points[-1].stretch.mean
    assert len(page.content) < 100_000


def test_a_player_with_thousands_of_games_is_read_from_indexes_alone():
    assert connection.vendor == "sqlite", "the plans of other databases follow from their statistics"
    andre = person("Andre")
    with CaptureQueriesContext(connection) as asked:
        career_of(andre)
        ice_over_time(andre)
    for query in asked.captured_queries:
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN QUERY PLAN {query['sql']}")
            plan = [row[3] for row in cursor.fetchall()]
        assert not [step for step in plan if step.startswith("SCAN")], plan
        if "icetally" in query["sql"]:
            assert any("COVERING INDEX tally_of_seat" in step for step in plan), plan
            assert "gamerecord" not in query["sql"]
