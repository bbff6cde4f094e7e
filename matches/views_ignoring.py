"""Muting and blocking somebody, from the chat of a table, from a player's page, or from one's own."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.http import require_POST

from matches.guards import Refused
from matches.ignoring import BLOCK, HEAR, MUTE, ignore
from matches.models import Player
from matches.views_people import player_required, safe_next, signed_in

DONE = {
    HEAR: "You read what {name} writes again.",
    MUTE: "You read nothing any more that {name} writes.",
    BLOCK: "You have blocked {name}.",
}


@require_POST
@player_required
def ignore_player(request: HttpRequest) -> HttpResponse:
    """`how` is what is to be done and to whom, as the button says it: `mute 12`. Pages with a socket hear of it."""
    how, _, number = request.POST.get("how", "").partition(" ")
    is_number = number.isascii() and number.isdigit() and len(number) < 19
    whom = Player.objects.filter(pk=int(number), deleted_at=None).first() if is_number else None
    is_done = False
    if whom is None:
        messages.error(request, "There is no such player.")
    else:
        try:
            ignore(by=signed_in(request), whom=whom, how=how)
        except Refused as refusal:
            messages.error(request, refusal.sentence)
        else:
            is_done = True
    here = safe_next(request, request.POST.get("next", ""))
    if "HX-Request" in request.headers:
        # What is refused is said by the page that is loaded anew.
        return HttpResponse(status=204, headers={} if is_done else {"HX-Redirect": here})
    if is_done and whom is not None:
        messages.success(request, DONE[how].format(name=whom.shown_name))
    return HttpResponseRedirect(here)
