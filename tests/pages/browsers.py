"""A browser without a socket: it loads pages, and presses the buttons that stand on them."""

from __future__ import annotations

import html
import re

from django.http import HttpResponse
from django.test import AsyncClient

from matches.models import Player
from tests.live.scenes import cookie_of


class Browser:
    def __init__(self, player: Player | None = None, *, checks_csrf: bool = False) -> None:
        self.client = AsyncClient(enforce_csrf_checks=checks_csrf)
        self.player = player
        self.page = ""

    async def get(self, path: str, **options: object) -> HttpResponse:
        if self.player is not None and "sessionid" not in self.client.cookies:
            self.client.cookies["sessionid"] = (await cookie_of(self.player)).decode().removeprefix("sessionid=")
        response = await self.client.get(path, **options)
        self.page = response.content.decode() if not response.streaming else ""
        return response

    async def press(self, value: str, **chosen: str) -> str:
        """Press the button of this value on the page, with what was chosen there; the sentence of a refusal, or ''.

        Sent as a browser sends the form: its hidden fields, those that name it, and the button.
        """
        assert self.buttons(value), f"no button {value!r} on the page"
        return await self.send(self.form() | chosen | {"act": value})

    async def send(self, fields: dict[str, str]) -> str:
        """What the page that follows says."""
        address = re.search(r'<form id="act-form" method="post" action="([^"]+)"', self.page)
        assert address, "the page has the form"
        response = await self.client.post(address[1], fields)
        assert response.status_code == 302, response.status_code
        response = await self.get(response.headers["Location"])
        assert response.status_code in (200, 302)
        return self.message()

    def form(self) -> dict[str, str]:
        hidden = re.findall(r'<input type="hidden"[^>]*name="([^"]+)" value="([^"]*)"', self.page)
        return dict(hidden)

    def buttons(self, value: str) -> list[str]:
        return re.findall(rf'<button[^>]*name="act" value="{re.escape(value)}"[^>]*>', self.page)

    def message(self) -> str:
        found = re.search(r'<p class="message error">(.*?)</p>', self.page, re.DOTALL)
        return html.unescape(found[1]) if found else ""
