"""Whom somebody does not want to read: muted or blocked, at every table until it is taken back.

Whoever is blocked cannot sit down at tables of that host either, and Play now brings the two together nowhere.
Nobody is told that they are muted or blocked.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q

from matches import notices
from matches.guards import Refused
from matches.models import Ignored, Match, Player

MOST_IGNORED = 500
HEAR, MUTE, BLOCK = "hear", "mute", "block"


class Ignoring(NamedTuple):
    """Whom one person ignores, as player ids."""

    muted: frozenset[int] = frozenset()
    blocked: frozenset[int] = frozenset()

    @property
    def ids(self) -> frozenset[int]:
        return self.muted | self.blocked

    def how(self, player_id: int | None) -> str:
        if player_id in self.blocked:
            return BLOCK
        return MUTE if player_id in self.muted else HEAR


@transaction.atomic
def ignore(*, by: Player, whom: Player, how: str) -> None:
    """Mute or block somebody, or hear them again. The open pages of `by` show it at once. May raise Refused."""
    # Not the key: two people who ignore each other at this moment need it, each the other's.
    Player.objects.select_for_update(no_key=True).get(pk=by.pk)
    if by.pk == whom.pk:
        raise Refused("That is you.")
    mine = Ignored.objects.filter(by=by)
    if how == HEAR:
        mine.filter(whom=whom).delete()
    elif how in (MUTE, BLOCK):
        if mine.exclude(whom=whom).count() >= MOST_IGNORED:
            raise Refused(f"You ignore {MOST_IGNORED} people already. Hear some of them again first.")
        Ignored.objects.update_or_create(by=by, whom=whom, defaults={"is_blocked": how == BLOCK})
    else:
        raise Refused("Somebody is muted, blocked, or heard again.")
    notices.tell(f"player:{by.pk}", ignores=True)


def forget(player: Player) -> None:
    """Nobody ignores a player who is deleted, who ignores nobody any more."""
    Ignored.objects.filter(Q(by=player) | Q(whom=player)).delete()


# --- Reading


def ignoring_of(player_id: int) -> Ignoring:
    return ignoring_of_each([player_id])[player_id]


def ignoring_of_each(player_ids: Collection[int]) -> dict[int, Ignoring]:
    """In one query, and in none for nobody."""
    muted: dict[int, set[int]] = {player: set() for player in player_ids}
    blocked: dict[int, set[int]] = {player: set() for player in player_ids}
    rows = Ignored.objects.filter(by__in=list(player_ids)).values_list("by", "whom", "is_blocked")
    for by, whom, is_blocked in rows:
        (blocked if is_blocked else muted)[by].add(whom)
    return {player: Ignoring(frozenset(muted[player]), frozenset(blocked[player])) for player in player_ids}


def ignored_people(player: Player) -> Sequence[Ignored]:
    return list(Ignored.objects.filter(by=player).select_related("whom").order_by("pk"))


def is_shut_out(match: Match, player: Player) -> bool:
    """Whether the host has sent this person away, or has blocked them: they cannot sit down here."""
    if match.removed.filter(pk=player.pk).exists():
        return True
    return Ignored.objects.filter(by=match.host_id, whom=player, is_blocked=True).exists()


def kept_apart(player: Player) -> set[int]:
    """Players whom this one has blocked, or who have blocked this one."""
    pairs = Ignored.objects.filter(Q(by=player) | Q(whom=player), is_blocked=True).values_list("by", "whom")
    return {number for pair in pairs for number in pair} - {player.pk}
