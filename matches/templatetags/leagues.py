"""What templates ask about leagues: times in a zone, the bell."""

from __future__ import annotations

import datetime

from django import template

from matches.leagues import bell, times
from matches.models import Player

register = template.Library()


@register.filter
def in_zone(moment: datetime.datetime, zone: str) -> str:
    return times.shown(moment, zone)


@register.simple_tag
def unread(player: Player | None) -> int:
    return bell.unread(player)
