"""Game Components: liquors and their bottles, bartenders, drink cards, and the decks as tables of data."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import NamedTuple


class Liquor(IntEnum):
    """A kind of bottle; four bottles of each stand on the bartenders (R1). The value indexes every count of six."""

    RUM = 0
    VODKA = 1
    GIN = 2
    BRANDY = 3
    TRIPLE_SEC = 4
    IRISH_CREAM = 5

    @property
    def word(self) -> str:
        """The record's word, as `triple_sec`."""
        return self.name.lower()

    @property
    def label(self) -> str:
        """What a player reads, as `Triple Sec`."""
        return self.name.replace("_", " ").title()


class Bartender(IntEnum):
    """One of the six; a bartender card names one of them (R2, A11). The value indexes every row of six."""

    FRANK = 0
    JASMINE = 1
    KATHY = 2
    MONA = 3
    OTTO = 4
    RAY = 5

    @property
    def word(self) -> str:
        return self.name.lower()

    @property
    def label(self) -> str:
        return self.name.title()


LIQUORS = tuple(Liquor)
BARTENDERS = tuple(Bartender)
"""Going through a tuple takes a tenth of the time that going through an enum takes."""

LIQUOR_BY_WORD = {liquor.word: liquor for liquor in LIQUORS}
BARTENDER_BY_WORD = {bartender.word: bartender for bartender in BARTENDERS}

BOTTLES_OF_EACH = 4
CARDS_OF_EACH = 8

Counts = tuple[int, ...]
"""Six counts, one a liquor, in the order of `Liquor`."""
Bottles = tuple[Counts, ...]
"""Six rows of `Counts`, one a bartender, in the order of `Bartender`: `bottles[bartender][liquor]`."""


class Kind(IntEnum):
    """The type of a drink card; the value is the number of bottles in the drink (R3)."""

    SHOOTER = 2
    MARTINI = 3
    HIGHBALL = 4
    SPECIALTY = 5

    @property
    def label(self) -> str:
        return self.name.title()


class DrinkCard(NamedTuple):
    """A drink to make: how many bottles of each liquor it needs."""

    need: Counts

    @property
    def size(self) -> int:
        return sum(self.need)

    @property
    def kind(self) -> Kind:
        return Kind(sum(self.need))

    @property
    def liquors(self) -> tuple[Liquor, ...]:
        """Its bottles one by one, repeats included, in the order of `Liquor`."""
        return tuple(liquor for liquor in LIQUORS for _ in range(self.need[liquor]))

    @classmethod
    def of(cls, liquors: Iterable[Liquor]) -> DrinkCard:
        need = [0] * 6
        for liquor in liquors:
            need[liquor] += 1
        return cls(tuple(need))


_LETTERS = dict(zip("RVGBTI", Liquor, strict=True))

# One word a card, one letter a bottle: R rum, V vodka, G gin, B brandy, T triple sec, I Irish cream.
# 45 bottles of each liquor over the 75 cards. The rulebook does not list its cards (A17); these are the house's own.
_HOUSE_DECK = {
    Kind.SHOOTER: "RV RG RB RT RI VG VB VT VI GB GT GI BT BI TI",
    Kind.MARTINI: "RVG RVB RVT RVI RGB RGT RGI RBT RBI RTI VGB VGT VGI VBT VBI VTI GBT GBI GTI BTI",
    Kind.HIGHBALL: "RVGB RVBT RVBI RVTI RGBT VGBT VBTI GBTI RRGI RRBI "
    "RVVG VVGT RGGI VGGI RGBB VBBI RVTT GTTI RTII BTII",
    Kind.SPECIALTY: "RGBTI VGBTI RRVGT RRVGI RRGBT RVVBI VVGBT VVGBI RVGGB RVGGI "
    "RGGBT RVBBT VGBBT VBBTI RVTTI RGTTI GBTTI RVBII RBTII VGTII",
}

HOUSE_DECK: dict[Kind, tuple[DrinkCard, ...]] = {
    kind: tuple(DrinkCard.of(_LETTERS[letter] for letter in word) for word in words.split())
    for kind, words in _HOUSE_DECK.items()
}
"""The 75 drink cards of the house: 15 shooters, 20 martinis, 20 highballs, 20 specialties (R3)."""

BARTENDER_CARDS: tuple[Bartender, ...] = tuple(b for b in Bartender for _ in range(CARDS_OF_EACH))
"""The 48 bartender cards, unshuffled (R2)."""
