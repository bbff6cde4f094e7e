"""manage.py make_history: plausible matches in bulk, the newest with journals that hold to the rules."""

from __future__ import annotations

import datetime
import io
import json

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from game import archive
from game.history_maker import HistoryMaker
from game.history_plan import Planner, played_patterns, tab_row
from game.made_up import made_up_game, seed_of
from game.record import answer
from game.rules import HOUSE_DECK
from game.verify import verify
from matches import scoring
from matches.leagues.season import lines_of
from matches.models import (
    GameRecord,
    IceTally,
    JournalEntry,
    League,
    Match,
    Player,
    RoundTable,
    Season,
    Seat,
)
from matches.playing import game_results
from matches.selectors_history import career_of
from tests.history.texts import slugs_of
from tests.matches.builders import over_match, people


def made(**options) -> str:
    told = io.StringIO()
    sizes = {"games": 60, "players": 30, "records": 2, "force": True} | options
    call_command("make_history", stdout=told, **sizes)
    return told.getvalue()


# --- One made-up game


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("remaining", ["all_at_once", "one_at_a_time"])
def test_a_made_up_game_is_played_to_its_end_by_the_rules(seats, remaining):
    played = made_up_game(
        number=1,
        games_agreed=1,
        seed=seed_of("test", seats, remaining),
        seats=seats,
        pace="brisk",
        remaining_drinks=remaining,
        drink_deck=HOUSE_DECK,
        priority=(),
        began_at=1_700_000_000.0,
    )
    assert played.state.ended == "scored"
    assert [number for number, _, _ in played.rows] == list(range(len(played.rows)))
    times = [at for _, at, _ in played.rows]
    assert times == sorted(times)
    assert {"shout", "verdict"} <= {json.loads(entry).get("entry") for _, _, entry in played.rows}


def test_the_same_seed_plans_the_same_history():
    patterns = played_patterns("1", 1)
    plans = [list(Planner("7", 50, patterns).matches(40)) for _ in range(2)]
    assert plans[0] == plans[1]
    assert sum(len(match.games) for match in plans[0]) == 40
    for match in plans[0]:
        seated = [player for player in match.players if player is not None]
        assert len(seated) == len(set(seated)) >= 1
        for game in match.games:
            assert sorted(line.place for line in game) == list(range(1, len(match.players) + 1))
            assert [line.called_last_call for line in game].count(True) == 1
            assert game[tab_row(game)[0]].called_last_call


# --- A whole history


@pytest.fixture
def history(db) -> None:
    made()


def test_a_history_has_as_many_games_and_players_as_were_asked_for(history):
    assert GameRecord.objects.filter(is_scored=True).count() == 60
    assert Player.objects.count() == 30
    assert not Match.objects.exclude(status="over").exists()


def test_the_stored_results_are_those_that_follow_from_the_games(history):
    for match in Match.objects.all():
        ranked = [(one.seat, one.place, one.total) for one in scoring.ranking(game_results(match))]
        stored = match.seats.exclude(place=None).order_by("place").values_list("number", "place", "total_ice")
        assert ranked == list(stored)
        for game in match.games.filter(is_scored=True):
            places = IceTally.objects.filter(game=game).order_by("place").values_list("seat__number", flat=True)
            assert list(places) == game.tab_row


def test_the_newest_games_have_records_that_replay_and_verify(history):
    recorded = GameRecord.objects.exclude(seed="").select_related("match__deck").order_by("pk")
    assert recorded.count() == 2
    assert recorded.first().pk > GameRecord.objects.filter(seed="", is_scored=True).order_by("-pk").first().pk
    for game in recorded:
        document = archive.record_document(game)
        replayed = answer(document)
        assert replayed["ok"], replayed
        stored = {f"{tally.seat.number}": tally.ice for tally in game.tallies.select_related("seat")}
        names = archive.names_of(game.match)
        assert replayed["ice"] == {names[seat]: ice for seat, ice in stored.items()}
        assert all(one.is_fair for one in verify(document, archive.drink_decks()))


