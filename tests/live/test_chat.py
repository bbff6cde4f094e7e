"""Chat at the live table: stored, then told; each page its own cut of it; and the game hears nothing of it."""

from __future__ import annotations

import html
import re
import threading
from unittest import mock

import pytest
from asgiref.sync import sync_to_async

from game.hub import hub
from game.paces import PACES
from game.tables import Tables, tables
from matches import chat, ignoring
from matches.models import ChatLine, Player
from matches.people import rename_player
from tests.live.scenes import PATIENCE, Page, Scene, regions_in, scene

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("live_tables", "still")]

LINE = re.compile(
    r'<li id="said-(\d+)"[^>]*><b><bdi>(.*?)</bdi></b> (?:<i [^>]*></i>)?<span dir="auto">(.*?)</span></li>'
)


async def bar(names: str = "Andre Bill Claire", **options) -> Scene:
    return await scene(names, **({"chat": "on"} | options))


async def ready(table: Scene, seat: int | None) -> Page:
    """A page that has been sent the chat as it stands."""
    page = await (table.watcher() if seat is None else table.seat(seat))
    await page.shows('id="said"')
    return page


async def say(page: Page, words: object, **fields: object) -> str:
    """Say something and wait for the answer: 'ok', or the code of the refusal."""
    press = f"said-{len(page.answers())}-{id(page)}"
    await page.send({"say": words, "press": press, **fields})
    await page.until(lambda: page.answer_to(press))
    return str(page.answer_to(press).get("refused", "ok"))


def sentence(page: Page) -> str:
    """Of the newest refusal."""
    content = next(answer["content"] for answer in reversed(page.answers()) if "refused" in answer)
    return html.unescape(re.sub(r"<[^>]*>", "", content)).strip()


def shown(page: Page) -> list[tuple[int, str, str]]:
    """The chat as the page shows it after all its frames."""
    lines: list[tuple[int, str, str]] = []
    for frame in page.frames:
        found = [(int(number), name, words) for number, name, words in LINE.findall(frame)]
        lines = found if 'id="said"' in frame else lines + found
    return lines


def sent_anew(page: Page) -> int:
    """How often the page was sent the whole chat."""
    return sum('id="said"' in frame for frame in page.frames)


def stored(table: Scene):
    return sync_to_async(lambda: [line.words for line in ChatLine.objects.filter(match=table.match)])()


async def elsewhere(table: Scene, seat: int, words: str) -> ChatLine:
    """The same as said through another process, of which no word comes here."""
    with mock.patch("matches.notices.tell"):
        return await sync_to_async(chat.say)(match_id=table.match.pk, player_id=table.seated[seat].pk, words=words)


# --- Saying and reading


async def test_what_is_said_is_read_by_all_who_look_on_and_is_stored_before_anybody_reads_it():
    table = await bar()
    pages = [await ready(table, seat) for seat in (0, 1, 2, None)]
    assert await say(pages[0], "  Good   evening! ") == "ok"
    for page in pages:
        await page.shows("Good evening!")
        assert shown(page) == [(1, "Andre", "Good evening!")]
    assert await stored(table) == ["Good evening!"]
    await table.close()


async def test_nobody_reads_what_could_not_be_stored():
    table = await bar()
    andre, bill = await ready(table, 0), await ready(table, 1)
    with mock.patch("matches.chat.say", side_effect=RuntimeError("the disk is full")):
        assert await say(andre, "lost") == "not_stored"
    assert "send it again" in sentence(andre)
    assert await say(andre, "found") == "ok"
    await bill.shows("found")
    assert "lost" not in bill.all()
    await table.close()


async def test_a_page_that_comes_later_or_again_is_sent_the_newest_fifty_lines_in_their_order():
    table = await bar()
    for number in range(1, 56):
        await elsewhere(table, number % 3, f"line {number}")
    for _ in range(2):
        page = await ready(table, 1)
        assert [number for number, _, _ in shown(page)] == list(range(6, 56))
        await page.close()
        table.pages.remove(page)
    await table.close()


async def test_lines_from_two_pages_at_once_come_once_to_each_page_and_in_one_order():
    table = await bar()
    pages = [await ready(table, seat) for seat in (0, 1, None)]
    for number in range(4):
        for page in pages[:2]:
            await page.send({"say": f"{number} of {page.player.name}"})
    for page in pages:
        await page.until(lambda page=page: len(shown(page)) == 8)
    await table.settled()
    assert shown(pages[0]) == shown(pages[1]) == shown(pages[2])
    assert [number for number, _, _ in shown(pages[0])] == list(range(1, 9))
    await table.close()


