"""The history pages on a small and on a large history: how long each takes, and how many queries.

Makes both histories itself, in databases of their own that are gone afterwards. Every page is asked for through the
whole program but the network: middleware, view, templates, in this process. Each address is a different one where the
page has many, chosen by chance: small and large careers, new and old matches, first and deep pages of lists.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
MOST_MS = 100.0
MOST_QUERIES = 12
MOST_COUNTED = 40
"""Addresses of a page whose queries are counted; the most of any of them stands in the table."""


class Figures(NamedTuple):
    p50: float
    p95: float
    cpu: float
    cpu95: float
    """CPU time: what is left of the time when nothing else runs on the machine."""
    queries: int
    """The most that one address took."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="script/bench --pages", description=__doc__)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--players", type=int, default=20_000)
    parser.add_argument("--leagues", type=int, default=500)
    parser.add_argument("--records", type=int, default=1000, help="how many of the newest games get journals")
    parser.add_argument("--small", type=int, default=1000, help="games of the small history (default 1000)")
    parser.add_argument("--rounds", type=int, default=100, help="how often each page is asked for (default 100)")
    parser.add_argument("--database", help="measure on this one, filled by make_history; it is only read")
    parser.add_argument("--postgresql", action="store_true", help="on a PostgreSQL that is started for this")
    parser.add_argument("--json", metavar="FILE", help="write the figures, one JSON object a line")
    parser.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        print(json.dumps(measured(options.rounds)))
        return 0
    machine = f"{os.cpu_count()} cores, {platform.machine()}"
    print(f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}, {machine}")
    if options.database:
        return report(options, None, in_process(options.database, options.rounds))
    print(f"Making {options.games:,} games takes about {options.games / 1_000_000 * 12 + 1:.0f} minutes.", flush=True)
    with databases(options.postgresql) as (small, large):
        fill(small, options.small, max(50, options.small // 20), min(5, options.leagues), min(20, options.records))
        fill(large, options.games, options.players, options.leagues, options.records)
        return report(options, in_process(small, options.rounds), in_process(large, options.rounds))


@contextmanager
def databases(is_postgresql: bool) -> Iterator[tuple[str, str]]:
    """Addresses of two empty databases that are gone afterwards."""
    if is_postgresql:
        sys.path.insert(0, str(ROOT))
        from tests.fleet.services import PostgreSQL

        small, large = PostgreSQL(), PostgreSQL()
        try:
            yield small.url, large.url
        finally:
            small.remove()
            large.remove()
        return
    with tempfile.TemporaryDirectory(prefix="lastcall-pages-") as folder:
        yield f"sqlite:///{folder}/small.sqlite3", f"sqlite:///{folder}/large.sqlite3"


def fill(database: str, games: int, players: int, leagues: int, records: int) -> None:
    environment = os.environ | {"DATABASE_URL": database, "LOG_LEVEL": "ERROR"}
    manage = [sys.executable, "manage.py"]
    subprocess.run([*manage, "migrate", "-v", "0"], cwd=ROOT, env=environment, check=True)
    sizes = ["--games", f"{games}", "--players", f"{players}", "--leagues", f"{leagues}"]
    sizes += ["--records", f"{records}"]
    subprocess.run([*manage, "make_history", "--force", *sizes], cwd=ROOT, env=environment, check=True)


def in_process(database: str, rounds: int) -> dict[str, Any]:
    """The measurement in a process of its own: nothing is left in its caches from the other one."""
    environment = os.environ | {"DATABASE_URL": database, "LOG_LEVEL": "ERROR", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, __file__, "--measure", "--rounds", f"{rounds}"]
    done = subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return answer


# -- measuring, in the process that has the database --


def measured(rounds: int) -> dict[str, Any]:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "lastcall_site.settings")
    import django

    django.setup()
    from django.conf import settings
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    settings.ALLOWED_HOSTS = ["testserver"]
    settings.DEBUG = False
    connection.force_debug_cursor = False
    found: dict[str, Any] = {"games": games_stored()}
    for what, addresses in pages(rounds).items():
        client = own_client(what) or Client()
        times, cpu, most = [], [], 0
        for address in addresses:
            began, used = time.perf_counter(), time.process_time()
            response = client.get(address)
            times.append((time.perf_counter() - began) * 1000)
            cpu.append((time.process_time() - used) * 1000)
            if response.status_code != 200:
                raise SystemExit(f"{address} answered {response.status_code}.")
        for address in addresses[:MOST_COUNTED]:
            with CaptureQueriesContext(connection) as asked:
                client.get(address)
            most = max(most, len(asked))
        found[what] = [
            statistics.median(times),
            percentile(times, 95),
            statistics.median(cpu),
            percentile(cpu, 95),
            most,
        ]
    return found


def games_stored() -> int:
    from matches.models import GameRecord

    return GameRecord.objects.filter(is_scored=True).count()


def own_client(what: str) -> Any:
    """For one's own pages: the browser of the player with the most matches, as a guest."""
    if "own" not in what:
        return None
    from django.test import Client

    from matches.models import Player
    from matches.people import SESSION_KEY

    client = Client()
    player = Player.objects.get(pk=busiest(1)[0])
    Player.objects.filter(pk=player.pk).update(is_guest=True)
    session = client.session
    session[SESSION_KEY] = player.pk
    session.save()
    client.cookies["sessionid"] = session.session_key
    return client


def busiest(count: int) -> list[int]:
    """Players with the most seats. Made-up histories give the first players the most."""
    from django.db.models import Count

    from matches.models import Player, Seat

    first = Player.objects.order_by("pk").values_list("pk", flat=True)[: 20 * count]
    seats = Seat.objects.filter(player__in=list(first), player__deleted_at=None).values("player")
    most = seats.annotate(seats=Count("pk")).order_by("-seats").values_list("player", flat=True)
    return list(most[:count])


def pages(rounds: int) -> dict[str, list[str]]:
    """The kinds of page, each with as many addresses as there are rounds."""
    from matches.models import GameRecord, Match, Player

    chance = Random(1)
    over = Match.objects.filter(status="over", is_public=True)
    lowest, highest = Match.objects.order_by("pk").first(), Match.objects.order_by("-pk").first()
    assert lowest is not None
    assert highest is not None
    ids = [chance.randint(lowest.pk, highest.pk) for _ in range(3 * rounds)]
    matches = list(over.filter(pk__in=ids).order_by("pk").values_list("slug", "ended_at", "pk"))[:rounds]
    chance.shuffle(matches)
    slugs = [slug for slug, _, _ in matches]
    cursors = [f"{ended_at:%Y%m%dT%H%M%S.%f}-{pk}" for _, ended_at, pk in matches]
    players = [chance.randint(1, Player.objects.count()) for _ in range(rounds)]
    heavy = busiest(10)
    recorded = GameRecord.objects.exclude(seed="").filter(match__is_public=True).select_related("match")
    games = list(recorded.order_by("-pk")[:rounds])
    paces, remaining = ("relaxed", "steady", "brisk"), ("all_at_once", "one_at_a_time")

    def spread(addresses: list[str]) -> list[str]:
        return [addresses[at % len(addresses)] for at in range(rounds)]

    def options() -> str:
        rare = f"pace={chance.choice(paces)}&seats={chance.randint(2, 5)}&games={chance.choice((8, 10, 12))}"
        return chance.choice((rare, f"pace={chance.choice(paces)}", f"remaining={chance.choice(remaining)}", "seats=5"))

    def days() -> str:
        return chance.choice(cursors)[:8]

    found = {
        "match list": ["/matches/"] * rounds,
        "match list, deep": [f"/matches/?before={cursor}" for cursor in cursors],
        "match list by options": [f"/matches/?{options()}" for _ in range(rounds)],
        "match list by options, deep": [f"/matches/?{options()}&before={cursor}" for cursor in cursors],
        "match list by days": [
            f"/matches/?since={day[:4]}-{day[4:6]}-01&until={day[:4]}-{day[4:6]}-28"
            for day in (days() for _ in range(rounds))
        ],
        "match list of a player": [f"/matches/?player={pk}" for pk in players],
        "match list of a busy player by options": spread(
            [f"/matches/?player={pk}&pace=relaxed&games=12" for pk in heavy]
        ),
        "match": [f"/matches/{slug}/" for slug in slugs],
        "match sheet, CSV": [f"/matches/{slug}/sheet.csv" for slug in slugs],
        "player": [f"/players/{pk}/" for pk in players],
        "busiest players": spread([f"/players/{pk}/" for pk in heavy]),
        "own page of the busiest player": [f"/players/{busiest(1)[0]}/"] * rounds,
        "lobby": ["/tables/"] * rounds,
    }
    found |= league_pages(spread)
    if games:
        found["game"] = spread([f"{game.match.page_path}games/{game.number}/" for game in games])
    return {what: addresses for what, addresses in found.items() if addresses}


def league_pages(spread: Callable[[list[str]], list[str]]) -> dict[str, list[str]]:
    """Leagues that anybody may read: open and closed seasons, standings as of any round."""
    from matches.models import League, Season

    leagues = list(League.objects.filter(is_public=True).values_list("slug", flat=True)[:200])
    if not leagues:
        return {}
    seasons = list(Season.objects.filter(league__slug__in=leagues).select_related("league"))
    of_season = [f"/leagues/{season.league.slug}/seasons/{season.number}/" for season in seasons]
    return {
        "league list": spread(["/leagues/"]),
        "league": spread([f"/leagues/{slug}/" for slug in leagues]),
        "season": spread(of_season),
        "standings, CSV": spread([f"{path}standings.csv" for path in of_season]),
        "standings, JSON": spread([f"{path}standings.json" for path in of_season]),
        "round": spread([f"{path}rounds/1/" for path in of_season]),
        "match list of a league": spread([f"/matches/?league={slug}" for slug in leagues]),
    }


def percentile(values: list[float], percent: int) -> float:
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, round(len(ranked) * percent / 100))]


