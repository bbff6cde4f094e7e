"""What the practice templates are given: the live table's own boards, for a game that no table is behind. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from game import lesson
from game.board import BartenderBoard, Board, Control, Own
from game.boards import Setting, own_part, public_board
from game.happenings import Line
from game.hints import hints_for, order_in_words
from game.paces import PACES
from game.practice.finishing import CALLER, YOU, Finishing, Grade, finishing, grade, plan_for, step_of
from game.practice.spotting import Spotting
from game.rules import Bartender, BottleMoved, CardRevealed, DrinkMade, Fact, Game, LegalMake, Phase, view_for
from game.solver import Step
from game.solver.positions import Position
from game.state import Chair, TableState
from game.words import cubes, log_line

NO_CONTROL = Control("", "", "", may=False)
FINISH_NAMES = {YOU: "You", CALLER: "The house"}
UNDO = Control("undo", "Take back", "U", may=True)
AGAIN = Control("again", "Start again", "", may=True)


class PlanStep(NamedTuple):
    number: int
    words: str
    is_shown: bool


class Result(NamedTuple):
    """What one reads when all drinks are made."""

    grade: Grade
    words: str
    pictures: str
    """The stars, for the eye."""


class FinishPage(NamedTuple):
    board: Board
    own: Own
    steps: tuple[str, ...]
    """What was done so far, in words."""
    result: Result | None
    plan: tuple[PlanStep, ...]
    """The best plan; empty while the player is still at it."""
    shown: int | None
    """After how many steps of the plan the board is shown; None for the player's own board."""
    said: str
    """What a screen reader says of this step."""
    hints: tuple[str, ...]


def fresh_state(game: Game, names: Mapping[str, str]) -> TableState:
    """A table's state that stands for this game, with no clock and no journal."""
    state = TableState(
        chairs=tuple(Chair(seat, "") for seat in names),
        pace=PACES["relaxed"],
        seed="",
        games_agreed=2,  # at the end of a match's last game a table has no hand and no controls any more
        next_game=0.0,
    )
    state.game = state.start = game
    state.game_number = 1
    state.touched = touched(game.happened)
    state.ended = "scored" if game.phase is Phase.OVER else ""
    return state


def touched(facts: Iterable[Fact]) -> frozenset[Bartender]:
    found: set[Bartender] = set()
    for fact in facts:
        if isinstance(fact, BottleMoved):
            found |= {fact.giver, fact.receiver}
        elif isinstance(fact, CardRevealed | DrinkMade):
            found.add(fact.bartender)
    return frozenset(found)


# -- Finish it --


def finish_page(now: Finishing, shown: int | None, *, with_hints: bool = False) -> FinishPage:
    """The player's board; or, with `shown`, the board after so many steps of the best plan."""
    seen = now
    plan: tuple[PlanStep, ...] = ()
    if now.is_done or shown is not None:
        steps = plan_for(now.position).steps
        shown = None if shown is None else max(0, min(shown, len(steps)))
        plan = tuple(PlanStep(n, step_in_words(step, now.position), n == shown) for n, step in enumerate(steps, 1))
        if shown is not None:
            seen = finishing(now.position, ".".join(map(step_of, steps[:shown])))
    board, own = _boards(seen)
    own = own._replace(controls=_controls(now)) if shown is None else looking_on(own)
    result = _result(grade(now)) if now.is_done else None
    said = steps_in_words(seen)[-1:] if seen.steps else ()
    hints = hints_for(view_for(now.game, YOU)) if with_hints and shown is None else ()
    return FinishPage(
        board=_with_caption(board, seen, shown),
        own=own._replace(prompt=""),
        steps=steps_in_words(now),
        result=result,
        plan=plan,
        shown=shown,
        said=" ".join(
            [*said, f"{cubes(seen.ice)} so far." if not seen.is_done else f"{cubes(seen.ice)} in all.", *hints]
        ),
        hints=hints,
    )


def _boards(now: Finishing) -> tuple[Board, Own]:
    state = fresh_state(now.game, FINISH_NAMES)
    board = public_board(state, Setting("", "Finish it"), FINISH_NAMES, {}, (), 0.0)
    own = own_part(state, YOU, FINISH_NAMES, frozenset(), 0.0)
    return board._replace(sheet=None, seconds_left=None), own._replace(order=NO_CONTROL, table_controls=())


def _with_caption(board: Board, seen: Finishing, shown: int | None) -> Board:
    left = sum(not is_made for is_made in _made(seen))
    drinks = "1 drink" if left == 1 else f"{left} drinks"
    detail = f"{drinks} to make. Any bottle may go anywhere, for one ice each." if left else "All drinks are made."
    headline = f"{seen.ice} ice so far" if left else f"{seen.ice} ice"
    if shown is not None:
        headline = f"The best plan, step {shown}: {seen.ice} ice"
    return board._replace(headline=headline, detail=detail)


