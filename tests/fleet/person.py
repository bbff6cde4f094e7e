"""A person with a browser, without the browser: a socket, the regions it was sent, and what they offer to press."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import re
import secrets
from collections.abc import Callable

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.aims import Way, nearest
from tests.live.dom import Dom

ORDER_LINE = re.compile(r'<li id="line-\d+" class="line-order"')
MOVED_ON = 4408
LOST = (OSError, WebSocketException, asyncio.TimeoutError)


class Person:
    def __init__(self, slug: str, cookie: str, seat: int, port: Callable[[], int]) -> None:
        self.slug = slug
        self.cookie = cookie
        self.seat = seat
        self.port = port
        """Where to connect; asked anew after each loss."""
        self.dom = Dom()
        self.sent: set[str] = set()
        self.stored: list[str] = []
        """Press ids that the server said were stored, in the order in which it said so."""
        self.repeats: set[str] = set()
        """Shouts pressed while an own shout was open: the same shout, acknowledged without a row of its own."""
        self.refusals: list[str] = []
        self.losses = 0
        self.orders = 0
        """Verdicts told while this person was there."""
        self.seen = "0"
        self.phase = ""
        self.is_over = False
        """The match is over: seen on the board, or said to somebody who came back too late to see it."""
        self.makes: list[str] = []
        self.moves: list[str] = []
        """Every legal move, as `liquor giver receiver`."""
        self._socket: ClientConnection | None = None

    async def be_there(self) -> None:
        """Stay connected, whatever happens, until cancelled."""
        while not self.is_over:
            with contextlib.suppress(*LOST):
                await self._listen()
            self._socket = None
            self.losses += 1
            await asyncio.sleep(0.1)

    async def _listen(self) -> None:
        port = self.port()
        headers = {"Cookie": self.cookie}
        url = f"ws://127.0.0.1:{port}/ws/tables/{self.slug}/"
        async with connect(
            url, additional_headers=headers, origin=f"http://127.0.0.1:{port}", open_timeout=10, ping_interval=None
        ) as socket:
            self._socket = socket
            while True:
                async with asyncio.timeout(10):  # not wait_for: before Python 3.12 it can lose a cancellation
                    frame = await socket.recv()
                await self._hear(str(frame))

    async def _hear(self, frame: str) -> None:
        if frame.startswith("{"):
            told = json.loads(frame)
            if "ping" in told:
                await self.send({"pong": told["ping"]})
            elif "ok" in told:
                self.stored.append(told["ok"])
            elif told.get("ended") == MOVED_ON:
                self.is_over = True
            elif "refused" in told:
                self.refusals.append(told["refused"])
        else:
            self.dom.apply(frame)
            self.orders += len(ORDER_LINE.findall(frame)) if "beforeend" in frame else 0
            self._read()

    async def send(self, values: dict[str, object]) -> None:
        if self._socket is not None:
            with contextlib.suppress(*LOST):
                await self._socket.send(json.dumps(values))

    async def press(self, act: str, **fields: object) -> str:
        press = secrets.token_hex(8)
        self.sent.add(press)
        if act == "order":
            self.repeats.add(press)
        await self.send({"act": act, "seen": self.seen, "press": press, **fields})
        return press

    # -- what the regions say --

    @property
    def regions(self) -> dict[str, str]:
        return self.dom.regions

    def _read(self) -> None:
        seen = re.search(r'value="(\d+)"', self.regions.get("seen", ""))
        phase = re.search(r'data-phase="(\w+)"', self.regions.get("status", ""))
        self.seen, self.phase = seen[1] if seen else "0", phase[1] if phase else ""
        self.is_over = self.is_over or self.phase == "match_over"
        self.makes = re.findall(r'value="(make \d \w+)"', self.regions.get("hand", ""))
        self.moves = [
            f"{liquor} {giver} {receiver}"
            for html in self._named("bartender-")
            for giver, liquor, receivers in re.findall(r'value="(\w+) (\w+)" data-receivers="([\w ]*)"', html)
            for receiver in receivers.split()
        ]

    def _named(self, *beginnings: str) -> list[str]:
        return [html for name, html in self.regions.items() if name.startswith(beginnings)]

    def _nearest(self, chance: random.Random) -> Way:
        drinks = [
            re.findall(r'<i class="(\w+)"', html)
            for html in self.regions["hand"].split('<li id="drink-')[1:]
            if 'class="done"' not in html
        ]
        shelves = {
            name.removeprefix("bartender-"): {
                liquor: int(number) for liquor, number in re.findall(r'class="shelf (\w+) n(\d)"', html)
            }
            for name, html in self.regions.items()
            if name.startswith("bartender-")
        }
        return nearest([Way(*move.split()) for move in self.moves], drinks, shelves, chance)

    def may(self, act: str) -> bool:
        button = re.search(rf'<button[^>]*value="{act}"[^>]*>', self.regions.get("controls", ""))
        return button is not None and "aria-disabled" not in button[0]

    # -- playing --

    async def play(self, chance: random.Random, pause: float = 0.05) -> None:
        """Press what there is to press until the match is over."""
        while not self.is_over:
            await asyncio.sleep(pause * (0.5 + chance.random()))
            if self.makes:
                await self.press(self.makes[0])
            elif self.moves:
                await self.press(f"move {' '.join(self._nearest(chance))}")
            elif self.may("ready"):
                await self.press("ready")
            elif self.may("pass"):
                await self.press("pass")
            elif self.may("order") and chance.random() < 0.3:
                await self.press("order")
