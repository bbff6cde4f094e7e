"""A match as one file: all its games as records."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from game import archive
from game.record import match_of
from game.state import UnknownRules
from matches import selectors
from matches.middleware import player_on


@require_safe
def match_record(request: HttpRequest, slug: str) -> HttpResponse:
    """The document `lastcall-match/1`: the scored games so far of those that were agreed."""
    match = selectors.match_at(slug)
    if match is None or not selectors.may_see(match, player_on(request)):
        raise Http404("There is no such match.")
    games = match.games.filter(is_scored=True).select_related("match__deck").order_by("number")
    try:
        documents = [archive.record_document(game) for game in games]
    except (UnknownRules, archive.NoJournal) as reason:
        return JsonResponse({"error": str(reason)}, status=409)
    if not documents:
        raise Http404("No game of this match is over.")
    texts = {"site": request.build_absolute_uri(match.page_path)}
    if match.started_at is not None:
        texts["started_at"] = match.started_at.isoformat(timespec="seconds")
    document = match_of(list(archive.names_of(match).values()), match.games_agreed, documents, texts=texts)
    response = JsonResponse(document, json_dumps_params={"ensure_ascii": False})
    response["Content-Disposition"] = f'attachment; filename="last-call-{slug}.json"'
    return response
