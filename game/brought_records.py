"""Records that somebody brought along to step through them: kept for a while under an address of their own.

The address holds the record's SHA-256, so whoever brings the same record finds the same page, links to its steps can
be passed on, and nobody finds it who does not have the record or the link.
"""

from __future__ import annotations

import datetime
import hashlib
import zlib
from functools import lru_cache
from typing import Any, NamedTuple

from django.utils import timezone

from game.models import BroughtRecord
from game.record import MATCH_FORMAT, read_json, read_match
from game.replays import Replay, TooLong, replay_of_record
from game.rules import InvalidSetup

KEPT_FOR = datetime.timedelta(days=30)
MOST_KEPT = 5000
"""Of more the oldest go. A record of 100 KB takes a tenth of that."""
KEY_LETTERS = 32


class Bad(ValueError):
    """No record that could be stepped through; its text is the sentence that says why."""


class Brought(NamedTuple):
    """One game of a record."""

    replay: Replay
    names: tuple[str, ...]
    """As they stand in the record."""
    number: int
    games: int
    agreed: int


def keep(text: bytes) -> str:
    """The key under which this document is kept from now on; Bad where it holds no game."""
    key = hashlib.sha256(text).hexdigest()[:KEY_LETTERS]
    read(text, 1)
    now = timezone.now()
    BroughtRecord.objects.filter(kept_until__lt=now).delete()
    BroughtRecord.objects.update_or_create(
        key=key, defaults={"document": zlib.compress(text, 6), "kept_until": now + KEPT_FOR}
    )
    newest_first = BroughtRecord.objects.order_by("-kept_until").values_list("kept_until", flat=True)
    for oldest in newest_first[MOST_KEPT : MOST_KEPT + 1]:
        BroughtRecord.objects.filter(kept_until__lte=oldest).delete()
    return key


def game_of(key: str, number: int) -> Brought | None:
    """That game of a record that is kept; None where there is none any more."""
    if not BroughtRecord.objects.filter(key=key, kept_until__gte=timezone.now()).exists():
        return None
    return _kept(key, number)


@lru_cache(maxsize=16)
def _kept(key: str, number: int) -> Brought | None:
    document = BroughtRecord.objects.filter(key=key).values_list("document", flat=True).first()
    if document is None:
        return None
    try:
        return read(zlib.decompress(bytes(document)), number)
    except Bad:
        return None


def read(text: bytes, number: int) -> Brought:
    """Game `number` of the record, from 1; Bad where the document is no record or has no such game."""
    try:
        document = read_json(text)
        games, agreed = _games_in(document)
        if not 1 <= number <= len(games):
            raise Bad("There is no such game in this record.")
        replay = replay_of_record(games[number - 1], number=number, games_agreed=agreed)
    except InvalidSetup as error:
        raise Bad(error.sentence) from None
    except TooLong as error:
        raise Bad(str(error)) from None
    game: Any = games[number - 1]
    return Brought(replay, tuple(game["players"]), number, len(games), agreed)


def _games_in(document: object) -> tuple[list[object], int]:
    if isinstance(document, dict) and document.get("format") == MATCH_FORMAT:
        match = read_match(document)
        if not match.games:
            raise Bad("No game of this match has been played.")
        return list(match.games), match.agreed
    return [document], 1
