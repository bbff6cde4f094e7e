"""`manage.py solve`: positions in, answers out, one line each, whatever the line holds."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

CASES = Path(__file__).parent / "cases" / "solve.jsonl"
GOOD = json.loads(CASES.read_text().splitlines()[0])["position"]


def solve(path, capsys) -> tuple[list[dict], int]:
    status = 0
    try:
        call_command("solve", str(path), jsonl=True)
    except SystemExit as end:
        status = int(end.code)
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()], status


def written(tmp_path, *lines: bytes) -> Path:
    path = tmp_path / "positions.jsonl"
    path.write_bytes(b"\n".join(lines) + b"\n")
    return path


def changed(**keys) -> bytes:
    return json.dumps({**GOOD, **keys}).encode()


def test_every_worked_example_is_answered_in_order(tmp_path, capsys):
    cases = [json.loads(line) for line in CASES.read_text().splitlines()]
    answers, status = solve(written(tmp_path, *(json.dumps(case["position"]).encode() for case in cases)), capsys)
    assert [answer["ice"] for answer in answers] == [case["ice"] for case in cases]
    assert status == 0


def test_a_plan_speaks_the_records_words_without_a_player(tmp_path, capsys):
    [answer], _ = solve(written(tmp_path, json.dumps(GOOD).encode()), capsys)
    for step in answer["plan"]:
        if step["act"] == "move":
            assert step.keys() == {"act", "liquor", "giver", "receiver"}
        else:
            assert step.keys() == {"act", "drink", "bartender"}
    assert [step["act"] for step in answer["plan"]].count("make") == len(GOOD["drinks"])


@pytest.mark.parametrize(
    "line",
    [
        b"no json",
        b"[]",
        b"null",
        b"NaN",
        b"\xff\xfe{}",
        "{}".encode("utf-16"),
        b"[" * 100_000,
        b'{"bottles": ' * 50_000,
        b'{"bottles": 1' + b"0" * 5000 + b', "drinks": []}',
        b"{}",
        changed(player="Bill"),
        changed(drinks=[]),
        changed(drinks=[["rum", "gin"]] * 5),
        changed(drinks=[["rum"]]),
        changed(drinks=[["rum", "vodka", "gin", "brandy", "triple_sec", "irish_cream"]]),
        changed(drinks=[["rum"] * 5]),
        changed(drinks=[["rum", "water"]]),
        changed(drinks=[["rum", 1]]),
        changed(drinks=[["rum", ["gin"]]]),
        changed(drinks=[{"rum": 1, "gin": 1}]),
        changed(drinks="rum"),
        changed(drinks=None),
        changed(bottles={}),
        changed(bottles=[]),
        changed(bottles={"zoe": {}, **GOOD["bottles"]}),
        changed(bottles={**GOOD["bottles"], "frank": {"water": 0, **GOOD["bottles"]["frank"]}}),
        changed(bottles={**GOOD["bottles"], "frank": {"vodka": 1.0, "brandy": 1}}),
        changed(bottles={**GOOD["bottles"], "frank": {"vodka": True, "brandy": 1}}),
        changed(bottles={**GOOD["bottles"], "frank": {"vodka": "1", "brandy": 1}}),
        changed(bottles={**GOOD["bottles"], "frank": {"vodka": float("nan"), "brandy": 1}}),
        changed(bottles={**GOOD["bottles"], "frank": {"vodka": 2, "brandy": 1}}),
        changed(
            bottles={**GOOD["bottles"], "frank": {"vodka": -3, "brandy": 1}, "otto": {"vodka": 4, "triple_sec": 1}}
        ),
        changed(bottles={**GOOD["bottles"], "frank": []}),
    ],
)
def test_anything_but_a_position_is_a_bad_position_and_stops_nothing(line, tmp_path, capsys):
    good = json.dumps(GOOD).encode()
    answers, status = solve(written(tmp_path, good, line, good), capsys)
    assert answers[1] == {"error": "bad_position"}
    assert answers[0] == answers[2]
    assert "ice" in answers[0]
    assert status == 1


def test_zeros_may_be_written_and_bartenders_without_bottles_left_out(tmp_path, capsys):
    bottles = {
        "frank": {"rum": 4, "vodka": 4, "gin": 4},
        "ray": {"brandy": 4, "triple_sec": 4, "irish_cream": 4, "rum": 0},
        "otto": {},
    }
    answers, status = solve(written(tmp_path, changed(bottles=bottles)), capsys)
    assert "ice" in answers[0]
    assert status == 0


def test_blank_lines_are_skipped(tmp_path, capsys):
    answers, status = solve(written(tmp_path, b"", json.dumps(GOOD).encode(), b"  \r", b""), capsys)
    assert len(answers) == 1
    assert status == 0


def test_of_a_key_given_twice_the_last_counts(tmp_path, capsys):
    line = json.dumps(GOOD).encode()
    answers, _ = solve(written(tmp_path, b'{"drinks": 7, ' + line[1:], line), capsys)
    assert answers[0] == answers[1]


def test_a_minus_reads_standard_input(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(json.dumps(GOOD).encode())))
    answers, status = solve("-", capsys)
    assert len(answers) == 1
    assert status == 0


def test_a_missing_file_is_named_in_one_sentence(tmp_path):
    with pytest.raises(CommandError, match=r"missing\.jsonl cannot be read: No such file or directory\."):
        call_command("solve", str(tmp_path / "missing.jsonl"), jsonl=True)
