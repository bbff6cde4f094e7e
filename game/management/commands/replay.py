"""`manage.py replay FILE`: plays game and match records again and prints one JSON line for each."""

from __future__ import annotations

import json
import os
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from game.management.documents import documents
from game.record import answer_to_text


class Command(BaseCommand):
    help = "Play the games or matches of a file again and print, for each, one JSON line: how it stands, or its error."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a game or match record; - for standard input")
        parser.add_argument("--jsonl", action="store_true", help="the file holds one record a line")

    def handle(self, *args: Any, **options: Any) -> None:
        are_all_ok = True
        try:
            for text in documents(options["file"], is_jsonl=options["jsonl"]):
                answer = answer_to_text(text)
                are_all_ok = are_all_ok and answer["ok"]
                self.stdout.write(json.dumps(answer))
                self.stdout.flush()
        except BrokenPipeError:  # the reader has seen enough; Python must not find the pipe broken again at exit
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(1)
        if not are_all_ok:
            sys.exit(1)
