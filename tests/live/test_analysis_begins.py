"""The process that stored the end of a game has it analysed, and nobody waits for that."""

from __future__ import annotations

import pytest

from game import analyses
from tests.live.scenes import scene, stored_game


@pytest.mark.usefixtures("still")
async def test_a_game_is_analysed_as_soon_as_its_end_is_stored(monkeypatch):
    asked: list[int] = []
    monkeypatch.setattr(analyses, "soon", asked.append)
    table = await scene("Andre Bill", games_agreed=1)
    await table.play_to_the_end()
    assert asked == [(await stored_game(table.match)).pk]


@pytest.mark.usefixtures("still")
async def test_a_game_ended_by_agreement_is_analysed_too(monkeypatch):
    asked: list[int] = []
    monkeypatch.setattr(analyses, "soon", asked.append)
    table = await scene("Andre Bill")
    await table.live.table.ask("0", {"act": "propose end_game"})
    assert asked == []
    await table.live.table.ask("1", {"act": "agree"})
    assert asked == [(await stored_game(table.match)).pk]
