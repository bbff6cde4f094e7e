"""A load program: sockets as thin as they can be made, so that the load's core can keep a server busy.

A table is four sockets and what its player on turn may send. An action is over when all four have been shown it and,
where the server answers presses, when its sender was answered. Times are of `perf_counter`, in seconds.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import deque
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any, NamedTuple

HANDSHAKE_SECONDS = 120.0
CONNECTING_AT_ONCE = 16
STALLED_SECONDS = 30.0
SHOWN = b'id="seen"'
"""Stands in every frame that shows an action, and in none that comes by itself."""
SEEN_VALUE = b'name="seen" value="'
HEADER_END = b"\r\n\r\n"
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


class Stalled(Exception):
    """An action was not shown, or a socket was closed: the figures would mean nothing."""


class Socket(asyncio.Protocol):
    """A WebSocket client without extensions. Its mask is zero, which costs nothing and is legal."""

    def __init__(self, request: bytes, on_text: Callable[[bytes], None]) -> None:
        self.request = request
        self.on_text = on_text
        self.waiting = b""
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.is_open = False
        self.closed_by_us = False
        self.ended = ""
        """Why the server ended it, '' while it has not."""
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self.request)

    def connection_lost(self, problem: Exception | None) -> None:
        if not self.closed_by_us:
            self.ended = self.ended or "the connection was lost"
        if not self.opened.done():
            self.opened.set_exception(Stalled(self.ended))

    def data_received(self, data: bytes) -> None:
        if self.waiting:
            data = self.waiting + data
        if not self.is_open:
            head, end, data = data.partition(HEADER_END)
            if not end:
                self.waiting = head
                return
            self.is_open = b" 101 " in head[:20]
            if not self.is_open:
                self.ended = head[:60].decode("latin1")
                self.transport.close()
                return
            self.opened.set_result(None)
        self.waiting = self._read_frames(data)

    def _read_frames(self, data: bytes) -> bytes:
        """What is left of a frame that has not wholly come."""
        at, end = 0, len(data)
        while end - at >= 2:
            length, begin = data[at + 1], at + 2
            if length == 126:
                length, begin = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
            elif length == 127:
                length, begin = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
            if begin + length > end:
                break
            self._take(data[at] & 15, data[begin : begin + length])
            at = begin + length
        return data[at:]

    def _take(self, opcode: int, payload: bytes) -> None:
        if opcode == TEXT:
            if payload.startswith(b'{"ping":"'):
                self.send(b'{"pong":"' + payload[9:-2] + b'"}')
            else:
                self.on_text(payload)
        elif opcode == PING:
            self._write(PONG, payload)
        elif opcode == CLOSE:
            self.ended = f"closed with {int.from_bytes(payload[:2], 'big')} {payload[2:].decode(errors='replace')}"
            self.transport.close()

    def send(self, payload: bytes) -> None:
        self._write(TEXT, payload)

    def _write(self, opcode: int, payload: bytes) -> None:
        length = len(payload)
        size = bytes((128 | length,)) if length < 126 else b"\xfe" + length.to_bytes(2, "big")
        self.transport.write(bytes((128 | opcode,)) + size + b"\0\0\0\0" + payload)

    def close(self) -> None:
        self.closed_by_us = True
        self.transport.close()


class Count(NamedTuple):
    actions: int
    bytes_shown: int
    """Of text frames to all four, answers included, pings not."""


class LoadTable:
    """One table under load; `described` is a line of `manage.py bench_tables`."""

    def __init__(self, described: dict[str, Any], *, has_answers: bool) -> None:
        self.described = described
        self.has_answers = has_answers
        self.sockets: list[Socket] = []
        self.turn = next(at for at, player in enumerate(described["players"]) if player["has_turn"])
        self.frames = [json.dumps(frame)[:-1] for frame in described["frames"]]
        self.next_frame = 0
        self.seen = b"0"
        self.pressed_here = secrets.token_hex(6)
        """Repeats of a press are one press, so nobody else may use the same names."""
        self.presses = 0
        self.waiting_for = 0
        self.asked_at = 0.0
        self.actions = self.bytes_shown = 0
        self.newest: list[bytes] = [b""] * 4
        """The frames in which each seat was shown the newest action."""
        self.is_shown = [asyncio.Event() for _ in range(4)]
        self.on_done: Callable[[LoadTable], None] = lambda table: None

    async def connect(self, ports: Sequence[int]) -> None:
        """The seats are spread over the ports: with two processes each serves half of every table."""
        loop = asyncio.get_running_loop()
        self.sockets, self.waiting_for = [], 0
        for shown in self.is_shown:
            shown.clear()
        for at, player in enumerate(self.described["players"]):
            port = ports[at * len(ports) // len(self.described["players"])]
            request = _request(port, self.described["socket"], player)
            _, socket = await loop.create_connection(
                lambda request=request, at=at: Socket(request, lambda payload: self._hear(at, payload)),
                "127.0.0.1",
                port,
            )
            self.sockets.append(socket)
            async with asyncio.timeout(HANDSHAKE_SECONDS):
                await socket.opened

    async def ready(self) -> None:
        """When every seat has been shown the table."""
        async with asyncio.timeout(HANDSHAKE_SECONDS):
            for shown in self.is_shown:
                await shown.wait()

    def ask(self, asked_at: float) -> None:
        """Send the next frame, as the page of the player on turn does."""
        self.asked_at = asked_at
        self.waiting_for = 5 if self.has_answers else 4
        self.presses += 1
        press = f"{self.pressed_here}{self.presses:x}"
        text = f'{self.frames[self.next_frame]},"seen":"{self.seen.decode()}","press":"{press}"}}'
        self.next_frame = (self.next_frame + 1) % len(self.frames)
        self.sockets[self.turn].send(text.encode())

    def _hear(self, at: int, payload: bytes) -> None:
        if payload[0] == 123:
            if payload.startswith(b'{"refused"') or payload.startswith(b'{"ended"'):
                self.sockets[at].ended = payload.decode()[:200]
                return
        elif SHOWN not in payload:
            return
        else:
            if at == self.turn:
                begin = payload.find(SEEN_VALUE) + len(SEEN_VALUE)
                self.seen = payload[begin : payload.find(b'"', begin)]
            if not self.is_shown[at].is_set():
                self.is_shown[at].set()
                return
            self.newest[at] = payload
        if not self.waiting_for:
            return
        self.bytes_shown += len(payload)
        self.waiting_for -= 1
        if not self.waiting_for:
            self.actions += 1
            self.on_done(self)

    def check(self) -> None:
        for socket in self.sockets:
            if socket.ended:
                raise Stalled(f"{self.described['socket']}: {socket.ended}")

    def close(self) -> None:
        for socket in self.sockets:
            socket.close()


def _request(port: int, path: str, player: dict[str, Any]) -> bytes:
    lines = [
        f"GET {path}?seat={player['seat']} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        f"Origin: http://127.0.0.1:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: bGFzdCBjYWxsIGJlbmNoIQ==",
        f"Cookie: {player['cookie']}",
    ]
    return "\r\n".join(lines).encode() + HEADER_END


class Load:
    """Tables under load together."""

    def __init__(self, described: Sequence[dict[str, Any]], *, has_answers: bool) -> None:
        self.tables = [LoadTable(one, has_answers=has_answers) for one in described]
        self.done = 0
        """Actions of the closed loop that is under way."""

    async def connect(self, ports: Sequence[int]) -> None:
        gate = asyncio.Semaphore(CONNECTING_AT_ONCE)

        async def connected(table: LoadTable) -> None:
            async with gate:
                await table.connect(ports)
                await table.ready()

        await asyncio.gather(*(connected(table) for table in self.tables))

    @property
    def count(self) -> Count:
        actions = sum(table.actions for table in self.tables)
        return Count(actions, sum(table.bytes_shown for table in self.tables))

    def check(self) -> None:
        for table in self.tables:
            table.check()

    async def closed_loop(self, warm_up: float, seconds: float, cpu: Callable[[], float]) -> tuple[Count, float, float]:
        """Every table asks again as soon as all were shown the last: (count, seconds, CPU seconds) after a warm-up."""
        snapshots: list[tuple[Count, float, float]] = []
        marks: list[tuple[int, asyncio.Event]] = []

        def done(table: LoadTable) -> None:
            self.done += 1
            if marks and self.done == marks[0][0]:
                snapshots.append((self.count, cpu(), perf_counter()))
                marks.pop()[1].set()
            table.ask(perf_counter())

        async def whole_waves() -> None:
            """Tables answer in waves, so both ends are taken at the same place of one."""
            marks.append((len(self.tables) * (self.done // len(self.tables) + 1), asyncio.Event()))
            async with asyncio.timeout(STALLED_SECONDS):
                await marks[0][1].wait()

        self.done = 0
        for table in self.tables:
            table.on_done = done
            table.ask(perf_counter())
        await asyncio.sleep(warm_up)
        await whole_waves()
        await asyncio.sleep(seconds)
        await whole_waves()
        (before, used, began), (after, used_then, ended) = snapshots
        await self.come_to_rest()
        counted = Count(after.actions - before.actions, after.bytes_shown - before.bytes_shown)
        return counted, ended - began, used_then - used

    async def fixed_rate(self, rate: float, seconds: float) -> list[float]:
        """So many actions a second, come what may: seconds from when each was due until all were shown it."""
        taken: list[float] = []
        due: list[deque[float]] = [deque() for _ in self.tables]
        places = {id(table): at for at, table in enumerate(self.tables)}

        def done(table: LoadTable) -> None:
            taken.append(perf_counter() - table.asked_at)
            backlog = due[places[id(table)]]
            if backlog:
                table.ask(backlog.popleft())

        for table in self.tables:
            table.on_done = done
        began, count = perf_counter(), int(rate * seconds)
        for number in range(count):
            at = began + number / rate
            if (pause := at - perf_counter()) > 0:
                await asyncio.sleep(pause)
            table = self.tables[number % len(self.tables)]
            if table.waiting_for:
                due[places[id(table)]].append(at)
            else:
                table.ask(at)
        give_up_at = perf_counter() + STALLED_SECONDS
        while len(taken) < count and perf_counter() < give_up_at:
            await asyncio.sleep(0.02)
        self.check()
        if len(taken) < count:
            raise Stalled(f"{count - len(taken)} of {count} actions were never shown")
        return taken

    async def come_to_rest(self) -> None:
        for table in self.tables:
            table.on_done = lambda done: None
        give_up_at = perf_counter() + STALLED_SECONDS
        while any(table.waiting_for for table in self.tables):
            self.check()
            if perf_counter() > give_up_at:
                raise Stalled("an action was never shown to all")
            await asyncio.sleep(0.01)

    async def one_action(self) -> list[bytes]:
        """What each seat of the first table is sent for one action, the answer to its sender included."""
        table = self.tables[0]
        before = table.bytes_shown
        table.ask(perf_counter())
        await self.come_to_rest()
        frames = list(table.newest)
        frames[table.turn] += b" " * (table.bytes_shown - before - sum(map(len, frames)))
        return frames

    def close(self) -> None:
        for table in self.tables:
            table.close()
