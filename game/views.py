"""The table's page, the same forms by plain POST, and the rules."""

from __future__ import annotations

import logging

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from game import fragments
from game.asks import Refused
from game.board import Word
from game.boards import drink_word
from game.rules import HOUSE_DECK, RulesError
from game.state import UnknownRules
from game.tables import tables
from game.views_chat import chat_on_page
from matches import selectors
from matches.middleware import player_on
from matches.models import Match
from matches.people import want_hints
from matches.threads import in_thread
from matches.views import not_here, plain, waiting_room

log = logging.getLogger(__name__)


@require_safe
async def table_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The table: its waiting room, its board, or the way to its result."""
    return await _table(request, slug, is_big=False)


@require_safe
async def big_screen(request: HttpRequest, slug: str) -> HttpResponse:
    """The board large, for a television in the room: what watchers see, also where a player opens it."""
    return await _table(request, slug, is_big=True)


async def _table(request: HttpRequest, slug: str, *, is_big: bool) -> HttpResponse:
    match = await in_thread(selectors.match_at)(slug)
    player = player_on(request)
    is_played = match is not None and match.status in (Match.Status.PLAYING, Match.Status.ADJOURNED, Match.Status.OVER)
    if match is None or not is_played or not await in_thread(selectors.may_see)(match, player):
        return await in_thread(waiting_room)(request, match)
    try:
        live = await tables().open(slug) if match.status == Match.Status.PLAYING else None
    except UnknownRules as reason:
        return await in_thread(plain)(request, "This match cannot go on here", str(reason), status=409)
    if live is None:
        return redirect(match.page_path)
    seat = None if is_big else live.seat_of(player.pk if player else None)
    if seat is not None:
        live.paged(seat)
    board, own = live.board(), live.own(seat)
    context = {"board": board, "own": own, "regions": fragments.page_regions(board, own, notice="")}
    if is_big:
        return await in_thread(render)(request, "game/big.html", context)
    context["chat"] = await chat_on_page(live, player)
    return await in_thread(render)(request, "game/table.html", context)


@require_POST
async def act(request: HttpRequest, slug: str) -> HttpResponse:
    """A press without a socket: the same door, then the table again."""
    match = await in_thread(selectors.match_at)(slug)
    if match is None:
        sentence = "It was never opened, or the address is misspelt."
        return await in_thread(not_here)(request, "There is no table here", sentence)
    if sentence := await _pressed(request, slug):
        await in_thread(messages.error)(request, sentence)
    return redirect(match.table_path)


async def _pressed(request: HttpRequest, slug: str) -> str:
    """Do what was pressed; the sentence of a refusal, '' when it is done and stored."""
    try:
        live = await tables().open(slug)
        if live is None:
            return "Nothing is played at this table now."
        player = player_on(request)
        seat = live.seat_of(player.pk if player else None)
        if seat is None:
            return "You have no seat at this table."
        try:
            await live.ask(seat, request.POST.dict())
        finally:
            live.paged(seat)  # only now: a shout opens a window, and inside it nobody comes back visibly
    except (Refused, RulesError) as refusal:
        return refusal.sentence
    except UnknownRules as reason:
        return str(reason)
    except Exception:
        log.exception("A press could not be stored")
        return "That could not be stored just now; press again in a moment."
    return ""


@require_POST
def hints(request: HttpRequest, slug: str) -> HttpResponse:
    """Whoever sits at tables that allow hints can do without them; it is remembered. Pages with a socket hear of it."""
    player = player_on(request)
    wanted = request.POST.get("hints")
    if player is None or wanted not in ("on", "off"):
        messages.error(request, "Sign in first." if player is None else "Hints are on or off.")
        return redirect("table", slug)
    want_hints(player, wanted == "on")
    return HttpResponse(status=204) if "HX-Request" in request.headers else redirect("table", slug)


@require_safe
def rules_page(request: HttpRequest) -> HttpResponse:
    """The rules in short, the rulings, the keys and the house's drink cards."""
    deck = [
        (Word(kind.name.lower(), kind.label), [drink_word(card).liquors for card in cards])
        for kind, cards in HOUSE_DECK.items()
    ]
    return render(request, "game/rules.html", {"deck": deck})
