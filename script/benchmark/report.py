"""What every section of the benchmark prints: a head that names the machine, and figures beside their budgets."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple


class Figure(NamedTuple):
    """`budget` is the most that `value` may be; None where nothing was promised."""

    what: str
    unit: str
    value: float
    budget: float | None = None
    at_least: bool = False
    """The budget is the least that the value may be."""

    @property
    def met(self) -> bool | None:
        if self.budget is None:
            return None
        return self.value >= self.budget if self.at_least else self.value <= self.budget

    @property
    def row(self) -> dict[str, object]:
        return {"what": self.what, "unit": self.unit, "value": self.value, "budget": self.budget, "met": self.met}


def head(section: str, takes: str) -> str:
    machine = f"{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} cores, {_processor()}"
    return f"== {section}: takes about {takes}\n{machine}"


def _processor() -> str:
    for line in Path("/proc/cpuinfo").read_text().splitlines() if Path("/proc/cpuinfo").exists() else ():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.processor() or "processor unknown"


def table(figures: Sequence[Figure]) -> str:
    lines = []
    for figure in figures:
        bound = "" if figure.budget is None else f"{'at least' if figure.at_least else 'at most'} {figure.budget:g}"
        verdict = {None: "", True: "met", False: "NOT MET"}[figure.met]
        lines.append(f"{figure.what:<58} {figure.value:>12,.4g} {figure.unit:<10} {bound:<16} {verdict}".rstrip())
    return "\n".join(lines)


def write_json(path: str, figures: Sequence[Figure]) -> None:
    """A list of objects, one a figure."""
    Path(path).write_text(json.dumps([figure.row for figure in figures], indent=1) + "\n")


def quantile(values: Sequence[float], share: float) -> float:
    """The value that this share of them does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
