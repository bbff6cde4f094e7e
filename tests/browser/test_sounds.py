"""What happens can be heard: in the first game, where nothing moves by itself."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.timeout(120)
EARS = """
window.heard = [];
window.spoken = [];
const begin = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) { heard.push("tone"); return begin.apply(this, when); };
const rush = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function (...when) { heard.push("rush"); return rush.apply(this, when); };
Object.defineProperty(BaseAudioContext.prototype, "state", { get: () => "running" });
speechSynthesis.speak = (said) => spoken.push(said.text);
"""
"""Notes what the page plays and says; whether the machine has a loudspeaker is another matter."""


def deal(page: Page) -> None:
    step = page.locator(".progress").inner_text()
    page.locator("#do-deal").click()
    expect(page.locator(".progress")).not_to_have_text(step)


def test_a_dealt_card_is_heard_and_its_bartender_named_until_it_is_switched_off(visit):
    newcomer = visit(viewport={"width": 1280, "height": 800})
    page = newcomer.page
    page.add_init_script(EARS)
    newcomer.go("/practice/first/1/")
    assert page.evaluate("heard") == []
    page.locator("#show-signals").click()
    page.get_by_label("Say the bartender").check()
    page.wait_for_function("spoken.length === 1")
    page.evaluate("spoken.length = heard.length = 0")
    page.keyboard.press("Escape")
    deal(page)
    page.wait_for_function("heard.includes('rush')")
    named = re.match(r"\w+", page.locator("#log li").last.inner_text())
    assert page.evaluate("spoken") == [named and named[0]]

    page.locator("#show-signals").click()
    page.get_by_label("Sound and signals at the table").uncheck()
    expect(page.get_by_label("Volume")).to_be_disabled()
    newcomer.go("/practice/first/1/")
    page.locator("#show-signals").click()
    expect(page.get_by_label("Sound and signals at the table")).not_to_be_checked()
    expect(page.get_by_label("Say the bartender")).to_be_checked()
    page.keyboard.press("Escape")
    deal(page)
    assert page.evaluate("[heard.length, spoken.length]") == [0, 0]


def test_a_browser_without_sound_speech_or_signals_plays_all_the_same(visit):
    newcomer = visit(viewport={"width": 1280, "height": 800})
    page = newcomer.page
    page.add_init_script(
        "for (const name of ['AudioContext', 'speechSynthesis', 'Notification', 'localStorage']) delete window[name];"
    )
    newcomer.go("/practice/first/1/")
    deal(page)
    page.locator("#show-signals").click()
    expect(page.get_by_label("Volume")).to_be_enabled()
    expect(page.get_by_label("Say the bartender")).to_be_hidden()
