"""Promises that hold in any legal game, whatever is played."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from game.record import read_record, record_of, replay, strict_actions
from game.rules import (
    BARTENDER_CARDS,
    HOUSE_DECK,
    Action,
    Bartender,
    CloseMaking,
    CloseOrders,
    Deal,
    Game,
    Kind,
    Lapse,
    Liquor,
    MakeDrink,
    May,
    MoveBottle,
    Order,
    Pass,
    Phase,
    RemainingDrinks,
    Reshuffle,
    apply,
    as_dict,
    is_making_done,
    legal_moves,
    makes_for,
    parse,
    view_for,
)
from tests.rules.random_play import NAMES, is_legal, random_action, random_game, random_start

SETTINGS = settings(deadline=None, derandomize=True, max_examples=50, stateful_step_count=30)


def check_promises(game: Game) -> None:
    """What is true of every game at rest."""
    assert [sum(row[liquor] for row in game.bottles) for liquor in Liquor] == [4] * 6
    assert all(count >= 0 for row in game.bottles for count in row)
    assert all(0 <= count <= 3 for count in game.cards)
    if game.phase in (Phase.LAST_CALL, Phase.OVER):
        assert (game.deck, game.discards, sum(game.cards), game.dealer) == ((), (), 0, None)
    else:
        beside = Counter({bartender: game.cards[bartender] for bartender in Bartender})
        assert Counter(game.deck) + Counter(game.discards) + beside == Counter(BARTENDER_CARDS)
        assert game.dealer == game.priority[-1]
        assert game.tab_row == ()
    assert sorted(game.priority) == sorted(game.names)
    assert len(set(game.tab_row)) == len(game.tab_row)
    for player in game.players:
        assert len(player.drinks) == 4
        assert list(player.made) == sorted(set(player.made))
        assert (player.name in game.tab_row) <= player.is_done
    if game.phase is not Phase.MAKING:
        assert {player.name for player in game.players if player.is_done} == set(game.tab_row)
    assert (game.order_taker is not None) == (game.phase in (Phase.MOVING, Phase.MAKING))
    assert (game.turn is not None) == (game.phase is Phase.LAST_CALL)
    assert (game.winner is not None) == (game.phase is Phase.OVER)
    if game.turn is not None:
        assert game.turn not in game.tab_row
    if game.phase is Phase.MAKING and not game.holds_making_open:
        assert not is_making_done(game)
    if game.phase is Phase.MOVING:
        assert legal_moves(game)


def check_step(before: Game, after: Game) -> None:
    """What never happens between one action and the next."""
    for old, new in zip(before.players, after.players, strict=True):
        assert new.ice >= old.ice
        assert set(new.made) >= set(old.made)
        assert (new.name, new.drinks) == (old.name, old.drinks)
    assert after.tab_row[: len(before.tab_row)] == before.tab_row
    assert after.dealt >= before.dealt
    moved = sum(
        a != b for old, new in zip(before.bottles, after.bottles, strict=True) for a, b in zip(old, new, strict=True)
    )
    assert moved in (0, 2)
    assert after.happened


def check_views(game: Game) -> None:
    """A view says what `apply` would, and stays the same whatever is changed of the things its viewer may not know."""
    for viewer in game.names:
        view = view_for(game, viewer)
        assert [own.drink for own in view.drinks] == list(game.player(viewer).drinks)
        assert set(view.may.make) == set(makes_for(game, viewer))
        assert view.may.order is is_legal(game, Order(viewer))
        assert view.may.pass_ is is_legal(game, Pass(viewer))
        assert view.may.lapse is is_legal(game, Lapse(viewer))
        assert all(is_legal(game, MoveBottle(viewer, *move)) for move in view.may.move)
        assert all(is_legal(game, MakeDrink(viewer, make.drink, make.bartender)) for make in view.may.make)
        assert view == view_for(with_secrets_changed(game, viewer), viewer)
    assert view_for(game, None) == view_for(with_secrets_changed(game, None), None)
    assert view_for(game, None).may == May()


def with_secrets_changed(game: Game, viewer: str | None) -> Game:
    """Other unmade drinks for the others, another deck, nobody else's shout and nobody else's pass."""
    other = HOUSE_DECK[Kind.SHOOTER][0]
    players = tuple(
        player
        if player.name == viewer
        else player._replace(drinks=tuple(d if i in player.made else other for i, d in enumerate(player.drinks)))
        for player in game.players
    )
    changed = game._replace(players=players, deck=game.deck[::-1], passed=game.passed & {viewer or ""})
    if game.phase is Phase.ORDERING and viewer not in game.shouted:
        changed = changed._replace(phase=Phase.DEALING, shouted=())
    return changed


class AnyGame(RuleBasedStateMachine):
    """Legal and illegal actions in any order; what is refused changes nothing."""

    @initialize(
        seed=st.integers(0, 10**6),
        players=st.integers(2, 5),
        way=st.sampled_from(RemainingDrinks),
        is_live=st.booleans(),
        made=st.integers(0, 3).map(lambda less: 3 - less),
    )
    def set_up(self, seed: int, players: int, way: RemainingDrinks, is_live: bool, made: int) -> None:
        start = random_start(Random(seed), players, way, is_live=is_live)
        self.start = start._replace(players=tuple(player._replace(made=tuple(range(made))) for player in start.players))
        self.game = self.start
        self.actions: list[Action] = []

    def do(self, action: Action) -> None:
        before = self.game
        self.game = apply(before, action)
        self.actions.append(action)
        check_step(before, self.game)
        check_promises(self.game)

    def try_to(self, action: Action) -> None:
        """The action, if the rules allow it."""
        if is_legal(self.game, action):
            self.do(action)

    @rule(count=st.integers(1, 6))
    def deal(self, count: int) -> None:
        for _ in range(count):
            self.try_to(Deal())

    @precondition(lambda self: self.game.phase is Phase.DEALING and not self.game.deck)
    @rule(chance=st.randoms())
    def reshuffle(self, chance: Any) -> None:
        self.do(Reshuffle(tuple(chance.sample(self.game.discards, len(self.game.discards)))))

    @rule(name=st.sampled_from(NAMES))
    def order(self, name: str) -> None:
        if name in self.game.names:
            self.try_to(Order(name))

    @rule()
    def close_orders(self) -> None:
        self.try_to(CloseOrders())

    @precondition(lambda self: self.game.phase in (Phase.MOVING, Phase.LAST_CALL))
    @rule(data=st.data())
    def move(self, data: st.DataObject) -> None:
        mover = self.game.order_taker or self.game.turn
        assert mover is not None
        self.do(MoveBottle(mover, *data.draw(st.sampled_from(legal_moves(self.game)))))

    @precondition(lambda self: self.game.phase is Phase.MOVING)
    @rule()
    def lapse(self) -> None:
        assert self.game.order_taker is not None
        self.do(Lapse(self.game.order_taker))

    @rule(name=st.sampled_from(NAMES), drink=st.integers(0, 3), bartender=st.sampled_from(Bartender))
    def make(self, name: str, drink: int, bartender: Bartender) -> None:
        if name in self.game.names:
            self.try_to(MakeDrink(name, drink, bartender))

    @rule(count=st.integers(1, 200), seed=st.integers(0, 10**6))
    def play_on(self, count: int, seed: int) -> None:
        chance = Random(seed)
        for _ in range(count):
            if self.game.phase is not Phase.OVER:
                self.do(random_action(chance, self.game))

    @rule(name=st.sampled_from(NAMES))
    def pass_(self, name: str) -> None:
        if name in self.game.names:
            self.try_to(Pass(name))

    @rule()
    def close_making(self) -> None:
        self.try_to(CloseMaking())

    @rule(
        name=st.sampled_from(NAMES),
        liquor=st.sampled_from(Liquor),
        giver=st.sampled_from(Bartender),
        receiver=st.sampled_from(Bartender),
    )
    def a_refused_move_changes_nothing(self, name: str, liquor: Liquor, giver: Bartender, receiver: Bartender) -> None:
        action = MoveBottle(name, liquor, giver, receiver)
        if name not in self.game.names:
            return
        before = self.game
        is_listed = name in (before.order_taker, before.turn) and (liquor, giver, receiver) in legal_moves(before)
        assert is_legal(before, action) == is_listed
        assert self.game == before

    @invariant()
    def shows_nobody_too_much(self) -> None:
        check_views(self.game)

    def teardown(self) -> None:
        if not hasattr(self, "actions"):
            return
        again = self.start
        for action in self.actions:
            again = apply(again, parse(as_dict(action), again.names))
        assert again == self.game


AnyGame.TestCase.settings = SETTINGS
TestAnyGame = AnyGame.TestCase


WHOLE_GAMES = [
    pytest.param(players, way, is_live, id=f"{players}-{way}-{'live' if is_live else 'record'}")
    for players in (2, 3, 4, 5)
    for way in RemainingDrinks
    for is_live in (False, True)
]


@pytest.mark.parametrize(("players", "way", "is_live"), WHOLE_GAMES)
def test_a_whole_game_keeps_every_promise_to_its_end(players: int, way: RemainingDrinks, is_live: bool):
    for seed in range(2):
        before = random_start(Random(seed), players, way, is_live=is_live)
        check_promises(before)
        for _, game in random_game(Random(seed), before):
            check_promises(game)
            check_step(before, game)
            if game.phase in (Phase.LAST_CALL, Phase.OVER):
                check_views(game)
            before = game
        assert sorted(before.tab_row) == sorted(before.names)
        assert before.ranking[0] == before.winner
        assert before.player(before.ranking[0]).ice == min(player.ice for player in before.players)


@given(st.integers(0, 10**9), st.integers(2, 5), st.sampled_from(RemainingDrinks))
@settings(deadline=None, derandomize=True, max_examples=25)
def test_the_strict_actions_of_a_live_game_end_in_the_same_board(seed: int, players: int, way: RemainingDrinks):
    start = random_start(Random(seed), players, way, is_live=True)
    actions: list[Action] = []
    for action, game in random_game(Random(seed), start):
        actions.append(action)
        if game.phase is not Phase.MAKING and len(actions) in (20, 40, 80):
            assert_same_board(start, actions, game)
    assert_same_board(start, actions, game)
    record = record_of(start, actions, at=[float(number) for number in range(len(actions))])
    assert replay(read_record(record)).ranking == game.ranking


def assert_same_board(start: Game, actions: list[Action], live: Game) -> None:
    strict = start._replace(holds_making_open=False)
    for action in strict_actions(start, actions):
        strict = apply(strict, action)
    blank: dict[str, Any] = {"happened": (), "passed": frozenset(), "holds_making_open": False}
    assert strict._replace(**blank) == live._replace(**blank)
