"""A league of nine: founded, joined by link, one round with bots, one match by score pad, and its standings."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser.playing import ByMouse, is_over
from tests.browser.test_pages import troubles

pytestmark = pytest.mark.timeout(240)
PATIENCE = 120


def become_guest(page: Page, name: str) -> None:
    """By the page that asks who one is, with a name of one's own."""
    page.get_by_role("button", name=re.compile("guest", re.I)).first.click()
    expect(page.get_by_text("You play as")).to_be_visible()
    page.goto(page.url.split("/", 3)[0] + "//" + page.url.split("/")[2] + "/players/me/")
    page.locator("[name=name]").fill(name)
    page.get_by_role("button", name="Change my name").click()


def found_league(page: Page, site: str) -> str:
    """For matches of one game, brisk, three at a table; the invite link."""
    page.goto(site + "/leagues/new/")
    page.get_by_label("Name of the league").fill("Nine at the bar")
    page.get_by_label("Players at a table").fill("3")
    page.get_by_label("Games in a match").fill("1")
    page.get_by_label("Pace").select_option("brisk")
    page.get_by_role("button", name="Found the league").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Nine at the bar")
    return page.locator("#invite-link").input_value()


def enter_on_pad(page: Page, ice: list[int]) -> None:
    """One game: the ice of each as listed, settled up in the order of the list."""
    rows = page.locator(".pad-row")
    for number, cubes in enumerate(ice):
        rows.nth(number).locator("input").fill(str(cubes))
        rows.nth(number).locator("select").select_option(str(number + 1))
    page.get_by_role("button", name="Enter game 1").click()


def test_a_league_of_nine_plays_a_round_with_bots_enters_a_match_by_pad_and_reads_the_standings(visit, site):
    host = visit(viewport={"width": 1280, "height": 800})
    page = host.page
    host.go("/leagues/new/")
    become_guest(page, "Nine Host")
    invite = found_league(page, site)
    league = page.url
    phone = visit(viewport={"width": 390, "height": 780})
    others = [phone, *(visit() for _ in range(7))]
    for number, visitor in enumerate(others, start=1):
        visitor.page.goto(invite)
        visitor.page.get_by_role("button", name="Join the league").click()
        visitor.page.get_by_role("button", name=re.compile("guest", re.I)).first.click()
        visitor.page.get_by_role("button", name="Join the league").click()
        expect(visitor.page.get_by_role("heading", level=1)).to_have_text("Nine at the bar")
        if number > 1:
            visitor.page.goto("about:blank")  # they are members; their browsers need do nothing more
    page.reload()
    expect(page.locator(".league-standings tbody tr")).to_have_count(9)

    # The season is planned, and of the first round only the host comes with one more: bots take the empty chairs.
    page.get_by_role("link", name="Plan the season").first.click()
    page.get_by_label("Rounds").fill("4")
    page.get_by_role("button", name="Plan the rounds").click()
    expect(page.locator(".round-list > li")).to_have_count(4)
    expect(page.locator(".round-list > li").first).to_contain_text("check-in is open")
    page.get_by_role("link", name="Round 1", exact=True).click()
    expect(page.locator(".table-card")).to_have_count(3)
    page.get_by_role("button", name="I am here").click()
    phone.page.reload()
    phone.page.get_by_role("link", name="Round 1", exact=True).click()
    phone.page.get_by_role("button", name="I am here").click()
    expect(page.locator("#check-in ~ [role=status]")).to_contain_text("2 of 9 are here", timeout=15_000)  # by itself
    page.get_by_role("button", name="Start the round").click()
    for visitor in (host, phone):  # the host by the button, the other one led there by the page
        expect(visitor.page.locator("#hand .drink")).to_have_count(4, timeout=20_000)
    assert host.page.url == phone.page.url
    hands = [ByMouse(page, seed=1), ByMouse(phone.page, seed=2)]
    give_up_at = time.monotonic() + PATIENCE
    while not all(is_over(hand.page) for hand in hands):
        assert time.monotonic() < give_up_at, "the match did not come to its end"
        for hand in hands:
            hand.step()
        page.wait_for_timeout(120)

    # Its result has arrived by itself; the others have missed the round.
    page.goto(league)
    standings = page.locator(".league-standings tbody tr")
    expect(standings.first.locator(".points")).to_have_text("1")
    expect(page.locator("[aria-labelledby=results] li")).to_have_count(1)
    expect(page.locator("#season")).to_contain_text("No two players have sat together twice.")

    # The second round at real tables: everybody is there, and one table's match is entered on a phone.
    page.get_by_role("link", name="Plan the season").first.click()
    page.get_by_label("Rounds").fill("1")
    page.get_by_label("Where").select_option("tables")
    page.get_by_role("button", name="Plan the rounds").click()
    page.get_by_role("link", name="Round 2", exact=True).click()
    page.get_by_role("button", name="Everybody is here").click()
    page.get_by_role("button", name="Start the round").click()
    phone.page.goto(page.url)
    phone.page.get_by_role("link", name=re.compile("Score pad")).and_(phone.page.locator(".primary")).click()
    enter_on_pad(phone.page, [4, 0, 7])
    expect(phone.page.locator("tfoot")).to_contain_text("7")
    phone.page.get_by_role("button", name="Take game 1 back").click()
    enter_on_pad(phone.page, [4, 9, 2])
    phone.page.get_by_role("button", name="Count the match").click()
    expect(phone.page.get_by_text("Entered by hand by")).to_be_visible()
    winner = phone.page.locator(".standings .winner").inner_text()
    assert "2" in winner
    phone.page.goto(league)
    expect(phone.page.locator("[aria-labelledby=results] li")).to_have_count(2)
    expect(phone.page.locator("#season")).to_contain_text("entered by hand")
    first = phone.page.locator(".league-standings tbody tr").first
    expect(first.locator(".points")).to_have_text(re.compile(r"^(1|1\.5|2)$"))


def test_the_pages_of_a_league_are_accessible_and_fit(visit, site):
    visitor = visit()
    page = visitor.page
    visitor.go("/leagues/new/")
    become_guest(page, "Pad Host")
    page.goto(site + "/leagues/new/")
    found = troubles(page, "new league")
    page.set_viewport_size({"width": 1280, "height": 800})
    invite = found_league(page, site)
    league = page.url
    guest = visit()
    guest.page.goto(invite)
    guest.page.get_by_role("button", name="Join the league").click()
    guest.page.get_by_role("button", name=re.compile("guest", re.I)).first.click()
    guest.page.get_by_role("button", name="Join the league").click()
    expect(guest.page.get_by_role("heading", level=1)).to_have_text("Nine at the bar")
    page.goto(league)
    page.get_by_role("link", name="Make the next round").first.click()
    page.get_by_label("Where").select_option("tables")
    found += troubles(page, "new round")
    page.get_by_role("button", name="Make the round").click()
    found += troubles(page, "round")
    page.get_by_role("button", name="Everybody is here").click()
    page.get_by_role("button", name="Start the round").click()
    page.get_by_role("link", name=re.compile("Score pad")).click()
    found += troubles(page, "pad")
    enter_on_pad(page, [4, 9])
    page.get_by_role("button", name="Count the match").click()
    page.get_by_text("The result is wrong").click()
    found += troubles(page, "table")
    for name, path in {"league": league, "settings": league + "settings/", "bell": site + "/bell/"}.items():
        page.goto(path)
        found += troubles(page, name)
    assert found == []
