"""A table before its first card: who may sit, leave, agree, start, and what is refused with which sentence."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from matches import services
from matches.models import DrinkDeck, Match, Player, Seat
from matches.services import Refused, SeatedElsewhere
from tests.matches.builders import again, names, open_table, people, person, playing_match, seat

pytestmark = pytest.mark.django_db

OPTIONS = {"games_agreed": 3, "seat_count": 4, "remaining_drinks": "all_at_once", "pace": "steady", "is_public": True}


@pytest.fixture
def andre() -> Player:
    return person("Andre")


@pytest.fixture
def bill() -> Player:
    return person("Bill")


def refusal(write: Any, **arguments: Any) -> str:
    with pytest.raises(Refused) as refused:
        write(**arguments)
    return refused.value.sentence


def change(match: Match, host: Player, **changed: Any) -> Match:
    return services.change_options(match=match, host=host, **(OPTIONS | changed))


# --- Opening a table


def test_a_new_table_has_its_seats_and_its_host_on_the_first_one(andre):
    match = open_table(andre, seat_count=5)
    assert names(match) == ["Andre", "-", "-", "-", "-"]
    assert match.host == andre
    assert match.status == Match.Status.OPEN


def test_opening_a_table_is_consent_to_its_options_and_the_consent_is_stored(andre):
    match = open_table(andre, games_agreed=1, pace="brisk", remaining_drinks="one_at_a_time")
    hosts = seat(match, andre)
    assert hosts.agreed_at is not None
    assert (
        hosts.agreed_to
        == "1 game, up to 4 players, brisk pace, remaining drinks one at a time, house drinks, no hints, no chat"
    )


def test_a_table_plays_with_the_stored_house_deck_of_75_cards(andre):
    deck = open_table(andre).deck
    assert deck == DrinkDeck.objects.get(slug="house")
    assert {kind: len(cards) for kind, cards in deck.cards.items()} == {
        "shooter": 15,
        "martini": 20,
        "highball": 20,
        "specialty": 20,
    }
    assert deck.cards["shooter"][0] == ["rum", "vodka"]


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"games_agreed": 0}, "A match has 1 to 12 games."),
        ({"games_agreed": 13}, "A match has 1 to 12 games."),
        ({"seat_count": 1}, "A table has 2 to 5 seats."),
        ({"seat_count": 6}, "A table has 2 to 5 seats."),
        ({"pace": "frantic"}, "The pace is relaxed, steady or brisk."),
        ({"remaining_drinks": "never"}, "The remaining drinks are made all at once or one at a time."),
    ],
)
def test_a_table_with_impossible_options_is_refused(andre, wrong, sentence):
    assert refusal(services.create_match, host=andre, **(OPTIONS | wrong)) == sentence
    assert not Match.objects.exists()


def test_a_private_table_has_a_secret_link_and_a_public_one_has_none(andre, bill):
    private, public = open_table(andre, is_public=False), open_table(bill)
    assert len(private.invite_token or "") == 43
    assert public.invite_token is None


def test_a_person_with_a_live_table_opens_no_second_one(andre):
    first = open_table(andre)
    with pytest.raises(SeatedElsewhere) as refused:
        open_table(andre)
    assert refused.value.match == first
    assert Match.objects.count() == 1


# --- Sitting down


def test_joining_takes_the_first_free_chair_and_stores_the_consent(andre, bill):
    match = open_table(andre)
    taken = services.take_seat(match=match, player=bill)
    assert taken.number == 1
    assert seat(match, bill).agreed_to == seat(match, andre).agreed_to != ""


def test_joining_twice_is_joining_once(andre, bill):
    match = open_table(andre)
    assert services.take_seat(match=match, player=bill) == services.take_seat(match=match, player=bill)
    assert names(match) == ["Andre", "Bill", "-", "-"]


def test_a_full_table_is_refused(andre):
    match = open_table(andre, seat_count=2)
    bill, claire = people("Bill Claire")
    services.take_seat(match=match, player=bill)
    assert refusal(services.take_seat, match=match, player=claire) == "All seats at this table are taken."


def test_one_person_sits_at_one_live_table(andre, bill):
    here = open_table(andre)
    there = open_table(bill)
    with pytest.raises(SeatedElsewhere) as refused:
        services.take_seat(match=there, player=andre)
    assert refused.value.sentence == "You already sit at another table."
    assert refused.value.match == here
    assert names(there) == ["Bill", "-", "-", "-"]


def test_the_database_itself_keeps_a_person_from_two_live_seats(andre, bill):
    open_table(andre)
    other = open_table(bill)
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.filter(match=other, number=1).update(player=andre, is_live=True)


def test_the_database_itself_keeps_a_person_from_two_seats_of_one_match(andre):
    match = open_table(andre)
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.filter(match=match, number=1).update(player=andre)


def test_the_database_itself_refuses_a_live_seat_without_a_person(andre):
    match = open_table(andre)
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.filter(match=match, number=1).update(is_live=True)


def test_the_database_itself_refuses_a_person_and_a_bot_on_one_seat(andre):
    match = open_table(andre)
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.filter(match=match, number=0).update(bot="pro")


def test_a_private_table_wants_the_token_of_its_link(andre, bill):
    match = open_table(andre, is_public=False)
    for token in ("", "guess", "Bülow", match.slug):
        assert "by invitation only" in refusal(services.take_seat, match=match, player=bill, token=token)
    services.take_seat(match=match, player=bill, token=match.invite_token)
    assert "Bill" in names(match)


def test_a_revoked_link_opens_no_door_and_a_renewed_one_makes_the_old_one_void(andre, bill):
    match = open_table(andre, is_public=False)
    first = match.invite_token
    second = services.renew_invite(match=match, host=andre)
    assert "by invitation only" in refusal(services.take_seat, match=match, player=bill, token=first)
    services.revoke_invite(match=match, host=andre)
    assert "by invitation only" in refusal(services.take_seat, match=match, player=bill, token=second)
    assert "by invitation only" in refusal(services.take_seat, match=match, player=bill, token="")
    third = services.renew_invite(match=match, host=andre)
    services.take_seat(match=match, player=bill, token=third)


def test_whoever_joins_on_options_that_were_just_changed_sits_but_has_yet_to_agree(andre, bill):
    match = open_table(andre)
    seen = seat(match, andre).agreed_to
    change(match, andre, pace="brisk")
    services.take_seat(match=match, player=bill, agreed_to=seen)
    assert seat(match, bill).agreed_at is None
    assert seat(match, bill).agreed_to == ""


@pytest.mark.parametrize(
    ("status", "sentence"),
    [
        ("playing", "This match has already begun."),
        ("adjourned", "This match has already begun; it is adjourned."),
        ("over", "This match is over."),
        ("cancelled", "This table was closed before its first card."),
    ],
)
def test_a_table_that_is_not_open_takes_nobody(andre, bill, status, sentence):
    match = open_table(andre)
    Match.objects.filter(pk=match.pk).update(status=status)
    assert refusal(services.take_seat, match=match, player=bill) == sentence


# --- Leaving, and being sent away


def test_leaving_frees_the_chair_and_the_person(andre, bill):
    match = open_table(andre)
    services.take_seat(match=match, player=bill)
    services.leave_seat(match=match, player=bill)
    services.leave_seat(match=match, player=bill)
    assert names(match) == ["Andre", "-", "-", "-"]
    open_table(bill)


def test_when_the_host_leaves_the_next_seated_person_is_host(andre):
    match = open_table(andre)
    bill, claire = people("Bill Claire")
    services.take_seat(match=match, player=bill)
    services.add_bot(match=match, host=andre, level="pro")
    services.take_seat(match=match, player=claire)
    services.leave_seat(match=match, player=andre)
    assert again(match).host == bill
    services.take_seat(match=match, player=andre)
    services.leave_seat(match=match, player=bill)
    assert again(match).host == claire, "the bot on seat 2 cannot be host, and seat 3 comes before seat 0"


def test_a_table_that_all_people_have_left_is_closed_bots_or_not(andre):
    match = open_table(andre)
    services.add_bot(match=match, host=andre, level="pro")
    services.leave_seat(match=match, player=andre)
    assert again(match).status == Match.Status.CANCELLED
    open_table(andre)


def test_after_the_start_nobody_leaves_through_the_waiting_room(andre, bill):
    match = playing_match(andre, bill)
    assert refusal(services.leave_seat, match=match, player=bill) == "This match has already begun."
    assert seat(match, bill).is_live


def test_whom_the_host_sends_away_cannot_sit_down_here_again(andre, bill):
    match = open_table(andre)
    services.take_seat(match=match, player=bill)
    services.remove_from_seat(match=match, host=andre, number=1)
    assert names(match)[1] == "-"
    assert refusal(services.take_seat, match=match, player=bill) == "The host has sent you away from this table."
    assert services.play_now(bill) != match


def test_nobody_is_sent_away_for_sitting_where_somebody_else_sat_a_moment_ago(andre, bill):
    match = open_table(andre)
    claire = person("Claire")
    services.take_seat(match=match, player=bill)
    services.leave_seat(match=match, player=bill)
    services.take_seat(match=match, player=claire)
    sentence = refusal(services.remove_from_seat, match=match, host=andre, number=1, name="Bill")
    assert sentence == "Somebody else has sat down there by now."
    services.remove_from_seat(match=match, host=andre, number=1, name="Claire")
    assert names(match)[1] == "-"


def test_only_the_host_sends_away_and_only_people_on_their_seats(andre, bill):
    match = open_table(andre)
    services.take_seat(match=match, player=bill)
    remove = services.remove_from_seat
    assert refusal(remove, match=match, host=bill, number=0) == "Only the host of the table may do that."
    assert refusal(remove, match=match, host=andre, number=2) == "Nobody sits on that seat."
    assert refusal(remove, match=match, host=andre, number=9) == "Nobody sits on that seat."
    assert "leave the table instead" in refusal(remove, match=match, host=andre, number=0)


# --- Bots


def test_bots_have_friendly_names_that_are_theirs_alone_and_say_what_they_are(andre):
    match = open_table(andre, seat_count=5)
    for level in ("rookie", "regular", "pro", "pro"):
        services.add_bot(match=match, host=andre, level=level)
    bots = list(match.seats.exclude(bot="").order_by("number"))
    assert [bot.bot for bot in bots] == ["rookie", "regular", "pro", "pro"]
    assert len({bot.bot_name for bot in bots}) == 4
    assert all(bot.bot_name.endswith(" (bot)") for bot in bots)


def test_a_bot_leaves_when_the_host_says_so_once_or_twice(andre):
    match = open_table(andre)
    services.add_bot(match=match, host=andre, level="rookie")
    services.remove_bot(match=match, host=andre, number=1)
    services.remove_bot(match=match, host=andre, number=1)
    assert names(match) == ["Andre", "-", "-", "-"]
    assert refusal(services.remove_bot, match=match, host=andre, number=4) == "No bot sits on that seat."
    assert refusal(services.remove_bot, match=match, host=andre, number=0) == "No bot sits on that seat."


def test_a_double_click_on_add_a_bot_brings_one_and_a_person_on_that_chair_only_moves_it_on(andre, bill):
    match = open_table(andre)
    for _ in range(2):
        services.add_bot(match=match, host=andre, level="pro", number=1)
    services.take_seat(match=match, player=bill)
    services.add_bot(match=match, host=andre, level="rookie", number=2)
    assert [one.bot for one in match.seats.order_by("number")] == ["", "pro", "", "rookie"]


def test_bots_are_refused_of_an_unknown_level_at_a_full_table_and_from_others_than_the_host(andre, bill):
    match = open_table(andre, seat_count=2)
    assert "rookie, a regular or a pro" in refusal(services.add_bot, match=match, host=andre, level="god")
    assert "Only the host" in refusal(services.add_bot, match=match, host=bill, level="pro")
    services.add_bot(match=match, host=andre, level="pro")
    assert "are taken" in refusal(services.add_bot, match=match, host=andre, level="pro")
    assert "Only the host" in refusal(services.remove_bot, match=match, host=bill, number=1)


# --- Options and consent


def test_changed_options_want_everybodys_consent_again_but_the_hosts(andre, bill):
    match = open_table(andre)
    services.take_seat(match=match, player=bill)
    change(match, andre, games_agreed=5)
    assert seat(match, bill).agreed_at is None
    assert seat(match, andre).agreed_to.startswith("5 games")
    services.agree(match=match, player=bill)
    assert seat(match, bill).agreed_to.startswith("5 games")


def test_options_that_stay_the_same_leave_the_consent_alone(andre, bill):
    match = open_table(andre)
    services.take_seat(match=match, player=bill)
    change(match, andre, is_public=False)
    assert seat(match, bill).agreed_at is not None
    assert again(match).invite_token


def test_consent_to_options_that_have_just_changed_is_refused(andre, bill):
    match = open_table(andre)
    services.take_seat(match=match, player=bill)
    seen = seat(change(match, andre, games_agreed=5), andre).agreed_to
    change(match, andre, games_agreed=6)
    assert "just changed" in refusal(services.agree, match=match, player=bill, agreed_to=seen)
    assert seat(match, bill).agreed_at is None


def test_only_those_who_sit_here_can_agree_and_only_the_host_changes_options(andre, bill):
    match = open_table(andre)
    assert refusal(services.agree, match=match, player=bill) == "You have no seat at this table."
    assert "Only the host" in refusal(services.change_options, match=match, host=bill, **OPTIONS)


def test_fewer_seats_take_empty_chairs_away_and_nobody_loses_a_seat(andre):
    match = open_table(andre, seat_count=5)
    bill, claire = people("Bill Claire")
    services.take_seat(match=match, player=bill)
    services.take_seat(match=match, player=claire)
    services.leave_seat(match=match, player=bill)
    change(match, andre, seat_count=2)
    assert names(match) == ["Andre", "Claire"]
    assert [one.number for one in match.seats.all()] == [0, 1]
    change(match, andre, seat_count=4)
    assert names(match) == ["Andre", "Claire", "-", "-"]


def test_fewer_seats_than_are_taken_are_refused_and_nothing_changes(andre):
    match = open_table(andre)
    for player in people("Bill Claire"):
        services.take_seat(match=match, player=player)
    sentence = refusal(services.change_options, match=match, host=andre, **(OPTIONS | {"seat_count": 2}))
    assert sentence == "More people and bots sit here than the table would have seats."
    assert again(match).seat_count == 4
    assert names(match) == ["Andre", "Bill", "Claire", "-"]


# --- Starting


def test_at_the_start_empty_chairs_vanish_and_the_seats_are_numbered_anew(andre):
    match = open_table(andre, seat_count=5)
    bill, claire = people("Bill Claire")
    services.take_seat(match=match, player=bill)
    services.take_seat(match=match, player=claire)
    services.leave_seat(match=match, player=bill)
    services.start_match(match=match, by=andre)
    assert [(one.number, one.shown_name) for one in match.seats.all()] == [(0, "Andre"), (1, "Claire")]
    assert again(match).status == Match.Status.PLAYING
    assert again(match).started_at is not None


def test_a_match_needs_two_players_and_a_bot_is_one(andre):
    match = open_table(andre)
    assert "at least two players" in refusal(services.start_match, match=match, by=andre)
    services.add_bot(match=match, host=andre, level="regular")
    assert services.start_match(match=match, by=andre).status == Match.Status.PLAYING


def test_all_players_must_agree_before_the_first_game(andre, bill):
    match = open_table(andre)
    services.take_seat(match=match, player=bill)
    change(match, andre, remaining_drinks="one_at_a_time")
    assert refusal(services.start_match, match=match, by=andre) == "Bill has not agreed to the options yet."
    services.agree(match=match, player=bill)
    services.start_match(match=match, by=andre)
    assert again(match).status == Match.Status.PLAYING


def test_only_the_host_starts_and_a_second_press_changes_nothing(andre, bill):
    match = open_table(andre)
    services.take_seat(match=match, player=bill)
    assert "Only the host" in refusal(services.start_match, match=match, by=bill)
    started_at = services.start_match(match=match, by=andre).started_at
    assert services.start_match(match=match, by=andre).started_at == started_at


def test_the_host_need_not_wait_bots_take_the_empty_chairs(andre, bill):
    match = open_table(andre)
    services.take_seat(match=match, player=bill)
    services.fill_and_start(match=match, by=andre)
    assert [one.bot for one in match.seats.all()] == ["", "", "regular", "regular"]
    assert again(match).status == Match.Status.PLAYING
