"""Who opens a socket: its cookies, session and account, for `matches.people.aplayer_of`.

As Channels' AuthMiddlewareStack finds them, but the socket goes on speaking to the server itself: no session is saved
by what a socket sends, so nothing has to look at every frame on its way out.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from channels.auth import get_user
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.http import parse_cookie

Application = Callable[..., Awaitable[None]]


class WithVisitor:
    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        cookies = parse_cookie("; ".join(v.decode("latin1") for name, v in scope["headers"] if name == b"cookie"))
        scope = dict(scope, cookies=cookies, session=SessionStore(cookies.get(settings.SESSION_COOKIE_NAME)))
        scope["user"] = await get_user(scope)
        await self.application(scope, receive, send)
