"""A small network that has learned to tell a chance: one layer of rectified sums, and one sum of those."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from operator import mul
from typing import Any, NamedTuple


class Network(NamedTuple):
    layer: tuple[tuple[tuple[float, ...], float, float], ...]
    """Each hidden sum: its weights, what is added to it, and its own weight in the last sum."""
    last: float

    @classmethod
    def of(cls, written: Mapping[str, Any]) -> Network:
        """As training writes it."""
        rows = map(tuple, written["in"])
        return cls(tuple(zip(rows, written["bias"], written["out"], strict=True)), written["last"])

    def chance(self, features: Sequence[float]) -> float:
        """Between 0 and 1.

        >>> Network((((2.0, 0.0), -1.0, 3.0), ((0.0, 1.0), 0.0, -1.0)), 0.0).chance((1.0, 3.0))
        0.5
        """
        total = self.last
        for weights, bias, out in self.layer:
            value = bias + sum(map(mul, weights, features))
            if value > 0:
                total += out * value
        return 1 / (1 + exp(-min(max(total, -50.0), 50.0)))
