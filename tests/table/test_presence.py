"""Who is at a table: sockets are counted, in all processes; being away is told soon, and never means having left."""

from __future__ import annotations

import pytest

from game.presence import ABSENT_AFTER, AWAY_AFTER, OTHERS_COUNT_FOR, PAGE_COUNTS_FOR, SILENT_AFTER, Presence
from tests.table.builders import ANDRE, BILL

TOLD_WITHIN = 10.0
"""Others see away and back within so many seconds."""


class Watch:
    """A presence that is looked at once a second, and whose sockets answer a ping every three."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.presence = Presence([ANDRE, BILL], self.now)
        self.answering: set[str] = set()

    def wait(self, seconds: float) -> None:
        for _ in range(round(seconds * 2)):
            self.now += 0.5
            if self.now % 3 == 0:
                for seat in self.answering:
                    self.presence.heard(seat, self.now)
            if self.now % 1 == 0:
                self.presence.look(self.now)

    def come(self, seat: str) -> None:
        self.presence.came(seat, self.now)
        self.answering.add(seat)

    def go(self, seat: str, *, has_another: bool = False) -> None:
        self.presence.went(seat, self.now)
        if not has_another:
            self.answering.discard(seat)

    @property
    def away(self) -> set[str]:
        return set(self.presence.words(self.now))

    def seconds_until_away(self, seat: str) -> float:
        began = self.now
        while seat not in self.away:
            self.wait(0.5)
            assert self.now < began + 120
        return self.now - began


@pytest.fixture
def watch() -> Watch:
    watch = Watch()
    watch.come(ANDRE)
    watch.come(BILL)
    watch.wait(30)
    return watch


def test_nobody_is_away_while_the_sockets_are_open(watch: Watch):
    watch.wait(500)
    assert watch.away == set()
    assert watch.presence.absent(watch.now) == set()


def test_two_sockets_are_one_person(watch: Watch):
    watch.come(BILL)
    watch.go(BILL, has_another=True)
    watch.wait(100)
    assert watch.away == set()
    watch.go(BILL)
    watch.wait(10)
    assert watch.away == {BILL}


def test_a_reload_is_no_absence(watch: Watch):
    watch.go(BILL)
    watch.wait(2)
    assert watch.away == set()
    watch.come(BILL)
    watch.wait(20)
    assert watch.away == set()


def test_a_closed_page_is_told_within_ten_seconds(watch: Watch):
    watch.go(BILL)
    assert AWAY_AFTER <= watch.seconds_until_away(BILL) <= TOLD_WITHIN


def test_a_line_that_is_dead_without_a_word_is_told_within_ten_seconds(watch: Watch):
    watch.answering.discard(BILL)
    assert SILENT_AFTER <= watch.seconds_until_away(BILL) <= TOLD_WITHIN


def test_a_page_that_was_loaded_before_the_socket_does_not_hide_its_end():
    watch = Watch()
    watch.presence.paged(BILL, watch.now)
    watch.wait(0.5)
    watch.come(BILL)
    watch.wait(5)
    watch.go(BILL)
    assert watch.seconds_until_away(BILL) <= TOLD_WITHIN


def test_a_form_sent_while_the_socket_is_open_does_not_hide_its_end(watch: Watch):
    watch.presence.paged(BILL, watch.now)
    watch.go(BILL)
    assert watch.seconds_until_away(BILL) <= TOLD_WITHIN


def test_somebody_without_a_socket_is_here_for_a_while_after_each_page_and_form():
    watch = Watch()
    for _ in range(5):
        watch.presence.paged(BILL, watch.now)
        watch.wait(PAGE_COUNTS_FOR - 5)
        assert BILL not in watch.away
    assert watch.seconds_until_away(BILL) <= 5 + AWAY_AFTER + 1


def test_who_is_back_is_back_at_once(watch: Watch):
    watch.go(BILL)
    watch.wait(20)
    watch.come(BILL)
    assert watch.away == set()


def test_a_silent_line_that_speaks_again_is_back_at_once(watch: Watch):
    watch.answering.discard(BILL)
    watch.wait(20)
    assert watch.away == {BILL}
    watch.presence.heard(BILL, watch.now)
    assert watch.away == set()


def test_a_bot_may_play_on_after_a_minute_of_absence_and_no_sooner(watch: Watch):
    watch.go(BILL)
    watch.wait(ABSENT_AFTER - 1)
    assert watch.presence.absent(watch.now) == set()
    watch.wait(1)
    assert watch.presence.absent(watch.now) == {BILL}


def test_ten_drops_in_a_row_are_no_absence_and_nothing_is_left_over(watch: Watch):
    for _ in range(10):
        watch.go(BILL)
        watch.wait(8)
        watch.come(BILL)
        watch.wait(1)
        assert watch.away == set()
        assert watch.presence.absent(watch.now) == set()
    watch.go(BILL)
    assert watch.seconds_until_away(BILL) <= TOLD_WITHIN


# -- other processes --


def test_a_socket_at_another_process_counts():
    watch = Watch()
    for _ in range(20):
        watch.presence.said("other", {BILL: 1}, watch.now)
        watch.wait(3)
        assert BILL not in watch.away


def test_an_end_at_another_process_is_told_as_soon_as_one_here():
    watch = Watch()
    watch.presence.said("other", {BILL: 1}, watch.now)
    watch.wait(2)
    watch.presence.said("other", {}, watch.now)
    assert AWAY_AFTER <= watch.seconds_until_away(BILL) <= TOLD_WITHIN


def test_a_reload_at_another_process_is_no_absence():
    watch = Watch()
    watch.presence.said("other", {BILL: 1}, watch.now)
    watch.wait(3.5)
    watch.presence.said("other", {}, watch.now)
    watch.wait(1)
    assert BILL not in watch.away
    watch.presence.said("third", {BILL: 1}, watch.now)
    watch.wait(4)
    assert BILL not in watch.away


def test_a_process_that_says_nothing_any_more_counts_for_a_while_and_no_longer():
    watch = Watch()
    watch.presence.said("other", {BILL: 1}, watch.now)
    watch.wait(OTHERS_COUNT_FOR - 1)
    assert BILL not in watch.away
    watch.wait(2)
    assert BILL in watch.away, "within ten seconds of its last word"
    assert watch.presence.elsewhere == {}


def test_this_process_tells_the_others_of_its_sockets_alone(watch: Watch):
    watch.presence.said("other", {ANDRE: 2}, watch.now)
    watch.come(BILL)
    assert watch.presence.here(watch.now) == {ANDRE: 1, BILL: 2}
    watch.go(ANDRE)
    assert watch.presence.here(watch.now) == {BILL: 2}


def test_since_when_nobody_is_here(watch: Watch):
    watch.go(ANDRE)
    watch.wait(50)
    watch.go(BILL)
    gone = watch.now
    watch.wait(300)
    assert watch.presence.nobody_since([ANDRE, BILL], watch.now) == gone
    watch.come(ANDRE)
    watch.wait(10)
    assert watch.presence.nobody_since([ANDRE, BILL], watch.now) == watch.now
