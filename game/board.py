"""What the templates of the live table are given: words and flags only, nothing left to count or to decide.

`Board` is public: it is the same for everybody, rendered once and shared. `Own` is one seated player's: hand, controls,
and the bottles that player may move now.
"""

from __future__ import annotations

from typing import NamedTuple


class Word(NamedTuple):
    """A liquor, bartender or kind: `word` for classes, ids and form values, `label` for people."""

    word: str
    label: str


class Shelf(NamedTuple):
    """The bottles of one liquor at one bartender."""

    bartender: Word
    liquor: Word
    number: int
    receivers: tuple[str, ...] | None = None
    """Words of the bartenders that may receive one of them, where the player who looks may take it now."""


class BartenderBoard(NamedTuple):
    bartender: Word
    letter: str
    """The key that names the bartender: F J K M O R."""
    shelves: tuple[Shelf, ...]
    """Only liquors that stand there."""
    bottles: int
    cards: int
    """Revealed cards beside the bartender, 0 to 3."""
    is_wild: bool
    is_changed: bool
    """Touched by the last visible thing that happened."""
    is_taking: bool = False
    """The player who looks may move a bottle now."""


class Drink(NamedTuple):
    kind: Word
    """shooter, martini, highball, specialty."""
    liquors: tuple[Word, ...]
    """Its bottles one by one."""


class SeatBoard(NamedTuple):
    number: int
    name: str
    bar: Word
    """The bar this seat works at (coaster and bar name); each has its drawing in pieces.svg."""
    is_bot: bool
    presence: str
    """In words: '' (here), 'away', 'a bot plays on', 'left'. """
    ice: int
    drinks_left: int
    made: tuple[Drink, ...]
    place: int | None
    """In the tab row, from 1."""
    is_dealer: bool
    is_order_taker: bool
    is_on_turn: bool


class ColumnRow(NamedTuple):
    seat: int
    name: str
    is_dealer: bool
    has_settled: bool


class LogLine(NamedTuple):
    number: int
    """Rises by one a line over the whole match."""
    words: str
    kind: str
    """deal, discard, order, move, make, lapse, dealer, last_call, settled, over, table: for an icon and a sound."""
    bartender: str = ""
    """The bartender's word where the line is about one, for marking and speech."""


class Board(NamedTuple):
    """The public table."""

    slug: str
    url: str
    act_url: str
    match_url: str
    """Where the match stays to be read."""
    socket_url: str
    game_number: int
    games_agreed: int
    options: str
    """In words: 'Steady pace, remaining drinks all at once'."""
    phase: str
    """dealing, moving, making, last_call, over (the score sheet between games) or match_over."""
    headline: str
    """Whose move it is, in words: 'Edgar deals', 'Bill moves a bottle', 'Anyone may make a drink'."""
    detail: str
    """One more sentence, or ''."""
    seconds_left: float | None
    """Until the time for this is up; None where there is none or where nobody may know (the next deal)."""
    deck_left: int
    seen: str
    """Names the newest visible thing on this page; goes back with every press."""
    seed_hash: str
    bartenders: tuple[BartenderBoard, ...]
    """Six, in the circle's order."""
    seats: tuple[SeatBoard, ...]
    priority: tuple[ColumnRow, ...]
    tab_row: tuple[ColumnRow, ...]
    log: tuple[LogLine, ...]
    """The newest last; at most LOG_LINES of them."""
    sheet: Sheet | None
    """The score sheet, between games and at the end."""
    proposal: Proposal | None


class SheetRow(NamedTuple):
    label: str
    """'Game 1'."""
    ice: tuple[int | None, ...]
    """One a seat; None for a game that was not scored."""
    totals: tuple[int, ...]
    tab_row: str
    """'Settled up: Bill, Claire, Andre'."""


class Sheet(NamedTuple):
    names: tuple[str, ...]
    rows: tuple[SheetRow, ...]
    totals: tuple[int, ...]
    result: str
    """Who won this game, with the tie-break in words; at the end who won the match."""
    next_words: str
    """'Next: game 2. Doris settled up last and deals first.'"""
    ready: tuple[str, ...]
    """Names of those who are ready for the next game."""
    waiting: tuple[str, ...]
    is_match_over: bool


class Proposal(NamedTuple):
    words: str
    """'Bill proposes to end this game unscored.'"""
    agreed: tuple[str, ...]
    waiting: tuple[str, ...]


class Place(NamedTuple):
    """Where an own drink could be made."""

    bartender: Word
    ice: int
    do: str
    """The form value that makes it there now; '' where it may not be made at this moment."""


class OwnDrink(NamedTuple):
    number: int
    """The key: 1 to 4."""
    drink: Drink
    is_made: bool
    places: tuple[Place, ...]
    """Cheapest first."""


class Bottle(NamedTuple):
    """A bottle that the player may take now."""

    value: str
    """The form value of the radio button `bottle`: 'kathy rum'."""
    giver: Word
    liquor: Word
    receivers: tuple[str, ...]
    """Words of the bartenders that may receive it."""


class Control(NamedTuple):
    """A button. `do` is its form value; `why_not` is the sentence to show where it may not be pressed."""

    do: str
    label: str
    key: str
    """'Space', 'D', 'H', 'P', 'Escape' or ''."""
    may: bool
    why_not: str = ""
    confirm: str = ""
    """A question to ask first, or ''."""


class Hints(NamedTuple):
    """At a table that allows them."""

    is_on: bool
    lines: tuple[str, ...]
    """Sentences; empty when switched off."""


class Own(NamedTuple):
    """One seated player's part of the page."""

    seat: int
    name: str
    drinks: tuple[OwnDrink, ...]
    bottles: tuple[Bottle, ...]
    """Empty unless this player moves a bottle now."""
    order: Control
    controls: tuple[Control, ...]
    """The others that make sense now: answers to a proposal, deal, hold, pass, give up the order, the next game."""
    table_controls: tuple[Control, ...]
    """Rarely used: propose to end, leave for good, let a bot play for an absent player, adjourn."""
    prompt: str
    """What this player should do now, in one sentence, or ''."""
    is_urgent: bool
    """The prompt wants this player's action now: announced assertively."""
    is_ready: bool
    hints: Hints | None = None
    """None where the table allows none."""
