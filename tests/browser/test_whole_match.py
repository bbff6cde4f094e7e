"""People play whole matches in the browser, from the home page to the result page."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import expect

from tests.browser.playing import ByKeys, ByMouse, is_over

pytestmark = pytest.mark.timeout(400)
PATIENCE = 240


def play_until_over(*hands: ByMouse) -> None:
    give_up_at = time.monotonic() + PATIENCE
    while not all(is_over(hand.page) for hand in hands):
        assert time.monotonic() < give_up_at, "the match did not come to its end"
        for hand in hands:
            hand.step()
        hands[0].page.wait_for_timeout(120)


def test_two_guests_and_two_bots_play_a_three_game_match_to_its_result_page(visit):
    host, guest = visit(viewport={"width": 1280, "height": 800}), visit(viewport={"width": 390, "height": 800})

    host.go("/tables/new/")
    host.page.get_by_role("button", name=re.compile("guest", re.I)).first.click()
    host.page.locator("[name=games_agreed]").fill("3")
    host.page.locator("[name=seat_count]").fill("4")
    host.page.locator("[name=pace]").select_option("brisk")
    host.page.get_by_role("button", name="Open the table").click()
    expect(host.page).to_have_url(re.compile("/tables/[a-z0-9]+/$"))
    for seated in (2, 3):
        host.page.get_by_role("button", name="Add a bot").click()
        expect(host.page.locator(".seat-list .seat:not(.empty)")).to_have_count(seated)

    guest.go("/")
    listed = guest.page.locator(f"#open-{host.page.url.rstrip('/').rsplit('/', 1)[1]}")  # others may be open as well
    agree = re.compile("Agree and join")
    listed.get_by_role("button", name=agree).click()
    guest.page.get_by_role("button", name=re.compile("guest", re.I)).first.click()
    expect(guest.page.get_by_text("You play as")).to_be_visible()  # and pressing counts from here on
    listed.get_by_role("button", name=agree).click()
    expect(host.page.locator(".seat-list .seat:not(.empty)")).to_have_count(4)  # without a reload
    host.page.get_by_role("button", name="Start the match").click()

    for visitor in (host, guest):
        expect(visitor.page.locator("#status")).to_be_visible(timeout=15_000)
        expect(visitor.page.locator("#hand .drink")).to_have_count(4)
    hands = ByMouse(host.page, seed=1), ByMouse(guest.page, seed=2)
    play_until_over(*hands)
    assert {"make", "move", "order", "pass", "ready"} <= hands[0].done | hands[1].done

    results = []
    for visitor in (host, guest):
        visitor.page.get_by_role("link", name="To the match page").click()
        expect(visitor.page.locator("table.score-sheet tbody tr")).to_have_count(3)
        results.append(visitor.page.locator(".standings").inner_text())
    assert results[0] == results[1]
    assert len(re.findall(r"\d+ ice", results[0])) >= 4


TABS_SEEN = """
window.tabsSeen = [];
new MutationObserver(() => {
  const tab = [document.title[0], document.querySelector("link[rel='icon']")?.href.split("/").pop()].join(" ");
  if (!tabsSeen.includes(tab)) tabsSeen.push(tab);
}).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["href"] });
"""


def test_somebody_who_uses_only_the_keyboard_plays_a_game_to_its_end(visit):
    player = visit(viewport={"width": 1280, "height": 800})
    page = player.page
    page.add_init_script(TABS_SEEN)
    player.go("/")
    for _ in range(15):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent.trim()") == "Play now":
            break
    page.keyboard.press("Enter")
    expect(page.locator("#hand .drink")).to_have_count(4, timeout=20_000)
    hand = ByKeys(page, seed=3)
    play_until_over(hand)
    assert {"order", "move", "make"} <= hand.done
    expect(page.locator("#sheet .result")).to_contain_text("wins the match")
    assert page.evaluate("tabsSeen").count("● favicon-turn.svg") == 1, "the tab has not said that it was their turn"


def test_a_reload_a_second_tab_and_a_new_socket_show_the_same_board(visit):
    player = visit()
    player.go("/")
    player.page.get_by_role("button", name="Play now").click()
    expect(player.page.locator("#hand .drink")).to_have_count(4, timeout=20_000)
    hand = player.page.locator("#hand").inner_text()
    second = player.context.new_page()
    second.goto(player.page.url)
    player.page.reload()
    for page in (player.page, second):
        assert drinks_in(page.locator("#hand").inner_text()) == drinks_in(hand)
        expect(page.locator("#bartenders .bartender")).to_have_count(6)


def drinks_in(hand: str) -> list[str]:
    return re.findall("Shooter|Martini|Highball|Specialty", hand)
