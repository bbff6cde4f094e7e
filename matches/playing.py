"""A match under way: its games, their results, adjourning, leaving, and the end."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from typing import NotRequired, TypedDict

from django.db import IntegrityError, transaction
from django.utils import timezone

from matches import scoring
from matches.guards import Refused, SeatedElsewhere, announce, live_table_of, locked, pass_host_on, people
from matches.models import GameRecord, IceTally, JournalEntry, Match, Player, Seat

RESUME_WITHIN = datetime.timedelta(days=30)
RESUME_TOGETHER = datetime.timedelta(minutes=15)
"""How long a wish to take the match up again holds: all have to be there at about the same time."""

EVERYBODY_LEFT = "Everybody left."


class Tally(TypedDict):
    """What a seat did in one game."""

    seat: int
    ice: int
    orders_taken: int
    drinks_in_play: int
    called_last_call: bool
    bot_played: NotRequired[bool]


@transaction.atomic
def start_next_game(
    *,
    match: Match,
    number: int,
    seed: str,
    seed_hash: str,
    rules_version: str,
    entries: Iterable[tuple[int, float, str]],
) -> GameRecord:
    """Store a game with its first journal entries. Of several who try, the first stores; all get the same game."""
    match = locked(match)
    game = match.games.filter(number=number).first()
    if game is not None:
        return game
    if match.status != Match.Status.PLAYING:
        raise Refused("This match is not being played.")
    if not 1 <= number <= match.games_agreed:
        raise Refused("All agreed games have been played.")
    if match.games.filter(ended_at=None).exists():
        raise Refused("The game before is not over.")
    game = GameRecord.objects.create(
        match=match, number=number, seed=seed, seed_hash=seed_hash, rules_version=rules_version
    )
    JournalEntry.objects.bulk_create(
        JournalEntry(game=game, number=at_number, at=at, entry=entry) for at_number, at, entry in entries
    )
    announce(match)
    return game


@transaction.atomic
def record_game(*, game_id: int, tab_row: Sequence[int], tallies: Sequence[Tally], ended_at: datetime.datetime) -> None:
    """Store the result of a game, once: one that has ended already keeps what it has. The last one ends the match."""
    game = GameRecord.objects.select_related("match").get(pk=game_id)
    match = locked(game.match)
    ended = GameRecord.objects.filter(pk=game_id, ended_at=None)
    if not ended.update(ended_at=ended_at, is_scored=True, tab_row=list(tab_row)):
        return
    seats = {seat.number: seat for seat in match.seats.all()}
    places = {number: place for place, number in enumerate(tab_row, start=1)}
    IceTally.objects.bulk_create(
        IceTally(
            game=game,
            seat=seats[tally["seat"]],
            place=places[tally["seat"]],
            ice=tally["ice"],
            orders_taken=tally["orders_taken"],
            drinks_in_play=tally["drinks_in_play"],
            called_last_call=tally["called_last_call"],
            bot_played=tally.get("bot_played", False),
        )
        for tally in tallies
    )
    if game.number >= match.games_agreed:
        _finish(match, ended_at)
    announce(match)


@transaction.atomic
def end_game_unscored(*, game_id: int) -> None:
    """All people agreed to end the game; it counts for nothing. If it was the last one, the match is over."""
    game = GameRecord.objects.select_related("match").get(pk=game_id)
    match = locked(game.match)
    now = timezone.now()
    if not GameRecord.objects.filter(pk=game_id, ended_at=None).update(ended_at=now):
        return
    if game.number >= match.games_agreed:
        _finish(match, now, why="The last game was ended unscored.")
    announce(match)


@transaction.atomic
def end_match(*, match: Match, why: str) -> None:
    """End it before all agreed games are played: those that are over count."""
    match = locked(match)
    if match.status not in (Match.Status.PLAYING, Match.Status.ADJOURNED):
        return
    _finish(match, timezone.now(), why)
    announce(match)


@transaction.atomic
def adjourn_match(*, match: Match) -> None:
    """Between two games: everybody is free, and the match waits to be taken up again."""
    match = locked(match)
    if match.status == Match.Status.ADJOURNED:
        return
    if match.status != Match.Status.PLAYING:
        raise Refused("This match is not being played.")
    if match.games.filter(ended_at=None).exists():
        raise Refused("A match can be adjourned between two games only.")
    match.status = Match.Status.ADJOURNED
    match.adjourned_at = timezone.now()
    match.save(update_fields=["status", "adjourned_at"])
    match.seats.update(is_live=False, resume_at=None)
    announce(match)


@transaction.atomic
def resume_match(*, match: Match, player: Player) -> Match:
    """The player wants to take the adjourned match up again; when all its people do, and are free, it goes on."""
    match = locked(match)
    if match.status == Match.Status.PLAYING:
        return match
    if match.status != Match.Status.ADJOURNED:
        raise Refused("This match is not adjourned.")
    if not people(match).filter(player=player).exists():
        raise Refused("Only those who sit at this match can take it up again.")
    now = timezone.now()
    if match.adjourned_at is None or match.adjourned_at < now - RESUME_WITHIN:
        raise Refused("A match can be taken up again within 30 days only.")
    elsewhere = live_table_of(player)
    if elsewhere is not None:
        raise SeatedElsewhere(elsewhere)
    match.seats.filter(player=player).update(resume_at=now)
    _drop_wishes_of_the_busy(match)
    if all(wants_to_resume(seat, now) for seat in people(match)):
        _go_on(match)
    announce(match)
    return match


@transaction.atomic
def leave_for_good(*, match: Match, player: Player) -> None:
    """A bot plays the seat on under the person's name; the person is free for another table."""
    match = locked(match)
    if match.status not in (Match.Status.PLAYING, Match.Status.ADJOURNED):
        raise Refused("This match is not being played.")
    seat = match.seats.filter(player=player).first()
    if seat is None:
        raise Refused("You have no seat at this table.")
    if seat.left_at is not None:
        return
    if not pass_host_on(match, left=seat):
        _finish(match, timezone.now(), why=EVERYBODY_LEFT)
    match.seats.filter(pk=seat.pk).update(left_at=timezone.now(), is_live=False, resume_at=None)
    announce(match)


