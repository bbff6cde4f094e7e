"""Muting and blocking: for oneself alone, at every table, until it is taken back; and nobody is told."""

from __future__ import annotations

import pytest

from matches import selectors, services
from matches.guards import Refused
from matches.ignoring import ignore, ignored_people, ignoring_of, kept_apart
from matches.models import Ignored
from tests.matches.builders import names, open_table, people
from tests.matches.test_play_now import USUAL

pytestmark = pytest.mark.django_db


def test_somebody_is_muted_or_blocked_or_heard_again_and_is_in_one_of_these_states():
    andre, bill = people("Andre Bill")
    for how in ("mute", "mute", "block", "block", "mute", "hear", "hear"):
        ignore(by=andre, whom=bill, how=how)
        assert ignoring_of(andre.pk).how(bill.pk) == how
        assert ignoring_of(bill.pk).how(andre.pk) == "hear"
    assert not Ignored.objects.exists()


@pytest.mark.parametrize("how", ["", "hug", "MUTE"])
def test_nothing_else_can_be_done_to_somebody(how):
    andre, bill = people("Andre Bill")
    with pytest.raises(Refused, match="muted, blocked, or heard again"):
        ignore(by=andre, whom=bill, how=how)
    assert not Ignored.objects.exists()


def test_nobody_can_mute_themselves():
    (andre,) = people("Andre")
    with pytest.raises(Refused, match="That is you"):
        ignore(by=andre, whom=andre, how="mute")


def test_there_is_an_end_to_how_many_people_one_can_ignore(monkeypatch):
    monkeypatch.setattr("matches.ignoring.MOST_IGNORED", 2)
    andre, bill, claire, doris = people("Andre Bill Claire Doris")
    ignore(by=andre, whom=bill, how="mute")
    ignore(by=andre, whom=claire, how="mute")
    ignore(by=andre, whom=claire, how="block")
    with pytest.raises(Refused, match="2 people already"):
        ignore(by=andre, whom=doris, how="mute")
    assert [one.whom for one in ignored_people(andre)] == [bill, claire]


def test_whoever_is_blocked_cannot_sit_down_at_the_hosts_tables_and_reads_what_is_read_when_sent_away():
    andre, bill, claire = people("Andre Bill Claire")
    table = open_table(andre)
    ignore(by=andre, whom=bill, how="block")
    with pytest.raises(Refused, match="The host has sent you away"):
        services.take_seat(match=table, player=bill)
    room = selectors.room_of(table, bill)
    assert (room.may_join, room.is_sent_away) == (False, True)
    services.take_seat(match=table, player=claire)
    ignore(by=andre, whom=bill, how="hear")
    services.take_seat(match=table, player=bill)
    assert names(table) == ["Andre", "Claire", "Bill", "-"]


def test_whoever_is_muted_may_sit_down_all_the_same():
    andre, bill = people("Andre Bill")
    table = open_table(andre)
    ignore(by=andre, whom=bill, how="mute")
    services.take_seat(match=table, player=bill)
    assert names(table)[:2] == ["Andre", "Bill"]


@pytest.mark.parametrize("is_host", [True, False])
@pytest.mark.parametrize("is_mine", [True, False])
def test_play_now_brings_two_people_together_nowhere_if_one_has_blocked_the_other(is_host, is_mine):
    andre, bill, claire = people("Andre Bill Claire")
    table = open_table(bill if is_host else claire, **USUAL)
    services.take_seat(match=table, player=claire if is_host else bill)
    ignore(by=andre if is_mine else bill, whom=bill if is_mine else andre, how="block")
    assert kept_apart(andre) == {bill.pk}
    assert kept_apart(claire) == set()
    assert services.play_now(andre) != table


def test_play_now_minds_no_muting():
    andre, bill = people("Andre Bill")
    table = open_table(bill, **USUAL)
    ignore(by=andre, whom=bill, how="mute")
    assert services.play_now(andre) == table
