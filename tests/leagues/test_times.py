"""Times of a league: entered and shown in its zone, kept in UTC, also where the clocks change."""

from __future__ import annotations

import datetime

import pytest

from matches.leagues import rounds, times
from matches.leagues.forms import WhenForm
from tests.leagues.builders import league_of

UTC = datetime.UTC


def at(text: str) -> datetime.datetime:
    return datetime.datetime.fromisoformat(text)


@pytest.mark.parametrize(
    ("zone", "local", "moment", "shown"),
    [
        ("Europe/Berlin", "2026-03-28T20:00", "2026-03-28T19:00+00:00", "Sat 28 March 2026, 20:00 CET"),
        ("Europe/Berlin", "2026-03-29T20:00", "2026-03-29T18:00+00:00", "Sun 29 March 2026, 20:00 CEST"),
        ("Europe/Berlin", "2026-10-25T20:00", "2026-10-25T19:00+00:00", "Sun 25 October 2026, 20:00 CET"),
        ("America/New_York", "2026-03-08T20:00", "2026-03-09T00:00+00:00", "Sun 8 March 2026, 20:00 EDT"),
        ("America/New_York", "2026-11-01T20:00", "2026-11-02T01:00+00:00", "Sun 1 November 2026, 20:00 EST"),
        ("America/Sao_Paulo", "2026-06-01T20:00", "2026-06-01T23:00+00:00", "Mon 1 June 2026, 20:00 UTC-03:00"),
        ("Asia/Kathmandu", "2026-06-01T20:00", "2026-06-01T14:15+00:00", "Mon 1 June 2026, 20:00 UTC+05:45"),
        ("UTC", "2026-06-01T20:00", "2026-06-01T20:00+00:00", "Mon 1 June 2026, 20:00 UTC"),
    ],
)
def test_a_time_is_that_of_the_clocks_in_the_zone(zone, local, moment, shown):
    assert times.moment_of(at(local), zone) == at(moment)
    assert times.local_of(at(moment), zone) == at(local)
    assert times.shown(at(moment), zone) == shown


@pytest.mark.parametrize(
    ("zone", "local"), [("Europe/Berlin", "2026-03-29T02:30"), ("America/New_York", "2026-03-08T02:30")]
)
def test_a_time_that_the_clocks_leave_out_is_refused_in_words(zone, local):
    with pytest.raises(times.NoSuchTime, match=f"At 02:30 on .* the clocks in {zone} go forward"):
        times.moment_of(at(local), zone)
    form = WhenForm(zone, {"starts_at": local, "start": "hand", "check_in_minutes": "30", "where": "online"})
    assert "go forward" in form.errors["starts_at"][0]


@pytest.mark.parametrize(
    ("zone", "local", "moment", "words"),
    [
        ("Europe/Berlin", "2026-10-25T02:30", "2026-10-25T00:30+00:00", "02:30 CEST"),
        ("America/New_York", "2026-11-01T01:30", "2026-11-01T05:30+00:00", "01:30 EDT"),
    ],
)
def test_of_an_hour_that_comes_twice_the_first_is_meant_and_shown_as_such(zone, local, moment, words):
    assert times.moment_of(at(local), zone) == at(moment)
    assert times.shown(at(moment), zone).endswith(words)
    assert not times.shown(at(moment) + datetime.timedelta(hours=1), zone).endswith(words)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("zone", "first", "moments"),
    [
        ("Europe/Berlin", "2026-03-22T20:00", ["2026-03-22T19:00+00:00", "2026-03-29T18:00+00:00"]),
        ("America/New_York", "2026-10-25T20:00", ["2026-10-26T00:00+00:00", "2026-11-02T01:00+00:00"]),
        ("Europe/Berlin", "2026-03-22T02:30", ["2026-03-22T01:30+00:00", "2026-03-29T01:30+00:00"]),
    ],
)
def test_the_rounds_of_a_plan_keep_their_hour_over_a_clock_change(zone, first, moments):
    season, everybody = league_of("Andre Bill Claire", zone=zone)
    first_at = times.moment_of(at(first), zone)
    planned = rounds.plan_season(season=season, by=everybody[0], rounds=2, first_at=first_at)
    assert [round_.starts_at for round_ in planned] == [at(moment) for moment in moments]


def test_every_zone_to_choose_from_is_known():
    names = times.zone_names()
    assert names[0] == "UTC"
    assert {"Europe/Berlin", "America/New_York", "Asia/Tokyo"} <= set(names)
