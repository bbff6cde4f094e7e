"""Any process may serve any table; a restarted one goes on where the last one stopped. The journal is the truth."""

from __future__ import annotations

import asyncio
import time

import pytest
from asgiref.sync import sync_to_async

from game import fragments
from game.hub import hub
from game.rules import Phase
from game.store import MatchJournal
from game.table import Table
from game.tables import Tables, close_down, tables
from matches import services
from matches.models import Match
from tests.live.scenes import Scene, scene, stored_game, stored_rows
from tests.matches.builders import in_seconds, open_table, people, person, playing_match

pytestmark = pytest.mark.django_db(transaction=True)


async def elsewhere(table: Scene) -> Table:
    """The same table as another process holds it, which tells nobody of what it writes."""
    here = table.live.table
    store = MatchJournal(table.match.pk, here.state.chairs, here.state.pace, 10_000.0)
    state = await store.begin(None)
    assert state is not None
    return Table(state=state, journal=store, now=time.time, names=here.names)


@pytest.mark.usefixtures("still")
class TestAnotherProcess:
    async def test_what_it_wrote_without_telling_is_found_within_five_seconds(self):
        table = await scene("Andre Bill Claire")
        watcher = await table.watcher()
        other = await elsewhere(table)
        before = time.monotonic()
        await other.ask("0", {"act": "hold"})
        await watcher.shows("Andre holds the deal")
        assert time.monotonic() - before < 5
        await table.close()

    async def test_a_hint_is_enough_to_read_on_at_once(self):
        table = await scene("Andre Bill Claire")
        watcher = await table.watcher()
        other = await elsewhere(table)
        await other.ask("0", {"act": "hold"})
        hub().tell_here(table.live.topic, {"game": 1, "number": other.state.number})
        await watcher.shows("Andre holds the deal")
        await table.close()

    async def test_a_hint_that_comes_too_early_or_twice_does_no_harm(self):
        table = await scene("Andre Bill Claire")
        other = await elsewhere(table)
        for number in (other.state.number + 1, other.state.number + 1, 99):
            hub().tell_here(table.live.topic, {"game": 1, "number": number})
        await other.ask("0", {"act": "hold"})
        await tables()._check()
        await asyncio.gather(*table.live._work.tasks)
        assert table.state.number == other.state.number

    async def test_an_act_on_an_old_state_is_judged_again_on_what_the_other_wrote(self):
        table = await scene("Andre Bill Claire")
        page = await table.seat(1)
        other = await elsewhere(table)
        await other.ask("0", {"act": "hold"})
        assert await page.press("hold") == "may_not_hold"
        assert await page.press("propose end_game") == "ok"
        await page.shows("Andre holds the deal")
        assert [row.get("entry") for row in await table.rows()] == ["start", "hold", "propose"]
        await table.close()

    async def test_the_rest_of_a_game_and_the_begin_of_the_next_are_read_in_one_go(self):
        table = await scene("Andre Bill", games_agreed=2)
        watcher = await table.watcher()
        other = await elsewhere(table)
        here, table.live.table = table.live.table, other
        await table.play_to_the_end()
        for seat in "01":
            await other.ask(seat, {"act": "ready"})
        await other.tick()
        table.live.table = here
        assert (other.state.game_number, here.state.game_number) == (2, 1)
        await tables()._check()
        await watcher.shows("Game 2 of 2 begins")
        assert (here.state.game_number, here.state.number) == (2, other.state.number)
        assert [game.number for game in here.past] == [1]
        other.close()
        await table.close()

    async def test_of_two_processes_that_deal_in_the_same_instant_one_deals(self):
        table = await scene("Andre Bill Claire")
        other = await elsewhere(table)
        entries = [{"act": "deal"}]
        await asyncio.gather(*(one.append(entries, lambda s: s.game.dealt > 0) for one in (table.live.table, other)))
        assert [row.get("act") for row in await table.rows()] == [None, "deal"]

    async def test_a_match_that_was_taken_up_again_elsewhere_is_opened_anew_here(self):
        table = await scene("Andre Bill")
        watcher = await table.watcher()
        await table.play_to_the_end()
        await table.live.table.ask("0", {"act": "propose adjourn"})
        await table.live.table.ask("1", {"act": "agree"})
        for player in table.seated:
            await sync_to_async(services.resume_match)(match=table.match, player=player)
        other = Tables()
        await other.open(table.match.slug)
        await tables()._check()
        assert await watcher.ended() == 1012
        assert tables().open_tables[table.match.slug].table.state.game_number == 2
        await other.shut_down()
        await table.close()


@pytest.mark.usefixtures("swift")
async def test_two_processes_with_the_same_timers_and_bots_play_one_game_between_them():
    table = await scene("Andre", bots=2, games_agreed=1)
    other = Tables()
    twin = await other.open(table.match.slug)
    watcher = await table.watcher()
    async with asyncio.timeout(60):
        await watcher.shows("Final score")
    async with asyncio.timeout(10):
        while not twin.table.state.ended:
            await asyncio.sleep(0.05)
    rows = await stored_rows(table.match.pk)
    assert [number for number, _, _ in rows] == list(range(len(rows)))
    assert twin.table.state.game == table.state.game
    game = await stored_game(table.match)
    assert game.tab_row == [int(seat) for seat in table.state.game.tab_row]
    await other.shut_down()
    await table.close()


# -- restarts


def board_of(table: Scene, seat: str | None) -> str:
    """All that a page of this seat shows, but for the seconds left."""
    board = table.live.board()._replace(seconds_left=None)
    seats = tuple(one._replace(presence="") for one in board.seats)
    return fragments.whole_html(board._replace(seats=seats), table.live.own(seat), None)


