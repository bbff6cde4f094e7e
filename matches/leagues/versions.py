"""Whether a page that looks again and again would show anything new: a word for all that it shows of changing things.

The pages reckon it from what they have read anyway, the looks from a few counts; both must come to the same word.
"""

from __future__ import annotations

import datetime
import hashlib
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db.models import Count, Q, Sum

from matches.leagues.season import ENDED, Stored, has_ended
from matches.models import CheckIn, Round, RoundTable, Season


class Tables(NamedTuple):
    made: int
    matches: int
    over: int
    pads: int
    """The sum of their pads' versions, which grow with every entry and every correction."""


def of_season(rows: Stored, here: Iterable[int]) -> str:
    """`here` are the check-ins of open rounds."""
    return _word(rows.season, rows.rounds, tables_in(rows.tables), len(rows.players), here)


def look_at_season(season: Season) -> str:
    """Four queries."""
    rounds = list(season.rounds.order_by("number"))
    here = CheckIn.objects.filter(round__season=season, round__status=Round.Status.OPEN).values_list("pk", flat=True)
    return _word(season, rounds, _counted(season), season.entrants.count(), here)


def tables_in(tables: Sequence[RoundTable]) -> Tables:
    return Tables(
        len(tables),
        sum(table.match_id is not None for table in tables),
        sum(has_ended(table) for table in tables),
        sum(table.pad_version for table in tables),
    )


def _counted(season: Season) -> Tables:
    counts = RoundTable.objects.filter(round__season=season).aggregate(
        made=Count("pk"),
        matches=Count("match"),
        over=Count("pk", filter=Q(match__status__in=ENDED)),
        pads=Sum("pad_version"),
    )
    return Tables(**{name: count or 0 for name, count in counts.items()})


def _word(season: Season, rounds: Sequence[Round], tables: Tables, entrants: int, here: Iterable[int]) -> str:
    moments: list[tuple[str, datetime.datetime | None, bool, str]] = [
        (one.status, one.starts_at, one.closed_at is None, one.trouble) for one in rounds
    ]
    seen = (season.closed_at, moments, tuple(tables), entrants, sorted(here))
    return hashlib.sha256(repr(seen).encode()).hexdigest()[:16]
