"""What each player took after last call, against the least that was possible then."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from game.replays import Replay
from game.rules import BottleMoved, Game, LegalMove, MakeDrink, MoveBottle, TurnBegan, as_dict
from game.solver import Step, best_plan


class Ending(NamedTuple):
    """One player's way to the end, from the beginning of the first turn after last call."""

    seat: str
    turn_step: int | None
    """The step with which that turn began; None for who settled up in play or came to no turn."""
    taken: int | None
    """Ice taken from then on; None where the game ended before this player had settled up."""
    possible: int | None
    """The least ice then, as if nobody else moved a bottle any more."""
    plan: tuple[dict[str, Any], ...]
    """Rule actions without the player that take exactly `possible`, all in one turn."""
    moved_by_others: int
    """Bottles that others moved between that moment and this player's settling up: only one drink at a time, with
    turns in between. Each can have made the rest one ice cheaper, so `taken` is at least `possible` less these."""

    @property
    def is_perfect(self) -> bool:
        return self.taken is not None and self.taken == self.possible

    @property
    def spared(self) -> int:
        """How much less ice there might have been; 0 where nothing can be said."""
        return 0 if self.taken is None or self.possible is None else max(0, self.taken - self.possible)


def endings_of(replay: Replay) -> tuple[Ending, ...]:
    """In seat order."""
    return tuple(_ending(replay, name) for name in replay.end.start.names)


def _ending(replay: Replay, name: str) -> Ending:
    step = _first_turn(replay, name)
    if step is None:
        return Ending(name, None, None, None, (), 0)
    before, end = replay.frames[step].game, replay.frames[-1].game
    drinks = remaining(before, name)
    plan = best_plan(before.bottles, [before.player(name).drinks[index] for index in drinks])
    is_settled = name in end.tab_row
    return Ending(
        seat=name,
        turn_step=step,
        taken=end.player(name).ice - before.player(name).ice if is_settled else None,
        possible=plan.ice,
        plan=tuple(_action(one, drinks) for one in plan.steps),
        moved_by_others=_moved_by_others(replay, step, name),
    )


def remaining(game: Game, name: str) -> tuple[int, ...]:
    """The indexes of the drinks that this player has still to make."""
    player = game.player(name)
    return tuple(index for index in range(len(player.drinks)) if index not in player.made)


def _first_turn(replay: Replay, name: str) -> int | None:
    # Facts are tuples: one of another kind with the same player in it would be equal.
    for step in range(len(replay.frames)):
        if any(isinstance(line.what, TurnBegan) and line.what.player == name for line in replay.lines_of(step)):
            return step
    return None


def _moved_by_others(replay: Replay, after: int, name: str) -> int:
    count = 0
    for step in range(after + 1, len(replay.frames)):
        if name in replay.frames[step - 1].game.tab_row:
            break
        moves = (line.what for line in replay.lines_of(step) if isinstance(line.what, BottleMoved))
        count += sum(move.player != name for move in moves)
    return count


def _action(step: Step, drinks: Sequence[int]) -> dict[str, Any]:
    if isinstance(step, LegalMove):
        action: MoveBottle | MakeDrink = MoveBottle("", step.liquor, step.giver, step.receiver)
    else:
        action = MakeDrink("", drinks[step.drink], step.bartender)
    return {key: value for key, value in as_dict(action).items() if key != "player"}
