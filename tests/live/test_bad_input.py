"""What a broken or hostile page sends: a sentence to the sender, nothing stored, the others unmoved."""

from __future__ import annotations

import json

import pytest
from django.conf import settings as site_settings

from tests.live.scenes import Page, Scene, scene

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("still")]

DEEP = "[" * 400 + "]" * 400
VERY_DEEP = "[" * 5000 + "]" * 5000

SENSELESS = {
    "broken JSON": ('{"act": "ho', "bad_action"),
    "no JSON at all": ("hello", "bad_action"),
    "an empty frame": ("", "bad_action"),
    "null": ("null", "bad_action"),
    "a list": ('["hold"]', "bad_action"),
    "a number": ("1e400", "bad_action"),
    "not a number": ("NaN", "bad_action"),
    "a list so deep that nothing reads it": (VERY_DEEP, "bad_action"),
    "no act": ("{}", "bad_action"),
    "an act that is null": ('{"act": null}', "bad_action"),
    "an act that is a list": ('{"act": ["hold"]}', "bad_action"),
    "an act of blanks": ('{"act": "   "}', "bad_action"),
    "an endless act": (json.dumps({"act": "hold " * 100}), "bad_action"),
    "an unknown act": ('{"act": "win"}', "unknown_action"),
    "half a character": ('{"act": "\\ud800"}', "unknown_action"),
    "too many words": ('{"act": "hold hold"}', "bad_action"),
    "another player's seat": ('{"act": "hold", "player": "1"}', "not_your_seat"),
    "another player's name": ('{"act": "hold", "player": "Bill"}', "not_your_seat"),
    "a seat that nobody has": ('{"act": "hold", "player": 7}', "not_your_seat"),
    "a player that is a deep list": ('{"act": "hold", "player": ' + DEEP + "}", "not_your_seat"),
    "a number seen that is no number": ('{"act": "hold", "seen": "yesterday"}', "bad_action"),
    "a number seen that is not whole": ('{"act": "hold", "seen": 1.5}', "bad_action"),
    "NaN seen": ('{"act": "hold", "seen": NaN}', "bad_action"),
    "an endless number seen": ('{"act": "hold", "seen": ' + "9" * 300 + "}", "bad_action"),
    "a number too long to read": ('{"act": "hold", "seen": ' + "9" * 6000 + "}", "bad_action"),
    "a negative number seen": ('{"act": "hold", "seen": -1}', "bad_action"),
    "true seen": ('{"act": "hold", "seen": true}', "bad_action"),
    "a press that is an object": ('{"act": "hold", "press": {}}', "bad_action"),
    "an endless press": (json.dumps({"act": "hold", "press": "p" * 65}), "bad_action"),
    "an unknown bartender": ('{"act": "make 0 zoe"}', "unknown_bartender"),
    "a bartender that is a list": ('{"act": "make", "drink": 0, "bartender": ["kathy"]}', "bad_action"),
    "an unknown drink": ('{"act": "make 4 kathy"}', "unknown_drink"),
    "a drink before the first": ('{"act": "make", "drink": -1, "bartender": "kathy"}', "unknown_drink"),
    "a drink that is no number": ('{"act": "make x kathy"}', "bad_action"),
    "a drink as large as they come": (
        '{"act": "make", "drink": ' + "9" * 4000 + ', "bartender": "kathy"}',
        "unknown_drink",
    ),
    "a move without words": ('{"act": "move"}', "bad_action"),
    "an unknown liquor": ('{"act": "move whisky kathy otto"}', "unknown_liquor"),
    "an unknown giver": ('{"act": "move rum zoe otto"}', "unknown_bartender"),
    "a bottle from nowhere": ('{"act": "move-to otto", "bottle": "zoe rum"}', "unknown_bartender"),
    "a proposal of nothing": ('{"act": "propose lunch"}', "bad_action"),
    "an answer to no ping": ('{"pong": "12345678"}', "bad_action"),
    "a pong that is a list": ('{"pong": []}', "bad_action"),
}
MISTAKEN = {
    "a bottle that was not chosen": ('{"act": "move-to otto"}', "no_bottle_chosen"),
    "a bottle of one word": ('{"act": "move-to otto", "bottle": "rum"}', "no_bottle_chosen"),
    "a bot for a seat that nobody has": ('{"act": "sit-in 9"}', "unknown_player"),
    "a bot for somebody who is here": ('{"act": "sit-in 1"}', "not_absent"),
    "an answer to no proposal": ('{"act": "agree"}', "no_proposal"),
    "a next game in the middle of one": ('{"act": "ready"}', "wrong_phase"),
    "a number seen that is long past": ('{"act": "deal", "seen": 0}', "stale"),
    "a number seen that is yet to come": ('{"act": "deal", "seen": 4444}', "stale"),
}


async def sends(table: Scene, page: Page, others: list[Page], text: str) -> dict:
    """The refusal of this frame; nothing is stored by it, and the others hear nothing."""
    rows, heard = await table.rows(), [len(other.frames) for other in others]
    count = sum("refused" in answer for answer in page.answers())
    await page.send_text(text)
    refusal = await page.refused(count + 1)
    await table.settled()
    assert await table.rows() == rows
    assert [len(other.frames) for other in others] == heard
    return refusal


