"""Game Setup: from chosen cards and bottles to a game that is ready to be dealt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.rules.errors import InvalidSetup
from game.rules.game import Game, Options, Player
from game.rules.pieces import BARTENDER_CARDS, BOTTLES_OF_EACH, Bartender, Bottles, DrinkCard, Kind, Liquor

MOST_DRINKS = 4
MOST_ICE = 10**1000
"""Cubes are no limit (A16); this bound only keeps a number printable."""


def new_game(
    *,
    options: Options = Options(),
    players: Sequence[str],
    priority: Sequence[str],
    bottles: Bottles,
    drinks: Mapping[str, Sequence[DrinkCard]],
    deck: Sequence[Bartender],
    ice: Mapping[str, int] = {},
    made: Mapping[str, Sequence[int]] = {},
    holds_making_open: bool = False,
) -> Game:
    """A game before its first card; InvalidSetup where the set-up breaks a rule of the record's keys."""
    _check_people(players, priority)
    _check_bottles(bottles)
    _check_drinks(players, drinks)
    _require(sorted(deck) == sorted(BARTENDER_CARDS), "The deck is not 48 bartender cards, eight for each.")
    _check_middle(players, drinks, ice, made)
    return Game(
        options=options,
        players=tuple(
            Player(name, tuple(drinks[name]), made=tuple(sorted(made.get(name, ()))), ice=ice.get(name, 0))
            for name in players
        ),
        priority=tuple(priority),
        bottles=tuple(tuple(row) for row in bottles),
        deck=tuple(deck),
        holds_making_open=holds_making_open,
    )


def _require(is_so: bool, sentence: str) -> None:
    if not is_so:
        raise InvalidSetup("bad_record", sentence)


def _check_people(players: Sequence[str], priority: Sequence[str]) -> None:
    """2 to 5 players, whose names tell them apart, and one marker in the column for each (R1, R6)."""
    _require(2 <= len(players) <= 5, "A game has 2 to 5 players.")
    _require(all(players), "Every player has a name.")
    _require(len(set(players)) == len(players), "No two players have the same name.")
    _require(sorted(priority) == sorted(players), "The priority column does not hold every player once.")


def _check_bottles(bottles: Bottles) -> None:
    """All 24 bottles stand somewhere, four of each liquor (R1)."""
    _require(len(bottles) == len(Bartender), "There are six bartenders.")
    _require(
        all(len(row) == len(Liquor) and min(row) >= 0 for row in bottles), "A bartender has bottles of six liquors."
    )
    for liquor in Liquor:
        count = sum(row[liquor] for row in bottles)
        _require(count == BOTTLES_OF_EACH, f"There are not four bottles of {liquor.label}.")


def _check_drinks(players: Sequence[str], drinks: Mapping[str, Sequence[DrinkCard]]) -> None:
    """Each player has drink cards, and each drink can be made of the bottles there are (R3, R5)."""
    _require(set(drinks) == set(players), "Not exactly the players have drink cards.")
    for name, cards in drinks.items():
        _require(1 <= len(cards) <= MOST_DRINKS, f"{name} does not have 1 to 4 drink cards.")
        for card in cards:
            _require(len(card.need) == len(Liquor) and min(card.need) >= 0, "A drink is made of six liquors.")
            _require(Kind.SHOOTER <= card.size <= Kind.SPECIALTY, "A drink has 2 to 5 bottles.")
            _require(max(card.need) <= BOTTLES_OF_EACH, "A drink has at most four bottles of one liquor.")


def _check_middle(
    players: Sequence[str],
    drinks: Mapping[str, Sequence[DrinkCard]],
    ice: Mapping[str, int],
    made: Mapping[str, Sequence[int]],
) -> None:
    """A game may begin in the middle, but with nobody who should have settled up already."""
    _require(set(ice) <= set(players) and set(made) <= set(players), "Ice or a made drink belongs to nobody.")
    _require(all(0 <= cubes < MOST_ICE for cubes in ice.values()), "Nobody has less than no ice.")
    for name, indexes in made.items():
        cards = len(drinks[name])
        _require(all(0 <= index < cards for index in indexes), f"{name} made a drink without a card.")
        _require(len(set(indexes)) == len(indexes), f"{name} made a drink twice.")
        _require(len(indexes) < cards, f"{name} has made every drink before the game begins.")
