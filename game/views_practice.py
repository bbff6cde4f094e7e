"""Practice, open to everybody: Finish it, Spot it, and the first game. Nothing is kept on the server."""

from __future__ import annotations

import datetime
import re
import secrets
from collections.abc import Iterator, Sequence
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.safestring import mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from game import fragments, lesson
from game.paces import PACES
from game.practice.codes import LETTERS, UnknownCode, code_of, position_of
from game.practice.finishing import BadStep, finishing, pressed
from game.practice.positions import FIRST_DAY, MOST_DRINKS, daily_position, position_for
from game.practice.spotting import LONGEST_SEED, spotting
from game.practice_boards import FinishPage, SpotBoard, SpotStep, finish_page, lesson_page, spot_start, spot_steps
from matches.middleware import player_on
from matches.views import not_here, plain

LINKS = [("To practice", "/practice/")]
ENOUGH_SPOTS = 6
NEWCOMER = "Newcomer"
PLACE_KEPT = "first_game"
"""The cookie that holds how far somebody came in the first game."""
KEPT_SECONDS = 90 * 24 * 3600


@require_safe
def practice(request: HttpRequest) -> HttpResponse:
    """The ways to practise."""
    today = timezone.now().date()
    context = {
        "today": today,
        "yesterday": today - datetime.timedelta(days=1),
        "daily": daily_position(today),
        "difficulties": range(1, MOST_DRINKS + 1),
    }
    return render(request, "practice/practice.html", context)


# -- Finish it


@never_cache
@require_safe
def new_finish(request: HttpRequest) -> HttpResponse:
    """A puzzle that nobody has seen, with as many drinks as wished; three where nothing sensible was wished."""
    wished = request.GET.get("drinks", "")
    drinks = int(wished) if wished in ("1", "2", "3", "4") else 3
    return redirect("finish", code_of(position_for(secrets.token_hex(8), drinks)))


@never_cache
@require_safe
def daily_finish(request: HttpRequest, day: str = "") -> HttpResponse:
    """The puzzle of today, or of a day that was."""
    today = timezone.now().date()
    try:
        date = datetime.date.fromisoformat(day) if day else today
    except ValueError:
        return not_here(request, "There is no such day", "A day is written as 2026-11-30.")
    if not FIRST_DAY <= date <= today:
        sentence = f"There is a puzzle for every day from {FIRST_DAY.isoformat()} to today."
        return not_here(request, "There is no puzzle for that day", sentence)
    return redirect("finish", code_of(daily_position(date)))


@require_safe
def finish(request: HttpRequest, code: str) -> HttpResponse:
    """A puzzle as far as the address says that it is solved; a press leads to the address of the next board."""
    try:
        position = position_of(code)
        now = finishing(position, request.GET.get("did", ""))
    except UnknownCode as problem:
        return plain(request, "There is no such puzzle", str(problem), LINKS, status=404)
    except BadStep as problem:
        links = [("The puzzle from its beginning", request.path), *LINKS]
        return plain(request, "These steps lead nowhere", str(problem), links, status=400)
    with_hints = request.GET.get("hints") == "on"
    act, notice = request.GET.get("act", ""), ""
    if act:
        try:
            after = "" if act == "again" else pressed(now, act, request.GET.get("bottle", "")).did
        except BadStep as problem:
            notice = str(problem)
        else:
            fields = ({"did": after} if after else {}) | ({"hints": "on"} if with_hints else {})
            return redirect(f"{request.path}?{urlencode(fields)}" if fields else request.path)
    wished = request.GET.get("plan", "")
    shown = int(wished) if wished.isascii() and wished.isdigit() and len(wished) < 4 else None
    page = finish_page(now, shown, with_hints=with_hints)
    today = timezone.now().date()
    day = today if position == daily_position(today) else None
    link = request.build_absolute_uri(request.path)
    context = {
        "code": code,
        "now": now,
        "page": page,
        "own": page.own,
        "regions": fragments.page_regions(page.board, page.own, notice),
        "day": day,
        "link": link,
        "brag": _brag(page, day, link),
        "with_hints": with_hints,
        "difficulties": range(1, MOST_DRINKS + 1),
        "drinks": len(position.drinks),
    }
    return render(request, "practice/finish.html", context)


def _brag(page: FinishPage, day: datetime.date | None, link: str) -> str:
    """The result to be sent to friends: it spoils nothing."""
    if page.result is None:
        return ""
    title = f"Last Call, Finish it{f' of {date_format(day)}' if day else ''}"
    graded = page.result.grade
    return f"{title}: {page.result.pictures} {graded.ice} ice (least {graded.least}) {link}"


