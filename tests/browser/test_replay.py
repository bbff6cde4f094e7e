"""A game step by step in a browser: by links, keys, slider and by itself, with and without JavaScript."""

from __future__ import annotations

import json
import re
from random import Random

import pytest
from playwright.sync_api import Page, expect

from game.record import record_of
from game.rules import RemainingDrinks
from tests.browser.test_pages import SIDEWAYS, violations
from tests.rules.random_play import random_game, random_start

pytestmark = pytest.mark.timeout(120)


def record() -> str:
    """Some of a game by chance."""
    chance = Random(4)
    start = random_start(chance, 4, RemainingDrinks.ALL_AT_ONCE)
    played = random_game(chance, start)
    return json.dumps(record_of(start, [action for action, _ in (next(played) for _ in range(220))]))


def bring(page: Page, site: str) -> None:
    page.goto(f"{site}/verify/")
    page.locator("#id_record").fill(record())
    page.get_by_role("button", name="Step through it").click()
    expect(page.get_by_role("heading", name="A game, step by step")).to_be_visible()


def at(page: Page, step: int | str) -> None:
    expect(page.locator("#where b")).to_have_text(str(step))


def test_links_keys_slider_and_log_lead_through_a_game_without_loading_the_page_anew(visit, site):
    page = visit().page
    bring(page, site)
    page.evaluate("window.isTheSamePage = true")
    last = int(page.locator("#replay").get_attribute("data-last") or 0)
    page.get_by_role("link", name="Forward").click()
    at(page, 1)
    expect(page.locator("#go-forward")).to_be_focused()
    page.keyboard.press("ArrowRight")
    at(page, 2)
    page.keyboard.press("End")
    at(page, last)
    page.keyboard.press("ArrowLeft")
    at(page, last - 1)
    page.keyboard.press("Home")
    at(page, 0)
    page.locator("#slider").fill("7")
    at(page, 7)
    page.locator("#log a").nth(4).click()
    at(page, 4)
    expect(page.locator("#log [aria-current]")).to_have_count(1)
    page.get_by_role("link", name="All hands").click()
    expect(page.locator(".hand-of")).to_have_count(4)
    page.get_by_role("link", name="What everybody saw").click()
    expect(page.locator(".hand-of")).to_have_count(0)
    assert page.evaluate("window.isTheSamePage")
    assert re.search(r"step=4&as=$", page.url)


def test_a_game_plays_by_itself_until_it_is_stopped(visit, site):
    page = visit().page
    bring(page, site)
    page.locator("#speed").select_option("fast")
    page.locator("h1").click()
    page.keyboard.press("Space")
    expect(page.locator("#where b")).to_have_text(re.compile(r"^([4-9]|\d\d+)$"))
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    step = int(page.locator("#where b").inner_text())
    said = page.locator("#said").inner_text()
    assert said
    page.wait_for_timeout(1200)
    at(page, step)


def test_each_step_is_a_link_without_javascript_too(visit, site):
    page = visit(java_script_enabled=False).page
    bring(page, site)
    page.get_by_role("link", name="Forward").click()
    at(page, 1)
    page.get_by_role("link", name="All hands").click()
    expect(page.locator(".hand-of")).to_have_count(4)
    page.locator("#slider").focus()
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Go").click()
    at(page, 2)
    expect(page.locator(".hand-of")).to_have_count(4)


def test_axe_finds_nothing_and_nothing_scrolls_sideways(visit, site):
    page = visit().page
    bring(page, site)
    page.get_by_role("link", name="All hands").click()
    page.locator("#slider").fill("60")
    at(page, 60)
    assert violations(page, "replay") == []
    for width in (320, 360, 768, 1024, 1440):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(SIDEWAYS) <= 0, f"at {width} px"
