"""A match is played once more: one press opens the table, every other press leads to it."""

from __future__ import annotations

import datetime

import pytest
from django.utils import timezone

from matches import selectors, services
from matches.models import League, Match, Player
from tests.history.texts import text_of
from tests.matches.builders import again, names, open_table, over_match, people, person, play_game, playing_match, seat
from tests.pages.visitors import browser_of, visitor

pytestmark = pytest.mark.django_db


def press(player: Player, match: Match):
    return browser_of(player).post(f"/matches/{match.slug}/rematch/", follow=True)


def rematch_of(match: Match) -> Match:
    found = again(match).rematch
    assert found is not None
    return found


def test_the_first_press_opens_a_table_with_the_same_options():
    andre, bill = people("Andre Bill")
    match = over_match(andre, bill, pace="brisk", remaining_drinks="one_at_a_time", is_public=False)
    page = press(bill, match)
    table = rematch_of(match)
    assert page.redirect_chain == [(f"/tables/{table.slug}/", 302)]
    assert table.host == bill
    for option in ("pace", "remaining_drinks", "games_agreed", "seat_count", "is_public", "hints", "chat"):
        assert getattr(table, option) == getattr(match, option)


def test_every_other_press_leads_to_the_same_table_and_takes_the_kept_chair():
    andre, bill, claire = people("Andre Bill Claire")
    match = over_match(andre, bill, claire)
    for player in (andre, bill, claire, bill, andre):
        press(player, match)
    assert Match.objects.count() == 2
    assert sorted(names(rematch_of(match))) == ["Andre", "Bill", "Claire"]


def test_bots_sit_down_again_at_once():
    andre, bill = people("Andre Bill")
    match = over_match(andre, bill, bots=2)
    press(andre, match)
    bots = set(match.seats.exclude(bot="").values_list("bot", "bot_name"))
    assert set(rematch_of(match).seats.exclude(bot="").values_list("bot", "bot_name")) == bots
    assert len(bots) == 2


def test_people_sit_in_the_same_order_as_before():
    andre, bill, claire, doris = people("Andre Bill Claire Doris")
    match = over_match(andre, bill, claire, doris)
    for player in (claire, andre, doris, bill):
        press(player, match)
    assert names(rematch_of(match)) == ["Claire", "Doris", "Andre", "Bill"]


def test_a_stranger_does_not_get_a_kept_chair_until_a_few_minutes_have_gone():
    andre, bill = people("Andre Bill")
    match = over_match(andre, bill)
    press(andre, match)
    table = rematch_of(match)
    stranger, browser = visitor("Claire")
    assert "kept for Bill" in text_of(browser.get(f"/tables/{table.slug}/"))
    refused = browser.post(f"/tables/{table.slug}/join/", follow=True)
    assert "kept for a few minutes" in text_of(refused)
    assert not table.seats.filter(player=stranger).exists()
    Match.objects.filter(pk=table.pk).update(created_at=timezone.now() - datetime.timedelta(minutes=6))
    browser.post(f"/tables/{table.slug}/join/")
    assert table.seats.filter(player=stranger).exists()
    assert "All seats at this table are taken." in text_of(press(bill, match))


def test_whoever_a_chair_is_kept_for_may_see_and_join_a_private_table_without_a_link():
    andre, bill = people("Andre Bill")
    match = over_match(andre, bill, is_public=False)
    press(andre, match)
    table = rematch_of(match)
    assert browser_of(bill).get(f"/tables/{table.slug}/").status_code == 200
    assert browser_of(person("Claire")).get(f"/tables/{table.slug}/").status_code == 403
    browser_of(bill).post(f"/tables/{table.slug}/join/")
    assert names(table) == ["Andre", "Bill"]


def test_the_others_find_the_rematch_on_the_match_page_and_in_the_lobby():
    andre, bill = people("Andre Bill")
    match = over_match(andre, bill)
    assert "Rematch" in text_of(browser_of(bill).get(f"/matches/{match.slug}/"))
    press(andre, match)
    table = rematch_of(match)
    assert "Andre wants a rematch" in text_of(browser_of(bill).get(f"/matches/{match.slug}/"))
    assert "Andre wants a rematch, and a seat is kept for you." in text_of(browser_of(bill).get("/tables/"))
    assert "You have a seat." in text_of(browser_of(andre).get(f"/matches/{match.slug}/"))
    press(bill, match)
    assert selectors.rematches_for(bill) == []
    services.start_match(match=table, by=andre)
    assert "You have a seat." in text_of(browser_of(bill).get(f"/matches/{match.slug}/"))