async def test_a_ready_phrase_is_one_press_and_a_reaction_comes_with_its_picture():
    table = await bar(chat="phrases")
    andre, bill = await ready(table, 0), await ready(table, 1)
    await andre.send({"phrase": "Nice move!"})
    await andre.send({"phrase": "Cheers!"})
    await bill.until(lambda: len(shown(bill)) == 2)
    assert [words for _, _, words in shown(bill)] == ["Nice move!", "Cheers!"]
    assert '<i class="reaction cheers" aria-hidden="true"></i>' in bill.all()
    assert await say(andre, "words of my own") == "not_said"
    assert "only the ready phrases" in sentence(andre)
    await table.close()


async def test_watchers_read_and_do_not_write():
    table = await bar()
    andre, watcher = await ready(table, 0), await ready(table, None)
    assert await say(watcher, "let me in") == "no_seat"
    assert 'id="chat-notice"' in watcher.answers()[-1]["content"]
    await say(andre, "Hello!")
    await watcher.shows("Hello!")
    assert await stored(table) == ["Hello!"]
    await table.close()


async def test_a_table_without_chat_sends_and_takes_none():
    table = await bar(chat="off")
    andre = await table.seat(0)
    assert await say(andre, "Hello!") == "no_seat"
    assert 'id="said"' not in andre.all()
    assert await stored(table) == []
    await table.close()


async def test_after_the_last_game_those_who_are_still_there_can_say_good_game():
    table = await bar("Andre Bill", games_agreed=1)
    andre, bill = await ready(table, 0), await ready(table, 1)
    await table.play_to_the_end()
    assert table.state.is_match_over
    assert await say(andre, "Good game!") == "ok"
    await bill.shows("Good game!")
    await table.close()


# --- Hostile texts, and too much of them


@pytest.mark.parametrize(
    "words",
    [
        "</span><script>alert(1)</script>",
        '<img src=x onerror="alert(1)">',
        "<ol hx-swap-oob=beforeend:#log><li>forged</li></ol>",
        "{{ 7*7 }} {% raw %} & &amp;",
        "W" * 20,
        "שלום ↩ 👩‍🚀",
        "'\"`\\",
    ],
)
async def test_a_line_is_text_whatever_stands_in_it(words):
    table = await bar()
    andre, bill = await ready(table, 0), await ready(table, 1)
    assert await say(andre, words) == "ok"
    await bill.until(lambda: shown(bill))
    frame = bill.frames[-1]
    assert html.unescape(shown(bill)[0][2]) == words
    assert re.sub(r"<(/?)(ol|li|b|bdi|span)\b[^>]*>", "", frame).count("<") == 0
    assert regions_in(frame) == []
    await table.close()


async def test_a_name_with_markup_is_text_as_well():
    table = await bar()
    await Player.objects.filter(pk=table.seated[0].pk).aupdate(name="<b>\u202eAndre")
    andre, bill = await ready(table, 0), await ready(table, 1)
    await say(andre, "Hello!")
    await bill.until(lambda: shown(bill))
    assert shown(bill)[0][1] == "&lt;b&gt;\u202eAndre"
    await table.close()


@pytest.mark.parametrize("words", [None, 5, ["Hello!"], {"a": 1}, True])
async def test_what_is_no_text_is_refused_like_any_senseless_frame(words):
    table = await bar()
    andre = await ready(table, 0)
    assert await say(andre, words) == "bad_action"
    assert await stored(table) == []
    await table.close()


async def test_a_guest_who_sends_an_address_is_told_why_not_and_a_line_too_long_as_well():
    table = await bar()
    andre, bill = await ready(table, 0), await ready(table, 1)
    assert await say(andre, "www.example.com") == "not_said"
    assert sentence(andre).startswith("Guests cannot send addresses")
    assert await say(andre, "x" * 300) == "not_said"
    assert "this one has 300" in sentence(andre)
    assert 'id="chat-notice"' in andre.answers()[-1]["content"], "beside the chat, not on the board"
    await table.settled()
    assert shown(bill) == []
    await table.close()


