"""The chat in the browser: typing presses nothing on the table, a phone folds it up, and Order! is never covered."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_pages import troubles

pytestmark = pytest.mark.timeout(180)
PATIENCE = 30_000
GUEST = re.compile("guest", re.I)
IS_ORDER_ON_TOP = """() => {
  const box = document.querySelector(".order").getBoundingClientRect();
  return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest(".order") !== null;
}"""


def sit_down_together(host: Page, guest: Page, site: str) -> None:
    """Two people at a table of two, in play, each with an open line."""
    heard = {page: listen(page) for page in (host, guest)}
    host.goto(site + "/tables/new/")
    host.get_by_role("button", name=GUEST).first.click()
    host.locator("[name=seat_count]").fill("2")
    host.locator("[name=pace]").select_option("relaxed")
    host.get_by_role("button", name="Open the table").click()
    expect(host.locator("#room")).to_be_visible()
    guest.goto(site + "/who/")
    guest.get_by_role("button", name=GUEST).first.click()
    expect(guest.locator(".whoami")).to_contain_text("guest")
    guest.goto(host.url)
    guest.get_by_role("button", name="Agree and join").click()
    expect(host.locator(".seat-list .seat:not(.empty)")).to_have_count(2)
    host.get_by_role("button", name="Start the match").click()
    for page, frames in heard.items():
        expect(page.locator("#hand .drink")).to_have_count(4, timeout=PATIENCE)
        wait_for_the_line(page, frames)


def listen(page: Page) -> list[str]:
    """All that the page's sockets are sent from now on."""
    frames: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame))))
    return frames


def wait_for_the_line(page: Page, frames: list[str]) -> None:
    """Until the page has its chat through the socket, so that what is said goes that way."""
    give_up_at = time.monotonic() + PATIENCE / 1000
    while not any('id="said"' in frame for frame in frames):
        assert time.monotonic() < give_up_at, "the table's socket sent no chat"
        page.wait_for_timeout(50)


def say(page: Page, words: str) -> None:
    page.locator("#chat-words").fill(words)
    page.keyboard.press("Enter")


def test_what_is_typed_never_reaches_the_game_and_the_field_is_emptied_once_it_is_said(visit):
    host, guest = visit(viewport={"width": 1440, "height": 900}), visit(viewport={"width": 1440, "height": 900})
    sit_down_together(host.page, guest.page, host.site)
    page = host.page
    field = page.locator("#chat-words")
    field.focus()
    words = "hold p d ? fjkmo rvgbti 1234 "
    page.keyboard.type(words)
    expect(field).to_have_value(words)
    page.keyboard.press("Enter")
    expect(guest.page.locator("#said li")).to_have_text([re.compile(re.escape(words.strip()) + "$")], timeout=PATIENCE)
    expect(field).to_have_value("")
    expect(field).to_be_focused()
    expect(page.locator("#keys")).not_to_have_attribute("open", "")
    for phrase in ("Cheers!", "Nice move!"):
        button = guest.page.get_by_role("button", name=phrase, exact=True)
        button.click()
        expect(button).not_to_be_focused()  # the next space is an order, and not the same phrase again
    expect(page.locator("#said li")).to_have_count(3, timeout=PATIENCE)
    log = page.locator("#log")
    expect(log).not_to_contain_text("holds the deal")
    assert log.locator(".line-order").count() == 0
    field.focus()
    page.keyboard.press("Escape")
    expect(field).not_to_be_focused()
    page.evaluate("document.getElementById('notice').textContent = 'The board told you something.'")
    say(page, "I read that in a moment")
    expect(page.locator("#said li")).to_have_count(4, timeout=PATIENCE)
    expect(page.locator("#notice")).to_have_text("The board told you something.")
    field.blur()
    page.keyboard.press("h")
    expect(log).to_contain_text("holds the deal", timeout=PATIENCE)
    expect(page.locator("#notice")).to_be_empty()


def test_on_a_phone_the_chat_is_folded_up_counts_what_is_new_and_never_covers_order(visit):
    host, guest = visit(viewport={"width": 1440, "height": 900}), visit(viewport={"width": 360, "height": 740})
    sit_down_together(host.page, guest.page, host.site)
    phone = guest.page
    expect(host.page.locator("#chat-words")).to_be_visible()
    expect(phone.locator("#chat-words")).to_be_hidden()
    for number in (1, 2):
        say(host.page, f"line {number}")
        expect(phone.locator("#chat-unread")).to_have_text(f"{number} new", timeout=PATIENCE)
    expect(host.page.locator("#chat-unread")).to_be_hidden()
    assert phone.evaluate(IS_ORDER_ON_TOP)
    phone.locator("#chat > summary").click()
    expect(phone.locator("#said li").last).to_be_visible()
    expect(phone.locator("#chat-unread")).to_be_hidden()
    phone.locator("#chat-words").focus()
    assert phone.evaluate(IS_ORDER_ON_TOP)
    assert phone.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    phone.locator("#chat > summary").click()
    say(host.page, "line 3")
    expect(phone.locator("#chat-unread")).to_have_text("1 new", timeout=PATIENCE)


def test_a_line_that_is_refused_stays_in_the_field_and_whoever_is_muted_is_gone_at_once(visit):
    host = visit(viewport={"width": 1440, "height": 900})
    guest = visit(viewport={"width": 1440, "height": 900})
    sit_down_together(host.page, guest.page, host.site)
    say(guest.page, "see www.example.com")
    expect(guest.page.locator("#chat-notice")).to_contain_text("Guests cannot send addresses", timeout=PATIENCE)
    expect(guest.page.locator("#chat-words")).to_have_value("see www.example.com")
    say(guest.page, "then not")
    expect(host.page.locator("#said")).to_contain_text("then not", timeout=PATIENCE)
    expect(guest.page.locator("#chat-notice")).to_be_empty()
    host.page.get_by_text("Mute, block, read aloud").click()
    assert troubles(host.page, "open chat") == []
    host.page.get_by_role("button", name="Mute").click()
    expect(host.page.locator("#said li")).to_have_count(0, timeout=PATIENCE)
    host.page.get_by_role("button", name="Block").click()
    host.page.get_by_role("button", name="Yes").click()
    expect(host.page.locator("#chat-people")).to_contain_text("blocked", timeout=PATIENCE)
    host.page.get_by_role("button", name="Unblock").click()
    expect(host.page.locator("#said")).to_contain_text("then not", timeout=PATIENCE)
