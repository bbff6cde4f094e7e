"""A game step by step: every step has an address, and shows what could be seen then and nothing else."""

from __future__ import annotations

import html
import json
import re
from unittest import mock

import pytest
from django.test import Client

from game import archive
from game.replay_boards import STEPS_IN_A_CHAPTER, board_at
from matches.models import GameRecord
from tests.matches.builders import people, playing_match
from tests.pages.finished_games import delete_player, finished_game, lengthen
from tests.pages.visitors import browser_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_is_remembered():
    archive._replay.cache_clear()


@pytest.fixture
def game() -> GameRecord:
    return finished_game("Andre", "Bill", "Claire")


def path_of(game: GameRecord, rest: str = "replay/") -> str:
    return f"/matches/{game.match.slug}/games/{game.number}/{rest}"


def page(path: str, client: Client | None = None, status: int = 200) -> str:
    response = (client or Client()).get(path)
    assert response.status_code == status
    return response.content.decode()


def words(text: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", text)).split())


def step_of(text: str) -> tuple[int, int]:
    found = re.search(r'data-step="(\d+)" data-last="(\d+)"', text)
    assert found
    return int(found[1]), int(found[2])


def hands_in(text: str) -> int:
    return text.count('class="hand-of')


def test_the_first_step_is_the_set_up_and_the_last_one_the_end(game):
    first = page(path_of(game))
    assert "Game 1 of 1 begins." in first
    assert step_of(first)[0] == 0
    last = page(path_of(game, f"replay/?step={step_of(first)[1]}"))
    assert "The game is over." in words(last)
    assert "wins it." in words(last)


def test_links_lead_to_the_steps_beside_and_keep_whose_eyes(game):
    text = page(path_of(game, "replay/?step=5&as=1"))
    last = step_of(text)[1]
    for name, step in (("first", 0), ("back", 4), ("forward", 6), ("last", last)):
        assert f'id="go-{name}"' in text
        assert re.search(rf'id="go-{name}"[^>]*href="\?step={step}&amp;as=1"', text)
    assert '<input type="hidden" name="as" value="1">' in text


def test_steps_can_be_looked_at_with_all_eyes(game):
    last = step_of(page(path_of(game)))[1]
    for step in (*range(0, last, 7), last):
        for eyes, hands in (("", 0), ("1", 1), ("all", 3))[step % 2 :]:
            text = page(path_of(game, f"replay/?step={step}&as={eyes}&part="))
            assert step_of(text) == (step, last)
            assert hands_in(text) == hands


def test_every_step_has_a_board(game):
    replay = archive.replay_of(game, archive.seats_of(game.match))
    assert replay is not None
    names = archive.names_of(game.match)
    for step in range(replay.last + 1):
        board = board_at(replay, step, names)
        assert sum(bartender.bottles for bartender in board.bartenders) == 24
        assert board.headline
        assert board.seconds_left is None


@pytest.mark.parametrize(
    ("asked", "shown"),
    [("-7", 0), ("abc", 0), ("", 0), ("1e3", 0), ("99999999999999999999", 0), ("999999", "last"), ("٣", 0), ("2.5", 0)],
)
def test_a_step_that_is_not_there_is_the_nearest(game, asked, shown):
    step, last = step_of(page(path_of(game, f"replay/?step={asked}")))
    assert step == (last if shown == "last" else shown)


@pytest.mark.parametrize("eyes", ["9", "-1", "Andre", "ALL", "0'--", "%00"])
def test_eyes_of_nobody_see_what_everybody_saw(game, eyes):
    assert hands_in(page(path_of(game, f"replay/?step=3&as={eyes}"))) == 0


def test_what_everybody_saw_holds_no_drink_that_was_not_made(game):
    text = words(page(path_of(game, "replay/?step=4&part=0")))
    replay = archive.replay_of(game, archive.seats_of(game.match))
    assert replay is not None
    for player in replay.frames[4].game.players:
        for index, drink in enumerate(player.drinks):
            recipe = ", ".join(liquor.label for liquor in drink.liquors)
            assert (recipe in text) == (index in player.made)


def test_one_player_s_eyes_see_that_hand_and_no_other(game):
    text = page(path_of(game, "replay/?step=1&as=2&part=0"))
    replay = archive.replay_of(game, archive.seats_of(game.match))
    assert replay is not None
    drinks = [drink for player in replay.frames[1].game.players if player.name == "2" for drink in player.drinks]
    recipes = [", ".join(liquor.label for liquor in drink.liquors) for drink in drinks]
    assert re.findall(r'class="recipe".*?<span class="unseen">([^<]*)</span>', text) == recipes


def test_the_part_is_the_same_stage_without_the_page_around_it(game):
    whole, part = page(path_of(game, "replay/?step=7")), page(path_of(game, "replay/?step=7&part="))
    assert "<html" in whole
    assert "<html" not in part
    assert part.strip() in whole


def test_the_part_leaves_the_log_out_that_the_page_has_already(game):
    assert 'id="log"' in page(path_of(game, "replay/?step=7&part="))
    assert 'id="log"' not in page(path_of(game, "replay/?step=7&part=0"))
    assert 'id="log"' in page(path_of(game, f"replay/?step={STEPS_IN_A_CHAPTER}&part=0"))


def test_a_part_may_be_kept_for_a_minute_but_by_the_browser_alone(game):
    response = Client().get(path_of(game, "replay/?step=7&part="))
    assert set(response.headers["Cache-Control"].split(", ")) == {"private", "max-age=60"}
    assert "Cache-Control" not in Client().get(path_of(game)).headers


def test_all_chapters_together_tell_the_whole_log(game):
    replay = archive.replay_of(game, archive.seats_of(game.match))
    assert replay is not None
    told = []
    for step in range(0, replay.last + 1, STEPS_IN_A_CHAPTER):
        text = page(path_of(game, f"replay/?step={step}"))
        log = text.split('<ol id="log">')[1].split("</ol>")[0]
        told += [int(number) for number in re.findall(r'data-step="(\d+)"', log)]
    assert sorted(set(told)) == list(range(replay.last + 1))
    assert told == sorted(told)


@pytest.mark.parametrize("holds", [0, 3000])
def test_a_page_takes_as_many_queries_and_as_much_room_however_long_the_game_was(
    game, holds, django_assert_max_num_queries
):
    lengthen(game, holds)
    with django_assert_max_num_queries(5) as queries:
        text = page(path_of(game, f"replay/?step={holds + 20}&as=all"))
    assert len(queries) == 5
    assert len(text) < 60_000
    with django_assert_max_num_queries(4):
        page(path_of(game, f"replay/?step={holds + 21}&part="))


def test_hostile_names_are_shown_and_do_nothing():
    names = ("<script>alert(1)</script>", "{{ 7|add:1 }}", "مريم", "W" * 20)
    game = finished_game(*names)
    for address in ("replay/?step=9&as=all", "replay/?step=200", ""):
        text = page(path_of(game, address))
        assert "<script>alert" not in text
        assert "{{ 7|add:1 }}" in text
        assert html.escape(names[0]) in text


def test_whoever_deleted_the_account_is_a_deleted_player(game):
    delete_player("Bill")
    text = words(page(path_of(game, "replay/?step=30&as=all")))
    assert "Bill" not in text
    assert "deleted player" in text


def test_a_running_game_leads_to_its_table():
    match = playing_match(*people("Edgar Fay"))
    services_game = GameRecord.objects.create(
        match=match, number=1, seed="0" * 64, seed_hash="f" * 64, rules_version="1"
    )
    for rest in ("replay/", "replay/plan/0/"):
        response = Client().get(path_of(services_game, rest))
        assert (response.status_code, response.headers["Location"]) == (302, match.table_path)
    assert Client().get(path_of(services_game, "analysis/")).status_code == 404


def test_a_private_game_is_for_those_who_sat_there():
    game = finished_game("Andre", "Bill", is_public=False)
    for rest in ("replay/", "replay/plan/0/", "analysis/"):
        page(path_of(game, rest), status=404)
    page(path_of(game), browser_of(game.match.seats.get(number=1).player))


def test_there_is_no_replay_of_a_game_that_is_not_there(game):
    for path in (f"/matches/{game.match.slug}/games/9/replay/", "/matches/nowhere/games/1/replay/"):
        page(path, status=404)


def test_a_game_under_other_rules_is_refused_with_words(game):
    with mock.patch("game.state.RULES_VERSION", "2"):
        assert "rules version 1" in page(path_of(game), status=409)


def test_a_game_whose_journal_was_not_kept_shows_its_result_alone(game):
    game.entries.all().delete()
    text = words(page(path_of(game, "")))
    assert "Only the result of this game was kept." in text
    assert all(f"{name}" in text for name in ("Andre", "Bill", "Claire"))
    assert " won" in text
    page(path_of(game), status=404)
    page(path_of(game, "analysis/"), status=404)
    page(path_of(game, "record.json"), status=404)
    assert "Only the result" in page(path_of(game, "verify/"))


def test_a_game_that_ended_early_can_be_stepped_through(game):
    rows = list(game.entries.order_by("number"))
    game.entries.filter(number__gte=len(rows) // 2).delete()
    last = rows[len(rows) // 2 - 1]
    game.entries.create(number=last.number + 1, at=last.at, entry=json.dumps({"entry": "stopped"}))
    GameRecord.objects.filter(pk=game.pk).update(is_scored=False, tab_row=[])
    text = page(path_of(game, "replay/?step=9999&as=all"))
    assert "All agreed to end this game unscored." in words(text)


def test_replays_are_only_read(game):
    for rest in ("replay/", "replay/plan/0/", "analysis/"):
        assert Client().post(path_of(game, rest)).status_code == 405


def test_replay_pages_keep_to_the_policy(game):
    response = Client().get(path_of(game, "replay/?step=12&as=all"))
    assert "unsafe" not in response.headers["Content-Security-Policy"]
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=\"|<script(?![^>]*src=)", response.content.decode())


def test_a_record_of_ours_has_the_same_steps_when_it_comes_back(game):
    document = archive.record_document(game)
    client = Client()
    response = client.post("/replay/", {"record": json.dumps(document)})
    assert response.status_code == 302
    theirs = page(response.headers["Location"] + "?step=9999&as=all")
    ours = page(path_of(game, "replay/?step=9999&as=all"))
    for region in ("seats", "bartenders", "priority"):
        cut = [
            text.split(f'id="{region}"')[1].split("</ul>" if region == "seats" else "</section>")[0]
            for text in (ours, theirs)
        ]
        assert cut[0] == cut[1]
