"""From a table's state to what its templates are given: the public board, and one seated player's own part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain, groupby
from operator import attrgetter
from typing import NamedTuple

from game import asks, rules
from game.board import (
    BartenderBoard,
    Board,
    Bottle,
    ColumnRow,
    Control,
    Drink,
    Hints,
    Own,
    OwnDrink,
    Place,
    Proposal,
    SeatBoard,
    Sheet,
    SheetRow,
    Shelf,
    Word,
)
from game.hints import hints_for
from game.paces import HOLDS_A_GAME
from game.rules import (
    Bartender,
    Counts,
    DrinkCard,
    LegalMake,
    LegalMove,
    Liquor,
    Phase,
    RemainingDrinks,
    View,
    is_wild,
    view_for,
)
from game.state import TableState
from game.table import GameResult, result_of
from game.words import PLACES, log_lines
from matches import scoring

BARS = (
    Word("anchor", "The Anchor"),
    Word("blue-door", "The Blue Door"),
    Word("copper-mug", "The Copper Mug"),
    Word("dog-duck", "The Dog & Duck"),
    Word("elephant", "The Elephant"),
)
LOG_LINES = 40


class Setting(NamedTuple):
    """What stays the same while a match is played."""

    slug: str
    options: str
    has_hints: bool = False
    is_league: bool = False
    """The clock lets bots play on for those who are away."""

    @property
    def path(self) -> str:
        return f"/tables/{self.slug}/"


@cache
def liquor_word(liquor: Liquor) -> Word:
    return Word(liquor.word, liquor.label)


@cache
def bartender_word(bartender: Bartender) -> Word:
    return Word(bartender.word, bartender.label)


@cache
def drink_word(drink: DrinkCard) -> Drink:
    kind = Word(drink.kind.name.lower(), drink.kind.label)
    return Drink(kind, tuple(liquor_word(liquor) for liquor in drink.liquors))


def public_board(
    state: TableState,
    setting: Setting,
    names: Mapping[str, str],
    presence: Mapping[str, str],
    past: Sequence[GameResult],
    now: float,
    after: int = -1,
) -> Board:
    """What everybody may see, with the lines of the log that follow line number `after`.

    It is cut by `view_for` with nobody as the viewer.
    """
    view = view_for(state.game, None)
    url = setting.path
    headline, detail = _headline(state, names, now)
    deadline = state.deadline
    return Board(
        slug=setting.slug,
        url=url,
        act_url=url + "act/",
        match_url=f"/matches/{setting.slug}/",
        socket_url=f"/ws{url}",
        game_number=state.game_number,
        games_agreed=state.games_agreed,
        options=setting.options,
        phase=_phase(state),
        headline=headline,
        detail=detail,
        seconds_left=None if deadline is None else max(0.0, deadline - now),
        deck_left=view.deck_left,
        seen=str(state.seen),
        seed_hash=state.seed_hash,
        bartenders=tuple(
            _bartender(bartender, view.bottles[bartender], view.cards[bartender], bartender in state.touched)
            for bartender in Bartender
        ),
        seats=_seats(view, state, names, presence),
        priority=tuple(ColumnRow(int(n), names[n], n == view.dealer, n in view.tab_row) for n in view.priority),
        tab_row=tuple(ColumnRow(int(name), names[name], False, True) for name in view.tab_row),
        log=log_lines(state.lines_after(after), names)[-LOG_LINES:],
        sheet=sheet(state, names, past) if state.phase is Phase.OVER else None,
        proposal=_proposal(state, names),
    )


def own_part(
    state: TableState,
    seat: str,
    names: Mapping[str, str],
    absent: frozenset[str],
    now: float,
    wants_hints: bool | None = None,
) -> Own:
    """One seated player's hand and controls, cut by `view_for` with that player as the viewer.

    `wants_hints` is None where the table allows no hints.
    """
    view = view_for(state.game, seat)
    is_over = bool(state.ended)
    prompt, is_urgent = ("", False) if is_over else _prompt(view)
    return Own(
        seat=int(seat),
        name=names[seat],
        drinks=_own_drinks(view.drinks, () if is_over else view.may.make),
        bottles=() if is_over else _bottles(view),
        order=_order_control(state, seat, names),
        controls=_answers(state, seat) + _controls(state, view, seat, now),
        table_controls=_table_controls(state, seat, names, absent),
        prompt=prompt,
        is_urgent=is_urgent,
        is_ready=seat in state.ready,
        hints=None if wants_hints is None else _hints(view, wants_hints and not is_over),
    )


def _phase(state: TableState) -> str:
    if state.is_match_over:
        return "match_over"
    if state.ended:
        return "over"
    # An order that is being shouted is nobody's to know: the window is silent.
    return Phase.DEALING.value if state.phase is Phase.ORDERING else state.phase.value


def _headline(state: TableState, names: Mapping[str, str], now: float) -> tuple[str, str]:
    game = state.game
    if state.is_match_over:
        return "The match is over", ""
    if state.ended:
        return f"Game {state.game_number} is over", "The next game begins when all are ready."
    match state.phase:
        case Phase.MOVING:
            return (
                f"{names[game.order_taker or '']} moves a bottle",
                "Both bartenders need a revealed card, or one is wild.",
            )
        case Phase.MAKING:
            return "Anyone may make a drink", "At any bartender who has its bottles; each bottle too many is one ice."
        case Phase.LAST_CALL:
            is_single = game.options.remaining_drinks is RemainingDrinks.ONE_AT_A_TIME
            drinks = "one more drink" if is_single else "the remaining drinks"
            return f"{names[game.turn or '']} makes {drinks}", "Any bottle may go anywhere, for one ice each."
        case _:
            dealer = names[game.dealer or ""]
            if state.hold_until > now:
                return "The deal is held", f"{dealer} deals on in a moment."
            return f"{dealer} deals", "Shout Order! to move a bottle between bartenders whose cards are showing."


@lru_cache(maxsize=1000)
def _bartender(bartender: Bartender, row: Counts, cards: int, is_changed: bool) -> BartenderBoard:
    return BartenderBoard(
        bartender=bartender_word(bartender),
        letter=bartender.label[0],
        shelves=tuple(
            Shelf(bartender_word(bartender), liquor_word(liquor), row[liquor]) for liquor in Liquor if row[liquor]
        ),
        bottles=sum(row),
        cards=cards,
        is_wild=is_wild(cards),
        is_changed=is_changed,
    )


def _seats(
    view: View, state: TableState, names: Mapping[str, str], presence: Mapping[str, str]
) -> tuple[SeatBoard, ...]:
    bots = {chair.seat for chair in state.chairs if chair.bot}
    return tuple(
        SeatBoard(
            number=int(player.name),
            name=names[player.name],
            bar=BARS[int(player.name)],
            is_bot=player.name in bots,
            presence=_presence(state, player.name, presence),
            ice=player.ice,
            drinks_left=player.drinks_left,
            made=tuple(drink_word(made.drink) for made in player.made),
            place=player.place,
            is_dealer=player.is_dealer,
            is_order_taker=player.is_order_taker and not state.ended,
            is_on_turn=player.is_on_turn and not state.ended,
        )
        for player in view.players
    )


def _presence(state: TableState, seat: str, presence: Mapping[str, str]) -> str:
    if seat in state.left:
        return "left"
    if seat in state.sitting_in:
        return "a bot plays on"
    return presence.get(seat, "")


def _own_drinks(drinks: tuple[rules.OwnDrink, ...], makes: tuple[LegalMake, ...]) -> tuple[OwnDrink, ...]:
    may_make = {(make.drink, make.bartender) for make in makes}
    return tuple(
        OwnDrink(
            number=own.index + 1,
            drink=drink_word(own.drink),
            is_made=own.is_made,
            places=tuple(
                Place(
                    bartender_word(bartender),
                    ice,
                    f"make {own.index} {bartender.word}" if (own.index, bartender) in may_make else "",
                )
                for bartender, ice in own.places
            ),
        )
        for own in drinks
    )


def _bottles(view: View) -> tuple[Bottle, ...]:
    by_giver = groupby(view.may.move, attrgetter("giver"))
    return tuple(chain.from_iterable(_bottles_of(tuple(moves)) for _, moves in by_giver))


@lru_cache(maxsize=1000)
def _bottles_of(moves: tuple[LegalMove, ...]) -> tuple[Bottle, ...]:
    """Those of one giver."""
    receivers: dict[tuple[Bartender, Liquor], list[str]] = {}
    for move in moves:
        receivers.setdefault((move.giver, move.liquor), []).append(move.receiver.word)
    return tuple(
        Bottle(f"{giver.word} {liquor.word}", bartender_word(giver), liquor_word(liquor), tuple(words))
        for (giver, liquor), words in receivers.items()
    )


def _hints(view: View, is_on: bool) -> Hints:
    return Hints(is_on, hints_for(view) if is_on else ())


def _order_control(state: TableState, seat: str, names: Mapping[str, str]) -> Control:
    why_not = asks.why_not_order(state, seat, names)
    return Control("order", "Order!", "Space", may=not why_not, why_not=why_not)


def _controls(state: TableState, view: View, seat: str, now: float) -> tuple[Control, ...]:
    if state.is_match_over:
        return ()
    if state.ended:
        is_ready = seat in state.ready
        return (Control("ready", "Next game", "Enter", not is_ready, "You are ready; the others are not yet."),)
    controls: list[Control] = []
    if view.may.deal:
        controls.append(Control("deal", "Deal now", "D", may=True))
    if state.phase is Phase.DEALING:
        why_not = asks.why_not_hold(state, seat, now)
        left = HOLDS_A_GAME - state.holds[seat]
        controls.append(Control("hold", f"Hold the deal ({left} left)", "H", not why_not, why_not))
    if view.may.lapse:
        question = "Give the order up? You then wait before you may order again."
        controls.append(Control("lapse", "Give the order up", "", True, confirm=question))
    if state.phase is Phase.MAKING:
        why_not = "You have passed; you may still make a drink." if view.has_passed else ""
        controls.append(Control("pass", "Nothing more", "P", not why_not, why_not))
    return tuple(controls)


def _answers(state: TableState, seat: str) -> tuple[Control, ...]:
    """Among the controls that are always in sight: everybody waits for these answers."""
    if state.proposal is None or state.is_match_over:
        return ()
    why_not = "You have agreed." if seat in state.proposal.agreed else ""
    return (Control("agree", "Agree", "", not why_not, why_not), Control("refuse", "Play on", "", True))


def _table_controls(
    state: TableState, seat: str, names: Mapping[str, str], absent: frozenset[str]
) -> tuple[Control, ...]:
    if state.is_match_over:
        return ()
    away = absent & state.people_playing - {seat} if absent else ()
    controls: list[Control] = []
    if state.proposal is None:
        what, label = ("adjourn", "Propose to adjourn") if state.ended else ("end_game", "Propose to end this game")
        why_not = asks.why_not_propose(state, what)
        controls.append(Control(f"propose {what}", label, "", not why_not, why_not))
    controls += [Control(f"sit-in {other}", f"Let a bot play for {names[other]}", "", True) for other in sorted(away)]
    question = "Leave this match for good? A bot plays your seat to the end, and you cannot come back to it."
    controls.append(Control("leave", "Leave the match", "", True, confirm=question))
    return tuple(controls)


def _prompt(view: View) -> tuple[str, bool]:
    if view.order_taker == view.viewer and view.phase is Phase.MOVING:
        return "Your order: choose a bottle, then the bartender who gets it.", True
    if view.turn == view.viewer:
        is_single = view.options.remaining_drinks is RemainingDrinks.ONE_AT_A_TIME
        drinks = "one of your remaining drinks" if is_single else "your remaining drinks"
        return f"Your turn: make {drinks}. Each move costs one ice.", True
    if view.phase is Phase.MAKING and view.may.make and not view.has_passed:
        return "You can make a drink now.", True
    if view.phase is Phase.DEALING and view.dealer == view.viewer and not view.may.order:
        return "You deal, so you may not order.", False
    return "", False


def _proposal(state: TableState, names: Mapping[str, str]) -> Proposal | None:
    if state.proposal is None:
        return None
    what = "end this game unscored" if state.proposal.what == "end_game" else "adjourn the match"
    return Proposal(
        words=f"{names[state.proposal.by]} proposes to {what}.",
        agreed=tuple(names[seat] for seat in sorted(state.proposal.agreed)),
        waiting=tuple(names[seat] for seat in sorted(state.must_agree(state.proposal.what) - state.proposal.agreed)),
    )


# -- the score sheet --


def sheet(state: TableState, names: Mapping[str, str], past: Sequence[GameResult]) -> Sheet:
    """Ice per game and the totals, as one would keep them by pencil (R44, R46)."""
    seats = [chair.seat for chair in state.chairs]
    games = list(past)
    if state.ended in ("scored", "stopped") and not any(game.number == state.game_number for game in games):
        games.append(result_of(state))
    scored = [_scored(game) for game in games if game.ice]
    running = iter(scoring.running_totals(scored))
    totals: dict[int, int] = {}
    rows: list[SheetRow] = []
    for game in games:
        totals = next(running) if game.ice else totals
        rows.append(
            SheetRow(
                label=f"Game {game.number}",
                ice=tuple(game.ice.get(seat) for seat in seats),
                totals=tuple(totals.get(int(seat), 0) for seat in seats),
                tab_row=_tab_row_words(game, names),
            )
        )
    people = state.people_playing
    return Sheet(
        names=tuple(names[seat] for seat in seats),
        rows=tuple(rows),
        totals=tuple(totals.get(int(seat), 0) for seat in seats),
        result=_match_result(scored, names) if state.is_match_over else _game_result(games, names),
        next_words="" if state.is_match_over else _next_words(state, games, names),
        ready=tuple(names[seat] for seat in sorted(state.ready & people)),
        waiting=tuple(names[seat] for seat in sorted(people - state.ready)),
        is_match_over=state.is_match_over,
    )


def _scored(game: GameResult) -> scoring.GameResult:
    ice = {int(seat): cubes for seat, cubes in game.ice.items()}
    return scoring.GameResult(game.number, ice, [int(seat) for seat in game.tab_row])


def _tab_row_words(game: GameResult, names: Mapping[str, str]) -> str:
    if not game.ice:
        return "Ended unscored"
    return "Settled up: " + ", ".join(names[seat] for seat in game.tab_row)


def _game_result(games: Sequence[GameResult], names: Mapping[str, str]) -> str:
    game = games[-1] if games else None
    if game is None or not game.ice:
        return "This game was not scored."
    winner = scoring.game_winner(_scored(game))
    ice = game.ice[str(winner)]
    equals = [seat for seat in game.tab_row if game.ice[seat] == ice]
    why = ""
    if len(equals) > 1:
        why = f" {len(equals)} players have as few; {names[str(winner)]} settled up first."
    return f"{names[str(winner)]} wins game {game.number} with {ice} ice.{why}"


def _match_result(games: Sequence[scoring.GameResult], names: Mapping[str, str]) -> str:
    ranking = scoring.ranking(games)
    if not ranking:
        return "No game of this match was scored, so nobody wins it."
    first = ranking[0]
    why = f" ({first.tie_break})" if first.tie_break else ""
    return f"{names[str(first.seat)]} wins the match with {first.total} ice{why}."


def _next_words(state: TableState, games: Sequence[GameResult], names: Mapping[str, str]) -> str:
    tab_row = next((game.tab_row for game in reversed(games) if game.ice), ())
    if not tab_row:
        return f"Next: game {state.game_number + 1}."
    last = names[tab_row[-1]]
    return (
        f"Next: game {state.game_number + 1}. {last} settled up {PLACES[len(tab_row)]} and last, so {last} deals first."
    )
