"""`manage.py replay`: one JSON line for each document, and an exit status that tells whether all were well."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
GAME = (HERE / "games" / "2_players_all_at_once.json").read_bytes()
LINE = json.dumps(json.loads(GAME)).encode()
CASES = [json.loads(line) for line in (HERE / "cases" / "records.jsonl").read_text(encoding="utf-8").splitlines()]
BAD = {"ok": False, "at": None, "error": "bad_record"}


def replayed(path: Path, *options: str) -> tuple[list[Any], int]:
    """The lines printed, read as JSON, and the exit status."""
    printed = io.StringIO()
    status = 0
    try:
        call_command("replay", str(path), *options, stdout=printed)
    except SystemExit as end:
        status = int(end.code or 0)
    return [json.loads(line) for line in printed.getvalue().splitlines()], status


def test_a_file_holds_one_document(tmp_path: Path):
    (tmp_path / "game.json").write_bytes(GAME)
    lines, status = replayed(tmp_path / "game.json")
    assert (len(lines), lines[0]["ok"], lines[0]["phase"], status) == (1, True, "over", 0)


def test_two_documents_in_one_file_are_not_json_without_jsonl(tmp_path: Path):
    (tmp_path / "games.jsonl").write_bytes(LINE + b"\n" + LINE)
    assert replayed(tmp_path / "games.jsonl") == ([BAD], 1)
    assert replayed(tmp_path / "games.jsonl", "--jsonl")[1] == 0


def test_all_worked_examples_are_answered_in_the_order_read(tmp_path: Path):
    file = tmp_path / "records.jsonl"
    file.write_text("".join(json.dumps(case["record"]) + "\n" for case in CASES), encoding="utf-8")
    assert replayed(file, "--jsonl") == ([case["answer"] for case in CASES], 1)


def test_blank_lines_are_skipped_and_a_line_that_is_not_json_stops_nothing(tmp_path: Path):
    text = [b"", b"  \t\r", b"{", LINE, b"\xff\xfe", b"[" * 100_000, b'{"a": NaN}', b"null", LINE, b"", b""]
    (tmp_path / "games.jsonl").write_bytes(b"\n".join(text))
    lines, status = replayed(tmp_path / "games.jsonl", "--jsonl")
    assert [line["ok"] for line in lines] == [False, True, False, False, False, False, True]
    assert ([line for line in lines if not line["ok"]], status) == ([BAD] * 5, 1)


def test_only_a_line_feed_ends_a_line(tmp_path: Path):
    renamed = LINE.replace(b"Andre", "An\u2028d\x85re".encode())
    (tmp_path / "games.jsonl").write_bytes(renamed + b"\r\n" + LINE)
    lines, status = replayed(tmp_path / "games.jsonl", "--jsonl")
    assert ([line["ok"] for line in lines], status) == ([True, True], 0)
    assert "An\u2028d\x85re" in lines[0]["ice"]


def test_a_byte_order_mark_before_the_first_document_does_no_harm(tmp_path: Path):
    (tmp_path / "game.json").write_bytes(b"\xef\xbb\xbf" + GAME)
    assert replayed(tmp_path / "game.json")[1] == 0
    (tmp_path / "games.jsonl").write_bytes(b"\xef\xbb\xbf" + LINE)
    assert replayed(tmp_path / "games.jsonl", "--jsonl")[1] == 0


def test_an_empty_file_is_no_document_but_holds_no_bad_line_either(tmp_path: Path):
    (tmp_path / "empty").write_bytes(b"")
    assert replayed(tmp_path / "empty") == ([BAD], 1)
    assert replayed(tmp_path / "empty", "--jsonl") == ([], 0)


def test_a_file_that_cannot_be_read_is_refused_in_a_sentence(tmp_path: Path):
    with pytest.raises(CommandError, match="No such file"):
        call_command("replay", str(tmp_path / "missing.json"))
    with pytest.raises(CommandError, match="Is a directory"):
        call_command("replay", str(tmp_path))


def test_standard_input_is_read_for_a_dash():
    run = subprocess.run(
        [sys.executable, "manage.py", "replay", "-", "--jsonl"],
        cwd=ROOT,
        input=LINE + b"\n{\n",
        capture_output=True,
        check=False,
    )
    assert [json.loads(line)["ok"] for line in run.stdout.splitlines()] == [True, False]
    assert (run.returncode, run.stderr) == (1, b"")
