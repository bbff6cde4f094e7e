"""Saved games still end as they ended, and the worked examples of the record format give their answers."""

import json
from pathlib import Path
from typing import Any

import pytest

from game.record import answer, read_record, record_of, replay
from game.rules import parse

HERE = Path(__file__).parent
GAMES = sorted((HERE / "games").glob("*.json"))
CASES = [json.loads(line) for line in (HERE / "cases" / "records.jsonl").read_text(encoding="utf-8").splitlines()]


def load(path: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return document


def test_games_of_every_size_and_both_ways_of_making_the_remaining_drinks_are_saved():
    saved = {(len(game["players"]), game["options"]["remaining_drinks"]) for game in map(load, GAMES)}
    assert saved == {(players, way) for players in (2, 3, 4, 5) for way in ("all_at_once", "one_at_a_time")}


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_saved_game_ends_with_the_stored_tab_row_and_ice(path: Path):
    document = load(path)
    result = document["result"]
    played = answer(document)
    assert played["ok"]
    assert {key: played[key] for key in result} == result


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_saved_game_is_written_back_as_it_was_read(path: Path):
    document = load(path)
    record = read_record(document)
    actions = [parse(action, document["players"]) for action in record.actions]
    assert replay(record).phase == "over"
    assert record_of(record.start, actions, at=[action["at"] for action in document["actions"]]) == document


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_each_worked_example_gives_its_answer(case: dict[str, Any]):
    assert answer(case["record"]) == case["answer"]
