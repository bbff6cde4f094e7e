"""What the host of a league and its co-hosts do: settings, people, seasons, and making rounds."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches.guards import Refused
from matches.leagues import hosting, rounds, selectors
from matches.leagues.forms import LeagueForm, PlanForm, SeasonForm, WhenForm
from matches.leagues.guards import must_run, open_season
from matches.leagues.hosting import SeasonOptions
from matches.leagues.selectors import Viewer
from matches.leagues.views_common import doing, league_path, round_path, season_path, settings_path
from matches.models import League, Player, Season


@require_safe
@doing(league_path)
def settings(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    return _settings(request, league, viewer)


def _settings(
    request: HttpRequest,
    league: League,
    viewer: Viewer,
    *,
    form: LeagueForm | None = None,
    season_form: SeasonForm | None = None,
) -> HttpResponse:
    assert viewer.player is not None
    must_run(league, viewer.player)
    season = open_season(league)
    last = season or league.seasons.order_by("-number").first()
    options = hosting.options_of(last) if last is not None else SeasonOptions()
    if season is None:  # the next one is as the last was, but for its name and days
        options = SeasonOptions(**{**options.__dict__, "name": "", "starts_on": None, "ends_on": None})
    context = {
        "league": league,
        "viewer": viewer,
        "season": season,
        "form": form or LeagueForm.for_league(league),
        "season_form": season_form or SeasonForm.for_options(options),
        "members": selectors.member_list(league),
        "shut_out": selectors.shut_out(league),
        "invite": request.build_absolute_uri(f"/leagues/join/{league.invite_token}/") if league.invite_token else "",
    }
    return render(request, "leagues/settings.html", context, status=422 if form or season_form else 200)


@require_POST
@doing(settings_path)
def change(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse | None:
    assert viewer.player is not None
    form = LeagueForm(request.POST)
    if not form.is_valid():
        return _settings(request, league, viewer, form=form)
    hosting.change_league(league=league, by=viewer.player, **form.chosen)
    messages.success(request, "Saved.")
    return None


@require_POST
@doing(settings_path)
def change_season(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse | None:
    """The options of the season that is on, or the beginning of the next one."""
    assert viewer.player is not None
    season = open_season(league)
    form = SeasonForm.for_options(SeasonOptions(), request.POST)
    if not form.is_valid():
        return _settings(request, league, viewer, season_form=form)
    options = form.options
    if season is None:
        begun = hosting.begin_season(league=league, by=viewer.player, options=options)
        messages.success(request, f"{begun.name} has begun.")
        return redirect(league.path)
    if not options.name:
        options = SeasonOptions(**{**options.__dict__, "name": season.name})
    hosting.change_season(season=season, by=viewer.player, options=options)
    messages.success(request, "Saved.")
    return None


@require_POST
@doing(season_path)
def close_season(request: HttpRequest, league: League, viewer: Viewer, season: Season) -> None:
    assert viewer.player is not None
    hosting.close_season(season=season, by=viewer.player)
    messages.success(request, f"{season.name} is closed; its standings are final.")


@require_POST
@doing(settings_path)
def link(request: HttpRequest, league: League, viewer: Viewer) -> None:
    """New or revoked invite link, new calendar address."""
    assert viewer.player is not None
    acts = {
        "renew": hosting.renew_invite,
        "revoke": hosting.revoke_invite,
        "calendar": hosting.renew_calendar,
    }
    act = acts.get(request.POST.get("act", ""))
    if act is None:
        raise Refused("That is none of the buttons of this page.")
    act(league=league, by=viewer.player)
    messages.success(request, "Done: the old address works no more.")


@require_POST
@doing(settings_path)
def member(request: HttpRequest, league: League, viewer: Viewer, pk: int) -> None:
    """Co-host or not, host, sent away or forgiven."""
    assert viewer.player is not None
    player = Player.objects.filter(pk=pk).first() if pk < 2**63 else None
    if player is None:
        raise Refused("There is no such player.")
    act = request.POST.get("act", "")
    if act in ("cohost", "member"):
        hosting.set_cohost(league=league, by=viewer.player, player=player, is_cohost=act == "cohost")
    elif act == "host":
        hosting.hand_on(league=league, by=viewer.player, to=player)
    elif act == "remove":
        hosting.remove_member(league=league, by=viewer.player, player=player)
    elif act == "forgive":
        hosting.forgive(league=league, by=viewer.player, player=player)
    else:
        raise Refused("That is none of the buttons of this page.")
    messages.success(request, "Done.")


# --- Rounds


@require_http_methods(["GET", "HEAD", "POST"])
@doing(season_path)
def new_round(request: HttpRequest, league: League, viewer: Viewer, season: Season) -> HttpResponse:
    assert viewer.player is not None
    must_run(league, viewer.player)
    form = WhenForm(league.zone, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        round_ = rounds.make_round(season=season, by=viewer.player, **form.chosen)
        return redirect(round_path(league, round_))
    context = {"league": league, "season": season, "form": form}
    return render(request, "leagues/new_round.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@doing(season_path)
def plan(request: HttpRequest, league: League, viewer: Viewer, season: Season) -> HttpResponse:
    assert viewer.player is not None
    must_run(league, viewer.player)
    form = PlanForm(league.zone, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        made = rounds.plan_season(season=season, by=viewer.player, **form.plan)
        messages.success(request, f"{len(made)} rounds are planned.")
        return redirect(season_path(league, season))
    waiting = season.rounds.exclude(status="started").count()
    context = {"league": league, "season": season, "form": form, "waiting": waiting}
    return render(request, "leagues/plan.html", context, status=422 if form.errors else 200)


@require_POST
@doing(season_path)
def unplan(request: HttpRequest, league: League, viewer: Viewer, season: Season) -> None:
    assert viewer.player is not None
    rounds.take_plan_back(season=season, by=viewer.player)
    messages.success(request, "The rounds that had not started are dropped.")
