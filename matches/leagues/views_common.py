"""The gates of all league pages: a league that exists, and whom its pages and buttons are for."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from matches.guards import Refused
from matches.leagues import selectors
from matches.leagues.selectors import Viewer
from matches.middleware import player_on
from matches.models import League, Round, RoundTable, Season
from matches.views import not_here, plain
from matches.views_people import player_required, signed_in

View = Callable[..., HttpResponse]
Act = Callable[..., HttpResponse | None]


def reading(view: View) -> View:
    """Anybody at a public league, members at a private one. The view gets league, viewer, and season, round, table."""

    @wraps(view)
    def guarded(request: HttpRequest, slug: str, **numbers: Any) -> HttpResponse:
        known = selectors.league_and_viewer(slug, player_on(request))
        if known is None:
            return not_here(request, "There is no league here", "The address may be misspelt.")
        league, viewer = known
        if not league.is_public and not viewer.is_member:
            sentence = "Only its members can read it. With an invite link you can become one."
            return plain(request, "This league is private", sentence, status=403)
        found = _found(league, numbers)
        if found is None:
            return not_here(request, "There is nothing here", "It was dropped, or the address is misspelt.")
        return view(request, league, viewer, **found)

    return guarded


def doing(back: Callable[..., str]) -> Callable[[Act], View]:
    """A button of somebody who is signed in: a refusal becomes a message on the page that `back` names.

    The view may return None for going back there as well.
    """

    def decorate(act: Act) -> View:
        @player_required
        @reading
        @wraps(act)
        def guarded(request: HttpRequest, league: League, viewer: Viewer, **found: Any) -> HttpResponse:
            viewer = Viewer(signed_in(request), viewer.role)
            try:
                response = act(request, league, viewer, **found)
            except Refused as refusal:
                messages.error(request, refusal.sentence)
                response = None
            return response or redirect(back(league, **found))

        return guarded

    return decorate


def league_path(league: League, **found: Any) -> str:
    return league.path


def settings_path(league: League, **found: Any) -> str:
    return f"{league.path}settings/"


def season_path(league: League, season: Season, **found: Any) -> str:
    return f"{league.path}seasons/{season.number}/"


def round_path(league: League, round_: Round, **found: Any) -> str:
    return f"{season_path(league, round_.season)}rounds/{round_.number}/"


def table_path(league: League, table: RoundTable, **found: Any) -> str:
    return f"{round_path(league, table.round)}tables/{table.number}/"


def _found(league: League, numbers: dict[str, Any]) -> dict[str, Any] | None:
    """What the numbers of the address name, None where one of them names nothing."""
    found = {name: value for name, value in numbers.items() if name not in ("season", "round", "table")}
    if any(isinstance(value, int) and value >= 2**31 for value in numbers.values()):
        return None
    if "season" not in numbers:
        return found
    season = league.seasons.filter(number=numbers["season"]).first()
    if season is None or "round" not in numbers:
        if season is not None:
            season.league = league
        return None if season is None else found | {"season": season}
    season.league = league
    round_ = Round.objects.filter(season=season, number=numbers["round"]).first()
    if round_ is None or "table" not in numbers:
        if round_ is not None:
            round_.season = season
        return None if round_ is None else found | {"round_": round_}
    round_.season = season
    table = selectors.table_at(round_, numbers["table"])
    return None if table is None else found | {"table": table}
