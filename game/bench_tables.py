"""Tables for a load program: four signed-in guests, in a turn after last call, and a bottle that can go to and fro.

Everything is stored as play would have stored it, so a server that opens such a table knows no difference.
"""

from __future__ import annotations

import json
import time
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.db import transaction

from game import fair
from game.record import read_record
from game.rules import (
    BARTENDER_BY_WORD,
    LIQUOR_BY_WORD,
    RULES_VERSION,
    Action,
    Bartender,
    CloseMaking,
    CloseOrders,
    Deal,
    Game,
    Liquor,
    MakeDrink,
    MoveBottle,
    Order,
    Phase,
    apply,
    as_dict,
    legal_moves,
    makes_for,
)
from game.starting import start_entry
from game.state import action_in
from game.store import drink_deck
from matches import services
from matches.models import Match, Player
from matches.people import SESSION_KEY, with_friendly_name

SEATS = ("0", "1", "2", "3")
CALLER = "3"
"""Who makes the last drink card first: after that nobody has to do anything for the turns to begin."""


class BenchTable(NamedTuple):
    match: Match
    players: tuple[Player, ...]
    """By seat."""
    turn: str
    """The seat whose turn it is."""
    frames: tuple[dict[str, str], ...]
    """What its player may send, one after the other and from the beginning again, for ever."""

    def as_json(self) -> dict[str, Any]:
        """What a load program needs to know; signs every player in anew."""
        players = [
            {"seat": seat, "name": person.shown_name, "cookie": cookie_of(person), "has_turn": seat == self.turn}
            for seat, person in zip(SEATS, self.players, strict=True)
        ]
        return {
            "page": self.match.table_path,
            "socket": f"/ws/tables/{self.match.slug}/",
            "players": players,
            "frames": self.frames,
        }


def make_table(pace: str = "relaxed") -> BenchTable:
    """A table of four guests in the first turn after last call."""
    with transaction.atomic():
        match, players = guests_at_a_table(len(SEATS), pace=pace)
        seed = fair.new_seed()
        entries, game = last_call(match, seed)
        start_game(match, seed, entries)
    assert game.turn is not None
    return BenchTable(match, players, game.turn, _to_and_fro(game))


def guests_at_a_table(
    people: int, *, bots: int = 0, level: str = "rookie", games: int = 1, pace: str
) -> tuple[Match, tuple[Player, ...]]:
    """A match that is being played, before its first game; (match, its people by seat)."""
    persons = tuple(with_friendly_name(Player(is_guest=True)) for _ in range(people))
    match = services.create_match(
        host=persons[0],
        games_agreed=games,
        seat_count=people + bots,
        remaining_drinks="all_at_once",
        pace=pace,
        is_public=True,
    )
    for person in persons[1:]:
        services.take_seat(match=match, player=person)
    for _ in range(bots):
        services.add_bot(match=match, host=persons[0], level=level)
    services.start_match(match=match, by=persons[0])
    match.refresh_from_db()
    return match, persons


def cookie_of(person: Player) -> str:
    """The sign-in cookie of a new session of this guest."""
    session = SessionStore()
    session[SESSION_KEY] = person.pk
    session.create()
    return f"{settings.SESSION_COOKIE_NAME}={session.session_key}"


def late_start(match: Match, seed: str, made: dict[str, list[int]], drinks: dict[str, Any] = {}) -> dict[str, Any]:
    """A start entry with few drinks left, and two bottles of each of two liquors at every bartender.

    `made` are the numbers of the drinks that are done, `drinks` replaces the cards of a seat.
    """
    seats = [str(number) for number in range(match.seat_count)]
    entry = start_entry(
        number=1,
        seed=seed,
        seats=seats,
        priority=seats,
        remaining_drinks=match.remaining_drinks,
        drink_deck=drink_deck(match.deck),
    )
    words = list(LIQUOR_BY_WORD)
    entry["setup"] |= {
        "bottles": {
            bartender: {words[at]: 2, words[(at + 1) % 6]: 2} for at, bartender in enumerate(BARTENDER_BY_WORD)
        },
        "drinks": entry["setup"]["drinks"] | drinks,
        "made": made,
    }
    return entry


def start_game(match: Match, seed: str, entries: list[dict[str, Any]]) -> None:
    """Store the first game with what has happened in it."""
    now = time.time()
    services.start_next_game(
        match=match,
        number=1,
        seed=seed,
        seed_hash=fair.seed_hash(seed),
        rules_version=RULES_VERSION,
        entries=[(number, now, json.dumps(entry, separators=(",", ":"))) for number, entry in enumerate(entries)],
    )


def last_call(match: Match, seed: str) -> tuple[list[dict[str, Any]], Game]:
    """The journal up to the first turn, and the game there: one order, one bottle, and the caller's last drink."""
    words = list(LIQUOR_BY_WORD)
    hands = {CALLER: [[words[at], words[(at + 1) % 6]] for at in range(4)]}
    made = {seat: [0, 1, 2] if seat == CALLER else [0] for seat in SEATS}
    entries = [late_start(match, seed, made, hands)]
    game = read_record(entries[0]["setup"]).start._replace(holds_making_open=True)
    while game.phase is not Phase.LAST_CALL:
        entry = as_dict(_next(game))
        game = apply(game, action_in(entry, game.names))
        entries.append(entry)
    return entries, game


def _next(game: Game) -> Action:
    taker = game.priority[0]
    match game.phase:
        case Phase.DEALING:
            return Order(taker) if sum(map(bool, game.cards)) > 1 else Deal()
        case Phase.ORDERING:
            return CloseOrders()
        case Phase.MOVING:
            move = legal_moves(game)[0]
            return MoveBottle(taker, move.liquor, move.giver, move.receiver)
        case _:
            makes = makes_for(game, CALLER)
            return MakeDrink(CALLER, makes[0].drink, makes[0].bartender) if makes else CloseMaking()


def _to_and_fro(game: Game) -> tuple[dict[str, str], ...]:
    """A bottle that is moved to another bartender and back, at one ice cube each (A21)."""
    giver = next(bartender for bartender in Bartender if any(game.bottles[bartender]))
    receiver = next(bartender for bartender in Bartender if bartender is not giver)
    liquor = next(liquor for liquor in Liquor if game.bottles[giver][liquor])
    return (_move(liquor, giver, receiver), _move(liquor, receiver, giver))


def _move(liquor: Liquor, giver: Bartender, receiver: Bartender) -> dict[str, str]:
    return {"act": "move", "liquor": liquor.word, "giver": giver.word, "receiver": receiver.word}
