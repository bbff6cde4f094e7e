"""A table before its first card: opened, joined, left, filled with bots, agreed upon, started."""

from __future__ import annotations

import datetime
import hmac
import secrets

from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from matches.guards import (
    Refused,
    SeatedElsewhere,
    announce,
    live_table_of,
    locked,
    must_be_host,
    must_be_open,
    pass_host_on,
    people,
)
from matches.ignoring import is_shut_out
from matches.models import Match, Player, Seat
from matches.options import TableOptions, house_deck, options_in_words, options_of

SLUG_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
SLUG_LENGTH = 10

BOT_LEVELS = {"rookie": "Rookie", "regular": "Regular", "pro": "Pro"}
BOT_NAMES = ("Rosie", "Max", "Lola", "Hugo", "Nina", "Oscar", "Stella", "Felix", "Ivy", "Bruno")
KEPT_FOR = datetime.timedelta(minutes=5)
"""How long the chairs of a rematch wait for those who sat there before."""
NO_ONE = {"player": None, "bot": "", "bot_name": "", "agreed_at": None, "agreed_to": "", "is_live": False}


def create_match(
    *,
    host: Player,
    games_agreed: int,
    seat_count: int,
    remaining_drinks: str,
    pace: str,
    is_public: bool,
    hints: bool = False,
    chat: str = Match.Chat.OFF,
) -> Match:
    """Open a table. The host takes its first seat and thereby agrees to the options."""
    TableOptions(games_agreed, seat_count, remaining_drinks, pace, hints, chat).must_be_possible()
    try:
        with transaction.atomic():
            match = Match.objects.create(
                slug="".join(secrets.choice(SLUG_LETTERS) for _ in range(SLUG_LENGTH)),
                host=host,
                games_agreed=games_agreed,
                seat_count=seat_count,
                remaining_drinks=remaining_drinks,
                pace=pace,
                hints=hints,
                chat=chat,
                deck=house_deck(),
                is_public=is_public,
                invite_token=None if is_public else new_token(),
            )
            Seat.objects.bulk_create(Seat(match=match, number=number) for number in range(seat_count))
            _sit_down(match, match.seats.get(number=0), host)
            announce(match)
    except IntegrityError:
        raise SeatedElsewhere(live_table_of(host)) from None
    return match


@transaction.atomic
def take_seat(*, match: Match, player: Player, token: str = "", agreed_to: str | None = None) -> Seat:
    """Sit down on the first free chair.

    `agreed_to` is the sentence of options that the person saw; sitting down is consent to it. When the host has
    changed the options meanwhile, the person sits but has yet to agree. None stands for the present options.
    """
    match = locked(match)
    seated = match.seats.filter(player=player).first()
    if seated is not None and seated.left_at is None:
        return seated
    must_be_open(match)
    is_kept_for_them = match.seats.filter(kept_for=player).exists()
    if not match.is_public and not is_kept_for_them and not is_invited(match, token):
        raise Refused("This table is by invitation only. Ask its host for the link.")
    if is_shut_out(match, player):
        raise Refused("The host has sent you away from this table.")
    chair = _chair_for(match, player)
    try:
        with transaction.atomic():
            _sit_down(match, chair, player, agrees=agreed_to in (None, options_in_words(match)))
    except IntegrityError:
        raise SeatedElsewhere(live_table_of(player)) from None
    begin_if_full(match)
    announce(match)
    return chair


@transaction.atomic
def leave_seat(*, match: Match, player: Player) -> None:
    """Stand up before the start. The host's duty passes on; a table without people closes."""
    match = locked(match)
    seat = match.seats.filter(player=player).first()
    if seat is None:
        return
    if match.status == Match.Status.CANCELLED:
        return
    must_be_open(match)
    _clear(match, seat)


@transaction.atomic
def remove_from_seat(*, match: Match, host: Player, number: int, name: str | None = None) -> None:
    """The host sends a person away, who cannot sit down here again. `name` is whom the host saw on that seat."""
    match = locked(match)
    must_be_host(match, host)
    must_be_open(match)
    seat = match.seats.filter(number=number).select_related("player").first()
    if seat is None or seat.player is None:
        raise Refused("Nobody sits on that seat.")
    if seat.player_id == host.pk:
        raise Refused("You cannot send yourself away; leave the table instead.")
    if name not in (None, seat.shown_name):
        raise Refused("Somebody else has sat down there by now.")
    match.removed.add(seat.player)
    _clear(match, seat)


