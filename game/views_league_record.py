"""“I have a record”: a league's table takes its result from a record, once that has been replayed."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from game.record import read_json
from game.record_results import GameResult, Unusable, names_in, results_in
from game.record_upload import NoRecord, uploaded_text
from game.rules import InvalidSetup
from matches.guards import Refused
from matches.leagues import pad
from matches.leagues.selectors import Viewer
from matches.leagues.views_common import doing, table_path
from matches.models import League, Player, RoundTable
from matches.names import name_key


class WhoForm(forms.Form):
    """Who of the table is whom in the record."""

    def __init__(self, names: list[str], people: list[Player], *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.names = names
        choices = [("", "…"), *((str(player.pk), player.shown_name) for player in people)]
        known = {name_key(player.shown_name): str(player.pk) for player in people}
        for number, name in enumerate(names):
            self.fields[f"who_{number}"] = forms.ChoiceField(
                label=f"“{name}” is",
                choices=choices,
                initial=known.get(name_key(name), ""),
                error_messages={"required": "Choose who that is.", "invalid_choice": "Choose who that is."},
            )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        chosen = [value for value in data.values() if value]
        if len(set(chosen)) < len(chosen):
            self.add_error(None, "Two in the record cannot be the same person.")
        return data

    @property
    def player_of(self) -> dict[str, int]:
        return {name: int(self.cleaned_data[f"who_{number}"]) for number, name in enumerate(self.names)}


@require_http_methods(["GET", "HEAD", "POST"])
@doing(table_path)
def league_record(request: HttpRequest, league: League, viewer: Viewer, table: RoundTable) -> HttpResponse:
    """First the record, then who is who; the second step sends the record again, so nothing has to be kept."""
    if not pad.may_write(table, viewer.player):
        raise Refused("Only those who sit at this table, and the hosts of the league, can write on its pad.")
    if table.match_id is not None:
        raise Refused("The result of this table is there already.")
    context: dict[str, Any] = {"league": league, "table": table, "round": table.round}
    if request.method != "POST":
        return render(request, "game/league_record.html", context)
    try:
        text = uploaded_text(request)
        results = results_in(read_json(text))
        _must_fit(table, results)
    except InvalidSetup as problem:
        return _again(request, context, problem.sentence)
    except (Unusable, NoRecord) as problem:
        return _again(request, context, str(problem))
    is_second_step = "who_0" in request.POST
    form = WhoForm(names_in(results), pad.people_at(table), request.POST if is_second_step else None)
    if is_second_step and form.is_valid():
        assert viewer.player is not None
        who = form.player_of
        games = [
            {
                "tab_row": [who[name] for name in result.tab_row],
                "ice": {who[name]: ice for name, ice in result.ice.items()},
            }
            for result in results
        ]
        pad.enter_whole(table=table, by=viewer.player, games=games, version=table.pad_version)
        messages.success(request, "The record was played again, and its result counts.")
        return redirect(table_path(league, table))
    context |= {"form": form, "text": text.decode(), "results": results}
    return render(request, "game/league_record.html", context, status=422 if form.errors else 200)


def _again(request: HttpRequest, context: dict[str, Any], sentence: str) -> HttpResponse:
    return render(request, "game/league_record.html", context | {"problem": sentence}, status=422)


def _must_fit(table: RoundTable, results: list[GameResult]) -> None:
    """The match that was agreed, by as many as sit there."""
    season, players = table.round.season, len(pad.people_at(table))
    if len(results) != season.games_agreed:
        games = "1 game is" if len(results) == 1 else f"{len(results)} games are"
        raise Unusable(f"A match here has {season.games_agreed} games, and {games} in the record.")
    if any(len(result.ice) != players for result in results):
        raise Unusable(f"{players} people sit at this table, and the record is of another number.")
    if any(result.remaining_drinks != season.remaining_drinks for result in results):
        raise Unusable("The record was played with the other rule for remaining drinks than this season.")