def test_a_stranger_is_offered_no_rematch_and_gets_none(client):
    match = over_match(*people("Andre Bill"))
    assert "Rematch" not in text_of(client.get(f"/matches/{match.slug}/"))
    assert "Only those who sat at this match can ask for a rematch." in text_of(press(person("Claire"), match))
    assert client.post(f"/matches/{match.slug}/rematch/").status_code == 200  # asked who they are
    assert Match.objects.count() == 1


def test_a_match_that_is_not_over_has_no_rematch():
    andre, bill = people("Andre Bill")
    match = playing_match(andre, bill)
    assert "when it is over" in str(refusal_of(match, andre))
    services.adjourn_match(match=match)
    assert "when it is over" in str(refusal_of(match, andre))
    assert Match.objects.count() == 1


def refusal_of(match: Match, player: Player) -> services.Refused:
    with pytest.raises(services.Refused) as refused:
        services.play_again(match=match, player=player)
    return refused.value


def test_whoever_sits_elsewhere_is_told_where():
    andre, bill = people("Andre Bill")
    match = over_match(andre, bill)
    elsewhere = open_table(andre)
    page = press(andre, match)
    assert f'<a href="/tables/{elsewhere.slug}/">Go to your table</a>' in page.content.decode()
    assert again(match).rematch is None


def test_a_rematch_that_came_to_nothing_can_be_asked_for_anew():
    andre, bill = people("Andre Bill")
    match = over_match(andre, bill)
    press(andre, match)
    first = rematch_of(match)
    services.leave_seat(match=first, player=andre)
    assert again(first).status == "cancelled"
    press(bill, match)
    assert rematch_of(match) != first


def test_a_rematch_that_has_begun_without_somebody_says_so():
    andre, bill, claire = people("Andre Bill Claire")
    match = over_match(andre, bill, claire)
    press(andre, match)
    press(bill, match)
    services.start_match(match=rematch_of(match), by=andre)
    assert "It has begun without you." in text_of(browser_of(claire).get(f"/matches/{match.slug}/"))
    assert str(refusal_of(match, claire)) == "The rematch has begun without you."


def test_no_chair_is_kept_for_those_who_left_or_are_deleted():
    andre, bill, claire, doris = people("Andre Bill Claire Doris")
    match = playing_match(andre, bill, claire, doris, games_agreed=1)
    services.leave_for_good(match=match, player=bill)
    play_game(match, 1, ice=[1, 2, 3, 4], tab_row=[0, 1, 2, 3])
    Player.objects.filter(pk=claire.pk).update(deleted_at=timezone.now())
    press(andre, match)
    assert list(rematch_of(match).seats.exclude(kept_for=None).values_list("kept_for__name", flat=True)) == ["Doris"]


def test_the_host_may_give_a_kept_chair_to_a_bot_and_start():
    andre, bill = people("Andre Bill")
    match = over_match(andre, bill)
    press(andre, match)
    table = rematch_of(match)
    services.fill_and_start(match=table, by=andre)
    assert again(table).status == "playing"
    assert seat(table, andre).is_live
    assert table.seats.exclude(kept_for=None).count() == 0


def test_a_kept_chair_is_no_free_seat_in_the_lobby(client):
    andre, bill = people("Andre Bill")
    match = over_match(andre, bill)
    press(andre, match)
    (listed,) = selectors.open_tables()
    assert listed.is_full
    assert "kept for Bill" in text_of(client.get("/tables/"))


def test_a_match_of_a_league_is_played_once():
    andre, bill = people("Andre Bill")
    match = over_match(andre, bill)
    league = League.objects.create(slug="summer", name="Summer", host=andre, calendar_token="secret")
    Match.objects.filter(pk=match.pk).update(league=league)
    assert "Rematch" not in text_of(browser_of(andre).get(f"/matches/{match.slug}/"))
    assert "Matches of a league are played once." in str(refusal_of(match, andre))
