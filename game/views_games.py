"""Games that are over: their page, their record, and the check that their cards were fair."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from game import archive
from game.analysis_page import analysis_of
from game.boards import drink_word
from game.record import read_json
from game.record_upload import NoRecord, uploaded_text
from game.rules import InvalidSetup
from game.state import TableState, UnknownRules
from game.verify import GameFindings, Unverifiable, verify
from game.words import log_lines
from matches.middleware import player_on
from matches.models import GameRecord
from matches.views import plain


def game_or_404(request: HttpRequest, slug: str, number: int) -> GameRecord:
    """The only way to a stored game: there is none for whoever may not read its match."""
    game = archive.game_at(slug, number, player_on(request))
    if game is None:
        raise Http404("There is no such game.")
    return game


@require_safe
def game_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A game that is over: its result, its hands, its log in words."""
    game = game_or_404(request, slug, number)
    if game.is_running:
        return redirect(game.match.table_path)
    seats = archive.seats_of(game.match)
    try:
        replay = archive.replay_of(game, seats)
    except UnknownRules as reason:
        return plain(request, "This game cannot be shown here", str(reason), status=409)
    names = archive.names_at(seats)
    if replay is None:
        return _result_alone(request, game, names)
    state = replay.end
    context = {
        "match": game.match,
        "game": game,
        "players": _players(state, names),
        "log": log_lines(replay.lines, names),
        "winner": names[state.game.winner] if state.game.winner else None,
        "fairness": archive.fairness_of(state),
        "analysis": analysis_of(game, replay, names),
    }
    return render(request, "game/game.html", context)


def _result_alone(request: HttpRequest, game: GameRecord, names: dict[str, str]) -> HttpResponse:
    """Of a game whose journal was not kept."""
    tallies = game.tallies.select_related("seat").order_by("place")
    players = [
        {"name": names[str(tally.seat.number)], "ice": tally.ice, "place": tally.place, "drinks": ()}
        for tally in tallies
    ]
    winner = min(players, key=lambda player: (player["ice"], player["place"]))["name"] if players else None
    context = {"match": game.match, "game": game, "players": players, "winner": winner, "has_no_journal": True}
    return render(request, "game/game.html", context)


def _players(state: TableState, names: dict[str, str]) -> list[dict[str, Any]]:
    """In the order in which they settled up; whoever has not comes last."""
    tab_row = state.game.tab_row
    players = [
        {
            "name": names[player.name],
            "ice": player.ice,
            "place": tab_row.index(player.name) + 1 if player.name in tab_row else None,
            "drinks": [(drink_word(drink), index in player.made) for index, drink in enumerate(player.drinks)],
        }
        for player in state.game.players
    ]
    return sorted(players, key=lambda row: (row["place"] is None, row["place"]))


@require_safe
def game_record(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The record `lastcall/1` of a game that is over."""
    game = game_or_404(request, slug, number)
    if game.is_running:
        raise Http404("A game’s record can be had when the game is over.")
    try:
        document = archive.record_document(game, _address_of(request, game))
    except archive.NoJournal as reason:
        raise Http404(str(reason)) from None
    except UnknownRules as reason:
        return JsonResponse({"error": str(reason)}, status=409)
    response = JsonResponse(document, json_dumps_params={"ensure_ascii": False})
    response["Content-Disposition"] = f'attachment; filename="last-call-{slug}-game-{number}.json"'
    return response


def _address_of(request: HttpRequest, game: GameRecord) -> str:
    return request.build_absolute_uri(f"{game.match.page_path}games/{game.number}/")


# -- fair cards --


@require_safe
def verify_game(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The check of a game that is stored here."""
    game = game_or_404(request, slug, number)
    if game.is_running:
        return redirect(game.match.table_path)
    try:
        document = archive.record_document(game, _address_of(request, game))
    except (UnknownRules, archive.NoJournal) as reason:
        return _checked(request, (), str(reason), game=game)
    return _check(request, document, game=game)


@require_http_methods(["GET", "HEAD", "POST"])
def verify_page(request: HttpRequest) -> HttpResponse:
    """Anybody's record, uploaded or pasted: did its cards follow from its seed?"""
    if request.method != "POST":
        return _checked(request, ())
    try:
        return _check(request, read_json(uploaded_text(request)))
    except NoRecord as reason:
        return _checked(request, (), str(reason))
    except InvalidSetup as error:
        return _checked(request, (), error.sentence)


def _check(request: HttpRequest, document: object, game: GameRecord | None = None) -> HttpResponse:
    try:
        return _checked(request, verify(document, archive.drink_decks()), game=game)
    except Unverifiable as reason:
        return _checked(request, (), str(reason), game=game)


def _checked(
    request: HttpRequest, games: tuple[GameFindings, ...], problem: str = "", game: GameRecord | None = None
) -> HttpResponse:
    context = {"games": games, "problem": problem, "game": game, "are_fair": all(one.is_fair for one in games)}
    return render(request, "game/verify.html", context, status=422 if problem and game is None else 200)
