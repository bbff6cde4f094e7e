"""The story of a game in one line: who called last call, who won, and what decided it. From facts alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.analysis.endings import Ending
from game.replays import Replay
from game.rules import Game, LastCallDeclared, Phase


class Story(NamedTuple):
    """`kind` says which sentence it is (see `game.analysis.words`); seats and numbers are what stands in it."""

    kind: str
    seats: tuple[str, ...]
    numbers: tuple[int, ...]
    step: int
    """The step that decided it."""


def story_of(replay: Replay, endings: Sequence[Ending]) -> Story:
    end = replay.frames[-1].game
    if end.phase is not Phase.OVER:
        return _unfinished(replay, end)
    call, caller = _last_call(replay)
    winner, second = end.ranking[:2]
    ice = {player.name: player.ice for player in end.players}
    if slip := _slip(end, endings):
        taken, possible = slip.taken or 0, slip.possible or 0
        return Story("slipped", (winner, slip.seat), (ice[winner], taken, possible), slip.turn_step or 0)
    if ice[winner] == ice[second]:
        return Story("tied", (winner, second, caller), (ice[winner],), replay.last)
    before = {player.name: player.ice for player in replay.frames[call].game.players}
    if winner == caller:
        return Story("caller_won", (winner, second), (ice[winner], ice[second]), call)
    after = ice[winner] - before[winner]
    return Story("caller_caught", (caller, winner), (ice[caller], ice[winner], after), _turn_of(winner, endings, call))


def _slip(end: Game, endings: Sequence[Ending]) -> Ending | None:
    """Who would have won with the better plan, had all others ended as they did; of several, who came nearest to it.

    A tie goes to whoever settled up first, as in the game.
    """
    winner = end.ranking[0]
    marks = {name: (end.player(name).ice, end.tab_row.index(name)) for name in end.tab_row}
    chances = []
    for ending in endings:
        if not ending.spared or ending.seat == winner:
            continue
        ice, place = marks[ending.seat]
        if (ice - ending.spared, place) < marks[winner]:
            chances.append((ice, place, ending))
    return min(chances)[2] if chances else None


def _last_call(replay: Replay) -> tuple[int, str]:
    for step in range(len(replay.frames)):
        for line in replay.lines_of(step):
            if isinstance(line.what, LastCallDeclared):
                return step, line.what.player
    raise ValueError("a game that is over had a last call")


def _turn_of(seat: str, endings: Sequence[Ending], otherwise: int) -> int:
    steps = [ending.turn_step for ending in endings if ending.seat == seat and ending.turn_step is not None]
    return steps[0] if steps else otherwise


def _unfinished(replay: Replay, end: Game) -> Story:
    """Who had made the most drinks, for the least ice."""
    ahead = min(end.players, key=lambda player: (-len(player.made), player.ice, int(player.name)))
    if not ahead.made:
        return Story("nothing_made", (), (end.dealt,), replay.last)
    return Story("unfinished", (ahead.name,), (end.dealt, len(ahead.made), ahead.ice), replay.last)
