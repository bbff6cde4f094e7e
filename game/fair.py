"""Fair cards: everything that chance decides in a game follows from one secret seed, published after the end.

The seed is 32 random bytes, its SHA-256 is shown before the first card. A shuffle with a label draws numbers from the
stream SHA-256(seed, "/", label, "/", block number) in big-endian words of 32 bits, and runs Fisher-Yates from the
last item down; a word that would favour some item is thrown away. Anyone can check this with a few lines of any
language. Standard library only.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple, TypeVar

from game.rules import (
    BARTENDER_CARDS,
    BOTTLES_OF_EACH,
    Bartender,
    Bottles,
    DrinkCard,
    Kind,
    Liquor,
)

T = TypeVar("T")
_WORD = 1 << 32


def new_seed() -> str:
    """64 hexadecimal digits from the system's generator."""
    return secrets.token_hex(32)


def seed_hash(seed: str) -> str:
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def words(seed: str, label: str) -> Iterator[int]:
    """The endless stream of 32-bit numbers of one label."""
    block = 0
    start = bytes.fromhex(seed) + f"/{label}/".encode()
    while True:
        digest = hashlib.sha256(start + str(block).encode()).digest()
        for at in range(0, 32, 4):
            yield int.from_bytes(digest[at : at + 4], "big")
        block += 1


def shuffled(items: Sequence[T], seed: str, label: str) -> tuple[T, ...]:
    """The items in an order that every seed gives with the same chance."""
    pile = list(items)
    stream = words(seed, label)
    for last in range(len(pile) - 1, 0, -1):
        size = last + 1
        word = next(stream)
        while word >= _WORD - _WORD % size:
            word = next(stream)
        other = word % size
        pile[last], pile[other] = pile[other], pile[last]
    return tuple(pile)


def fraction(seed: str, label: str) -> float:
    """A number from 0 up to 1."""
    return next(words(seed, label)) / _WORD


def chance(seed: str, label: str) -> Random:
    """A generator of its own for a bot's choice, so that a game replays."""
    return Random(hashlib.sha256(bytes.fromhex(seed) + f"/{label}".encode()).digest())


class Cards(NamedTuple):
    """What a seed lays on the table before a game."""

    bottles: Bottles
    drinks: tuple[tuple[DrinkCard, ...], ...]
    """Four a seat: one of each kind, smallest first (R5)."""
    deck: tuple[Bartender, ...]


def hand_out(seed: str, seats: int, drink_deck: dict[Kind, tuple[DrinkCard, ...]]) -> Cards:
    """Bottles, drink cards and deck of one game (R4, R5, A26)."""
    liquors = shuffled(tuple(Liquor), seed, "bottles")
    bottles = tuple(tuple(BOTTLES_OF_EACH if liquor is own else 0 for liquor in Liquor) for own in liquors)
    piles = [shuffled(drink_deck[kind], seed, f"drinks/{kind.name.lower()}") for kind in Kind]
    drinks = tuple(tuple(pile[seat] for pile in piles) for seat in range(seats))
    return Cards(bottles, drinks, shuffled(BARTENDER_CARDS, seed, "deck"))


def reshuffle(seed: str, discards: Sequence[Bartender], count: int) -> tuple[Bartender, ...]:
    """The discards in their new order; `count` is 1 for the first reshuffle of the game (R11, A10)."""
    return shuffled(sorted(discards), seed, f"reshuffle/{count}")
