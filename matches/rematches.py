"""A match played once more by the same people: one press opens the table, and every other press leads to it.

The table has the same options. Its host is whoever pressed first; the others of the old match who had not left it find
their chairs kept for them for a few minutes, the bots sit down again at once. After that the chairs are free for all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from django.db import transaction

from matches.guards import Refused, announce, locked
from matches.models import Match, Player, Seat
from matches.options import options_of
from matches.seating import create_match, keep_seat, seat_same_bot, take_seat


@dataclass(frozen=True)
class Offer:
    """What a person of a match that is over can do about a rematch."""

    asker: str
    """Who opened the table that is waiting; empty where nobody has."""
    is_seated: bool
    """The person sits at that table already."""
    is_playing: bool
    path: str


@transaction.atomic
def play_again(*, match: Match, player: Player) -> Match:
    """The table of the rematch, with the player on it. May raise Refused, or SeatedElsewhere."""
    match = locked(match)
    if match.status != Match.Status.OVER:
        raise Refused("A match can be played once more when it is over.")
    if match.league_id is not None:
        raise Refused("Matches of a league are played once. Open a table of your own to play on.")
    seats = list(match.seats.select_related("player").order_by("number"))
    mine = next((seat for seat in seats if seat.player_id == player.pk), None)
    if mine is None:
        raise Refused("Only those who sat at this match can ask for a rematch.")
    again = match.rematch
    if again is None or not again.is_live:
        again = _open(match, seats, mine, player)
        match.rematch = again
        match.save(update_fields=["rematch"])
        announce(match)
        return again
    if again.status == Match.Status.OPEN:
        take_seat(match=again, player=player, token=again.invite_token or "")
    elif not again.seats.filter(player=player).exists():
        raise Refused("The rematch has begun without you.")
    return again


def offer(match: Match, seats: Sequence[Seat], mine: Seat | None) -> Offer | None:
    """For the page of the match; None for those who did not sit there, while it is not over, and in a league."""
    if match.status != Match.Status.OVER or match.league_id is not None or mine is None or mine.player is None:
        return None
    again = match.rematch
    if again is None or not again.is_live:
        return Offer("", is_seated=False, is_playing=False, path="")
    is_seated = again.seats.filter(player=mine.player).exists()
    asker = next((seat.shown_name for seat in seats if seat.player_id == again.host_id), "Somebody")
    return Offer(asker, is_seated, again.status == Match.Status.PLAYING, again.table_path)


def _open(match: Match, seats: Sequence[Seat], mine: Seat, player: Player) -> Match:
    """The others follow clockwise from the host, as they sat before."""
    again = create_match(host=player, is_public=match.is_public, **asdict(options_of(match)))
    following = [seat for seat in seats if seat.number > mine.number] + [s for s in seats if s.number < mine.number]
    chairs = list(again.seats.exclude(player=player).order_by("number"))
    for chair, seat in zip(chairs, following, strict=False):
        if seat.bot:
            seat_same_bot(chair, seat)
        elif seat.player is not None and seat.left_at is None and seat.player.deleted_at is None:
            keep_seat(chair, seat.player)
    return again
