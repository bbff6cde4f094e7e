"""What may stand in a line at a table: anything a person can read, and nothing that hides, breaks out or misleads."""

from __future__ import annotations

import pytest

from matches.chat_words import MOST_STORED, PHRASES, REACTIONS, BadLine, clean_line, has_link

FLAG_OF_A_PIRATE = "🏴‍☠️"
ASTRONAUT = "👩‍🚀"


@pytest.mark.parametrize(
    ("sent", "stored"),
    [
        ("Nice move!", "Nice move!"),
        ("  two \n lines\tand   blanks ", "two lines and blanks"),
        ("bell\x07 and escape\x1b[31m", "bell and escape[31m"),
        ("\u202egnirts\u202c \u2066left\u2069 \u200f", "gnirts left"),
        ("in\u200bvis\u2060ible\ufeff\u00ad", "invisible"),
        ("half \ud800 a character", "half a character"),
        ('<b>bold</b> & "quoted" {{ 7*7 }}', '<b>bold</b> & "quoted" {{ 7*7 }}'),
        ("שלום, مرحبا, 你好", "שלום, مرحبا, 你好"),
        (f"{ASTRONAUT} {FLAG_OF_A_PIRATE} 👍🏽", f"{ASTRONAUT} {FLAG_OF_A_PIRATE} 👍🏽"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("cafe\u0301", "café"),
        ("Z" + "\u0317" * 50 + "algo", "Z" + "\u0317" * 3 + "algo"),
        ("\u0317\u0317on nothing", "on nothing"),
        ("W" * 200, "W" * 200),
    ],
)
def test_a_line_is_stored_as_it_is_read(sent, stored):
    assert clean_line(sent) == stored


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ("", "nothing in that line"),
        (" \n\t ", "nothing in that line"),
        ("\u202e\u200b\x00", "nothing in that line"),
        ("\u3164\u2800", "nothing in that line"),
        ("x" * 201, "200 characters at most; this one has 201"),
        ("x" * 1_000_000, "200 characters at most"),
        (ASTRONAUT * 150, "too many parts"),
    ],
)
def test_a_line_of_nothing_or_of_too_much_is_refused_in_words(sent, sentence):
    with pytest.raises(BadLine, match=sentence):
        clean_line(sent)


def test_what_is_joined_to_one_picture_counts_as_one_character():
    assert clean_line(ASTRONAUT * 100) == ASTRONAUT * 100
    assert len(ASTRONAUT * 100) < MOST_STORED


@pytest.mark.parametrize(
    "line",
    [
        "https://x.example/a",
        "HTTP://X",
        "ftp://files",
        "see www.somewhere",
        "example.com",
        "(Example.COM)",
        "bit.ly/abc",
        "my.page.museum/path",
        "ｅｘａｍｐｌｅ．ｃｏｍ",
        "example。com",
        "exam\u200dple.com",
        "mail me: andre@bar.example",
        "mailto:andre",
        "192.168.0.1",
        "javascript://x",
    ],
)
def test_what_reads_like_an_address_is_known(line):
    assert has_link(line)


@pytest.mark.parametrize(
    "line",
    [
        *PHRASES,
        *REACTIONS,
        "Well.No",
        "3.5 ice per game",
        "e.g. rum",
        "no...way",
        "a/b",
        "@Bill: your turn",
        "12.30",
        "1.2.3",
    ],
)
def test_what_people_say_is_no_address(line):
    assert not has_link(line)


def test_all_that_is_ready_may_be_said_by_everybody():
    for words in (*PHRASES, *REACTIONS):
        assert clean_line(words) == words
