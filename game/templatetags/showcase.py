"""What the home page asks: a game to show."""

from __future__ import annotations

from django import template

from game.showcase import Show, newest_show

register = template.Library()


@register.simple_tag
def showcase() -> Show | None:
    return newest_show()
