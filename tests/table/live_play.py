"""Whole live games by chance through real tables: asks of all kinds at any time, sensible ones and others."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from random import Random

from game.asks import Refused
from game.paces import PACES
from game.record import strict_actions
from game.rules import (
    HOUSE_DECK,
    Action,
    Game,
    LegalMake,
    Phase,
    RemainingDrinks,
    legal_moves,
    makes_for,
)
from game.solver import best_plan
from game.starting import start_entry
from game.state import action_in
from tests.table.builders import SEED, HandClock, ListJournal, Sitting, chairs_of


def opened(seats: int, mode: RemainingDrinks, *, pace: str = "steady", games: int = 1, seed: str = SEED) -> Sitting:
    """A table with cards of the house's deck, handed out by a seed."""
    names = "01234"[:seats]
    entry = start_entry(number=1, seed=seed, seats=names, priority=(), remaining_drinks=mode, drink_deck=HOUSE_DECK)
    clock = HandClock()
    journal = ListJournal(entry, chairs=chairs_of(names), pace=PACES[pace], games_agreed=games, clock=clock, seed=seed)
    return Sitting(journal, clock)


async def play(
    tables: list[Sitting], chance: Random, after_each: Callable[[Sitting], Awaitable[None] | None] = lambda table: None
) -> Sitting:
    """Play the game of these tables, which are one table in several processes, to its end; one of them is returned."""
    presses = 0
    while True:
        table = chance.choice(tables)
        if table is not tables[0] and chance.random() < 0.7:
            await table.table.catch_up()
        if table.state.phase is Phase.OVER:
            return table
        if chance.random() < 0.25:
            await table.until(table.clock.now + chance.expovariate(1 / 2))
        else:
            table.clock.now += chance.uniform(0, 0.4)
            await table.until(table.clock.now)
        seat = chance.choice(table.game.names)
        presses += 1
        try:
            await table.ask(
                seat,
                sensible(table, seat, chance) if chance.random() < 0.8 else anything(chance),
                line=chance.uniform(0, 0.35),
                press=f"p{presses - chance.choice((0, 0, 0, 1))}",
                seen=str(table.state.seen - chance.choice((0, 0, 0, 0, 1, 3))) if table.state.seen > 3 else "3",
            )
        except Refused as refused:
            sentence = refused.sentence
        else:
            sentence = "Fine."
        assert sentence.endswith(".")
        done = after_each(table)
        if done is not None:
            await done


def sensible(table: Sitting, seat: str, chance: Random) -> str:
    game = table.game
    match table.state.phase:
        case Phase.DEALING:
            return chance.choice(("order", "order", "order", "deal", "hold"))
        case Phase.MOVING:
            if chance.random() < 0.1:
                return "lapse"
            return _in_words(chance.choice(legal_moves(game)))
        case Phase.MAKING:
            makes = [make for make in makes_for(game, seat) if make.ice <= 9]
            return _in_words(chance.choice(makes)) if makes and chance.random() < 0.8 else "pass"
        case _:
            return _in_words(_step(game, chance)) if seat == game.turn else "pass"


def _step(game: Game, chance: Random) -> object:
    """The best plan for one drink or, now and then, any move at all."""
    assert game.turn is not None
    if chance.random() < 0.1:
        return chance.choice(legal_moves(game))
    player = game.player(game.turn)
    index = next(i for i in range(len(player.drinks)) if i not in player.made)
    step = best_plan(game.bottles, [player.drinks[index]]).steps[0]
    return LegalMake(index, step.bartender, 0) if isinstance(step, LegalMake) else step


def _in_words(choice: object) -> str:
    if isinstance(choice, LegalMake):
        return f"make {choice.drink} {choice.bartender.word}"
    liquor, giver, receiver = choice  # type: ignore[misc]  # a LegalMove
    return f"move {liquor.word} {giver.word} {receiver.word}"


def anything(chance: Random) -> str:
    acts = ["order", "deal", "hold", "pass", "lapse", "ready", "refuse", "make 0 frank", "make 9 ray"]
    acts += ["move rum frank ray", "sit-in 0", "propose end_game", "propose adjourn", "move-to ray", "nonsense"]
    return "agree" if chance.random() < 0.01 else chance.choice(acts)


def played(journal: ListJournal, game: int = 1) -> list[Action]:
    """The rule actions of a journal."""
    start = journal.folded(game).start
    return [action_in(entry, start.names) for entry in journal.entries_of(game) if "act" in entry]


def strictly(journal: ListJournal) -> list[Action]:
    return strict_actions(journal.folded(1).start, played(journal))
