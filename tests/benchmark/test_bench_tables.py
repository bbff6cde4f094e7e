"""Tables for a load program are real tables in a turn that never ends by itself, made where that was asked for."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from game.asks import Asking, entries_for, read_ask
from game.paces import PACES
from game.rules import Phase
from game.state import TableState
from game.store import folded
from game.tables import chairs_of
from matches.models import Match

pytestmark = pytest.mark.django_db


def made_tables(count: int) -> list[dict[str, object]]:
    out = StringIO()
    call_command("bench_tables", tables=count, stdout=out, stderr=StringIO())
    return [json.loads(line) for line in out.getvalue().splitlines()]


def state_of(table: dict[str, object]) -> TableState:
    match = Match.objects.get(slug=str(table["socket"]).split("/")[3])
    seats = tuple(match.seats.select_related("player").order_by("number"))
    return folded(match.games.get(), match.games_agreed, chairs_of(seats), PACES[match.pace])


def test_no_tables_are_made_where_nobody_asked_for_them(settings):
    settings.LASTCALL_BENCH_TABLES = False
    with pytest.raises(CommandError, match="LASTCALL_BENCH_TABLES=1"):
        call_command("bench_tables", tables=1)
    assert not Match.objects.exists()


@pytest.mark.parametrize("count", [0, -1, 100_001])
def test_a_number_of_tables_that_makes_no_sense_is_refused(settings, count):
    settings.LASTCALL_BENCH_TABLES = True
    with pytest.raises(CommandError, match="from 1 to 100000"):
        call_command("bench_tables", tables=count)


def test_the_player_on_turn_may_send_the_printed_frames_again_and_again(settings):
    settings.LASTCALL_BENCH_TABLES = True
    first, second = made_tables(2)
    assert first["socket"] != second["socket"]
    state = state_of(first)
    assert state.phase is Phase.LAST_CALL
    (on_turn,) = [player["seat"] for player in first["players"] if player["has_turn"]]
    assert state.game.turn == on_turn
    asking = Asking(on_turn, state.at, 0.1, frozenset(), {})
    bottles = state.game.bottles
    for frame in first["frames"] * 3:
        (entry,) = entries_for(state, read_ask(frame, on_turn), asking)
        state.fold(state.number + 1, state.at, entry)
    assert state.game.bottles == bottles
    assert state.game.player(on_turn).ice == 6


def test_the_printed_cookies_sign_the_players_in(settings):
    settings.LASTCALL_BENCH_TABLES = True
    (table,) = made_tables(1)
    for player in table["players"]:
        client = Client(headers={"cookie": player["cookie"]})
        assert player["name"] in client.get("/players/me/").content.decode()
