"""After last call, drink by drink: always the one that is nearest to being made."""

from __future__ import annotations

from random import Random

from game.rules import Bartender, LegalMake, LegalMove, Liquor, View


def nearest_drink_step(view: View, chance: Random) -> LegalMove | LegalMake:
    """The next step towards the drink with the fewest moves plus excess, ties by chance.

    A move never takes a drink that has become the nearest out of reach, so asking again after each step comes to
    finishing one drink after another.
    """
    targets = [
        (_moves_plus_excess(view.bottles[bartender], own.drink.need), own, bartender)
        for own in view.drinks
        if not own.is_made
        for bartender in Bartender
    ]
    fewest = min(cost for cost, _, _ in targets)
    _, own, bartender = chance.choice([target for target in targets if target[0] == fewest])
    row = view.bottles[bartender]
    missing = [liquor for liquor in Liquor if row[liquor] < own.drink.need[liquor]]
    if not missing:
        return LegalMake(own.index, bartender, fewest)
    liquor = chance.choice(missing)
    givers = [giver for giver in Bartender if giver is not bartender and view.bottles[giver][liquor]]
    return LegalMove(liquor, chance.choice(givers), bartender)


def _moves_plus_excess(row: tuple[int, ...], need: tuple[int, ...]) -> int:
    """A move for each bottle missing, a cube for each one too many."""
    return sum(abs(has - needs) for has, needs in zip(row, need, strict=True))
