"""The match list: filters, pages by cursor, and what it says when there is nothing."""

from __future__ import annotations

import datetime
from itertools import product

import django
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from matches.models import League, Match, Member, Player
from matches.selectors_history import PAGE_SIZE, Filters, match_history
from tests.history.texts import older_of, slugs_of, text_of
from tests.matches.builders import over_match, people, person
from tests.pages.visitors import browser_of

pytestmark = pytest.mark.django_db
NOON = datetime.datetime(2026, 3, 15, 12, tzinfo=datetime.UTC)


def bare(slug: str, ended_at: datetime.datetime = NOON, **options) -> Match:
    return Match.objects.create(slug=slug, status="over", ended_at=ended_at, **options)


def every_page(client, address: str) -> list[str]:
    seen: list[str] = []
    for _ in range(50):
        page = client.get(address)
        seen += slugs_of(page)
        older = older_of(page)
        if older is None:
            return seen
        address = "/matches/" + older
    raise AssertionError("the pages do not come to an end")


# --- One filter each


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("pace=brisk", ["brisk"]),
        ("remaining=one_at_a_time", ["single"]),
        ("seats=2", ["two"]),
        ("games=12", ["twelve"]),
        ("pace=brisk&games=12", []),
        ("pace=steady&seats=4&games=3&remaining=all_at_once", ["usual"]),
    ],
)
def test_the_list_can_be_narrowed_by_each_option(client, query, found):
    bare("usual")
    bare("brisk", pace="brisk")
    bare("single", remaining_drinks="one_at_a_time")
    bare("two", seat_count=2)
    bare("twelve", games_agreed=12)
    assert slugs_of(client.get(f"/matches/?{query}")) == found


def test_both_days_of_a_span_count_to_their_last_second(client):
    bare("before", NOON.replace(day=14, hour=23, minute=59, second=59))
    bare("first", NOON.replace(day=15, hour=0))
    bare("last", NOON.replace(day=16, hour=23, minute=59, second=59))
    bare("after", NOON.replace(day=17, hour=0))
    assert slugs_of(client.get("/matches/?since=2026-03-15&until=2026-03-16")) == ["last", "first"]
    assert slugs_of(client.get("/matches/?since=2026-03-16")) == ["after", "last"]
    assert slugs_of(client.get("/matches/?until=2026-03-15")) == ["first", "before"]
    assert slugs_of(client.get("/matches/?until=2026-03-15&pace=steady")) == ["first", "before"]
    assert len(slugs_of(client.get("/matches/?since=0001-01-01&until=9999-12-31"))) == 4


def test_a_player_is_found_by_name_also_when_it_is_written_differently(client):
    andre, bill = Player.objects.create(name="André", name_key="andre"), person("Bill")
    match = over_match(andre, bill)
    over_match(bill, person("Claire"))
    for name in ("André", "andre", "ANDRE", " andré "):
        page = client.get("/matches/", {"name": name})
        assert slugs_of(page) == [match.slug]
        assert "Matches of André" in text_of(page)


def test_a_name_that_nobody_has_gets_a_sentence_and_the_similar_ones(client):
    andrea = Player.objects.create(name="Andrea", name_key="andrea")
    page = client.get("/matches/?name=Andre&pace=brisk")
    assert page.status_code == 422
    assert "Nobody has that name." in text_of(page)
    assert "Do you mean Andrea ?" in text_of(page)
    assert f'href="?player={andrea.pk}&amp;pace=brisk"' in page.content.decode()


def test_private_matches_are_on_ones_own_list_only(client):
    andre, bill = people("Andre Bill")
    match = over_match(andre, bill, is_public=False)
    assert slugs_of(browser_of(andre).get(f"/matches/?player={andre.pk}")) == [match.slug]
    assert slugs_of(browser_of(andre).get(f"/matches/?player={andre.pk}&pace=steady")) == [match.slug]
    for browser in (client, browser_of(bill)):
        assert slugs_of(browser.get(f"/matches/?player={andre.pk}")) == []
        assert slugs_of(browser.get("/matches/?pace=steady")) == []
    assert slugs_of(browser_of(andre).get("/matches/?pace=steady")) == []


