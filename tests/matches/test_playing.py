"""A match under way: games, results, adjourning, leaving for good, and the end."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from matches import services
from matches.models import GameRecord, IceTally, JournalEntry, Match, Player
from matches.services import Refused, SeatedElsewhere
from tests.matches.builders import again, open_table, people, person, play_game, playing_match, record, seat, start_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def andre() -> Player:
    return person("Andre")


@pytest.fixture
def bill() -> Player:
    return person("Bill")


@pytest.fixture
def match(andre: Player, bill: Player) -> Match:
    """Three games agreed; Andre hosts at seat 0, Bill sits at seat 1."""
    return playing_match(andre, bill)


def refusal(write: Any, **arguments: Any) -> str:
    with pytest.raises(Refused) as refused:
        write(**arguments)
    return refused.value.sentence


# --- Games


def test_a_game_is_stored_together_with_its_first_journal_entries(match):
    game = start_game(match, 1)
    entry = JournalEntry.objects.get(game=game)
    assert (entry.number, entry.at, entry.entry) == (0, 1_700_000_000.0, '{"kind": "start"}')
    assert game.seed != game.seed_hash
    assert game.is_running


def test_of_two_who_start_the_same_game_both_get_the_one_that_was_stored_first(match):
    first = start_game(match, 1)
    second = services.start_next_game(
        match=match, number=1, seed="b" * 64, seed_hash="c" * 64, rules_version="1", entries=[(0, 2.0, "{}")]
    )
    assert second == first
    assert second.seed == first.seed
    assert JournalEntry.objects.count() == 1


def test_no_more_games_than_agreed_none_out_of_turn_and_none_at_a_table_that_is_not_playing(match):
    start_game(match, 1)
    with pytest.raises(Refused, match="The game before is not over"):
        start_game(match, 2)
    for number in (0, 4):
        with pytest.raises(Refused, match="All agreed games"):
            start_game(match, number)
    waiting = open_table(person("Claire"))
    with pytest.raises(Refused, match="not being played"):
        start_game(waiting, 1)


def test_a_result_is_stored_with_the_tab_row_and_what_each_did(match, andre, bill):
    game = play_game(match, 1, ice=[7, 4], tab_row=[0, 1])
    assert game.is_scored
    assert game.tab_row == [0, 1]
    tallies = {tally.seat.player: tally for tally in game.tallies.all()}
    assert (tallies[andre].ice, tallies[andre].place, tallies[andre].called_last_call) == (7, 1, True)
    assert (tallies[bill].ice, tallies[bill].place, tallies[bill].called_last_call) == (4, 2, False)
    assert (tallies[bill].orders_taken, tallies[bill].drinks_in_play) == (2, 3)


def test_storing_a_result_again_changes_nothing(match):
    game = play_game(match, 1, ice=[7, 4], tab_row=[0, 1])
    record(game, ice=[0, 9], tab_row=[1, 0])
    game.refresh_from_db()
    assert game.tab_row == [0, 1]
    assert [tally.ice for tally in game.tallies.all()] == [7, 4]


def test_the_match_goes_on_until_the_agreed_number_of_games_has_been_played(match, andre, bill):
    play_game(match, 1, ice=[7, 4], tab_row=[0, 1])
    play_game(match, 2, ice=[1, 5], tab_row=[1, 0])
    assert again(match).status == Match.Status.PLAYING
    assert seat(match, andre).place is None
    play_game(match, 3, ice=[3, 2], tab_row=[1, 0])
    assert again(match).status == Match.Status.OVER
    assert again(match).ended_at is not None
    assert again(match).ended_why == ""
    assert [(one.total_ice, one.place) for one in (seat(match, andre), seat(match, bill))] == [(11, 2), (11, 1)]


def test_when_the_match_is_over_its_people_are_free(match, andre, bill):
    for number in (1, 2, 3):
        play_game(match, number, ice=[1, 2], tab_row=[0, 1])
    open_table(andre)
    open_table(bill)


def test_the_database_itself_keeps_one_tally_a_seat_and_one_game_a_number(match):
    game = play_game(match, 1, ice=[7, 4], tab_row=[0, 1])
    with pytest.raises(IntegrityError), transaction.atomic():
        IceTally.objects.create(game=game, seat=match.seats.get(number=0), ice=1, place=3)
    with pytest.raises(IntegrityError), transaction.atomic():
        GameRecord.objects.create(match=match, number=1, seed="a", seed_hash="b", rules_version="1")
    with pytest.raises(IntegrityError), transaction.atomic():
        JournalEntry.objects.create(game=game, number=0, at=1.0, entry="{}")


# --- Ending early


def test_ruling_a_game_ended_by_agreement_is_unscored_and_the_others_count(match, andre, bill):
    """A20: its match then counts the games that are over."""
    play_game(match, 1, ice=[7, 4], tab_row=[0, 1])
    game = start_game(match, 2)
    services.end_game_unscored(game_id=game.pk)
    services.end_game_unscored(game_id=game.pk)
    game.refresh_from_db()
    assert (game.is_running, game.is_scored, game.tallies.count()) == (False, False, 0)
    assert again(match).status == Match.Status.PLAYING
    services.end_match(match=match, why="All players agreed to end the match.")
    assert again(match).ended_why == "All players agreed to end the match."
    assert (seat(match, bill).total_ice, seat(match, bill).place) == (4, 1)


def test_when_the_last_agreed_game_ends_unscored_the_match_is_over(andre, bill):
    match = playing_match(andre, bill, games_agreed=1)
    services.end_game_unscored(game_id=start_game(match, 1).pk)
    assert again(match).status == Match.Status.OVER
    assert again(match).ended_why == "The last game was ended unscored."
    assert seat(match, andre).place is None


def test_a_match_that_ends_early_leaves_its_running_game_unscored_for_good(match):
    game = start_game(match, 1)
    services.end_match(match=match, why="All players agreed to end the match.")
    record(game, ice=[1, 2], tab_row=[0, 1])
    game.refresh_from_db()
    assert not game.is_scored
    assert not IceTally.objects.exists()


def test_ending_a_match_twice_keeps_the_first_reason(match):
    services.end_match(match=match, why="First.")
    services.end_match(match=match, why="Second.")
    assert again(match).ended_why == "First."


# --- Leaving for good


def test_whoever_leaves_for_good_is_free_and_keeps_the_seat_in_the_results(match, andre, bill):
    services.leave_for_good(match=match, player=bill)
    services.leave_for_good(match=match, player=bill)
    assert again(match).status == Match.Status.PLAYING
    assert seat(match, bill).left_at is not None
    open_table(bill)
    for number in (1, 2, 3):
        play_game(match, number, ice=[5, 2], tab_row=[0, 1])
    assert seat(match, bill).place == 1


def test_the_hosts_duty_passes_on_to_the_next_person_still_there(andre):
    bill, claire = people("Bill Claire")
    match = playing_match(andre, bill, claire)
    services.leave_for_good(match=match, player=bill)
    services.leave_for_good(match=match, player=andre)
    assert again(match).host == claire


def test_when_no_person_is_left_the_match_ends_with_the_games_that_are_over(andre, bill):
    match = playing_match(andre, bill, bots=1)
    play_game(match, 1, ice=[7, 4, 9], tab_row=[0, 1, 2])
    running = start_game(match, 2)
    services.leave_for_good(match=match, player=andre)
    services.leave_for_good(match=match, player=bill)
    running.refresh_from_db()
    assert again(match).status == Match.Status.OVER
    assert again(match).ended_why == "Everybody left."
    assert not running.is_scored
    assert seat(match, bill).place == 1


def test_nobody_leaves_a_match_without_a_seat_in_it_or_before_it_began(match):
    claire = person("Claire")
    assert refusal(services.leave_for_good, match=match, player=claire) == "You have no seat at this table."
    waiting = open_table(claire)
    assert refusal(services.leave_for_good, match=waiting, player=claire) == "This match is not being played."


def test_whoever_left_for_good_does_not_come_back_by_joining(match, bill):
    services.leave_for_good(match=match, player=bill)
    assert refusal(services.take_seat, match=match, player=bill) == "This match has already begun."


# --- Adjourning, and taking up again


@pytest.fixture
def adjourned(match: Match) -> Match:
    play_game(match, 1, ice=[7, 4], tab_row=[0, 1])
    services.adjourn_match(match=match)
    return again(match)


def test_a_match_is_adjourned_between_games_and_its_people_are_free(adjourned, andre):
    assert adjourned.status == Match.Status.ADJOURNED
    open_table(andre)


def test_a_match_is_not_adjourned_in_the_middle_of_a_game(match):
    start_game(match, 1)
    sentence = refusal(services.adjourn_match, match=match)
    assert sentence == "A match can be adjourned between two games only."
    assert again(match).status == Match.Status.PLAYING


def test_an_adjourned_match_goes_on_when_all_its_people_ask_for_it(adjourned, andre, bill):
    assert services.resume_match(match=adjourned, player=andre).status == Match.Status.ADJOURNED
    assert services.resume_match(match=adjourned, player=andre).status == Match.Status.ADJOURNED
    assert services.resume_match(match=adjourned, player=bill).status == Match.Status.PLAYING
    assert seat(adjourned, andre).is_live
    assert seat(adjourned, bill).is_live
    assert start_game(adjourned, 2).number == 2


def test_taking_up_again_after_everybody_did_changes_nothing(adjourned, andre, bill):
    services.resume_match(match=adjourned, player=andre)
    services.resume_match(match=adjourned, player=bill)
    assert services.resume_match(match=adjourned, player=bill).status == Match.Status.PLAYING


def test_whoever_sits_elsewhere_cannot_take_a_match_up_again(adjourned, andre):
    elsewhere = open_table(andre)
    with pytest.raises(SeatedElsewhere) as refused:
        services.resume_match(match=adjourned, player=andre)
    assert refused.value.match == elsewhere


def test_whoever_sat_down_elsewhere_after_asking_has_to_ask_again(adjourned, andre, bill):
    services.resume_match(match=adjourned, player=andre)
    elsewhere = open_table(andre)
    assert services.resume_match(match=adjourned, player=bill).status == Match.Status.ADJOURNED
    assert seat(adjourned, andre).resume_at is None
    services.leave_seat(match=elsewhere, player=andre)
    assert services.resume_match(match=adjourned, player=andre).status == Match.Status.PLAYING


def test_a_wish_to_take_up_again_holds_a_quarter_of_an_hour(adjourned, andre, bill):
    services.resume_match(match=adjourned, player=andre)
    long_ago = timezone.now() - datetime.timedelta(minutes=16)
    adjourned.seats.filter(player=andre).update(resume_at=long_ago)
    assert services.resume_match(match=adjourned, player=bill).status == Match.Status.ADJOURNED
    assert services.resume_match(match=adjourned, player=andre).status == Match.Status.PLAYING


def test_a_match_is_not_waited_for_whoever_left_it_for_good(adjourned, andre, bill):
    services.leave_for_good(match=adjourned, player=bill)
    assert services.resume_match(match=adjourned, player=andre).status == Match.Status.PLAYING
    assert not seat(adjourned, bill).is_live


def test_after_thirty_days_an_adjourned_match_ends_with_its_games(adjourned, andre, bill):
    Match.objects.filter(pk=adjourned.pk).update(adjourned_at=timezone.now() - datetime.timedelta(days=30, minutes=1))
    assert "30 days only" in refusal(services.resume_match, match=adjourned, player=andre)
    services.tidy(timezone.now())
    assert again(adjourned).status == Match.Status.OVER
    assert again(adjourned).ended_why == "It was not taken up again within 30 days."
    assert seat(adjourned, bill).place == 1


def test_only_those_who_sit_at_an_adjourned_match_take_it_up_again(adjourned, match):
    claire = person("Claire")
    assert "Only those who sit" in refusal(services.resume_match, match=adjourned, player=claire)
    waiting = open_table(claire)
    assert refusal(services.resume_match, match=waiting, player=claire) == "This match is not adjourned."
