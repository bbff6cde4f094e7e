"""Work out one game's findings, at the lowest priority: its journal as JSON on standard input, the findings on output.

The input is `{"rows": [[number, at, entry], ...], "games_agreed": n}`, an entry being a JSON text.
"""

import os

os.nice(19)

import json  # noqa: E402  (what is loaded from here on is loaded at the lowest priority)
import sys  # noqa: E402

from game.analysis import analyse, as_dict  # noqa: E402
from game.replays import chairs_in, replay_of_rows  # noqa: E402


def main() -> None:
    job = json.load(sys.stdin)
    rows = [(number, at, entry) for number, at, entry in job["rows"]]
    replay = replay_of_rows(rows, chairs_in(rows), job["games_agreed"])
    json.dump(as_dict(analyse(replay)), sys.stdout)


if __name__ == "__main__":
    main()
