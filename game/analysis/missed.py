"""Orders that would have made a drink, and that nobody asked of their player."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from game.analysis.endings import remaining
from game.happenings import VerdictGiven
from game.replays import Replay
from game.rules import (
    Bartender,
    BottleMoved,
    Bottles,
    CardRevealed,
    DrinkCard,
    DrinkMade,
    Game,
    LegalMove,
    Liquor,
    Phase,
    legal_moves,
    places_for,
    view_for,
)
from game.solver import moved

Costs = Mapping[tuple[str, int], int]
"""What each drink cost in the end, by player and index."""


class MissedOrder(NamedTuple):
    """A chance that a player let go by.

    There is a chance where, after a card was dealt, the rules let the player order and some legal move would have
    given some bartender the bottles of one of the player's unmade drinks, for less ice than that drink cost in the
    end. It is missed where the player neither took the next order nor shouted for it, in time or too late.

    What a drink cost in the end is its excess where it was made in play, and after last call all ice that its player
    took since the drink before, moves included. A drink that was never made (the game ended early) counts for none.

    From one order to the next the revealed cards lie on, so of all chances a player had there the one that would have
    saved most is told, the first of those as good.
    """

    seat: str
    step: int
    """The step of the card."""
    bartender_dealt: str
    liquor: str
    giver: str
    receiver: str
    drink: int
    """The index of the drink."""
    bartender: str
    """Where it could have been made."""
    ice: int
    later: int
    """What it cost in the end."""

    @property
    def saving(self) -> int:
        return self.later - self.ice


class _Chance(NamedTuple):
    ice: int
    drink: int
    move: LegalMove
    bartender: Bartender


Ways = dict[tuple[DrinkCard, Bottles, tuple[int, ...]], _Chance | None]
"""The cheapest way to each card by where bottles and revealed cards are: while nobody orders it comes up again."""


def missed_orders_of(replay: Replay) -> tuple[MissedOrder, ...]:
    """Of all players, in the order of the game."""
    costs = costs_in_the_end(replay)
    missed: list[MissedOrder] = []
    best: dict[str, MissedOrder] = {}
    ways: Ways = {}
    for step in range(len(replay.frames)):
        for line in replay.lines_of(step):
            if isinstance(line.what, VerdictGiven):
                tried = {player for player, _ in (*line.what.counted, *line.what.late)} | {line.what.taker}
                missed += [chance for seat, chance in best.items() if seat not in tried]
                best = {}
            elif isinstance(line.what, CardRevealed):
                for found in _chances_after(replay.frames[step].game, step, line.what.bartender, costs, ways):
                    known = best.get(found.seat)
                    if known is None or found.saving > known.saving:
                        best[found.seat] = found
    missed += best.values()
    return tuple(sorted(missed, key=lambda one: (one.step, int(one.seat))))


def costs_in_the_end(replay: Replay) -> Costs:
    costs: dict[tuple[str, int], int] = {}
    moves: dict[str, int] = {}
    for line in replay.lines:
        if isinstance(line.what, BottleMoved):
            moves[line.what.player] = moves.get(line.what.player, 0) + line.what.ice
        elif isinstance(line.what, DrinkMade):
            made = line.what
            costs[made.player, made.index] = made.ice + moves.pop(made.player, 0)
    return costs


def _chances_after(game: Game, step: int, dealt: Bartender, costs: Costs, ways: Ways) -> Iterator[MissedOrder]:
    """One for each player who has any: the one that saves most."""
    moves: tuple[LegalMove, ...] | None = None
    for name in game.names:
        if not view_for(game, name).may.order:
            continue
        best: tuple[int, _Chance] | None = None
        for drink in remaining(game, name):
            if (name, drink) not in costs:
                continue
            card = game.player(name).drinks[drink]
            key = (card, game.bottles, game.cards)
            if key not in ways:
                if moves is None:
                    moves = legal_moves(game._replace(phase=Phase.MOVING))
                ways[key] = _cheapest(card, game.bottles, moves)
            chance = ways[key]
            saving = costs[name, drink] - chance.ice if chance else 0
            if chance and saving > (best[0] if best else 0):
                best = saving, chance._replace(drink=drink)
        if best is not None:
            yield _missed(name, step, dealt, best[1], best[1].ice + best[0])


def _cheapest(card: DrinkCard, bottles: Bottles, moves: tuple[LegalMove, ...]) -> _Chance | None:
    """The first of the moves after which the drink can be made for the least ice, if it can be made after any."""
    found: _Chance | None = None
    for move in moves:
        places = places_for(card, moved(bottles, move))
        if places and (found is None or places[0][1] < found.ice):
            found = _Chance(places[0][1], 0, move, places[0][0])
    return found


def _missed(name: str, step: int, dealt: Bartender, chance: _Chance, later: int) -> MissedOrder:
    move = chance.move
    return MissedOrder(
        seat=name,
        step=step,
        bartender_dealt=dealt.word,
        liquor=Liquor(move.liquor).word,
        giver=move.giver.word,
        receiver=move.receiver.word,
        drink=chance.drink,
        bartender=chance.bartender.word,
        ice=chance.ice,
        later=later,
    )
