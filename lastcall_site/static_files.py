"""Style sheet, scripts and pictures, served by the same process as the pages."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware


class StaticFiles(WhiteNoiseMiddleware):  # type: ignore[misc]
    """WhiteNoise for an asynchronous server.

    As released it only works synchronously: every request below it then costs two hops between threads, and Daphne
    cannot be ended while one of them is under way and a socket is open.
    """

    async_capable = True
    sync_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        super().__init__(get_response)
        self.is_async = iscoroutinefunction(get_response)
        if self.is_async:
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> HttpResponse | Awaitable[HttpResponse]:
        static_file = self.file_for(request.path_info)
        if static_file is not None:
            found = whole(static_file, request)
            return ready(found) if self.is_async else found
        response: HttpResponse | Awaitable[HttpResponse] = self.get_response(request)
        return response

    def file_for(self, path: str) -> Any:
        if not path.startswith(self.static_prefix):
            return None
        return self.find_file(path) if self.autorefresh else self.files.get(path)


async def ready(response: HttpResponse) -> HttpResponse:
    return response


def whole(static_file: Any, request: HttpRequest) -> HttpResponse:
    """The file in one piece: it is small, and an asynchronous server cannot stream from a plain file."""
    found = static_file.get_response(request.method, request.META)
    with found.file or contextlib.nullcontext() as file:
        response = HttpResponse(file.read() if file else b"", status=int(found.status))
    del response.headers["Content-Type"]
    for name, value in found.headers:
        response[name] = value
    return response
