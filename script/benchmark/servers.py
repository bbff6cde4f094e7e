"""Server processes of the benchmark: started on a core of their own, with what they used of it and of the memory."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from tests.fleet.services import ROOT, free_port, wait_for_port

TICKS = os.sysconf("SC_CLK_TCK")
PAGE_KIB = os.sysconf("SC_PAGE_SIZE") / 1024
COMMANDS = {
    "Daphne": ["-m", "daphne", "-v", "0", "-p"],
    "uvicorn": ["-m", "uvicorn", "--no-access-log", "--log-level", "error", "--lifespan", "off", "--port"],
}
SITE = "lastcall_site.asgi:application"
INHERITED = ("PATH", "HOME", "LANG", "VIRTUAL_ENV")
PRODUCT = {
    "SECRET_KEY": "of-the-benchmark-only-" + "0123456789" * 4,
    "ALLOWED_HOSTS": "127.0.0.1",
    "HTTPS": "0",
    "LOG_LEVEL": "ERROR",
    "LASTCALL_BENCH_TABLES": "1",
    "LASTCALL_PACE_SCALE": "1000",
    "LASTCALL_ACTIONS_PER_SECOND": "1000000",
    "LASTCALL_ACTIONS_BURST": "1000000",
    "LASTCALL_ANALYSES": "0",
    "DJANGO_SETTINGS_MODULE": "lastcall_site.settings",
}
"""The site as for others (DEBUG off), with a clock that ends no turn and without limits on what a socket may send."""


class Cores(NamedTuple):
    server: frozenset[int]
    load: frozenset[int]

    @property
    def in_words(self) -> str:
        if self.server == self.load:
            return "server and load on the same cores"
        return f"server on core {_listed(self.server)}, load on core {_listed(self.load)}"


def _listed(cores: frozenset[int]) -> str:
    return ", ".join(str(core) for core in sorted(cores))


def cores() -> Cores:
    """One for the server, the others for the load; the same for both where there is one or the system can't pin."""
    if not hasattr(os, "sched_getaffinity"):
        return Cores(frozenset(), frozenset())
    first, *others = sorted(os.sched_getaffinity(0))
    return Cores(frozenset({first}), frozenset(others or {first}))


class Server:
    """One or more processes of the same program, each on a port of its own."""

    def __init__(self, kind: str, application: str, environment: dict[str, str], log: Path, processes: int = 1) -> None:
        self.kind = kind
        self.application = application
        self.environment = {name: os.environ[name] for name in INHERITED if name in os.environ} | environment
        self.environment["PYTHONPATH"] = str(ROOT)
        self.log = log
        self.ports = [free_port() for _ in range(processes)]
        self.processes: list[subprocess.Popen[bytes]] = []

    def start(self, on: frozenset[int]) -> None:
        for port in self.ports:
            command = [sys.executable, *COMMANDS[self.kind], str(port), self.application]
            with self.log.open("ab") as log:
                process = subprocess.Popen(command, cwd=ROOT, env=self.environment, stdout=log, stderr=log)
            if on:
                os.sched_setaffinity(process.pid, on)
            self.processes.append(process)

    def wait(self) -> None:
        for port, process in zip(self.ports, self.processes, strict=True):
            try:
                wait_for_port(port, process)
            except AssertionError as problem:
                raise SystemExit(f"{self.kind}: {problem}\n{self.log.read_text()[-3000:]}") from None

    def stop(self) -> None:
        for process in self.processes:
            process.send_signal(signal.SIGKILL)
        for process in self.processes:
            process.wait()
        self.processes = []

    def cpu_seconds(self) -> float:
        return cpu_seconds([process.pid for process in self.processes])

    def memory_kib(self) -> float:
        return sum(memory_kib(process.pid) for process in self.processes)


def end_in_order() -> None:
    """Whoever ends the benchmark ends its servers with it."""
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))


def cpu_seconds(pids: Sequence[int]) -> float:
    """User and system time of these processes, all their threads included."""
    return sum(sum(map(int, _after_name(f"/proc/{pid}/stat")[11:13])) for pid in pids) / TICKS


def memory_kib(pid: int) -> float:
    """What lies in memory."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE_KIB


def _after_name(path: str) -> list[str]:
    """The fields of a stat file from the third on: the second may hold spaces."""
    return Path(path).read_text().rpartition(")")[2].split()


def children_of(parent: int) -> list[int]:
    """The process and those it started, such as the backends of a PostgreSQL."""
    found = [parent]
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            if int(_after_name(str(path))[1]) == parent:
                found.append(int(path.parent.name))
        except (OSError, ValueError):
            continue  # it has ended meanwhile
    return found


def manage(environment: dict[str, str], *arguments: str) -> str:
    """A command of the site, on the load's cores."""
    inherited = {name: os.environ[name] for name in INHERITED if name in os.environ}
    command = [sys.executable, "manage.py", *arguments]
    done = subprocess.run(command, cwd=ROOT, env=inherited | environment, capture_output=True, check=False)
    if done.returncode:
        raise SystemExit(f"manage.py {arguments[0]} failed:\n{done.stderr.decode()[-3000:]}")
    return done.stdout.decode()
