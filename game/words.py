"""The log in words: one sentence for each thing that everybody may know. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from game import happenings as told
from game.board import LogLine
from game.happenings import Line
from game.rules import (
    BottleMoved,
    CardRevealed,
    DealerChanged,
    DiscardsShuffled,
    DrinkCard,
    DrinkMade,
    GameEnded,
    LastCallDeclared,
    OrderLapsed,
    OrderTaken,
    SettledUp,
    TurnBegan,
    is_wild,
)

Names = Mapping[str, str]
PLACES = ("", "first", "second", "third", "fourth", "fifth")


def log_line(line: Line, names: Names) -> LogLine | None:
    """The line for people; None for what another line tells already."""
    said = _said(line.what, names)
    if said is None:
        return None
    kind, words = said
    bartender = line.what.bartender.word if isinstance(line.what, CardRevealed | DrinkMade) else ""
    return LogLine(line.number, words, kind, bartender)


def log_lines(lines: Iterable[Line], names: Names) -> tuple[LogLine, ...]:
    """The lines that are told. A line is put into words once: a table shows the same ones again and again."""
    who = tuple(names.items())
    return tuple(said for line in lines if (said := _remembered(line, who)) is not None)


@lru_cache(maxsize=1_000)
def _remembered(line: Line, who: tuple[tuple[str, str], ...]) -> LogLine | None:
    return log_line(line, dict(who))


def cubes(ice: int) -> str:
    return "no ice" if ice == 0 else f"{ice} ice"


def drink_in_words(drink: DrinkCard) -> str:
    return ", ".join(liquor.label for liquor in drink.liquors)


def _said(what: told.Happening, names: Names) -> tuple[str, str] | None:
    match what:
        case told.GameBegan(number, of, dealer):
            return "table", f"Game {number} of {of} begins. {names[dealer]} deals first."
        case CardRevealed(bartender, beside):
            return "deal", _revealed(bartender.label, beside)
        case DiscardsShuffled(cards):
            return "table", f"The deck was empty: {cards} discarded cards are shuffled."
        case told.VerdictGiven():
            return "order", verdict_in_words(what, names)
        case BottleMoved(player, liquor, giver, receiver, ice):
            price = f" for {ice} ice" if ice else ""
            return "move", f"{names[player]} moves {liquor.label} from {giver.label} to {receiver.label}{price}."
        case DrinkMade(player, _, drink, bartender, ice):
            contents = drink_in_words(drink)
            kind = drink.kind.label
            return "make", f"{names[player]} makes a {kind} ({contents}) at {bartender.label} for {cubes(ice)}."
        case DealerChanged(player):
            return "dealer", f"{names[player]} deals now."
        case OrderLapsed(player, wait):
            after = "1 more card has" if wait == 1 else f"{wait} more cards have"
            return "lapse", f"{names[player]}’s order lapses: no order from {names[player]} until {after} been dealt."
        case OrderTaken(player):
            return "order", f"{names[player]}, next in the column of those who shouted, takes the order."
        case LastCallDeclared(player):
            return "last_call", f"Last call! {names[player]} has made all four drinks."
        case SettledUp(player, place):
            return "settled", f"{names[player]} settles up {PLACES[place]}."
        case TurnBegan(player):
            return "turn", f"It is {names[player]}’s turn: any bottle may go anywhere, for one ice a move."
        case GameEnded(winner):
            return "over", f"The game is over. {names[winner]} wins it."
        case _:
            return _said_of_the_table(what, names)


def _said_of_the_table(what: told.Happening, names: Names) -> tuple[str, str] | None:
    match what:
        case told.DealHeld(player):
            return "table", f"{names[player]} holds the deal for 8 seconds."
        case told.TimeRanOut(player, "order"):
            return "lapse", f"{names[player]}’s time to move a bottle ran out."
        case told.TimeRanOut(player):
            return "lapse", f"{names[player]}’s time ran out: the house finishes the turn, the cheapest drink first."
        case told.BotSatIn(player, by):
            asked = f"{names[by]} lets a bot play on" if by else "A bot plays on"
            return "table", f"{asked} for {names[player]}, who is away."
        case told.PersonCameBack(player):
            return "table", f"{names[player]} is back and plays again."
        case told.PersonLeft(player):
            return "table", f"{names[player]} has left for good; a bot plays the seat on."
        case told.Proposed(player, "end_game"):
            return "table", f"{names[player]} proposes to end this game unscored."
        case told.Proposed(player):
            return "table", f"{names[player]} proposes to adjourn the match."
        case told.ProposalRefused(player):
            return "table", f"{names[player]} would rather play on."
        case told.GameStopped():
            return "over", "All agreed to end this game unscored. The match counts the games before it."
        case told.MatchAdjourned():
            return "over", "The match is adjourned. It can be taken up again within 30 days."
        case told.MatchClosed():
            return "over", "Nobody is left at the table: the match ends with the games that are over."
        case _:
            return None


def _revealed(bartender: str, beside: int) -> str:
    if beside == 4:
        return f"{bartender}: the fourth card. All four are discarded."
    if is_wild(beside):
        return f"{bartender}: 3 cards, {bartender} is wild."
    return f"{bartender}: {'1 card' if beside == 1 else '2 cards'}."


def verdict_in_words(verdict: told.VerdictGiven, names: Names) -> str:
    """Who shouted, how far apart, who takes the order and why; and who was too late, and by how much."""
    taker = names[verdict.taker]
    if len(verdict.counted) == 1:
        words = f"Order! {taker} takes it."
    else:
        shouts = [names[player] + (f" (+{gap:.2f} s)" if gap >= 0.005 else "") for player, gap in verdict.counted]
        why = "is highest in the column" if len(names) > 2 else "does not deal"
        words = f"Order! {_listed(shouts)} shouted at the same time; {taker} {why} and takes it."
    for player, by in verdict.late:
        words += f" {names[player]} was too late by {max(1, round(by * 1000))} ms."
    return words


def _listed(words: list[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]])
