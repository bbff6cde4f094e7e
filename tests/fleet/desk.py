"""What the fleet's tests ask of the database, in a process with the fleet's settings: `python desk.py WHAT ...`.

Prints one JSON document. `tables` makes matches in play with people (who get session cookies) and bots; `journals`
tells all that was stored for some matches, and what a replay of it gives.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import django

django.setup()

from django.db import transaction

from game import fair
from game.bench_tables import cookie_of, guests_at_a_table, late_start, start_game
from game.paces import PACES
from game.rules import LIQUOR_BY_WORD
from game.store import folded
from game.tables import chairs_of
from matches import services
from matches.models import ChatLine, Match, Player
from matches.people import with_friendly_name


def tables(count: str, people: str, bots: str, level: str = "rookie", games: str = "1", pace: str = "brisk") -> Any:
    return [_table(int(people), int(bots), level, int(games), pace) for _ in range(int(count))]


def _table(people: int, bots: int, level: str, games: int, pace: str) -> dict[str, Any]:
    match, persons = guests_at_a_table(people, bots=bots, level=level, games=games, pace=pace)
    return {"slug": match.slug, "id": match.pk, "cookies": [cookie_of(person) for person in persons]}


def late_tables(count: str, people: str, bots: str, pace: str = "relaxed") -> Any:
    """Tables whose first game is near its end: one drink is left to each, and it can be made at every bartender."""
    found = []
    words = list(LIQUOR_BY_WORD)
    hand = [[words[at], words[(at + 1) % 6]] for at in range(4)]
    for _ in range(int(count)):
        table = _table(int(people), int(bots), "rookie", 1, pace)
        match = Match.objects.get(pk=table["id"])
        seats = [str(number) for number in range(match.seat_count)]
        seed = fair.new_seed()
        entry = late_start(match, seed, {seat: [0, 1, 2] for seat in seats}, dict.fromkeys(seats, hand))
        start_game(match, seed, [entry])
        found.append(table)
    return found


def chat_table(people: str) -> Any:
    """A table with chat, at a slow pace. No process may find it before it has its chat."""
    with transaction.atomic():
        match, persons = guests_at_a_table(int(people), pace="relaxed")
        Match.objects.filter(pk=match.pk).update(chat=Match.Chat.ON)
    return {"slug": match.slug, "cookies": [cookie_of(person) for person in persons]}


def chat_lines(slug: str) -> Any:
    """Every line's number and words as they are stored."""
    return list(ChatLine.objects.filter(match__slug=slug).order_by("number").values_list("number", "words"))


def open_tables(count: str) -> Any:
    """Open tables with one free chair, and two people who want it."""
    found = []
    for _ in range(int(count)):
        host, *rivals = [with_friendly_name(Player(is_guest=True)) for _ in range(3)]
        match = services.create_match(
            host=host, games_agreed=1, seat_count=2, remaining_drinks="all_at_once", pace="brisk", is_public=True
        )
        found.append({"slug": match.slug, "host": cookie_of(host), "rivals": [cookie_of(rival) for rival in rivals]})
    return found


def journals(*slugs: str) -> Any:
    """Status, seats and games of each match; of each game its entries, its stored result and the replayed one."""
    matches = Match.objects.filter(slug__in=slugs) if slugs else Match.objects.all()
    return {match.slug: _told(match) for match in matches}


def _told(match: Match) -> dict[str, Any]:
    seats = tuple(match.seats.select_related("player").order_by("number"))
    games = []
    for game in match.games.order_by("number"):
        state = folded(game, match.games_agreed, chairs_of(seats), PACES[match.pace])
        entries = game.entries.order_by("number").values_list("number", "at", "entry")
        games.append(
            {
                "number": game.number,
                "entries": [[number, at, json.loads(text)] for number, at, text in entries],
                "is_scored": game.is_scored,
                "stored": [[tally.seat.number, tally.ice] for tally in game.tallies.select_related("seat")],
                "tab_row": game.tab_row,
                "replayed": [[int(name), state.game.player(name).ice] for name in state.game.tab_row],
                "phase": state.game.phase.value,
                "priority": list(state.start.priority),
            }
        )
    return {
        "status": match.status,
        "seats": len(seats),
        "taken": sum(not seat.is_empty for seat in seats),
        "live": sum(seat.is_live for seat in seats),
        "games": games,
    }


if __name__ == "__main__":
    print(json.dumps(globals()[sys.argv[1]](*sys.argv[2:])))
