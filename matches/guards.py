"""What every write on a match begins with: its row lock, and the questions that refuse."""

from __future__ import annotations

from django.db.models import QuerySet

from matches import notices
from matches.models import Match, Player, Seat


class Refused(Exception):
    """A write that may not be done now; the sentence is for the player who asked."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class SeatedElsewhere(Refused):
    """One person has one live table; `match` is the one."""

    def __init__(self, match: Match | None) -> None:
        super().__init__("You already sit at another table.")
        self.match = match


def locked(match: Match) -> Match:
    """The match as it stands, its row locked: whoever writes to a match or its seats does so one after another."""
    return Match.objects.select_for_update().get(pk=match.pk)


def live_table_of(player: Player) -> Match | None:
    """The open or running table where the player sits."""
    seat = Seat.objects.filter(player=player, is_live=True).select_related("match").first()
    return seat.match if seat is not None else None


def must_be_open(match: Match) -> None:
    if match.status != Match.Status.OPEN:
        raise Refused(NOT_OPEN[Match.Status(match.status)])


NOT_OPEN = {
    Match.Status.PLAYING: "This match has already begun.",
    Match.Status.ADJOURNED: "This match has already begun; it is adjourned.",
    Match.Status.OVER: "This match is over.",
    Match.Status.CANCELLED: "This table was closed before its first card.",
}


def must_be_host(match: Match, player: Player) -> None:
    if match.host_id != player.pk:
        raise Refused("Only the host of the table may do that.")


def people(match: Match) -> QuerySet[Seat]:
    """The seats of people who have not left, in seat order."""
    return match.seats.filter(player__isnull=False, left_at=None).select_related("player").order_by("number")


def pass_host_on(match: Match, left: Seat) -> bool:
    """The next person clockwise becomes host, if the host was the one who left. False when no person is left."""
    remaining = list(people(match).exclude(pk=left.pk))
    if not remaining:
        return False
    if match.host_id == left.player_id:
        following = [seat for seat in remaining if seat.number > left.number] or remaining
        match.host = following[0].player
        match.save(update_fields=["host"])
    return True


def announce(match: Match) -> None:
    """Tell the live pages, after the commit: the lobby and everybody at this match."""
    notices.tell("lobby")
    notices.tell(f"match:{match.slug}")
