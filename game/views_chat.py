"""Saying something without a socket, and what the table's page shows of its chat."""

from __future__ import annotations

import logging
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_POST

from game.asks import Refused
from game.live import LiveTable
from game.state import UnknownRules
from game.tables import tables
from matches import chat, selectors
from matches.chat_words import PHRASES, REACTIONS
from matches.middleware import player_on
from matches.models import Player
from matches.threads import in_thread
from matches.views import not_here

log = logging.getLogger(__name__)


async def chat_on_page(live: LiveTable, player: Player | None) -> dict[str, Any] | None:
    """The context of `_chat.html`; None at a table without chat."""
    if live.chat is None:
        return None
    seen = await in_thread(chat.chat_of)(live.match_id, player.pk if player else None)
    regions = {name: mark_safe(html) for name, html in live.chat.regions(seen).items()}
    return {"regions": regions, "reactions": REACTIONS, "phrases": PHRASES, "has_words": live.chat.has_words}


@require_POST
async def say(request: HttpRequest, slug: str) -> HttpResponse:
    """The same door as the socket's, then the table again."""
    match = await in_thread(selectors.match_at)(slug)
    if match is None:
        sentence = "It was never opened, or the address is misspelt."
        return await in_thread(not_here)(request, "There is no table here", sentence)
    if sentence := await _said(request, slug):
        await in_thread(messages.error)(request, sentence)
    return redirect(f"{match.table_path}#said")


async def _said(request: HttpRequest, slug: str) -> str:
    """Store it; the sentence of a refusal, '' when it is stored."""
    try:
        live = await tables().open(slug)
        player = player_on(request)
        if live is None or live.chat is None:
            return "There is no chat at this table now."
        seat = live.seat_of(player.pk if player else None)
        if player is None or seat is None:
            return "Only those who sit at this table may write here."
        try:
            await live.chat.say(player.pk, request.POST.dict())
        finally:
            live.paged(seat)
    except Refused as refusal:
        return refusal.sentence
    except UnknownRules as reason:
        return str(reason)
    except Exception:
        log.exception("A line could not be stored")
        return "That could not be stored just now; send it again in a moment."
    return ""
