"""At the table of a league the clock lets bots play on for those who are away; and what bots played is kept apart."""

from __future__ import annotations

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from game.rules import Phase
from game.tables import tables
from matches.leagues import rounds
from matches.models import IceTally, Match, Round
from tests.leagues.builders import league_of
from tests.live.scenes import scene
from tests.live.test_presence import Later

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("still")]


@pytest.fixture(autouse=True)
def _quiet_housekeeping(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.tables.LOOK_SECONDS", 1000.0)


@sync_to_async
def bot_played() -> dict[str, bool]:
    return dict(IceTally.objects.order_by("seat__number").values_list("seat__player__name", "bot_played"))


async def test_in_a_league_the_clock_lets_a_bot_play_on_after_a_minute():
    table = await scene("Andre Bill Claire")
    table.live.setting = table.live.setting._replace(is_league=True)
    bill = await table.seat(1)
    later = Later(table)
    later.seconds(59)
    table.live.heard("1")
    await table.settled()
    assert table.state.sitting_in == frozenset()
    later.seconds(2)
    await bill.shows("A bot plays on for Andre, who is away.")
    await bill.shows("A bot plays on for Claire, who is away.")
    assert table.state.sitting_in == {"0", "2"}
    later.seconds(1)
    await table.settled()
    assert [row for row in await table.rows() if row.get("entry") == "sit_in"] == [
        {"entry": "sit_in", "player": "0"},
        {"entry": "sit_in", "player": "2"},
    ]
    await table.seat(0)
    await bill.shows("Andre is back and plays again.")
    await table.close()


async def test_at_another_table_the_clock_waits_until_somebody_asks():
    table = await scene("Andre Bill Claire")
    await table.seat(1)
    later = Later(table)
    later.seconds(100)
    await table.settled()
    assert table.state.sitting_in == frozenset()
    await table.close()


async def test_a_game_in_which_a_bot_made_a_drink_or_a_move_for_somebody_says_so():
    table = await scene("Andre Bill", games_agreed=2)
    await table.live.table.append([{"entry": "sit_in", "player": "0"}], lambda state: False)
    await table.play_to_the_end(until=Phase.LAST_CALL)
    acted = any(row.get("act") in ("move", "make") and row["player"] == "0" for row in await table.rows())
    assert acted
    await table.live.table.append([{"entry": "back", "player": "0"}], lambda state: False)
    await table.play_to_the_end()
    assert await bot_played() == {"Andre": True, "Bill": False}
    await table.close()


@sync_to_async
def _due_round() -> Round:
    season, everybody = league_of("Andre Bill Claire")
    starts_at = timezone.now()
    round_ = rounds.make_round(season=season, by=everybody[0], starts_at=starts_at, starts_itself=True)
    rounds.check_in_all(round_=round_, by=everybody[0])
    return round_


@sync_to_async
def _match_of(round_: Round) -> Match | None:
    return Match.objects.filter(league_table__round=round_).first()


async def test_a_round_starts_at_its_time_by_the_housekeeping_and_its_table_is_a_league_table():
    round_ = await _due_round()
    served = tables()
    await served._start_rounds()
    assert served.starting is not None
    await served.starting
    match = await _match_of(round_)
    assert match is not None
    live = await served.open(match.slug)
    assert live is not None
    assert live.setting.is_league
    assert len(live.table.state.people) == 3
    await served._start_rounds()
    assert await sync_to_async(Match.objects.count)() == 1
