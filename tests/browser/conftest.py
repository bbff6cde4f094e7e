"""A real browser in front of a real server: Daphne as `script/server` starts it, with a database of its own."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

ROOT = Path(__file__).resolve().parents[2]
PACE_SCALE = "0.1"
"""The clock runs ten times as fast as at a real table; nothing else is different."""


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, object]) -> dict[str, object]:
    quiet = "--disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update"
    args = ["--no-sandbox", "--disable-sync", *quiet.split()]
    return {**browser_type_launch_args, "executable_path": os.environ.get("CHROMIUM") or None, "args": args}


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running site."""
    folder = tmp_path_factory.mktemp("site")
    environment = os.environ | {
        "DATABASE_URL": f"sqlite:///{folder / 'site.sqlite3'}",
        "LASTCALL_PACE_SCALE": PACE_SCALE,
        "LASTCALL_BOTS_FILL_SECONDS": "1",
        "LASTCALL_NEXT_GAME_SECONDS": "20",
        "DJANGO_SETTINGS_MODULE": "lastcall_site.settings",
    }
    environment.pop("DJANGO_ALLOW_ASYNC_UNSAFE", None)
    subprocess.run([sys.executable, "manage.py", "migrate", "-v", "0"], cwd=ROOT, env=environment, check=True)
    port = _free_port()
    command = [sys.executable, "-m", "daphne", "-p", str(port), "lastcall_site.asgi:application"]
    with (folder / "daphne.log").open("w") as log:
        server = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=subprocess.STDOUT)
        try:
            _wait_until_it_answers(port, server, folder / "daphne.log")
            yield f"http://127.0.0.1:{port}"
        finally:
            server.kill()
            server.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_until_it_answers(port: int, server: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(300):
        assert server.poll() is None, log.read_text()
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise AssertionError("The server does not answer: " + log.read_text())


class Visitor:
    """One person with a browser of their own; whatever goes wrong in it is kept."""

    def __init__(self, context: BrowserContext, site: str) -> None:
        self.context = context
        self.site = site
        self.troubles: list[str] = []
        self.page = self._watched(context.new_page())

    def _watched(self, page: Page) -> Page:
        page.on("console", lambda message: self._heard(message.type, message.text))
        page.on("pageerror", lambda error: self.troubles.append(f"page error: {error}"))
        page.on("request", lambda request: self._asked(request.url))
        return page

    def _heard(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self.troubles.append(f"console {kind}: {text}")

    def _asked(self, url: str) -> None:
        host = self.site.split("//")[1]
        if not url.startswith(("data:", "blob:")) and url.split("//")[1].split("/")[0] != host:
            self.troubles.append(f"request to another host: {url}")

    def go(self, path: str) -> None:
        self.page.goto(self.site + path)


@pytest.fixture
def visit(browser: Browser, site: str) -> Iterator[object]:
    """Call it for a new visitor; at the end of the test no visitor may have seen an error, or asked another host."""
    visitors: list[Visitor] = []

    def new_visitor(**options: object) -> Visitor:
        visitors.append(Visitor(browser.new_context(**options), site))
        return visitors[-1]

    yield new_visitor
    troubles = [trouble for visitor in visitors for trouble in visitor.troubles]
    for visitor in visitors:
        visitor.context.close()
    assert troubles == []
