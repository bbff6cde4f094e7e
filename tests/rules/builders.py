"""How the tests of the rules set a table: a board by letters, cards by names, and games in any phase.

Letters: R rum, V vodka, G gin, B brandy, T triple sec, I Irish cream.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce

import pytest

from game.rules import (
    BARTENDER_BY_WORD,
    BARTENDER_CARDS,
    Action,
    Bartender,
    Bottles,
    CloseMaking,
    CloseOrders,
    Deal,
    DrinkCard,
    Game,
    IllegalAction,
    Liquor,
    MakeDrink,
    MoveBottle,
    Options,
    Order,
    Phase,
    RemainingDrinks,
    apply,
    new_game,
)

FRANK, JASMINE, KATHY, MONA, OTTO, RAY = Bartender
RUM, VODKA, GIN, BRANDY, TRIPLE_SEC, IRISH_CREAM = Liquor
FIVE = "Andre Bill Claire Doris Edgar"
ONE_AT_A_TIME = Options(RemainingDrinks.ONE_AT_A_TIME)
FOUR_DRINKS = "RV RVG RVGB RVGBT"
SET_UP = {"frank": "RRRR", "jasmine": "VVVV", "kathy": "GGGG", "mona": "BBBB", "otto": "TTTT", "ray": "IIII"}

_LETTERS = dict(zip("RVGBTI", Liquor, strict=True))


def row(letters: str) -> tuple[int, ...]:
    return DrinkCard.of(_LETTERS[letter] for letter in letters).need


def drink(letters: str) -> DrinkCard:
    return DrinkCard(row(letters))


def hand(words: str) -> tuple[DrinkCard, ...]:
    return tuple(drink(word) for word in words.split())


def board(rest: str = "ray", **rows: str) -> Bottles:
    """The bottles of the bartenders named; all others stand as in a set-up, or at `rest` where that one is named."""
    counts = {bartender: [0] * len(Liquor) for bartender in Bartender}
    for word, letters in rows.items():
        counts[BARTENDER_BY_WORD[word]] = list(row(letters))
    homes = list(SET_UP)
    for liquor in Liquor:
        left = 4 - sum(bottles[liquor] for bottles in counts.values())
        assert left >= 0, f"a fifth bottle of {liquor.label}"
        home = homes[liquor] if homes[liquor] not in rows else rest
        assert not left or home not in rows, f"{liquor.label} without a bartender"
        counts[BARTENDER_BY_WORD[home]][liquor] += left
    return tuple(tuple(counts[bartender]) for bartender in Bartender)


def deck_of(words: str) -> tuple[Bartender, ...]:
    """A whole deck that begins with the cards named."""
    first = [BARTENDER_BY_WORD[word] for word in words.split()]
    others = list(BARTENDER_CARDS)
    for card in first:
        others.remove(card)
    return (*first, *others)


def dealing(
    priority: str = FIVE,
    *,
    cards: str = "",
    then: str = "",
    bottles: Bottles | None = None,
    drinks: Mapping[str, str] = {},
    made: Mapping[str, Iterable[int]] = {},
    ice: Mapping[str, int] = {},
    options: Options = Options(),
    is_live: bool = False,
) -> Game:
    """A game in which `cards` have been dealt, and `then` would be dealt next."""
    names = priority.split()
    game = new_game(
        options=options,
        players=sorted(names),
        priority=names,
        bottles=bottles or board(**SET_UP),
        drinks={name: hand(drinks.get(name, FOUR_DRINKS)) for name in names},
        deck=deck_of(f"{cards} {then}"),
        ice=ice,
        made={name: tuple(indexes) for name, indexes in made.items()},
        holds_making_open=is_live,
    )
    return play(game, *(Deal() for _ in cards.split()))


def moving(priority: str = FIVE, *, taker: str = "Bill", also: str = "", **dealt: object) -> Game:
    """A game in which `taker` has the order; those in `also` shouted at the same time."""
    game = dealing(priority, **dealt)  # type: ignore[arg-type]
    return play(game, *(Order(name) for name in [*also.split(), taker]), CloseOrders())


def making(priority: str = FIVE, *, mover: str = "Bill", bottles: Bottles, **dealt: object) -> Game:
    """A game in which `mover` has just moved a bottle, and `bottles` is how they stand after it."""
    receiver = next(b for b in Bartender if any(bottles[b]))
    giver = next(b for b in Bartender if b is not receiver)
    liquor = next(liquor for liquor in Liquor if bottles[receiver][liquor])
    before = [list(counts) for counts in bottles]
    before[receiver][liquor] -= 1
    before[giver][liquor] += 1
    game = moving(
        priority,
        taker=mover,
        cards=f"{giver.word} {receiver.word}",
        bottles=tuple(tuple(counts) for counts in before),
        **dealt,
    )
    return apply(game, MoveBottle(mover, liquor, giver, receiver))


def last_call(
    priority: str = "Andre Bill Claire Doris",
    *,
    caller: str = "Andre",
    mover: str = "Doris",
    bottles: Bottles,
    caller_ice: int = 0,
    drinks: Mapping[str, str] = {},
    **dealt: object,
) -> Game:
    """A game after `caller` made its last drink, for no ice at Kathy, who has "RG".

    `priority` is the column after last call, and so ends with the mover, who stood at its top before.
    """
    others = [name for name in priority.split() if name != mover]
    column = [mover, *others]
    made = {caller: (0,), **(dealt.pop("made", None) or {})}  # type: ignore[dict-item]
    ice = {caller: caller_ice, **(dealt.pop("ice", None) or {})}  # type: ignore[dict-item]
    assert bottles[KATHY] == row("RG"), "the caller's last drink is made at Kathy"
    game = making(
        " ".join(column),
        mover=mover,
        bottles=bottles,
        drinks={**drinks, caller: "RV RG"},
        made=made,
        ice=ice,
        **dealt,
    )
    game = apply(game, MakeDrink(caller, 1, KATHY))
    if game.phase is Phase.MAKING:
        game = apply(game, CloseMaking())
    return game


def play(game: Game, *actions: Action) -> Game:
    return reduce(apply, actions, game)


def refusal(game: Game, action: Action) -> str:
    """The code with which the action is refused; the sentence is one."""
    with pytest.raises(IllegalAction) as refused:
        apply(game, action)
    assert refused.value.sentence[0].isupper() or refused.value.sentence[0] == "“"
    assert refused.value.sentence.endswith(".")
    return refused.value.code


def ice_of(game: Game) -> dict[str, int]:
    return {player.name: player.ice for player in game.players}


def cards_beside(game: Game) -> dict[str, int]:
    """The revealed cards, those bartenders left out who have none."""
    return {bartender.word: game.cards[bartender] for bartender in Bartender if game.cards[bartender]}
