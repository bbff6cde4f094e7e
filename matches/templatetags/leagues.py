"""What templates ask about leagues: times in a zone, the bell."""

from __future__ import annotations

import datetime

from django import template

from matches.leagues import bell, times
from matches.models import Match, Player, RoundTable

register = template.Library()


@register.filter
def in_zone(moment: datetime.datetime, zone: str) -> str:
    return times.shown(moment, zone)


@register.simple_tag
def unread(player: Player | None) -> int:
    return bell.unread(player)


@register.simple_tag
def league_table_of(match: Match) -> RoundTable | None:
    """Where the match stands in its league; one query for a league's match, none for others."""
    if match.league_id is None:
        return None
    return RoundTable.objects.select_related("round__season__league").filter(match=match).first()
