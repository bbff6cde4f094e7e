"""What a page shows after all its frames: regions replaced by id, lines of the log put below the others."""

from __future__ import annotations

import re
from html.parser import HTMLParser

SEEN = re.compile(r'<input type="hidden" id="seen"[^>]*>')
VOID = {"input", "br", "hr", "img", "link", "meta"}


class Splitter(HTMLParser):
    """The outermost elements of a frame as (attributes, html)."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=False)
        self.html = html
        self.depth = 0
        self.start = 0
        self.attributes: dict[str, str] = {}
        self.parts: list[tuple[dict[str, str], str]] = []
        self.offsets = [0]
        for line in html.splitlines(keepends=True):
            self.offsets.append(self.offsets[-1] + len(line))
        self.feed(html)
        self.close()

    def here(self) -> int:
        line, column = self.getpos()
        return self.offsets[line - 1] + column

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self.depth == 0:
            self.start, self.attributes = self.here(), {name: value or "" for name, value in attrs}
        if tag not in VOID:
            self.depth += 1
        elif self.depth == 0:
            self.parts.append((self.attributes, self.html[self.start : self.html.index(">", self.start) + 1]))

    def handle_endtag(self, tag: str) -> None:
        self.depth -= 1
        if self.depth == 0:
            self.parts.append((self.attributes, self.html[self.start : self.html.index(">", self.here()) + 1]))


class Dom:
    def __init__(self) -> None:
        self.regions: dict[str, str] = {}
        self.lines: list[str] = []

    def apply(self, frame: str) -> None:
        if frame.startswith("{"):
            return
        for attributes, html in Splitter(frame).parts:
            if attributes["hx-swap-oob"] == "beforeend:#log":
                self.lines += lines_in(html)
            elif attributes["id"] == "log":
                self.lines = lines_in(html)
            else:
                self._replace(attributes["id"], re.sub(r'data-left="[\d.]+"><b>\d+</b>', "", html))

    def _replace(self, name: str, html: str) -> None:
        """The field `seen` lies inside the controls, and is also sent by itself."""
        self.regions[name] = html
        if name == "controls" and (field := SEEN.search(html)):
            self.regions["seen"] = field[0]
        elif name == "seen":
            self.regions["seen"] = field = html.replace(" hx-swap-oob=outerMorph", "")
            self.regions["controls"] = SEEN.sub(lambda found: field, self.regions["controls"])

    def newest_lines(self, count: int = 40) -> list[str]:
        return self.lines[-count:]


def lines_in(html: str) -> list[str]:
    return re.findall(r"<li id=\"line-.*?</li>", html)
