"""Chat at a table: who sits there writes a line, it is stored, and only then everybody at the table is told.

It is no part of the game: nothing here reads or writes a journal, and nothing in a game depends on it.
"""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from matches import notices
from matches.chat_words import READY, BadLine, clean_line, has_link
from matches.guards import Refused, locked
from matches.ignoring import Ignoring, ignoring_of_each
from matches.models import ChatLine, Match, Player, Seat

SHOWN_LINES = 50
OPEN_AFTER_THE_END = datetime.timedelta(minutes=30)
"""Time to say "Good game!" to those who still look at the score sheet."""
KEPT_FOR = datetime.timedelta(days=30)


class Chat(NamedTuple):
    """A table's chat as one person sees it."""

    lines: Sequence[ChatLine]
    newest: int
    """`Match.chat_number`: what this person does not see counts as well."""
    people: Sequence[Seat]
    """Everybody else who sits or sat there."""
    ignoring: Ignoring


def topic(slug: str) -> str:
    return f"chat:{slug}"


def say(*, match_id: int, player_id: int, words: str) -> ChatLine:
    """Store a line of somebody who sits there; whoever looks on hears of it after the commit. May raise Refused."""
    try:
        line = clean_line(words)  # before the lock: what nobody can read keeps no game waiting
    except BadLine as reason:
        raise Refused(str(reason)) from None
    with transaction.atomic():
        match = locked(Match(pk=match_id))
        seat = match.seats.filter(player=player_id, left_at=None).select_related("player").first()
        if seat is None or seat.player is None:
            raise Refused("Only those who sit at this table may write here.")
        _must_be_allowed(match, seat.player, line)
        match.chat_number += 1
        match.save(update_fields=["chat_number"])
        said = ChatLine.objects.create(match=match, number=match.chat_number, player=seat.player, words=line)
        notices.tell(topic(match.slug), number=said.number)
    return said


def _must_be_allowed(match: Match, player: Player, line: str) -> None:
    """Whether this may be said at this table now by this person."""
    if match.chat == Match.Chat.OFF:
        raise Refused("There is no chat at this table.")
    if match.ended_at is not None and timezone.now() - match.ended_at > OPEN_AFTER_THE_END:
        raise Refused("This match has been over for a while, and so is its chat.")
    if line in READY:
        return
    if match.chat == Match.Chat.PHRASES:
        raise Refused("At this table there are only the ready phrases.")
    if player.is_guest and has_link(line):
        raise Refused("Guests cannot send addresses. Sign up to do so, or say it in other words.")


# --- Reading


def chat_of(match_id: int, viewer_id: int | None) -> Chat:
    """The newest lines, those left out that the viewer does not want to read."""
    return chats_of(match_id, [viewer_id])[viewer_id]


def chats_of(match_id: int, viewer_ids: Collection[int | None]) -> dict[int | None, Chat]:
    """The chat as each of them sees it: four queries, and one more wherever somebody does not read a writer."""
    # The number first: a line that comes between it and the lines is shown, and counts as shown.
    newest = newest_numbers([match_id]).get(match_id, 0)
    everybody = Seat.objects.filter(match=match_id, player__isnull=False, player__deleted_at=None)
    people = list(everybody.select_related("player").order_by("number"))
    ignoring = ignoring_of_each([viewer for viewer in viewer_ids if viewer is not None])
    newest_lines = _NewestLines(match_id)
    chats: dict[int | None, Chat] = {}
    for viewer in viewer_ids:
        ignored = ignoring[viewer] if viewer is not None else Ignoring()
        lines = newest_lines.without(ignored.ids)
        number = max(newest, lines[-1].number) if lines else newest
        chats[viewer] = Chat(lines, number, [seat for seat in people if seat.player_id != viewer], ignored)
    return chats


class _NewestLines:
    """Read once for all who leave out the same writers, whomever else they ignore."""

    def __init__(self, match_id: int) -> None:
        self.match_id = match_id
        self.read: dict[frozenset[int], list[ChatLine]] = {}

    def without(self, ignored: frozenset[int]) -> list[ChatLine]:
        left_out: frozenset[int] = frozenset()
        while True:
            if left_out not in self.read:
                lines = ChatLine.objects.filter(match=self.match_id).exclude(player__in=left_out)
                self.read[left_out] = list(lines.select_related("player").order_by("-number")[:SHOWN_LINES])[::-1]
            found = ignored & {line.player_id for line in self.read[left_out]}
            if not found:
                return self.read[left_out]
            left_out |= found


def lines_after(match_id: int, number: int) -> list[ChatLine]:
    """What was said since, for those who have read up to this number; after a long silence the newest lines only."""
    lines = ChatLine.objects.filter(match=match_id, number__gt=number).select_related("player").order_by("-number")
    return list(lines[:SHOWN_LINES])[::-1]


def newest_numbers(match_ids: Iterable[int]) -> dict[int, int]:
    """The `chat_number` of each of these matches."""
    return dict(Match.objects.filter(pk__in=list(match_ids)).values_list("pk", "chat_number"))


# --- Going


@transaction.atomic
def take_back(lines: QuerySet[ChatLine]) -> None:
    """Delete these lines, by their writer's leaving the site or by the staff; open pages lose them at once."""
    matches = Match.objects.filter(pk__in=lines.order_by().values("match"))
    # Locked one after another in one order, as nobody else who locks several does it otherwise.
    numbers = dict(matches.select_for_update().order_by("pk").values_list("slug", "chat_number"))
    matches.update(chat_number=F("chat_number") + 1)
    lines.delete()
    for slug, number in numbers.items():
        notices.tell(topic(slug), number=number + 1)


def forget_old(now: datetime.datetime) -> None:
    ChatLine.objects.filter(at__lt=now - KEPT_FOR).delete()
