"""What is looked at before the site starts."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Any

import django
from django.conf import settings
from django.core.checks import CheckMessage, Tags, Warning, register
from django.core.exceptions import ImproperlyConfigured


def own_secret_key(path: Path) -> str:
    """A random key for this machine alone, made at the first start and kept, so that sessions outlive a restart."""
    path.parent.mkdir(exist_ok=True)
    if not path.exists():
        # Written aside and linked: whoever else starts at this moment finds no file or a whole one.
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(50))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text()


def refuse_workers_that_cannot_hear_each_other(workers: int, redis_url: str) -> None:
    """Two processes without a channel layer would each show half of what happens at a table."""
    if workers > 1 and not redis_url:
        raise ImproperlyConfigured(
            f"{workers} worker processes were asked for and REDIS_URL is not set: players of one table could be served "
            "by processes that do not hear of each other. Set REDIS_URL, or run one worker."
        )


def workers_asked_for(arguments: list[str]) -> int:
    """The number behind `--workers` (or `-w`) on a server's command line; its worker processes see the same line.

    >>> workers_asked_for(["uvicorn", "lastcall_site.asgi:application", "--workers", "4"])
    4
    >>> workers_asked_for(["daphne", "lastcall_site.asgi:application"])
    1
    """
    for place, argument in enumerate(arguments):
        name, _, value = argument.partition("=")
        if name in ("--workers", "-w"):
            value = value or "".join(arguments[place + 1 : place + 2])
            if value.isascii() and value.isdigit():
                return int(value)
    return 1


def mail_reaches_people(**options: Any) -> list[CheckMessage]:
    """Asked before a deployment, by Django itself from 6.1 on: without a mail server nobody can reset a password."""
    if settings.EMAIL_HOST:
        return []
    return [Warning("EMAIL_HOST is not set: mail is only written to files.", id="lastcall_site.W001")]


if django.VERSION < (6, 1):
    register(mail_reaches_people, Tags.security, deploy=True)
