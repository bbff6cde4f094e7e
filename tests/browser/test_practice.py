"""Practice in a real browser: the first game from its beginning to its end, a puzzle by keyboard, cards to spot."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from game.lesson import LAST, STEPS
from game.practice.codes import position_of
from game.practice.finishing import plan_for, step_of
from game.practice.spotting import spotting
from tests.browser.test_pages import troubles

pytestmark = pytest.mark.timeout(120)
CODE = "tukxky2krqk83"
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 800}


def press_wanted(page: Page) -> None:
    """What the mark is around, one after another."""
    for wanted in page.locator("#table").get_attribute("data-wanted").split():
        label = page.locator(f"label[for='{wanted}']")
        (label if label.count() else page.locator(f"#{wanted}")).click()


def test_the_first_game_is_played_through_from_the_home_page(visit):
    newcomer = visit(viewport=PHONE)
    page = newcomer.page
    newcomer.go("/")
    page.get_by_role("link", name="Learn in three minutes").click()
    for number, step in enumerate(STEPS, start=1):
        expect(page.locator("#coach-title")).to_have_text(step.teaches)
        expect(page.locator(".progress")).to_contain_text(f"Step {number} of {LAST}")
        expect(page.locator(".wanted")).to_have_count(len(page.locator("#table").get_attribute("data-wanted").split()))
        press_wanted(page)
    expect(page.get_by_role("heading", name="Newcomer wins with 2 ice.")).to_be_visible()
    page.get_by_role("link", name="Start again").click()
    expect(page.locator("#coach-title")).to_have_text("Deal")


def test_the_first_game_can_be_played_by_keyboard_left_and_taken_up_again(visit):
    newcomer = visit(viewport=DESK)
    page = newcomer.page
    newcomer.go("/practice/first/")
    page.keyboard.press("Space")  # not now: the dealer may not order
    expect(page.locator("#notice")).not_to_be_empty()
    for key in ("d", "d", "1", "Space"):
        step = page.locator(".progress").inner_text()
        page.keyboard.press(key)
        expect(page.locator(".progress")).not_to_have_text(step)
    for key in ("o", "t", "k"):  # to Kathy, who has a card too; it should go to Ray
        page.keyboard.press(key)
    expect(page.locator("#notice")).to_have_text(STEPS[4].nudge)
    newcomer.go("/rules/")
    page.get_by_role("link", name="Learn in three minutes").click()
    expect(page.locator(".progress")).to_contain_text("Step 5 of")
    page.wait_for_load_state()  # the words are there before the keys are
    for key in ("o", "t", "r"):
        page.keyboard.press(key)
    expect(page.locator("#coach-title")).to_have_text("Excess")
    expect(page.locator("#say p").last).to_contain_text("Excess:")


def test_a_puzzle_is_finished_by_keyboard_alone_and_its_best_plan_looked_through(visit):
    player = visit(viewport=DESK)
    page = player.page
    player.go(f"/practice/finish/{CODE}/")
    page.keyboard.press("k")
    page.keyboard.press("v")
    page.keyboard.press("f")
    expect(page.locator(".steps li")).to_have_count(1)
    page.keyboard.press("u")
    expect(page.locator(".steps li")).to_have_count(0)
    for done, step in enumerate(plan_for(position_of(CODE)).steps, start=1):
        letters = step_of(step)
        for key in letters[:1] if letters[0].isdigit() else letters:
            page.keyboard.press(key.lower())
        expect(page.locator(".steps li")).to_have_count(done)
        expect(page.locator("#say p").last).to_contain_text("ice")
    expect(page.get_by_role("heading", name="Three stars: nobody can do it with less.")).to_be_visible()
    page.locator("#plan-2").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#status h2")).to_have_text("The best plan, step 2: 2 ice")
    page.reload()
    expect(page.locator("#status h2")).to_have_text("The best plan, step 2: 2 ice")
    page.locator("#plan-own").press("Enter")
    expect(page.locator("#status h2")).to_have_text("4 ice")
    expect(page.locator("#hand .drink.made")).to_have_count(2)
    expect(page.locator("#do-again")).to_be_visible()
    page.keyboard.press("u")
    expect(page.locator(".steps li")).to_have_count(5)
    expect(page.locator("#result")).to_have_count(0)


def test_a_puzzle_can_be_solved_by_touch_and_taken_back_step_by_step(visit):
    player = visit(viewport=PHONE, has_touch=True)
    page = player.page
    player.go(f"/practice/finish/{CODE}/")
    page.locator("label[for='take-kathy-rum']").tap()
    page.locator("#to-otto").tap()
    expect(page.locator(".steps li")).to_have_text(["Rum from Kathy to Otto: 1 ice."])
    page.locator("#do-undo").tap()
    expect(page.locator(".steps li")).to_have_count(0)
    expect(page).to_have_url(re.compile(f"/practice/finish/{CODE}/$"))


def test_cards_are_spotted_by_space_and_the_result_names_hits_and_misses(visit):
    player = visit(viewport=DESK)
    page = player.page
    page.clock.install(time=0)
    player.go("/practice/spot/abc/?pace=steady")
    page.clock.pause_at(60_000)  # from here on time goes by when the test says so
    page.locator("#start").press("Enter")
    hits = misses = false = 0
    for number, dealt in enumerate(spotting("abc").dealt, start=1):
        if dealt.spot and hits <= misses:
            expect(page.locator("#count")).to_have_text(f"Card {number} of 24")
            page.clock.run_for(1000)
            page.keyboard.press("Space")
            expect(page.locator("#feedback")).to_contain_text("Yes, after 1.00 s.")
            page.clock.run_for(2000)
            hits += 1
            continue
        if not dealt.spot and not false:
            expect(page.locator("#card-words")).to_contain_text(dealt.card.label)
            page.keyboard.press("Space")
            expect(page.locator("#feedback")).to_contain_text("Not now")
            false += 1
        page.clock.run_for(4000)
        if dealt.spot:
            expect(page.locator("#feedback")).to_contain_text("Missed.")
            page.clock.run_for(2000)
            misses += 1
    assert hits
    assert misses
    expect(page.locator("#result-title")).to_have_text(f"{hits} of {hits + misses} spotted")
    expect(page.locator("#result-words")).to_contain_text("1 shout for nothing")
    expect(page.locator(".spots .hit")).to_have_count(hits)
    expect(page.locator(".spots .missed")).to_have_count(misses)
    expect(page.locator("#result")).to_be_focused()


def test_practice_pages_and_every_phase_of_a_game_are_accessible_and_fit(visit):
    visitor = visit()
    found = []
    for name, path in {
        "practice": "/practice/",
        "finish": f"/practice/finish/{CODE}/?did=KRO",
        "finished": f"/practice/finish/{CODE}/?did=KRO.OBF.JIO.1O.JVF.2F&plan=2",
        "dealing": "/practice/first/2/",
        "making": "/practice/first/3/",
        "moving": "/practice/first/5/",
        "last call": "/practice/first/11/",
        "first game over": f"/practice/first/{LAST + 1}/",
        "spot": "/practice/spot/abc/",
    }.items():
        visitor.go(path)
        found += troubles(visitor.page, name)
    visitor.go("/practice/first/2/")
    visitor.page.locator("#show-keys").click()
    visitor.page.get_by_text("Change the keys").click()
    found += troubles(visitor.page, "keyboard map")
    visitor.page.keyboard.press("Escape")
    visitor.page.locator("#show-signals").click()
    found += troubles(visitor.page, "sound and signals")
    assert found == []


def test_the_rules_open_beside_the_table_at_the_present_phase_and_close_by_escape(visit):
    player = visit(viewport=DESK)
    page = player.page
    player.go("/tables/new/")
    page.get_by_role("button", name=re.compile("guest", re.I)).first.click()
    page.locator("[name=pace]").select_option("relaxed")
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("button", name=re.compile("Fill the empty seats")).click()
    expect(page.locator("#hand .drink")).to_have_count(4, timeout=20_000)
    for opener, back in (("#show-rules", "show-rules"), ("#menu-rules", "more")):
        if opener == "#menu-rules":
            page.locator("#more").click()
        page.locator(opener).click()
        part = page.locator("#rules-sheet details[open]")
        expect(part).to_have_count(1)
        expect(part.locator("summary")).to_be_focused()
        page.keyboard.press("Escape")
        expect(page.locator("#rules-sheet")).not_to_be_visible()
        expect(page.locator(f"#{back}")).to_be_focused()
    page.locator("#hints-switch").click()
    expect(page.locator("#hints-switch")).to_have_text("Hints for me: off")
    expect(page.locator("#hints p")).to_have_count(0)