async def test_whoever_says_much_at_once_must_wait_and_the_limit_counts_for_all_pages_of_a_person(settings):
    settings.LASTCALL_CHAT_PER_SECOND, settings.LASTCALL_CHAT_BURST = 0.0001, 3
    table = await bar()
    first, second, bill = await ready(table, 0), await ready(table, 0), await ready(table, 1)
    told = [await say(page, f"line {number}") for number, page in enumerate([first, second, first, second])]
    assert told == ["ok", "ok", "ok", "not_said"]
    assert "Not so fast" in sentence(second)
    assert await say(bill, "I am another") == "ok"
    assert await stored(table) == ["line 0", "line 1", "line 2", "I am another"]
    await table.close()


async def test_chat_takes_nothing_from_what_a_page_may_press_in_the_game(settings):
    settings.LASTCALL_ACTIONS_PER_SECOND, settings.LASTCALL_ACTIONS_BURST = 0.0001, 2
    settings.LASTCALL_CHAT_BURST = 2
    table = await bar()
    andre = await ready(table, 0)
    for number in range(2):
        assert await say(andre, f"line {number}") == "ok"
    assert await say(andre, "too much by far") == "too_much"
    assert 'id="chat-notice"' in andre.answers()[-1]["content"], "beside the chat, not on the board"
    assert await andre.press("hold") == "ok"
    await table.close()


async def test_a_page_that_floods_the_chat_is_ended_a_watchers_as_well(settings):
    settings.LASTCALL_ACTIONS_PER_SECOND, settings.LASTCALL_ACTIONS_BURST = 0.0001, 2
    table = await bar()
    andre, bill, watcher = await ready(table, 0), await ready(table, 1), await ready(table, None)
    for page in (andre, watcher):
        for _ in range(12):
            await page.send({"say": "spam"})
        assert await page.ended() == 4429
    assert bill.code is None
    await table.close()


# --- No part of the game


async def test_the_journal_and_the_log_know_nothing_of_what_is_said():
    table = await bar()
    andre, bill = await ready(table, 0), await ready(table, 1)
    before = await table.rows(), table.state, bill.frames[0]
    assert await say(andre, "a word of Andre") == "ok"
    await bill.shows("a word of Andre")
    assert (await table.rows(), table.state) == before[:2]
    assert [regions_in(frame) for frame in bill.frames if "a word of Andre" in frame] == [[]]
    await table.close()


async def test_a_line_in_an_open_window_tells_no_more_than_its_words(monkeypatch):
    monkeypatch.setitem(PACES, "steady", PACES["steady"]._replace(base=10_000.0))
    table = await bar("Andre Bill Claire Doris")
    shouter = await table.deal_until_someone_may_order()
    pages = [await ready(table, seat) for seat in range(4)]
    await table.delivered()
    await table.live.table.ask(str(shouter), {"act": "order"})
    assert table.state.window_closes is not None
    counts = [len(page.frames) for page in pages]
    assert await say(pages[shouter], "Hello!") == "ok"
    for seat, page in enumerate(pages):
        await page.shows("Hello!", after=counts[seat])
        told = [frame for frame in page.frames[counts[seat] :] if not frame.startswith("{")]
        assert [regions_in(frame) for frame in told if "Hello!" in frame] == [[]]
        if seat != shouter:  # but for who is here, nothing on the board may have changed
            assert {name[:5] for frame in told for name in regions_in(frame)} <= {"seat-"}
    assert table.state.window_closes is not None
    await table.close()


async def test_an_order_does_not_wait_for_a_line_that_is_being_stored():
    table = await bar()
    await table.deal_until_someone_may_order(0)
    andre = await ready(table, 0)
    may_go_on, really_say = threading.Event(), chat.say

    def say_slowly(**line: object) -> ChatLine:
        assert may_go_on.wait(PATIENCE)
        return really_say(**line)

    with mock.patch("matches.chat.say", side_effect=say_slowly):
        await andre.send({"say": "Wait for me"})
        assert await andre.press("order") == "ok"
        assert "Wait for me" not in andre.all()
        may_go_on.set()
        await andre.shows("Wait for me")
    await table.close()


# --- Muting and blocking


def ignore(table: Scene, by: int, whom: int, how: str):
    return sync_to_async(ignoring.ignore)(by=table.seated[by], whom=table.seated[whom], how=how)


