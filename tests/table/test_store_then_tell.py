"""One door to a table: store, then tell; whoever comes second is judged again; nothing half done is left behind."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence

import pytest

from game.asks import Refused
from game.rules import Phase
from game.table import Outcome, Row
from tests.table.builders import (
    ANDRE,
    BILL,
    CLAIRE,
    DORIS,
    EDGAR,
    HandClock,
    ListJournal,
    Sitting,
    dealt,
    making,
    moving,
)


class SlowJournal(ListJournal):
    """Its commits end when the test says so."""

    def __init__(self, of: ListJournal) -> None:
        self.__dict__.update(of.__dict__)
        self.may_end = asyncio.Event()
        self.is_committing = asyncio.Event()

    async def append(self, game: int, rows: Sequence[Row], outcome: Outcome | None) -> bool:
        self.is_committing.set()
        await self.may_end.wait()
        return await super().append(game, rows, outcome)


def slowed(table: Sitting) -> SlowJournal:
    journal = SlowJournal(table.journal)
    table.journal = table.table.journal = journal
    return journal


async def test_the_listener_is_told_only_after_the_journal_took_the_rows():
    table = await moving(BILL)
    journal, told = slowed(table), len(table.told)

    asking = asyncio.create_task(table.ask(BILL, "move rum frank jasmine"))
    await journal.is_committing.wait()
    assert len(table.told) == told
    assert table.state.phase is Phase.MOVING

    journal.may_end.set()
    await asking
    assert table.rows_when_told[told:] == [len(journal.games[0])]
    assert table.told[-1] is True
    assert table.state.phase is Phase.MAKING
    assert journal.kinds()[-1] == "move"


async def test_an_accepted_ask_is_stored_when_it_returns():
    table = await moving(BILL)
    await table.ask(BILL, "move rum frank jasmine")
    assert table.journal.entries[-1] == {
        "act": "move",
        "player": BILL,
        "liquor": "rum",
        "giver": "frank",
        "receiver": "jasmine",
    }


async def test_a_refused_ask_stores_nothing_and_tells_nobody():
    table = await moving(BILL)
    assert (await table.refusal(BILL, "move vodka frank jasmine")).code == "no_bottle"
    assert (await table.refusal(CLAIRE, "move rum frank jasmine")).code == "not_your_order"


async def test_a_journal_that_fails_leaves_the_table_as_it_was_and_the_asker_is_told():
    table = await moving(BILL)
    state, told = table.state, len(table.told)
    table.journal.trouble = OSError("the disk is full")

    with pytest.raises(OSError, match="full"):
        await table.ask(BILL, "move rum frank jasmine")

    assert table.state is state
    assert len(table.told) == told
    await table.ask(BILL, "move rum frank jasmine")
    assert table.state.phase is Phase.MAKING


async def test_an_ask_that_comes_second_is_judged_again_on_what_the_first_left():
    here = await moving(BILL)
    there = here.another()
    await there.ask(BILL, "move rum frank jasmine")

    assert here.state.phase is Phase.MOVING
    with pytest.raises(Refused) as refused:
        await here.ask(BILL, "move rum frank jasmine")

    assert refused.value.code == "wrong_phase"
    assert here.state.phase is Phase.MAKING
    assert here.told[-1] is False, "what another process wrote is told as such"
    assert here.journal.kinds().count("move") == 1


async def test_an_ask_that_comes_second_and_is_still_allowed_is_stored_behind_the_first():
    here = await making(BILL)
    there = here.another()
    await there.ask(ANDRE, "pass")
    await here.ask(CLAIRE, "pass")

    assert [entry.get("player") for entry in here.journal.entries[-2:]] == [ANDRE, CLAIRE]
    assert here.game.passed == {ANDRE, CLAIRE}


async def test_the_same_move_asked_for_in_twenty_places_at_once_is_made_once():
    first = await moving(BILL)
    tables = [first.another() for _ in range(4)]
    asks = [table.ask(BILL, "move rum frank jasmine", press="one") for table in tables for _ in range(5)]

    outcomes = await asyncio.gather(*asks, return_exceptions=True)

    assert first.journal.kinds().count("move") == 1
    assert all(outcome is None or isinstance(outcome, Refused) for outcome in outcomes)
    for table in tables:
        await table.table.catch_up()
        assert table.state.game == tables[0].state.game


async def test_a_move_and_its_time_out_in_the_same_instant_have_one_outcome():
    for mover_is_first in (True, False):
        here = await moving(BILL)
        there = here.another()
        here.clock.now = here.state.due.at
        move, time_out = here.ask(BILL, "move rum frank jasmine"), there.table.tick()
        works = (move, time_out) if mover_is_first else (time_out, move)
        await asyncio.gather(*works, return_exceptions=True)
        kinds = here.journal.kinds()
        assert ("move" in kinds, "lapse" in kinds) == (mover_is_first, not mover_is_first)


async def test_timers_of_two_processes_have_one_effect():
    here = await dealt(0)
    there = here.another()
    for _ in range(30):
        here.clock.now = max(here.clock.now, here.state.due.at)
        await asyncio.gather(here.table.tick(), there.table.tick())
        await asyncio.gather(here.table.catch_up(), there.table.catch_up())
    assert here.journal.kinds() == ["start", *["deal"] * 30]
    assert here.state.game == there.state.game


async def test_a_clock_that_is_behind_never_turns_the_journal_back():
    here = await making(BILL)
    there = here.another()
    there.table.now = HandClock(here.clock.now - 3)
    await there.ask(ANDRE, "pass")
    times = [at for _, at, _ in here.journal.games[0]]
    assert times == sorted(times)


async def test_an_asker_who_is_cut_off_during_the_commit_leaves_the_table_whole():
    table = await moving(BILL)
    journal = slowed(table)
    asking = asyncio.create_task(table.ask(BILL, "move rum frank jasmine"))
    await journal.is_committing.wait()
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking

    journal.may_end.set()
    await table.ask(ANDRE, "pass")

    assert journal.kinds()[-2:] == ["move", "pass"]
    assert table.state.game == journal.folded(1).game


async def test_a_repeated_press_is_one_even_where_the_answer_to_the_first_was_lost():
    table = await making(BILL)
    await table.ask(ANDRE, "pass", press="a1")
    rows = len(table.journal.games[0])
    await table.ask(ANDRE, "pass", press="a1")
    await table.another().ask(ANDRE, "pass", press="a1")
    assert len(table.journal.games[0]) == rows


async def test_a_listener_that_fails_makes_no_stored_ask_look_refused():
    table = await making(BILL)

    def fail(is_ours: bool) -> None:
        raise RuntimeError("a template is broken")

    table.table.on_change = fail
    await table.ask(ANDRE, "pass")
    assert table.journal.kinds()[-1] == "pass"
    assert table.table.rings_in is not None


async def test_rows_of_other_processes_are_read_up_to_the_game_that_they_began():
    here = await making(BILL, games=2, made=dict.fromkeys("01234", (1, 2, 3)))
    there = here.another()
    for seat in (ANDRE, BILL, CLAIRE, DORIS, EDGAR):
        await there.ask(seat, "make 0 jasmine")
    await there.until_phase(Phase.OVER)
    await there.wait(61)
    assert there.state.game_number == 2

    await here.table.catch_up()

    assert here.state.game_number == 2
    assert here.state.game == there.state.game
    assert [game.number for game in here.table.past] == [1]


async def test_a_page_that_knows_more_than_this_process_makes_it_read():
    here = await dealt(2)
    there = here.another()
    await there.until_dealt(3)
    await here.ask(EDGAR, "deal", seen=str(there.state.seen))
    assert here.journal.kinds()[-2:] == ["deal", "hurry"]


async def test_a_match_that_ended_elsewhere_is_not_asked_for_its_next_game_without_a_pause():
    table = await making(BILL, games=2, made=dict.fromkeys("01234", (1, 2, 3)))
    for seat in "01234":
        await table.ask(seat, "make 0 jasmine")
    await table.until_phase(Phase.OVER)
    table.journal.is_playing = False
    table.clock.now = table.state.due.at
    await table.table.tick()
    assert table.state.game_number == 1
    assert table.table.rings_in == 1.0


async def test_a_table_that_was_let_go_does_nothing_more():
    table = await dealt(0)
    table.table.close()
    table.clock.now = table.state.due.at + 5
    await table.table.tick()
    assert table.journal.kinds() == ["start"]


async def test_every_row_is_an_object_of_json():
    table = await making(BILL)
    assert all(isinstance(json.loads(entry), dict) for _, _, entry in table.journal.games[0])
