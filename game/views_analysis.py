"""The part of a game's page that tells what was possible, for pages that wait for it."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from game import archive
from game.analysis_page import analysis_of
from game.state import UnknownRules
from game.views_games import game_or_404


@require_safe
def analysis_part(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The analysis as it stands on the game's page, or that it is still being worked out."""
    game = game_or_404(request, slug, number)
    seats = archive.seats_of(game.match)
    try:
        replay = None if game.is_running else archive.replay_of(game, seats)
    except UnknownRules:
        replay = None
    if replay is None:
        raise Http404("There is no analysis of this game.")
    context = {"match": game.match, "game": game, "analysis": analysis_of(game, replay, archive.names_at(seats))}
    return render(request, "game/_analysis.html", context)
