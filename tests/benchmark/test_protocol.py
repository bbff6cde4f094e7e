"""What `docs/live-protocol.md` says of the sockets is what the code does."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from game import consumer, consumer_lobby, live, presence, tables
from game.asks import LONGEST_PRESS, POSITIONS, read_ask
from game.chat import is_said
from game.routing import socket_patterns
from game.rules import BARTENDER_BY_WORD, LIQUOR_BY_WORD
from game.state import PRESSES_KEPT
from lastcall_site import origins
from lastcall_site import settings as as_delivered
from matches.chat import SHOWN_LINES
from matches.chat_words import READY, clean_line

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/live-protocol.md").read_text()
ROW = re.compile(r"^\| (.+?) \|$", re.MULTILINE)
REFUSING = re.compile(r'(?:Refused|_refuse|IllegalAction|InvalidAction)\(\s*"(\w+)"')
ONLY_IN_RECORDS = {"deck_empty", "wrong_card", "deck_not_empty", "bad_reshuffle"}
"""Refusals of actions that the clock alone takes."""
ANSWERS = {"ping", "ok", "refused", "ended"}


def section(title: str) -> str:
    _, _, rest = PAGE.partition(f"# {title}\n")
    assert rest, f"the page has no section {title}"
    return re.split(r"^##", rest, maxsplit=1, flags=re.MULTILINE)[0]


def rows(title: str) -> list[list[str]]:
    return [[cell.strip() for cell in row.split("|")] for row in ROW.findall(section(title))]


def test_every_socket_address_has_its_row():
    cells = [row.split("|")[0].strip() for row in ROW.findall(PAGE)]
    named = {cell.strip("`") for cell in cells if cell.startswith("`/ws/")}
    assert named == {"/" + str(one.pattern).replace("<slug:slug>", "SLUG") for one in socket_patterns}


def test_every_close_code_is_named_with_the_sockets_that_use_it():
    named = {int(row[0]): row[1] for row in rows("How a socket ends") if row[0].isdigit()}
    of_table = {*consumer.REASONS, consumer.TOO_SLOW, tables.GOING_AWAY, tables.TAKEN_UP_AGAIN}
    of_table |= {live.SIGNED_OUT, live.NOT_YOURS}
    of_others = {*consumer_lobby.REASONS, origins.FOREIGN}
    assert set(named) == of_table | of_others
    assert {code for code, sockets in named.items() if sockets == "table"} == of_table - of_others
    assert {code for code, sockets in named.items() if sockets in ("all", "table, room")} == of_others


def test_every_act_is_named_with_its_values():
    named = {row[0].strip("`"): row[1] for row in rows("The table: from the page") if row[0].strip("`") in POSITIONS}
    assert named.keys() == POSITIONS.keys()
    for act, values in POSITIONS.items():
        for value in values:
            assert f"`{value}`" in named[act], act


def test_every_refusal_that_a_socket_can_meet_is_named_and_no_other():
    sources = [ROOT / "game" / f"{name}.py" for name in ("asks", "chat", "consumer", "live", "table")]
    sources += (ROOT / "game/rules").glob("*.py")
    known = {code for source in sources for code in REFUSING.findall(source.read_text())}
    named = {code for row in rows("Refusals") for code in re.findall(r"`(\w+)`", row[0]) if code != "code"}
    assert named == known - ONLY_IN_RECORDS


def test_the_kinds_of_json_frames_are_those_that_are_sent():
    named = {kind for row in rows("The table: from the server") for kind in re.findall(r'^`\{"(\w+)"', row[0])}
    source = (ROOT / "game/consumer.py").read_text()
    sent = set(re.findall(r'(?:dumps\(|answer = |f\'\{)\{"(\w+)":', source))
    assert named == sent == ANSWERS


@pytest.mark.parametrize("example", re.findall(r"```json\n(\{.*\})\n```", PAGE))
def test_the_examples_of_frames_are_understood(example):
    data = json.loads(example)
    if is_said(data):
        assert data.get("phrase") in READY or clean_line(data["say"]) == data["say"]
    elif "pong" not in data:
        assert read_ask(data, "1").act == data["act"]


def test_the_figures_are_those_of_the_code():
    assert f"nothing for {presence.SILENT_AFTER:g} s" in PAGE
    assert f"then every {consumer.PINGS_EVERY:g} s" in PAGE
    assert f"every {consumer_lobby.HEARTBEAT_SECONDS:g} s of silence" in PAGE
    assert f"more than {consumer_lobby.FRAMES_ALLOWED}," in PAGE
    assert f"the last {PRESSES_KEPT} of a table" in PAGE
    assert f"at most {LONGEST_PRESS} ASCII" in PAGE
    assert f"cut after {consumer.OUTBOX_FRAMES}" in PAGE
    assert f"more than {as_delivered.LASTCALL_MAX_FRAME_BYTES:,} bytes" in PAGE
    burst, rate = as_delivered.LASTCALL_ACTIONS_BURST, as_delivered.LASTCALL_ACTIONS_PER_SECOND
    assert f"{burst} presses at once and {rate:g} a second" in PAGE
    assert f"the newest {SHOWN_LINES} lines" in PAGE
    burst, rate = as_delivered.LASTCALL_CHAT_BURST, as_delivered.LASTCALL_CHAT_PER_SECOND
    assert f"{burst} lines at once and one every {1 / rate:g} s" in PAGE
    assert all(f"`{code}`" in section("Limits") for code in consumer.SENSELESS)
    assert consumer.NONSENSE_ALLOWED == 5  # “the sixth ends the socket”
    for word in (*BARTENDER_BY_WORD, *LIQUOR_BY_WORD):
        assert f"`{word}`" in section("The table: from the page")
