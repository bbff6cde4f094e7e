"""A league and its people: founded, changed, joined, left, handed on; its seasons begun and closed."""

from __future__ import annotations

import datetime
import hmac
import secrets
from dataclasses import asdict, dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone

from matches.guards import Refused
from matches.leagues import bell
from matches.leagues.guards import (
    announce,
    locked,
    members,
    must_be_host,
    must_run,
    open_season,
)
from matches.leagues.season import frozen_standings, is_over
from matches.models import CheckIn, Dispute, Entrant, League, Match, Member, Player, Round, Season
from matches.options import CHAT_IN_WORDS, REMAINING_IN_WORDS, TableOptions
from matches.seating import SLUG_LENGTH, SLUG_LETTERS, new_token

MOST_MEMBERS = 200
MOST_LEAGUES = 20
"""That one person hosts at a time."""


@dataclass(frozen=True)
class SeasonOptions:
    """What is chosen when a season begins."""

    name: str = ""
    scoring: str = Season.Scoring.PLACES
    starts_on: datetime.date | None = None
    ends_on: datetime.date | None = None
    table_size: int = 4
    is_exact: bool = False
    games_agreed: int = 3
    pace: str = "steady"
    remaining_drinks: str = "all_at_once"
    hints: bool = False
    chat: str = Match.Chat.ON
    no_show: str = Season.NoShow.BOT

    def must_be_possible(self) -> None:
        TableOptions(
            self.games_agreed, self.table_size, self.remaining_drinks, self.pace, self.hints, self.chat
        ).must_be_possible()
        if self.scoring not in Season.Scoring.values:
            raise Refused("A season is scored by places or by ice.")
        if self.no_show not in Season.NoShow.values:
            raise Refused("Choose what happens when somebody does not come.")
        if self.starts_on and self.ends_on and self.ends_on < self.starts_on:
            raise Refused("The season would end before it begins.")


# --- The league


@transaction.atomic
def create_league(
    *, host: Player, name: str, about: str, zone: str, is_open: bool, is_public: bool, season: SeasonOptions
) -> League:
    """A league with its first season; its founder is host, member and player."""
    if Member.objects.filter(player=host, role=Member.Role.HOST, left_at=None).count() >= MOST_LEAGUES:
        raise Refused(f"You host {MOST_LEAGUES} leagues already. Hand one on first.")
    league = League.objects.create(
        slug="".join(secrets.choice(SLUG_LETTERS) for _ in range(SLUG_LENGTH)),
        name=name,
        about=about,
        host=host,
        zone=zone,
        is_open=is_open,
        is_public=is_public,
        invite_token=new_token(),
        calendar_token=new_token(),
    )
    Member.objects.create(league=league, player=host, role=Member.Role.HOST)
    _begin_season(league, season)
    return league


@transaction.atomic
def change_league(
    *, league: League, by: Player, name: str, about: str, zone: str, is_open: bool, is_public: bool
) -> League:
    """Rounds keep their moments when the zone changes: they are shown in the new one."""
    league = locked(league)
    must_run(league, by)
    league.name, league.about, league.zone = name, about, zone
    league.is_open, league.is_public = is_open, is_public
    league.save(update_fields=["name", "about", "zone", "is_open", "is_public"])
    league.matches.update(is_public=is_public)
    announce(league)
    return league


@transaction.atomic
def renew_invite(*, league: League, by: Player) -> None:
    """A new secret link; the old one is void from now on."""
    league = locked(league)
    must_run(league, by)
    league.invite_token = new_token()
    league.save(update_fields=["invite_token"])


@transaction.atomic
def revoke_invite(*, league: League, by: Player) -> None:
    league = locked(league)
    must_run(league, by)
    league.invite_token = None
    league.save(update_fields=["invite_token"])


@transaction.atomic
def renew_calendar(*, league: League, by: Player) -> None:
    """A new address for the calendar; who subscribed to the old one sees nothing new."""
    league = locked(league)
    must_run(league, by)
    league.calendar_token = new_token()
    league.save(update_fields=["calendar_token"])


