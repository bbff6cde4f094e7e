"""What came of the games in a record, replayed from beginning to end: the way from a record to a score pad. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.record import MATCH_FORMAT, Record, Refused, answer, read_match, read_record, replay
from game.rules import InvalidSetup, Phase


class Unusable(ValueError):
    """The record tells no result that could count; the text is the sentence for whoever brought it."""


class GameResult(NamedTuple):
    tab_row: tuple[str, ...]
    ice: dict[str, int]
    remaining_drinks: str


def results_in(document: object) -> list[GameResult]:
    """The results of all games in a document `lastcall/1` or `lastcall-match/1`, every action of them replayed."""
    if isinstance(document, dict) and document.get("format") == MATCH_FORMAT:
        return _match_results(document)
    return [_result_of(document)]


def _match_results(document: dict[str, object]) -> list[GameResult]:
    try:
        match = read_match(document)
    except InvalidSetup as error:
        raise Unusable(error.sentence) from None
    if not match.games:
        raise Unusable("There is no game in this record.")
    results = [_result_of(game) for game in match.games]
    said = answer(document)
    if not said["ok"]:
        raise Unusable(f"Game {said['game'] + 1} of the record does not follow from the one before.")
    return results


def _result_of(document: object) -> GameResult:
    try:
        record: Record = read_record(document)
        game = replay(record)
    except InvalidSetup as error:
        raise Unusable(error.sentence) from None
    except Refused as refused:
        where = "" if refused.at is None else f" (action {refused.at + 1})"
        raise Unusable(f"The record cannot be played again{where}: {refused.sentence}") from None
    if game.phase is not Phase.OVER:
        raise Unusable("The game in this record is not over.")
    if record.began_in_the_middle or any(len(player.drinks) != 4 for player in game.players):
        raise Unusable("The game in this record did not begin at its beginning.")
    ice = {player.name: player.ice for player in game.players}
    return GameResult(tuple(game.tab_row), ice, game.options.remaining_drinks.value)


def names_in(results: Sequence[GameResult]) -> list[str]:
    """The players, as the first game lists them."""
    return list(results[0].ice)
