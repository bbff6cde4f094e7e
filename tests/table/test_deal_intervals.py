"""Silence proves nothing: the times of deals follow the stated mix, whether or not a window was open.

The mix: the pace's interval, up to 30 % either way, and one in six longer by a random part of base and cap. An observer
of a table sees when cards fall and when verdicts are told. Each figure below is compared with what an observer would
find who knew the mix alone; the seeds are fixed, so the tests never change their mind.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from math import sqrt
from random import Random
from typing import NamedTuple

import pytest

from game.asks import why_not_order
from game.paces import PACES, Pace, deal_interval
from game.rules import Phase, legal_moves
from tests.table.builders import NAMES, SEED, STEADY, Sitting, dealt, sitting

WINDOW = 0.75 + 0.35
DEALS = 2000


def stated_interval(chance: Random, pace: Pace, window: float) -> float:
    longer = chance.random() * window if chance.random() < 1 / 6 else 0.0
    return pace.deal * chance.uniform(0.7, 1.3) + longer


def stated_share_below(seconds: float, pace: Pace, window: float) -> float:
    """The mix as a distribution: five parts a uniform one, one part the sum of two."""
    low, high = 0.7 * pace.deal, 1.3 * pace.deal

    def ordinary(value: float) -> float:
        return min(max((value - low) / (high - low), 0.0), 1.0)

    steps = 100
    longer = sum(ordinary(seconds - window * (step + 0.5) / steps) for step in range(steps)) / steps
    return 5 / 6 * ordinary(seconds) + 1 / 6 * longer


def greatest_gap(found: Sequence[float], share_below: Callable[[float], float]) -> float:
    """Kolmogorov and Smirnov's distance between what was found and what was stated."""
    ordered, size = sorted(found), len(found)
    return max(
        max(abs((rank + 1) / size - share_below(value)), abs(rank / size - share_below(value)))
        for rank, value in enumerate(ordered)
    )


def chance_allows(size: int) -> float:
    """A distance that is passed by chance once in a thousand times."""
    return 1.95 / sqrt(size)


@pytest.mark.parametrize(("name", "window"), [("relaxed", 2.35), ("steady", 1.1), ("brisk", 0.74)])
def test_deal_intervals_follow_the_stated_mix(name: str, window: float):
    pace = PACES[name]
    found = [deal_interval(pace, SEED, f"{number}/{number}") for number in range(DEALS)]
    assert greatest_gap(found, lambda seconds: stated_share_below(seconds, pace, window)) < chance_allows(DEALS)


def test_one_interval_tells_nothing_of_the_next():
    found = [deal_interval(STEADY, SEED, f"{number}/{number}") for number in range(DEALS)]
    middle = sum(found) / DEALS
    products = [(one - middle) * (after - middle) for one, after in pairwise(found)]
    spread = sum((one - middle) ** 2 for one in found) / DEALS
    assert abs(sum(products) / len(products) / spread) < 4 / sqrt(DEALS)


class Pause(NamedTuple):
    """What an observer sees between a card and the next thing, and the shout that it cannot see."""

    silence: float
    shout: float | None
    """Seconds from the card to the shout that opened a window."""
    follows_an_order: bool


async def observed(table: Sitting, deals: int, chance: Random) -> list[Pause]:
    """After every other card on average somebody shouts at a random moment of the wait, if no card comes before."""
    pauses: list[Pause] = []
    follows_an_order = False
    while table.game.dealt < deals:
        began, before = table.state.pause_from, table.game.dealt
        shouter = chance.choice(table.game.priority[:-1])
        shout: float | None = chance.uniform(0.3, 5.2)
        if chance.random() < 0.5 or why_not_order(table.state, shouter, NAMES):
            shout = None
        elif began + shout < table.state.card_due:
            await table.shout(shouter, began + shout)
        else:
            shout = None
        due = table.state.due
        assert due is not None
        await table.until(due.at)
        pauses.append(Pause(table.clock.now - began, shout, follows_an_order))
        follows_an_order = table.game.dealt == before
        if table.state.phase is Phase.MOVING:
            move = chance.choice(legal_moves(table.game))
            words = f"move {move.liquor.word} {move.giver.word} {move.receiver.word}"
            await table.ask(table.game.order_taker, words)
            await table.until_phase(Phase.DEALING)
    return pauses


@pytest.fixture(scope="module")
def pauses() -> list[Pause]:
    return asyncio.run(observed(sitting(), DEALS, Random(1)))


def test_windows_were_open_often_enough_for_the_tests_below_to_find_something(pauses: list[Pause]):
    assert sum(pause.shout is not None for pause in pauses) > DEALS / 8