def _made(now: Finishing) -> list[bool]:
    player = now.game.player(YOU)
    return [number in player.made for number in range(len(player.drinks))]


def _controls(now: Finishing) -> tuple[Control, ...]:
    return (UNDO, AGAIN) if now.steps else ()


def looking_on(own: Own) -> Own:
    """The same hand without anything to press."""
    drinks = tuple(
        drink._replace(places=tuple(place._replace(do="") for place in drink.places)) for drink in own.drinks
    )
    return own._replace(drinks=drinks, bottles=(), controls=(), is_urgent=False)


def _result(graded: Grade) -> Result:
    possible = {0: "none was needed", 1: "1 was possible"}.get(graded.least, f"{graded.least} were possible")
    words = f"You took {cubes(graded.ice)}; {possible}."
    words += f" Always making the nearest drink next, as the house does, costs {graded.house}."
    return Result(graded, words, "★" * graded.stars + "☆" * (3 - graded.stars))


def steps_in_words(now: Finishing) -> tuple[str, ...]:
    """What was done, each step with its ice."""
    words = []
    for game in now.games[1:]:
        for fact in game.happened:
            if isinstance(fact, BottleMoved):
                words.append(f"{fact.liquor.label} from {fact.giver.label} to {fact.receiver.label}: 1 ice.")
            elif isinstance(fact, DrinkMade):
                words.append(f"{fact.drink.kind.label} at {fact.bartender.label}: {cubes(fact.ice)}.")
    return tuple(words)


def step_in_words(step: Step, position: Position) -> str:
    if isinstance(step, LegalMake):
        return f"{position.drinks[step.drink].kind.label} at {step.bartender.label}: {cubes(step.ice)}"
    return f"{step.liquor.label} from {step.giver.label} to {step.receiver.label}: 1 ice"


# -- the first game --


class LessonPage(NamedTuple):
    board: Board
    own: Own
    step: lesson.Step | None
    """None when all is done."""
    wanted: str
    """The ids of what is to be pressed, for a mark around it."""
    result: str
    said: str


def lesson_page(number: int, you: str) -> LessonPage:
    """The table before this step, from 0; `you` is the player's name there."""
    names = {lesson.YOU: you, **lesson.BOT_NAMES}
    state = lesson.state_at(number)
    board = public_board(state, Setting("", "The first game"), names, {}, (), 0.0)._replace(seconds_left=None)
    own = own_part(state, lesson.YOU, names, frozenset(), 0.0)
    controls = tuple(control for control in own.controls if control.do == "deal")
    own = own._replace(controls=controls, table_controls=(), prompt="", is_urgent=False)
    if number == lesson.LAST:
        result = f"{you} wins with {cubes(state.game.player(lesson.YOU).ice)}."
        board = board._replace(sheet=None, headline="The game is over", detail="")
        return LessonPage(board, looking_on(own), None, "", result, result)
    step = lesson.STEPS[number]
    return LessonPage(board, own, step, _ids_of(step.wanted), "", f"{step.teaches}: {step.words}")


def _ids_of(wanted: lesson.Wanted) -> str:
    match wanted.act.split():
        case ["make", drink, bartender]:
            return f"make-{int(drink) + 1}-{bartender}"
        case ["move-to", bartender]:
            return f"take-{wanted.bottle.replace(' ', '-')} to-{bartender}"
        case _:
            return f"do-{wanted.act}"


# -- Spot it --


class SpotBoard(NamedTuple):
    bartenders: tuple[BartenderBoard, ...]
    own: Own


class SpotStep(NamedTuple):
    """One card: what is said, what an order would make of it, and the board with it and after the order."""

    words: str
    spot: str
    shown: SpotBoard
    after: SpotBoard | None


def spot_start(spotted: Spotting) -> SpotBoard:
    return _spot_board(spotted.start)


def spot_steps(spotted: Spotting) -> tuple[SpotStep, ...]:
    steps = []
    for dealt in spotted.dealt:
        words = log_line(Line(0, 0, 0.0, CardRevealed(dealt.card, dealt.beside)), {})
        drinks = dealt.game.player(lesson.YOU).drinks
        spot = order_in_words(dealt.spot, drinks) if dealt.spot else ""
        after = None if dealt.after is None else _spot_board(dealt.after)
        steps.append(SpotStep(words.words if words else "", spot, _spot_board(dealt.game), after))
    return tuple(steps)


def _spot_board(game: Game) -> SpotBoard:
    names = {lesson.YOU: "You", "1": "Max"}
    state = fresh_state(game, names)
    board = public_board(state, Setting("", ""), names, {}, (), 0.0)
    return SpotBoard(board.bartenders, looking_on(own_part(state, lesson.YOU, names, frozenset(), 0.0)))
