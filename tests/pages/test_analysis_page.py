"""What was possible in a game: worked out once, by a process of its own, and shown on the game's page."""

from __future__ import annotations

import html
import json
import re
import threading

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client

from game import analyses, archive
from game.analysis import VERSION, MissedOrder, analyse, as_dict
from game.models import GameAnalysis
from game.replay_boards import ALL_HANDS
from matches.models import GameRecord
from tests.pages.finished_games import delete_player, finished_game, lengthen

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_is_remembered():
    archive._replay.cache_clear()


@pytest.fixture
def wanted(monkeypatch):
    """Games are analysed when they are asked for; here they are only noted down."""
    asked: list[int] = []
    monkeypatch.setattr(settings, "LASTCALL_ANALYSES", True)
    monkeypatch.setattr(analyses._Workshop, "take", lambda self, game_id: asked.append(game_id) or True)
    yield asked
    analyses.stop()


def path_of(game: GameRecord, rest: str = "") -> str:
    return f"/matches/{game.match.slug}/games/{game.number}/{rest}"


def page(path: str) -> str:
    response = Client().get(path)
    assert response.status_code == 200
    return response.content.decode()


def words(text: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", text)).split())


def analysed(*names: str, **options: object) -> GameRecord:
    game = finished_game(*names, **options)
    replay = archive.replay_of(game, archive.seats_of(game.match))
    assert replay is not None
    GameAnalysis.objects.create(game=game, version=VERSION, findings=as_dict(analyse(replay)))
    return game


def game_with_a_better_plan(*names: str, **options: object) -> tuple[GameRecord, str]:
    """A game in which somebody took more than was possible, and the seat of that player."""
    for seed in range(1, 60):
        game = analysed(*(f"{name}{seed}" for name in names), seed=seed, **options)
        findings = analyses.findings_of(game)
        assert findings is not None
        for ending in findings.endings:
            if ending.spared:
                return game, ending.seat
    raise AssertionError("nobody ever took too much")


def test_until_it_is_ready_the_page_says_so_and_asks_again(wanted):
    game = finished_game("Andre", "Bill")
    text = page(path_of(game))
    assert wanted == [game.pk]
    assert "It is being worked out what was possible" in words(text)
    assert f'hx-get="{path_of(game, "analysis/")}" hx-trigger="every 2s"' in text
    assert "vendor/htmx.min.js" in text


def test_the_part_asks_again_until_the_analysis_is_there(wanted):
    game = finished_game("Andre", "Bill")
    assert "hx-trigger" in page(path_of(game, "analysis/"))
    analyses.work_out(game.pk)
    part = page(path_of(game, "analysis/"))
    assert "hx-trigger" not in part
    assert "<html" not in part
    assert "After last call" in part


def test_a_page_that_is_ready_needs_no_script():
    text = page(path_of(analysed("Andre", "Bill")))
    assert "htmx" not in text
    assert "See that moment" in text


def test_where_analyses_are_switched_off_the_page_says_that_there_is_none():
    text = page(path_of(finished_game("Andre", "Bill")))
    assert "There is no analysis of this game now." in words(text)
    assert "hx-trigger" not in text


def test_the_page_tells_of_every_player_what_was_possible():
    game = analysed("Andre", "Bill", "Claire")
    text = words(page(path_of(game)))
    for name in ("Andre", "Bill", "Claire"):
        assert re.search(rf"{name} (took \d+ after last call|settled up without a turn)", text)


def test_the_better_plan_is_linked_and_ends_with_what_was_possible():
    game, seat = game_with_a_better_plan("Andre", "Bill", "Claire")
    plan = path_of(game, f"replay/plan/{seat}/")
    assert f'href="{plan}"' in page(path_of(game))
    first = page(plan)
    last = page(plan + "?step=999")
    findings = analyses.findings_of(game)
    assert findings is not None
    ending = findings.endings[int(seat)]

    def ice(text: str) -> int:
        found = re.search(rf'id="seat-{seat}".*?class="ice"><b>(\d+)</b>', text, re.DOTALL)
        assert found
        return int(found[1])

    assert ice(last) - ice(first) == ending.possible
    assert f"{ending.possible} {'was' if ending.possible == 1 else 'were'} possible" in words(first)
    assert 'class="hand-of' in first, "the plan is for a hand, so the hand is shown"


def test_the_turn_that_took_too_much_says_so_on_the_board():
    game, seat = game_with_a_better_plan("Andre", "Bill", "Claire")
    findings = analyses.findings_of(game)
    assert findings is not None
    step = findings.endings[int(seat)].turn_step
    text = page(path_of(game, f"replay/?step={step}&as={seat}"))
    assert "possible. See how" in words(text)
    assert f'href="{path_of(game, f"replay/plan/{seat}/")}">See how' in text


def test_a_plan_one_drink_at_a_time_is_played_by_one_player_alone():
    game, seat = game_with_a_better_plan("Andre", "Bill", "Claire", remaining_drinks="one_at_a_time")
    last = words(page(path_of(game, f"replay/plan/{seat}/?step=999&as={ALL_HANDS}")))
    assert "settles up" in last


def test_there_is_no_plan_for_who_had_no_turn_or_does_not_sit_there():
    game = analysed("Andre", "Bill")
    findings = analyses.findings_of(game)
    assert findings is not None
    without = next(ending.seat for ending in findings.endings if ending.turn_step is None)
    for seat in (without, "7"):
        assert Client().get(path_of(game, f"replay/plan/{seat}/")).status_code == 404


def test_a_plan_that_is_not_worked_out_yet_leads_to_the_game():
    game = finished_game("Andre", "Bill")
    response = Client().get(path_of(game, "replay/plan/0/"))
    assert (response.status_code, response.headers["Location"]) == (302, path_of(game))


def test_a_missed_order_leads_to_its_step_with_the_player_s_eyes():
    game = analysed("Andre", "Bill", "Claire")
    findings = analyses.findings_of(game)
    assert findings is not None
    missed = MissedOrder("1", 7, "kathy", "rum", "frank", "kathy", 0, "kathy", 1, 4)
    findings = findings._replace(missed=(missed,), missed_counts={"0": 0, "1": 3, "2": 0})
    GameAnalysis.objects.update(findings=as_dict(findings))
    text = page(path_of(game))
    assert "Bill , Kathy’s card, step 7: Rum from Frank to Kathy would have made the Shooter" in words(text)
    assert "And 2 more" in text
    address = path_of(game, "replay/?step=7&as=1")
    assert f'href="{html.escape(address)}"' in text
    assert 'class="hand-of' in page(address)
    note = "Bill could have ordered here: Rum from Frank to Kathy would have made the Shooter"
    assert note in words(page(address))
    assert note in words(page(path_of(game, "replay/?step=7&as=all")))
    for other in ("replay/?step=7", "replay/?step=7&as=0", "replay/?step=8&as=1"):
        assert note not in words(page(path_of(game, other)))


def test_findings_of_another_version_are_worked_out_anew(wanted):
    game = analysed("Andre", "Bill")
    GameAnalysis.objects.update(version=VERSION + 1, findings={"nonsense": True})
    assert "being worked out" in page(path_of(game))
    assert analyses.work_out(game.pk)
    kept = GameAnalysis.objects.get()
    assert kept.version == VERSION
    assert "After last call" in page(path_of(game))


def test_it_is_worked_out_by_a_process_of_its_own_and_finds_the_same():
    game = finished_game("Andre", "Bill", "Claire")
    assert analyses.work_out(game.pk)
    replay = archive.replay_of(game, archive.seats_of(game.match))
    assert replay is not None
    assert GameAnalysis.objects.get().findings == json.loads(json.dumps(as_dict(analyse(replay))))
    assert analyses.findings_of(game) == analyse(replay)


def test_working_it_out_twice_does_no_harm():
    game = finished_game("Andre", "Bill")
    assert analyses.work_out(game.pk)
    before = GameAnalysis.objects.get().made_at
    assert analyses.work_out(game.pk)
    assert GameAnalysis.objects.get().made_at == before


@pytest.mark.django_db(transaction=True)
def test_two_who_work_it_out_at_once_keep_it_once():
    game = finished_game("Andre", "Bill")
    both = threading.Barrier(2)
    outcomes: list[object] = []

    def work() -> None:
        both.wait(30)
        try:
            outcomes.append(analyses.work_out(game.pk))
        except Exception as problem:
            outcomes.append(problem)
        finally:
            connection.close()

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert outcomes == [True, True]
    assert GameAnalysis.objects.count() == 1


def test_a_running_game_and_one_without_a_journal_are_not_worked_out():
    game = finished_game("Andre", "Bill")
    GameRecord.objects.update(ended_at=None)
    assert not analyses.work_out(game.pk)
    GameRecord.objects.update(ended_at=game.ended_at)
    game.entries.all().delete()
    assert not analyses.work_out(game.pk)
    assert not analyses.work_out(987654)


def test_the_sum_of_a_game_that_ended_early_is_told():
    game = finished_game("Andre", "Bill")
    rows = list(game.entries.order_by("number"))
    game.entries.filter(number__gte=20).delete()
    game.entries.create(number=20, at=rows[19].at, entry=json.dumps({"entry": "stopped"}))
    GameRecord.objects.update(is_scored=False, tab_row=[])
    game.refresh_from_db()
    assert analyses.work_out(game.pk)
    assert "The game ended early" in words(page(path_of(game)))


def test_names_are_put_in_when_the_page_is_shown():
    game = analysed("Andre", "Bill")
    delete_player("Andre")
    text = words(page(path_of(game)))
    assert "Andre" not in text
    assert "deleted player" in text


def test_hostile_names_in_the_story_do_nothing():
    game = analysed("<b>Bold</b>", "مريم", "{{ 7|add:1 }}")
    text = page(path_of(game))
    assert "<b>Bold" not in text
    assert "{{ 7|add:1 }}" in text


@pytest.mark.parametrize("holds", [0, 2000])
def test_the_page_takes_as_many_queries_however_long_the_game_was(holds, django_assert_num_queries):
    game = finished_game("Andre", "Bill", "Claire")
    lengthen(game, holds)
    analyses.work_out(game.pk)
    with django_assert_num_queries(5):
        page(path_of(game))
    with django_assert_num_queries(4):
        page(path_of(game, "analysis/"))


@pytest.mark.django_db(transaction=True)
def test_a_game_that_is_asked_for_is_worked_out_in_the_background(monkeypatch):
    monkeypatch.setattr(settings, "LASTCALL_ANALYSES", True)
    game = finished_game("Andre", "Bill")
    done = threading.Event()
    really = analyses.work_out

    def noted(game_id: int) -> bool:
        try:
            return really(game_id)
        finally:
            done.set()

    monkeypatch.setattr(analyses, "work_out", noted)
    try:
        assert "being worked out" in page(path_of(game))
        assert done.wait(60)
    finally:
        analyses.stop()
    assert "After last call" in page(path_of(game))


@pytest.mark.django_db(transaction=True)
def test_what_cannot_be_worked_out_is_not_tried_again_and_again(monkeypatch):
    monkeypatch.setattr(settings, "LASTCALL_ANALYSES", True)
    tries: list[int] = []

    def failing(game_id: int) -> bool:
        tries.append(game_id)
        raise OSError("no more processes")

    monkeypatch.setattr(analyses, "work_out", failing)
    workshop = analyses._workshop()
    try:
        assert analyses.soon(5)
        while 5 in workshop.waiting:
            threading.Event().wait(0.01)
        assert not analyses.soon(5)
        assert analyses.soon(6)
    finally:
        analyses.stop()
    assert tries.count(5) == 1
