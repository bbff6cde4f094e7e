"""Finish it: a game after last call that one player finishes alone. What was done so far stands in the address.

A step is written as letters, as one would press them: `KGO` moves gin from Kathy to Otto, `2K` makes the second drink
at Kathy. The rules of the game judge every step; nothing is kept anywhere else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.practice.positions import ice_drink_by_drink
from game.refusals import in_words
from game.rules import (
    BARTENDER_BY_WORD,
    LIQUOR_BY_WORD,
    Action,
    Bartender,
    DrinkCard,
    Game,
    LegalMake,
    LegalMove,
    Liquor,
    MakeDrink,
    MoveBottle,
    Options,
    Phase,
    Player,
    RulesError,
    apply,
)
from game.solver import Plan, Step, best_plan, least_ice
from game.solver.positions import Position

YOU, CALLER = "0", "1"
"""The names of the two in the game: who finishes, and who called last call and has settled up."""
MOST_STEPS = 80
BETWEEN = "."
STARS = ((0, 3), (1, 2), (3, 1))
"""So much more than the least at most, and so many stars for it."""

_BARTENDERS = {bartender.label[0]: bartender for bartender in Bartender}
_LIQUORS = {liquor.label[0]: liquor for liquor in Liquor}


class BadStep(ValueError):
    """What was asked cannot be done; the text is a sentence for the player."""


class Finishing(NamedTuple):
    position: Position
    steps: tuple[str, ...]
    games: tuple[Game, ...]
    """The game before the first step and after each."""

    @property
    def game(self) -> Game:
        return self.games[-1]

    @property
    def ice(self) -> int:
        return self.game.player(YOU).ice

    @property
    def is_done(self) -> bool:
        return self.game.phase is Phase.OVER

    @property
    def did(self) -> str:
        return BETWEEN.join(self.steps)


class Grade(NamedTuple):
    ice: int
    least: int
    house: int
    """What making the nearest drink next, each time, would have cost."""
    stars: int
    words: str


def finishing(position: Position, did: str) -> Finishing:
    """The game after these steps; BadStep where one of them is none or is not allowed."""
    steps = tuple(did.split(BETWEEN)) if did else ()
    if len(steps) > MOST_STEPS:
        raise BadStep("Nobody needs so many steps. Start again from the first board.")
    games = [_start(position)]
    for step in steps:
        games.append(_after(games[-1], action_of(step)))
    return Finishing(position, steps, tuple(games))


def _start(position: Position) -> Game:
    none: tuple[DrinkCard, ...] = ()
    return Game(
        options=Options(),
        players=(Player(YOU, position.drinks), Player(CALLER, none)),
        priority=(YOU, CALLER),
        bottles=position.bottles,
        deck=(),
        phase=Phase.LAST_CALL,
        turn=YOU,
        tab_row=(CALLER,),
    )


def _after(game: Game, action: Action) -> Game:
    try:
        return apply(game, action)
    except RulesError as refusal:
        raise BadStep(in_words(refusal, game, YOU, {YOU: "You", CALLER: "the house"})) from None


def action_of(step: str) -> Action:
    """The action that a step stands for; BadStep where it stands for none.

    >>> action_of("KGO")
    MoveBottle(player='0', liquor=<Liquor.GIN: 2>, giver=<Bartender.KATHY: 2>, receiver=<Bartender.OTTO: 4>)
    """
    letters = tuple(step)
    if len(letters) == 3 and letters[0] in _BARTENDERS and letters[1] in _LIQUORS and letters[2] in _BARTENDERS:
        giver, receiver = _BARTENDERS[letters[0]], _BARTENDERS[letters[2]]
        return MoveBottle(YOU, _LIQUORS[letters[1]], giver, receiver)
    if len(letters) == 2 and letters[0] in "1234" and letters[1] in _BARTENDERS:
        return MakeDrink(YOU, int(letters[0]) - 1, _BARTENDERS[letters[1]])
    raise BadStep("That is no step of this game: the address was changed or cut off on the way.")


def step_of(step: Step) -> str:
    """The letters of a solver's step."""
    if isinstance(step, LegalMove):
        return step.giver.label[0] + step.liquor.label[0] + step.receiver.label[0]
    return f"{step.drink + 1}{step.bartender.label[0]}"


def pressed(now: Finishing, act: str, bottle: str) -> Finishing:
    """The game after a button was pressed: `make 0 kathy`, `move-to otto` with `bottle` chosen, or `undo`."""
    if act == "undo":
        return finishing(now.position, BETWEEN.join(now.steps[:-1]))
    if now.is_done:
        raise BadStep("All drinks are made. Start again, or take the last step back.")
    step = _step_pressed(act.split(), bottle.split())
    return finishing(now.position, BETWEEN.join((*now.steps, step)))


def _step_pressed(act: Sequence[str], bottle: Sequence[str]) -> str:
    match act:
        case ["make", ("0" | "1" | "2" | "3") as drink, bartender] if bartender in BARTENDER_BY_WORD:
            return step_of(LegalMake(int(drink), BARTENDER_BY_WORD[bartender], 0))
        case ["move-to", receiver] if receiver in BARTENDER_BY_WORD:
            match bottle:
                case [giver, liquor] if giver in BARTENDER_BY_WORD and liquor in LIQUOR_BY_WORD:
                    move = LegalMove(LIQUOR_BY_WORD[liquor], BARTENDER_BY_WORD[giver], BARTENDER_BY_WORD[receiver])
                    return step_of(move)
            raise BadStep("Choose a bottle first, then the bartender who gets it.")
    raise BadStep("That is nothing one can do here.")


def grade(done: Finishing) -> Grade:
    """How good it was, once all drinks are made."""
    least = least_ice(*done.position)
    more = done.ice - least
    stars = next((stars for most, stars in STARS if more <= most), 0)
    return Grade(done.ice, least, ice_drink_by_drink(done.position), stars, _grade_in_words(more, stars))


def _grade_in_words(more: int, stars: int) -> str:
    match stars:
        case 3:
            return "Three stars: nobody can do it with less."
        case 2:
            return "Two stars: one cube more than the least."
        case 1:
            return f"One star: {more} cubes more than the least."
        case _:
            return f"No star this time: {more} cubes more than the least."


def plan_for(position: Position) -> Plan:
    """The plan with the least ice that is shown afterwards."""
    return best_plan(*position)
