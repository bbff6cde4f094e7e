"""The one door for HTTP and sockets."""

import gc
import os
import sys
from typing import Any

from channels.routing import ProtocolTypeRouter, URLRouter
from django.conf import settings
from django.core.asgi import get_asgi_application

from lastcall_site import checks
from lastcall_site.origins import OwnPagesOnly

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "lastcall_site.settings")
http = get_asgi_application()

from game.routing import socket_patterns  # noqa: E402  (needs the apps loaded)
from game.tables import tables  # noqa: E402

checks.refuse_workers_that_cannot_hear_each_other(checks.workers_asked_for(sys.argv), settings.REDIS_URL)
joined = ProtocolTypeRouter({"http": http, "websocket": OwnPagesOnly(URLRouter(socket_patterns))})


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Whoever comes first also wakes the housekeeping: tables that the last process left are taken up again."""
    tables()
    await joined(scope, receive, send)


# What was loaded at the start stays for ever, so the garbage collector need not go through it again and again.
gc.collect()
gc.freeze()
