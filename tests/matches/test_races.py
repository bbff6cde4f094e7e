"""Races are settled by the database: real threads, each with a connection of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from matches import services
from matches.models import GameRecord, IceTally, JournalEntry, Match, Player, Seat
from matches.services import Refused
from tests.matches.builders import (
    again,
    in_seconds,
    names,
    open_table,
    over_match,
    people,
    person,
    playing_match,
    record,
    start_game,
)

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*writes: Callable[[], Any]) -> list[Any]:
    """Run all in threads that start together; what each returned, or its refusal. Anything else fails the test."""
    gate = threading.Barrier(len(writes))

    def run(write: Callable[[], Any]) -> Any:
        gate.wait(timeout=20)
        try:
            return write()
        except Refused as refused:
            return refused
        finally:
            connection.close()

    with ThreadPoolExecutor(len(writes)) as pool:
        return list(pool.map(run, writes))


def refusals(outcomes: list[Any]) -> list[str]:
    return [outcome.sentence for outcome in outcomes if isinstance(outcome, Refused)]


def joining(match: Match, player: Player) -> Callable[[], Any]:
    return lambda: services.take_seat(match=match, player=player)


def test_of_ten_people_on_the_last_chair_exactly_one_sits_and_nine_read_why():
    andre, bill, *others = people("Andre Bill P0 P1 P2 P3 P4 P5 P6 P7 P8 P9")
    match = open_table(andre, seat_count=3)
    services.take_seat(match=match, player=bill)
    outcomes = at_once(*(joining(match, player) for player in others))
    assert refusals(outcomes) == ["All seats at this table are taken."] * 9
    assert Seat.objects.filter(match=match, player__in=others).count() == 1
    assert Seat.objects.filter(is_live=True).count() == 3


def test_a_double_click_on_join_takes_one_chair():
    andre, bill = people("Andre Bill")
    match = open_table(andre)
    outcomes = at_once(*[joining(match, bill)] * 4)
    assert refusals(outcomes) == []
    assert names(match) == ["Andre", "Bill", "-", "-"]


def test_one_person_who_joins_five_tables_at_once_sits_at_one():
    *hosts, bill = people("H0 H1 H2 H3 H4 Bill")
    tables = [open_table(host) for host in hosts]
    outcomes = at_once(*(joining(match, bill) for match in tables))
    assert refusals(outcomes) == ["You already sit at another table."] * 4
    assert Seat.objects.filter(player=bill).count() == 1


def test_a_double_click_on_open_a_table_opens_one():
    andre = person("Andre")
    outcomes = at_once(*[lambda: open_table(andre)] * 4)
    assert refusals(outcomes) == ["You already sit at another table."] * 3
    assert Match.objects.count() == 1


def test_whoever_leaves_in_the_instant_of_the_start_either_left_or_sits_in_the_match():
    for attempt in range(6):
        andre, bill = people(f"Andre{attempt} Bill{attempt}")
        match = open_table(andre)
        services.take_seat(match=match, player=bill)
        started, left = at_once(
            lambda match=match, host=andre: services.start_match(match=match, by=host),
            lambda match=match, player=bill: services.leave_seat(match=match, player=player),
        )
        if isinstance(started, Refused):
            assert started.sentence.startswith("A match needs at least two players")
            assert again(match).status == Match.Status.OPEN
            assert not match.seats.filter(player=bill).exists()
        else:
            assert refusals([left]) == ["This match has already begun."]
            assert match.seats.get(player=bill).is_live
            assert match.seats.count() == 2


def test_two_presses_on_start_and_a_late_guest_end_in_one_match_without_a_gap():
    andre, bill, claire = people("Andre Bill Claire")
    match = open_table(andre)
    services.take_seat(match=match, player=bill)
    start = lambda: services.start_match(match=match, by=andre)  # noqa: E731
    outcomes = at_once(start, start, joining(match, claire))
    assert refusals(outcomes) in ([], ["This match has already begun."])
    numbers = [seat.number for seat in match.seats.all()]
    assert numbers == list(range(len(numbers)))
    assert again(match).status == Match.Status.PLAYING


def test_changing_the_options_while_somebody_joins_never_leaves_consent_to_the_old_ones():
    andre, bill = people("Andre Bill")
    match = open_table(andre)
    seen = match.seats.get(number=0).agreed_to
    options = {"games_agreed": 9, "seat_count": 4, "remaining_drinks": "all_at_once", "pace": "steady"}
    outcomes = at_once(
        lambda: services.change_options(match=match, host=andre, is_public=True, **options),
        lambda: services.take_seat(match=match, player=bill, agreed_to=seen),
    )
    assert refusals(outcomes) == []
    assert match.seats.get(player=bill).agreed_at is None


def test_of_eight_people_who_press_play_now_each_sits_at_one_table_and_full_tables_start():
    seated = people("A B C D E F G H")
    outcomes = at_once(*(lambda player=player: services.play_now(player) for player in seated))
    assert refusals(outcomes) == []
    assert Seat.objects.filter(is_live=True).count() == 8
    for match in Match.objects.all():
        is_full = not match.seats.filter(player=None).exists()
        assert match.status == (Match.Status.PLAYING if is_full else Match.Status.OPEN)


def test_a_double_click_on_play_now_opens_one_table():
    andre = person("Andre")
    outcomes = at_once(*[lambda: services.play_now(andre)] * 4)
    assert len({match.pk for match in outcomes}) == 1
    assert Match.objects.count() == 1


def test_a_double_click_of_somebody_who_is_nobody_yet_makes_one_guest():
    def click(browser: Client) -> None:
        browser.cookies["csrftoken"] = "a" * 32
        assert browser.post("/play/", {"press": "the same"}).status_code == 302

    at_once(*(lambda browser=Client(): click(browser) for _ in range(4)))
    assert Player.objects.count() == 1
    assert Seat.objects.filter(is_live=True).count() == 1


def test_two_processes_that_fill_the_same_table_fill_it_once():
    match = services.play_now(person("Andre"))
    later = in_seconds(60)
    outcomes = at_once(*[lambda: services.fill_due_tables(later)] * 4)
    assert sorted(map(len, outcomes)) == [0, 0, 0, 1]
    assert match.seats.exclude(bot="").count() == 3


def test_whoever_presses_play_now_while_bots_fill_the_table_sits_somewhere():
    first = services.play_now(person("Andre"))
    bill = person("Bill")
    at_once(lambda: services.fill_due_tables(in_seconds(60)), lambda: services.play_now(bill))
    assert Seat.objects.filter(player=bill, is_live=True).count() == 1
    assert first.seats.count() == 4


def test_of_several_who_start_the_next_game_one_stores_it_and_all_get_it():
    andre, bill = people("Andre Bill")
    match = playing_match(andre, bill)
    games = at_once(*[lambda: start_game(match, 1)] * 5)
    assert len({game.pk for game in games}) == 1
    assert GameRecord.objects.count() == JournalEntry.objects.count() == 1


def test_a_result_stored_twice_in_one_instant_is_stored_once():
    andre, bill = people("Andre Bill")
    match = playing_match(andre, bill, games_agreed=1)
    game = start_game(match, 1)
    at_once(*[lambda: record(game, ice=[3, 4], tab_row=[0, 1])] * 4)
    assert IceTally.objects.count() == 2
    assert again(match).status == Match.Status.OVER


def test_when_the_last_two_people_leave_in_one_instant_the_match_ends():
    andre, bill = people("Andre Bill")
    match = playing_match(andre, bill, bots=1)
    at_once(
        lambda: services.leave_for_good(match=match, player=andre),
        lambda: services.leave_for_good(match=match, player=bill),
    )
    assert again(match).status == Match.Status.OVER
    assert again(match).ended_why == "Everybody left."


def test_two_who_take_a_match_up_again_in_one_instant_play_on():
    andre, bill = people("Andre Bill")
    match = playing_match(andre, bill)
    services.adjourn_match(match=match)
    at_once(
        lambda: services.resume_match(match=match, player=andre),
        lambda: services.resume_match(match=match, player=bill),
    )
    assert again(match).status == Match.Status.PLAYING


def test_a_match_does_not_go_on_with_somebody_who_sits_down_elsewhere_in_that_instant():
    andre, bill, claire = people("Andre Bill Claire")
    match = playing_match(andre, bill)
    services.adjourn_match(match=match)
    services.resume_match(match=match, player=andre)
    other = open_table(claire)
    at_once(lambda: services.resume_match(match=match, player=bill), joining(other, andre))
    sits_elsewhere = other.seats.filter(player=andre).exists()
    assert again(match).status == (Match.Status.ADJOURNED if sits_elsewhere else Match.Status.PLAYING)
    assert Seat.objects.filter(player=andre, is_live=True).count() == 1


def test_all_who_ask_for_a_rematch_in_one_instant_sit_at_one_table():
    seated = people("Andre Bill Claire Doris")
    match = over_match(*seated)
    outcomes = at_once(*(lambda player=player: services.play_again(match=match, player=player) for player in seated))
    assert refusals(outcomes) == []
    assert len({table.pk for table in outcomes}) == 1
    assert sorted(names(outcomes[0])) == ["Andre", "Bill", "Claire", "Doris"]
    assert Match.objects.count() == 2
