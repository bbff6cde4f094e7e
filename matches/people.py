"""Who somebody is: the player of an account or of a guest's session; becoming, renaming and deleting one."""

from __future__ import annotations

import datetime
import secrets
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user, logout
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.backends.db import SessionStore
from django.db import IntegrityError, transaction
from django.http import HttpRequest, parse_cookie
from django.utils import timezone

from matches import chat, ignoring, notices
from matches.guards import Refused, live_table_of
from matches.leagues.hosting import leave_all as leave_all_leagues
from matches.models import Player
from matches.names import BadName, clean_name, name_key, name_keys
from matches.threads import in_thread

Someone = AbstractBaseUser | AnonymousUser

DOUBLE_CLICK = datetime.timedelta(seconds=10)

SESSION_KEY = "player_id"
"""Where a guest's session names its player. It is believed for guests only: an account is known by signing in."""

ADJECTIVES = (
    "Amber Bold Brave Breezy Bright Brisk Calm Candid Cheery Clever Cosy Crisp Curious Daring Eager Early Fleet Fond "
    "Frosty Gentle Glad Golden Happy Humble Jolly Keen Kind Lively Lucky Mellow Merry Mild Misty Modest Neat Nimble "
    "Noble Patient Plucky Polite Proud Quick Quiet Rapid Ready Sandy Shy Silver Sleepy Smart Snowy Spry Steady Sunny "
    "Swift Tidy Upbeat Velvet Warm Wise Witty Zesty"
).split()
ANIMALS = (
    "Badger Beaver Bison Bobcat Condor Crane Cricket Curlew Dingo Dolphin Eagle Egret Falcon Ferret Finch Fox Gecko "
    "Gibbon Goose Hamster Hare Heron Ibex Ibis Jackdaw Jaguar Kestrel Koala Lemur Linnet Llama Lynx Magpie Marten "
    "Mole Moose Newt Ocelot Osprey Otter Owl Panda Panther Pelican Pigeon Plover Puffin Quail Rabbit Raven Robin "
    "Salmon Seal Sparrow Stoat Stork Swan Tapir Teal Toucan Turtle Walrus Weasel Wombat"
).split()


# --- Reading --------------------------------------------------------------------------------------------------------


def player_of(user: Someone | None, session: SessionBase | None) -> Player | None:
    """The account's player; else the session's guest; else nobody."""
    if user is not None and user.is_authenticated:
        return Player.objects.filter(user_id=user.pk, deleted_at=None).first() or player_for_account(user)
    guest_id = session.get(SESSION_KEY) if session is not None else None
    if guest_id is None:
        return None
    return Player.objects.filter(pk=guest_id, is_guest=True, deleted_at=None).first()


async def aplayer_of(whom: HttpRequest | dict[str, Any]) -> Player | None:
    """The same for asynchronous views (give the request) and for sockets (give the scope)."""
    if isinstance(whom, HttpRequest):
        return await in_thread(lambda: player_of(whom.user, whom.session))()
    player: Player | None = await in_thread(_player_in)(session_key_of(whom))
    return player


async def ais_still(scope: dict[str, Any], player: Player | None) -> bool:
    """Whether a socket that was opened for `player` may go on: its session, read anew, still names the same one."""
    return await aplayer_of(scope) == player


def _player_in(session_key: str | None) -> Player | None:
    request = HttpRequest()
    request.session = SessionStore(session_key)
    return player_of(get_user(request), request.session)


def session_key_of(scope: dict[str, Any]) -> str | None:
    return cookies_of(scope).get(settings.SESSION_COOKIE_NAME)


def cookies_of(scope: dict[str, Any]) -> dict[str, str]:
    """Those with which a socket was opened."""
    return parse_cookie("; ".join(text.decode("latin1") for name, text in scope["headers"] if name == b"cookie"))


# --- Becoming somebody ----------------------------------------------------------------------------------------------


def become_guest(request: HttpRequest, name: str = "", click: str = "") -> Player:
    """A new guest, tied to this browser's session. Without a name, one is drawn. May raise BadName.

    `click` names the press of the button: the same press, arriving twice, makes one guest.
    """
    player = guest_of_click(click)
    if player is None:
        guest = Player(is_guest=True, made_by_click=click or None)
        try:
            player = take_name(guest, name) if name else with_friendly_name(guest)
        except IntegrityError:
            player = guest_of_click(click) or with_friendly_name(Player(is_guest=True))
    request.session.cycle_key()
    request.session[SESSION_KEY] = player.pk
    set_player(request, player)
    return player


