"""Missed orders: what a legal order would have made for less ice, and nobody shouted for."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from game.analysis.findings import MOST_MISSED, analyse
from game.analysis.missed import costs_in_the_end, missed_orders_of
from game.happenings import VerdictGiven
from game.replays import Replay, replay_of_record, replay_of_rows
from game.rules import (
    BARTENDER_BY_WORD,
    LIQUOR_BY_WORD,
    CloseOrders,
    IllegalAction,
    MakeDrink,
    MoveBottle,
    Order,
    Phase,
    RemainingDrinks,
    apply,
)
from tests.analysis.played import chance_replay
from tests.rules.documents import document
from tests.table.builders import chairs_of
from tests.table.live_play import opened, play

SEEDS = st.integers(0, 100_000)
CARDS = ["frank", "kathy", "otto", "ray"]


@given(SEEDS, st.integers(2, 5))
@settings(max_examples=8, deadline=None)
def test_every_missed_order_could_have_been_played_and_was_cheaper(seed, players):
    replay = chance_replay(seed, players)
    costs = costs_in_the_end(replay)
    for missed in missed_orders_of(replay):
        game = replay.frames[missed.step].game._replace(holds_making_open=True)
        giver, receiver = BARTENDER_BY_WORD[missed.giver], BARTENDER_BY_WORD[missed.receiver]
        before = game.player(missed.seat).ice
        game = apply(apply(game, Order(missed.seat)), CloseOrders())
        game = apply(game, MoveBottle(missed.seat, LIQUOR_BY_WORD[missed.liquor], giver, receiver))
        game = apply(game, MakeDrink(missed.seat, missed.drink, BARTENDER_BY_WORD[missed.bartender]))
        assert game.player(missed.seat).ice - before == missed.ice
        assert missed.ice < missed.later == costs[missed.seat, missed.drink]


@given(SEEDS, st.integers(2, 5))
@settings(max_examples=8, deadline=None)
def test_nobody_missed_an_order_that_they_shouted_for(seed, players):
    replay = chance_replay(seed, players)
    for missed in missed_orders_of(replay):
        for step in range(missed.step + 1, len(replay.frames)):
            verdict = next((line.what for line in replay.lines_of(step) if isinstance(line.what, VerdictGiven)), None)
            if verdict is not None:
                assert missed.seat not in [player for player, _ in verdict.counted]
                break


@given(SEEDS)
@settings(max_examples=10, deadline=None)
def test_from_one_order_to_the_next_a_player_misses_one_at_most(seed):
    replay = chance_replay(seed, 3)
    stretch, stretches = 0, []
    for step in range(len(replay.frames)):
        stretch += any(isinstance(line.what, VerdictGiven) for line in replay.lines_of(step))
        stretches.append(stretch)
    missed = [(one.seat, stretches[one.step]) for one in missed_orders_of(replay)]
    assert len(missed) == len(set(missed))


def late_game(*actions: dict) -> Replay:
    """Kathy and Frank have cards; a rum moved from Frank to Kathy makes Andre's and Bill's shooters there."""
    game = document(
        drinks={"Andre": [["rum", "gin"], ["rum", "vodka", "gin"]], "Bill": [["rum", "gin"]]},
        actions=[{"act": "deal"}, {"act": "deal"}, *actions],
    )
    return replay_of_record(game)


ORDER = {"act": "order", "player": "Andre"}
CLOSE = {"act": "close_orders"}


def move(player: str, liquor: str, giver: str, receiver: str) -> dict:
    return {"act": "move", "player": player, "liquor": liquor, "giver": giver, "receiver": receiver}


def make(player: str, drink: int, bartender: str) -> dict:
    return {"act": "make", "player": player, "drink": drink, "bartender": bartender}


def test_a_drink_that_was_made_for_more_later_was_missed_before():
    dear = [ORDER, CLOSE, move("Andre", "gin", "kathy", "frank"), make("Bill", 0, "frank")]
    (missed,) = [one for one in missed_orders_of(late_game(*dear)) if one.seat == "1"] or [None]
    assert missed is None, "it would have cost as much before"
    crowded = [ORDER, CLOSE, move("Andre", "gin", "kathy", "frank"), {"act": "deal"}, {"act": "deal"}]
    assert missed_orders_of(late_game(*crowded)) == (), "a drink that was never made was not made for more"


def test_after_last_call_a_drink_costs_the_moves_before_it_too():
    replay = late_game(
        ORDER,
        CLOSE,
        move("Andre", "gin", "kathy", "frank"),
        make("Bill", 0, "frank"),
        {"act": "close_making"},
    )
    rest = replay_of_record(
        document(
            drinks={"Andre": [["rum", "gin"]], "Bill": [["rum", "gin"]]},
            actions=[
                {"act": "deal"},
                {"act": "deal"},
                {"act": "order", "player": "Bill"},
                CLOSE,
                move("Bill", "gin", "kathy", "frank"),
                make("Bill", 0, "frank"),
                {"act": "pass", "player": "Andre"},
                move("Andre", "vodka", "jasmine", "frank"),
                move("Andre", "vodka", "jasmine", "frank"),
                make("Andre", 0, "frank"),
            ],
        )
    )
    assert replay.refusal is None
    assert rest.refusal is None
    assert costs_in_the_end(rest)["0", 0] == 7
    assert costs_in_the_end(rest)["1", 0] == 3
    (missed,) = missed_orders_of(rest)
    assert (missed.seat, missed.drink, missed.ice, missed.later) == ("0", 0, 3, 7)
    assert rest.frames[missed.step].game.dealt == 2


def test_only_the_worst_of_many_are_kept_but_all_are_counted():
    for seed in range(40):
        findings = analyse(chance_replay(seed, 2))
        for seat, count in findings.missed_counts.items():
            kept = sum(one.seat == seat for one in findings.missed)
            assert kept == min(count, MOST_MISSED)
        if max(findings.missed_counts.values()) > MOST_MISSED:
            return
    raise AssertionError("no game by chance had many missed orders")


async def test_who_shouted_too_late_has_missed_nothing_by_it():
    for seed in range(12):
        table = await play([opened(4, RemainingDrinks.ALL_AT_ONCE)], Random(seed))
        rows = [(number, at, entry) for number, at, entry in await table.journal.load(1, -1)]
        replay = replay_of_rows(rows, chairs_of("0123"), 1)
        late = [
            (step, player)
            for step in range(len(replay.frames))
            for line in replay.lines_of(step)
            if isinstance(line.what, VerdictGiven)
            for player, _ in line.what.late
        ]
        for step, player in late:
            dealing = [at for at in range(step) if replay.frames[at].game.phase is not Phase.DEALING]
            since = dealing[-1] if dealing else 0
            assert not any(one.seat == player and since < one.step < step for one in missed_orders_of(replay))
        if late:
            return
    raise AssertionError("nobody was ever late")


def test_a_chance_is_one_the_rules_allow():
    replay = chance_replay(9, 4)
    for missed in missed_orders_of(replay):
        game = replay.frames[missed.step].game
        try:
            apply(game, Order(missed.seat))
        except IllegalAction as refusal:
            raise AssertionError(refusal.sentence) from None
