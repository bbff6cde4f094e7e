"""`manage.py verify RECORD-OR-URL`: did bottles, hands, deck and reshuffles of a game follow from its seed?"""

from __future__ import annotations

import json
import re
import sys
from http.client import HTTPMessage
from typing import IO, Any
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from game import archive
from game.management.documents import documents
from game.record import read_json
from game.rules import HOUSE_DECK, InvalidSetup
from game.state import UnknownRules
from game.verify import DrinkDeck, GameFindings, Unverifiable, verify
from matches.models import GameRecord

OWN_PAGE = re.compile(r"/?matches/([a-z0-9-]+)/games/(\d{1,3})(?:/(?:record\.json|verify/?)?)?")
LARGEST_RECORD = 4 * 1024 * 1024
PATIENCE_SECONDS = 10.0
MARKS = {"follows": "ok  ", "differs": "NO  ", "open": "?   "}


class Command(BaseCommand):
    help = "Say whether the cards and bottles of a game that is over followed from its seed."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "record",
            metavar="RECORD-OR-URL",
            help="a file with a game or match record, - for standard input, the address of a game or of its record, "
            "or the path of a game of this site (matches/SLUG/games/1/)",
        )
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            document = document_at(options["record"])
            games = verify(document, stored_drink_decks())
        except (InvalidSetup, UnknownRules, Unverifiable) as problem:
            raise CommandError(getattr(problem, "sentence", str(problem))) from None
        self.stdout.write(as_json(games) if options["json"] else in_words(games))
        if not all(game.is_fair for game in games):
            sys.exit(1)


def document_at(place: str) -> object:
    """The JSON document at an http address, of a game of this site, or in a file."""
    if place.startswith(("http://", "https://")):
        return read_json(fetched(place))
    if own := OWN_PAGE.fullmatch(place):
        game = GameRecord.objects.filter(match__slug=own[1], number=own[2]).select_related("match__deck").first()
        if game is None or game.is_running:
            raise CommandError("There is no game at that address, or it is not over.")
        return archive.record_document(game, f"/matches/{own[1]}/games/{own[2]}/")
    return read_json(next(documents(place, is_jsonl=False)))


def stored_drink_decks() -> list[DrinkDeck]:
    """Those of this site; where there is no database a record from elsewhere is checked with the house's cards."""
    try:
        return [*archive.drink_decks()]
    except DatabaseError:
        return [dict(HOUSE_DECK)]


class SameHostOnly(HTTPRedirectHandler):
    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> Request | None:
        if urlsplit(newurl).netloc != urlsplit(req.full_url).netloc:
            raise CommandError("The address leads on to another site; give that address itself if you trust it.")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def fetched(address: str) -> bytes:
    """The record behind the address of a game's page or of the record itself."""
    parts = urlsplit(address)
    if not parts.path.endswith(".json"):
        path = re.sub(r"verify/?$", "", parts.path).rstrip("/")
        address = parts._replace(path=f"{path}/record.json").geturl()
    try:
        with build_opener(SameHostOnly).open(address, timeout=PATIENCE_SECONDS) as answer:
            text: bytes = answer.read(LARGEST_RECORD + 1)
    except (URLError, OSError, ValueError) as problem:
        raise CommandError(f"{address} cannot be read: {problem}") from None
    if len(text) > LARGEST_RECORD:
        raise CommandError(f"{address} is larger than any record.")
    return text


def in_words(games: tuple[GameFindings, ...]) -> str:
    lines = []
    for game in games:
        lines.append(f"{game.title}: {'fair' if game.is_fair else 'NOT as its seed says'}")
        lines += [f"  {MARKS[finding.verdict]}{finding.words}" for finding in game.findings]
    return "\n".join(lines)


def as_json(games: tuple[GameFindings, ...]) -> str:
    return json.dumps(
        {
            "ok": all(game.is_fair for game in games),
            "games": [
                {
                    "game": game.title,
                    "ok": game.is_fair,
                    "findings": [finding._asdict() for finding in game.findings],
                }
                for game in games
            ],
        }
    )
