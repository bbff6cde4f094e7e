"""The journal's writer: one commit for what a moment brought together, stored before it is answered, all or nothing."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import DatabaseError, OperationalError, connections, transaction
from django.db.backends.utils import CursorWrapper

from matches import journal
from matches.journal import Row
from matches.models import GameRecord, JournalEntry, Match
from tests.matches.builders import people, playing_match, start_game

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
async def _writer_ends(transactional_db: None) -> AsyncIterator[None]:
    yield
    await asyncio.to_thread(journal.stop_writer)
    await sync_to_async(connections.close_all)()


@pytest.fixture
def commits(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many jobs each commit held."""
    sizes: list[int] = []
    commit = journal._commit

    def counted(batch: list[Any], *rest: Any) -> list[bool]:
        sizes.append(len(batch))
        return commit(batch, *rest)

    monkeypatch.setattr(journal, "_commit", counted)
    return sizes


async def games(count: int = 1) -> list[int]:
    def make() -> list[int]:
        return [
            start_game(playing_match(*people(f"A{number} B{number}")), 1).pk  # each has entry 0
            for number in range(count)
        ]

    return await sync_to_async(make)()


def row(number: int, words: str = "x") -> Row:
    return Row(number, 1_700_000_000.25, f'{{"entry": "{words}"}}')


async def stored(game: int) -> list[Row]:
    return await journal.load(game, 0)


def note(words: str) -> Callable[[], None]:
    """Something that must be stored together with rows."""
    return lambda: Match.objects.update(ended_why=words) and None


async def noted() -> str:
    return (await Match.objects.afirst()).ended_why


async def test_an_append_is_stored_when_it_returns():
    (game,) = await games()
    assert await journal.append(game, [row(1), row(2)])
    assert await stored(game) == [row(1), row(2)]


async def test_load_gives_the_rows_with_a_higher_number_oldest_first():
    (game,) = await games()
    await journal.append(game, [row(1), row(2), row(3)])
    assert [one.number for one in await journal.load(game, 1)] == [2, 3]
    assert [one.number for one in await journal.load(game)] == [0, 1, 2, 3]


async def test_what_a_turn_of_the_loop_brings_together_is_few_commits(commits):
    ids = await games(40)
    assert all(await asyncio.gather(*(journal.append(game, [row(1)]) for game in ids)))
    assert sum(commits) == 40
    assert len(commits) <= 8
    assert await JournalEntry.objects.filter(number=1).acount() == 40


async def test_a_batch_has_a_largest_size(commits, monkeypatch):
    monkeypatch.setattr(journal, "LARGEST_BATCH", 3)
    ids = await games(8)
    assert all(await asyncio.gather(*(journal.append(game, [row(1)]) for game in ids)))
    assert max(commits) <= 3


async def test_a_number_that_exists_is_a_conflict_and_nothing_of_that_append_is_stored():
    (game,) = await games()
    await journal.append(game, [row(1, "first")])
    assert not await journal.append(game, [row(1, "second"), row(2, "second")], note("second"))
    assert await stored(game) == [row(1, "first")]
    assert await noted() == ""


async def test_of_several_appends_of_one_number_at_once_one_is_stored():
    (game,) = await games()
    outcomes = await asyncio.gather(*(journal.append(game, [row(1, str(n))]) for n in range(20)))
    assert outcomes.count(True) == 1
    assert await stored(game) == [row(1, str(outcomes.index(True)))]


async def test_a_conflict_takes_nobody_else_with_it():
    first, second = await games(2)
    await journal.append(first, [row(1)])
    outcomes = await asyncio.gather(journal.append(first, [row(1)]), journal.append(second, [row(1)]))
    assert outcomes == [False, True]


async def test_an_effect_is_in_the_commit_of_its_rows():
    (game,) = await games()
    seen = []

    def effect() -> None:
        assert transaction.get_connection().in_atomic_block
        seen.append(JournalEntry.objects.filter(game=game, number=1).count())
        note("over")()

    assert await journal.append(game, [row(1)], effect)
    assert seen == [1]
    assert await noted() == "over"


