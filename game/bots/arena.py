"""Games of bots without a clock: all who want the order at a card shout together, the highest marker takes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

from game.bots.bot import Bot
from game.rules import (
    BARTENDER_CARDS,
    BOTTLES_OF_EACH,
    HOUSE_DECK,
    Action,
    Bartender,
    Bottles,
    CloseOrders,
    Deal,
    Game,
    Lapse,
    LegalMove,
    Liquor,
    MakeDrink,
    MoveBottle,
    Options,
    Order,
    Pass,
    Phase,
    Reshuffle,
    apply,
    new_game,
    view_for,
)

MOST_RESHUFFLES = 5
"""A game in which the discards were shuffled so often without an order is given up as unfinished."""


class PlayedGame(NamedTuple):
    start: Game
    actions: tuple[Action, ...]
    end: Game
    cards_dealt: int

    @property
    def is_finished(self) -> bool:
        return self.end.phase is Phase.OVER


def shuffled_start(players: Sequence[str], chance: Random, options: Options = Options()) -> Game:
    """A normal game: four of one liquor at each bartender, one drink of each kind a player; the first is highest."""
    columns = list(Liquor)
    chance.shuffle(columns)
    bottles: Bottles = tuple(tuple(BOTTLES_OF_EACH * (liquor == column) for liquor in Liquor) for column in columns)
    hands = zip(*(chance.sample(cards, len(players)) for cards in HOUSE_DECK.values()), strict=True)
    return new_game(
        options=options,
        players=players,
        priority=players,
        bottles=bottles,
        drinks=dict(zip(players, hands, strict=True)),
        deck=_shuffled(BARTENDER_CARDS, chance),
    )


class Arena:
    """One game, played to its end by the bots in it. Each is asked in the order of the column."""

    def __init__(self, start: Game, bots: Mapping[str, Bot], seed: str) -> None:
        self.start = start
        self.game = start
        self.bots = bots
        self.actions: list[Action] = []
        self.chance = Random(seed)
        self.chances = {name: Random(f"{seed}/{name}") for name in start.names}
        self.reshuffles = 0

    def play(self) -> PlayedGame:
        while self.game.phase is not Phase.OVER and self.reshuffles < MOST_RESHUFFLES:
            match self.game.phase:
                case Phase.DEALING:
                    self._deal()
                case Phase.MOVING:
                    self._move()
                case Phase.MAKING:
                    self._make()
                case Phase.LAST_CALL:
                    self._take_turn_step()
        return PlayedGame(self.start, tuple(self.actions), self.game, self.game.dealt)

    def _deal(self) -> None:
        if not self.game.deck:
            self._act(Reshuffle(_shuffled(self.game.discards, self.chance)))
            self.reshuffles += 1
        self._act(Deal())
        shouts = [name for name in self.game.priority if self._wants_order(name)]
        for name in shouts:
            self._act(Order(name))
        if shouts:
            self._act(CloseOrders())
            self.reshuffles = 0

    def _wants_order(self, name: str) -> bool:
        view = view_for(self.game, name)
        return view.may.order and self.bots[name].wants_order(view, self.chances[name])

    def _move(self) -> None:
        name = self.game.order_taker
        assert name is not None
        move = self.bots[name].choose_move(view_for(self.game, name), self.chances[name])
        self._act(Lapse(name) if move is None else MoveBottle(name, *move))

    def _make(self) -> None:
        """Each makes what it wants; when somebody has made the last drink, all are asked once more before the end."""
        priority = self.game.priority
        self._ask_for_makes(priority)
        if self.game.phase is Phase.MAKING and any(player.is_done for player in self.game.players):
            self._ask_for_makes(priority)
        for name in priority:
            if self.game.phase is Phase.MAKING and view_for(self.game, name).may.pass_:
                self._act(Pass(name))

    def _ask_for_makes(self, names: Sequence[str]) -> None:
        for name in names:
            if self.game.phase is not Phase.MAKING:
                return
            view = view_for(self.game, name)
            if view.may.make:
                for make in self.bots[name].choose_makes(view, self.chances[name]):
                    self._act(MakeDrink(name, make.drink, make.bartender))

    def _take_turn_step(self) -> None:
        name = self.game.turn
        assert name is not None
        step = self.bots[name].choose_turn_step(view_for(self.game, name), self.chances[name])
        if isinstance(step, LegalMove):
            self._act(MoveBottle(name, *step))
        else:
            self._act(MakeDrink(name, step.drink, step.bartender))

    def _act(self, action: Action) -> None:
        self.game = apply(self.game, action)
        self.actions.append(action)


def _shuffled(cards: Sequence[Bartender], chance: Random) -> tuple[Bartender, ...]:
    return tuple(chance.sample(cards, len(cards)))
