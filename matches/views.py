"""The pages before a match: the lobby, and a table before its first card."""

from __future__ import annotations

import secrets
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from matches import selectors, services
from matches.forms import BotForm, TableForm
from matches.middleware import player_on
from matches.models import Match, Player
from matches.options import play_now_in_words
from matches.views_people import player_required, signed_in

# --- The lobby


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    return render(request, "matches/home.html", lobby_context(request))


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    return render(request, "matches/lobby.html", lobby_context(request))


def lobby_context(request: HttpRequest) -> dict[str, Any]:
    return {
        "mine": selectors.unfinished_matches_of(player_on(request)),
        "rematches": selectors.rematches_for(player_on(request)),
        "play_now_options": play_now_in_words(),
        "press": secrets.token_urlsafe(12),
        "bots_fill_seconds": settings.LASTCALL_BOTS_FILL_SECONDS,
        **lobby_fragment_context(),
    }


def lobby_fragment_context() -> dict[str, Any]:
    """What the live part shows, the same to everybody."""
    return {"tables": selectors.open_tables(), "in_play": selectors.tables_in_play()}


@player_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_table(request: HttpRequest) -> HttpResponse:
    form = TableForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            match = services.create_match(host=signed_in(request), **form.chosen)
        except services.SeatedElsewhere as refusal:
            if refusal.match is not None and is_just_opened(refusal.match, signed_in(request), form):
                return redirect(refusal.match.table_path)
            return seated_elsewhere(request, refusal)
        return redirect(match.table_path)
    return render(request, "matches/new_table.html", {"form": form}, status=422 if form.errors else 200)


def is_just_opened(match: Match, player: Player, form: TableForm) -> bool:
    """A double click opens one table and leads there."""
    age = (timezone.now() - match.created_at).total_seconds()
    return match.host_id == player.pk and age < 10 and TableForm.for_match(match).initial == form.cleaned_data


# --- A table before its first card


def waiting_room(request: HttpRequest, match: Match | None, token: str = "") -> HttpResponse:
    """The table's address until the match starts; a plain page with the next step where there is no table."""
    if match is None:
        return not_here(request, "There is no table here", "It was never opened, or the address is misspelt.")
    room = selectors.room_of(match, player_on(request), token)
    match = room.match
    if not room.may_look:
        sentence = "Its host can give you the link that opens it."
        return plain(request, "This table is by invitation only", sentence, status=403)
    if match.status == Match.Status.PLAYING:
        return redirect(match.table_path)
    if match.status in (Match.Status.OVER, Match.Status.ADJOURNED):
        return redirect(match.page_path)
    if match.status == Match.Status.CANCELLED:
        why = f"It was closed before its first card. {match.ended_why}".strip()
        return plain(request, "This table is closed", why, status=410)
    get_token(request)  # the forms that the socket sends later need the cookie, even if this page has no form
    return render(request, "matches/room.html", room_context(room, token, request.build_absolute_uri("/")))


def room_context(room: selectors.Room, token: str, origin: str) -> dict[str, Any]:
    """What page and socket show of the room; `origin` is the site's own address, for the invite link."""
    invite = f"{origin.rstrip('/')}/invite/{room.match.invite_token}/" if room.match.invite_token else ""
    first_free = next((seat.number for seat in room.seats if seat.is_empty), None)
    bot_form = BotForm(initial={"level": "regular", "seat": first_free})
    return {"room": room, "match": room.match, "token": token, "invite": invite, "bot_form": bot_form}


@require_safe
def invite(request: HttpRequest, token: str) -> HttpResponse:
    """The secret link: the table with its join button, or what became of it."""
    match = selectors.match_of_invite(token)
    if match is None:
        sentence = "The host has revoked or renewed it, or it was copied incompletely. Ask the host for the new one."
        return not_here(request, "This invite link is not valid", sentence)
    room = selectors.room_of(match, player_on(request), token)
    if room.mine is not None or room.is_over:
        return redirect(match.table_path)
    if match.status != Match.Status.OPEN:
        links = [("Watch it", match.table_path)] if match.is_public else []
        return plain(request, "This match has already begun", "You come too late for a seat.", links)
    return waiting_room(request, match, token)


# --- Plain pages


def plain(
    request: HttpRequest, title: str, sentence: str, links: list[tuple[str, str]] | None = None, *, status: int = 200
) -> HttpResponse:
    """A page that says what is the matter, and where to go next."""
    scene = status if status in (400, 403, 404) else "away"
    context = {"title": title, "sentence": sentence, "links": links, "scene": scene}
    return render(request, "matches/plain.html", context, status=status)


def not_here(request: HttpRequest, title: str, sentence: str) -> HttpResponse:
    return plain(request, title, sentence, status=404)


def seated_elsewhere(request: HttpRequest, refusal: services.SeatedElsewhere) -> HttpResponse:
    """One person has one live table; the page leads there."""
    links = [("Go to your table", refusal.match.table_path)] if refusal.match is not None else []
    return plain(
        request, refusal.sentence, "Leave that one first: one person has one table at a time.", links, status=409
    )
