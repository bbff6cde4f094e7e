"""Promises that hold at any live table, whatever is asked and whenever, in one process or in several."""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter
from functools import cache
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.fair import seed_hash
from game.record import answer, record_of
from game.rules import RemainingDrinks
from tests.table.builders import NAMES, ListJournal, Sitting
from tests.table.live_play import opened, play, played

SETTINGS = [
    (number, seats, mode, ("brisk", "steady")[number % 2], processes)
    for number, (seats, mode, processes) in enumerate(product((2, 3, 4, 5), RemainingDrinks, (1, 3)))
]
"""Each number of seats, both modes, in one process and in three."""


@cache
def a_game(number: int, seats: int, mode: RemainingDrinks, pace: str, processes: int = 1) -> Sitting:
    """A whole game by chance."""
    return asyncio.run(_a_game(number, seats, mode, pace, processes))


@pytest.fixture(params=SETTINGS, ids=lambda setting: "-".join(map(str, setting)), scope="module")
def table(request: pytest.FixtureRequest) -> Sitting:
    """A game that has been played to its end."""
    return a_game(*request.param)


def seed_of(number: int) -> str:
    return hashlib.sha256(str(number).encode()).hexdigest()


async def _a_game(number: int, seats: int, mode: RemainingDrinks, pace: str, processes: int) -> Sitting:
    table = opened(seats, mode, pace=pace, seed=seed_of(number))
    tables = [table, *(table.another() for _ in range(processes - 1))]
    ended = await play(tables, Random(number))
    for other in tables:
        await other.table.catch_up()
        assert other.state.game == ended.state.game
    return ended


def test_the_fold_of_the_stored_rows_is_the_live_state(table: Sitting):
    assert everything(table.journal.folded(1)) == everything(table.state)


def test_every_journal_can_be_exported_and_played_again_to_the_same_end(table: Sitting):
    state = table.state
    texts = {"seed": state.seed, "seed_hash": seed_hash(state.seed)}
    record = record_of(state.start, played(table.journal), names=NAMES, texts=texts)
    said = answer(record)
    assert said["ok"], said
    assert not any(action["act"] == "pass" for action in record["actions"])
    if state.ended == "scored":
        assert said["tab_row"] == [NAMES[seat] for seat in state.game.tab_row]
        assert said["ice"] == {NAMES[player.name]: player.ice for player in state.game.players}


def test_each_window_has_one_taker_the_highest_of_those_who_counted(table: Sitting):
    check_windows(table.journal)


def check_windows(journal: ListJournal) -> None:
    """By the rows alone: shouts, then orders, close and verdict in one go, and the verdict is what the rules say."""
    state = journal.folded(1)
    base = state.pace.base
    game_of = priorities(journal)
    open_shouts: list[dict[str, object]] = []
    orders: list[str] = []
    for number, at, entry in [
        (n, at, e) for (n, at, _), e in zip(journal.games[0], journal.entries_of(1), strict=True)
    ]:
        match entry.get("act") or entry["entry"]:
            case "shout":
                assert ("closes" in entry) == (not open_shouts)
                assert entry["player"] not in [shout["player"] for shout in open_shouts]
                open_shouts.append(entry)
                assert entry["arrived"] <= open_shouts[0]["closes"]
            case "order":
                orders.append(entry["player"])
            case "close_orders":
                assert at >= open_shouts[0]["closes"]
            case "verdict":
                fair = {shout["player"]: shout["arrived"] - shout["allowance"] for shout in open_shouts}
                counted = {seat for seat, time in fair.items() if time <= min(fair.values()) + base}
                assert set(orders) == counted == {seat for seat, _ in entry["counted"]}
                assert {seat for seat, _ in entry["late"]} == fair.keys() - counted
                assert entry["taker"] == min(counted, key=game_of[number].index)
                open_shouts, orders = [], []
            case "deal":
                assert not open_shouts, "no card falls while a window is open"
            case "stopped" | "closed":
                open_shouts = []
    assert not open_shouts


def priorities(journal: ListJournal) -> dict[int, tuple[str, ...]]:
    """The column before each row."""
    columns = {}
    state = journal.folded(1)
    fresh = type(state)(
        chairs=state.chairs, pace=state.pace, seed=state.seed, games_agreed=1, next_game=60, lines_kept=None
    )
    for (number, at, _), entry in zip(journal.games[0], journal.entries_of(1), strict=True):
        if number:
            columns[number] = fresh.game.priority
        fresh.fold(number, at, entry)
    return columns


def test_the_times_of_a_journal_never_go_back_and_its_numbers_have_no_gap(table: Sitting):
    rows = table.journal.games[0]
    times = [at for _, at, _ in rows]
    assert times == sorted(times)
    assert [number for number, _, _ in rows] == list(range(len(rows)))


def test_a_press_is_stored_once_at_most(table: Sitting):
    presses = Counter(entry["press"] for entry in table.journal.entries if entry.get("press"))
    assert max(presses.values()) == 1


def test_the_counts_of_a_game_are_those_of_its_rows(table: Sitting):
    state, kinds = table.state, table.journal.kinds()
    assert sum(state.holds.values()) == kinds.count("hold")
    assert max(state.holds.values(), default=0) <= 2
    assert state.reshuffles == kinds.count("reshuffle")
    if state.ended == "scored":
        in_play = [entry for entry in before_last_call(table) if entry.get("act") == "move"]
        assert state.orders_taken == Counter(entry["player"] for entry in in_play)
        assert state.caller == state.game.tab_row[0]


def before_last_call(table: Sitting) -> list[dict[str, object]]:
    entries = table.journal.entries
    ends = max(number for number, entry in enumerate(entries) if entry.get("act") == "close_making")
    return entries[:ends]


@given(st.integers(0, 2**32), st.integers(2, 5), st.sampled_from(RemainingDrinks))
@settings(max_examples=8, deadline=None)
def test_a_restart_in_the_middle_changes_nothing(number: int, seats: int, mode: RemainingDrinks):
    """A process that has just read the journal says the same of everything, and of what is due when."""

    def compare(table: Sitting) -> None:
        if len(table.journal.games[0]) % 83 == 0:
            assert everything(table.journal.folded(1)) == everything(table.state)

    asyncio.run(play([opened(seats, mode, pace="brisk", seed=seed_of(number))], Random(number), compare))


def everything(state: object) -> dict[str, object]:
    kept = dict(vars(state))
    kept["due"] = state.due  # type: ignore[attr-defined]
    kept["phase"] = state.phase  # type: ignore[attr-defined]
    return kept


def test_games_by_chance_come_to_all_phases_and_mostly_to_a_score():
    ended = Counter(a_game(*setting).state.ended for setting in SETTINGS)
    assert ended["scored"] > len(SETTINGS) / 2
    kinds = {kind for setting in SETTINGS for kind in a_game(*setting).journal.kinds()}
    assert {"shout", "verdict", "lapse", "move", "make", "pass", "deal", "hurry", "hold", "close_making"} <= kinds
