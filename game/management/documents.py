"""What the commands that read records and positions share: a file, or standard input, as JSON documents."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import BinaryIO

from django.core.management.base import CommandError

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
BLANK = b" \t\r\n"


def documents(path: str, *, is_jsonl: bool) -> Iterator[bytes]:
    """The texts in the file, `-` for standard input: all of it, or each of its lines that is not blank."""
    try:
        with _opened(path) as file:
            if not is_jsonl:
                yield file.read().removeprefix(BYTE_ORDER_MARK)
                return
            for number, line in enumerate(file):
                text = line.removeprefix(BYTE_ORDER_MARK) if number == 0 else line
                if text.strip(BLANK):
                    yield text
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror or error}.") from None


def _opened(path: str) -> AbstractContextManager[BinaryIO]:
    return nullcontext(sys.stdin.buffer) if path == "-" else Path(path).open("rb")