# -- telling --


def report(options: argparse.Namespace, small: dict[str, Any] | None, large: dict[str, Any]) -> int:
    rows: list[dict[str, Any]] = []
    print(
        f"\n{'page':42} {'p50 ms':>8} {'p95 ms':>8} {'CPU p50':>8} {'CPU p95':>8} {'queries':>8} {'queries at few':>15}"
    )
    games = large.pop("games")
    if small is not None:
        small.pop("games")
    for what, values in large.items():
        one = Figures(*values)
        few = Figures(*small[what]).queries if small is not None else None
        times = f"{one.p50:8.1f} {one.p95:8.1f} {one.cpu:8.1f} {one.cpu95:8.1f}"
        print(f"{what:42} {times} {one.queries:8} {'' if few is None else few:>15}")
        where = f"{what}, {games:,} games"
        rows.append(row(f"{where}: p95", "ms", round(one.p95, 1), MOST_MS, one.p95 <= MOST_MS))
        rows.append(row(f"{where}: queries", "queries", one.queries, MOST_QUERIES, one.queries <= MOST_QUERIES))
        if few is not None:
            rows.append(
                row(f"{where}: queries more than at few games", "queries", one.queries - few, 0, one.queries <= few)
            )
    missed = [found for found in rows if not found["met"]]
    print(
        f"\n{len(rows) - len(missed)} of {len(rows)} budgets are met."
        + "".join(f"\nmissed: {m['what']}: {m['value']} {m['unit']}, budget {m['budget']}" for m in missed)
    )
    if options.json:
        Path(options.json).write_text("".join(json.dumps(found) + "\n" for found in rows))
    return 1 if missed else 0


def row(what: str, unit: str, value: float, budget: float, met: bool) -> dict[str, Any]:
    return {"what": what, "unit": unit, "value": value, "budget": budget, "met": met}


if __name__ == "__main__":
    sys.exit(main())
