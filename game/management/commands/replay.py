"""`manage.py replay FILE`: plays game and match records again and prints one JSON line for each."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError, CommandParser

from game.record import answer_to_text

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
BLANK = b" \t\r\n"


class Command(BaseCommand):
    help = "Play the games or matches of a file again and print, for each, one JSON line: how it stands, or its error."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a game or match record; - for standard input")
        parser.add_argument("--jsonl", action="store_true", help="the file holds one record a line")

    def handle(self, *args: Any, **options: Any) -> None:
        are_all_ok = True
        try:
            with _opened(options["file"]) as file:
                for text in _documents(file, is_jsonl=options["jsonl"]):
                    answer = answer_to_text(text)
                    are_all_ok = are_all_ok and answer["ok"]
                    self.stdout.write(json.dumps(answer))
                    self.stdout.flush()
        except BrokenPipeError:  # the reader has seen enough; Python must not find the pipe broken again at exit
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(1)
        except OSError as error:
            raise CommandError(f"{options['file']}: {error.strerror or error}.") from None
        if not are_all_ok:
            sys.exit(1)


def _opened(path: str) -> Any:
    return nullcontext(sys.stdin.buffer) if path == "-" else open(path, "rb")


def _documents(file: BinaryIO, *, is_jsonl: bool) -> Iterator[bytes]:
    """The texts of the documents: the whole file, or each of its lines that is not blank."""
    if not is_jsonl:
        yield file.read().removeprefix(BYTE_ORDER_MARK)
        return
    for number, line in enumerate(file):
        text = line.removeprefix(BYTE_ORDER_MARK) if number == 0 else line
        if text.strip(BLANK):
            yield text
