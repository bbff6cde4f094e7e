"""The match list, the page of a match with its score sheet, and players' pages."""

from __future__ import annotations

import datetime
import re

import pytest
from django.utils import timezone

from matches import selectors, services
from matches.models import Match, Player
from tests.matches.builders import again, open_table, over_match, people, person, play_game, playing_match, start_game
from tests.pages.visitors import browser_of, visitor

pytestmark = pytest.mark.django_db


def text_of(response) -> str:
    """What a reader sees, one blank between words."""
    return " ".join(re.sub(r"<[^>]*>", " ", response.content.decode()).split())


# --- The page of a match


@pytest.fixture
def tied() -> Match:
    """Two games between Andre, Bill and Claire; Andre and Bill have 11 ice each, and Bill settled up earlier."""
    match = playing_match(*people("Andre Bill Claire"), games_agreed=2)
    play_game(match, 1, ice=[4, 9, 5], tab_row=[0, 2, 1])
    play_game(match, 2, ice=[7, 2, 8], tab_row=[1, 0, 2])
    return again(match)


def test_the_score_sheet_has_games_down_players_across_with_ice_and_running_totals(client, tied):
    page = text_of(client.get(f"/matches/{tied.slug}/"))
    assert "Game Andre Bill Claire Settled up first Game 1" in page
    assert "Game 1 4 total 4 won last call 9 total 9 5 total 5 Andre" in page
    assert "Game 2 7 total 11 2 total 11 won last call 8 total 13 Bill Total 11 11 13" in page
    assert "Game 1: settled up Andre , then Claire , then Bill" in page
    assert "Game 2: settled up Bill , then Andre , then Claire" in page


def test_the_result_says_in_words_how_a_tie_was_broken(client, tied):
    page = text_of(client.get(f"/matches/{tied.slug}/"))
    assert "Bill won with 11 ice" in page
    assert "Bill 11 ice (11 ice each; settled up earlier in game 2)" in page
    assert "Andre 11 ice (11 ice each; settled up later in game 2)" in page
    assert "Claire 13 ice" in page


def test_each_game_links_to_its_own_page(client, tied):
    html = client.get(f"/matches/{tied.slug}/").content.decode()
    assert f'href="/matches/{tied.slug}/games/1/"' in html
    assert f'href="/matches/{tied.slug}/games/2/"' in html


def test_a_match_that_ended_early_says_why_and_counts_the_games_that_are_over(client):
    match = playing_match(*people("Andre Bill"))
    play_game(match, 1, ice=[4, 9], tab_row=[0, 1])
    start_game(match, 2)
    services.end_match(match=match, why="All players agreed to end the match.")
    page = text_of(client.get(f"/matches/{match.slug}/"))
    assert "All players agreed to end the match." in page
    assert "Andre won with 4 ice" in page
    assert "Game 2 ended without a score" in page


def test_a_match_in_which_no_game_was_scored_has_no_winner(client):
    match = playing_match(*people("Andre Bill"))
    services.end_match(match=match, why="Everybody left.")
    page = text_of(client.get(f"/matches/{match.slug}/"))
    assert "No game has been played." in page
    assert "won" not in page
    assert "No game was scored." in text_of(client.get("/matches/"))


def test_a_match_under_way_shows_the_sheet_so_far_and_the_way_to_the_table(client):
    match = playing_match(*people("Andre Bill"))
    play_game(match, 1, ice=[4, 9], tab_row=[0, 1])
    start_game(match, 2)
    page = client.get(f"/matches/{match.slug}/")
    assert "So far" in text_of(page)
    assert "Game 2 being played" in text_of(page)
    assert f'href="/tables/{match.slug}/"' in page.content.decode()
    assert "won with" not in text_of(page)


def test_whoever_left_for_good_is_named_and_said_to_have_left(client):
    andre, bill = people("Andre Bill")
    match = playing_match(andre, bill, games_agreed=1)
    services.leave_for_good(match=match, player=bill)
    play_game(match, 1, ice=[4, 3], tab_row=[0, 1])
    assert "Bill 3 ice left for good; a bot played on" in text_of(client.get(f"/matches/{match.slug}/"))