# -- the first game


@never_cache
@require_safe
def first_game(request: HttpRequest) -> HttpResponse:
    """The step where this browser left off, or the first."""
    kept = request.COOKIES.get(PLACE_KEPT, "")
    number = int(kept) if kept.isascii() and kept.isdigit() and len(kept) < 3 else 1
    return redirect("first_game_step", number if 1 <= number <= lesson.LAST else 1)


@require_safe
def first_game_step(request: HttpRequest, number: int) -> HttpResponse:
    """A step of the first game, from 1; the right press leads to the next, any other to a sentence."""
    if not 1 <= number <= lesson.LAST + 1:
        return not_here(request, "The first game has no such step", f"It has {lesson.LAST} steps.")
    notice = ""
    if (act := request.GET.get("act", "")) and number <= lesson.LAST:
        notice = lesson.nudge(number - 1, act, request.GET.get("bottle", ""))
        if not notice:
            return redirect("first_game_step", number + 1)
    player = player_on(request)
    page = lesson_page(number - 1, player.shown_name if player else NEWCOMER)
    context = {
        "number": number,
        "last": lesson.LAST,
        "page": page,
        "own": page.own,
        "regions": fragments.page_regions(page.board, page.own, notice),
    }
    response = render(request, "practice/first.html", context)
    response["HX-Replace-Url"] = request.path
    is_under_way = page.step is not None
    response.set_cookie(
        PLACE_KEPT,
        str(number if is_under_way else 1),
        max_age=KEPT_SECONDS,
        path="/practice/first/",
        secure=request.is_secure(),
        httponly=True,
        samesite="Lax",
    )
    return response


# -- Spot it


@never_cache
@require_safe
def new_spot(request: HttpRequest) -> HttpResponse:
    """Cards that nobody has seen; of a few draws one in which there is something to spot."""
    seeds = ["".join(secrets.choice(LETTERS) for _ in range(8)) for _ in range(4)]
    seed = next((seed for seed in seeds if spotting(seed).spots >= ENOUGH_SPOTS), seeds[-1])
    return redirect(f"{reverse('spot', args=[seed])}?{urlencode({'pace': _pace(request)})}")


@require_safe
def spot(request: HttpRequest, seed: str) -> HttpResponse:
    """All cards of this seed at once: the page turns them over by its own clock. Without scripts, one by one."""
    if not re.fullmatch(f"[a-z0-9]{{1,{LONGEST_SEED}}}", seed):
        return plain(request, "There are no such cards", "Their name has small letters and digits.", LINKS, status=404)
    spotted = spotting(seed)
    steps = spot_steps(spotted)
    wished = request.GET.get("at", "")
    at = min(int(wished), len(steps)) if wished.isascii() and wished.isdigit() and len(wished) < 4 else 0
    shown = steps[at - 1].shown if at else spot_start(spotted)
    context = {
        "seed": seed,
        "pace": _pace(request),
        "seconds": PACES[_pace(request)].deal,
        "paces": [(name, f"every {pace.deal:g} s") for name, pace in PACES.items()],
        "cards": len(steps),
        "bartenders": _bartenders_html(shown, None),
        "hand": _hand_html(shown),
        "at": at,
        "next": at + 1 if at < len(steps) else None,
        "now": steps[at - 1] if at else None,
        "has_shouted": "shout" in request.GET,
        "steps": [] if at else list(_changes(spot_start(spotted), steps)),
        "link": request.build_absolute_uri(request.path),
    }
    return render(request, "practice/spot.html", context)


def _changes(before: SpotBoard, steps: Sequence[SpotStep]) -> Iterator[dict[str, str]]:
    """For each card the parts of the board that it changes, and those that the order then changes."""
    for step in steps:
        html = _bartenders_html(step.shown, before) + ("" if step.shown.own == before.own else _hand_html(step.shown))
        after = ""
        if step.after is not None:
            after = _bartenders_html(step.after, step.shown) + _hand_html(step.after)
        yield {"words": step.words, "spot": step.spot, "shown": mark_safe(html), "after": mark_safe(after)}
        before = step.after or step.shown


def _bartenders_html(board: SpotBoard, before: SpotBoard | None) -> str:
    known = before.bartenders if before else ()
    changed = [bartender for bartender in board.bartenders if bartender not in known]
    return mark_safe("".join(fragments.render("bartender.html", bartender=one) for one in changed))


def _hand_html(board: SpotBoard) -> str:
    return mark_safe(fragments.render("hand.html", drinks=board.own.drinks))


def _pace(request: HttpRequest) -> str:
    wished = request.GET.get("pace", "")
    return wished if wished in PACES else "steady"
