"""How much one may send: a bucket with a burst that refills."""

from __future__ import annotations

from game.limits import Bucket


def test_a_burst_is_allowed_and_then_no_more():
    bucket = Bucket(rate=2, burst=5, now=0.0)
    assert [bucket.take(0.0) for _ in range(7)] == [True] * 5 + [False] * 2


def test_it_refills_by_its_rate():
    bucket = Bucket(rate=2, burst=5, now=0.0)
    while bucket.take(0.0):
        pass
    assert not bucket.take(0.4)
    assert bucket.take(0.5)
    assert not bucket.take(0.6)


def test_it_holds_no_more_than_the_burst():
    bucket = Bucket(rate=2, burst=5, now=0.0)
    assert [bucket.take(1000.0) for _ in range(7)] == [True] * 5 + [False] * 2


def test_what_was_refused_costs_nothing():
    bucket = Bucket(rate=1, burst=1, now=0.0)
    assert bucket.take(0.0)
    assert not any(bucket.take(moment / 100) for moment in range(100))
    assert bucket.take(1.0)
