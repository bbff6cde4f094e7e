"""Leagues as everybody sees them: the list, a league, its seasons, its files; founding, joining and leaving one."""

from __future__ import annotations

import hmac
from typing import Any

from allauth.core import ratelimit
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches.exports import csv_response
from matches.guards import Refused
from matches.leagues import bell, files, hosting, selectors, versions
from matches.leagues.calendar import calendar_of
from matches.leagues.forms import LeagueForm, SeasonForm
from matches.leagues.hosting import SeasonOptions
from matches.leagues.season import lines_of
from matches.leagues.selectors import Viewer
from matches.leagues.views_common import doing, league_path, reading
from matches.middleware import player_on
from matches.models import League, Season
from matches.views import not_here
from matches.views_people import player_required, signed_in, too_often


@require_safe
def league_list(request: HttpRequest) -> HttpResponse:
    before = request.GET.get("before", "")
    cursor = int(before) if before.isascii() and before.isdigit() and len(before) < 19 else None
    leagues, older = selectors.public_leagues(cursor)
    mine = [] if cursor is not None else selectors.leagues_of(player_on(request))
    context = {"leagues": leagues, "older": older, "mine": mine, "before": cursor}
    return render(request, "leagues/list.html", context)


@player_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_league(request: HttpRequest) -> HttpResponse:
    """A league and its first season on one page."""
    data = request.POST if request.method == "POST" else None
    form, season_form = LeagueForm(data), SeasonForm.for_options(SeasonOptions(), data)
    if data is not None and form.is_valid() & season_form.is_valid():
        if not ratelimit.consume(request, action="league", key=str(signed_in(request).pk)):
            return too_often(request)
        try:
            league = hosting.create_league(host=signed_in(request), season=season_form.options, **form.chosen)
        except Refused as refusal:
            form.add_error(None, refusal.sentence)
        else:
            messages.success(request, "The league is founded. Invite its players with the link on this page.")
            return redirect(league.path)
    has_errors = bool(form.errors or season_form.errors)
    context = {"form": form, "season_form": season_form}
    return render(request, "leagues/new.html", context, status=422 if has_errors else 200)


# --- A league and its seasons


@require_safe
@reading
def league_page(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    """The season that is on, or the last one, with all that is about the league itself."""
    seasons = list(league.seasons.order_by("-number"))
    for season in seasons:
        season.league = league
    page = selectors.season_page(seasons[0], viewer.player, _through(request)) if seasons else None
    invite = request.build_absolute_uri(f"/leagues/join/{league.invite_token}/") if league.invite_token else ""
    context = {
        "league": league,
        "viewer": viewer,
        "page": page,
        "seasons": seasons,
        "members": selectors.member_list(league),
        "invite": invite if viewer.may_run else "",
        "calendar": request.build_absolute_uri(f"{league.path}calendar/{league.calendar_token}.ics")
        if viewer.is_member
        else "",
        "address": request.build_absolute_uri(league.path),
    }
    return render(request, "leagues/league.html", context)


@require_safe
@reading
def season_page(request: HttpRequest, league: League, viewer: Viewer, season: Season) -> HttpResponse:
    page = selectors.season_page(season, viewer.player, _through(request))
    return render(request, "leagues/season.html", {"league": league, "viewer": viewer, "page": page})


@require_safe
@reading
def season_now(request: HttpRequest, league: League, viewer: Viewer, season: Season) -> HttpResponse:
    """The part of a season's page that changes while it is played; nothing where it shows that already."""
    if request.GET.get("have") == versions.look_at_season(season):
        return HttpResponse(status=204)
    page = selectors.season_page(season, viewer.player, _through(request))
    return render(request, "leagues/_season.html", {"league": league, "viewer": viewer, "page": page})


def _through(request: HttpRequest) -> int | None:
    """The round as of which standings are asked for; anything else is taken for the newest."""
    text = request.GET.get("through", "")
    return int(text) if text.isascii() and text.isdigit() and 0 < len(text) < 4 else None


@require_safe
@reading
def standings_csv(request: HttpRequest, league: League, viewer: Viewer, season: Season) -> HttpResponse:
    lines = lines_of(season, _through(request))
    return csv_response(f"last-call-{league.slug}-season-{season.number}.csv", files.HEADER, files.rows(lines))


@require_safe
@reading
def standings_json(request: HttpRequest, league: League, viewer: Viewer, season: Season) -> HttpResponse:
    through = _through(request)
    address = request.build_absolute_uri(f"{league.path}seasons/{season.number}/")
    document = files.document(season, lines_of(season, through), through, address)
    response = JsonResponse(document, json_dumps_params={"ensure_ascii": False, "indent": 1})
    response["Content-Disposition"] = f'attachment; filename="last-call-{league.slug}-season-{season.number}.json"'
    return response


@require_safe
def calendar(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """For calendar programs, which cannot sign in: the address itself is the secret."""
    league = selectors.league_at(slug)
    if league is None or not hmac.compare_digest(league.calendar_token.encode(), token.encode()):
        return not_here(request, "There is no calendar here", "Its address may have been renewed by the league’s host.")
    response = HttpResponse(
        calendar_of(league, request.build_absolute_uri("/").rstrip("/")), content_type="text/calendar; charset=utf-8"
    )
    response["Content-Disposition"] = f'inline; filename="last-call-{league.slug}.ics"'
    response["Cache-Control"] = "private, max-age=300"
    return response


# --- Joining and leaving


@require_safe
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """The secret link: what the league is, and the button that joins it."""
    league = selectors.league_of_invite(token)
    if league is None:
        sentence = "The host has revoked or renewed it, or it was copied incompletely. Ask the host for the new one."
        return not_here(request, "This invite link is not valid", sentence)
    if selectors.viewer_of(league, player_on(request)).is_member:
        return redirect(league.path)
    season = league.seasons.filter(closed_at=None).order_by("-number").first()
    options = hosting.season_in_words(season) if season is not None else ""
    context = {"league": league, "token": token, "season": season, "options": options}
    return render(request, "leagues/invitation.html", context)


@player_required
@require_POST
def join(request: HttpRequest, slug: str) -> HttpResponse:
    """Also into a private league, whose pages only members see: the token of the link is in the form."""
    league = selectors.league_at(slug)
    if league is None:
        return not_here(request, "There is no league here", "The address may be misspelt.")
    try:
        hosting.join(league=league, player=signed_in(request), token=request.POST.get("token", ""))
    except Refused as refusal:
        messages.error(request, refusal.sentence)
        return redirect(league.path if league.is_public else "leagues")
    messages.success(request, f"You are a member of {league.name}.")
    return redirect(league.path)


@require_POST
@doing(league_path)
def leave(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    assert viewer.player is not None
    hosting.leave(league=league, player=viewer.player)
    messages.success(request, f"You have left {league.name}. Your results stay.")
    return redirect("leagues")


# --- The bell


@player_required
@require_http_methods(["GET", "HEAD", "POST"])
def bell_page(request: HttpRequest) -> HttpResponse:
    """What was told; looking at it reads it. A POST switches e-mails on or off."""
    player = signed_in(request)
    if request.method == "POST":
        player.wants_mail = request.POST.get("mail") == "on"
        player.save(update_fields=["wants_mail"])
        words = "You will get e-mails as well." if player.wants_mail else "You will get no e-mails."
        messages.success(request, words)
        return redirect("bell")
    lines = bell.lines_for(player)
    bell.read_all(player)
    context: dict[str, Any] = {"lines": lines, "has_mail": bool(bell.mail_addresses([player]))}
    return render(request, "leagues/bell.html", context)