async def restarted(table: Scene) -> Scene:
    """The same table in a process that knows nothing but the journal."""
    await table.close()
    await close_down()
    live = await tables().open(table.match.slug)
    assert live is not None
    assert live is not table.live
    return Scene(table.match, table.seated, live)


async def in_phase(table: Scene, phase: str) -> None:
    match phase:
        case "dealing":
            await table.clock("deal")
        case "a hold":
            await table.live.table.ask("0", {"act": "hold"})
        case "an open window":
            shouter = await table.deal_until_someone_may_order()
            await table.live.table.ask(str(shouter), {"act": "order"})
        case "moving":
            await in_phase(table, "an open window")
            await table.clock("close_orders")
        case "making":
            await in_phase(table, "moving")
            taker = str(table.state.game.order_taker)
            move = table.view(int(taker)).may.move[0]
            words = f"move {move.liquor.word} {move.giver.word} {move.receiver.word}"
            await table.live.table.ask(taker, {"act": words})
            await table.live.table.ask("0", {"act": "pass"})
        case "last call":
            await table.play_to_the_end(until=Phase.LAST_CALL)
        case "between games":
            await table.play_to_the_end()
            await table.live.table.ask("1", {"act": "ready"})


PHASES = ["dealing", "a hold", "an open window", "moving", "making", "last call", "between games"]


@pytest.mark.usefixtures("still")
@pytest.mark.parametrize("phase", PHASES)
async def test_a_restart_shows_the_same_board_with_the_same_times_and_touches_no_row(phase):
    table = await scene("Andre Bill Claire", games_agreed=2)
    await in_phase(table, phase)
    boards = [board_of(table, seat) for seat in ("0", "1", "2", None)]
    due, rows = table.state.due, await stored_rows(table.match.pk)
    again = await restarted(table)
    assert [board_of(again, seat) for seat in ("0", "1", "2", None)] == boards
    assert again.state.due == due
    assert again.state.game == table.state.game
    assert await stored_rows(table.match.pk) == rows


async def test_a_window_that_closed_while_nobody_served_it_is_judged_by_its_own_times(still):
    table = await scene("Andre Bill Claire")
    shouter = await table.deal_until_someone_may_order()
    await table.live.table.ask(str(shouter), {"act": "order"})
    closes = table.state.window_closes
    assert closes is not None
    await close_down()
    await asyncio.sleep(max(0.0, closes - time.time()) + 0.05)
    live = await tables().open(table.match.slug)
    async with asyncio.timeout(10):
        while live.table.state.phase is not Phase.MOVING:
            await asyncio.sleep(0.01)
    assert live.table.state.game.order_taker == str(shouter)


async def test_the_end_leaves_no_task_no_socket_and_no_writer_behind(swift):
    table = await scene("Andre", bots=2)
    pages = [await table.seat(0), await table.watcher()]
    await table.clock("deal")
    await close_down()
    assert [await page.ended() for page in pages] == [1001, 1001], "told to come back"
    await table.close()
    await asyncio.sleep(0)
    assert asyncio.all_tasks() == {asyncio.current_task()}


# -- housekeeping


@pytest.mark.usefixtures("still")
class TestHousekeeping:
    async def test_a_match_that_nobody_serves_is_taken_up_and_begins(self):
        match = await sync_to_async(lambda: playing_match(*people("Andre Bill")))()
        await tables()._sweep()
        assert tables().open_tables[match.slug].table.state.game_number == 1
        assert len(await stored_rows(match.pk)) == 1

    async def test_a_table_that_is_over_and_unwatched_is_let_go(self, monkeypatch):
        monkeypatch.setattr("game.tables.IDLE_SECONDS", 0.0)
        table = await scene("Andre Bill", games_agreed=1)
        watcher = await table.watcher()
        await table.play_to_the_end()
        await tables()._sweep()
        assert table.match.slug in tables().open_tables, "somebody still looks at the result"
        await watcher.close()
        await asyncio.sleep(0.01)
        await tables()._sweep()
        assert tables().open_tables == {}
        assert hub().listeners == {}
        table.pages.clear()

    async def test_a_table_that_another_process_moves_on_is_let_go_here_and_one_that_nobody_else_serves_is_kept(
        self, monkeypatch
    ):
        monkeypatch.setattr("game.tables.IDLE_SECONDS", 0.0)
        table = await scene("Andre Bill")
        await asyncio.sleep(0.01)
        await tables()._sweep()
        assert table.match.slug in tables().open_tables
        other = await elsewhere(table)
        await other.ask("0", {"act": "hold"})
        await table.live.table.catch_up()
        await tables()._sweep()
        assert table.match.slug not in tables().open_tables

    async def test_chairs_are_filled_when_their_time_has_come(self):
        match = await sync_to_async(lambda: open_table(person("Andre")))()
        await Match.objects.filter(pk=match.pk).aupdate(bots_fill_at=in_seconds(-1))
        await tables()._fill_chairs()
        assert (await Match.objects.aget(pk=match.pk)).status == Match.Status.PLAYING

    async def test_tables_that_nobody_started_in_a_day_are_closed(self):
        match = await sync_to_async(lambda: open_table(person("Andre")))()
        await Match.objects.filter(pk=match.pk).aupdate(created_at=in_seconds(-25 * 3600))
        await tables()._tidy()
        assert (await Match.objects.aget(pk=match.pk)).status == Match.Status.CANCELLED

    async def test_many_who_open_a_table_at_once_get_the_same(self):
        match = await sync_to_async(lambda: playing_match(*people("Andre Bill")))()
        opened = await asyncio.gather(*(tables().open(match.slug) for _ in range(10)))
        assert len(set(map(id, opened))) == 1
        assert await tables().open("nowhere") is None
