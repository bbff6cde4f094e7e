"""The findings in words. Names are put in last, so that they can change and people can be deleted."""

from __future__ import annotations

from collections.abc import Mapping

from game.analysis.endings import Ending
from game.analysis.missed import MissedOrder
from game.analysis.story import Story
from game.rules import BARTENDER_BY_WORD, LIQUOR_BY_WORD, DrinkCard
from game.words import cubes

Names = Mapping[str, str]


def story_in_words(story: Story, names: Names) -> str:
    who = [names[seat] for seat in story.seats]
    match story.kind, story.numbers:
        case "slipped", (ice, taken, possible):
            return (
                f"{who[0]} won with {ice} ice, but {who[1]} let it slip: {cubes(possible)} after last call "
                f"would have been enough, and {who[1]} took {taken}."
            )
        case "tied", (ice,):
            called = "" if who[2] == who[0] else f" {who[2]} had called last call."
            return f"{who[0]} and {who[1]} both ended with {ice} ice; {who[0]} had settled up first and won.{called}"
        case "caller_won", (ice, second):
            return f"{who[0]} called last call with {ice} ice, and nobody came under it: {who[1]} ended with {second}."
        case "caller_caught", (called, ice, after):
            more = f"took only {after} more" if after else "took no more"
            return f"{who[0]} called last call with {called} ice, but {who[1]} {more} and won with {ice}."
        case "unfinished", (dealt, made, ice):
            drinks = "1 drink" if made == 1 else f"{made} drinks"
            return f"The game ended early, after {_cards(dealt)}: {who[0]} was ahead, with {drinks} for {ice} ice."
        case _, (dealt,):
            return f"The game ended early, after {_cards(dealt)}; nobody had made a drink."
        case _:
            return ""


def ending_in_words(ending: Ending) -> str:
    """As it follows on the player's name."""
    if ending.possible is None:
        return "settled up without a turn after last call"
    if ending.taken is None:
        return f"had not finished when the game ended; {cubes(ending.possible)} more would have been enough"
    if ending.taken < ending.possible:
        return (
            f"took {ending.taken} after last call; alone it would have been {ending.possible} at least, "
            "but others moved bottles to the right places meanwhile"
        )
    if ending.is_perfect:
        return f"took {ending.taken} after last call, the least possible"
    return f"took {ending.taken} after last call; {ending.possible} {_were(ending.possible)} possible"


def missed_in_words(missed: MissedOrder, drink: DrinkCard) -> str:
    """As it follows on the player's name and the card that was dealt."""
    liquor = LIQUOR_BY_WORD[missed.liquor].label
    giver, receiver = BARTENDER_BY_WORD[missed.giver].label, BARTENDER_BY_WORD[missed.receiver].label
    at = BARTENDER_BY_WORD[missed.bartender].label
    return (
        f"{liquor} from {giver} to {receiver} would have made the {drink.kind.label} at {at} "
        f"for {cubes(missed.ice)}; it cost {missed.later} in the end"
    )


def _cards(dealt: int) -> str:
    return "1 card" if dealt == 1 else f"{dealt} cards"


def _were(ice: int) -> str:
    return "was" if ice == 1 else "were"
