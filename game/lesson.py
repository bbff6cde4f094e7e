"""The first game: a table with two bots where everything is done once, by a script. Pure, over the rules.

It begins in the middle of an evening, so that last call is near. Each step says in a sentence or two what has happened
and what to do; the right press brings about its `then`, the player's own action first. Where one is, is a number.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from game.paces import PACES
from game.rules import BARTENDER_CARDS, Bartender, DrinkCard, Game, Liquor, new_game
from game.state import Chair, TableState

YOU, ROSIE, MAX = "0", "1", "2"
BOT_NAMES = {ROSIE: "Rosie", MAX: "Max"}

Entry = Mapping[str, Any]

_LETTERS = dict(zip("RVGBTI", Liquor, strict=True))


class Wanted(NamedTuple):
    """The press that leads on: the value of the button, and of the bottle chosen with it."""

    act: str
    bottle: str = ""


class Step(NamedTuple):
    teaches: str
    words: str
    wanted: Wanted
    nudge: str
    """Said at any other press."""
    then: tuple[Entry, ...]


def _row(letters: str) -> tuple[int, ...]:
    return DrinkCard.of(_LETTERS[letter] for letter in letters).need


def _drinks(*words: str) -> tuple[DrinkCard, ...]:
    return tuple(DrinkCard(_row(word)) for word in words)


def _deck(*first: Bartender) -> list[Bartender]:
    rest = list(BARTENDER_CARDS)
    for card in first:
        rest.remove(card)
    return [*first, *rest]


FRANK, JASMINE, KATHY, MONA, OTTO, RAY = Bartender

START: Game = new_game(
    players=(YOU, ROSIE, MAX),
    priority=(ROSIE, MAX, YOU),
    bottles=tuple(map(_row, ("RRVGTI", "VGB", "G", "RGBBT", "RVBTTI", "VII"))),
    drinks={
        YOU: _drinks("GB", "VTI", "RVGB", "RGBTI"),
        ROSIE: _drinks("RB", "RVI", "VGBT", "RRVGT"),
        MAX: _drinks("TI", "GBT", "RVTI", "VVGBI"),
    },
    deck=_deck(KATHY, MONA, JASMINE, KATHY, JASMINE, OTTO, RAY, FRANK, JASMINE),
    ice={ROSIE: 2, MAX: 1},
    made={ROSIE: (0, 2, 3), MAX: (3,)},
    holds_making_open=True,
)

_DEAL: Entry = {"act": "deal"}
_CLOSE_MAKING: Entry = {"act": "close_making"}


def _order(player: str) -> tuple[Entry, ...]:
    verdict = {"entry": "verdict", "taker": player, "counted": [[player, 0.0]], "late": [], "until": 0.0}
    return {"act": "order", "player": player}, {"act": "close_orders"}, verdict


def _move(player: str, liquor: Liquor, giver: Bartender, receiver: Bartender) -> Entry:
    ends = {"giver": giver.word, "receiver": receiver.word}
    return {"act": "move", "player": player, "liquor": liquor.word, **ends}


def _make(player: str, drink: int, bartender: Bartender) -> Entry:
    return {"act": "make", "player": player, "drink": drink, "bartender": bartender.word}


STEPS: tuple[Step, ...] = (
    Step(
        "Deal",
        "Six bartenders and their bottles; your four drinks; and the priority column, with you at its bottom. "
        "Whoever stands there deals: press Deal now.",
        Wanted("deal"),
        "You deal just now: press Deal now.",
        (_DEAL,),
    ),
    Step(
        "Two cards",
        "Kathy has a card beside her now. A bottle goes from one bartender to another only if both have a card, "
        "so deal one more.",
        Wanted("deal"),
        "One card is not enough for an order, and the dealer may not shout. Press Deal now once more.",
        (_DEAL, *_order(ROSIE), _move(ROSIE, Liquor.BRANDY, MONA, KATHY)),
    ),
    Step(
        "Make a drink",
        "Rosie shouted Order! and moved a Brandy from Mona to Kathy. After a move everybody may make drinks, "
        "anywhere: Kathy has exactly the bottles of your Shooter. Make it at Kathy.",
        Wanted("make 0 kathy"),
        "There is a cheaper drink: your Shooter at Kathy, where no bottle is left over.",
        (_make(YOU, 0, KATHY), _CLOSE_MAKING, _DEAL, _DEAL, _DEAL, _DEAL, _DEAL),
    ),
    Step(
        "Order!",
        "No bottle too many, so no ice: fewest ice wins. Rosie moved, so she deals now, and Otto and Ray have cards. "
        "Otto’s Triple Sec is what Ray lacks for your Martini: shout Order!",
        Wanted("order"),
        "Shout Order! while the cards lie there: by the big button, or the space bar.",
        _order(YOU),
    ),
    Step(
        "Move a bottle",
        "The order is yours. Had Max shouted with you, he would have it: he stands higher in the column. "
        "Choose Otto’s Triple Sec, then give it to Ray.",
        Wanted("move-to ray", "otto triple_sec"),
        "That could be done, but it makes nothing for you. Choose Otto’s Triple Sec, then Ray.",
        (_move(YOU, Liquor.TRIPLE_SEC, OTTO, RAY),),
    ),
    Step(
        "Excess",
        "Ray has your Martini, and one Irish Cream too many. Every bottle that a drink does not use is one ice cube. "
        "One is little: make it at Ray.",
        Wanted("make 1 ray"),
        "Make your Martini at Ray: 1 ice. Elsewhere more bottles are left over.",
        (_make(YOU, 1, RAY), _make(MAX, 0, RAY), _CLOSE_MAKING),
    ),
    Step(
        "The next dealer",
        "Max made a drink of the same bottles: they stay where they are. Whoever moved drops to the bottom and deals, "
        "and that is you. Deal.",
        Wanted("deal"),
        "You moved a bottle, so you deal: press Deal now.",
        (_DEAL, *_order(MAX), _move(MAX, Liquor.TRIPLE_SEC, FRANK, KATHY), _make(MAX, 1, KATHY), _CLOSE_MAKING, _DEAL),
    ),
    Step(
        "Wild",
        "Max moved a bottle, made a drink and deals now. Jasmine has her third card, so she is wild: a bottle may "
        "go to her or come from her, whatever the other one has. Shout Order!",
        Wanted("order"),
        "Jasmine is wild: shout Order! now, before a fourth card takes all four away.",
        _order(YOU),
    ),
    Step(
        "A wild move",
        "Frank has no card at all, but Jasmine is wild. Take a Rum from Frank and give it to Jasmine.",
        Wanted("move-to jasmine", "frank rum"),
        "Jasmine lacks a Rum for your Highball. Choose Frank’s Rum, then Jasmine.",
        (_move(YOU, Liquor.RUM, FRANK, JASMINE),),
    ),
    Step(
        "Nothing left over",
        "Jasmine has just what your Highball needs. Make it at Jasmine.",
        Wanted("make 2 jasmine"),
        "Make your Highball at Jasmine, for no ice.",
        (_make(YOU, 2, JASMINE), _make(ROSIE, 1, FRANK), _CLOSE_MAKING, _make(MAX, 2, OTTO)),
    ),
    Step(
        "Last call",
        "Rosie has made her fourth drink: last call! The cards are put away, Max has finished, and it is your turn. "
        "Now any bottle may go anywhere, for one ice each. Move Ray’s Irish Cream to Mona.",
        Wanted("move-to mona", "ray irish_cream"),
        "It could be done that way, for more ice. Mona lacks only an Irish Cream: move Ray’s to her.",
        (_move(YOU, Liquor.IRISH_CREAM, RAY, MONA),),
    ),
    Step(
        "Settle up",
        "That cost one ice, and Mona has exactly your Specialty. Make it at Mona: then you settle up, and the game "
        "is over.",
        Wanted("make 3 mona"),
        "Mona has all five bottles of your Specialty, and none too many: make it there.",
        (_make(YOU, 3, MONA),),
    ),
)
LAST = len(STEPS)
"""The number of the page after the last step, from 0."""


def state_at(number: int) -> TableState:
    """The table before step `number`, from 0; after the last one the game is over."""
    chairs = (Chair(YOU, ""), Chair(ROSIE, "regular"), Chair(MAX, "regular"))
    state = TableState(chairs=chairs, pace=PACES["relaxed"], seed="", games_agreed=1, next_game=0.0)
    state.game = state.start = START
    state.game_number = 1
    entries = [entry for step in STEPS[:number] for entry in step.then]
    for at, entry in enumerate(entries, start=1):
        state.fold(at, float(at), entry)
    return state


def nudge(number: int, act: str, bottle: str) -> str:
    """'' where this was the press that leads on; else the sentence that says what is wanted."""
    step = STEPS[number]
    if act != step.wanted.act:
        return step.nudge
    if step.wanted.bottle and not bottle:
        return "Choose the bottle first, then the bartender who gets it."
    return "" if bottle == step.wanted.bottle or not step.wanted.bottle else step.nudge