def is_invited(league: League, token: str) -> bool:
    return bool(league.invite_token) and hmac.compare_digest(str(league.invite_token).encode(), token.encode())


# --- Its people


@transaction.atomic
def join(*, league: League, player: Player, token: str = "") -> Member:
    """Become a member, and a player of the season that is on. Twice is once."""
    league = locked(league)
    member = Member.objects.filter(league=league, player=player).first()
    if member is not None and member.left_at is None:
        return member
    if not league.is_open and not is_invited(league, token):
        raise Refused("This league is by invitation only. Ask its host for the link.")
    if member is not None and member.is_shut_out:
        raise Refused("The host has sent you away from this league.")
    if members(league).count() >= MOST_MEMBERS:
        raise Refused(f"A league has at most {MOST_MEMBERS} members.")
    if member is None:
        member = Member.objects.create(league=league, player=player)
    else:
        member.left_at, member.role = None, Member.Role.MEMBER
        member.save(update_fields=["left_at", "role"])
    season = open_season(league)
    if season is not None:
        _enter(season, player)
    announce(league)
    return member


@transaction.atomic
def leave(*, league: League, player: Player) -> None:
    """Rounds that have not begun are missed from now on. The host's duty passes on."""
    league = locked(league)
    member = members(league).filter(player=player).first()
    if member is None:
        return
    if member.role == Member.Role.HOST:
        _hand_on(league, member)
    _depart(league, member)


@transaction.atomic
def remove_member(*, league: League, by: Player, player: Player) -> None:
    league = locked(league)
    must_run(league, by)
    member = members(league).filter(player=player).first()
    if member is None:
        raise Refused("That person is no member of this league any more.")
    if member.role == Member.Role.HOST:
        raise Refused("The host cannot be sent away.")
    if member.role == Member.Role.COHOST:
        must_be_host(league, by)
    member.is_shut_out = True
    _depart(league, member)


@transaction.atomic
def forgive(*, league: League, by: Player, player: Player) -> None:
    """Who was sent away may join again."""
    league = locked(league)
    must_run(league, by)
    league.members.filter(player=player).update(is_shut_out=False)


@transaction.atomic
def set_cohost(*, league: League, by: Player, player: Player, is_cohost: bool) -> None:
    league = locked(league)
    must_be_host(league, by)
    member = members(league).filter(player=player).first()
    if member is None:
        raise Refused("That person is no member of this league.")
    if member.role == Member.Role.HOST:
        raise Refused("The host is host already.")
    member.role = Member.Role.COHOST if is_cohost else Member.Role.MEMBER
    member.save(update_fields=["role"])
    announce(league)


@transaction.atomic
def hand_on(*, league: League, by: Player, to: Player) -> None:
    """Another member becomes host; who was host stays co-host."""
    league = locked(league)
    must_be_host(league, by)
    heir = members(league).filter(player=to).first()
    if heir is None:
        raise Refused("That person is no member of this league.")
    if to.pk != by.pk:
        _make_host(league, heir)


def leave_all(player: Player) -> None:
    """Who is deleted is member of nothing any more; results stay. Inside the transaction that deletes."""
    for membership in Member.objects.filter(player=player, left_at=None).select_related("league"):
        leave(league=membership.league, player=player)


# --- Seasons


@transaction.atomic
def begin_season(*, league: League, by: Player, options: SeasonOptions) -> Season:
    """The next season, with everybody who is a member now. The one before has to be closed."""
    league = locked(league)
    must_run(league, by)
    if open_season(league) is not None:
        raise Refused("Close the season that is on first.")
    season = _begin_season(league, options)
    announce(league)
    return season


@transaction.atomic
def change_season(*, season: Season, by: Player, options: SeasonOptions) -> Season:
    """Everything before the first round starts; only name and dates after that, as results hang on the rest."""
    league = locked(season.league)
    must_run(league, by)
    season = Season.objects.get(pk=season.pk)
    if season.closed_at is not None:
        raise Refused("This season is closed.")
    options.must_be_possible()
    before = options_of(season)
    free = {"name", "starts_on", "ends_on", "no_show"}
    changed = {name for name, value in asdict(options).items() if value != getattr(before, name)}
    if changed - free and season.rounds.filter(status=Round.Status.STARTED).exists():
        raise Refused("The first round has started: only the name, the dates and the rule for no-shows can change.")
    if {"table_size", "is_exact"} & changed and season.rounds.filter(is_planned_ahead=True).exists():
        raise Refused("The season is planned for tables of this size. Take the plan back first.")
    for name in changed:
        setattr(season, name, getattr(options, name))
    season.save()
    announce(league)
    return season


