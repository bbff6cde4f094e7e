"""What a reader sees of a page."""

from __future__ import annotations

import html
import re


def text_of(response) -> str:
    """One blank between words."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", response.content.decode())).split())


def slugs_of(response) -> list[str]:
    """The matches that a list shows, in its order."""
    return re.findall(r'<h3><a href="/matches/([^/"]+)/"', response.content.decode())


def older_of(response) -> str | None:
    """The address of the next page."""
    found = re.search(r'rel="next" href="([^"]*)"', response.content.decode())
    return html.unescape(found[1]) if found else None
