"""Chat at a table: who may say what, in which order it stands, how long it is kept."""

from __future__ import annotations

import datetime
import json
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from matches import chat, services
from matches.guards import Refused
from matches.ignoring import ignore
from matches.models import ChatLine, Match, Player
from tests.matches.builders import again, people, person, play_game, playing_match
from tests.pages.visitors import browser_of

pytestmark = pytest.mark.django_db


def say(match: Match, player: Player, words: str) -> ChatLine:
    return chat.say(match_id=match.pk, player_id=player.pk, words=words)


def read(match: Match, player: Player | None = None) -> list[str]:
    lines = chat.chat_of(match.pk, player.pk if player else None).lines
    return [f"{line.player.shown_name}: {line.words}" for line in lines]


def test_what_is_said_stands_in_its_order_with_its_writer_and_numbers_count_at_each_table():
    andre, bill, claire, doris = people("Andre Bill Claire Doris")
    here, there = playing_match(andre, bill, chat="on"), playing_match(claire, doris, chat="on")
    for match, player, words in ((here, andre, "Hello!"), (there, doris, "Hi"), (here, bill, "  Good   evening ")):
        say(match, player, words)
    assert read(here) == ["Andre: Hello!", "Bill: Good evening"]
    assert list(here.chat_lines.values_list("number", flat=True)) == [1, 2]
    assert list(there.chat_lines.values_list("number", flat=True)) == [1]


def test_only_those_who_sit_there_may_write():
    andre, bill, claire = people("Andre Bill Claire")
    match = playing_match(andre, bill, chat="on")
    with pytest.raises(Refused, match="Only those who sit at this table"):
        say(match, claire, "Hello!")
    services.leave_for_good(match=match, player=bill)
    with pytest.raises(Refused, match="Only those who sit at this table"):
        say(match, bill, "Hello!")
    assert read(match) == []


def test_a_table_without_chat_takes_nothing_and_one_of_phrases_takes_only_those():
    andre, bill = people("Andre Bill")
    match = playing_match(andre, bill)
    assert match.chat == "off"
    with pytest.raises(Refused, match="no chat at this table"):
        say(match, andre, "Hello!")
    Match.objects.filter(pk=match.pk).update(chat="phrases")
    with pytest.raises(Refused, match="only the ready phrases"):
        say(match, andre, "Hello, Bill!")
    say(match, andre, "Hello!")
    say(match, andre, "Cheers!")
    assert read(match) == ["Andre: Hello!", "Andre: Cheers!"]


def test_a_line_that_cannot_be_read_is_refused_in_words():
    andre, bill = people("Andre Bill")
    match = playing_match(andre, bill, chat="on")
    with pytest.raises(Refused, match="200 characters at most"):
        say(match, andre, "x" * 201)
    with pytest.raises(Refused, match="nothing in that line"):
        say(match, andre, "\u202e")
    assert read(match) == []


def test_a_line_that_cannot_be_read_keeps_nobody_waiting_who_writes_at_the_table():
    andre, bill = people("Andre Bill")
    match = playing_match(andre, bill, chat="on")
    with CaptureQueriesContext(connection) as asked, pytest.raises(Refused, match="200 characters at most"):
        say(match, andre, "x" * 201)
    assert len(asked) == 0


def test_guests_send_no_addresses_and_people_with_an_account_may():
    andre, bill = people("Andre Bill")
    Player.objects.filter(pk=bill.pk).update(is_guest=False)
    match = playing_match(andre, bill, chat="on")
    with pytest.raises(Refused, match="Guests cannot send addresses"):
        say(match, andre, "look at www.example.com")
    say(match, bill, "look at www.example.com")
    assert read(match) == ["Bill: look at www.example.com"]


def test_half_an_hour_after_the_last_game_the_chat_ends_with_the_match():
    andre, bill = people("Andre Bill")
    match = playing_match(andre, bill, games_agreed=1, chat="on")
    play_game(match, 1, [3, 5], [0, 1])
    assert again(match).status == "over"
    say(match, andre, "Good game!")
    Match.objects.filter(pk=match.pk).update(ended_at=timezone.now() - datetime.timedelta(minutes=31))
    with pytest.raises(Refused, match="over for a while"):
        say(match, bill, "Good game!")


def test_the_newest_fifty_lines_are_shown():
    andre, bill = people("Andre Bill")
    match = playing_match(andre, bill, chat="on")
    for number in range(60):
        say(match, andre, f"line {number}")
    assert read(match) == [f"Andre: line {number}" for number in range(10, 60)]
    assert [line.words for line in chat.lines_after(match.pk, 58)] == ["line 58", "line 59"]
    assert chat.newest_numbers([match.pk, match.pk + 1]) == {match.pk: 60}


def test_a_line_that_is_said_while_the_others_are_being_read_counts_as_shown_if_it_is_shown(monkeypatch):
    andre, bill = people("Andre Bill")
    match = playing_match(andre, bill, chat="on")
    say(match, andre, "first")
    counted = chat.newest_numbers

    def counted_too_early(match_ids):
        found = counted(match_ids)
        say(match, bill, "second")
        return found

    monkeypatch.setattr(chat, "newest_numbers", counted_too_early)
    seen = chat.chat_of(match.pk, andre.pk)
    assert [line.words for line in seen.lines] == ["first", "second"]
    assert seen.newest == 2


def test_what_somebody_muted_wrote_does_not_push_out_what_others_wrote():
    andre, bill = people("Andre Bill")
    match = playing_match(andre, bill, chat="on")
    say(match, andre, "Hello!")
    for number in range(60):
        say(match, bill, f"noise {number}")
    ignore(by=andre, whom=bill, how="mute")
    assert read(match, andre) == ["Andre: Hello!"]
    assert len(read(match, bill)) == len(read(match)) == 50


