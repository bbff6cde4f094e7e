"""Who is here: a count of sockets that answer, never a flag. Two tabs are one person; away and back are told."""

from __future__ import annotations

import asyncio

import pytest
from asgiref.sync import sync_to_async

from game import live as live_module
from game.hub import hub
from game.presence import AWAY_AFTER, OTHERS_COUNT_FOR, SILENT_AFTER, Presence
from game.tables import LOOK_SECONDS, tables
from matches import people
from matches.models import Match
from tests.live.scenes import Scene, scene

ONE = "0"
AWAY = '<span class="chip away">away</span>'


# -- the sums, without a table


def test_away_shows_within_ten_seconds_of_a_line_that_died_without_a_sign():
    assert SILENT_AFTER + AWAY_AFTER + 2 * LOOK_SECONDS <= 10


def test_two_tabs_are_one_person():
    presence = Presence([ONE], now=0)
    presence.came(ONE, 0)
    presence.came(ONE, 1)
    presence.went(ONE, 2)
    presence.heard(ONE, 99)
    assert presence.words(100) == {}
    presence.went(ONE, 100)
    assert presence.words(101) == {}, "a reload is no absence"
    assert presence.words(100 + AWAY_AFTER) == {ONE: "away"}


def test_a_socket_that_answers_no_ping_counts_no_more_and_counts_again_when_it_does():
    presence = Presence([ONE], now=0)
    presence.came(ONE, 0)
    for now in range(30):
        presence.look(now)
    assert presence.words(30) == {ONE: "away"}
    assert presence.absent(60) == frozenset(), "the minute runs from when the line fell silent"
    assert presence.absent(60 + SILENT_AFTER) == {ONE}
    presence.heard(ONE, 70)
    assert presence.words(70) == {}
    assert presence.absent(70) == frozenset()


def test_a_page_without_a_socket_counts_for_a_while():
    presence = Presence([ONE], now=0)
    presence.paged(ONE, 100)
    assert presence.words(130) == {}
    assert presence.words(160) == {ONE: "away"}


def test_what_another_process_said_holds_for_some_seconds():
    presence = Presence([ONE], now=0)
    presence.said("p2", {ONE: 1}, 50)
    assert presence.words(50 + OTHERS_COUNT_FOR - 1) == {}
    presence.look(50 + OTHERS_COUNT_FOR - 1)
    assert presence.words(80) == {ONE: "away"}
    presence.said("p2", {ONE: 1}, 81)
    presence.said("p2", {}, 82)
    assert presence.words(82) == {}
    assert presence.words(82 + AWAY_AFTER) == {ONE: "away"}


def test_nobody_is_absent_before_a_minute_and_nobody_who_is_here_however_short_the_scale():
    presence = Presence([ONE], now=0)
    assert presence.absent(59) == frozenset()
    assert presence.absent(60) == {ONE}
    hasty = Presence([ONE], now=0, scale=0.001)
    hasty.came(ONE, 10)
    assert hasty.absent(11) == frozenset()


# -- at a table


class Later:
    """The table's clock, moved on by the test."""

    def __init__(self, table: Scene) -> None:
        self.table = table
        self.now = table.live.table.now()
        table.live.table.now = lambda: self.now

    def seconds(self, seconds: float) -> None:
        self.now += seconds
        self.table.live.look_around()


