"""Stored games that are over, with whole journals, without a table that plays them."""

from __future__ import annotations

import datetime
import json

from game import fair
from game.made_up import made_up_game
from game.rules import HOUSE_DECK, RULES_VERSION
from game.store import tallies
from matches import services
from matches.models import DrinkDeck, GameRecord, JournalEntry, Player
from tests.matches.builders import person, playing_match

BEGAN_AT = 1_790_000_000.0


def keep_house_deck() -> None:
    """A test that commits is followed by a flush, which takes the stored deck with it."""
    cards = {
        kind.name.lower(): [[liquor.word for liquor in card.liquors] for card in deck]
        for kind, deck in HOUSE_DECK.items()
    }
    DrinkDeck.objects.get_or_create(slug="house", defaults={"name": "House drinks", "cards": cards})


def finished_game(*names: str, seed: int = 1, remaining_drinks: str = "all_at_once", **options: object) -> GameRecord:
    """A match of one game between these people, played by bots to its end."""
    keep_house_deck()
    seated = [person(name) for name in names]
    match = playing_match(*seated, games_agreed=1, remaining_drinks=remaining_drinks, **options)
    secret = f"{seed:064x}"
    made = made_up_game(
        number=1,
        games_agreed=1,
        seed=secret,
        seats=len(names),
        pace="steady",
        remaining_drinks=remaining_drinks,
        drink_deck=dict(HOUSE_DECK),
        priority=(),
        began_at=BEGAN_AT,
    )
    game = services.start_next_game(
        match=match,
        number=1,
        seed=secret,
        seed_hash=fair.seed_hash(secret),
        rules_version=RULES_VERSION,
        entries=made.rows,
    )
    services.record_game(
        game_id=game.pk,
        tab_row=[int(seat) for seat in made.state.game.tab_row],
        tallies=tallies(made.state),
        ended_at=datetime.datetime.fromtimestamp(made.state.at, datetime.UTC),
    )
    return GameRecord.objects.select_related("match").get(pk=game.pk)


def lengthen(game: GameRecord, holds: int) -> None:
    """As many more entries that everybody saw, right after the first."""
    rows = list(game.entries.order_by("number").values_list("number", "at", "entry"))
    game.entries.all().delete()
    held = [(0, rows[0][1], json.dumps({"entry": "hold", "player": "0"}))] * holds
    JournalEntry.objects.bulk_create(
        JournalEntry(game=game, number=number, at=at, entry=entry)
        for number, (_, at, entry) in enumerate([rows[0], *held, *rows[1:]])
    )


def delete_player(name: str) -> None:
    Player.objects.filter(name=name).update(deleted_at="2026-01-01T00:00:00Z")
