"""Making Drinks: where a drink can be made, the ice it costs, and when the making after a move is done."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from game.rules.actions import MakeDrink
from game.rules.counting import does_any_suffice, guarded, packed, suffice
from game.rules.errors import IllegalAction
from game.rules.facts import DealerChanged, DrinkMade, MakingClosed, MakingPassed
from game.rules.game import DEALING, LAST_CALL, MAKING, Game, Player
from game.rules.last_call import begin_last_call, settle_those_done
from game.rules.ordering import priority_after
from game.rules.pieces import BARTENDERS, Bartender, Bottles, Counts, DrinkCard

NOBODY: frozenset[str] = frozenset()


class LegalMake(NamedTuple):
    drink: int
    bartender: Bartender
    ice: int


def can_be_made_of(drink: DrinkCard, row: Counts) -> bool:
    """Whether the bottles of one bartender suffice: two of a kind need two (R23)."""
    return suffice(row, drink.need)


def ice_for(drink: DrinkCard, row: Counts) -> int:
    """One ice cube for each bottle that the drink does not use, spares of its own kinds included (R24).

    >>> ice_for(DrinkCard((1, 0, 1, 0, 0, 0)), (2, 0, 1, 0, 0, 0))
    1
    """
    return sum(row) - drink.size


@lru_cache(maxsize=4096)
def places_for(drink: DrinkCard, bottles: Bottles) -> tuple[tuple[Bartender, int], ...]:
    """The bartenders where the drink could be made as the bottles stand, with the ice there, cheapest first."""
    needs = drink.need
    places = [(BARTENDERS[b], sum(row) - sum(needs)) for b, row in enumerate(bottles) if suffice(row, needs)]
    if len(places) > 1:
        places.sort(key=_ice)
    return tuple(places)


def makes_for(game: Game, player: str) -> tuple[LegalMake, ...]:
    """Every drink that this player may make now, at each bartender that can serve for it."""
    if game.phase is not MAKING and player != game.turn:
        return ()
    maker = game.player(player)
    return tuple(
        LegalMake(index, bartender, ice)
        for index, drink in enumerate(maker.drinks)
        if index not in maker.made
        for bartender, ice in places_for(drink, game.bottles)
    )


def make_drink(game: Game, action: MakeDrink) -> Game:
    """The drink goes under the coaster and its maker takes the excess in ice; the bottles stay (R22-R25, R28).

    After last call only the player whose turn it is makes drinks.
    """
    name, index, bartender = action
    if game.phase is LAST_CALL and name != game.turn:
        raise IllegalAction("not_your_turn", f"It is {game.turn}'s turn, not {name}'s.")
    maker = game.player(name)
    if index in maker.made:
        raise IllegalAction("already_made", f"{name} has already made that {maker.drinks[index].kind.label}.")
    drink, row = maker.drinks[index], game.bottles[bartender]
    if not can_be_made_of(drink, row):
        raise IllegalAction("missing_bottles", _why_bottles_are_missing(drink, row, bartender))
    ice = ice_for(drink, row)
    maker = maker._replace(made=tuple(sorted((*maker.made, index))), ice=maker.ice + ice)
    return game._replace(
        players=game.with_player(maker),
        happened=(DrinkMade(name, index, drink, bartender, ice),),
    )


def refusal_to_pass(game: Game, player: str) -> IllegalAction | None:
    """Why this player may not pass; only to be asked in phase `making`.

    A game that holds its making open lets everybody pass, so that a refusal tells nothing of anyone's drinks (A19).
    """
    if player in game.passed:
        return IllegalAction("already_passed", f"{player} has already passed.")
    if not game.holds_making_open and not can_make_any(game.player(player), game.bottles):
        return IllegalAction("nothing_to_make", f"{player} has no drink to make here, and so nothing to pass on.")
    return None


def pass_making(game: Game, player: str) -> Game:
    """The player makes nothing more in this step, though making is still allowed while it is open (R26)."""
    if refusal := refusal_to_pass(game, player):
        raise refusal
    return game._replace(passed=game.passed | {player}, happened=(MakingPassed(player),))


def can_make_any(player: Player, bottles: Bottles) -> bool:
    """Whether some bartender has the bottles for one of the player's unmade drinks."""
    return does_any_suffice([guarded(row) for row in bottles], _needs(player.drinks, player.made))


def is_nobody_left_to_make(game: Game) -> bool:
    """Whether nobody who could still make a drink has not passed (A19)."""
    rows = [guarded(row) for row in game.bottles]
    for player in game.players:
        if player.name not in game.passed and does_any_suffice(rows, _needs(player.drinks, player.made)):
            return False
    return True


def end_making_if_done(game: Game) -> Game:
    """The making after a move ends by itself when nobody is left to make anything, unless it is held open."""
    return game if game.holds_making_open or not is_nobody_left_to_make(game) else end_making(game)


def close_making(game: Game) -> Game:
    """Time is up: whoever has not made a drink by now has declined it."""
    return end_making(game._replace(happened=(MakingClosed(),)))


def end_making(game: Game) -> Game:
    """Those who are done settle up by the column as it was (A7), then the mover's marker sinks to the bottom (A6).

    If anyone has settled up, last call begins; else the mover deals.
    """
    mover = game.order_taker
    assert mover is not None
    game = settle_those_done(game)
    if game.tab_row:
        return begin_last_call(game, priority_after(game.priority, mover))
    return game._replace(
        phase=DEALING,
        priority=priority_after(game.priority, mover),
        order_taker=None,
        passed=NOBODY,
        happened=(*game.happened, DealerChanged(mover)),
    )


@lru_cache(maxsize=8192)
def _needs(drinks: tuple[DrinkCard, ...], made: tuple[int, ...]) -> tuple[int, ...]:
    """What the unmade drinks of a player need, packed."""
    return tuple(packed(drink.need) for index, drink in enumerate(drinks) if index not in made)


def _ice(place: tuple[Bartender, int]) -> int:
    return place[1]


def _why_bottles_are_missing(drink: DrinkCard, row: Counts, bartender: Bartender) -> str:
    missing = [liquor for liquor in drink.liquors if row[liquor] < drink.need[liquor]]
    words = []
    for liquor in dict.fromkeys(missing):
        count = drink.need[liquor] - row[liquor]
        words.append(liquor.label if count == 1 else f"{count} {liquor.label}")
    return f"{bartender.label} is short of {', '.join(words)} for that {drink.kind.label}."
