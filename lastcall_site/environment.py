"""Reading settings from the environment: each helper gives a value of the right kind or says plainly what is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

YES = ("1", "true", "yes", "on")
NO = ("0", "false", "no", "off")


class Environment:
    """An empty variable counts as one that is not set: deployment tools often cannot leave one out."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        self.variables = variables

    def text(self, name: str, default: str = "") -> str:
        return self.variables.get(name, "").strip() or default

    def words(self, name: str, default: str = "") -> list[str]:
        """Separated by spaces or commas."""
        return self.text(name, default).replace(",", " ").split()

    def flag(self, name: str, *, default: bool) -> bool:
        value = self.text(name).lower()
        if not value:
            return default
        if value not in YES + NO:
            raise ImproperlyConfigured(f"{name} is {value!r}: say 1 or 0.")
        return value in YES

    def whole_number(self, name: str, default: int, *, least: int = 0) -> int:
        value = self.text(name)
        if not value:
            return default
        if not (value.isascii() and value.isdigit()) or int(value) < least:
            raise ImproperlyConfigured(f"{name} is {value!r}: a whole number of at least {least} is needed.")
        return int(value)

    def positive_number(self, name: str, default: float) -> float:
        value = self.text(name)
        if not value:
            return default
        try:
            number = float(value)
        except ValueError:
            number = 0.0
        if not 0 < number < float("inf"):
            raise ImproperlyConfigured(f"{name} is {value!r}: a number above 0 is needed.")
        return number


def database(url: str, *, base_dir: Path) -> dict[str, Any]:
    """Django's settings for `sqlite:///relative/path`, `sqlite:////absolute/path` or `postgres://user:password@host/name`.

    Whatever follows a question mark is handed to PostgreSQL as it is, such as `?sslmode=require` or, for a socket
    in a folder, `postgres:///name?host=/var/run/postgresql`.
    """
    parts = urlsplit(url)
    name = unquote(parts.path[1:])
    if parts.scheme == "sqlite" and not parts.netloc and name:
        return sqlite(base_dir / name)
    if parts.scheme in ("postgres", "postgresql") and name:
        return {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": name,
            "USER": unquote(parts.username or ""),
            "PASSWORD": unquote(parts.password or ""),
            "HOST": parts.hostname or "",
            "PORT": str(parts.port or ""),
            "OPTIONS": dict(parse_qsl(parts.query)),
            "CONN_MAX_AGE": 300,
            "CONN_HEALTH_CHECKS": True,
        }
    # The address itself is not repeated: it may hold a password.
    raise ImproperlyConfigured(
        "DATABASE_URL is not understood: write sqlite:///PATH or postgres://USER:PASSWORD@HOST:PORT/NAME."
    )


def sqlite(path: Path) -> dict[str, Any]:
    """Durable (a commit is on the disk when it returns), many readers beside one writer, writers wait their turn.

    A kept connection is five times faster than a new one for each call.
    """
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        },
    }