def options_of(season: Season) -> SeasonOptions:
    return SeasonOptions(**{name: getattr(season, name) for name in SeasonOptions.__dataclass_fields__})


def season_in_words(season: Season) -> str:
    """What checking in to a round is consent to."""
    games = "1 game a match" if season.games_agreed == 1 else f"{season.games_agreed} games a match"
    about = "" if season.is_exact else "about "
    remaining = REMAINING_IN_WORDS[season.remaining_drinks]
    hints = "hints allowed" if season.hints else "no hints"
    tables = f"{about}{season.table_size} players at a table"
    return f"{games}, {tables}, {season.pace} pace, remaining drinks {remaining}, {hints}, {CHAT_IN_WORDS[season.chat]}"


@transaction.atomic
def close_season(*, season: Season, by: Player) -> None:
    """Its standings are stored as they are, and stay so. Rounds that have not started are dropped."""
    league = locked(season.league)
    must_run(league, by)
    season = Season.objects.get(pk=season.pk)
    if season.closed_at is not None:
        return
    season.rounds.exclude(status=Round.Status.STARTED).delete()
    if not is_over(season):
        raise Refused("A round is still being played. Close it, or wait for its results.")
    if open_disputes(season):
        raise Refused("A result is disputed. Settle that first: a closed season cannot be corrected.")
    season.frozen = frozen_standings(season)
    season.closed_at = timezone.now()
    season.save(update_fields=["frozen", "closed_at"])
    announce(league)


def open_disputes(season: Season) -> bool:
    return Dispute.objects.filter(match__league_table__round__season=season, settled_at=None).exists()


# --- What these are made of; all with the league locked


def _begin_season(league: League, options: SeasonOptions) -> Season:
    options.must_be_possible()
    number = league.seasons.count() + 1
    chosen: dict[str, Any] = asdict(options) | {"name": options.name or f"Season {number}"}
    season = Season.objects.create(league=league, number=number, **chosen)
    people = members(league).order_by("joined_at", "pk")
    Entrant.objects.bulk_create(Entrant(season=season, player=member.player) for member in people)
    return season


def _enter(season: Season, player: Player) -> None:
    entrant, is_new = Entrant.objects.get_or_create(season=season, player=player)
    if not is_new and entrant.left_at is not None:
        entrant.left_at = None
        entrant.save(update_fields=["left_at"])


def _depart(league: League, member: Member) -> None:
    member.left_at, member.role = timezone.now(), Member.Role.MEMBER
    member.save(update_fields=["left_at", "role", "is_shut_out"])
    season = open_season(league)
    if season is not None:
        Entrant.objects.filter(season=season, player=member.player_id, left_at=None).update(left_at=member.left_at)
        waiting = CheckIn.objects.filter(round__season=season, player=member.player_id)
        waiting.exclude(round__status=Round.Status.STARTED).delete()
    announce(league)


def _hand_on(league: League, host: Member) -> None:
    """To a co-host, else to whoever is a member for longest; without any other member the league has no host."""
    others = members(league).exclude(pk=host.pk)
    heir = others.filter(role=Member.Role.COHOST).order_by("joined_at", "pk").first()
    heir = heir or others.order_by("joined_at", "pk").first()
    if heir is not None:
        _make_host(league, heir)
        bell.tell([heir.player], f"You are the host of {league.name} now.", league.path, f"host {league.pk} {host.pk}")


def _make_host(league: League, heir: Member) -> None:
    members(league).filter(role=Member.Role.HOST).update(role=Member.Role.COHOST)
    heir.role = Member.Role.HOST
    heir.save(update_fields=["role"])
    league.host = heir.player
    league.save(update_fields=["host"])
    announce(league)
