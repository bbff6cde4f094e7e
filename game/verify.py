"""Whether chance was fair: what in a record must follow from its seed, and whether it does. Pure.

The seed's SHA-256 was shown before the first card, so nobody could choose the seed afterwards. From it follow the
placement of the bottles, the hands, the deck, each new order of the discards and, in the first game of a match, the
column of priority; in a later game that column is the tab row of the game before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from game import fair
from game.record import MATCH_FORMAT, answer, read_match, read_record
from game.rules import DrinkCard, Game, InvalidSetup, Kind, Reshuffle, RulesError, apply, parse

DrinkDeck = dict[Kind, tuple[DrinkCard, ...]]

SEED = re.compile(r"[0-9a-f]{64}")
SITE_OF_A_GAME = re.compile(r"/games/(\d{1,3})/?$")
FOLLOWS, DIFFERS, OPEN = "follows", "differs", "open"


class Unverifiable(Exception):
    """There is nothing to compare; the sentence says why."""


class Finding(NamedTuple):
    part: str
    """seed, bottles, drinks, deck, priority, `reshuffle 1` and so on, actions or result."""
    verdict: str
    """FOLLOWS, DIFFERS, or OPEN where the record alone cannot tell."""
    words: str


class GameFindings(NamedTuple):
    title: str
    findings: tuple[Finding, ...]

    @property
    def is_fair(self) -> bool:
        return all(finding.verdict != DIFFERS for finding in self.findings)


def verify(document: object, drink_decks: Sequence[DrinkDeck]) -> tuple[GameFindings, ...]:
    """The findings for each game in a game or match record. `drink_decks` are those that may have been played with.

    Unverifiable where the document is no record, or one without its seed.
    """
    if isinstance(document, dict) and document.get("format") == MATCH_FORMAT:
        return tuple(_match_findings(document, drink_decks))
    return (GameFindings(_title(document), tuple(_game_findings(document, drink_decks, number=_number_of(document)))),)


def _match_findings(document: dict[str, Any], drink_decks: Sequence[DrinkDeck]) -> Iterator[GameFindings]:
    try:
        match = read_match(document)
    except InvalidSetup as error:
        raise Unverifiable(error.sentence) from None
    tab_row: list[str] | None = None
    for number, game in enumerate(match.games, start=1):
        findings = list(_game_findings(game, drink_decks, number=number, tab_row=tab_row))
        yield GameFindings(f"Game {number}", tuple(findings))
        played = answer(game)
        tab_row = played["tab_row"] if played["ok"] else None


def _title(document: object) -> str:
    number = _number_of(document)
    return f"Game {number}" if number else "This game"


def _number_of(document: object) -> int | None:
    """The number in the match, where the record's `site` is the address of its page."""
    site = document.get("site") if isinstance(document, dict) else None
    found = SITE_OF_A_GAME.search(site) if isinstance(site, str) else None
    return int(found[1]) if found else None


def _game_findings(
    document: object, drink_decks: Sequence[DrinkDeck], *, number: int | None, tab_row: list[str] | None = None
) -> Iterator[Finding]:
    try:
        record = read_record(document)
    except InvalidSetup as error:
        raise Unverifiable(error.sentence) from None
    assert isinstance(document, dict), "a record is an object"
    seed, seed_hash = document.get("seed"), document.get("seed_hash")
    if seed is None or seed_hash is None:
        raise Unverifiable("This record has no seed. A game's seed is published when the game is over.")
    if record.began_in_the_middle:
        raise Unverifiable("This game began in the middle, so nothing of it was shuffled from a seed.")
    if not SEED.fullmatch(seed):
        yield Finding("seed", DIFFERS, "The seed is not 64 hexadecimal digits, as every seed of this site is.")
        return
    yield _finding(
        "seed",
        fair.seed_hash(seed) == seed_hash,
        "The SHA-256 of the seed is the hash that was shown before the first card.",
        "The SHA-256 of the seed is not the hash that was shown before the first card.",
    )
    yield from _set_up_findings(record.start, seed, drink_decks)
    yield _priority_finding(record.start, seed, number, tab_row)
    yield from _play_findings(record.start, record.actions, seed)


def _finding(part: str, is_so: bool, yes: str, no: str) -> Finding:
    return Finding(part, FOLLOWS, yes) if is_so else Finding(part, DIFFERS, no)


def _set_up_findings(start: Game, seed: str, drink_decks: Sequence[DrinkDeck]) -> Iterator[Finding]:
    seats = len(start.players)
    dealt = [fair.hand_out(seed, seats, deck) for deck in drink_decks if all(len(deck[kind]) >= seats for kind in Kind)]
    hands = tuple(player.drinks for player in start.players)
    yield _finding(
        "bottles",
        start.bottles == dealt[0].bottles,
        "The bottles stand where the seed puts them.",
        "The bottles do not stand where the seed puts them.",
    )
    yield _finding(
        "drinks",
        any(hands == cards.drinks for cards in dealt),
        "Everybody holds the drink cards that the seed hands out.",
        "Somebody holds other drink cards than the seed hands out.",
    )
    yield _finding(
        "deck",
        start.deck == dealt[0].deck,
        "The bartender cards lie in the order that the seed gives.",
        "The bartender cards do not lie in the order that the seed gives.",
    )


def _priority_finding(start: Game, seed: str, number: int | None, tab_row: list[str] | None) -> Finding:
    follows = start.priority == fair.shuffled(start.names, seed, "priority")
    if number == 1 or (number is None and follows):
        return _finding(
            "priority",
            follows,
            "The column of priority is the one that the seed gives.",
            "The column of priority is not the one that the seed gives.",
        )
    if tab_row is not None:
        return _finding(
            "priority",
            list(start.priority) == tab_row,
            "The column of priority is the tab row of the game before.",
            "The column of priority is not the tab row of the game before.",
        )
    words = "In a later game the column of priority is the tab row of the game before, which is not in this record."
    if number is None:
        words = "The column of priority does not follow from the seed: this was a later game, or it was changed."
    return Finding("priority", OPEN, words)


def _play_findings(start: Game, actions: Sequence[object], seed: str) -> Iterator[Finding]:
    """Each new order of the discards; the first action that the rules refuse ends it."""
    game, count = start, 0
    for at, data in enumerate(actions):
        try:
            action = parse(data, game.names)
            if isinstance(action, Reshuffle):
                count += 1
                yield _finding(
                    f"reshuffle {count}",
                    action.deck == fair.reshuffle(seed, game.discards, count),
                    f"Shuffle {count} of the discards follows from the seed.",
                    f"Shuffle {count} of the discards does not follow from the seed.",
                )
            game = apply(game, action)
        except RulesError as error:
            yield Finding("actions", DIFFERS, f"Action {at} cannot be played: {error.sentence}")
            return
    if not count:
        yield Finding("reshuffles", FOLLOWS, "The discards were never shuffled.")