def test_after_an_order_the_intervals_are_the_same_as_after_a_card(pauses: list[Pause]):
    for follows_an_order in (True, False):
        found = [p.silence for p in pauses if p.follows_an_order is follows_an_order]
        ideal = sorted(p.silence for p in ideal_pauses(20_000, shares_of(pauses, follows_an_order)))
        allowed = chance_allows(len(found)) + chance_allows(len(ideal))
        assert greatest_gap(found, partial(share_up_to, ideal)) < allowed


@pytest.mark.parametrize("silence", [0.5, 1, 2, 3, 4, 4.5, 5, 5.2, 5.4, 5.6, 5.8])
def test_no_silence_tells_an_open_window_better_than_the_stated_mix_lets_it(pauses: list[Pause], silence: float):
    """Of the waits that are still silent after so long, the share with an open window is what the mix makes it."""
    ideal = ideal_pauses(20_000, shares_of(pauses, None))
    still_silent = [pause for pause in pauses if pause.silence > silence]
    found, stated = share_open(still_silent, silence), share_open(ideal, silence)
    assert abs(found - stated) < 3.3 * sqrt(stated * (1 - stated) / max(1, len(still_silent))) + 0.01


def test_even_a_silence_longer_than_any_ordinary_interval_does_not_prove_a_window(pauses: list[Pause]):
    long_silences = [pause for pause in pauses if pause.silence > 1.3 * STEADY.deal + 0.05]
    assert any(pause.shout is None for pause in long_silences)
    assert share_open(long_silences, 1.3 * STEADY.deal + 0.05) < 0.9


def shares_of(pauses: Sequence[Pause], follows_an_order: bool | None) -> float:
    """How often somebody means to shout, found from the waits in which the shout came early enough to land surely."""
    some = [p for p in pauses if follows_an_order is None or p.follows_an_order is follows_an_order]
    early = [p for p in some if p.shout is not None and p.shout < 0.7 * STEADY.deal]
    return len(early) / len(some) * (5.2 - 0.3) / (0.7 * STEADY.deal - 0.3)


def ideal_pauses(size: int, share: float) -> list[Pause]:
    """What would be observed if the mix were all there is."""
    chance = Random(2)
    pauses = []
    for _ in range(size):
        interval = stated_interval(chance, STEADY, WINDOW)
        shout: float | None = chance.uniform(0.3, 5.2) if chance.random() < share else None
        if shout is not None and shout >= interval:
            shout = None
        pauses.append(Pause(interval if shout is None else shout + WINDOW, shout, False))
    return pauses


def share_up_to(ordered: Sequence[float], value: float) -> float:
    return bisect_right(ordered, value) / len(ordered)


def share_of(pauses: Sequence[Pause], holds: Callable[[Pause], bool]) -> float:
    return sum(map(holds, pauses)) / max(1, len(pauses))


def share_open(pauses: Sequence[Pause], silence: float) -> float:
    silent = [pause for pause in pauses if pause.silence > silence]
    return share_of(silent, lambda pause: pause.shout is not None and pause.shout <= silence)


# -- the dealer's press, and holds --


async def waits_after(press: str, deals: int, after: float) -> list[float]:
    """From the moment when a card could fall at the earliest after this press to the card."""
    table = await dealt(1)
    found = []
    seats = [f"{number}" for number in range(5)]
    while table.game.dealt < deals:
        began, cards = table.state.card_at, table.game.dealt
        await table.until(min(began + after, table.state.card_due - 0.01))
        holder = next((seat for seat in seats if table.state.holds[seat] < 2), None)
        if press == "deal":
            await table.ask(table.game.dealer, "deal")
            earliest = max(table.clock.now, began + 1)
        elif holder is None:
            break
        else:
            await table.ask(holder, "hold")
            earliest = table.clock.now + 8
        await table.until_dealt(cards + 1)
        found.append(table.clock.now - earliest)
    return found


async def test_a_dealers_press_is_followed_by_a_card_at_once_five_times_out_of_six():
    found = await waits_after("deal", 600, 0.2)
    at_once = sum(wait < 1e-6 for wait in found) / len(found)
    assert abs(at_once - 5 / 6) < 0.06


async def test_a_card_that_does_not_follow_a_press_at_once_may_be_late_by_any_part_of_a_whole_window():
    late = [wait for wait in await waits_after("deal", 1200, 0.2) if wait > 1e-6]
    assert len(late) > 100
    assert greatest_gap(late, lambda seconds: seconds / WINDOW) < chance_allows(len(late))


async def test_pressing_again_does_not_ask_the_generator_again():
    table = await dealt(2)
    await table.ask(table.game.dealer, "deal", press="d1")
    due = table.state.due
    for number in range(5):
        await table.ask(table.game.dealer, "deal", press=f"e{number}")
    assert table.state.due == due


async def test_the_wait_after_a_hold_varies_as_much_as_any_other():
    found = await waits_after("hold", 600, 0.5)
    assert len(found) == 10
    assert all(0 <= wait <= 0.6 * STEADY.deal + WINDOW for wait in found)
    assert max(found) - min(found) > 1
