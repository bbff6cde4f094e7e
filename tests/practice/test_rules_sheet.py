"""The rules beside the table, and the rulings on the rules page."""

from __future__ import annotations

import html
import re

import pytest
from django.template.loader import get_template

from game.rules import Phase
from tests.live.scenes import scene
from tests.pages.browsers import Browser

SHEET = get_template("game/_rules_sheet.html").render()
SHOWN = {phase.value for phase in Phase} - {"ordering"} | {"match_over"}
"""What a board's phase can be: an open window is shown as dealing."""


def test_every_phase_that_a_table_shows_has_one_part_of_the_sheet():
    words = re.findall(r'data-phases="([^"]+)"', SHEET)
    assert sorted(" ".join(words).split()) == sorted(SHOWN)


def test_the_sheet_leads_to_all_the_rules_and_can_be_closed():
    assert 'href="/rules/"' in SHEET
    assert re.search(r'<form method="dialog">.*<button class="button primary">Close</button>', SHEET)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("live_tables", "still")
async def test_players_and_watchers_have_the_sheet_and_without_scripts_its_link_leads_to_the_rules():
    table = await scene("Andre Bill")
    for player in (table.seated[0], None):
        browser = Browser(player)
        await browser.get(f"/tables/{table.match.slug}/")
        assert browser.page.count('<dialog id="rules-sheet"') == 1
        links = re.findall(r'<a [^>]*href="/rules/"[^>]*data-rules-sheet>', browser.page)
        assert len(links) == (3 if player else 1)
    await table.close()


@pytest.mark.django_db
def test_the_rules_page_lists_every_ruling_once_and_leads_to_practice(client):
    page = html.unescape(client.get("/rules/").content.decode())
    assert re.findall(r"<dt>A(\d+)\.", page) == [str(number) for number in range(1, 28)]
    assert "/practice/first/" in page
    assert 'id="hints"' in page
