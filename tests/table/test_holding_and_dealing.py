"""The clock deals; the dealer may deal sooner; any player may hold the deal for 8 seconds, twice a game (A27)."""

from __future__ import annotations

from game.rules import Phase
from tests.table.builders import ANDRE, BILL, CLAIRE, DORIS, EDGAR, Sitting, dealt, moving, sitting


async def time_to_the_next_card(table: Sitting) -> float:
    began, cards = table.clock.now, table.game.dealt
    await table.until_dealt(cards + 1)
    return table.clock.now - began


async def test_cards_are_dealt_by_the_clock_alone():
    table = sitting()
    await table.until_dealt(3)
    assert table.journal.entries[1:] == [{"act": "deal"}] * 3


async def test_the_dealers_press_deals_sooner():
    quick, slow = await dealt(1), await dealt(1)
    for table in (quick, slow):
        await table.wait(1.2)
    await quick.ask(EDGAR, "deal")
    assert await time_to_the_next_card(quick) < 1.2 < await time_to_the_next_card(slow)


async def test_no_press_deals_within_a_second_of_the_last_card():
    for cards in range(1, 8):
        table = await dealt(cards)
        await table.ask(EDGAR, "deal")
        assert await time_to_the_next_card(table) >= 1


async def test_a_press_never_makes_a_card_later():
    for cards in range(1, 12):
        table, other = await dealt(cards), await dealt(cards)
        await table.wait(2.7)
        await other.wait(2.7)
        await table.ask(EDGAR, "deal")
        assert await time_to_the_next_card(table) <= await time_to_the_next_card(other)


async def test_only_the_dealer_deals():
    table = await dealt(1)
    assert (await table.refusal(BILL, "deal")).code == "not_the_dealer"


async def test_a_hold_keeps_the_next_card_back_for_8_seconds():
    table = await dealt(1)
    await table.wait(0.5)
    await table.ask(BILL, "hold")
    assert 8 <= await time_to_the_next_card(table) < 8 + 0.6 * 4 + 1.1


async def test_anybody_may_hold_the_dealer_too():
    for seat in (ANDRE, EDGAR):
        table = await dealt(1)
        await table.ask(seat, "hold")
        assert table.state.hold_until == table.clock.now + 8


async def test_two_do_not_hold_at_once():
    table = await dealt(1)
    await table.ask(BILL, "hold")
    refused = await table.refusal(CLAIRE, "hold")
    assert refused.sentence == "The deal is being held already."


async def test_a_player_holds_twice_a_game_at_most():
    table = await dealt(1)
    for _ in range(2):
        await table.ask(BILL, "hold")
        await time_to_the_next_card(table)
    refused = await table.refusal(BILL, "hold")
    assert refused.sentence == "You have held the deal twice in this game."
    await table.ask(CLAIRE, "hold")


async def test_the_deal_is_held_only_while_cards_are_dealt():
    table = await moving(BILL)
    assert (await table.refusal(CLAIRE, "hold")).code == "may_not_hold"


async def test_a_shout_may_come_during_a_hold():
    table = await dealt(2)
    await table.ask(CLAIRE, "hold")
    await table.wait(1)
    await table.order_of(CLAIRE)
    assert table.game.order_taker == CLAIRE


async def test_a_hold_ends_with_the_wait_that_it_held():
    """Once a bottle was moved the next wait is an ordinary one."""
    table = await dealt(2)
    await table.ask(CLAIRE, "hold")
    await table.order_of(CLAIRE)
    await table.ask(CLAIRE, "move rum frank jasmine")
    await table.until_phase(Phase.DEALING)
    assert await time_to_the_next_card(table) < 1.3 * 4 + 1.1
    assert table.state.hold_until == 0


async def test_the_dealers_press_does_not_cut_a_hold_short():
    table = await dealt(1)
    await table.ask(BILL, "hold")
    await table.ask(EDGAR, "deal")
    assert 8 <= await time_to_the_next_card(table) <= 8 + 1.1


async def test_after_a_hold_the_dealer_may_deal_sooner_again():
    waits = []
    for cards in range(1, 10):
        table = await dealt(cards)
        await table.ask(BILL, "hold")
        await table.wait(8)
        if table.game.dealt == cards:
            await table.ask(EDGAR, "deal")
            waits.append(await time_to_the_next_card(table))
    assert sum(wait < 1e-6 for wait in waits) > len(waits) / 2


async def test_a_hold_changes_nothing_but_time():
    """A short pause changes nothing in the state (R12)."""
    table = await dealt(2)
    game = table.game
    await table.ask(DORIS, "hold")
    assert table.game == game


async def test_ruling_a10_the_discards_are_shuffled_when_a_card_must_be_dealt_and_the_deck_is_empty():
    table = sitting()
    await table.until_dealt(48)
    assert not table.game.deck
    assert "reshuffle" not in table.journal.kinds()
    await table.until_dealt(49)
    assert table.journal.kinds()[-2:] == ["reshuffle", "deal"]
    assert table.state.reshuffles == 1


async def test_every_reshuffle_has_another_order():
    table = sitting()
    await table.until_dealt(300)
    decks = [tuple(entry["deck"]) for entry in table.journal.entries if entry.get("act") == "reshuffle"]
    assert len(decks) > 4
    assert len(set(decks)) == len(decks)
