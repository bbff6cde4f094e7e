"""What every write on a league begins with: its row lock, and the questions that refuse."""

from __future__ import annotations

from django.db.models import QuerySet

from matches import notices
from matches.guards import Refused
from matches.models import Entrant, League, Member, Player, Round, Season

RUNNING = (Member.Role.HOST, Member.Role.COHOST)


def locked(league: League) -> League:
    """The league as it stands, its row locked: whoever writes to it does so one after another."""
    return League.objects.select_for_update().get(pk=league.pk)


def members(league: League) -> QuerySet[Member]:
    """Those who have not left, the host first, then co-hosts, then as they came."""
    return league.members.filter(left_at=None).select_related("player")


def role_of(league: League, player: Player | None) -> str:
    """'' for those who are no members."""
    if player is None:
        return ""
    return members(league).filter(player=player).values_list("role", flat=True).first() or ""


def may_run(league: League, player: Player | None) -> bool:
    return role_of(league, player) in RUNNING


def must_run(league: League, player: Player) -> None:
    if not may_run(league, player):
        raise Refused("Only the host of the league and its co-hosts may do that.")


def must_be_host(league: League, player: Player) -> None:
    if role_of(league, player) != Member.Role.HOST:
        raise Refused("Only the host of the league may do that.")


def hosts(league: League) -> list[Player]:
    return [member.player for member in members(league).filter(role__in=RUNNING)]


def open_season(league: League) -> Season | None:
    return league.seasons.filter(closed_at=None).order_by("-number").first()


def must_be_unfrozen(season: Season) -> None:
    if season.closed_at is not None:
        raise Refused("This season is closed, and its results are frozen.")


def entrants(season: Season) -> list[Player]:
    """Who plays this season, without those who left it, in the order of their coming."""
    rows = Entrant.objects.filter(season=season, left_at=None).select_related("player").order_by("joined_at", "pk")
    return [row.player for row in rows]


def entry_of(round_: Round, player: Player) -> Entrant:
    entrant = Entrant.objects.filter(season=round_.season_id, player=player, left_at=None).first()
    if entrant is None:
        raise Refused("Only players of this season can do that. Join the league first.")
    return entrant


def announce(league: League) -> None:
    """Tell the live pages, after the commit."""
    notices.tell(f"league:{league.slug}")
