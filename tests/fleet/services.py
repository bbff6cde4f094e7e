"""PostgreSQL, Redis and server processes of our own, started from the machine's binaries in a temporary folder."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for_port(port: int, process: subprocess.Popen[bytes] | None = None, seconds: float = 60) -> None:
    give_up_at = time.monotonic() + seconds
    while time.monotonic() < give_up_at:
        assert process is None or process.poll() is None, "the program ended at once"
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError(f"nothing answers on port {port}")


class PostgreSQL:
    """A cluster in a temporary folder of its own.

    Its server does not run as root, so a root's test runs it as the user `postgres`, who must reach the folder.
    """

    def __init__(self) -> None:
        self.folder = folder = Path(tempfile.mkdtemp(prefix="lastcall-postgresql-"))
        self.port = free_port()
        self.user = "postgres" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name
        if os.geteuid() == 0:
            account = pwd.getpwnam("postgres")
            os.chown(self.folder, account.pw_uid, account.pw_gid)
        self._run("initdb", "-D", str(folder / "data"), "-A", "trust", "-U", "app", "-E", "UTF8", "--no-sync")
        self.start()
        self._run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "app", "lastcall")

    @property
    def url(self) -> str:
        return f"postgresql://app@127.0.0.1:{self.port}/lastcall"

    def start(self) -> None:
        settings = ("listen_addresses=127.0.0.1", f"unix_socket_directories={self.folder}", "max_connections=200")
        options = f"-p {self.port} " + " ".join(f"-c {setting}" for setting in settings)
        self._run(
            "pg_ctl", "-D", str(self.folder / "data"), "-o", options, "-l", str(self.folder / "log"), "-w", "start"
        )

    def stop(self) -> None:
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-m", "immediate", "-w", "stop")

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.folder)

    def restart(self) -> None:
        """As after a crash: nobody is asked to finish first."""
        self.stop()
        self.start()

    def _run(self, program: str, *arguments: str) -> None:
        command = [_postgresql_program(program), *arguments]
        if os.geteuid() == 0:
            command = ["runuser", "-u", self.user, "--", *command]
        done = subprocess.run(
            command, cwd="/", stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120, check=False
        )
        assert done.returncode == 0, done.stdout.decode()


def _postgresql_program(name: str) -> str:
    found = shutil.which(name)
    if found and name not in ("initdb", "pg_ctl"):
        return found
    places = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    assert places or found, f"PostgreSQL's {name} is not on this machine (on Debian: apt install postgresql)"
    return str(places[-1]) if places else str(found)


class Redis:
    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.folder = folder
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        program = shutil.which("redis-server")
        assert program, "Redis is not on this machine (on Debian: apt install redis-server)"
        options = ["--bind", "127.0.0.1", "--port", str(self.port), "--save", "", "--appendonly", "no"]
        command = [program, *options, "--dir", str(self.folder)]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_for_port(self.port, self.process)

    def stop(self) -> None:
        """What it held is gone."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


class Server:
    """One process that serves the site on a port of its own."""

    def __init__(self, environment: dict[str, str], log: Path) -> None:
        self.environment = environment
        self.log = log
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "daphne", "-v", "0", "-p", str(self.port), "lastcall_site.asgi:application"]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, cwd=ROOT, env=self.environment, stdout=log, stderr=log)

    def wait(self) -> None:
        try:
            wait_for_port(self.port, self.process)
        except AssertionError as problem:
            raise AssertionError(f"{problem}\n{self.log.read_text()[-3000:]}") from None

    @property
    def answers(self) -> bool:
        """Whether it takes connections now."""
        with socket.socket() as probe:
            return self.process is not None and probe.connect_ex(("127.0.0.1", self.port)) == 0

    def kill(self) -> None:
        """kill -9: no good-byes."""
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
            self.process = None


class Fleet:
    """Several servers on one database; `manage` runs a command of the site beside them."""

    def __init__(self, folder: Path, servers: int, environment: dict[str, str]) -> None:
        inherited = {key: os.environ[key] for key in ("PATH", "HOME", "LANG", "VIRTUAL_ENV") if key in os.environ}
        self.environment = (
            inherited | {"DJANGO_SETTINGS_MODULE": "lastcall_site.settings", "LOG_LEVEL": "WARNING"} | environment
        )
        self.folder = folder
        folder.mkdir(exist_ok=True)
        self.servers = [Server(self.environment, folder / f"server-{number}.log") for number in range(servers)]

    def open(self) -> None:
        self.manage("migrate", "-v", "0")
        for server in self.servers:
            server.start()
        for server in self.servers:
            server.wait()

    def close(self) -> None:
        for server in self.servers:
            server.kill()

    def manage(self, *arguments: str) -> str:
        return self.run("manage.py", *arguments)

    def run(self, *arguments: str) -> str:
        command = [sys.executable, *arguments]
        done = subprocess.run(command, cwd=ROOT, env=self.environment, capture_output=True, timeout=300, check=False)
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout.decode()
