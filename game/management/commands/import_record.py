"""Staff: a record of a match that was played elsewhere becomes a match of this site."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from game.management.documents import documents
from game.record import read_json
from game.record_results import Unusable, names_in, results_in
from game.rules import InvalidSetup
from matches.entered import EnteredGame, store_match
from matches.models import Match, Player
from matches.names import name_keys
from matches.options import TableOptions


class Command(BaseCommand):
    help = (
        "Store a match from a record lastcall/1 or lastcall-match/1, which is replayed first. "
        "Its players are those of this site with the same names; --player NAME=OTHER says who else is meant."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="the record; - for standard input")
        parser.add_argument("--by", required=True, metavar="NAME", help="the player who answers for it")
        parser.add_argument(
            "--player", action="append", default=[], metavar="NAME=OTHER", help="NAME plays here as OTHER"
        )
        parser.add_argument("--private", action="store_true", help="only those who sat there see the match")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            [text] = documents(options["file"], is_jsonl=False)
            results = results_in(read_json(text))
        except InvalidSetup as problem:
            raise CommandError(problem.sentence) from None
        except Unusable as problem:
            raise CommandError(str(problem)) from None
        others = dict(_pair(text) for text in options["player"])
        people = {name: _player(others.get(name, name)) for name in names_in(results)}
        if len({player.pk for player in people.values()}) < len(people):
            raise CommandError("Two in the record cannot be the same player.")
        match = store_match(
            people=list(people.values()),
            games=[
                EnteredGame(
                    [people[name].pk for name in result.tab_row],
                    {people[name].pk: ice for name, ice in result.ice.items()},
                )
                for result in results
            ],
            options=TableOptions(len(results), len(people), results[0].remaining_drinks, Match.Pace.STEADY),
            by=_player(options["by"]),
            is_public=not options["private"],
        )
        self.stdout.write(match.page_path)


def _pair(text: str) -> tuple[str, str]:
    name, sign, other = text.partition("=")
    if not (name and sign and other):
        raise CommandError(f"{text}: say NAME=OTHER.")
    return name, other


def _player(name: str) -> Player:
    player = Player.objects.filter(name_key__in=name_keys(name), deleted_at=None).first()
    if player is None:
        raise CommandError(f"There is no player named {name} here.")
    return player
