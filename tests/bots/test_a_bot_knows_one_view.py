"""A bot is handed one player's view: neither its types nor its values can hold a card that the player may not know."""

from __future__ import annotations

import inspect
from random import Random
from types import UnionType
from typing import Union, get_args, get_origin, get_type_hints

import pytest

from game.bots import LEVELS, Bot, make_bot
from game.rules import Game, Phase, Player, View, view_for
from tests.bots.tables import some_games


def parts(kind, seen: set) -> set:
    """Every type that a value of this type can hold."""
    if kind in seen:
        return seen
    if get_origin(kind) is None:
        seen.add(kind)
        inner = get_type_hints(kind).values() if hasattr(kind, "_fields") else ()
    else:
        inner = get_args(kind)
    for part in inner:
        parts(part, seen)
    return seen


def test_a_bot_is_asked_with_a_view_a_time_and_chance_and_nothing_else():
    allowed = {View, Random, float, Phase}
    for name, method in inspect.getmembers(Bot, inspect.isfunction):
        if not name.startswith("_"):
            hints = get_type_hints(method)
            hints.pop("return")
            assert set(hints.values()) <= allowed, name


def test_a_view_has_no_room_for_a_game_or_a_player_with_hidden_cards():
    reachable = parts(View, set())
    assert reachable & {Game, Player} == set()
    assert object not in reachable
    assert not any(get_origin(kind) in (Union, UnionType) for kind in reachable)


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_keeps_nothing_of_its_own_from_one_question_to_the_next(level):
    bot = make_bot(level)
    before = dict(vars(bot))
    for name in ("player 0", "player 1"):
        for game in some_games(10):
            answers(bot, view_for(game, name))
    assert vars(bot) == before


def with_other_secrets(game: Game, viewer: str) -> Game:
    """The same game to the viewer: all that is hidden has changed."""
    donor = some_games(1, players=len(game.players))[0]
    players = tuple(
        player
        if player.name == viewer
        else player._replace(
            drinks=tuple(
                drink if number in player.made else donor.players[0].drinks[number]
                for number, drink in enumerate(player.drinks)
            )
        )
        for player in game.players
    )
    return game._replace(players=players, deck=game.deck[::-1])


def answers(bot: Bot, view: View) -> list:
    said: list = []
    if view.may.order:
        said.append(bot.wants_order(view, Random(5)))
    if view.phase is Phase.MOVING and view.may.move:
        said.append(bot.choose_move(view, Random(5)))
    if view.phase is Phase.MAKING and view.may.make:
        said.append(bot.choose_makes(view, Random(5)))
    if view.phase is Phase.LAST_CALL and view.turn == view.viewer:
        said.append(bot.choose_turn_step(view, Random(5)))
    return said


@pytest.mark.parametrize("level", LEVELS)
def test_other_players_hidden_drinks_and_the_deck_change_no_answer(level):
    asked = 0
    for game in some_games(30):
        for name in game.names:
            said = answers(make_bot(level), view_for(game, name))
            assert answers(make_bot(level), view_for(with_other_secrets(game, name), name)) == said
            asked += len(said)
    assert asked > 20


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_view_and_chance_give_the_same_answer(level):
    for game in some_games(20):
        for name in game.names:
            view = view_for(game, name)
            assert answers(make_bot(level), view) == answers(make_bot(level), view)


@pytest.mark.parametrize("level", LEVELS)
def test_every_answer_is_one_that_the_view_allows(level):
    for game in some_games(40):
        for name in game.names:
            view = view_for(game, name)
            for said in answers(make_bot(level), view):
                if isinstance(said, list):
                    assert set(said) <= set(view.may.make)
                    assert len({make.drink for make in said}) == len(said)
                elif not isinstance(said, bool) and said is not None:
                    assert said in view.may.move + view.may.make


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_takes_a_humans_time(level):
    bot, chance = make_bot(level), Random(3)
    assert all(0.2 <= bot.reaction(base, chance) <= 4 for base in (2.0, 0.75, 0.4) for _ in range(100))
    assert all(1 <= bot.thinking(phase, chance) <= 4 for phase in Phase for _ in range(100))


def test_a_better_level_reacts_sooner_in_the_middle():
    def middle(level: str) -> float:
        chance = Random(3)
        return sorted(make_bot(level).reaction(0.75, chance) for _ in range(201))[100]

    assert middle("pro") <= middle("regular") < middle("rookie")
