"""Sockets are opened by the site's own pages only.

A foreign page's socket is accepted and then closed with a code: a refusal before that would look to the page like a
lost line, and it would try again for ever.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http.request import validate_host
from django.utils.http import is_same_domain

Application = Callable[..., Awaitable[None]]

FOREIGN = 4403
REASON = "This address is opened by the site's own pages only."
LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]", ".localhost"]
PORTS = {"http": 80, "https": 443}


class OwnPagesOnly:
    """Passes a socket on if its Origin is this site; browsers always name it, and no page can forge it."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if is_own(_header(scope, b"origin"), _header(scope, b"host")):
            await self.application(scope, receive, send)
            return
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.close", "code": FOREIGN, "reason": REASON})


def _header(scope: dict[str, Any], name: bytes) -> str | None:
    return next((value.decode("latin1") for key, value in scope.get("headers", []) if key == name), None)


def is_own(origin: str | None, host: str | None) -> bool:
    """Whether a page of this origin is one of the site that was asked for: the rule that forms follow as well.

    A proxy that does not pass the host on has to have its origins in CSRF_TRUSTED_ORIGINS.
    """
    try:
        parts = urlsplit(origin or "")
        port = parts.port
    except ValueError:
        return False
    if parts.scheme not in PORTS or not parts.hostname:
        return False
    if is_trusted(parts.scheme, parts.netloc):
        return True
    name = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    allowed = settings.ALLOWED_HOSTS or (LOCAL_HOSTS if settings.DEBUG else [])
    if not validate_host(name, allowed):
        return False
    return host is None or host.lower() in _written(name, port, PORTS[parts.scheme])


def is_trusted(scheme: str, netloc: str) -> bool:
    trusted = (urlsplit(pattern) for pattern in settings.CSRF_TRUSTED_ORIGINS)
    return any(one.scheme == scheme and is_same_domain(netloc, one.netloc.lstrip("*")) for one in trusted)


def _written(name: str, port: int | None, usual: int) -> set[str]:
    """The Host headers that name this host and port."""
    return {name, f"{name}:{usual}"} if port in (None, usual) else {f"{name}:{port}"}