@pytest.fixture
def _quiet_housekeeping(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.tables.LOOK_SECONDS", 1000.0)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("still", "_quiet_housekeeping")
class TestAtATable:
    async def test_away_and_back_are_told_to_the_others_once_the_last_tab_is_closed(self):
        table = await scene()
        first, second, bill = await table.seat(0), await table.seat(0), await table.seat(1)
        later = Later(table)
        await first.close()
        later.seconds(4)
        table.live.heard("1")
        table.live.heard("0")
        later.seconds(1)
        count = len(bill.frames)
        assert AWAY not in "".join(bill.frames[1:])
        await second.close()
        table.pages = [bill]
        later.seconds(AWAY_AFTER)
        table.live.heard("1")
        await bill.shows(AWAY, after=count)
        back = len(bill.frames)
        again = await table.seat(0)
        await bill.shows('id="seat-0"', after=back)
        assert AWAY not in bill.frames[-1]
        assert again.code is None
        await table.close()

    async def test_a_dead_line_is_told_and_its_first_word_brings_the_person_back_at_once(self):
        table = await scene()
        await table.seat(0, answers_pings=False)
        bill = await table.seat(1, answers_pings=False)
        later = Later(table)
        count = len(bill.frames)
        for _ in range(9):
            later.seconds(1)
            table.live.heard("1")
        await bill.shows(AWAY, after=count)
        count = len(bill.frames)
        table.live.heard("0")
        await bill.shows('id="seat-0"', after=count)
        assert AWAY not in bill.frames[-1]
        await table.close()

    async def test_after_a_minute_anybody_may_let_a_bot_play_on_and_it_gets_up_when_the_person_is_back(self):
        table = await scene("Andre Bill Claire")
        bill = await table.seat(1)
        later = Later(table)
        assert await bill.press("sit-in 0") == "not_absent"
        later.seconds(61)
        table.live.heard("1")
        await bill.shows("Let a bot play for Andre")
        assert await bill.press("sit-in 0") == "ok"
        assert table.state.bot_at("0") == "regular"
        await bill.shows("a bot plays on")
        await table.seat(0)
        await bill.shows("Andre is back and plays again.")
        assert table.state.bot_at("0") == ""
        await table.close()

    async def test_a_line_that_was_only_silent_brings_its_person_back_too(self):
        table = await scene("Andre Bill Claire")
        andre, bill = await table.seat(0, answers_pings=False), await table.seat(1)
        later = Later(table)
        later.seconds(70)
        table.live.heard("1")
        assert await bill.press("sit-in 0") == "ok"
        await andre.send({"act": "pass"})
        await bill.shows("Andre is back and plays again.")
        await table.close()

    async def test_a_page_without_a_socket_brings_its_person_back_too(self):
        table = await scene("Andre Bill Claire")
        bill = await table.seat(1)
        later = Later(table)
        later.seconds(70)
        table.live.heard("1")
        assert await bill.press("sit-in 0") == "ok"
        table.live.paged("0")
        await bill.shows("Andre is back and plays again.")
        await table.close()

    async def test_who_comes_and_goes_ten_times_has_not_left(self):
        table = await scene()
        for _ in range(10):
            page = await table.seat(0)
            await page.close()
        table.pages.clear()
        assert table.state.left == frozenset()
        page = await table.seat(0)
        assert await page.press("hold") == "ok"
        await table.close()

    async def test_the_match_ends_when_no_person_has_been_there_for_long(self):
        table = await scene()
        watcher = await table.watcher()
        later = Later(table)
        later.seconds(live_module.NOBODY_SECONDS - 1)
        await table.settled()
        assert not table.state.ended
        later.seconds(2)
        await watcher.shows("Nobody is left at the table")
        assert (await Match.objects.aget(pk=table.match.pk)).status == Match.Status.OVER
        await table.close()

    async def test_a_process_that_hears_nothing_of_the_others_does_not_end_their_match(self, monkeypatch):
        table = await scene()
        monkeypatch.setattr(hub(), "has_remote", True)
        hub().carried_since = asyncio.get_running_loop().time()
        later = Later(table)
        later.seconds(live_module.NOBODY_SECONDS + 1)
        await table.settled()
        assert not table.state.ended
        hub().carried_since -= live_module.HEARING_SECONDS
        later.seconds(1)
        async with asyncio.timeout(10):
            while not table.state.ended:
                await asyncio.sleep(0.01)
        await table.close()

    async def test_who_shouts_by_a_form_is_back_for_others_only_when_the_window_has_closed(self):
        table = await scene("Andre Bill Claire")
        shouter = await table.deal_until_someone_may_order()
        other = await table.seat((shouter + 1) % 3)
        later = Later(table)
        later.seconds(30)
        table.live.heard(str((shouter + 1) % 3))
        await table.settled()
        count = len(other.frames)
        await table.live.table.ask(str(shouter), {"act": "order"})
        table.live.paged(str(shouter))
        table.live.look_around()
        await table.settled()
        assert [frame for frame in other.frames[count:] if f'id="seat-{shouter}"' in frame] == []
        await table.clock("close_orders")
        table.live.look_around()
        await other.shows(f'id="seat-{shouter}"', after=count)
        assert table.live.presence.words(table.live.table.now()).get(str(shouter)) is None
        await table.close()

    async def test_names_follow_a_rename_everywhere_on_every_page(self):
        table = await scene()
        pages = [await table.seat(0), await table.seat(1), await table.watcher()]
        counts = [len(page.frames) for page in pages]
        await sync_to_async(people.rename_player)(table.seated[0], "Andrea <3")
        for page, count in zip(pages, counts, strict=True):
            await page.shows("Andrea &lt;3", after=count)
            told = "".join(page.frames[count:])
            assert {'id="seat-0"', 'id="priority"', 'id="log"'} <= {
                part for part in ('id="seat-0"', 'id="priority"', 'id="log"') if part in told
            }
            assert "Andrea <3" not in told
        await table.close()

    async def test_a_table_without_onlookers_renders_nothing(self, monkeypatch):
        table = await scene()
        monkeypatch.setattr(table.live, "board", lambda: 1 / 0)
        await table.clock("deal")
        assert table.state.game.dealt == 1

    async def test_looking_around_without_news_sends_and_renders_nothing(self, monkeypatch):
        table = await scene()
        page = await table.seat(0)
        await table.settled()
        count = len(page.frames)
        monkeypatch.setattr(table.live, "board", lambda: 1 / 0)
        table.live.look_around()
        await table.settled()
        assert len(page.frames) == count
        await table.close()


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("still")
async def test_the_housekeeping_looks_every_second_and_one_bad_table_does_not_stop_it(monkeypatch):
    broken, sound = await scene("Andre Bill"), await scene("Claire Doris")
    looked = asyncio.Event()
    monkeypatch.setattr(broken.live, "look_around", lambda: 1 / 0)
    monkeypatch.setattr(sound.live, "look_around", looked.set)
    monkeypatch.setattr(tables(), "_fill_chairs", None)
    await asyncio.wait_for(looked.wait(), 10)