@pytest.mark.parametrize("how", ["mute", "block"])
async def test_whom_somebody_ignores_they_read_no_more_at_once_and_again_when_they_take_it_back(how):
    table = await bar()
    andre, second, bill, claire = [await ready(table, seat) for seat in (0, 0, 1, 2)]
    await say(bill, "first")
    for page in (andre, second, claire):
        await page.shows("first")
    await ignore(table, 0, 1, how)
    for page in (andre, second):
        await page.until(lambda page=page: not shown(page))
    assert [sent_anew(page) for page in (andre, second, bill, claire)] == [2, 2, 1, 1], "nobody else is told"
    await say(bill, "second")
    await say(claire, "of Claire")
    for page in (andre, second):
        await page.until(lambda page=page: shown(page) == [(3, "Claire", "of Claire")])
        assert "second" not in page.all()
    assert [words for _, _, words in shown(claire)] == ["first", "second", "of Claire"]
    again = await ready(table, 0)
    assert shown(again) == [(3, "Claire", "of Claire")]
    await ignore(table, 0, 1, "hear")
    await andre.until(lambda: [words for _, _, words in shown(andre)] == ["first", "second", "of Claire"])
    await table.close()


async def test_the_people_of_the_table_are_offered_to_be_muted_but_not_oneself():
    table = await bar("Andre Bill", bots=1)
    andre, watcher = await ready(table, 0), await ready(table, None)
    bill = table.seated[1].pk
    people = re.search(r'<ul id="chat-people".*?</ul>', andre.all(), re.DOTALL)[0]
    assert re.findall(r"<li><bdi>(.*?)</bdi>", people) == ["Bill"]
    assert f'value="mute {bill}"' in people
    assert f'value="block {bill}"' in people
    await ignore(table, 0, 1, "block")
    await andre.shows(f'value="hear {bill}"')
    assert f'value="hear {bill}"' not in watcher.all()
    await table.close()


# --- Names, and lines that go


async def test_somebody_with_a_new_name_has_it_on_all_their_lines():
    table = await bar()
    andre, bill = await ready(table, 0), await ready(table, 1)
    await say(andre, "Hello!")
    await sync_to_async(rename_player)(table.seated[0], "Anton")
    await bill.until(lambda: shown(bill) == [(1, "Anton", "Hello!")])
    await table.close()


async def test_a_new_name_stands_on_the_pages_of_others_although_its_person_has_none_open():
    table = await bar()
    await elsewhere(table, 0, "Hello!")
    bill, watcher = await ready(table, 1), await ready(table, None)
    await sync_to_async(rename_player)(table.seated[0], "Anton")
    for page in (bill, watcher):
        await page.until(lambda page=page: shown(page) == [(1, "Anton", "Hello!")])
    await table.close()


async def test_a_new_name_is_read_once_for_all_pages_and_each_has_its_own_cut():
    table = await bar()
    await elsewhere(table, 0, "Hello!")
    await elsewhere(table, 1, "of Bill")
    await ignore(table, 2, 1, "mute")
    pages = [await ready(table, seat) for seat in (0, 0, 1, 2, None, None, None)]
    await table.live.chat.closed()
    with mock.patch("matches.chat.chats_of", side_effect=chat.chats_of) as read:
        await sync_to_async(rename_player)(table.seated[0], "Anton")
        for page in pages:
            await page.until(lambda page=page: "Anton" in str(shown(page)))
        await table.live.chat.closed()
    assert read.call_count == 1
    assert [sent_anew(page) for page in pages] == [2] * len(pages)
    assert ["of Bill" in page.all() for page in pages] == [True, True, True, False, True, True, True]
    await table.close()


async def test_a_line_that_is_taken_back_goes_from_every_page_and_the_chat_goes_on():
    table = await bar()
    andre, bill = await ready(table, 0), await ready(table, 1)
    for words in ("one", "two"):
        await say(andre, words)
    await bill.shows("two")
    await sync_to_async(lambda: chat.take_back(ChatLine.objects.filter(words="two")))()
    await bill.until(lambda: [words for _, _, words in shown(bill)] == ["one"])
    await say(andre, "three")
    await bill.until(lambda: [words for _, _, words in shown(bill)] == ["one", "three"])
    await table.close()


# --- Processes


