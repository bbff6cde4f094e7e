"""Reads about tables and who sits there, in constantly many queries. `selectors_history` reads what was played."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Prefetch, Q, QuerySet
from django.utils import timezone

from matches.ignoring import is_shut_out
from matches.models import Match, Member, Player, Seat
from matches.options import options_in_words
from matches.playing import wants_to_resume
from matches.seating import KEPT_FOR, is_invited, is_kept

LOBBY_TABLES = 50
PAGE_SIZE = 20


def match_at(slug: str) -> Match | None:
    return Match.objects.select_related("host", "deck", "league", "entered_by").filter(slug=slug).first()


def match_of_invite(token: str) -> Match | None:
    return Match.objects.select_related("host", "deck").filter(invite_token=token).first()


def seat_of(match: Match, player: Player | None) -> Seat | None:
    """The player's seat at this match, also after leaving it for good."""
    if player is None:
        return None
    return match.seats.filter(player=player).select_related("player").first()


def may_see(match: Match, player: Player | None, token: str = "") -> bool:
    """Anybody may look at a public table or match; at a private one those who sit there or hold the invite link.

    The matches of a private league are open to its members.
    """
    if match.is_public or seat_of(match, player) is not None or is_invited(match, token):
        return True
    members = Member.objects.filter(league=match.league_id, player=player, left_at=None)
    return match.league_id is not None and player is not None and members.exists()


def gone_players(ids: Iterable[int]) -> set[int]:
    """Those of these players who are deleted, or whose account the staff have shut."""
    gone = Player.objects.filter(Q(deleted_at__isnull=False) | Q(user__is_active=False), pk__in=list(ids))
    return set(gone.values_list("pk", flat=True))


def with_seats(matches: QuerySet[Match]) -> QuerySet[Match]:
    seats = Prefetch("seats", Seat.objects.select_related("player", "kept_for").order_by("number"))
    return matches.select_related("host", "deck").defer("deck__cards").prefetch_related(seats)


# --- Tables --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Listed:
    """A table or match with all that a list shows of it."""

    match: Match
    seats: Sequence[Seat]
    """By place once there is a result, clockwise before."""
    options: str
    free: int
    """Empty chairs that are kept for nobody."""

    @property
    def is_full(self) -> bool:
        return self.free == 0


def open_tables() -> list[Listed]:
    """Public tables where people take their seats, the longest waiting first."""
    matches = Match.objects.filter(status=Match.Status.OPEN, is_public=True).order_by("created_at", "pk")
    return [listed(match) for match in with_seats(matches)[:LOBBY_TABLES]]


def listed(match: Match) -> Listed:
    seats = sorted(match.seats.all(), key=lambda seat: (seat.place or 0, seat.number))
    for seat in seats:
        if not is_kept(seat, match):
            seat.kept_for = None
    free = sum(seat.is_empty and seat.kept_for is None for seat in seats)
    return Listed(match, seats, options_in_words(match), free)


def tables_in_play() -> list[Listed]:
    """Public matches that one may watch, the latest first."""
    playing = Match.objects.filter(status=Match.Status.PLAYING, is_public=True).order_by("-created_at", "-pk")
    return [listed(match) for match in with_seats(playing)[:PAGE_SIZE]]


@dataclass(frozen=True)
class Room:
    """A table before its first card, or an adjourned match, as one person sees it."""

    match: Match
    seats: Sequence[Seat]
    options: str
    mine: Seat | None
    is_host: bool
    free: int
    undecided: Sequence[Seat]
    """People who have yet to agree."""
    may_look: bool
    may_join: bool
    is_sent_away: bool
    may_start: bool
    waits_for: Sequence[Seat]
    """Of an adjourned match: people who have not asked to take it up again."""
    bots_in_seconds: float | None

    @property
    def must_agree(self) -> bool:
        return self.mine is not None and self.mine.agreed_at is None

    @property
    def is_over(self) -> bool:
        return self.match.status in (Match.Status.OVER, Match.Status.CANCELLED)


def room_of(match: Match, player: Player | None, token: str = "") -> Room:
    table = listed(with_seats(Match.objects.filter(pk=match.pk)).get())
    match, seats = table.match, table.seats
    mine = next((seat for seat in seats if player is not None and seat.player_id == player.pk), None)
    people = [seat for seat in seats if seat.player_id is not None and seat.left_at is None]
    undecided = [seat for seat in people if seat.agreed_at is None]
    is_open = match.status == Match.Status.OPEN
    is_host = player is not None and match.host_id == player.pk
    empty = sum(seat.is_empty for seat in seats)
    is_kept_for_me = player is not None and any(seat.kept_for_id == player.pk for seat in seats)
    is_sent_away = player is not None and mine is None and is_shut_out(match, player)
    now = timezone.now()
    return Room(
        match=match,
        seats=seats,
        options=table.options,
        mine=mine,
        is_host=is_host,
        free=empty,
        undecided=undecided,
        may_look=match.is_public or mine is not None or is_kept_for_me or is_invited(match, token),
        may_join=is_open and mine is None and (table.free > 0 or is_kept_for_me) and not is_sent_away,
        is_sent_away=is_sent_away,
        may_start=is_open and is_host and len(seats) - empty >= 2 and not undecided,
        waits_for=[seat for seat in people if not wants_to_resume(seat, now)],
        bots_in_seconds=max(0.0, (match.bots_fill_at - now).total_seconds()) if match.bots_fill_at else None,
    )


def unfinished_matches_of(player: Player | None) -> list[Listed]:
    """Where the player sits now, and what waits to be taken up again."""
    if player is None:
        return []
    statuses = (Match.Status.OPEN, Match.Status.PLAYING, Match.Status.ADJOURNED)
    mine = Match.objects.filter(seats__player=player, seats__left_at=None, status__in=statuses)
    return [listed(match) for match in with_seats(mine).order_by("-created_at", "-pk")[:PAGE_SIZE]]


def rematches_for(player: Player | None) -> list[Match]:
    """Tables where a chair is being kept for this person."""
    if player is None:
        return []
    waiting = Match.objects.filter(
        status=Match.Status.OPEN, created_at__gt=timezone.now() - KEPT_FOR, seats__kept_for=player
    )
    return list(waiting.select_related("host").order_by("-created_at"))