# --- What is no filter


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("pace=slow", "That is none of the choices."),
        ("seats=9", "That is none of the choices."),
        ("games=0", "That is none of the choices."),
        ("games=٣", "That is none of the choices."),
        ("remaining=never", "That is none of the choices."),
        ("since=yesterday", "Give a day as year, month and day, for example 2026-03-31."),
        ("until=2026-02-30", "Give a day as year, month and day, for example 2026-03-31."),
        ("since=2026-03-02&until=2026-03-01", "The last day is before the first one."),
        ("player=999999", "There is no such player."),
        ("name=%00", "Null characters are not allowed."),
        ("name=" + "x" * 81, "at most 80 characters"),
    ],
)
def test_a_filter_that_is_none_gets_a_sentence_and_no_list(client, query, sentence):
    bare("one")
    page = client.get(f"/matches/?{query}")
    assert page.status_code == 422
    assert sentence in text_of(page)
    assert slugs_of(page) == []


@pytest.mark.parametrize("number", ["x", "-1", "0", "1e3", str(2**63), "9" * 40])
def test_a_forged_player_number_is_no_error_of_ours(client, number):
    assert client.get(f"/matches/?player={number}").status_code == 422


def test_what_means_nothing_in_the_address_is_passed_over(client):
    bare("one")
    assert slugs_of(client.get("/matches/?colour=red&csrf=1")) == ["one"]


# --- Pages


