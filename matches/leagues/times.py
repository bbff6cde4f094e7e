"""Times of a league: entered and shown in its zone, kept in UTC."""

from __future__ import annotations

import datetime
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

UTC = datetime.UTC


class NoSuchTime(ValueError):
    """The clocks go forward over it; the sentence is for whoever entered it."""


@cache
def zone_names() -> tuple[str, ...]:
    """The zones to choose from: places, and UTC."""
    places = sorted(name for name in available_timezones() if "/" in name and not name.startswith(("Etc/", "SystemV/")))
    return ("UTC", *places)


def moment_of(local: datetime.datetime, zone: str) -> datetime.datetime:
    """The moment in UTC at which clocks in the zone show this. Of an hour that comes twice the first is meant.

    >>> moment_of(datetime.datetime(2026, 7, 1, 20, 0), "Europe/Berlin").isoformat()
    '2026-07-01T18:00:00+00:00'
    """
    there = local.replace(tzinfo=ZoneInfo(zone), fold=0)
    moment = there.astimezone(UTC)
    if moment.astimezone(ZoneInfo(zone)).replace(tzinfo=None) != local:
        raise NoSuchTime(
            f"At {local:%H:%M} on {local.day} {local:%B %Y} the clocks in {zone} go forward: choose an hour later."
        )
    return moment


def local_of(moment: datetime.datetime, zone: str) -> datetime.datetime:
    """The time that clocks in the zone show, without a zone, for a form."""
    return moment.astimezone(ZoneInfo(zone)).replace(tzinfo=None)


def shown(moment: datetime.datetime, zone: str) -> str:
    """Such as "Wed 1 July 2026, 20:00 CEST". The short name tells the two hours apart that look alike in autumn."""
    there = moment.astimezone(ZoneInfo(zone))
    name = there.tzname() or ""
    if not name.isalpha():  # a zone without letters, such as -03, says how far it is from UTC
        offset = there.strftime("%z")
        name = f"UTC{offset[:3]}:{offset[3:]}"
    return f"{there:%a} {there.day} {there:%B %Y, %H:%M} {name}"