def guest_of_click(click: str) -> Player | None:
    """The guest that this press has just made. An old press makes nobody, and leads to nobody, again."""
    just_now = timezone.now() - DOUBLE_CLICK
    guests = Player.objects.filter(made_by_click=click, is_guest=True, deleted_at=None, created_at__gte=just_now)
    return guests.first() if click else None


def keep_as_account(request: HttpRequest, user: AbstractBaseUser, name: str) -> Player:
    """A guest who signs up stays the same player, history included; anyone else becomes a new one.

    Should somebody have snatched the name in the last moment, the guest's own or a friendly one has to do.
    """
    guest_id = request.session.pop(SESSION_KEY, None)
    with transaction.atomic():
        guests = Player.objects.select_for_update().filter(pk=guest_id, is_guest=True, deleted_at=None)
        player = guests.first() or Player()
        player.user_id = user.pk
        player.is_guest = False
        try:
            take_name(player, name)
        except BadName:
            player = take_name(player, player.name) if player.name else with_friendly_name(player)
    set_player(request, player)
    return player


def player_for_account(user: AbstractBaseUser) -> Player:
    """Accounts that were not made on the sign-up page, such as the staff's first one, get a friendly name."""
    try:
        return with_friendly_name(Player(user_id=user.pk, is_guest=False))
    except IntegrityError:  # two requests at once: the other one has made it
        return Player.objects.get(user_id=user.pk)


def set_player(request: HttpRequest, player: Player | None) -> None:
    request.player = player  # type: ignore[attr-defined]


# --- Names ----------------------------------------------------------------------------------------------------------


def rename_player(player: Player, name: str) -> Player:
    """May raise BadName."""
    take_name(player, name)
    notices.tell(f"player:{player.pk}", name=player.name)
    return player


def take_name(player: Player, name: str) -> Player:
    """Clean the name, make sure that nobody looks like it, and save. The database has the last word."""
    cleaned = clean_name(name)
    if is_taken(cleaned, by_other_than=player):
        raise BadName("Somebody has that name, or one that looks like it. Please choose another.")
    player.name, player.name_key = cleaned, name_key(cleaned)
    try:
        with transaction.atomic():
            player.save()
    except IntegrityError as clash:
        if is_taken(cleaned, by_other_than=player):
            raise BadName("Somebody has just taken that name. Please choose another.") from clash
        raise
    return player


def is_taken(name: str, *, by_other_than: Player) -> bool:
    return Player.objects.filter(name_key__in=name_keys(name)).exclude(pk=by_other_than.pk).exists()


def with_friendly_name(player: Player) -> Player:
    """Such as "Quiet Heron"; with a number once the plain ones are getting scarce."""
    for digits in (0, 0, 0, 2, 2, 3, 3, 4, 4, 4):
        try:
            return take_name(player, friendly_name(digits))
        except BadName:
            continue
    raise BadName("No free name was found. Please choose one yourself.")


def friendly_name(digits: int = 0) -> str:
    number = f" {secrets.randbelow(9 * 10 ** (digits - 1)) + 10 ** (digits - 1)}" if digits else ""
    return f"{secrets.choice(ADJECTIVES)} {secrets.choice(ANIMALS)}{number}"


# --- Hints ----------------------------------------------------------------------------------------------------------


def want_hints(player: Player, is_wanted: bool) -> None:
    """Whether this person is shown hints at the tables that allow them, from now on and everywhere.

    Told also where nothing changes: a table that missed the word hears it at the next press.
    """
    Player.objects.filter(pk=player.pk).update(wants_hints=is_wanted)
    notices.tell(f"player:{player.pk}", hints=is_wanted)


# --- Going ----------------------------------------------------------------------------------------------------------


def delete_player(request: HttpRequest, player: Player) -> None:
    """Remove the account and everything personal. Results stay, under "deleted player"; the name is free again."""
    with transaction.atomic():
        chat.take_back(player.chat_lines.all())  # first: it locks matches, and whoever plays locks those before players
        player = Player.objects.select_for_update(of=("self",)).select_related("user").get(pk=player.pk)
        if live_table_of(player) is not None:
            raise Refused("You sit at a table. Leave it first, then come back here.")
        leave_all_leagues(player)
        ignoring.forget(player)
        user, player.user = player.user, None
        player.name, player.name_key = "", f"deleted {player.pk}"
        player.deleted_at = timezone.now()
        player.save()
        if user is not None:
            user.delete()
        tell_signed_out(player)
    leave_session(request)


def leave_session(request: HttpRequest) -> None:
    """End this browser's session; a guest who leaves cannot come back as the same guest."""
    logout(request)
    set_player(request, None)


def tell_signed_out(player: Player) -> None:
    """Sockets of this player look again at who they serve, and end if it is nobody."""
    notices.tell(f"player:{player.pk}", signed_out=True)