@transaction.atomic
def add_bot(*, match: Match, host: Player, level: str, number: int | None = None) -> Seat:
    """A bot takes a free chair. `number` is the one that the host saw free: a bot there means a double click."""
    match = locked(match)
    must_be_host(match, host)
    must_be_open(match)
    if level not in BOT_LEVELS:
        raise Refused("A bot is a rookie, a regular or a pro.")
    seated = match.seats.filter(number=number).exclude(bot="").first() if number is not None else None
    if seated is not None:
        return seated
    chair = empty_seats(match).order_by(F("kept_for").asc(nulls_first=True), "number").first()
    if chair is None:
        raise Refused("All seats at this table are taken.")
    seat_bot(match, chair, level)
    begin_if_full(match)
    announce(match)
    return chair


@transaction.atomic
def remove_bot(*, match: Match, host: Player, number: int) -> None:
    match = locked(match)
    must_be_host(match, host)
    must_be_open(match)
    seat = match.seats.filter(number=number).first()
    if seat is None or seat.player_id is not None:
        raise Refused("No bot sits on that seat.")
    match.seats.filter(pk=seat.pk).update(**NO_ONE)
    announce(match)


@transaction.atomic
def change_options(
    *,
    match: Match,
    host: Player,
    games_agreed: int,
    seat_count: int,
    remaining_drinks: str,
    pace: str,
    is_public: bool,
    hints: bool = False,
    chat: str = Match.Chat.OFF,
) -> Match:
    """Before the start. Everybody but the host has to agree again if what they agreed to has changed."""
    match = locked(match)
    must_be_host(match, host)
    must_be_open(match)
    options = TableOptions(games_agreed, seat_count, remaining_drinks, pace, hints, chat)
    options.must_be_possible()
    have_changed = options != options_of(match)
    match.games_agreed, match.seat_count = games_agreed, seat_count
    match.remaining_drinks, match.pace = remaining_drinks, pace
    match.hints, match.chat, match.is_public = hints, chat, is_public
    if not is_public and match.invite_token is None:
        match.invite_token = new_token()
    if have_changed or not is_public:
        match.bots_fill_at = None
    match.save()
    if have_changed:
        _fit_seats(match)
        match.seats.exclude(player=None).update(agreed_at=None, agreed_to="")
        _agree(match, host)
    announce(match)
    return match


@transaction.atomic
def agree(*, match: Match, player: Player, agreed_to: str | None = None) -> None:
    """Consent to the options as they stand; `agreed_to` is the sentence that the person saw."""
    match = locked(match)
    must_be_open(match)
    if agreed_to not in (None, options_in_words(match)):
        raise Refused("The host has just changed the options. Read them again.")
    if not _agree(match, player):
        raise Refused("You have no seat at this table.")
    announce(match)


@transaction.atomic
def start_match(*, match: Match, by: Player) -> Match:
    """The host starts once two seats are taken and everybody agrees. A second press changes nothing."""
    match = locked(match)
    must_be_host(match, by)
    if match.status == Match.Status.PLAYING:
        return match
    must_be_open(match)
    _must_be_ready(match)
    begin(match)
    announce(match)
    return match


@transaction.atomic
def fill_and_start(*, match: Match, by: Player, level: str = "regular") -> Match:
    """The host does not wait for more people: bots take the empty seats and the match starts."""
    match = locked(match)
    must_be_host(match, by)
    if match.status == Match.Status.PLAYING:
        return match
    must_be_open(match)
    fill_with_bots(match, level)
    _must_be_ready(match)
    begin(match)
    announce(match)
    return match


@transaction.atomic
def renew_invite(*, match: Match, host: Player) -> str:
    """A new secret link; the old one is void from now on."""
    match = locked(match)
    must_be_host(match, host)
    must_be_open(match)
    match.invite_token = new_token()
    match.save(update_fields=["invite_token"])
    announce(match)
    return match.invite_token


@transaction.atomic
def revoke_invite(*, match: Match, host: Player) -> None:
    match = locked(match)
    must_be_host(match, host)
    must_be_open(match)
    match.invite_token = None
    match.save(update_fields=["invite_token"])
    announce(match)


# What the functions above, and Play now, are made of. All of it is called with the match locked.


def new_token() -> str:
    return secrets.token_urlsafe(32)


def is_invited(match: Match, token: str) -> bool:
    return bool(match.invite_token) and hmac.compare_digest(str(match.invite_token).encode(), token.encode())


def empty_seats(match: Match) -> QuerySet[Seat]:
    return match.seats.filter(player=None, bot="").order_by("number")


def is_kept(seat: Seat, match: Match) -> bool:
    """Whether this empty chair still waits for somebody of the match that is played once more."""
    return seat.is_empty and seat.kept_for_id is not None and match.created_at > timezone.now() - KEPT_FOR


