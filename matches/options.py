"""What people agree to when they sit down."""

from __future__ import annotations

from dataclasses import dataclass

from matches.guards import Refused
from matches.models import DrinkDeck, Match

HOUSE_DECK_SLUG = "house"


@dataclass(frozen=True)
class TableOptions:
    """The defaults are what Play now plays."""

    games_agreed: int = 1
    seat_count: int = 4
    remaining_drinks: str = Match.RemainingDrinks.ALL_AT_ONCE
    pace: str = Match.Pace.STEADY
    hints: bool = True
    chat: str = Match.Chat.ON

    def must_be_possible(self) -> None:
        if not 1 <= self.games_agreed <= 12:
            raise Refused("A match has 1 to 12 games.")
        if not 2 <= self.seat_count <= 5:
            raise Refused("A table has 2 to 5 seats.")
        if self.remaining_drinks not in Match.RemainingDrinks.values:
            raise Refused("The remaining drinks are made all at once or one at a time.")
        if self.pace not in Match.Pace.values:
            raise Refused("The pace is relaxed, steady or brisk.")
        if self.chat not in Match.Chat.values:
            raise Refused("The chat is on, of ready phrases, or off.")


PLAY_NOW = TableOptions()

REMAINING_IN_WORDS: dict[str, str] = {
    Match.RemainingDrinks.ALL_AT_ONCE: "all at once",
    Match.RemainingDrinks.ONE_AT_A_TIME: "one at a time",
}
CHAT_IN_WORDS: dict[str, str] = {
    Match.Chat.ON: "chat",
    Match.Chat.PHRASES: "chat of ready phrases",
    Match.Chat.OFF: "no chat",
}


def options_of(match: Match) -> TableOptions:
    return TableOptions(
        match.games_agreed, match.seat_count, match.remaining_drinks, match.pace, match.hints, match.chat
    )


def options_in_words(match: Match) -> str:
    """The sentence under which a person's consent is stored."""
    return in_words(options_of(match), match.deck)


def play_now_in_words() -> str:
    return in_words(PLAY_NOW, house_deck())


def house_deck() -> DrinkDeck | None:
    return DrinkDeck.objects.filter(slug=HOUSE_DECK_SLUG).first()


def in_words(options: TableOptions, deck: DrinkDeck | None) -> str:
    games = "1 game" if options.games_agreed == 1 else f"{options.games_agreed} games"
    remaining = REMAINING_IN_WORDS[options.remaining_drinks]
    pace = Match.Pace(options.pace).label.lower()
    cards = deck.name.lower() if deck is not None else "house drinks"
    hints = "hints allowed" if options.hints else "no hints"
    chat = CHAT_IN_WORDS[options.chat]
    seats = f"up to {options.seat_count} players"
    return f"{games}, {seats}, {pace} pace, remaining drinks {remaining}, {cards}, {hints}, {chat}"