def test_a_deleted_players_results_stay_under_deleted_player(client, tied):
    Player.objects.filter(name="Andre").update(deleted_at=timezone.now())
    page = text_of(client.get(f"/matches/{tied.slug}/"))
    assert "deleted player 11 ice" in page
    assert "Andre" not in page


def test_a_private_match_is_read_by_those_who_sat_there_only(client):
    andre, browser = visitor("Andre")
    match = over_match(andre, person("Bill"), is_public=False)
    assert "Andre won" in text_of(browser.get(f"/matches/{match.slug}/"))
    page = client.get(f"/matches/{match.slug}/")
    assert page.status_code == 403
    assert "This match is private" in text_of(page)
    assert "Andre" not in text_of(page)
    _, stranger = visitor("Claire")
    assert stranger.get(f"/matches/{match.slug}/").status_code == 403


def test_a_table_before_its_first_card_has_no_match_page_yet(client):
    match = open_table(person("Andre"))
    assert client.get(f"/matches/{match.slug}/").url == f"/tables/{match.slug}/"


@pytest.mark.parametrize("address", ["/matches/nosuch/", "/players/999/", f"/players/{10**30}/"])
def test_an_unknown_match_or_player_is_a_friendly_404(client, address):
    page = client.get(address)
    assert page.status_code == 404
    assert "There is no" in text_of(page)
    assert "To the open tables" in text_of(page)


# --- Taking up again


def test_an_adjourned_match_is_taken_up_again_from_its_page():
    andre, andres = visitor("Andre")
    bill, bills = visitor("Bill")
    match = playing_match(andre, bill)
    services.adjourn_match(match=match)
    address = f"/matches/{match.slug}/"
    assert "Take it up again" in text_of(andres.get(address))
    page = andres.post(f"{address}resume/", follow=True)
    assert page.redirect_chain == [(address, 302)]
    assert "You are ready" in text_of(page)
    assert bills.post(f"{address}resume/").url == f"/tables/{match.slug}/"
    assert again(match).status == Match.Status.PLAYING


def test_a_stranger_sees_an_adjourned_match_without_the_button(client):
    andre, bill = people("Andre Bill")
    match = playing_match(andre, bill)
    services.adjourn_match(match=match)
    page = client.get(f"/matches/{match.slug}/")
    assert "Adjourned" in text_of(page)
    assert "Take it up again" not in text_of(page)
    _, stranger = visitor("Claire")
    refused = stranger.post(f"/matches/{match.slug}/resume/", follow=True)
    assert "Only those who sit at this match can take it up again." in text_of(refused)


def test_whoever_sits_elsewhere_is_told_where():
    andre, browser = visitor("Andre")
    match = playing_match(andre, person("Bill"))
    services.adjourn_match(match=match)
    elsewhere = open_table(andre)
    page = browser.post(f"/matches/{match.slug}/resume/", follow=True)
    assert f'<a href="/tables/{elsewhere.slug}/">Go to your table</a>' in page.content.decode()


# --- The list


def test_the_list_shows_public_matches_that_are_over_newest_first(client):
    old = over_match(*people("Andre Bill"))
    new = over_match(*people("Claire Doris"), ice=[5, 3])
    over_match(*people("Edgar Frieda"), is_public=False)
    open_table(person("Gerd"))
    Match.objects.filter(pk=old.pk).update(ended_at=timezone.now() - datetime.timedelta(days=1))
    page = text_of(client.get("/matches/"))
    assert page.index("Claire") < page.index("Andre")
    assert "Doris : 3 ice won Claire : 5 ice" in page
    assert "Edgar" not in page
    assert "Gerd" not in page
    assert f'href="/matches/{new.slug}/"' in client.get("/matches/").content.decode()