@pytest.mark.parametrize(
    "query", ["", "pace=steady", "since=2020-01-01", "pace=steady&since=2020-01-01&seats=4", "own"]
)
def test_the_pages_show_every_match_once_newest_first_whatever_the_filter(client, query):
    andre = person("Andre")
    for number in range(2 * PAGE_SIZE + 5):
        match = bare(f"m{number}", NOON - datetime.timedelta(hours=number // 3))
        match.seats.create(number=0, player=andre)
    bare("other", pace="brisk", ended_at=NOON - datetime.timedelta(days=4000))
    address = f"/matches/?player={andre.pk}" if query == "own" else f"/matches/?{query}"
    expected = Match.objects.order_by("-ended_at", "-pk").values_list("slug", flat=True)
    assert every_page(client, address) == [slug for slug in expected if slug != "other" or not query]


def test_matches_that_end_while_one_turns_the_pages_move_nothing(client):
    for number in range(PAGE_SIZE * 2):
        bare(f"m{number:02}", NOON - datetime.timedelta(hours=number))
    for query in ("/matches/", "/matches/?pace=steady"):
        first = client.get(query)
        bare(f"new{Match.objects.count()}", NOON + datetime.timedelta(days=1))
        second = client.get("/matches/" + str(older_of(first)))
        both = [slug for slug in slugs_of(first) + slugs_of(second) if slug.startswith("m")]
        assert both == [f"m{number:02}" for number in range(len(both))]
        assert len(both) >= 2 * PAGE_SIZE - 1


def test_filters_survive_paging(client):
    for number in range(PAGE_SIZE + 1):
        bare(f"b{number}", NOON - datetime.timedelta(hours=number), pace="brisk")
        bare(f"s{number}", NOON - datetime.timedelta(hours=number))
    page = client.get("/matches/?pace=brisk&since=2020-01-01")
    second = client.get("/matches/" + str(older_of(page)))
    assert slugs_of(second) == [f"b{PAGE_SIZE}"]
    assert '<option value="brisk" selected>' in second.content.decode()
    assert 'href="/matches/?since=2020-01-01&amp;pace=brisk">Newest' in second.content.decode()


def test_an_empty_list_says_why_it_is_empty(client):
    assert "No match has been played to its end yet." in text_of(client.get("/matches/"))
    assert "No match fits. Fewer filters find more." in text_of(client.get("/matches/?pace=brisk"))
    only = bare("only")
    cursor = f"{NOON:%Y%m%dT%H%M%S.%f}-{only.pk}"
    assert "There are no older matches." in text_of(client.get(f"/matches/?before={cursor}"))


def test_rare_options_are_found_as_exactly_as_by_looking_at_every_match():
    """The quick way through the index against a plain walk, for every choice of options."""
    kinds = list(product(["relaxed", "steady"], [2, 5], [1, 12], ["all_at_once", "one_at_a_time"]))
    for number in range(60):
        pace, seats, games, remaining = kinds[number * 7 % len(kinds)]
        options = {"pace": pace, "seat_count": seats, "games_agreed": games, "remaining_drinks": remaining}
        bare(f"m{number}", NOON - datetime.timedelta(hours=number // 2), is_public=number % 9 > 0, **options)
    choices = product(["", "relaxed", "brisk"], [None, 5], [None, 12, 3], ["", "one_at_a_time"])
    for pace, seats, games, remaining in choices:
        filters = Filters(pace=pace, seats=seats, games=games, remaining_drinks=remaining)
        plain = Match.objects.filter(is_public=True, **filters.options).order_by("-ended_at", "-pk")
        page = match_history(filters)
        assert [row.match.pk for row in page.matches] == [match.pk for match in plain[:PAGE_SIZE]]
        assert bool(page.older) == (plain.count() > PAGE_SIZE)


BY_OPTIONS = ("seats=2&games=12&pace=steady&remaining=one_at_a_time", "INDEX match_by_options (status=? AND pace=?")


@pytest.mark.parametrize(
    ("query", "first_step"),
    [
        ("", "matches_match USING INDEX match_newest_public (status=?)"),
        ("since=2026-01-01", "matches_match USING INDEX match_newest_public (status=? AND ended_at>?)"),
        # Django 6 words this query so that SQLite takes the index of states instead, and sorts.
        *([BY_OPTIONS] if django.VERSION < (6,) else []),
        ("player={player}", "matches_seat USING COVERING INDEX seat_of_player (player_id=?)"),
        ("player={player}&pace=steady", "matches_seat USING COVERING INDEX seat_of_player (player_id=?)"),
        ("league=summer", "matches_match USING INDEX matches_match_league_id"),
    ],
)
def test_a_page_of_the_list_is_found_through_the_index_that_fits_it(client, query, first_step):
    """However many matches there are: SQLite plans by its indexes, as it has no figures of what is in the tables."""
    assert connection.vendor == "sqlite", "the plans of other databases follow from their statistics"
    andre = person("Andre")
    league("summer", andre)
    with CaptureQueriesContext(connection) as asked:
        client.get(f"/matches/?{query.format(player=andre.pk)}")
    listing = next(query["sql"] for query in asked if "ended_at" in query["sql"])
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {listing}")
        plan = [row[3] for row in cursor.fetchall()]
    steps = [step for step in plan if "matches_" in step]
    assert first_step in steps[0], plan
    assert not [step for step in steps if step.startswith("SCAN")], plan


def test_a_deleted_player_is_listed_as_such_and_cannot_be_found_by_the_old_name(client):
    andre, bill = people("Andre Bill")
    match = over_match(andre, bill)
    Player.objects.filter(pk=andre.pk).update(name="", name_key=f"deleted {andre.pk}", deleted_at=timezone.now())
    page = client.get(f"/matches/?player={andre.pk}")
    assert slugs_of(page) == [match.slug]
    assert "deleted player" in text_of(page)
    assert client.get("/matches/?name=Andre").status_code == 422
    assert client.get("/matches/", {"name": f"deleted {andre.pk}"}).status_code == 422


# --- Leagues


def league(slug: str, host: Player, *, is_public: bool = True) -> League:
    found = League.objects.create(
        slug=slug, name=f"The {slug}", host=host, calendar_token=f"secret of {slug}", is_public=is_public
    )
    Member.objects.create(league=found, player=host, role="host")
    return found


def test_the_list_can_be_narrowed_to_a_league_that_is_public(client):
    andre, bill = people("Andre Bill")
    match = over_match(andre, bill)
    over_match(andre, bill)
    Match.objects.filter(pk=match.pk).update(league=league("summer", andre))
    page = client.get("/matches/?league=summer")
    assert slugs_of(page) == [match.slug]
    assert "Matches of the league The summer" in text_of(page)
    assert slugs_of(client.get("/matches/?league=summer&pace=brisk")) == []
    assert '<option value="summer" selected>' in page.content.decode()
    assert "A match of the league The summer" in text_of(client.get(f"/matches/{match.slug}/"))


def test_the_matches_of_a_private_league_are_listed_for_its_members(client):
    andre, bill = people("Andre Bill")
    match = over_match(andre, bill, is_public=False)
    Match.objects.filter(pk=match.pk).update(league=league("hidden", bill, is_public=False))
    assert slugs_of(browser_of(bill).get("/matches/?league=hidden")) == [match.slug]
    for browser in (client, browser_of(andre)):
        refused = browser.get("/matches/?league=hidden")
        assert refused.status_code == 422
        assert "The hidden" not in text_of(refused)


def test_an_unknown_league_gets_a_sentence(client):
    assert "That is none of the choices." in text_of(client.get("/matches/?league=nosuch"))


def test_a_match_entered_by_hand_says_by_whom(client):
    andre, bill = people("Andre Bill")
    match = over_match(andre, bill)
    Match.objects.filter(pk=match.pk).update(entered_by=bill)
    assert "Played at a real table; entered by hand by Bill" in text_of(client.get(f"/matches/{match.slug}/"))
