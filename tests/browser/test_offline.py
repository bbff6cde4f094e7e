"""A line that is down shows a page of ours; when it is back, so is the site."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.timeout(120)


def test_without_a_line_a_page_says_so_and_leads_back(visit):
    visitor = visit()
    page = visitor.page
    visitor.go("/rules/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    visitor.context.set_offline(True)
    visitor.go("/practice/")
    expect(page.get_by_role("heading", name="The line to the bar is down")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.querySelector('main'), '::before').backgroundImage").count(
        "scenes.svg"
    )
    assert page.evaluate("caches.keys().then((names) => names.length)") == 1
    # The browser itself notes each request that found no line.
    visitor.troubles = [trouble for trouble in visitor.troubles if "ERR_INTERNET_DISCONNECTED" not in trouble]
    visitor.context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_role("heading", name="Practice", level=1)).to_be_visible()
