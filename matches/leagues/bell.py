"""What is told under the bell: once each, read when its page is opened, and by e-mail to those who asked for it."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterable, Sequence

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import send_mail
from django.db import connection, transaction
from django.utils import timezone

from matches.models import Notification, Player

log = logging.getLogger(__name__)

SHOWN = 50
MAIL_TEXT = """{words}

{address}

You get this e-mail because you asked for it at Last Call. Here you can switch it off:
{switch}
"""


def tell(players: Iterable[Player], words: str, path: str, key: str) -> None:
    """A line for each of these players. The same key again tells those only who have not been told of it."""
    people = {player.pk: player for player in players if player.deleted_at is None}
    told = set(Notification.objects.filter(key=key, player__in=people).values_list("player_id", flat=True))
    fresh = [player for pk, player in people.items() if pk not in told]
    Notification.objects.bulk_create(
        [Notification(player=player, words=words[:200], path=path, key=key) for player in fresh], ignore_conflicts=True
    )
    addresses = mail_addresses([player for player in fresh if player.wants_mail])
    if addresses:
        transaction.on_commit(lambda: _post(addresses, words, path))


def mail_addresses(players: Sequence[Player]) -> list[str]:
    """Confirmed ones only: nobody can have mail sent to an address that is not theirs."""
    users = [player.user_id for player in players if player.user_id is not None]
    if not users:
        return []
    found = EmailAddress.objects.filter(user__in=users, verified=True, primary=True, user__is_active=True)
    return list(found.values_list("email", flat=True))


def unread(player: Player | None) -> int:
    if player is None:
        return 0
    if player.unread_lines is None:
        player.unread_lines = Notification.objects.filter(player=player, read_at=None).count()
    return player.unread_lines


def lines_for(player: Player) -> list[Notification]:
    """The newest first."""
    return list(Notification.objects.filter(player=player).order_by("-at", "-pk")[:SHOWN])


def read_all(player: Player) -> None:
    Notification.objects.filter(player=player, read_at=None).update(read_at=timezone.now())


def read_page(player: Player | None, path: str) -> None:
    """Whoever opens the page that a line leads to has read the line."""
    if player is None:
        return
    lines = Notification.objects.filter(player=player, read_at=None)
    paths = list(lines.values_list("path", flat=True))
    if path in paths:
        lines.filter(path=path).update(read_at=timezone.now())
    player.unread_lines = len(paths) - paths.count(path)


def site_address() -> str:
    """The site's own address, for mails that are written when nobody has asked for a page."""
    host = next((host for host in settings.ALLOWED_HOSTS if host[:1] not in (".", "*")), "localhost")
    return f"{'https' if settings.HTTPS else 'http'}://{host}"


def _post(addresses: Sequence[str], words: str, path: str) -> None:
    """In a thread of its own: a mail server may take its time, and a league must not wait for it."""
    threading.Thread(target=_send, args=(addresses, words, path), name="league-mail", daemon=True).start()


def _send(addresses: Sequence[str], words: str, path: str) -> None:
    site = site_address()
    text = MAIL_TEXT.format(words=words, address=site + path, switch=f"{site}/bell/")
    subject = " ".join(f"Last Call: {words}".split())[:120]
    try:
        for address in addresses:
            send_mail(subject, text, None, [address])
    except Exception:  # whatever the mail server says: the line under the bell is there
        log.exception("E-mails about a league could not be sent")
    finally:
        connection.close()
