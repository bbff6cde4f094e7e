"""Whole games by chance: every action is legal, and the game comes to its end."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from game.rules import (
    BARTENDER_CARDS,
    HOUSE_DECK,
    Action,
    Bartender,
    CloseMaking,
    CloseOrders,
    Deal,
    Game,
    IllegalAction,
    Lapse,
    Liquor,
    MakeDrink,
    MoveBottle,
    Options,
    Order,
    Pass,
    Phase,
    RemainingDrinks,
    Reshuffle,
    apply,
    legal_moves,
    makes_for,
    new_game,
)

MOST_ACTIONS = 20_000
NAMES = ("Andre", "Bill", "Claire", "Doris", "Edgar")


def random_start(chance: Random, players: int, way: RemainingDrinks, *, is_live: bool = False) -> Game:
    names = NAMES[:players]
    liquors = chance.sample(list(Liquor), 6)
    hands = {kind: chance.sample(cards, players) for kind, cards in HOUSE_DECK.items()}
    return new_game(
        options=Options(way),
        players=names,
        priority=chance.sample(names, players),
        bottles=tuple(tuple(4 if liquor is liquors[b] else 0 for liquor in Liquor) for b in Bartender),
        drinks={name: [cards[seat] for cards in hands.values()] for seat, name in enumerate(names)},
        deck=chance.sample(BARTENDER_CARDS, len(BARTENDER_CARDS)),
        holds_making_open=is_live,
    )


def random_game(chance: Random, start: Game) -> Iterator[tuple[Action, Game]]:
    """Each action with the game after it, from the start to the winner."""
    game = start
    for _ in range(MOST_ACTIONS):
        action = random_action(chance, game)
        game = apply(game, action)
        yield action, game
        if game.phase is Phase.OVER:
            return
    raise AssertionError("This game does not come to its end.")


def random_action(chance: Random, game: Game) -> Action:
    match game.phase:
        case Phase.DEALING:
            shout = _shout(chance, game) if chance.random() < 0.4 else None
            return shout or (
                Deal() if game.deck else Reshuffle(tuple(chance.sample(game.discards, len(game.discards))))
            )
        case Phase.ORDERING:
            return (_shout(chance, game) if chance.random() < 0.4 else None) or CloseOrders()
        case Phase.MOVING:
            assert game.order_taker is not None
            if chance.random() < 0.05:
                return Lapse(game.order_taker)
            return MoveBottle(game.order_taker, *chance.choice(legal_moves(game)))
        case Phase.MAKING:
            return _make_or_pass(chance, game)
        case _:
            return _remaining_drinks(chance, game)


def _shout(chance: Random, game: Game) -> Action | None:
    action = Order(chance.choice(game.names))
    return action if is_legal(game, action) else None


def _make_or_pass(chance: Random, game: Game) -> Action:
    makes = [(name, make) for name in game.names for make in makes_for(game, name)]
    cheap = [(name, make) for name, make in makes if make.ice <= 2]
    if cheap and chance.random() < 0.7:
        name, make = chance.choice(cheap)
        return MakeDrink(name, make.drink, make.bartender)
    passes = [Pass(name) for name in game.names if is_legal(game, Pass(name))]
    return chance.choice(passes) if passes and chance.random() < 0.5 else CloseMaking()


def _remaining_drinks(chance: Random, game: Game) -> Action:
    """Now and then any move at all; else the next drink, at the bartender who lacks the fewest of its bottles."""
    assert game.turn is not None
    if chance.random() < 0.05:
        return MoveBottle(game.turn, *chance.choice(legal_moves(game)))
    if makes := makes_for(game, game.turn):
        make = min(makes, key=lambda make: make.ice)
        return MakeDrink(game.turn, make.drink, make.bartender)
    player = game.player(game.turn)
    need = player.drinks[next(i for i in range(len(player.drinks)) if i not in player.made)].need

    def lacking(bartender: Bartender) -> int:
        return sum(max(0, need[liquor] - game.bottles[bartender][liquor]) for liquor in Liquor)

    receiver = min(Bartender, key=lacking)
    liquor = next(liquor for liquor in Liquor if game.bottles[receiver][liquor] < need[liquor])
    giver = next(b for b in Bartender if b is not receiver and game.bottles[b][liquor])
    return MoveBottle(game.turn, liquor, giver, receiver)


def is_legal(game: Game, action: Action) -> bool:
    try:
        apply(game, action)
    except IllegalAction:
        return False
    return True