def test_reading_takes_as_many_queries_for_many_lines_and_people_as_for_few():
    andre, bill, claire, doris = people("Andre Bill Claire Doris")
    counts = []
    for seated, lines in (((andre, bill), 1), ((claire, doris, person("Edgar")), 50)):
        match = playing_match(*seated, chat="on")
        for number in range(lines):
            say(match, seated[number % len(seated)], "Hello!")
        with CaptureQueriesContext(connection) as asked:
            read(match, seated[0])
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 4


def test_reading_for_many_people_takes_as_many_queries_as_for_one_and_each_sees_their_own_cut():
    andre, bill, claire, doris = people("Andre Bill Claire Doris")
    match = playing_match(andre, bill, claire, chat="on")
    say(match, andre, "of Andre")
    for number in range(60):
        say(match, bill, f"noise {number}")
    for by, whom in ((claire, bill), (doris, bill), (andre, doris)):
        ignore(by=by, whom=whom, how="mute")
    with CaptureQueriesContext(connection) as for_one:
        chat.chats_of(match.pk, [claire.pk])
    with CaptureQueriesContext(connection) as for_all:
        seen = chat.chats_of(match.pk, [claire.pk, doris.pk, andre.pk, bill.pk, None])
    assert len(for_all) == len(for_one) == 5
    noise = [f"noise {number}" for number in range(10, 60)]
    assert {viewer: [line.words for line in one.lines] for viewer, one in seen.items()} == {
        claire.pk: ["of Andre"],
        doris.pk: ["of Andre"],
        andre.pk: noise,
        bill.pk: noise,
        None: noise,
    }
    assert [seat.player for seat in seen[bill.pk].people] == [andre, claire]
    assert seen[claire.pk].ignoring.how(bill.pk) == "mute"
    assert seen[bill.pk].ignoring.how(claire.pk) == "hear"
    assert {one.newest for one in seen.values()} == {61}


# --- What becomes of it ---------------------------------------------------------------------------------------------


def test_lines_are_kept_for_thirty_days():
    andre, bill = people("Andre Bill")
    match = playing_match(andre, bill, chat="on")
    old, new = say(match, andre, "old"), say(match, bill, "new")
    now = timezone.now()
    ChatLine.objects.filter(pk=old.pk).update(at=now - datetime.timedelta(days=30, minutes=1))
    ChatLine.objects.filter(pk=new.pk).update(at=now - datetime.timedelta(days=29))
    services.tidy(now)
    assert read(match) == ["Bill: new"]


def test_no_number_is_used_twice_and_taking_lines_back_uses_one():
    andre, bill = people("Andre Bill")
    match = playing_match(andre, bill, chat="on")
    say(match, andre, "one")
    say(match, bill, "two")
    chat.take_back(match.chat_lines.filter(words="two"))
    assert chat.newest_numbers([match.pk]) == {match.pk: 3}
    assert chat.chat_of(match.pk, andre.pk).newest == 3
    assert say(match, andre, "three").number == 4
    assert read(match) == ["Andre: one", "Andre: three"]


def test_taking_back_many_lines_asks_the_database_no_more_than_taking_back_one():
    andre, bill = people("Andre Bill")
    match = playing_match(andre, bill, chat="on")
    asked = []
    for count in (1, 30):
        for number in range(count):
            say(match, andre, f"line {number}")
        with CaptureQueriesContext(connection) as queries:
            chat.take_back(andre.chat_lines.all())
        asked.append([re.sub(r"s\d+_x\d+", "", query["sql"]) for query in queries.captured_queries])
        assert read(match) == []
    assert asked[0] == asked[1]


def test_deleting_oneself_takes_ones_lines_along_and_leaves_those_of_others():
    andre, bill = people("Andre Bill")
    match = playing_match(andre, bill, games_agreed=1, chat="on")
    say(match, andre, "my name is Andre")
    say(match, bill, "and mine is Bill")
    ignore(by=andre, whom=bill, how="block")
    ignore(by=bill, whom=andre, how="mute")
    play_game(match, 1, [3, 5], [0, 1])
    browser_of(andre).post("/players/me/delete/")
    assert not ChatLine.objects.filter(player=andre).exists()
    assert read(match) == ["Bill: and mine is Bill"]
    assert not bill.ignores.exists()
    assert not bill.ignored_by.exists()


def test_ones_own_lines_and_whom_one_ignores_are_part_of_ones_data_and_nobody_elses_words_are():
    andre, bill = people("Andre Bill")
    match = playing_match(andre, bill, chat="on")
    say(match, andre, "Hello <b>Bill</b>")
    say(match, bill, "a word of Bill")
    ignore(by=andre, whom=bill, how="block")
    text = browser_of(andre).get("/players/me/data.json").content.decode()
    data = json.loads(text)
    assert [(one["match"], one["words"]) for one in data["chat"]] == [(match.slug, "Hello <b>Bill</b>")]
    assert [(one["name"], one["blocked"]) for one in data["ignored"]] == [("Bill", True)]
    assert "a word of Bill" not in text


def test_a_match_page_and_its_files_hold_no_word_of_the_chat():
    andre, bill = people("Andre Bill")
    match = playing_match(andre, bill, games_agreed=1, chat="on")
    say(match, andre, "a word of Andre")
    play_game(match, 1, [3, 5], [0, 1])
    for path in ("", "now/", "sheet.csv", "sheet.json"):
        page = Client().get(f"/matches/{match.slug}/{path}")
        assert page.status_code == 200
        assert "a word of Andre" not in page.content.decode()
