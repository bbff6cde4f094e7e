"""What was played, in a browser: narrowed lists, plots, and a score sheet that keeps up by itself."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import ROOT, _free_port, _wait_until_it_answers
from tests.browser.test_pages import troubles

pytestmark = pytest.mark.timeout(180)

BEGIN = """
from tests.matches.builders import people, play_game, playing_match
match = playing_match(*people("Andre Bill"), games_agreed=2)
play_game(match, 1, ice=[4, 9], tab_row=[0, 1])
print(match.slug)
"""
END = """
from matches.models import Match
from tests.matches.builders import play_game
play_game(Match.objects.get(slug={slug!r}), 2, ice=[9, 4], tab_row=[1, 0])
"""


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A made-up history."""
    database = tmp_path_factory.mktemp("history") / "site.sqlite3"
    manage(database, "migrate", "-v", "0")
    manage(database, "make_history", "--games", "150", "--players", "12", "--records", "2")
    return database


def manage(database: Path, *words: str) -> str:
    environment = os.environ | {"DATABASE_URL": f"sqlite:///{database}", "DEBUG": "1", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "manage.py", *words]
    done = subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout


@pytest.fixture(scope="module")
def site(database: Path) -> Iterator[str]:
    port = _free_port()
    environment = os.environ | {"DATABASE_URL": f"sqlite:///{database}", "DEBUG": "1"}
    environment.pop("DJANGO_ALLOW_ASYNC_UNSAFE", None)
    log = database.with_name("daphne.log")
    command = [sys.executable, "-m", "daphne", "-p", str(port), "lastcall_site.asgi:application"]
    with log.open("w") as file:
        server = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=file, stderr=subprocess.STDOUT)
        try:
            _wait_until_it_answers(port, server, log)
            yield f"http://127.0.0.1:{port}"
        finally:
            server.kill()
            server.wait()


def test_the_history_pages_are_accessible_and_fit(visit):
    visitor = visit()
    page = visitor.page
    visitor.go("/matches/?pace=steady")
    found = troubles(page, "match list, narrowed")
    visitor.go("/")
    expect(page.locator("#show")).to_be_visible()
    found += troubles(page, "home with a replay")
    visitor.go("/matches/?games=3")
    page.locator(".match-row").filter(has_not_text="Ended early").locator("h3 a").first.click()
    page.get_by_text("The figures as a table").click()
    found += troubles(page, "match with a plot")
    page.locator(".standings a").first.click()
    page.set_viewport_size({"width": 1440, "height": 900})
    page.get_by_role("heading", name="Ice over time").wait_for()
    found += troubles(page, "player")
    assert found == []


def test_a_narrowed_list_is_turned_by_keyboard_and_stays_narrowed(visit):
    visitor = visit()
    page = visitor.page
    visitor.go("/matches/")
    page.locator("summary", has_text="Find matches").press("Enter")
    page.get_by_label("Pace").select_option("steady")
    page.get_by_role("button", name="Show").press("Enter")
    expect(page).to_have_url(re.compile("pace=steady"))
    page.get_by_role("link", name="Older").press("Enter")
    expect(page).to_have_url(re.compile("pace=steady.*before="))
    expect(page.get_by_label("Pace")).to_have_value("steady")
    assert all("steady pace" in words for words in page.locator(".match-row .when").all_inner_texts())


def test_the_score_sheet_of_a_match_that_is_played_keeps_up_by_itself(visit, database):
    slug = manage(database, "shell", "-v", "0", "-c", BEGIN).split()[-1]
    visitor = visit()
    visitor.go(f"/matches/{slug}/")
    page = visitor.page
    expect(page.get_by_role("heading", name="So far")).to_be_visible()
    manage(database, "shell", "-v", "0", "-c", END.format(slug=slug))
    expect(page.get_by_role("heading", name="Bill won with 13 ice")).to_be_visible(timeout=20_000)
    expect(page.get_by_text("It was a tie: the tab row of the last game decided.")).to_be_visible()
    expect(page.locator("#plot-totals .line")).to_have_count(2)
    expect(page.locator("[hx-trigger]")).to_have_count(0)


def test_the_home_page_replays_a_game_unless_motion_is_unwanted_or_somebody_pauses_it(visit):
    visitor = visit(reduced_motion="reduce")
    page = visitor.page
    page.clock.install(time=0)
    visitor.go("/")
    page.locator("#show-play").scroll_into_view_if_needed()
    words = page.locator(".show-words")
    first = words.inner_text()
    page.clock.run_for(10_000)
    expect(words).to_have_text(first)
    page.get_by_role("button", name="Play", exact=True).click()
    for _ in range(20):  # it begins once the browser has said that it is in sight
        page.clock.run_for(1_600)
        if words.inner_text() != first:
            break
    expect(words).not_to_have_text(first)
    page.get_by_role("button", name="Pause").click()
    second = words.inner_text()
    page.clock.run_for(10_000)
    expect(words).to_have_text(second)
