"""All that is kept about one person, as one document for that person."""

from __future__ import annotations

import datetime
from typing import Any

from django.db.models import Prefetch

from matches.ignoring import ignored_people
from matches.models import Dispute, GameRecord, IceTally, Member, Player, Seat
from matches.sheet_files import options_document

DATA_FORMAT = "lastcall-player/1"


def own_data(player: Player, site: str) -> dict[str, Any]:
    """Profile, account, and every match with the person's own results. `site` is the address of the front page.

    Of others it holds the names they show, as on the pages. Each game names the address of its record, in which every
    action of it stands.
    """
    tallies = {tally.game_id: tally for tally in IceTally.objects.filter(seat__player=player)}
    fellows = Prefetch("match__seats", Seat.objects.select_related("player").order_by("number"))
    games = Prefetch("match__games", GameRecord.objects.order_by("number"))
    seats = Seat.objects.filter(player=player).select_related("match").prefetch_related(games, fellows)
    return {
        "format": DATA_FORMAT,
        "site": site,
        "player": {
            "number": player.pk,
            "name": player.name,
            "guest": player.is_guest,
            "hints": player.wants_hints,
            "mail": player.wants_mail,
            "since": _moment(player.created_at),
        },
        "account": _account(player),
        "leagues": [_league(member, site) for member in player.memberships.select_related("league").order_by("pk")],
        "disputes": [
            {"match": one.match.slug, "at": _moment(one.at), "words": one.words, "answer": one.answer or None}
            for one in Dispute.objects.filter(player=player).select_related("match").order_by("pk")
        ],
        "notifications": [
            {"at": _moment(one.at), "words": one.words, "read_at": _moment(one.read_at)}
            for one in player.notifications.order_by("pk")
        ],
        "chat": [
            {"match": one.match.slug, "at": _moment(one.at), "words": one.words}
            for one in player.chat_lines.select_related("match").order_by("pk")
        ],
        "ignored": [
            {"name": one.whom.shown_name, "blocked": one.is_blocked, "at": _moment(one.at)}
            for one in ignored_people(player)
        ],
        "matches": [_match(seat, site, tallies) for seat in seats.order_by("match_id")],
    }


def _account(player: Player) -> dict[str, Any] | None:
    user = player.user
    if user is None:
        return None
    return {"email": user.email, "since": _moment(user.date_joined), "last_signed_in": _moment(user.last_login)}


def _league(member: Member, site: str) -> dict[str, Any]:
    return {
        "league": member.league.name,
        "address": site.rstrip("/") + member.league.path,
        "role": member.role,
        "joined_at": _moment(member.joined_at),
        "left_at": _moment(member.left_at),
    }


def _match(seat: Seat, site: str, tallies: dict[int, IceTally]) -> dict[str, Any]:
    match = seat.match
    return {
        "match": match.slug,
        "address": site.rstrip("/") + match.page_path,
        "status": match.status,
        "options": options_document(match),
        "created_at": _moment(match.created_at),
        "started_at": _moment(match.started_at),
        "ended_at": _moment(match.ended_at),
        "host": match.host_id == seat.player_id,
        "players": [fellow.shown_name for fellow in match.seats.all()],
        "seat": seat.number + 1,
        "agreed_at": _moment(seat.agreed_at),
        "agreed_to": seat.agreed_to,
        "left_at": _moment(seat.left_at),
        "place": seat.place,
        "ice": seat.total_ice,
        "games": [
            _game(game, f"{site.rstrip('/')}{match.page_path}", tallies.get(game.pk)) for game in match.games.all()
        ],
    }


def _game(game: GameRecord, address: str, tally: IceTally | None) -> dict[str, Any]:
    document: dict[str, Any] = {
        "number": game.number,
        "started_at": _moment(game.started_at),
        "ended_at": _moment(game.ended_at),
    }
    if game.ended_at is not None and game.seed:
        document["record"] = f"{address}games/{game.number}/record.json"
    if tally is not None:
        document |= {
            "ice": tally.ice,
            "settled_up": tally.place,
            "orders_taken": tally.orders_taken,
            "drinks_in_play": tally.drinks_in_play,
            "called_last_call": tally.called_last_call,
        }
    return document


def _moment(moment: datetime.datetime | None) -> str | None:
    return moment.isoformat(timespec="seconds") if moment is not None else None
