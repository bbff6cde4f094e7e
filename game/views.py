"""The table's page, the same forms by plain POST, a game's page and record, and the rules."""

from __future__ import annotations

import json
from typing import Any

from asgiref.sync import sync_to_async
from django.contrib import messages
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from game import fragments
from game.asks import Refused
from game.board import Word
from game.boards import drink_word
from game.paces import PACES
from game.record import record_of
from game.rules import HOUSE_DECK, RULES_VERSION, RulesError
from game.state import action_in
from game.store import folded
from game.tables import chairs_of, tables
from game.words import log_lines
from matches import journal, selectors
from matches.middleware import player_on
from matches.models import GameRecord, Match, Player
from matches.views import waiting_room


async def table_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The table: its waiting room, its board, or the way to its result."""
    match = await sync_to_async(selectors.match_at)(slug)
    if match is None:
        raise Http404("There is no table at this address.")
    if match.status in (Match.Status.OPEN, Match.Status.CANCELLED):
        return await sync_to_async(waiting_room)(request, match)
    live = await tables().open(slug) if match.status == Match.Status.PLAYING else None
    if live is None:
        return redirect(match.page_path)
    player = player_on(request)
    if not await sync_to_async(selectors.may_see)(match, player):
        raise Http404("There is no table at this address.")
    seat = live.seat_of(player.pk if player else None)
    if seat is not None:
        live.paged(seat)
    board, own = live.board(), live.own(seat)
    context = {"board": board, "own": own, "regions": fragments.page_regions(board, own, notice="")}
    return await sync_to_async(render)(request, "game/table.html", context)


@require_POST
async def act(request: HttpRequest, slug: str) -> HttpResponse:
    """A press without a socket: the same door, then the table again."""
    live = await tables().open(slug)
    if live is None:
        await _say(request, "Nothing is played at this table now.")
        return redirect(f"/tables/{slug}/")
    player = player_on(request)
    seat = live.seat_of(player.pk if player else None)
    if seat is None:
        await _say(request, "You have no seat at this table.")
        return redirect(live.setting.path)
    live.paged(seat)
    try:
        await live.ask(seat, request.POST.dict())
    except (Refused, RulesError) as refusal:
        await _say(request, refusal.sentence)
    except DatabaseError:
        await _say(request, "That could not be stored just now; press again in a moment.")
    return redirect(live.setting.path)


async def _say(request: HttpRequest, sentence: str) -> None:
    await sync_to_async(messages.error)(request, sentence)


# -- games that are over --


def _finished_game(match_slug: str, number: int, player: Player | None) -> GameRecord:
    match = selectors.match_at(match_slug)
    if match is None or not selectors.may_see(match, player):
        raise Http404("There is no match at this address.")
    game = match.games.filter(number=number).select_related("match").first()
    if game is None:
        raise Http404("There is no such game in this match.")
    return game


def _names(match: Match) -> dict[str, str]:
    """Seat to the name shown, made unique: a record names every player differently."""
    names: dict[str, str] = {}
    for seat in match.seats.select_related("player"):
        name = seat.shown_name
        names[str(seat.number)] = f"{name} ({seat.number + 1})" if name in names.values() else name
    return names


@require_GET
def game_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A game that is over: its result, its hands, its log in words."""
    game = _finished_game(slug, number, player_on(request))
    if game.is_running:
        return redirect(game.match.table_path)
    match = game.match
    seats = tuple(match.seats.select_related("player").order_by("number"))
    state = folded(game, match.games_agreed, chairs_of(seats), PACES[match.pace], lines_kept=None)
    names = _names(match)
    players = [
        {
            "name": names[player.name],
            "ice": player.ice,
            "place": state.game.tab_row.index(player.name) + 1 if player.name in state.game.tab_row else None,
            "drinks": [(drink_word(drink), index in player.made) for index, drink in enumerate(player.drinks)],
        }
        for player in state.game.players
    ]
    context = {
        "match": match,
        "game": game,
        "players": sorted(players, key=lambda row: (row["place"] is None, row["place"])),
        "log": log_lines(state.lines, names),
        "winner": names[state.game.winner] if state.game.winner else None,
    }
    return render(request, "game/game.html", context)


@require_GET
def game_record(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The record `lastcall/1` of a game that is over."""
    game = _finished_game(slug, number, player_on(request))
    if game.is_running:
        raise Http404("A game’s record can be had when the game is over.")
    response = JsonResponse(record_document(game), json_dumps_params={"ensure_ascii": False})
    response["Content-Disposition"] = f'attachment; filename="last-call-{slug}-game-{number}.json"'
    return response


def record_document(game: GameRecord) -> dict[str, Any]:
    """The whole record of a stored game that is over, its seed included."""
    match = game.match
    seats = tuple(match.seats.select_related("player").order_by("number"))
    state = folded(game, match.games_agreed, chairs_of(seats), PACES[match.pace])
    actions, times = [], []
    for _, at, text in journal.rows_after(game.pk, 0):
        entry = json.loads(text)
        if "act" in entry:
            actions.append(action_in(entry, state.start.names))
            times.append(round(max(0.0, at - state.began_at), 3))
    texts = {
        "started_at": game.started_at.isoformat(timespec="seconds"),
        "rules": RULES_VERSION,
        "seed_hash": game.seed_hash,
        "seed": game.seed,
    }
    return record_of(state.start, actions, at=times, names=_names(match), texts=texts)


@require_GET
def rules_page(request: HttpRequest) -> HttpResponse:
    """The rules in short, the rulings, the keys and the house's drink cards."""
    deck = [
        (Word(kind.name.lower(), kind.label), [drink_word(card).liquors for card in cards])
        for kind, cards in HOUSE_DECK.items()
    ]
    return render(request, "game/rules.html", {"deck": deck})
