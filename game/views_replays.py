"""Games step by step: one played here, the better plan of one of its players, or a record that somebody brought."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from allauth.core import ratelimit
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_safe

from game import analyses, archive, brought_records, fragments, replay_boards
from game.analysis.words import ending_in_words
from game.analysis_page import Note, isolated, notes_of
from game.record_upload import NoRecord, uploaded_text
from game.replays import Replay, replay_of_plan
from game.state import UnknownRules
from game.views_games import game_or_404
from matches.models import GameRecord
from matches.views import plain
from matches.views_people import too_often

FRESH_SECONDS = 60
"""How long a browser may keep a step: people change their names, games that are over do not change."""


class Stage(NamedTuple):
    """What is stepped through, and the words around it."""

    replay: Replay
    names: Mapping[str, str]
    title: str
    intro: str
    back: str
    """Where one came from."""
    back_words: str
    others: Sequence[tuple[str, str]] = ()
    """Address and words of what else there is to step through."""
    trouble: str = ""
    notes: Sequence[Note] = ()


@require_safe
def game_replay(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A game that was played here."""
    game = game_or_404(request, slug, number)
    if game.is_running:
        return redirect(game.match.table_path)
    seats = archive.seats_of(game.match)
    try:
        replay = archive.replay_of(game, seats)
    except UnknownRules as reason:
        return plain(request, "This game cannot be shown here", str(reason), status=409)
    if replay is None:
        return plain(request, "There are no steps of this game", "Only its result was kept.", status=404)
    title = f"Game {number} of {game.match.games_agreed}, step by step"
    names = archive.names_at(seats)
    findings = analyses.findings_of(game)
    notes = notes_of(findings, game, replay, isolated(names)) if findings else ()
    return _shown(request, Stage(replay, names, title, "", _page_of(game), "The game’s page", notes=notes))


@require_safe
def plan_replay(request: HttpRequest, slug: str, number: int, seat: int) -> HttpResponse:
    """What a player could have done after last call, with the least ice, from the board as it stood then."""
    game = game_or_404(request, slug, number)
    if game.is_running:
        return redirect(game.match.table_path)
    findings = analyses.findings_of(game)
    if findings is None:
        return redirect(_page_of(game))
    seats = archive.seats_of(game.match)
    ending = next((one for one in findings.endings if one.seat == str(seat)), None)
    try:
        replay = archive.replay_of(game, seats)
    except UnknownRules as reason:
        return plain(request, "This game cannot be shown here", str(reason), status=409)
    if ending is None or ending.turn_step is None or replay is None:
        raise Http404("There is no plan for this player.")
    names = archive.names_at(seats)
    name = names[ending.seat]
    plan = replay_of_plan(replay, ending.turn_step, ending.seat, ending.plan)
    who = isolated(names)[ending.seat]
    intro = f"{who} {ending_in_words(ending)}. This is a way to finish with {ending.possible} from the same board."
    turn = (
        f"{reverse('game_replay', args=[slug, number])}?{urlencode({'step': str(ending.turn_step), 'as': ending.seat})}"
    )
    stage = Stage(
        plan,
        names,
        f"{name}’s better plan" if ending.spared else f"{name}’s way to the end",
        intro,
        _page_of(game),
        "The game’s page",
        others=[(turn, f"What {name} did")],
    )
    return _shown(request, stage, viewer=ending.seat)


@require_http_methods(["GET", "HEAD", "POST"])
def bring_record(request: HttpRequest) -> HttpResponse:
    """Anybody's record, uploaded or pasted, to be stepped through."""
    if request.method != "POST":
        return render(request, "game/bring_record.html")
    if not ratelimit.consume(request, action="record"):
        return too_often(request)
    try:
        key = brought_records.keep(uploaded_text(request))
    except (NoRecord, brought_records.Bad) as reason:
        return render(request, "game/bring_record.html", {"problem": str(reason)}, status=422)
    return redirect("record_replay", key=key, number=1)


@require_safe
def record_replay(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """A game of a record that was brought along a while ago."""
    brought = brought_records.game_of(key, number)
    if brought is None:
        sentence = "Records that people bring along are kept for 30 days. Bring it again to step through it."
        return plain(request, "This record is not here", sentence, status=404)
    replay = brought.replay
    names = replay_boards.shown_names(brought.names, replay.end.start.names)
    trouble = ""
    if replay.refusal is not None:
        sentence = replay_boards.refusal_in_words(replay.refusal)
        trouble = f"The record goes no further: the rules refuse its action {replay.refused_at}. {sentence}"
    title = f"Game {number} of {brought.agreed}, step by step" if brought.agreed > 1 else "A game, step by step"
    others = [
        (reverse("record_replay", args=[key, other]), f"Game {other}")
        for other in range(1, brought.games + 1)
        if other != number
    ]
    stage = Stage(replay, names, title, "", reverse("bring_record"), "Another record", others, trouble)
    return _shown(request, stage)


def _page_of(game: GameRecord) -> str:
    return reverse("game", args=[game.match.slug, game.number])


def _shown(request: HttpRequest, stage: Stage, viewer: str = replay_boards.EVERYBODY) -> HttpResponse:
    """The page at the step in the address, or only what changes from step to step where the page's script asks."""
    replay, names = stage.replay, stage.names
    step = replay_boards.step_asked_for(request.GET.get("step", ""), replay.last)
    viewer = replay_boards.viewer_asked_for(request.GET.get("as", viewer), names)
    board = replay_boards.board_at(replay, step, names)
    chapter = replay_boards.chapter_of(replay, step, names)
    part = request.GET.get("part")
    context: dict[str, Any] = {
        "stage": stage,
        "step": step,
        "last": replay.last,
        "chosen": viewer,
        "viewers": replay_boards.viewers(viewer, names),
        "regions": fragments.page_regions(board, None, notice=""),
        "hands": replay_boards.hands_at(replay.frames[step].game, viewer, names),
        "chapter": None if part == str(chapter.number) else chapter,
        "said": replay_boards.said_at(replay, step, names),
        "notes": [note for note in stage.notes if note.step == step and viewer in (note.seat, replay_boards.ALL_HANDS)],
        "trouble": stage.trouble if step == replay.last else "",
        "earlier_step": max(0, step - 1),
        "later_step": min(replay.last, step + 1),
    }
    response = render(request, "game/replay.html" if part is None else "game/_replay.html", context)
    if part is not None:
        patch_cache_control(response, private=True, max_age=FRESH_SECONDS)
    return response
