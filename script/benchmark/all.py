"""The live table, the rules, the solver and the start one after the other, all their figures in one table."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from script.benchmark.report import Figure, head, table, write_json

SECTIONS = ("live", "rules", "solver", "start")
FOLDER = Path(__file__).parent


def main() -> int:
    parser = argparse.ArgumentParser(prog="script/bench --all", description=__doc__)
    parser.add_argument("--short", action="store_true", help="only whether it runs")
    parser.add_argument("--json", metavar="FILE")
    options = parser.parse_args()
    print(head("all", "two minutes" if options.short else "twelve minutes"), flush=True)
    began = time.monotonic()
    figures: list[Figure] = []
    failed = []
    for section in SECTIONS:
        with tempfile.NamedTemporaryFile(suffix=".json") as written:
            command = [
                sys.executable,
                str(FOLDER / f"{section}.py"),
                "--json",
                written.name,
                *shortened(section, options),
            ]
            done = subprocess.run(command, check=False)
            text = Path(written.name).read_text()
        figures += [figure_in(row) for row in json.loads(text)] if text else []
        # A section ends with 1 where a budget was missed; one that wrote nothing did not come to its end.
        if done.returncode and not text:
            failed.append(section)
    promised = [figure for figure in figures if figure.budget is not None]
    print(f"\n== all that was promised, after {(time.monotonic() - began) / 60:.0f} minutes")
    print(table(promised))
    for section in failed:
        print(f"{section}: did not come to its end; see above.")
    if options.json:
        write_json(options.json, figures)
    return 1 if failed or any(figure.met is False for figure in promised) else 0


def shortened(section: str, options: argparse.Namespace) -> list[str]:
    if not options.short:
        return []
    return {
        "live": ["--short"],
        "rules": ["--games", "5", "--rounds", "1"],
        "solver": ["--games", "2", "--positions", "20"],
        "start": ["--games", "0", "--rounds", "1"],
    }[section]


def figure_in(row: dict[str, Any]) -> Figure:
    is_at_least = row["met"] is not None and row["met"] != (row["value"] <= row["budget"])
    return Figure(row["what"], row["unit"], row["value"], row["budget"], is_at_least)


if __name__ == "__main__":
    sys.exit(main())
