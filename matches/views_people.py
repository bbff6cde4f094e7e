"""Becoming a guest, one's own page, leaving and deleting."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.decorators import reauthentication_required
from allauth.core import ratelimit
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches import people
from matches.accounts import NameForm
from matches.guards import Refused, live_table_of
from matches.ignoring import ignored_people
from matches.middleware import player_on
from matches.models import Player
from matches.names import BadName

View = Callable[..., HttpResponse]


def player_required(view: View) -> View:
    """Who is nobody yet is asked to play as a guest or to sign in, and comes back to the same address.

    What was posted is not repeated: the button is pressed again on the page that follows.
    """

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if player_on(request) is None:
            return ask_who(request)
        return view(request, *args, **kwargs)

    return guarded


def ask_who(request: HttpRequest) -> HttpResponse:
    """The choice between playing as a guest and signing in; nothing that was asked to be done has been done."""
    back = request.get_full_path() if request.method == "GET" else referring_page(request)
    return render(request, "matches/people/who.html", {"next": back})


def referring_page(request: HttpRequest) -> str:
    return safe_next(request, request.headers.get("Referer", ""))


def safe_next(request: HttpRequest, address: str) -> str:
    """The address if it is one of this site's own, else the front page."""
    if url_has_allowed_host_and_scheme(address, {request.get_host()}, require_https=request.is_secure()):
        return address
    return "/"


@require_POST
def guest(request: HttpRequest) -> HttpResponse:
    """One click: a guest with a friendly name, and on to where they wanted to go."""
    back = safe_next(request, request.POST.get("next", ""))
    if player_on(request) is not None:
        return HttpResponseRedirect(back)
    if not ratelimit.consume(request, action="guest"):
        return too_often(request)
    try:
        player = people.become_guest(request, request.POST.get("name", "").strip())
    except BadName as reason:
        return render(request, "matches/people/who.html", {"next": back, "reason": str(reason)}, status=422)
    messages.success(request, f"You play as {player.name}. You can change the name on your page.")
    return HttpResponseRedirect(back)


@require_safe
def who(request: HttpRequest) -> HttpResponse:
    """The choice between guest and account, also for those who come by themselves."""
    back = safe_next(request, request.GET.get("next", ""))
    if player_on(request) is not None:
        return HttpResponseRedirect(back)
    return render(request, "matches/people/who.html", {"next": back})


@player_required
@require_http_methods(["GET", "HEAD", "POST"])
def me(request: HttpRequest) -> HttpResponse:
    """One's own page; a POST changes the name."""
    player = signed_in(request)
    form = NameForm(player, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        if not ratelimit.consume(request, action="rename", key=str(player.pk)):
            return too_often(request)
        try:
            people.rename_player(player, form.cleaned_data["name"])
        except BadName as reason:
            form.add_error("name", str(reason))
        else:
            messages.success(request, f"You are {player.name} now.")
            return redirect("me")
    context = {"form": form, "ignored": ignored_people(player)}
    return render(request, "matches/people/me.html", context, status=422 if form.errors else 200)


@player_required
@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: HttpRequest) -> HttpResponse:
    """A guest signs out for good; an account has allauth's page for it."""
    player = signed_in(request)
    if not player.is_guest:
        return redirect("account_logout")
    if request.method == "POST":
        people.leave_session(request)
        people.tell_signed_out(player)
        messages.success(request, "You have signed out.")
        return redirect("/")
    return render(request, "matches/people/leave.html", {"table": live_table_of(player)})


@player_required
def delete(request: HttpRequest) -> HttpResponse:
    """An account is asked for its password once more, unless it has just been given."""
    return delete_guest(request) if signed_in(request).is_guest else delete_account(request)


@require_http_methods(["GET", "HEAD", "POST"])
def delete_guest(request: HttpRequest) -> HttpResponse:
    player = signed_in(request)
    if request.method == "POST":
        try:
            people.delete_player(request, player)
        except Refused as refusal:
            messages.error(request, refusal.sentence)
            return redirect("delete_me")
        messages.success(request, "You are deleted. Your results stay under “deleted player”.")
        return redirect("/")
    return render(request, "matches/people/delete.html", {"table": live_table_of(player)})


@reauthentication_required  # type: ignore[untyped-decorator]
def delete_account(request: HttpRequest) -> HttpResponse:
    return delete_guest(request)


def too_often(request: HttpRequest) -> HttpResponse:
    return render(request, "429.html", status=429)


def signed_in(request: HttpRequest) -> Player:
    player = player_on(request)
    assert player is not None, "only behind player_required"
    return player