def test_a_match_with_records_is_one_valid_match_record(history, client):
    match = GameRecord.objects.exclude(seed="").order_by("pk").first().match
    Match.objects.update(is_public=True)
    response = client.get(f"/matches/{match.slug}/record.json")
    assert answer(json.loads(response.content))["ok"]


def test_every_page_of_a_made_up_history_works(history, client):
    addresses = ["/matches/", "/tables/", *(f"/players/{player.pk}/" for player in Player.objects.all())]
    for match in Match.objects.filter(is_public=True):
        addresses += [match.page_path, f"{match.page_path}sheet.csv", f"{match.page_path}sheet.json"]
        addresses += [f"{match.page_path}games/{game.number}/" for game in match.games.all()]
    for address in addresses:
        assert client.get(address).status_code == 200, address
    assert slugs_of(client.get("/matches/"))


def test_the_careers_add_up_to_all_that_was_played_by_people(history):
    careers = [career_of(player) for player in Player.objects.all()]
    assert sum(career.games for career in careers) == IceTally.objects.exclude(seat__player=None).count()
    assert sum(career.wins for career in careers) == Seat.objects.filter(place=1).exclude(player=None).count()


def test_leagues_have_seasons_whose_standings_count_every_match(db, client):
    made(games=600, leagues=2, records=0)
    assert GameRecord.objects.filter(is_scored=True).count() == 600
    assert League.objects.count() == 2
    assert not RoundTable.objects.filter(match=None).exists()
    for season in Season.objects.all():
        tables = RoundTable.objects.filter(round__season=season)
        sat = sum(table.match.seats.count() for table in tables.select_related("match"))
        lines = lines_of(season)
        assert sum(line.matches for line in lines) == sat
        assert len(lines) == season.entrants.count()
        assert (season.frozen is not None) == (season.closed_at is not None)
    open_seasons = Season.objects.filter(closed_at=None)
    assert open_seasons.count() == 2
    league = League.objects.first()
    League.objects.update(is_public=True)
    Match.objects.update(is_public=True)
    assert slugs_of(client.get(f"/matches/?league={league.slug}"))


@pytest.mark.django_db
def test_it_refuses_more_leagues_than_the_games_are_enough_for():
    with pytest.raises(CommandError, match="So many leagues alone have"):
        made(games=20, leagues=3)
    assert not Player.objects.exists()


def test_more_can_be_made_on_top(history):
    made(games=10, players=12, records=0, seed="2")
    assert GameRecord.objects.filter(is_scored=True).count() == 70
    assert JournalEntry.objects.values("game").distinct().count() == 2


# --- Never by accident


@pytest.mark.django_db
def test_it_refuses_a_site_for_others(settings):
    settings.DEBUG = False
    with pytest.raises(CommandError, match="DEBUG is off"):
        made(force=False)
    assert not Player.objects.exists()


@pytest.mark.django_db
def test_it_refuses_where_matches_have_been_played(settings):
    settings.DEBUG = True
    over_match(*people("Andre Bill"))
    with pytest.raises(CommandError, match="matches in this database already"):
        made(force=False)
    assert Player.objects.count() == 2


@pytest.mark.django_db
@pytest.mark.parametrize("sizes", [{"games": 0}, {"players": 9}, {"leagues": -1}, {"records": -1}])
def test_it_refuses_sizes_that_make_no_history(sizes):
    with pytest.raises(CommandError, match="At least 1 game"):
        made(**sizes)


@pytest.mark.django_db
def test_a_million_games_are_spread_over_the_whole_span():
    """A moment is reckoned from a share of the span: the span times the games would be too long for a date."""
    until = timezone.now()
    maker = HistoryMaker(
        seed="1", games=1_000_000, players=20, leagues=0, records=0, until=until, tell=lambda news: None
    )
    plan = next(maker_plans(maker))
    maker.games_planned = 999_990
    assert until - datetime.timedelta(days=2) < maker._moment_of_next(plan) < until


def maker_plans(maker: HistoryMaker):
    return Planner("1", maker.players, played_patterns("1", 1)).matches(1)
