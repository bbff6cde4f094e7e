"""The rounds of a league as an iCalendar feed, written by the library `icalendar`."""

from __future__ import annotations

import datetime

from icalendar import Calendar, Event

from matches.leagues.rounds import path_of
from matches.models import League, Round

HOURS_A_GAME = 0.5
"""What a calendar keeps free for each game of a match."""


def calendar_of(league: League, site: str) -> bytes:
    """Every round that has a time; `site` is the site's own address, without a slash at its end. Times are in UTC."""
    calendar = Calendar()
    calendar.add("prodid", "-//Last Call//leagues//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", f"Last Call: {league.name}")
    rounds = Round.objects.filter(season__league=league, starts_at__isnull=False).select_related("season")
    for round_ in rounds.order_by("starts_at", "pk"):
        calendar.add_component(_event(league, round_, site))
    return bytes(calendar.to_ical())


def _event(league: League, round_: Round, site: str) -> Event:
    season, starts_at = round_.season, round_.starts_at
    assert starts_at is not None
    address = site + path_of(league, season, round_)
    event = Event()
    event.add("uid", f"league-{league.slug}-{season.number}-{round_.number}@last-call")
    event.add("dtstamp", round_.started_at or league.created_at)
    event.add("dtstart", starts_at.astimezone(datetime.UTC))
    event.add(
        "dtend", starts_at.astimezone(datetime.UTC) + datetime.timedelta(hours=HOURS_A_GAME * season.games_agreed)
    )
    event.add("summary", f"{league.name}: round {round_.number}")
    where = "at real tables" if round_.is_at_tables else "online"
    event.add("description", f"{season.name}, round {round_.number}, {where}. Check in: {address}")
    event.add("url", address)
    return event