def test_one_finds_ones_own_adjourned_match_on_the_list():
    andre, browser = visitor("Andre")
    match = playing_match(andre, person("Bill"))
    services.adjourn_match(match=match)
    assert f'href="/matches/{match.slug}/">Take it up again' in browser.get("/matches/").content.decode()


def over_matches(count: int) -> list[Match]:
    """Bare rows, the newest first; each third shares its end with the one before."""
    now = timezone.now()
    rows = [
        Match(slug=f"m{index}", status="over", ended_at=now - datetime.timedelta(hours=index - (index % 3 == 2)))
        for index in range(count)
    ]
    Match.objects.bulk_create(rows)
    return sorted(Match.objects.all(), key=lambda match: (match.ended_at, match.pk), reverse=True)


def test_paging_through_the_list_shows_every_match_once(client):
    expected = [match.slug for match in over_matches(45)]
    seen, address = [], "/matches/"
    for _ in range(3):
        html = client.get(address).content.decode()
        seen += re.findall(r'<h3><a href="/matches/(m\d+)/"', html)
        older = re.search(r'href="(\?before=[^"]*)">Older', html)
        address = "/matches/" + (older[1] if older else "")
    assert seen == expected
    assert older is None


def test_the_next_page_stays_put_when_newer_matches_end_meanwhile(client):
    over_matches(25)
    older = re.search(r'href="(\?before=[^"]*)">Older', client.get("/matches/").content.decode())[1]
    before = re.findall(r"/matches/(m\d+)/", client.get(f"/matches/{older}").content.decode())
    Match.objects.create(slug="brandnew", status="over", ended_at=timezone.now() + datetime.timedelta(hours=1))
    assert re.findall(r"/matches/(m\d+)/", client.get(f"/matches/{older}").content.decode()) == before


@pytest.mark.parametrize(
    "cursor", ["x", "-", "2026", "20261129T000000.000000-", "20261129T000000.000000-abc", "99991399T-5", "٣-٣", "%00-1"]
)
def test_a_cursor_that_is_none_shows_the_newest_matches(client, cursor):
    over_matches(1)
    page = client.get("/matches/", {"before": cursor})
    assert page.status_code == 200
    assert b"/matches/m0/" in page.content


# --- A player's page


def test_a_players_page_shows_matches_wins_and_ice_per_game(client):
    andre, bill = people("Andre Bill")
    over_match(andre, bill, ice=[2, 6])
    match = playing_match(andre, bill, games_agreed=2)
    play_game(match, 1, ice=[9, 1], tab_row=[0, 1])
    play_game(match, 2, ice=[4, 0], tab_row=[0, 1])
    page = text_of(client.get(f"/players/{andre.pk}/"))
    assert "Matches 2 Won 1 Games 3 Ice per game 5.0 Orders taken 6 Last calls called 3" in page


def test_a_player_who_has_not_played_has_no_ice_per_game(client):
    page = text_of(client.get(f"/players/{person('Andre').pk}/"))
    assert "Matches 0 Won 0 Games 0 Ice per game –" in page
    assert "No match has been played to its end yet." in page


def test_private_matches_are_listed_on_ones_own_page_only(client):
    andre, bill = people("Andre Bill")
    match = over_match(andre, bill, is_public=False)
    link = f"/matches/{match.slug}/"
    assert link in browser_of(andre).get(f"/players/{andre.pk}/").content.decode()
    assert link not in client.get(f"/players/{andre.pk}/").content.decode()
    assert link not in browser_of(bill).get(f"/players/{andre.pk}/").content.decode()


# --- Who may see what


def test_who_may_see_a_table():
    andre, bill = people("Andre Bill")
    private = open_table(andre, is_public=False)
    assert selectors.may_see(private, andre)
    assert not selectors.may_see(private, bill)
    assert not selectors.may_see(private, None)
    assert selectors.may_see(private, None, private.invite_token)
    assert not selectors.may_see(private, None, "x")
    services.revoke_invite(match=private, host=andre)
    assert not selectors.may_see(again(private), None, "")
    assert not selectors.may_see(again(private), None, "None")
