"""What is done at a table before its first card, and around a match: one function per button, all by POST."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.core import ratelimit
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.html import format_html
from django.views.decorators.http import require_http_methods, require_POST

from matches import people, selectors, services
from matches.forms import BotForm, TableForm
from matches.middleware import player_on
from matches.models import Match, Player
from matches.views import not_here
from matches.views_people import player_required, signed_in, too_often

Act = Callable[..., HttpResponse | None]


def at_table(act: Act) -> Callable[..., HttpResponse]:
    """The gate: somebody, at a table that exists. A refusal becomes a message on the table's page."""

    @player_required
    @wraps(act)
    def view(request: HttpRequest, slug: str, **numbers: Any) -> HttpResponse:
        match = selectors.match_at(slug)
        if match is None:
            return not_here(request, "There is no table here", "It was never opened, or the address is misspelt.")
        try:
            response = act(request, match, signed_in(request), **numbers)
        except services.Refused as refusal:
            tell_refusal(request, refusal)
            response = None
        return response or redirect(match.table_path)

    return view


def tell_refusal(request: HttpRequest, refusal: services.Refused) -> None:
    if isinstance(refusal, services.SeatedElsewhere) and refusal.match is not None:
        there = format_html('{} <a href="{}">Go to your table</a>', refusal.sentence, refusal.match.table_path)
        messages.error(request, there)
    else:
        messages.error(request, refusal.sentence)


@require_POST
def play(request: HttpRequest) -> HttpResponse:
    """Play now: whoever is nobody yet becomes a guest by the same click."""
    player = player_on(request)
    if player is None:
        if not ratelimit.consume(request, action="guest"):
            return too_often(request)
        player = people.become_guest(request, click=click_of(request))
    try:
        match = services.play_now(player)
    except services.Refused as refusal:
        tell_refusal(request, refusal)
        return redirect("home")
    return redirect(match.table_path)


def click_of(request: HttpRequest) -> str:
    """Names one press on one page in one browser. Empty when the page named none."""
    browser, press = request.META.get("CSRF_COOKIE", ""), request.POST.get("press", "")
    return hashlib.sha256(f"{browser} {press}".encode()).hexdigest() if browser and press else ""


@require_POST
@at_table
def join(request: HttpRequest, match: Match, player: Player) -> HttpResponse | None:
    """The button names the options; pressing it is consent to them."""
    token = request.POST.get("token", "")
    try:
        services.take_seat(match=match, player=player, token=token, agreed_to=request.POST.get("agreed_to"))
    except services.Refused as refusal:
        if token and selectors.match_of_invite(token) is None:
            messages.error(request, "This invite link is not valid any more. Ask the host for the new one.")
        else:
            tell_refusal(request, refusal)
        return redirect("invite", token=token) if token and selectors.match_of_invite(token) == match else None
    return None


@require_POST
@at_table
def leave(request: HttpRequest, match: Match, player: Player) -> HttpResponse:
    services.leave_seat(match=match, player=player)
    messages.success(request, "You have left the table.")
    return redirect("lobby")


@require_POST
@at_table
def agree(request: HttpRequest, match: Match, player: Player) -> None:
    services.agree(match=match, player=player, agreed_to=request.POST.get("agreed_to"))


@require_POST
@at_table
def start(request: HttpRequest, match: Match, player: Player) -> None:
    services.start_match(match=match, by=player)


@require_POST
@at_table
def fill(request: HttpRequest, match: Match, player: Player) -> None:
    """The host does not wait: bots take the empty seats, and the match starts."""
    services.fill_and_start(match=match, by=player)


@require_http_methods(["GET", "HEAD", "POST"])
@at_table
def options(request: HttpRequest, match: Match, player: Player) -> HttpResponse | None:
    """A page of its own, so that nothing the others do disturbs the host at filling it in."""
    services.must_be_host(match, player)
    services.must_be_open(match)
    form = TableForm(request.POST) if request.method == "POST" else TableForm.for_match(match)
    if request.method == "POST" and form.is_valid():
        try:
            services.change_options(match=match, host=player, **form.chosen)
        except services.Refused as refusal:
            form.add_error(None, refusal.sentence)
        else:
            return None
    status = 422 if form.errors else 200
    return render(request, "matches/options.html", {"form": form, "match": match}, status=status)


@require_POST
@at_table
def add_bot(request: HttpRequest, match: Match, player: Player) -> None:
    form = BotForm(request.POST)
    if not form.is_valid():
        raise services.Refused(form.first_sentence)
    services.add_bot(match=match, host=player, level=form.cleaned_data["level"], number=form.cleaned_data["seat"])


@require_POST
@at_table
def remove_bot(request: HttpRequest, match: Match, player: Player, number: int) -> None:
    services.remove_bot(match=match, host=player, number=number)


@require_POST
@at_table
def remove_person(request: HttpRequest, match: Match, player: Player, number: int) -> None:
    """The form says whom it was shown for: by now somebody else may sit there."""
    services.remove_from_seat(match=match, host=player, number=number, name=request.POST.get("name"))


@require_POST
@at_table
def renew_invite(request: HttpRequest, match: Match, player: Player) -> None:
    services.renew_invite(match=match, host=player)


@require_POST
@at_table
def revoke_invite(request: HttpRequest, match: Match, player: Player) -> None:
    services.revoke_invite(match=match, host=player)


@require_POST
@at_table
def resume(request: HttpRequest, match: Match, player: Player) -> HttpResponse:
    """Take an adjourned match up again; the last of its people to press goes straight to the table."""
    match = services.resume_match(match=match, player=player)
    if match.status == Match.Status.PLAYING:
        return redirect(match.table_path)
    messages.success(request, "Noted. The match goes on as soon as all its people have asked for it.")
    return redirect(match.page_path)


@require_POST
@at_table
def rematch(request: HttpRequest, match: Match, player: Player) -> HttpResponse:
    """The first press opens the table, every other one leads to it."""
    again = services.play_again(match=match, player=player)
    return redirect(again.table_path)
