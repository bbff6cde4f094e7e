"""Where a live table's journal is kept: the port of `game.table` on the site's models."""

from __future__ import annotations

import datetime
import json
import time
from collections.abc import Sequence
from functools import partial

from game import analyses, fair
from game.paces import Pace
from game.rules import LIQUOR_BY_WORD, RULES_VERSION, DrinkCard, Kind
from game.starting import start_entry
from game.state import LINES_KEPT, Chair, TableState
from game.table import Outcome, Row
from matches import journal, services
from matches.models import DrinkDeck, GameRecord, Match
from matches.threads import in_thread

STOPPED = "All agreed to end game {number} unscored."
CLOSED = "Nobody was left at the table."


class MatchJournal:
    """The journals of one match. `chairs` are its seats, which no longer change once it is playing."""

    def __init__(self, match_id: int, chairs: tuple[Chair, ...], pace: Pace, next_game_seconds: float) -> None:
        self.match_id = match_id
        self.chairs = chairs
        self.pace = pace
        self.next_game_seconds = next_game_seconds
        self.game_ids: dict[int, int] = {}
        """Game number to database id."""

    async def load(self, game: int, after: int) -> Sequence[Row]:
        game_id = self.game_ids.get(game) or await in_thread(self._game_id)(game)
        return [] if game_id is None else await journal.load(game_id, after)

    async def append(self, game: int, rows: Sequence[Row], outcome: Outcome | None) -> bool:
        effect = None if outcome is None else partial(store_outcome, self.game_ids[game], outcome)
        is_stored = await journal.append(self.game_ids[game], [journal.Row(*row) for row in rows], effect)
        if is_stored and outcome is not None and outcome.ended:
            analyses.soon(self.game_ids[game])
        return is_stored

    async def begin(self, state: TableState | None) -> TableState | None:
        return await in_thread(self._begin)(state)

    def _game_id(self, number: int) -> int | None:
        game_id = GameRecord.objects.filter(match=self.match_id, number=number).values_list("pk", flat=True).first()
        if game_id is not None:
            self.game_ids[number] = game_id
        return game_id

    def _begin(self, state: TableState | None) -> TableState | None:
        match = Match.objects.select_related("deck").get(pk=self.match_id)
        newest = match.games.order_by("-number").first()
        if newest is not None and (state is None or newest.number > state.game_number):
            state = self.fold(newest, match.games_agreed)
            # A match that was adjourned and taken up again goes on with its next game.
            if state.ended != "adjourned":
                return state
        if match.status != Match.Status.PLAYING or (state is not None and state.game_number >= match.games_agreed):
            return None
        number = 1 if state is None else state.game_number + 1
        seed = fair.new_seed()
        entry = start_entry(
            number=number,
            seed=seed,
            seats=[chair.seat for chair in self.chairs],
            priority=_last_tab_row(match),
            remaining_drinks=match.remaining_drinks,
            drink_deck=drink_deck(match.deck),
            seen=0 if state is None else state.seen,
            lines=0 if state is None else state.line_count,
            left=_left_for_good(match),
            sitting_in=() if state is None else sorted(state.sitting_in),
        )
        game = services.start_next_game(
            match=match,
            number=number,
            seed=seed,
            seed_hash=fair.seed_hash(seed),
            rules_version=RULES_VERSION,
            entries=[(0, time.time(), json.dumps(entry, separators=(",", ":")))],
        )
        return self.fold(game, match.games_agreed)

    def fold(self, game: GameRecord, games_agreed: int) -> TableState:
        """The state of a game from its rows."""
        self.game_ids[game.number] = game.pk
        return folded(game, games_agreed, self.chairs, self.pace, self.next_game_seconds)


def folded(
    game: GameRecord,
    games_agreed: int,
    chairs: tuple[Chair, ...],
    pace: Pace,
    next_game_seconds: float = 0.0,
    lines_kept: int | None = LINES_KEPT,
) -> TableState:
    """The state of a stored game, from its rows and nothing else; `lines_kept` None keeps the whole log."""
    state = TableState(
        chairs=chairs,
        pace=pace,
        seed=game.seed,
        games_agreed=games_agreed,
        next_game=next_game_seconds,
        lines_kept=lines_kept,
    )
    for number, at, entry in journal.rows_after(game.pk, -1):
        state.fold(number, at, json.loads(entry))
    return state


def store_outcome(game_id: int, outcome: Outcome) -> None:
    """Store what entries brought about, inside the transaction that stores them."""
    match = Match.objects.get(games=game_id)
    for seat in match.seats.filter(number__in=[int(name) for name in outcome.left]).select_related("player"):
        if seat.player is not None:
            services.leave_for_good(match=match, player=seat.player)
    state = outcome.state
    match outcome.ended:
        case "scored":
            ended_at = datetime.datetime.fromtimestamp(state.at, datetime.UTC)
            tab_row = [int(name) for name in state.game.tab_row]
            services.record_game(game_id=game_id, tab_row=tab_row, tallies=tallies(state), ended_at=ended_at)
        case "stopped":
            services.end_match(match=match, why=STOPPED.format(number=state.game_number))
        case "closed":
            services.end_match(match=match, why=CLOSED)
        case "adjourned":
            services.adjourn_match(match=match)


def tallies(state: TableState) -> list[services.Tally]:
    return [
        services.Tally(
            seat=int(player.name),
            ice=player.ice,
            orders_taken=state.orders_taken[player.name],
            drinks_in_play=state.drinks_in_play[player.name],
            called_last_call=player.name == state.caller,
            bot_played=player.name in state.bot_played,
        )
        for player in state.game.players
    ]


def drink_deck(deck: DrinkDeck | None) -> dict[Kind, tuple[DrinkCard, ...]]:
    """A stored deck as the rules' cards."""
    assert deck is not None, "every match has a deck"
    return {
        kind: tuple(DrinkCard.of(LIQUOR_BY_WORD[word] for word in drink) for drink in deck.cards[kind.name.lower()])
        for kind in Kind
    }


def _left_for_good(match: Match) -> list[str]:
    """From the seats, as somebody may have left a moment ago, in an entry that this process has not read."""
    return [str(number) for number in match.seats.exclude(left_at=None).values_list("number", flat=True)]


def _last_tab_row(match: Match) -> list[str]:
    """The settle-up order of the last scored game is the priority of the next (R45); empty before the first."""
    last = match.games.filter(is_scored=True).order_by("-number").first()
    return [] if last is None else [str(seat) for seat in last.tab_row]