def keep_seat(chair: Seat, player: Player) -> None:
    chair.kept_for = player
    chair.save(update_fields=["kept_for"])


def seat_same_bot(chair: Seat, before: Seat) -> None:
    """The bot of another match sits down here."""
    chair.bot, chair.bot_name = before.bot, before.bot_name
    chair.save(update_fields=["bot", "bot_name"])


def seat_bot(match: Match, chair: Seat, level: str) -> None:
    taken = set(match.seats.exclude(bot="").values_list("bot_name", flat=True))
    chair.bot = level
    chair.bot_name = secrets.choice([name for name in map(bot_name, BOT_NAMES) if name not in taken])
    chair.kept_for = None
    chair.save(update_fields=["bot", "bot_name", "kept_for"])


def bot_name(name: str) -> str:
    return f"{name} (bot)"


def fill_with_bots(match: Match, level: str) -> None:
    for chair in empty_seats(match):
        seat_bot(match, chair, level)


def begin_if_full(match: Match) -> None:
    """A table opened by Play now starts by itself as soon as every seat is taken and everybody agrees."""
    if match.bots_fill_at is not None and not empty_seats(match).exists() and not _undecided(match):
        begin(match)


def begin(match: Match) -> None:
    """Empty chairs vanish, the seats close ranks, the match is being played."""
    empty_seats(match).delete()
    _close_ranks(match)
    match.status = Match.Status.PLAYING
    match.started_at = timezone.now()
    match.bots_fill_at = None
    match.save(update_fields=["status", "started_at", "bots_fill_at"])


def _chair_for(match: Match, player: Player) -> Seat:
    """The chair that is kept for this person, else the first that is kept for nobody."""
    chairs = list(empty_seats(match))
    free = [chair for chair in chairs if not is_kept(chair, match)]
    kept = [chair for chair in chairs if chair.kept_for_id == player.pk]
    if kept or free:
        return (kept or free)[0]
    raise Refused(
        "The free seats are kept for a few minutes for those who played together before."
        if chairs
        else "All seats at this table are taken."
    )


def _sit_down(match: Match, chair: Seat, player: Player, *, agrees: bool = True) -> None:
    chair.player = player
    chair.kept_for = None
    chair.is_live = True
    chair.agreed_at = timezone.now() if agrees else None
    chair.agreed_to = options_in_words(match) if agrees else ""
    chair.save()


def _agree(match: Match, player: Player) -> bool:
    """False when the person has no seat here. Agreeing twice leaves the first time as it was."""
    seats = match.seats.filter(player=player)
    seats.filter(agreed_at=None).update(agreed_at=timezone.now(), agreed_to=options_in_words(match))
    return seats.exists()


def _clear(match: Match, seat: Seat) -> None:
    if pass_host_on(match, left=seat):
        match.seats.filter(pk=seat.pk).update(**NO_ONE)
    else:
        close(match, "Everybody left.")
    announce(match)


def close(match: Match, why: str) -> None:
    """The table is given up before its first card; who sat there last stays on record, but is free."""
    match.status = Match.Status.CANCELLED
    match.ended_at = timezone.now()
    match.ended_why = why
    match.bots_fill_at = None
    match.save(update_fields=["status", "ended_at", "ended_why", "bots_fill_at"])
    match.seats.update(is_live=False)


def _undecided(match: Match) -> list[Seat]:
    return list(people(match).filter(agreed_at=None))


def _must_be_ready(match: Match) -> None:
    if match.seats.count() - empty_seats(match).count() < 2:
        raise Refused("A match needs at least two players. Wait for somebody, or add a bot.")
    undecided = _undecided(match)
    if undecided:
        names = " and ".join(seat.shown_name for seat in undecided)
        have = "has" if len(undecided) == 1 else "have"
        raise Refused(f"{names} {have} not agreed to the options yet.")


def _fit_seats(match: Match) -> None:
    """Add empty chairs at the end, or take empty ones away, until there are as many as the options say."""
    seats = match.seats.count()
    superfluous = seats - match.seat_count
    if superfluous > 0:
        chairs = list(empty_seats(match).order_by("-number")[:superfluous])
        if len(chairs) < superfluous:
            raise Refused("More people and bots sit here than the table would have seats.")
        match.seats.filter(pk__in=[chair.pk for chair in chairs]).delete()
        _close_ranks(match)
    Seat.objects.bulk_create(Seat(match=match, number=number) for number in range(seats, match.seat_count))


def _close_ranks(match: Match) -> None:
    """Number the seats from 0 without a gap; each moves down only, so no two ever share a number."""
    for number, seat in enumerate(match.seats.order_by("number")):
        if seat.number != number:
            match.seats.filter(pk=seat.pk).update(number=number)
