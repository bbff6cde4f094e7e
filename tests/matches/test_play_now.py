"""Play now: a chair in one click, and bots when nobody comes."""

from __future__ import annotations

import datetime

import pytest
from django.utils import timezone

from matches import services
from matches.models import Match
from tests.matches.builders import again, in_seconds, names, open_table, people, person, playing_match, seat

pytestmark = pytest.mark.django_db

USUAL = {"games_agreed": 1, "pace": "steady", "remaining_drinks": "all_at_once", "hints": True, "chat": "on"}


def test_play_now_opens_a_public_table_of_one_game_for_four_that_bots_will_fill(settings):
    settings.LASTCALL_BOTS_FILL_SECONDS = 20
    match = services.play_now(person("Andre"))
    assert (match.games_agreed, match.seat_count, match.pace, match.is_public) == (1, 4, "steady", True)
    assert in_seconds(15) < match.bots_fill_at < in_seconds(25)


def test_play_now_takes_a_free_chair_at_the_table_that_waits_longest():
    andre, bill, claire = people("Andre Bill Claire")
    first = open_table(andre, **USUAL)
    open_table(bill, **USUAL)
    assert services.play_now(claire) == first
    assert seat(first, claire).agreed_to.startswith("1 game")


@pytest.mark.parametrize(
    "other",
    [
        {"games_agreed": 3},
        {"pace": "brisk"},
        {"remaining_drinks": "one_at_a_time"},
        {"is_public": False},
        {"hints": False},
        {"chat": "off"},
    ],
)
def test_play_now_agrees_to_the_usual_options_only(other):
    andre, bill = people("Andre Bill")
    table = open_table(andre, **(USUAL | other))
    assert services.play_now(bill) != table


def test_play_now_passes_by_a_full_table():
    andre, bill, claire = people("Andre Bill Claire")
    full = open_table(andre, **USUAL, seat_count=2)
    services.take_seat(match=full, player=bill)
    assert services.play_now(claire) != full


def test_play_now_pressed_twice_leads_to_the_same_table():
    andre = person("Andre")
    assert services.play_now(andre) == services.play_now(andre)
    assert Match.objects.count() == 1


def test_play_now_leads_a_seated_person_back_to_the_running_match():
    andre, bill = people("Andre Bill")
    match = playing_match(andre, bill)
    assert services.play_now(bill) == match


def test_a_play_now_table_that_people_fill_starts_at_once():
    seated = people("Andre Bill Claire Doris")
    tables = {services.play_now(player).pk for player in seated}
    match = Match.objects.get(pk__in=tables)
    assert match.status == Match.Status.PLAYING
    assert names(match) == ["Andre", "Bill", "Claire", "Doris"]
    assert match.bots_fill_at is None


def test_a_table_that_its_host_opened_does_not_start_by_itself():
    andre, bill = people("Andre Bill")
    match = open_table(andre, **USUAL, seat_count=2)
    services.take_seat(match=match, player=bill)
    assert again(match).status == Match.Status.OPEN


def test_when_nobody_came_in_time_regular_bots_take_the_chairs_and_the_match_starts():
    andre, bill = people("Andre Bill")
    match = services.play_now(andre)
    services.play_now(bill)
    assert services.fill_due_tables(timezone.now()) == []
    assert again(match).status == Match.Status.OPEN
    assert services.fill_due_tables(in_seconds(60)) == [match]
    assert again(match).status == Match.Status.PLAYING
    assert [one.bot for one in match.seats.order_by("number")] == ["", "", "regular", "regular"]


def test_filling_again_changes_nothing():
    match = services.play_now(person("Andre"))
    services.fill_due_tables(in_seconds(60))
    before = names(match)
    assert services.fill_due_tables(in_seconds(120)) == []
    assert names(match) == before


def test_a_table_that_everybody_left_is_not_filled():
    andre = person("Andre")
    match = services.play_now(andre)
    services.leave_seat(match=match, player=andre)
    assert services.fill_due_tables(in_seconds(60)) == []
    assert again(match).status == Match.Status.CANCELLED


def test_a_host_who_changes_the_options_starts_the_table_by_hand():
    andre, bill = people("Andre Bill")
    match = services.play_now(andre)
    services.play_now(bill)
    services.change_options(
        match=match,
        host=andre,
        games_agreed=3,
        seat_count=4,
        remaining_drinks="all_at_once",
        pace="steady",
        is_public=True,
    )
    assert services.fill_due_tables(in_seconds(60)) == []
    assert again(match).status == Match.Status.OPEN


def test_no_match_is_filled_while_somebody_has_yet_to_agree():
    andre, bill = people("Andre Bill")
    match = services.play_now(andre)
    services.take_seat(match=match, player=bill, agreed_to="something else")
    assert services.fill_due_tables(in_seconds(60)) == []
    assert again(match).bots_fill_at is None


def test_a_table_that_nobody_started_within_a_day_is_closed_and_its_people_are_free():
    andre, bill = people("Andre Bill")
    old, young = open_table(andre), open_table(bill)
    Match.objects.filter(pk=old.pk).update(created_at=timezone.now() - datetime.timedelta(hours=25))
    services.tidy(timezone.now())
    assert again(old).status == Match.Status.CANCELLED
    assert again(young).status == Match.Status.OPEN
    open_table(andre)
