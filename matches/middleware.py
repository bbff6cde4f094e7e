"""Every request knows its player."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import sync_and_async_middleware

from matches.models import Player
from matches.people import aplayer_of, player_of, set_player


@sync_and_async_middleware
def player_of_request(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    """Sets `request.player`, a Player or None.

    It is looked up before the view runs, so that it is a plain value in synchronous and asynchronous views alike. A
    visitor without a session costs no query.
    """
    if iscoroutinefunction(get_response):

        async def asynchronous(request: HttpRequest) -> HttpResponse:
            set_player(request, await aplayer_of(request))
            response: HttpResponse = await get_response(request)
            return response

        return asynchronous

    def synchronous(request: HttpRequest) -> HttpResponse | Awaitable[HttpResponse]:
        set_player(request, player_of(request.user, request.session))
        response: HttpResponse = get_response(request)
        return response

    return synchronous


def player_on(request: HttpRequest) -> Player | None:
    """The player that the middleware has put on the request."""
    player: Player | None = request.player  # type: ignore[attr-defined]
    return player
