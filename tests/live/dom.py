"""What a page shows after all its frames: elements replaced by id, lines of the log put below the others."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser

SWAP = " hx-swap-oob=outerMorph"
VOID = {"input", "br", "hr", "img", "link", "meta"}
LONG = 80
"""The page marks a newest line of more letters than this."""


class Splitter(HTMLParser):
    """The outermost elements of a text as (attributes, start, end); or, with `name`, the one that has this id."""

    def __init__(self, html: str, name: str = "") -> None:
        super().__init__(convert_charrefs=False)
        self.html = html
        self.name = name
        self.depth = 0
        self.depth_of_found: int | None = None if name else 0
        self.start = 0
        self.attributes: dict[str, str] = {}
        self.parts: list[tuple[dict[str, str], int, int]] = []
        self.offsets = [0]
        for line in html.splitlines(keepends=True):
            self.offsets.append(self.offsets[-1] + len(line))
        self.feed(html)
        self.close()

    def here(self) -> int:
        line, column = self.getpos()
        return self.offsets[line - 1] + column

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if self.name and attributes.get("id") == self.name:
            self.depth_of_found = self.depth
        if self.depth == self.depth_of_found:
            self.start, self.attributes = self.here(), attributes
        if tag not in VOID:
            self.depth += 1
        elif self.depth == self.depth_of_found:
            self._found(self.start)

    def handle_endtag(self, tag: str) -> None:
        self.depth -= 1
        if self.depth == self.depth_of_found:
            self._found(self.here())

    def _found(self, last_tag: int) -> None:
        self.parts.append((self.attributes, self.start, self.html.index(">", last_tag) + 1))
        if self.name:
            self.depth_of_found = None


class Dom:
    def __init__(self) -> None:
        self.regions: dict[str, str] = {}
        """The outermost ones, by id."""
        self.lines: list[str] = []

    def apply(self, frame: str) -> None:
        if frame.startswith("{"):
            return
        for attributes, start, end in Splitter(frame).parts:
            html = frame[start:end]
            swap = attributes["hx-swap-oob"]
            if swap == "beforeend:#log":
                self.lines += lines_in(html)
                self.regions["latest"] = latest(self.lines[-1])
            elif swap.startswith("beforeend:"):
                continue  # the chat, which is no part of the board
            elif attributes["id"] == "log":
                self.lines = lines_in(html)
            else:
                self._replace(attributes["id"], html.replace(SWAP, ""))

    def _replace(self, name: str, html: str) -> None:
        """A region, or a part of one that was sent before."""
        around = next((other for other, text in self.regions.items() if f'id="{name}"' in text), name)
        if around == name:
            self.regions[name] = html
            return
        text = self.regions[around]
        ((_, start, end),) = Splitter(text, name).parts
        self.regions[around] = text[:start] + html + text[end:]

    def newest_lines(self, count: int = 40) -> list[str]:
        return self.lines[-count:]


def without_time(html: str) -> str:
    """The seconds left change by themselves."""
    return re.sub(r'data-left="[\d.]+"><b>\d+</b>', "", html)


def lines_in(html: str) -> list[str]:
    return re.findall(r"<li id=\"line-.*?</li>", html)


def latest(line: str) -> str:
    """The newest line above the bartenders, which the page itself repeats from the log."""
    kind, words = re.findall(r'class="([\w-]+)"[^>]*>(.*)</li>', line)[0]
    is_long = len(unescape(words)) > LONG
    return f'<p id="latest" class="{kind}{" long" if is_long else ""}">{words}</p>'
