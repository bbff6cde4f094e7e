"""The silent windows in stored journals."""

from __future__ import annotations

from typing import Any, NamedTuple


class Window(NamedTuple):
    priority: list[str]
    shouts: list[tuple[str, float, float]]
    presses: list[str]
    verdicts: list[dict[str, Any]]


def windows_in(games: list[dict[str, Any]]) -> list[Window]:
    """Every closed window: its shouts, its verdicts, and the column of priority as it stood."""
    found: list[Window] = []
    for game in games:
        priority = list(game["priority"])
        shouts: list[dict[str, Any]] = []
        taker = None
        for _, _, entry in game["entries"]:
            kind = entry.get("entry") or entry["act"]
            if kind == "shout":
                shouts.append(entry)
            elif kind == "verdict":
                taker = entry["taker"]
                heard = [(shout["player"], shout["arrived"], shout["allowance"]) for shout in shouts]
                presses = [shout["press"] for shout in shouts if "press" in shout]
                found.append(Window(list(priority), heard, presses, [entry]))
                shouts = []
            elif kind == "lapse":
                taker = None  # the next highest has it, or nobody; whoever moves says so
            elif kind == "move":
                taker = entry["player"]
            elif kind == "close_making" and taker is not None:
                priority = [name for name in priority if name != taker] + [taker]
                taker = None
        assert not shouts or game["phase"] == "dealing", "a window was never closed"
    return found
