"""How a person plays at the live table: by its buttons, or by its keys alone."""

from __future__ import annotations

import random
from typing import Any

from playwright.sync_api import Error, Page

from tests.aims import Way, nearest


def is_over(page: Page) -> bool:
    return page.locator("#status").get_attribute("data-phase") == "match_over"


class ByMouse:
    """Clicks what the page offers: makes drinks, moves bottles, shouts now and then."""

    def __init__(self, page: Page, seed: int) -> None:
        self.page = page
        self.chance = random.Random(seed)
        self.done: set[str] = set()

    def step(self) -> None:
        """One thing, if there is one to do. The page may change under the finger: then nothing was pressed."""
        try:
            self._step()
        except Error as missed:
            if "Timeout" not in str(missed) and "not attached" not in str(missed):
                raise

    def _step(self) -> None:
        offers = self.page.evaluate(OFFERS)
        if offers["makes"]:
            self._click(f"#{offers['makes'][0]}", "make")
        elif offers["bottles"]:
            way = self._nearest(offers)
            self.page.locator(f"label[for='take-{way.giver}-{way.liquor}']").click(timeout=700)
            self._click(f"#to-{way.receiver}", "move")
        elif "do-ready" in offers["buttons"]:
            self._click("#do-ready", "ready")
        elif "do-pass" in offers["buttons"]:
            self._click("#do-pass", "pass")
        elif "do-order" in offers["buttons"] and self.chance.random() < 0.5:
            self._click("#do-order", "order")
        elif "do-deal" in offers["buttons"] and self.chance.random() < 0.5:
            self._click("#do-deal", "deal")

    def _nearest(self, offers: dict[str, Any]) -> Way:
        ways = [
            Way(liquor, giver, receiver) for giver, liquor, receivers in offers["bottles"] for receiver in receivers
        ]
        return nearest(ways, offers["drinks"], offers["shelves"], self.chance)

    def _click(self, selector: str, what: str) -> None:
        self.page.locator(selector).click(timeout=700)
        self.done.add(what)


class ByKeys(ByMouse):
    """The same person without a mouse: space, letters, digits, P, Enter."""

    def _step(self) -> None:
        offers = self.page.evaluate(OFFERS)
        if offers["makes"]:
            self._press(offers["makes"][0].split("-")[1], "make")
        elif offers["bottles"]:
            way = self._nearest(offers)
            for letter in (way.giver[0], way.liquor[0], way.receiver[0]):
                self.page.keyboard.press(letter)
            self.done.add("move")
        elif "do-ready" in offers["buttons"]:
            self._press("Enter", "ready")
        elif "do-pass" in offers["buttons"]:
            self._press("p", "pass")
        elif "do-order" in offers["buttons"] and self.chance.random() < 0.6:
            self._press("Space", "order")
        elif "do-hold" in offers["buttons"] and "hold" not in self.done:
            self._press("h", "hold")

    def _press(self, key: str, what: str) -> None:
        self.page.keyboard.press(key)
        self.done.add(what)


OFFERS = """() => {
  const open = [...document.querySelectorAll("#table button[form='act-form']:not([aria-disabled])")];
  const shelves = {};
  for (const shelf of document.querySelectorAll("#bartenders .shelf")) {
    const [, liquor, number] = shelf.className.split(" ");
    const bartender = shelf.closest(".bartender").id.slice("bartender-".length);
    (shelves[bartender] ??= {})[liquor] = Number(number.slice(1));
  }
  return {
    makes: open.filter((button) => button.value.startsWith("make ")).map((button) => button.id),
    bottles: [...document.querySelectorAll("#table input[name='bottle']")].map((radio) => (
      [...radio.value.split(" "), radio.dataset.receivers.split(" ")])),
    buttons: open.map((button) => button.id),
    drinks: [...document.querySelectorAll("#hand .drink:not(.made)")].map((drink) => (
      [...drink.querySelectorAll(".recipe i")].map((bottle) => bottle.className))),
    shelves,
  };
}"""
