"""What was played: the match list, the page of a match, players' pages, and files to take along."""

from __future__ import annotations

import datetime
from typing import Any

from django.db.models import Count
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from matches import figures, rematches, selectors, selectors_history
from matches.exports import csv_response
from matches.forms_history import HistoryForm
from matches.ignoring import ignoring_of
from matches.middleware import player_on
from matches.models import Match, Player, Seat
from matches.own_data import own_data
from matches.sheet import Sheet, match_sheet
from matches.sheet_files import sheet_document, sheet_header, sheet_rows
from matches.views import not_here, plain, room_context
from matches.views_people import player_required, signed_in

REMATCH_WATCHED = datetime.timedelta(minutes=30)
"""How long after its end the page of a match looks out for a rematch."""

# --- The list


@require_safe
def match_list(request: HttpRequest) -> HttpResponse:
    """Matches that are over, narrowed as the address says; a filter that is none gets a sentence and no list."""
    before = request.GET.get("before", "")
    viewer = player_on(request)
    form = HistoryForm(request.GET, viewer)
    is_valid = form.is_valid()
    page = None
    if is_valid:
        is_own = form.found is not None and form.found == viewer
        page = selectors_history.match_history(form.filters, before=before, is_own=is_own)
    is_front = not before and not form.is_filtered
    mine = selectors.unfinished_matches_of(viewer) if is_front else []
    context = {"page": page, "mine": mine, "before": before, "form": form, "query": form.query}
    return render(request, "matches/match_list.html", context, status=200 if is_valid else 422)


# --- A match


def _match_or_refusal(request: HttpRequest, slug: str) -> Match | HttpResponse:
    """The match, where this person may read it and there is something to read; else the page that says why not."""
    match = selectors.match_at(slug)
    if match is None:
        return not_here(request, "There is no match here", "The address may be misspelt.")
    if match.status in (Match.Status.OPEN, Match.Status.CANCELLED):
        return redirect(match.table_path)
    if not selectors.may_see(match, player_on(request)):
        sentence = "Only those who sat at its table can read it."
        return plain(request, "This match is private", sentence, status=403)
    return match


@require_safe
def match_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The score sheet; for an adjourned match also the way to take it up again."""
    match = _match_or_refusal(request, slug)
    if isinstance(match, HttpResponse):
        return match
    context = _match_context(request, match)
    if match.status == Match.Status.ADJOURNED:
        get_token(request)
        context |= room_context(selectors.room_of(match, player_on(request)), "", "")
    return render(request, "matches/match.html", context)


@require_safe
def match_now(request: HttpRequest, slug: str) -> HttpResponse:
    """The part of the page that changes while a match is played; nothing where it shows that already."""
    match = _match_or_refusal(request, slug)
    if isinstance(match, HttpResponse):
        return match
    if request.GET.get("have") == _version_now(match):
        return HttpResponse(status=204)
    return render(request, "matches/_match_now.html", _match_context(request, match))


def _match_context(request: HttpRequest, match: Match) -> dict[str, Any]:
    sheet = match_sheet(match)
    mine = _seat_of(sheet, player_on(request))
    return {
        "sheet": sheet,
        "match": match,
        "plot": figures.totals_plot(sheet),
        "version": _version(match, len(sheet.rows), sum(not row.is_running for row in sheet.rows)),
        "is_watched": _is_watched(match, mine),
        "rematch": rematches.offer(match, sheet.seats, mine),
        "has_records": sheet.has_records,
    }


def _version(match: Match, begun: int, over: int) -> str:
    """Another one whenever the page would show something else: a game began or ended, a rematch is on."""
    again = match.rematch
    rematch = f"{again.pk}{again.status}" if again is not None else ""
    return f"{match.status}-{begun}-{over}-{rematch}"


def _version_now(match: Match) -> str:
    games = match.games.aggregate(begun=Count("pk"), over=Count("ended_at"))
    return _version(match, games["begun"], games["over"])


def _is_watched(match: Match, mine: Seat | None) -> bool:
    """Whether the page asks again and again for what is new: while it is played, and for a rematch after that."""
    if match.status == Match.Status.PLAYING:
        return True
    is_fresh = match.ended_at is not None and timezone.now() - match.ended_at < REMATCH_WATCHED
    return match.status == Match.Status.OVER and is_fresh and mine is not None


def _seat_of(sheet: Sheet, player: Player | None) -> Seat | None:
    return next((seat for seat in sheet.seats if player is not None and seat.player_id == player.pk), None)


@require_safe
def sheet_csv(request: HttpRequest, slug: str) -> HttpResponse:
    match = _match_or_refusal(request, slug)
    if isinstance(match, HttpResponse):
        return match
    sheet = match_sheet(match)
    return csv_response(f"last-call-{match.slug}.csv", sheet_header(), sheet_rows(sheet))


@require_safe
def sheet_json(request: HttpRequest, slug: str) -> HttpResponse:
    match = _match_or_refusal(request, slug)
    if isinstance(match, HttpResponse):
        return match
    address = request.build_absolute_uri(match.page_path)
    return _json_file(sheet_document(match_sheet(match), address), f"last-call-{match.slug}-sheet.json")


# --- Players


@require_safe
def player_page(request: HttpRequest, pk: int) -> HttpResponse:
    player = Player.objects.filter(pk=pk).first() if pk < 2**63 else None
    if player is None:
        return not_here(request, "There is no such player", "The address may be misspelt.")
    before = request.GET.get("before", "")
    viewer = player_on(request)
    page = selectors_history.player_page(player, viewer=viewer, before=before)
    may_ignore = viewer is not None and viewer != player and player.deleted_at is None
    context = {
        "page": page,
        "how": ignoring_of(viewer.pk).how(player.pk) if viewer is not None and may_ignore else "",
        "before": before,
        "ice_plot": figures.ice_plot(page.points),
        "places_plot": figures.places_plot(page.career),
        "places": figures.places_rows(page.career),
    }
    return render(request, "matches/player.html", context)


@player_required
@require_safe
def my_data(request: HttpRequest) -> HttpResponse:
    """Everything that is kept about oneself, in one file."""
    return _json_file(own_data(signed_in(request), request.build_absolute_uri("/")), "last-call-my-data.json")


def _json_file(document: dict[str, Any], filename: str) -> HttpResponse:
    response = JsonResponse(document, json_dumps_params={"ensure_ascii": False, "indent": 1})
    response["Content-Disposition"] = f'attachment; filename="{filename}"'
    return response
