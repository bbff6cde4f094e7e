"""The page and the record of a game that is over; every page keeps to the policy."""

from __future__ import annotations

import html
import json
import re
from io import StringIO
from unittest import mock

import pytest
from asgiref.sync import sync_to_async
from django.core.management import call_command

from game import archive
from matches.models import Player
from tests.live.scenes import Scene, scene, stored_game
from tests.matches.builders import people, playing_match, start_game
from tests.pages.browsers import Browser

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("live_tables", "still")]


async def finished(names: str = "Andre Bill Claire", **options: object) -> Scene:
    table = await scene(names, **({"games_agreed": 1} | options))
    await table.play_to_the_end()
    return table


def text_of(page: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", page.split("<main")[1])).split())


@sync_to_async
def replayed(path: str) -> dict:
    out = StringIO()
    call_command("replay", path, stdout=out)
    return json.loads(out.getvalue())


async def test_the_record_replays_to_the_stored_result(tmp_path):
    table = await finished()
    browser = Browser()
    response = await browser.get(f"/matches/{table.match.slug}/games/1/record.json")
    assert response.headers["Content-Type"] == "application/json"
    assert f"last-call-{table.match.slug}-game-1.json" in response.headers["Content-Disposition"]
    (tmp_path / "record.json").write_bytes(response.content)
    answer = await replayed(str(tmp_path / "record.json"))
    game = await stored_game(table.match)
    names = [player.name for player in table.seated]
    assert answer["ok"]
    assert answer["phase"] == "over"
    assert answer["tab_row"] == [names[seat] for seat in game.tab_row]
    tallies = [(tally.seat, tally.ice) async for tally in game.tallies.select_related("seat")]
    assert answer["ice"] == {names[seat.number]: ice for seat, ice in tallies}


async def test_the_record_holds_seed_and_hash_where_and_under_which_rules():
    table = await finished()
    response = await Browser().get(f"/matches/{table.match.slug}/games/1/record.json")
    record, game = json.loads(response.content), await stored_game(table.match)
    assert (record["seed"], record["seed_hash"]) == (game.seed, game.seed_hash)
    assert record["site"] == f"http://testserver/matches/{table.match.slug}/games/1/"
    assert record["rules"] == game.rules_version
    assert record["started_at"].startswith(f"{game.started_at:%Y-%m-%dT%H:%M}")
    assert all(action["at"] >= 0 for action in record["actions"])


async def test_players_of_one_name_are_told_apart_in_the_record():
    table = await finished("Andre Bill Claire Doris")
    gone = [player.pk for player in table.seated[1:3]]
    await Player.objects.filter(pk__in=gone).aupdate(deleted_at="2026-01-01T00:00:00Z")
    await Player.objects.filter(pk=table.seated[3].pk).aupdate(name="deleted player (2)")
    names = await sync_to_async(archive.names_of)(table.match)
    assert len(set(names.values())) == 4
    record = json.loads((await Browser().get(f"/matches/{table.match.slug}/games/1/record.json")).content)
    assert record["players"] == list(names.values())
    assert record["players"][1] == "deleted player"


async def test_the_page_of_a_game_tells_result_hands_seed_fairness_and_log():
    table = await finished()
    browser = Browser()
    assert (await browser.get(f"/matches/{table.match.slug}/games/1/")).status_code == 200
    game, text = await stored_game(table.match), text_of(browser.page)
    winner = table.seated[int(table.state.game.winner)].name
    assert f"{winner} won" in text
    assert game.seed in text
    assert game.seed_hash in text
    for player in table.state.game.players:
        for drink in player.drinks:
            assert ", ".join(liquor.label for liquor in drink.liquors) in text
    assert "not made" not in text
    assert "Last call!" in text
    assert "The game is over." in text
    orders = sum(row.get("entry") == "verdict" for row in await table.rows())
    assert f"Orders taken {orders}, with {orders} shouts that counted" in text
    assert f'href="/matches/{table.match.slug}/games/1/record.json"' in browser.page
    assert f'href="/matches/{table.match.slug}/"' in browser.page
    assert f'href="/matches/{table.match.slug}/games/1/verify/"' in browser.page


async def test_the_log_on_the_page_is_whole_however_long_the_game_was():
    table = await finished()
    browser = Browser()
    await browser.get(f"/matches/{table.match.slug}/games/1/")
    assert table.state.line_count > 60
    assert "Game 1 of 1 begins." in browser.page


async def test_a_game_ended_unscored_shows_how_it_stood():
    table = await scene("Andre Bill")
    for seat, act in (("0", "propose end_game"), ("1", "agree")):
        await table.live.table.ask(seat, {"act": act})
    browser = Browser()
    assert (await browser.get(f"/matches/{table.match.slug}/games/1/")).status_code == 200
    text = text_of(browser.page)
    assert "ended without a score" in text
    assert text.count("not made") == 8
    response = await browser.get(f"/matches/{table.match.slug}/games/1/record.json")
    assert "result" not in json.loads(response.content)


async def test_names_are_escaped_on_the_page():
    table = await finished("Andre <i>Bill")
    browser = Browser()
    await browser.get(f"/matches/{table.match.slug}/games/1/")
    assert "<i>Bill" not in browser.page
    assert "&lt;i&gt;Bill" in browser.page


async def test_a_running_game_leads_to_its_table_and_has_no_record():
    table = await scene()
    browser = Browser(table.seated[0])
    path = f"/matches/{table.match.slug}/games/1/"
    for address in (path, path + "verify/"):
        response = await browser.get(address)
        assert (response.status_code, response.headers["Location"]) == (302, f"/tables/{table.match.slug}/")
    assert (await browser.get(path + "record.json")).status_code == 404


@pytest.mark.parametrize("path", ["games/9/", "games/9/record.json", "games/9/verify/"])
async def test_there_is_no_page_of_a_game_that_is_not_there(path):
    table = await finished("Andre Bill")
    assert (await Browser().get(f"/matches/{table.match.slug}/{path}")).status_code == 404
    assert (await Browser().get(f"/matches/nowhere/{path}")).status_code == 404


@pytest.mark.parametrize("path", ["games/1/", "games/1/record.json", "games/1/verify/"])
async def test_a_private_game_is_for_those_who_sat_there(path):
    table = await finished("Andre Bill", is_public=False)
    address = f"/matches/{table.match.slug}/{path}"
    assert (await Browser().get(address)).status_code == 404
    assert (await Browser(table.seated[1]).get(address)).status_code == 200


async def test_a_game_under_rules_that_are_not_here_is_refused_with_words():
    table = await finished("Andre Bill")
    browser = Browser()
    with mock.patch("game.state.RULES_VERSION", "2"):
        for path in ("", "record.json"):
            assert (await browser.get(f"/matches/{table.match.slug}/games/1/{path}")).status_code == 409
            assert "rules version 1" in browser.page
        await browser.get(f"/matches/{table.match.slug}/games/1/verify/")
        assert "rules version 1" in browser.page


async def test_every_page_of_the_game_keeps_to_the_policy():
    table = await finished("Andre Bill")
    browser = Browser(table.seated[0])
    slug = table.match.slug
    for path in ("/rules/", "/verify/", f"/matches/{slug}/games/1/", f"/matches/{slug}/games/1/verify/"):
        response = await browser.get(path)
        assert response.status_code == 200, path
        policy = response.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=\"|<script(?![^>]*src=)", browser.page), path


async def test_the_rules_page_shows_all_rulings_and_the_house_s_drinks():
    browser = Browser()
    await browser.get("/rules/")
    text = text_of(browser.page)
    for word in ("Wild", "Last call", "at the same time", "Irish Cream"):
        assert word.lower() in text.lower()


async def test_pages_of_games_are_only_read():
    table = await finished("Andre Bill")
    client = Browser().client
    for path in ("games/1/", "games/1/record.json", "games/1/verify/"):
        assert (await client.post(f"/matches/{table.match.slug}/{path}")).status_code == 405
    assert (await client.post("/rules/")).status_code == 405


async def test_a_game_without_a_journal_of_ours_is_no_server_error():
    match = await sync_to_async(lambda: playing_match(*people("Edgar Fay")))()
    await sync_to_async(start_game)(match, 1)
    response = await Browser().get(f"/matches/{match.slug}/games/1/")
    assert response.status_code == 302
