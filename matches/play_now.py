"""Play now: a chair in one click, bots when nobody comes; and the sweeping up of tables that nobody needs any more."""

from __future__ import annotations

import datetime

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from matches import chat, playing
from matches.guards import Refused, announce, live_table_of, locked, people
from matches.ignoring import kept_apart
from matches.models import Match, Player, Seat
from matches.options import PLAY_NOW
from matches.seating import begin, close, create_match, fill_with_bots, take_seat

BOT_LEVEL = "regular"
OPEN_FOR = datetime.timedelta(hours=24)


def play_now(player: Player) -> Match:
    """The oldest public table with the usual options and a free chair, else a new one that bots will fill.

    Whoever already has a live table is led back to it, so a second click opens no second table.
    """
    try:
        with transaction.atomic():
            return live_table_of(player) or _sit_down_anywhere(player) or _open_table(player)
    except Refused:
        present = live_table_of(player)
        if present is None:
            raise
        return present


def fill_due_tables(now: datetime.datetime) -> list[Match]:
    """Bots take the empty chairs of the tables whose time has come, and their matches begin."""
    due = Match.objects.filter(status=Match.Status.OPEN, bots_fill_at__lte=now)
    filled = (_fill_if_due(match, now) for match in due.order_by("bots_fill_at", "pk"))
    return [match for match in filled if match is not None]


def tidy(now: datetime.datetime) -> None:
    """Close tables that nobody started within a day, end matches that nobody took up again in time, forget old chat."""
    chat.forget_old(now)
    for match in Match.objects.filter(status=Match.Status.OPEN, created_at__lt=now - OPEN_FOR):
        with transaction.atomic():
            match = locked(match)
            if match.status == Match.Status.OPEN:
                close(match, "Nobody started it within a day.")
                announce(match)
    lapsed = Match.objects.filter(status=Match.Status.ADJOURNED, adjourned_at__lt=now - playing.RESUME_WITHIN)
    for match in lapsed:
        playing.end_match(match=match, why="It was not taken up again within 30 days.")


def _sit_down_anywhere(player: Player) -> Match | None:
    tables = Match.objects.filter(
        status=Match.Status.OPEN,
        is_public=True,
        games_agreed=PLAY_NOW.games_agreed,
        remaining_drinks=PLAY_NOW.remaining_drinks,
        pace=PLAY_NOW.pace,
        hints=PLAY_NOW.hints,
        chat=PLAY_NOW.chat,
        seats__player=None,
        seats__bot="",
    )
    apart = kept_apart(player)
    if apart:
        tables = tables.exclude(pk__in=Seat.objects.filter(player__in=apart, is_live=True).values("match"))
    for match in tables.distinct().order_by("created_at", "pk"):
        try:
            take_seat(match=match, player=player)
        except Refused:  # somebody was faster, or the host sent them away: the next table, unless they sit by now
            if live_table_of(player) is not None:
                raise
        else:
            return Match.objects.get(pk=match.pk)
    return None


def _open_table(player: Player) -> Match:
    match = create_match(
        host=player,
        games_agreed=PLAY_NOW.games_agreed,
        seat_count=PLAY_NOW.seat_count,
        remaining_drinks=PLAY_NOW.remaining_drinks,
        pace=PLAY_NOW.pace,
        hints=PLAY_NOW.hints,
        chat=PLAY_NOW.chat,
        is_public=True,
    )
    match.bots_fill_at = timezone.now() + datetime.timedelta(seconds=settings.LASTCALL_BOTS_FILL_SECONDS)
    match.save(update_fields=["bots_fill_at"])
    return match


def _fill_if_due(match: Match, now: datetime.datetime) -> Match | None:
    with transaction.atomic():
        match = locked(match)
        is_due = match.bots_fill_at is not None and match.bots_fill_at <= now
        if match.status != Match.Status.OPEN or not is_due:
            return None
        if people(match).filter(agreed_at=None).exists():
            match.bots_fill_at = None  # the options are in question: from here on the host starts
            match.save(update_fields=["bots_fill_at"])
            return None
        fill_with_bots(match, BOT_LEVEL)
        begin(match)
        announce(match)
        return match
