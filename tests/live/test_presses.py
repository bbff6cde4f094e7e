"""A press of a button: stored, then told; a refusal is its sender's alone."""

from __future__ import annotations

import asyncio
import threading

import pytest

from game.rules import Phase
from matches import journal
from tests.live.scenes import Scene, regions_in, scene

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("still")]


async def test_whoever_opens_a_socket_is_sent_the_whole_board():
    table = await scene()
    page = await table.seat(0)
    bartenders = {f"bartender-{word}" for word in "frank jasmine kathy mona otto ray".split()}
    whole = {"status", "priority", "latest", "sheet", "proposal", "about", "seat-0", "seat-1", "log"}
    assert whole | bartenders | {"hand", "controls", "table-menu", "seen"} == set(regions_in(page.frames[0])) - {
        "notice"
    }
    await table.close()


async def test_a_press_is_shown_to_everybody_and_acknowledged_to_its_sender_alone():
    table = await scene("Andre Bill Claire")
    andre, bill, watcher = await table.seat(0), await table.seat(1), await table.watcher()
    assert await andre.press("hold") == "ok"
    for page in (andre, bill, watcher):
        await page.shows("Andre holds the deal", after=1)
    assert not bill.answers()
    assert not watcher.answers()
    await table.close()


class SlowWriter:
    """Holds commits back until it is told to go on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.gate = threading.Event()
        self.is_waiting = threading.Event()
        commit = journal._commit

        def held(*arguments):
            self.is_waiting.set()
            assert self.gate.wait(20)
            return commit(*arguments)

        monkeypatch.setattr(journal, "_commit", held)


async def test_nobody_hears_of_a_press_before_it_is_stored(monkeypatch):
    table = await scene()
    andre, bill = await table.seat(0), await table.seat(1)
    rows, andres, bills = await table.rows(), len(andre.frames), len(bill.frames)
    writer = SlowWriter(monkeypatch)
    await andre.send({"act": "hold", "press": "one"})
    await asyncio.to_thread(writer.is_waiting.wait, 10)
    await asyncio.sleep(0.1)
    assert await table.rows() == rows
    assert (len(andre.frames), len(bill.frames)) == (andres, bills)
    writer.gate.set()
    await andre.until(lambda: andre.answer_to("one"))
    assert (await table.rows())[-1]["entry"] == "hold"
    await bill.shows("Andre holds the deal")
    await table.close()


async def test_a_pong_is_heard_while_a_press_is_still_being_stored(monkeypatch):
    table = await scene()
    andre = await table.seat(0, answers_after=0.0)
    await andre.until(lambda: len(table.lines()) == 1 and len(table.lines()[0].round_trips) >= 2)
    writer = SlowWriter(monkeypatch)
    await andre.send({"act": "hold", "press": "one"})
    await asyncio.to_thread(writer.is_waiting.wait, 10)
    await andre.until(lambda: len(table.lines()[0].round_trips) >= 3)
    assert max(table.lines()[0].round_trips) < 0.5
    writer.gate.set()
    await table.close()


async def test_a_refusal_reaches_its_sender_only_with_a_sentence_and_nothing_is_stored():
    table = await scene("Andre Bill Claire")
    andre, bill, watcher = await table.seat(0), await table.seat(1), await table.watcher()
    rows, seen = await table.rows(), [len(page.frames) for page in (bill, watcher)]
    assert await andre.press("pass") == "wrong_phase"
    refusal = (await andre.refused())["content"]
    assert 'id="notice"' in refusal
    assert 'class="refusal"' in refusal
    await table.settled()
    assert [len(page.frames) for page in (bill, watcher)] == seen
    assert await table.rows() == rows
    await table.close()


async def test_the_next_thing_that_is_accepted_clears_the_refusal():
    table = await scene()
    andre = await table.seat(0)
    await andre.press("pass")
    count = len(andre.frames)
    assert await andre.press("hold") == "ok"
    await andre.shows('<p id="notice" role="status" hx-swap-oob=outerMorph></p>', after=count)
    await table.close()


async def test_a_watcher_can_press_nothing():
    table = await scene()
    watcher = await table.watcher()
    rows = await table.rows()
    for act in ("order", "deal", "hold", "move rum frank otto", "make 0 kathy", "pass", "ready", "leave", "sit-in 0"):
        assert await watcher.press(act, seen=table.state.seen) == "no_seat"
    assert await table.rows() == rows
    await table.close()


async def test_a_watcher_sees_no_hand_and_no_button():
    table = await scene()
    watcher = await table.watcher()
    assert "hand" not in regions_in(watcher.frames[0])
    assert "You are watching" in watcher.frames[0]
    assert "<button" not in watcher.frames[0]
    await table.close()


async def test_a_screen_that_all_look_at_shows_no_hand_also_where_a_player_opens_it():
    table = await scene(chat="on")
    screen = await table.page(table.seated[0], query="?seat=none")
    await screen.shows("You are watching")
    assert "hand" not in regions_in(screen.frames[0])
    assert not table.live.presence.here(table.live.table.now())
    assert table.live.chat is not None
    assert not table.live.chat.pages, "and no chat: what people say is cut for each who reads it"
    assert await screen.press("hold", seen=table.state.seen) == "no_seat"
    await table.close()


async def test_a_stale_press_is_refused_once_something_visible_has_followed():
    table = await scene("Andre Bill Claire")
    dealer = int(table.state.game.dealer)
    page = await table.seat(dealer)
    seen = table.state.seen
    await table.clock("deal")
    assert await page.press("deal", seen=seen) == "stale"
    assert await page.press("deal", seen=table.state.seen) == "ok"
    await table.close()


async def test_a_second_press_of_the_same_name_changes_nothing_and_is_acknowledged():
    table = await scene()
    andre = await table.seat(0)
    assert await andre.press("hold", press="same") == "ok"
    rows, count = await table.rows(), len(andre.answers())
    await andre.send({"act": "hold", "press": "same"})
    await andre.until(lambda: len(andre.answers()) > count)
    assert andre.answers()[-1] == {"ok": "same"}
    assert await table.rows() == rows
    await table.close()


async def test_twenty_presses_of_one_move_at_once_move_one_bottle():
    table = await scene("Andre Bill Claire")
    taker = await takes_an_order(table)
    page = await table.seat(taker)
    move = table.view(taker).may.move[0]
    act = f"move {move.liquor.word} {move.giver.word} {move.receiver.word}"
    table.live.buckets[str(taker)].level = 100
    for number in range(14):
        await page.send({"act": act, "press": f"p{number}", "seen": str(table.state.seen)})
    await page.until(lambda: len(page.answers()) >= 14)
    assert sum("ok" in answer for answer in page.answers()) == 1
    assert [row["act"] for row in await table.rows() if "act" in row].count("move") == 1
    await table.close()


async def test_an_order_is_taken_and_carried_out_through_sockets_alone():
    table = await scene("Andre Bill Claire")
    pages = [await table.seat(number) for number in range(3)]
    taker = await table.deal_until_someone_may_order()
    assert await pages[taker].press("order", seen=table.state.seen) == "ok"
    await table.clock("close_orders")
    for page in pages:
        await page.shows("takes it.")
    await pages[taker].shows("choose a bottle")
    move = table.view(taker).may.move[0]
    bottle = f"{move.giver.word} {move.liquor.word}"
    assert f'value="{bottle}"' in pages[taker].all()
    assert f'value="{bottle}"' not in "".join(page.all() for page in pages if page is not pages[taker])
    answer = await pages[taker].press(f"move-to {move.receiver.word}", bottle=bottle, seen=table.state.seen)
    assert answer == "ok"
    for page in pages:
        await page.shows(f"moves {move.liquor.label} from {move.giver.label} to {move.receiver.label}")
    assert table.state.phase is Phase.MAKING
    await table.close()


async def test_what_was_pressed_before_the_page_closed_is_still_done():
    table = await scene()
    andre = await table.seat(0)
    await andre.send({"act": "hold"})
    await andre.close()
    await table.settled()
    assert (await table.rows())[-1]["entry"] == "hold"


async def test_an_error_of_the_program_is_told_in_a_sentence_and_the_socket_stays(monkeypatch):
    table = await scene()
    andre = await table.seat(0)

    async def broken(*arguments: object) -> bool:
        raise RuntimeError("no such thing")

    with monkeypatch.context() as patch:
        patch.setattr(table.live.table.journal, "append", broken)
        assert await andre.press("hold") == "not_stored"
    assert await andre.press("hold") == "ok"
    await table.close()


async def test_a_region_that_cannot_be_shown_holds_up_neither_the_game_nor_the_acknowledgement(monkeypatch):
    table = await scene()
    andre = await table.seat(0)
    with monkeypatch.context() as patch:
        patch.setattr(table.live, "_regions", lambda board: 1 / 0)
        assert await andre.press("hold") == "ok"
    await table.clock("deal")
    await andre.shows("1 card", after=1)
    await table.close()


async def takes_an_order(table: Scene) -> int:
    """Someone who does not deal shouts and takes the order; the seat."""
    taker = await table.deal_until_someone_may_order()
    await table.live.table.ask(str(taker), {"act": "order"})
    await table.clock("close_orders")
    assert table.state.game.order_taker == str(taker)
    return taker
