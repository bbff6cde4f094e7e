"""The rules of Last Call: pure values, standard library only. This is the only door; nobody imports past it."""

from game.rules.actions import (
    Action,
    CloseMaking,
    CloseOrders,
    Deal,
    Lapse,
    MakeDrink,
    MoveBottle,
    Order,
    Pass,
    Reshuffle,
    as_dict,
    parse,
)
from game.rules.errors import IllegalAction, InvalidAction, InvalidSetup, RulesError
from game.rules.facts import (
    BottleMoved,
    CardRevealed,
    CardsDiscarded,
    DealerChanged,
    DiscardsShuffled,
    DrinkMade,
    Fact,
    GameEnded,
    LastCallDeclared,
    MakingClosed,
    MakingPassed,
    OrderLapsed,
    OrderShouted,
    OrderTaken,
    SettledUp,
    TurnBegan,
)
from game.rules.game import Game, Options, Phase, Player, RemainingDrinks
from game.rules.pieces import (
    BARTENDER_BY_WORD,
    BARTENDER_CARDS,
    BOTTLES_OF_EACH,
    HOUSE_DECK,
    LIQUOR_BY_WORD,
    Bartender,
    Bottles,
    Counts,
    DrinkCard,
    Kind,
    Liquor,
)
from game.rules.play import apply, is_making_done
from game.rules.setup import new_game
from game.rules.view import (
    LegalMake,
    LegalMove,
    MadeDrink,
    May,
    OwnDrink,
    PublicPlayer,
    View,
    is_wild,
    view_for,
)

RULES_VERSION = "1"
"""Written into every journal; a change of the rules that alters any replay gets a new one."""

__all__ = [name for name in dir() if not name.startswith("_")]
