"""A cold start until the first answer, with an empty database and one with many games; and the bytes of a first visit.

The first visit counts all that the home page and a table's page bring over the wire with an empty cache, heads of the
answers included: the page, and every style, script and drawing that it names.
"""

from __future__ import annotations

import argparse
import gzip
import re
import socket
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from script.benchmark.report import Figure, head, table, write_json
from script.benchmark.servers import PRODUCT, SITE, Server, end_in_order, manage
from script.benchmark.systems import described_in

MOST_KB = 100.0
GIVE_UP_SECONDS = 120.0
IN_PAGE = re.compile(r'(?:href|src)="(/static/[^"#?]+)')
IN_STYLE = re.compile(r'url\(["\']?([^"\')#?]+)')


class Answer(NamedTuple):
    status: str
    head: str
    body: str
    size: int
    """Of everything that came over the wire."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="script/bench --start", description=__doc__)
    parser.add_argument("--games", type=int, default=5000, help="of the larger database; 0 leaves it out")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", metavar="FILE")
    options = parser.parse_args()
    if options.games < 0 or options.rounds < 1:
        parser.error("At least one round is needed, and no negative number of games.")
    end_in_order()
    print(head("start", "a minute"), flush=True)
    with tempfile.TemporaryDirectory(prefix="lastcall-start-") as folder:
        figures = measured(Path(folder), options.games, options.rounds)
    print(table(figures))
    if options.json:
        write_json(options.json, figures)
    return 1 if any(figure.met is False for figure in figures) else 0


def measured(folder: Path, games: int, rounds: int) -> list[Figure]:
    manage(PRODUCT, "collectstatic", "--noinput", "-v", "0")
    figures = []
    for size in sorted({0, games}):
        environment = PRODUCT | {"DATABASE_URL": f"sqlite:///{folder}/games-{size}.sqlite3"}
        manage(environment, "migrate", "-v", "0")
        if size:
            manage(environment, "make_history", "--force", "--games", f"{size}", "--records", "0")
        for kind in ("Daphne", "uvicorn"):
            figures += starts(kind, environment, folder, rounds, size)
    table_path = described_in(manage(environment, "bench_tables", "--tables", "1"))[0]["page"]
    server = Server("Daphne", SITE, environment, folder / "log")
    server.start(frozenset())
    try:
        server.wait()
        for what, path in (("the home page", "/"), ("a table, as a watcher", table_path)):
            sizes = visit(server.ports[0], path)
            for name, size in sorted(sizes.items(), key=lambda item: -item[1]):
                print(f"  {size:8,} bytes {name}")
            figures.append(Figure(f"first view of {what}, over the wire", "KB", sum(sizes.values()) / 1000, MOST_KB))
    finally:
        server.stop()
    return figures


def starts(kind: str, environment: dict[str, str], folder: Path, rounds: int, games: int) -> list[Figure]:
    taken, used = [], []
    for _ in range(rounds):
        server = Server(kind, SITE, environment, folder / "log")
        began = time.monotonic()
        server.start(frozenset())
        try:
            first_answer(server)
            taken.append(time.monotonic() - began)
            used.append(server.cpu_seconds())
        finally:
            server.stop()
    where = f"{kind}, {games:,} games: cold start to the first answer"
    print(f"  {where}: {', '.join(f'{seconds:.2f}' for seconds in taken)} s", flush=True)
    return [
        Figure(where, "s", round(statistics.median(taken), 2)),
        Figure(f"{where}, CPU", "s", round(statistics.median(used), 2)),
    ]


def first_answer(server: Server) -> None:
    give_up_at = time.monotonic() + GIVE_UP_SECONDS
    while time.monotonic() < give_up_at:
        try:
            answer = asked(server.ports[0], "/")
        except OSError:
            time.sleep(0.01)
            continue
        if " 200 " not in answer.status:
            raise SystemExit(f"The first answer was {answer.status}.")
        return
    raise SystemExit(f"No answer came.\n{server.log.read_text()[-3000:]}")


def visit(port: int, path: str) -> dict[str, int]:
    """Bytes over the wire of a page and of all that it names."""
    page = asked(port, path)
    sizes = {path: page.size}
    waiting = IN_PAGE.findall(page.body)
    while waiting:
        name = waiting.pop()
        if name in sizes or name.startswith("data:"):
            continue
        answer = asked(port, name)
        if " 200 " not in answer.status:
            raise SystemExit(f"{name}, named by {path}, answered {answer.status}.")
        sizes[name] = answer.size
        if name.endswith(".css"):
            base = name.rpartition("/")[0]
            waiting += [
                one if one.startswith(("/", "data:")) else f"{base}/{one}" for one in IN_STYLE.findall(answer.body)
            ]
    return sizes


def asked(port: int, path: str) -> Answer:
    lines = (f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Accept-Encoding: gzip", "Connection: close", "", "")
    with socket.create_connection(("127.0.0.1", port), timeout=GIVE_UP_SECONDS) as line:
        line.sendall("\r\n".join(lines).encode())
        parts = []
        while part := line.recv(65536):
            parts.append(part)
    whole = b"".join(parts)
    head_part, _, body = whole.partition(b"\r\n\r\n")
    head_text = head_part.decode("latin1")
    if "chunked" in head_text.lower():
        body = unchunked(body)
    if "content-encoding: gzip" in head_text.lower():
        body = gzip.decompress(body)
    return Answer(head_text.partition("\r\n")[0], head_text, body.decode(errors="replace"), len(whole))


def unchunked(body: bytes) -> bytes:
    found = b""
    while body:
        size, _, body = body.partition(b"\r\n")
        length = int(size, 16)
        found, body = found + body[:length], body[length + 2 :]
    return found


if __name__ == "__main__":
    sys.exit(main())
