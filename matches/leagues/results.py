"""Results in doubt: disputed by those who sat there, corrected by the hosts with a note of what it was before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from matches import scoring
from matches.guards import Refused
from matches.guards import announce as announce_match
from matches.guards import locked as locked_match
from matches.leagues import bell, pad
from matches.leagues.guards import announce, hosts, locked, must_be_unfrozen, must_run
from matches.models import Correction, Dispute, GameRecord, League, Match, Player, RoundTable
from matches.playing import game_results

MOST_WORDS = 500


@transaction.atomic
def dispute(*, match: Match, player: Player, words: str) -> Dispute:
    """Any of its players can say that the result is wrong; one open dispute each."""
    league, table, match = _locked(match)
    if not match.seats.filter(player=player).exists():
        raise Refused("Only those who sat at this match can dispute its result.")
    if match.status != Match.Status.OVER:
        raise Refused("This match is not over.")
    must_be_unfrozen(table.round.season)
    words = _sentence(words, "Say in a few words what is wrong.")
    try:
        with transaction.atomic():
            disputed = Dispute.objects.create(match=match, player=player, words=words)
    except IntegrityError:
        raise Refused("You have disputed this result already. A host will answer.") from None
    told = f"{player.shown_name} disputes a result of round {table.round.number} of {league.name}."
    others = [seat.player for seat in match.seats.select_related("player") if seat.player is not None]
    people = {one.pk: one for one in [*hosts(league), *others] if one.pk != player.pk}
    bell.tell(people.values(), told, pad.path_of(table), f"dispute {disputed.pk}")
    announce(league)
    return disputed


@transaction.atomic
def settle(*, disputed: Dispute, by: Player, answer: str) -> None:
    """A host answers; the result stays, or has been corrected before."""
    league, table, _ = _locked(disputed.match)
    must_run(league, by)
    answer = _sentence(answer, "Answer in a few words.")
    open_one = Dispute.objects.filter(pk=disputed.pk, settled_at=None)
    if not open_one.update(settled_at=timezone.now(), settled_by=by, answer=answer):
        raise Refused("This dispute is settled already.")
    told = f"Your dispute in {league.name} was answered: {answer}"
    bell.tell([disputed.player], told, pad.path_of(table), f"settled {disputed.pk}")
    announce(league)


@transaction.atomic
def correct(
    *, match: Match, number: int, by: Player, tab_row: Sequence[int], ice: Mapping[int, int], why: str
) -> Correction:
    """Another result for one game, by seat numbers. Every figure that is derived from it follows."""
    league, table, match = _locked(match)
    must_run(league, by)
    must_be_unfrozen(table.round.season)
    if match.status != Match.Status.OVER:
        raise Refused("This match is not over.")
    game = match.games.filter(number=number, is_scored=True).first()
    if game is None:
        raise Refused("There is no scored game of that number.")
    seats = list(match.seats.select_related("player").order_by("number"))
    names = {seat.number: seat.shown_name for seat in seats}
    after = pad.checked_game([], tab_row, ice, names)
    why = _sentence(why, "Say in a few words why the result is corrected.")
    before = _as_it_is(game)
    if before == after:
        raise Refused("That is the result as it stands.")
    _store(game, after)
    _rank_anew(match)
    RoundTable.objects.filter(pk=table.pk).update(pad_version=F("pad_version") + 1)  # pages see that something changed
    correction = Correction.objects.create(match=match, game_number=number, by=by, why=why, before=before, after=after)
    people = [seat.player for seat in seats if seat.player is not None and seat.player_id != by.pk]
    told = f"Game {number} of your match in round {table.round.number} of {league.name} was corrected: {why}"
    bell.tell(people, told, pad.path_of(table), f"correction {correction.pk}")
    announce(league)
    announce_match(match)
    return correction


def _locked(match: Match) -> tuple[League, RoundTable, Match]:
    if match.league is None:
        raise Refused("This is not a match of a league.")
    league = locked(match.league)
    table = RoundTable.objects.select_related("round__season__league").filter(match=match).first()
    if table is None:
        raise Refused("This match belongs to no round.")
    return league, table, locked_match(match)


def _as_it_is(game: GameRecord) -> dict[str, Any]:
    ice = {str(tally.seat.number): tally.ice for tally in game.tallies.select_related("seat").order_by("seat__number")}
    return {"tab_row": list(game.tab_row), "ice": ice}


def _store(game: GameRecord, result: dict[str, Any]) -> None:
    game.tab_row = result["tab_row"]
    game.save(update_fields=["tab_row"])
    game.tallies.update(place=F("place") + 100)  # no two may have the same place, not even for a moment
    for place, seat in enumerate(result["tab_row"], start=1):
        game.tallies.filter(seat__number=seat).update(place=place, ice=result["ice"][str(seat)])


def _rank_anew(match: Match) -> None:
    match.seats.update(place=None)
    for standing in scoring.ranking(game_results(match)):
        match.seats.filter(number=standing.seat).update(total_ice=standing.total, place=standing.place)


def _sentence(words: str, wanted: str) -> str:
    words = " ".join(words.split())
    if not words:
        raise Refused(wanted)
    if len(words) > MOST_WORDS:
        raise Refused(f"Please say it in at most {MOST_WORDS} letters.")
    return words