async def test_an_effect_that_fails_takes_its_rows_back_and_is_told_to_its_sender_alone(commits):
    ids = await games(6)

    def broken() -> None:
        note("half done")()
        raise LookupError("no such seat")

    work = [journal.append(game, [row(1)], broken if at == 3 else None) for at, game in enumerate(ids)]
    outcomes = await asyncio.gather(*work, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [bool, bool, bool, LookupError, bool, bool]
    assert [len(await stored(game)) for game in ids] == [1, 1, 1, 0, 1, 1]
    assert await noted() == ""


async def test_a_gap_filled_by_nobody_is_an_error_and_leaves_no_half():
    (game,) = await games()
    await journal.append(game, [row(2)])
    with pytest.raises(RuntimeError, match="exists without"):
        await journal.append(game, [row(1), row(2)])
    assert await stored(game) == [row(2)]


class Away:
    """The database fails so many times, before or after the commit is made."""

    def __init__(self, times: int, *, after: bool = False) -> None:
        self.times = times
        self.after = after
        self.commit = journal._commit

    def __call__(self, *arguments: Any) -> list[bool]:
        outcomes = self.commit(*arguments) if self.after and self.times else []
        if self.times:
            self.times -= 1
            raise OperationalError("the database is away")
        return outcomes or self.commit(*arguments)


async def test_while_the_database_is_away_it_is_tried_again(monkeypatch):
    (game,) = await games()
    monkeypatch.setattr(journal, "_commit", Away(3))
    assert await journal.append(game, [row(1)])
    assert await stored(game) == [row(1)]


async def test_a_database_that_stays_away_is_an_error_and_the_next_append_is_tried_anew(monkeypatch):
    (game,) = await games()
    with monkeypatch.context() as patch:
        patch.setattr(journal, "PATIENCE_SECONDS", 0.1)
        patch.setattr(journal, "_commit", Away(1000))
        with pytest.raises(DatabaseError):
            await journal.append(game, [row(1)])
    assert await stored(game) == []
    assert await journal.append(game, [row(1)])


async def test_a_commit_whose_answer_was_lost_counts_as_stored_and_its_effect_happens_once(monkeypatch):
    first, second = await games(2)
    calls = []
    monkeypatch.setattr(journal, "_commit", Away(1, after=True))
    effect = lambda: calls.append(1)  # noqa: E731
    assert await journal.append(first, [row(1), row(2)], effect)
    assert await stored(first) == [row(1), row(2)]
    assert calls == [1]
    assert await journal.append(second, [row(1)])


async def test_another_s_rows_are_still_a_conflict_after_a_lost_answer(monkeypatch):
    (game,) = await games()
    await journal.append(game, [row(1, "theirs")])
    monkeypatch.setattr(journal, "_commit", Away(2))
    assert not await journal.append(game, [row(1, "ours")])


async def test_games_are_written_in_the_same_order_in_every_process(monkeypatch):
    """Two processes that lock the same games in different orders would wait for each other for ever."""
    ids = await games(6)
    commits: list[list[int]] = []
    execute, commit = CursorWrapper.execute, journal._commit

    def watched(self: CursorWrapper, sql: str, params: Any = None) -> Any:
        if sql.startswith("INSERT INTO matches_journalentry"):
            commits[-1].append(params[0])
        return execute(self, sql, params)

    def slow_at_first(*arguments: Any) -> list[bool]:
        commits.append([])
        if len(commits) == 1:
            time.sleep(0.05)  # meanwhile the others come together
        return commit(*arguments)

    monkeypatch.setattr(CursorWrapper, "execute", watched)
    monkeypatch.setattr(journal, "_commit", slow_at_first)
    await asyncio.gather(*(journal.append(ids[at], [row(1)]) for at in (3, 0, 5, 1, 4, 2)))
    assert max(map(len, commits)) > 2
    assert all(written == sorted(written) for written in commits)


async def test_who_stops_waiting_leaves_the_row_stored():
    (game,) = await games()
    waiting = asyncio.create_task(journal.append(game, [row(1)]))
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert await journal.append(game, [row(2)])
    assert await stored(game) == [row(1), row(2)]


async def test_stopping_commits_what_waits_and_the_next_append_begins_anew():
    (game,) = await games()
    waiting = asyncio.create_task(journal.append(game, [row(1)]))
    await asyncio.sleep(0)
    await asyncio.to_thread(journal.stop_writer)
    assert await waiting
    assert await journal.append(game, [row(2)])


async def test_the_light_check_knows_the_newest_entry_of_the_newest_game_of_each_match(django_assert_num_queries):
    def make() -> tuple[Match, Match, Match]:
        matches = tuple(playing_match(*people(names)) for names in ("Andre Bill", "Claire Doris", "Edgar Fay"))
        for match in matches[:2]:
            start_game(match, 1)
        GameRecord.objects.filter(match=matches[0]).update(ended_at="2026-01-01T00:00:00Z")
        start_game(matches[0], 2)
        return matches

    first, second, unbegun = await sync_to_async(make)()
    game = await GameRecord.objects.aget(match=second)
    await journal.append(game.pk, [Row(1, 1_700_000_009.0, "{}")])
    ids = [first.pk, second.pk, unbegun.pk]

    def check() -> None:
        with django_assert_num_queries(1):
            assert journal.newest_numbers(ids) == {first.pk: (2, 0), second.pk: (1, 1)}
        with django_assert_num_queries(1):
            assert journal.newest_times(ids) == {first.pk: 1_700_000_000.0, second.pk: 1_700_000_009.0}

    await sync_to_async(check)()


async def test_sqlite_waits_for_the_disk_at_every_commit():
    def pragmas() -> list[Any]:
        cursor = transaction.get_connection().cursor()
        return [cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")]

    if transaction.get_connection().vendor == "sqlite":
        assert await sync_to_async(pragmas)() == ["wal", 2]
