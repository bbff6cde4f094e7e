"""Single keys: another one can be chosen for each, all can be switched off, and the browser remembers it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.timeout(120)
PUZZLE = "/practice/finish/tukxky2krqk83/"


def choose(page: Page, what: str, key: str) -> None:
    page.locator("#own-keys button", has_text=what).click()
    page.keyboard.press(key)


def test_keys_of_ones_own_are_chosen_remembered_and_given_back(visit):
    player = visit(viewport={"width": 1280, "height": 800})
    page = player.page
    player.go(PUZZLE)
    page.keyboard.press("?")
    page.get_by_text("Change the keys").click()
    choose(page, "Kathy", "j")
    expect(page.locator("#own-keys-said")).to_have_text("J is Jasmine already. Nothing has changed.")
    choose(page, "Kathy", "Tab")
    expect(page.locator("#own-keys-said")).to_be_empty()
    choose(page, "Kathy", "y")
    choose(page, "Take back", "Space")
    expect(page.locator("#own-keys-said")).to_have_text("Take back is Space now.")
    page.keyboard.press("Escape")

    player.go(PUZZLE)
    for key in ("k", "v", "y", "v", "f"):  # K is nobody's any more, and V no bartender's
        page.keyboard.press(key)
    expect(page.locator(".steps li")).to_have_text(["Vodka from Kathy to Frank: 1 ice."])
    expect(page.locator("#do-undo")).to_have_attribute("aria-keyshortcuts", "Space")
    page.keyboard.press("Space")
    expect(page.locator(".steps li")).to_have_count(0)

    page.locator("#show-keys").click()
    page.get_by_role("button", name="Back to the house’s keys").click()
    choose(page, "Drink 1", "Backspace")
    expect(page.locator("#own-keys-said")).to_have_text("Drink 1 has no key now.")
    page.get_by_label("Single keys act on the board").uncheck()
    page.keyboard.press("Escape")
    for key in ("k", "v", "f"):
        page.keyboard.press(key)
    expect(page.locator("#key-hint")).to_be_empty()
    page.locator("#show-keys").click()
    page.get_by_label("Single keys act on the board").check()
    page.keyboard.press("Escape")
    for key in ("k", "v", "f"):
        page.keyboard.press(key)
    expect(page.locator(".steps li")).to_have_text(["Vodka from Kathy to Frank: 1 ice."])