def wants_to_resume(seat: Seat, now: datetime.datetime) -> bool:
    """Whether the person asked, a short while ago, to take the adjourned match up again."""
    return seat.resume_at is not None and seat.resume_at >= now - RESUME_TOGETHER


def game_results(match: Match) -> list[scoring.GameResult]:
    """The scored games of a match, as the sums want them."""
    games = match.games.filter(is_scored=True).prefetch_related("tallies__seat").order_by("number")
    return [result_of(game) for game in games]


def result_of(game: GameRecord) -> scoring.GameResult:
    ice = {tally.seat.number: tally.ice for tally in game.tallies.all()}
    return scoring.GameResult(number=game.number, ice=ice, tab_row=game.tab_row)


def _finish(match: Match, now: datetime.datetime, why: str = "") -> None:
    """The match is over: a running game stays unscored, the result is stored, everybody is free."""
    match.games.filter(ended_at=None).update(ended_at=now)
    match.status = Match.Status.OVER
    match.ended_at = now
    match.ended_why = why[:120]
    match.save(update_fields=["status", "ended_at", "ended_why"])
    match.seats.update(is_live=False)
    _store_result(match, scoring.ranking(game_results(match)))


def _store_result(match: Match, standings: Sequence[scoring.Standing]) -> None:
    for standing in standings:
        match.seats.filter(number=standing.seat).update(total_ice=standing.total, place=standing.place)


def _go_on(match: Match) -> None:
    match.status = Match.Status.PLAYING
    match.adjourned_at = None
    match.save(update_fields=["status", "adjourned_at"])
    try:
        with transaction.atomic():
            people(match).update(is_live=True, resume_at=None)
    except IntegrityError:
        raise Refused("Somebody of this match has just sat down at another table.") from None


def _drop_wishes_of_the_busy(match: Match) -> None:
    """Whoever sat down elsewhere after asking has to ask again."""
    busy = Seat.objects.filter(is_live=True, player__in=people(match).values("player"))
    match.seats.filter(player__in=busy.values("player")).update(resume_at=None)
