"""Chat at a table: who sits there writes a line, it is stored, and only then everybody at the table is told.

It is no part of the game: nothing here reads or writes a journal, and nothing in a game depends on it.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from matches import notices
from matches.chat_words import READY, BadLine, clean_line, has_link
from matches.guards import Refused, locked
from matches.ignoring import Ignoring, ignoring_of
from matches.models import ChatLine, Match, Player, Seat

SHOWN_LINES = 50
OPEN_AFTER_THE_END = datetime.timedelta(minutes=30)
"""Time to say "Good game!" to those who still look at the score sheet."""
KEPT_FOR = datetime.timedelta(days=30)


class Chat(NamedTuple):
    """A table's chat as one person sees it."""

    lines: Sequence[ChatLine]
    newest: int
    """The number of the newest line, whether this person sees it or not."""
    people: Sequence[Seat]
    """Everybody else who sits or sat there."""
    ignoring: Ignoring


def topic(slug: str) -> str:
    return f"chat:{slug}"


@transaction.atomic
def say(*, match_id: int, player_id: int, words: str) -> ChatLine:
    """Store a line of somebody who sits there; whoever looks on hears of it after the commit. May raise Refused."""
    match = locked(Match(pk=match_id))
    seat = match.seats.filter(player=player_id, left_at=None).select_related("player").first()
    if seat is None or seat.player is None:
        raise Refused("Only those who sit at this table may write here.")
    line = _allowed(match, seat.player, words)
    newest = match.chat_lines.aggregate(newest=Max("number"))["newest"] or 0
    said = ChatLine.objects.create(match=match, number=newest + 1, player=seat.player, words=line)
    notices.tell(topic(match.slug), number=said.number)
    return said


def _allowed(match: Match, player: Player, words: str) -> str:
    """The words as they are stored, if they may be said at this table now by this person."""
    if match.chat == Match.Chat.OFF:
        raise Refused("There is no chat at this table.")
    if match.ended_at is not None and timezone.now() - match.ended_at > OPEN_AFTER_THE_END:
        raise Refused("This match has been over for a while, and so is its chat.")
    if words in READY:
        return words
    if match.chat == Match.Chat.PHRASES:
        raise Refused("At this table there are only the ready phrases.")
    try:
        line = clean_line(words)
    except BadLine as reason:
        raise Refused(str(reason)) from None
    if player.is_guest and has_link(line):
        raise Refused("Guests cannot send addresses. Sign up to do so, or say it in other words.")
    return line


# --- Reading


def chat_of(match_id: int, viewer_id: int | None) -> Chat:
    """The newest lines, those left out that the viewer does not want to read, in constantly many queries."""
    ignoring = ignoring_of(viewer_id)
    # In this order: a line that comes between the two is shown, and counts as shown.
    newest = newest_numbers([match_id]).get(match_id, 0)
    readable = ChatLine.objects.filter(match=match_id).exclude(player__in=ignoring.ids).select_related("player")
    lines = list(readable.order_by("-number")[:SHOWN_LINES])[::-1]
    if lines:
        newest = max(newest, lines[-1].number)
    seats = Seat.objects.filter(match=match_id, player__isnull=False).exclude(player=viewer_id)
    people = seats.filter(player__deleted_at=None).select_related("player").order_by("number")
    return Chat(lines, newest, list(people), ignoring)


def lines_after(match_id: int, number: int) -> list[ChatLine]:
    """What was said since, for those who have read up to this number; after a long silence the newest lines only."""
    lines = ChatLine.objects.filter(match=match_id, number__gt=number).select_related("player").order_by("-number")
    return list(lines[:SHOWN_LINES])[::-1]


def newest_numbers(match_ids: Iterable[int]) -> dict[int, int]:
    """The number of the newest line of each of these matches that has one."""
    newest = (
        ChatLine.objects.filter(match__in=list(match_ids)).order_by().values("match").annotate(newest=Max("number"))
    )
    return {row["match"]: row["newest"] for row in newest}


# --- Going


@transaction.atomic
def take_back(lines: Iterable[ChatLine]) -> None:
    """Delete these lines, by their writer's leaving the site or by the staff; open pages lose them at once."""
    gone = list(lines)
    slugs = Match.objects.filter(pk__in={line.match_id for line in gone}).values_list("slug", flat=True)
    told = list(slugs)
    ChatLine.objects.filter(pk__in=[line.pk for line in gone]).delete()
    for slug in told:
        notices.tell(topic(slug), anew=True)


def forget_old(now: datetime.datetime) -> None:
    ChatLine.objects.filter(at__lt=now - KEPT_FOR).delete()
