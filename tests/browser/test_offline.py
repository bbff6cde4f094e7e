"""A line that is down shows a page of ours; when it is back, so is the site."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.timeout(120)


def test_without_a_line_a_page_says_so_and_leads_back(visit):
    visitor = visit()
    page = visitor.page
    visitor.go("/rules/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    visitor.context.set_offline(True)
    visitor.go("/practice/")
    expect(page.get_by_role("heading", name="The line to the bar is down")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.querySelector('main'), '::before').backgroundImage").count(
        "scenes.svg"
    )
    assert page.evaluate("caches.keys().then((names) => names.length)") == 1
    visitor.context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_role("heading", name="Practice", level=1)).to_be_visible()
    # The browser itself notes each request that found no line.
    visitor.troubles = [trouble for trouble in visitor.troubles if "ERR_INTERNET_DISCONNECTED" not in trouble]


def test_who_was_away_is_told_how_much_was_missed(visit):
    player, watcher = visit(viewport={"width": 390, "height": 800}), visit()
    page = player.page
    player.go("/tables/new/")
    page.get_by_role("button", name=re.compile("guest", re.I)).first.click()
    page.locator("[name=games_agreed]").fill("12")  # it goes on for as long as this takes
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("button", name=re.compile("Fill the empty seats")).click()
    expect(page.locator("#hand .drink")).to_have_count(4, timeout=20_000)
    watcher.page.goto(page.url)
    player.context.set_offline(True)
    expect(page.locator("#line")).to_contain_text("The line is down")
    seen = page.locator("#log li").count()
    expect(watcher.page.locator("#log li").nth(seen + 12)).to_be_attached(timeout=60_000)
    player.context.set_offline(False)
    expect(page.locator("#away")).to_be_visible(timeout=30_000)
    page.locator("#away button").click()
    expect(page.locator("#away")).to_be_hidden()
    without_line = re.compile("ERR_INTERNET_DISCONNECTED|htmx:ws:error")
    player.troubles = [trouble for trouble in player.troubles if not without_line.search(trouble)]