async def test_whatever_makes_no_sense_gets_one_sentence_and_changes_nothing():
    table = await scene("Andre Bill Claire")
    bill, watcher = await table.seat(1), await table.watcher()
    table.live.buckets["0"].rate = 1000
    for what, (text, code) in SENSELESS.items():
        page = await table.seat(0)
        refusal = await sends(table, page, [bill, watcher], text)
        assert refusal["refused"] == code, what
        assert 'class="refusal"' in refusal["content"], what
        assert page.code is None, f"{what}: once is no reason to end the socket"
        await page.close()
    await table.close()


async def test_a_mistake_gets_one_sentence_and_changes_nothing():
    table = await scene("Andre Bill Claire")
    page, bill, watcher = await table.seat(0), await table.seat(1), await table.watcher()
    for what, (text, code) in MISTAKEN.items():
        assert (await sends(table, page, [bill, watcher], text))["refused"] == code, what
    assert page.code is None
    await table.close()


async def test_words_from_a_press_come_back_escaped():
    table = await scene()
    page = await table.seat(0)
    await page.send({"act": "<script>alert(1)</script>"})
    assert "<script>" not in (await page.refused())["content"]
    await table.close()


@pytest.mark.parametrize(
    "text", ["nonsense", '{"pong": "00000000"}', '{"act": "make 0 zoe"}', '{"act": "hold", "player": "1"}']
)
async def test_nonsense_again_and_again_ends_the_socket_with_a_reason(text):
    table = await scene()
    page, bill = await table.seat(0), await table.seat(1)
    heard = len(bill.frames)
    for _ in range(6):
        await page.send_text(text)
    assert await page.ended() == 4400
    assert page.reason == "What this page sent made no sense to the table."
    assert page.answers()[-1]["ended"] == 4400
    assert page.reason in page.answers()[-1]["content"]
    assert len([answer for answer in page.answers() if "refused" in answer]) == 6
    assert len(bill.frames) == heard
    assert await bill.press("hold") == "ok"
    await table.close()


async def test_what_makes_sense_earns_nonsense_back():
    table = await scene("Andre Bill Claire")
    page = await table.seat(0)
    for number in range(4):
        await page.send_text("nonsense")
        await page.refused(number + 1)
        assert await page.press("propose end_game") == "ok"
        assert await page.press("refuse") == "ok"
    for _ in range(5):
        await page.send_text("nonsense")
    await page.refused(9)
    assert page.code is None
    await table.close()


@pytest.mark.parametrize("size", [site_settings.LASTCALL_MAX_FRAME_BYTES + 1, 17 * 1024, 1024 * 1024])
async def test_a_frame_over_16_kilobytes_ends_its_socket_with_a_reason(size):
    table = await scene()
    page, bill = await table.seat(0), await table.seat(1)
    rows, heard = await table.rows(), len(bill.frames)
    await page.send_text(json.dumps({"act": "hold", "x": ""}).replace('""', '"' + "x" * size + '"'))
    assert await page.ended() == 4400
    assert page.reason
    assert (await table.rows(), len(bill.frames)) == (rows, heard)
    await table.close()


async def test_a_frame_of_exactly_16_kilobytes_is_still_read():
    table = await scene()
    page = await table.seat(0)
    text = json.dumps({"act": "hold", "press": "big", "x": ""})
    await page.send_text(text[:-2] + "x" * (site_settings.LASTCALL_MAX_FRAME_BYTES - len(text)) + '"}')
    await page.until(lambda: page.answer_to("big"))
    assert page.answer_to("big") == {"ok": "big"}
    await table.close()


async def test_the_length_of_a_frame_is_counted_in_bytes():
    table = await scene()
    page = await table.seat(0)
    await page.send_text("€" * 6000)
    assert await page.ended() == 4400
    await table.close()


async def test_a_binary_frame_ends_its_socket():
    table = await scene()
    page = await table.seat(0)
    await page.send_bytes(b'{"act": "hold"}')
    assert await page.ended() == 4400
    assert (await table.rows())[-1].get("entry") == "start"
    await table.close()


async def test_a_flood_gets_a_sentence_first_and_then_ends_its_socket(still):
    table = await scene("Andre Bill Claire")
    page, bill = await table.seat(0), await table.seat(1)
    for number in range(60):
        await page.send({"act": "pass", "press": f"p{number}"})
    assert await page.ended() == 4429
    assert page.reason == "This page sent too much at once."
    codes = [answer["refused"] for answer in page.answers() if "refused" in answer]
    assert set(codes) == {"wrong_phase", "too_much"}
    assert codes.count("too_much") == 6
    assert await bill.press("hold") == "ok"
    await table.close()


async def test_a_flood_by_a_watcher_ends_that_socket_too():
    table = await scene()
    watcher = await table.watcher()
    for _ in range(60):
        await watcher.send({"act": "order"})
    assert await watcher.ended() == 4429
    await table.close()


async def test_two_tabs_have_one_allowance_between_them():
    table = await scene("Andre Bill Claire")
    first, second = await table.seat(0), await table.seat(0)
    codes = [await page.press("pass") for page in (first, second) * 9]
    assert codes[:14] == ["wrong_phase"] * 14
    assert "too_much" in codes[14:]
    await table.close()


async def test_a_flooded_table_does_not_move_another(monkeypatch):
    noisy, quiet = await scene("Andre Bill"), await scene("Claire Doris")
    claire = await quiet.seat(0)
    flooder = await noisy.seat(0)
    count = len(claire.frames)
    for _ in range(60):
        await flooder.send_text("x" * 1000)
    assert await flooder.ended() == 4400
    assert len(claire.frames) == count
    assert await claire.press("hold") == "ok"
    await noisy.close()
    await quiet.close()
