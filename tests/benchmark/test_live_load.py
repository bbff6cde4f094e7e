"""The load program understands frames however they are cut, and the benchmark itself runs from end to end."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from script.benchmark.load import LoadTable, Socket
from script.benchmark.start import IN_PAGE, unchunked

ROOT = Path(__file__).resolve().parents[2]
ACCEPTED = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n"


class Line(asyncio.Transport):
    """What the socket wrote."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.is_closed = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written += bytes(data)

    def close(self) -> None:
        self.is_closed = True


def text_frame(text: str) -> bytes:
    data = text.encode()
    size = bytes((len(data),)) if len(data) < 126 else b"\x7e" + len(data).to_bytes(2, "big")
    return b"\x81" + size + data


def unmasked(frame: bytes) -> bytes:
    """The payload of a short frame of a client whose mask is zero."""
    assert frame[1] & 128
    assert frame[2:6] == bytes(4)
    return frame[6:]


@pytest.mark.parametrize("piece", [1, 2, 3, 7, 1000, 100_000])
async def test_frames_are_heard_whole_however_they_arrive(piece):
    heard: list[bytes] = []
    socket = Socket(b"GET", heard.append)
    socket.connection_made(Line())
    texts = ["short", "x" * 125, "y" * 126, "é" * 3000]
    stream = ACCEPTED + b"".join(map(text_frame, texts))
    for at in range(0, len(stream), piece):
        socket.data_received(stream[at : at + piece])
    assert [one.decode() for one in heard] == texts


async def test_a_ping_is_answered_with_its_own_name_and_is_no_news():
    heard: list[bytes] = []
    line = Line()
    socket = Socket(b"", heard.append)
    socket.connection_made(line)
    socket.data_received(ACCEPTED + text_frame('{"ping":"0a1b2c3d"}'))
    assert json.loads(unmasked(line.written)) == {"pong": "0a1b2c3d"}
    assert heard == []


async def test_a_server_that_closes_is_remembered_with_its_code():
    line = Line()
    socket = Socket(b"", lambda payload: None)
    socket.connection_made(line)
    socket.data_received(ACCEPTED + b"\x88\x06" + (4404).to_bytes(2, "big") + b"gone")
    assert socket.ended == "closed with 4404 gone"
    assert line.is_closed


async def test_an_action_is_over_when_all_four_were_shown_it_and_its_sender_was_answered():
    players = [{"seat": str(seat), "cookie": "", "has_turn": seat == 2} for seat in range(4)]
    table = LoadTable({"socket": "/ws/", "players": players, "frames": [{"act": "a"}, {"act": "b"}]}, has_answers=True)
    lines = [Line() for _ in range(4)]
    for at, line in enumerate(lines):
        socket = Socket(b"", lambda payload, at=at: table._hear(at, payload))
        socket.connection_made(line)
        socket.data_received(ACCEPTED)
        table.sockets.append(socket)
    board = text_frame('<input id="seen" name="seen" value="7">')
    for socket in table.sockets:
        socket.data_received(board)
    table.ask(0.0)
    asked = json.loads(unmasked(lines[2].written))
    assert (asked["act"], asked["seen"]) == ("a", "7")
    for socket in table.sockets:
        socket.data_received(text_frame('<p id="seat-1">away</p>') + board)
    assert table.actions == 0
    table.sockets[2].data_received(text_frame(json.dumps({"ok": asked["press"]})))
    assert table.actions == 1


def test_what_a_page_brings_along_is_found_once_each():
    page = (
        '<link href="/static/a.1.css"><script src="/static/b.js"></script><use href="/static/p.svg#rum"><a href="/x">'
    )
    assert IN_PAGE.findall(page) == ["/static/a.1.css", "/static/b.js", "/static/p.svg"]
    assert unchunked(b"3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n") == b"abcde"


@pytest.mark.timeout(300)
def test_the_benchmark_of_the_live_table_runs_and_writes_its_figures(tmp_path):
    written = tmp_path / "figures.json"
    environment = os.environ | {"PYTHONPATH": str(ROOT), "DJANGO_SETTINGS_MODULE": "lastcall_site.settings"}
    command = [sys.executable, "script/benchmark/live.py", "--short", "--json", str(written)]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, timeout=280, check=False)
    assert done.returncode == 0, done.stderr.decode()[-3000:]
    rows = {row["what"]: row for row in json.loads(written.read_text())}
    assert rows["Daphne: CPU against the bare fan-out on Daphne"]["value"] > 0
    assert rows["bytes an action and client"]["value"] > 100
