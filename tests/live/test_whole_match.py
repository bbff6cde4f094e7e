"""Whole matches through sockets: pages that follow every change, and players who know nothing but their page."""

from __future__ import annotations

import asyncio
import re
from random import Random

import pytest
from asgiref.sync import sync_to_async

from game import archive, fragments
from game.paces import PACES, Pace
from game.record import answer
from game.rules import Phase
from matches.models import IceTally, Match
from tests.live.dom import Dom, without_time
from tests.live.scenes import Page, Scene, scene, stored_game

pytestmark = pytest.mark.django_db(transaction=True)


class Follower:
    """A page and what it shows after all it was sent."""

    def __init__(self, table: Scene, page: Page, seat: str | None) -> None:
        self.table = table
        self.page = page
        self.seat = seat
        self.dom = Dom()
        self.read = 0

    def look(self) -> None:
        for frame in self.page.frames[self.read :]:
            self.dom.apply(frame)
        self.read = len(self.page.frames)

    def compare(self) -> None:
        """With what a page would show that is opened at this moment."""
        self.look()
        live, fresh = self.table.live, Dom()
        fresh.apply(fragments.whole_html(live.board(), live.own(self.seat), live.table.state.deadline))
        for name, region in fresh.regions.items():
            shown = without_time(self.dom.regions[name])
            assert shown == without_time(region), f"{name} of {self.seat} after entry {live.table.state.number}"
        assert self.dom.lines[-len(fresh.lines) :] == fresh.lines


async def test_a_page_that_followed_every_change_shows_what_a_page_opened_now_shows(still, monkeypatch):
    table = await scene("Andre Bill Claire", games_agreed=1)
    followers = [Follower(table, await table.seat(seat), str(seat)) for seat in range(3)]
    followers.append(Follower(table, await table.watcher(), None))
    compared = []

    def and_compare(do):
        async def done(*arguments):
            await do(*arguments)
            await table.delivered()
            for follower in followers:
                follower.compare()
            compared.append(table.state.phase)

        return done

    monkeypatch.setattr(table.live.table, "append", and_compare(table.live.table.append))
    monkeypatch.setattr(table.live.table, "ask", and_compare(table.live.table.ask))
    await table.play_to_the_end()
    assert set(compared) == {Phase.DEALING, Phase.MOVING, Phase.MAKING, Phase.LAST_CALL, Phase.OVER}
    await table.close()


class Reader(Follower):
    """A player who knows nothing but the page, and presses what it offers."""

    chance = Random(3)
    thought_of = ""
    """The newest thing it has seen and thought about."""

    def offers(self, region: str, value: str) -> list[str]:
        """The buttons of a region that may be pressed now, by their values."""
        found = re.findall(r'<button[^>]*name="act" value="([^"]+)"([^>]*)>', self.dom.regions.get(region, ""))
        return [act for act, rest in found if act.split()[0] == value and "aria-disabled" not in rest]

    def bottle(self) -> tuple[str, str] | None:
        """A bottle that may be taken, and one of those who may have it."""
        regions = "".join(html for name, html in self.dom.regions.items() if name.startswith("bartender-"))
        found = re.findall(r'name="bottle"[^>]*value="([^"]+)" data-receivers="([^"]+)"', regions)
        if not found:
            return None
        bottle, receivers = self.chance.choice(found)
        return bottle, self.chance.choice(receivers.split())

    def choice(self) -> dict[str, str] | None:
        """After last call it makes what can be made and leaves the moves to the house."""
        is_last_call = 'data-phase="last_call"' in self.dom.regions.get("status", "")
        if not is_last_call and (chosen := self.bottle()):
            return {"act": f"move-to {chosen[1]}", "bottle": chosen[0]}
        wants = [("hand", "make"), ("controls", "ready"), ("controls", "pass")]
        if self.thought_of != self.seen:
            self.thought_of = self.seen
            wants += [("controls", "order")] * (self.chance.random() < 0.2)
        for region, value in wants:
            if offered := self.offers(region, value):
                return {"act": offered[0]}
        return None

    @property
    def seen(self) -> str:
        return re.findall(r'name="seen" value="(\d+)"', self.dom.regions["seen"])[0]

    @property
    def is_over(self) -> bool:
        return 'data-phase="match_over"' in self.dom.regions.get("status", "")

    async def play(self) -> None:
        while not self.is_over:
            self.look()
            choice = self.choice()
            if choice is None:
                await asyncio.sleep(0.005)
                continue
            answer = await self.page.press(choice.pop("act"), **choice, seen=self.seen)
            assert answer in ("ok", "stale", "too_late", "wrong_phase", "no_legal_move", "game_over"), answer


async def test_people_who_know_nothing_but_their_page_play_a_whole_match_with_a_bot(swift, monkeypatch):
    monkeypatch.setitem(PACES, "steady", Pace(2, 1, 2000, 2000, 30, 2))
    table = await scene("Andre Bill", bots=1, games_agreed=2)
    readers = [Reader(table, await table.seat(seat), str(seat)) for seat in range(2)]
    watcher = await table.watcher()
    async with asyncio.timeout(60):
        await asyncio.gather(*(reader.play() for reader in readers))
    await watcher.shows("Final score")
    match = await Match.objects.aget(pk=table.match.pk)
    assert (match.status, match.ended_why) == (Match.Status.OVER, "")
    assert await IceTally.objects.filter(game__match=match).acount() == 6
    for number in (1, 2):
        game = await stored_game(table.match, number)
        record = await sync_to_async(archive.record_document)(game)
        played = answer(record)
        assert played["ok"], played
        names = await sync_to_async(archive.names_of)(match)
        assert played["tab_row"] == [names[str(seat)] for seat in game.tab_row]
        assert record["result"]["ice"] == played["ice"]
    await table.close()
