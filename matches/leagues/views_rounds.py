"""A round and its tables: check-in, start, score pad, disputes and corrections."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches.guards import Refused
from matches.leagues import bell, pad, results, rounds, selectors, starting, times, versions
from matches.leagues.forms import CorrectionForm, GameForm, WhenForm, WordsForm
from matches.leagues.guards import must_run
from matches.leagues.hosting import season_in_words
from matches.leagues.selectors import Viewer
from matches.leagues.views_common import doing, reading, round_path, season_path, table_path
from matches.models import Dispute, League, Match, Player, Round, RoundTable

# --- The page


@require_safe
@reading
def round_page(request: HttpRequest, league: League, viewer: Viewer, round_: Round) -> HttpResponse:
    bell.read_page(viewer.player, round_path(league, round_))
    return render(request, "leagues/round.html", _context(league, viewer, round_))


@require_safe
@reading
def round_now(request: HttpRequest, league: League, viewer: Viewer, round_: Round) -> HttpResponse:
    """The changing part; nothing where the page shows it already. Who waits for the start is led to the table by it."""
    if request.GET.get("version") == versions.look_at_season(round_.season):
        return HttpResponse(status=204)
    context = _context(league, viewer, round_)
    mine = context["page"].mine
    if request.GET.get("have") == Round.Status.OPEN and round_.status == Round.Status.STARTED and mine is not None:
        playing = mine.match is not None and mine.match.status == Match.Status.PLAYING
        context["go"] = mine.match.table_path if playing else table_path(league, mine)
    return render(request, "leagues/_round.html", context)


def _context(league: League, viewer: Viewer, round_: Round) -> dict[str, Any]:
    page = selectors.round_page(round_, viewer.player)
    options = season_in_words(round_.season)
    return {"league": league, "viewer": viewer, "round": round_, "page": page, "options": options}


# --- Check-in and start


@require_POST
@doing(round_path)
def check_in(request: HttpRequest, league: League, viewer: Viewer, round_: Round) -> None:
    """Oneself, or with `player` somebody for whom a host does it, or with `all` everybody."""
    assert viewer.player is not None
    if request.POST.get("all"):
        rounds.check_in_all(round_=round_, by=viewer.player)
        return
    rounds.check_in(round_=round_, player=_whom(request, viewer.player), by=viewer.player)


@require_POST
@doing(round_path)
def check_out(request: HttpRequest, league: League, viewer: Viewer, round_: Round) -> None:
    assert viewer.player is not None
    rounds.check_out(round_=round_, player=_whom(request, viewer.player), by=viewer.player)


def _whom(request: HttpRequest, by: Player) -> Player:
    text = request.POST.get("player", "")
    if not text:
        return by
    pk = int(text) if text.isascii() and text.isdigit() and len(text) < 19 else 0
    player = Player.objects.filter(pk=pk).first()
    if player is None:
        raise Refused("There is no such player.")
    return player


@require_POST
@doing(round_path)
def open_check_in(request: HttpRequest, league: League, viewer: Viewer, round_: Round) -> None:
    assert viewer.player is not None
    rounds.open_check_in(round_=round_, by=viewer.player)


@require_POST
@doing(round_path)
def start(request: HttpRequest, league: League, viewer: Viewer, round_: Round) -> HttpResponse | None:
    """The host who plays goes straight to the table."""
    assert viewer.player is not None
    must_run(league, viewer.player)
    was_started = round_.status == Round.Status.STARTED
    started = starting.start_round(round_=round_, by=viewer.player)
    mine = RoundTable.objects.filter(round=started, seats__player=viewer.player, seats__is_no_show=False).first()
    if not was_started and mine is not None and mine.match is not None:
        return redirect(mine.match.table_path)
    return None


@require_POST
@doing(round_path)
def close(request: HttpRequest, league: League, viewer: Viewer, round_: Round) -> None:
    assert viewer.player is not None
    rounds.close_round(round_=round_, by=viewer.player)
    messages.success(request, "The round is closed. Tables without a result count as missed.")


@require_POST
@doing(season_path)
def drop(request: HttpRequest, league: League, viewer: Viewer, round_: Round) -> HttpResponse:
    assert viewer.player is not None
    season = round_.season
    try:
        rounds.drop_round(round_=round_, by=viewer.player)
    except Refused as refusal:
        messages.error(request, refusal.sentence)
        return redirect(round_path(league, round_))
    return redirect(season_path(league, season))


@require_http_methods(["GET", "HEAD", "POST"])
@doing(round_path)
def move(request: HttpRequest, league: League, viewer: Viewer, round_: Round) -> HttpResponse:
    """Another time for the round."""
    assert viewer.player is not None
    must_run(league, viewer.player)
    rounds.must_not_have_started(round_)
    initial = {
        "starts_at": times.local_of(round_.starts_at, league.zone) if round_.starts_at is not None else None,
        "start": "self" if round_.starts_itself else "hand",
        "check_in_minutes": round_.check_in_minutes,
        "where": "tables" if round_.is_at_tables else "online",
    }
    form = WhenForm(league.zone, request.POST if request.method == "POST" else None, initial=initial)
    del form.fields["where"]
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        rounds.move_round(
            round_=round_,
            by=viewer.player,
            starts_at=data["starts_at"],
            starts_itself=data["start"] == "self",
            check_in_minutes=data["check_in_minutes"],
        )
        return redirect(round_path(league, round_))
    context = {"league": league, "season": round_.season, "round": round_, "form": form}
    return render(request, "leagues/new_round.html", context, status=422 if form.errors else 200)


# --- A table


@require_safe
@reading
def table_page(request: HttpRequest, league: League, viewer: Viewer, table: RoundTable) -> HttpResponse:
    bell.read_page(viewer.player, table_path(league, table))
    return _table(request, league, viewer, table)


def _table(
    request: HttpRequest,
    league: League,
    viewer: Viewer,
    table: RoundTable,
    *,
    form: GameForm | None = None,
    words: WordsForm | None = None,
    problem: str = "",
) -> HttpResponse:
    page = selectors.table_page(table, viewer)
    blank = GameForm(_people(table), initial={"version": table.pad_version})
    has_errors = bool(problem or (form is not None and form.errors) or (words is not None and words.errors))
    context = {
        "league": league,
        "viewer": viewer,
        "round": table.round,
        "page": page,
        "form": form or blank,
        "words": words or WordsForm(),
        "problem": problem,
    }
    return render(request, "leagues/table.html", context, status=422 if has_errors else 200)


def _people(table: RoundTable) -> list[tuple[int, str]]:
    return [(player.pk, player.shown_name) for player in pad.people_at(table)]


@require_POST
@doing(table_path)
def add_game(request: HttpRequest, league: League, viewer: Viewer, table: RoundTable) -> HttpResponse | None:
    """A refusal keeps what was typed in."""
    assert viewer.player is not None
    form = GameForm(_people(table), request.POST)
    if not form.is_valid():
        return _table(request, league, viewer, table, form=form)
    try:
        pad.add_game(table=table, by=viewer.player, tab_row=form.tab_row, ice=form.ice, version=_version(request))
    except Refused as refusal:
        if table.match_id is not None:
            raise
        return _table(request, league, viewer, table, form=form, problem=refusal.sentence)
    return None


@require_POST
@doing(table_path)
def undo(request: HttpRequest, league: League, viewer: Viewer, table: RoundTable) -> None:
    assert viewer.player is not None
    pad.undo(table=table, by=viewer.player, version=_version(request))


@require_POST
@doing(table_path)
def finish(request: HttpRequest, league: League, viewer: Viewer, table: RoundTable) -> None:
    assert viewer.player is not None
    pad.finish(table=table, by=viewer.player, version=_version(request))
    messages.success(request, "The match counts. Everybody who sat there can see it, and dispute it.")


def _version(request: HttpRequest) -> int:
    text = request.POST.get("version", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1


@require_POST
@doing(table_path)
def dispute(request: HttpRequest, league: League, viewer: Viewer, table: RoundTable) -> HttpResponse | None:
    assert viewer.player is not None
    form = WordsForm(request.POST)
    if table.match is None:
        raise Refused("There is no result yet.")
    if not form.is_valid():
        return _table(request, league, viewer, table, words=form)
    results.dispute(match=table.match, player=viewer.player, words=form.cleaned_data["words"])
    messages.success(request, "The hosts of the league are told.")
    return None


@require_POST
@doing(table_path)
def settle(request: HttpRequest, league: League, viewer: Viewer, table: RoundTable, pk: int) -> HttpResponse | None:
    assert viewer.player is not None
    disputed = Dispute.objects.filter(pk=pk, match=table.match_id).first() if table.match_id and pk < 2**63 else None
    if disputed is None:
        raise Refused("There is no such dispute.")
    results.settle(disputed=disputed, by=viewer.player, answer=request.POST.get("words", ""))
    return None


@require_http_methods(["GET", "HEAD", "POST"])
@doing(table_path)
def correct(request: HttpRequest, league: League, viewer: Viewer, table: RoundTable, number: int) -> HttpResponse:
    """One game of the table's match, with a reason."""
    assert viewer.player is not None
    must_run(league, viewer.player)
    match = table.match
    game = match.games.filter(number=number, is_scored=True).first() if match is not None else None
    if match is None or game is None:
        raise Refused("There is no scored game of that number.")
    seats = [(seat.number, seat.shown_name) for seat in match.seats.select_related("player").order_by("number")]
    tallies = {tally.seat.number: tally for tally in game.tallies.select_related("seat")}
    initial: dict[str, Any] = {f"ice_{seat}": tally.ice for seat, tally in tallies.items()}
    initial |= {f"place_{seat}": str(tally.place) for seat, tally in tallies.items()}
    form = CorrectionForm(seats, request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            results.correct(
                match=match,
                number=number,
                by=viewer.player,
                tab_row=form.tab_row,
                ice=form.ice,
                why=form.cleaned_data["why"],
            )
        except Refused as refusal:
            form.add_error(None, refusal.sentence)
        else:
            messages.success(request, "The result is corrected, with a note of what it was before.")
            return redirect(table_path(league, table))
    context = {"league": league, "table": table, "round": table.round, "number": number, "form": form}
    return render(request, "leagues/correct.html", context, status=422 if form.errors else 200)
