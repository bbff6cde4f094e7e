"""`manage.py solve FILE`: the least ice after last call and a plan that takes it, for one position or one a line."""

from __future__ import annotations

import json
import os
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from game.management.documents import documents
from game.record import read_json
from game.rules import InvalidSetup
from game.solver import best_plan
from game.solver.positions import InvalidPosition, plan_as_dict, read_position


class Command(BaseCommand):
    help = "Print the least ice with which one player can make all drinks of a position after last call, and a plan."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a position; - for standard input")
        parser.add_argument("--jsonl", action="store_true", help="the file holds one position a line")

    def handle(self, *args: Any, **options: Any) -> None:
        are_all_solved = True
        try:
            for text in documents(options["file"], is_jsonl=options["jsonl"]):
                answer = answer_to_text(text)
                are_all_solved = are_all_solved and "error" not in answer
                self.stdout.write(json.dumps(answer))
                self.stdout.flush()
        except BrokenPipeError:  # the reader has seen enough; Python must not find the pipe broken again at exit
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(1)
        if not are_all_solved:
            sys.exit(1)


def answer_to_text(text: bytes) -> dict[str, Any]:
    """The least ice and a plan for the position in this text, or the error that it holds none."""
    try:
        position = read_position(read_json(text))
    except (InvalidSetup, InvalidPosition):
        return {"error": "bad_position"}
    return plan_as_dict(best_plan(position.bottles, position.drinks))