async def test_a_hint_from_another_process_is_enough_to_read_on_and_no_line_comes_twice():
    table = await bar()
    andre, watcher = await ready(table, 0), await ready(table, None)
    await elsewhere(table, 1, "from afar")
    await elsewhere(table, 2, "from farther")
    topic = table.live.chat.topic
    for number in (2, 1, 2):
        hub().tell_here(topic, {"number": number})
    for page in (andre, watcher):
        await page.shows("from farther")
    await table.live.chat.closed()
    await say(andre, "from here")
    await watcher.shows("from here")
    assert [words for _, _, words in shown(watcher)] == ["from afar", "from farther", "from here"]
    await table.close()


async def test_what_was_said_elsewhere_without_a_word_of_it_is_found_by_the_check(settings):
    table = await bar()
    watcher = await ready(table, None)
    await elsewhere(table, 1, "from afar")
    settings.REDIS_URL = "redis://is.not.asked"
    await tables()._check_chats()
    await watcher.shows("from afar")
    assert shown(watcher) == [(1, "Bill", "from afar")]
    settings.REDIS_URL = ""
    await table.close()


async def test_what_was_taken_back_elsewhere_without_a_word_of_it_goes_and_the_next_line_comes(settings):
    table = await bar()
    for words in ("one", "two"):
        await elsewhere(table, 1, words)
    watcher = await ready(table, None)
    settings.REDIS_URL = "redis://is.not.asked"
    with mock.patch("matches.notices.tell"):
        await sync_to_async(lambda: chat.take_back(ChatLine.objects.filter(words="two")))()
    await tables()._check_chats()
    await watcher.until(lambda: [words for _, _, words in shown(watcher)] == ["one"])
    with mock.patch("matches.notices.tell"):
        await sync_to_async(lambda: chat.take_back(ChatLine.objects.filter(words="one")))()
    await elsewhere(table, 1, "three")
    await tables()._check_chats()
    await watcher.until(lambda: [words for _, _, words in shown(watcher)] == ["three"])
    settings.REDIS_URL = ""
    await table.close()


async def test_a_page_whose_chat_could_not_be_read_when_it_was_opened_has_it_a_little_later():
    table = await bar()
    await elsewhere(table, 1, "Hello!")
    with mock.patch("matches.chat.chats_of", side_effect=RuntimeError("the database was restarted")):
        andre = await table.seat(0)
        await table.live.chat.closed()
    assert shown(andre) == []
    await tables()._check_chats()
    await andre.until(lambda: [words for _, _, words in shown(andre)] == ["Hello!"])
    await table.close()


async def test_a_line_that_is_stored_and_could_not_be_shown_at_once_was_said_and_is_shown_a_little_later():
    table = await bar()
    andre, bill = await ready(table, 0), await ready(table, 1)
    with mock.patch("matches.chat.lines_after", side_effect=RuntimeError("the database was restarted")):
        assert await say(andre, "Hello!") == "ok"
        await table.live.chat.closed()
    await tables()._check_chats()
    for page in (andre, bill):
        await page.until(lambda page=page: shown(page) == [(1, "Andre", "Hello!")])
    await table.close()


async def test_two_processes_with_pages_of_one_table_show_the_same_chat():
    table = await bar()
    andre = await ready(table, 0)
    other = Tables()
    twin = await other.open(table.match.slug)
    assert twin.chat is not table.live.chat
    heard: list[str] = []

    class Ear:
        player_id = None

        def push(self, text: str) -> None:
            heard.append(text)

    ear = Ear()
    twin.chat.enter(ear)
    await twin.chat.closed()
    await say(andre, "said here")
    await twin.chat.say(table.seated[1].pk, {"say": "said there"})
    await andre.shows("said there")
    await andre.until(lambda: any("said there" in text for text in heard))
    words = [words for text in heard for _, _, words in LINE.findall(text)]
    assert words == [words for _, _, words in shown(andre)] == ["said here", "said there"]
    twin.chat.leave(ear)
    await other.shut_down()
    await table.close()


async def test_when_the_last_page_has_gone_nobody_listens_any_more():
    table = await bar()
    page = await ready(table, 0)
    assert table.live.chat.topic in hub().listeners
    await page.close()
    table.pages.remove(page)
    assert table.live.chat.topic not in hub().listeners
    assert table.live.chat.pages == {}
