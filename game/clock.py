"""What the clock appends when something is due: it deals, closes, lets lapse and finishes turns. Pure.

It knows durations and whom they concern; the rules know what follows. The timer itself is `game.table`'s.
"""

from __future__ import annotations

from typing import Any

from game import fair
from game.rules import Game, LegalMake, MakeDrink, MoveBottle, Phase, RemainingDrinks, apply, as_dict
from game.solver import best_plan
from game.state import Due, TableState
from game.window import counts_until, judge

Entry = dict[str, Any]


def entries_due(state: TableState, due: Due) -> list[Entry]:
    """The entries of what is due; of `next_game` none, as that begins another journal."""
    match due.what:
        case "deal":
            return _deal(state)
        case "close_orders":
            return _close_orders(state)
        case "lapse":
            return [{"act": "lapse", "player": state.game.order_taker, "by": "clock"}]
        case "close_making":
            return [{"act": "close_making"}]
        case "turn":
            return house_turn(state.game)
        case _:
            return []


def _deal(state: TableState) -> list[Entry]:
    """The next card; the discards are shuffled only now, when a card must be dealt and there is none (A10)."""
    if state.game.deck:
        return [{"act": "deal"}]
    deck = fair.reshuffle(state.seed, state.game.discards, state.reshuffles + 1)
    return [{"act": "reshuffle", "deck": [card.word for card in deck]}, {"act": "deal"}]


def _close_orders(state: TableState) -> list[Entry]:
    """The window is over: those who shouted at the same time, who of them takes the order, and the verdict."""
    verdict = judge(state.shouts, state.pace.base)
    counted = {player for player, _ in verdict.counted}
    taker = next(name for name in state.game.priority if name in counted)
    orders: list[Entry] = [{"act": "order", "player": player} for player, _ in verdict.counted]
    return [
        *orders,
        {"act": "close_orders"},
        {
            "entry": "verdict",
            "taker": taker,
            "counted": [[player, round(gap, 4)] for player, gap in verdict.counted],
            "late": [[player, round(by, 4)] for player, by in verdict.late],
            "until": counts_until(state.shouts, state.pace.base),
        },
    ]


def house_turn(game: Game) -> list[Entry]:
    """The house finishes a turn whose time is up drink by drink, the cheapest first (A21).

    Never with the perfect plan: stalling must not pay.
    """
    name = game.turn
    assert name is not None
    is_single = game.options.remaining_drinks is RemainingDrinks.ONE_AT_A_TIME
    entries: list[Entry] = []
    while game.phase is Phase.LAST_CALL and game.turn == name:
        player = game.player(name)
        left = [index for index in range(len(player.drinks)) if index not in player.made]
        plans = [(best_plan(game.bottles, [player.drinks[index]]), index) for index in left]
        plan, index = min(plans, key=lambda choice: choice[0].ice)
        for step in plan.steps:
            action = MakeDrink(name, index, step.bartender) if isinstance(step, LegalMake) else MoveBottle(name, *step)
            game = apply(game, action)
            entries.append(as_dict(action) | {"by": "house"})
        if is_single:
            break
    return entries
