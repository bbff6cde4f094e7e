"""Every kind of page: axe-core finds nothing in either theme on a desk or a phone, and nothing scrolls sideways."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.playing import ByMouse
from tests.browser.test_whole_match import play_until_over

pytestmark = pytest.mark.timeout(180)
VENDOR = Path(__file__).with_name("vendor")
AXE = (VENDOR / "axe.min.js").read_text()
WIDTHS = (320, 360, 768, 1024, 1440)
HEIGHTS = {320: 640, 360: 740, 768: 1024, 1024: 768, 1440: 900}
PUBLIC = {"home": "/", "lobby": "/tables/", "rules": "/rules/", "sign-up": "/accounts/signup/", "verify": "/verify/"}
PUBLIC |= {"sign-in": "/accounts/login/", "matches": "/matches/"}
PUBLIC |= {"nothing here": "/no/such/page/", "no table": "/tables/nowhere/", "offline": "/offline/"}

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
ASK_AXE = """async (rules) => (await axe.run(document, rules)).violations.map(
  (found) => `${found.id}: ${found.nodes.slice(0, 3).map((node) => node.target.join(" ")).join(" | ")}`)"""
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def violations(page: Page, name: str) -> list[str]:
    """What axe-core finds in both themes at 1440 and 360 px."""
    found = []
    page.evaluate(f"() => {{ {AXE} }}")
    for width in (1440, 360):
        page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            page.wait_for_timeout(50)
            found += [f"{name}, {scheme}, {width} px: {what}" for what in page.evaluate(ASK_AXE, RULES)]
    return found


def sideways(page: Page, name: str) -> list[str]:
    """The widths at which the page is wider than its window."""
    too_wide = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
        if pixels := page.evaluate(SIDEWAYS):
            too_wide.append(f"{name} at {width} px: {pixels} px too wide")
    return too_wide


def troubles(page: Page, name: str) -> list[str]:
    return violations(page, name) + sideways(page, name)


def test_the_vendored_axe_is_the_one_its_readme_names():
    named = re.search(r"`([0-9a-f]{64})`", (VENDOR / "README.md").read_text())
    assert named
    assert hashlib.sha256((VENDOR / "axe.min.js").read_bytes()).hexdigest() == named[1]


def test_public_pages_are_accessible_and_fit(visit):
    visitor = visit()
    found = []
    for name, path in PUBLIC.items():
        visitor.go(path)
        found += troubles(visitor.page, name)
    visitor.troubles = [trouble for trouble in visitor.troubles if "status of 404" not in trouble]
    assert found == []


def test_room_table_match_and_game_pages_are_accessible_and_fit(visit):
    visitor = visit()
    page = visitor.page
    visitor.go("/tables/new/")
    found = troubles(page, "new table as a stranger")
    page.get_by_role("button", name=re.compile("guest", re.I)).first.click()
    found += troubles(page, "new table")
    page.locator("[name=games_agreed]").fill("1")
    page.locator("[name=seat_count]").fill("3")
    page.locator("[name=pace]").select_option("brisk")
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("button", name="Add a bot").wait_for()
    found += troubles(page, "room")
    page.get_by_role("button", name=re.compile("Fill the empty seats")).click()
    expect(page.locator("#hand .drink")).to_have_count(4, timeout=20_000)
    found += troubles(page, "live table")
    screen = visit()
    screen.page.goto(page.url + "big/")
    expect(screen.page.locator("#log li").first).to_be_visible()
    found += troubles(screen.page, "big screen")
    screen.page.goto("about:blank")
    page.set_viewport_size({"width": 1280, "height": 800})
    play_until_over(ByMouse(page, seed=4))
    found += troubles(page, "final score")
    page.get_by_role("link", name="To the match page").click()
    found += troubles(page, "match")
    page.get_by_role("link", name="Game 1").first.click()
    expect(page.get_by_role("link", name="See that moment")).to_be_visible(timeout=20_000)
    page.get_by_text("The whole game in words").click()
    expect(page.locator("ol.log li").first).to_be_visible()
    found += troubles(page, "game")
    page.get_by_role("link", name="See that moment").click()
    expect(page.locator("#where")).to_be_visible()
    found += troubles(page, "replay")
    visitor.go("/players/me/")
    found += troubles(page, "own page")
    assert found == []
