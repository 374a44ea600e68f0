"""Sweeps over all steps, faults or workspaces: a spread of their points, or every one.

The suite takes a spread, the same each time, so that it stays quick; `start.py test --exhaustive`
takes every point.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

Point = TypeVar("Point")


@dataclass(frozen=True)
class Sweep:
    """Number of points that tests take of what they sweep over.

    Attributes:
        is_exhaustive: whether they take every point.
    """

    is_exhaustive: bool

    def stride(self, usual: int) -> int:
        """Return the distance between two steps that are taken."""
        return 1 if self.is_exhaustive else usual

    def times(self, usual: int, exhaustive: int) -> int:
        """Return how often something is done that differs each time."""
        return exhaustive if self.is_exhaustive else usual

    def some_of(self, points: Sequence[Point], most: int) -> list[Point]:
        """Return at most so many of the points, evenly, the first and the last among them."""
        return [points[at] for at in spread(len(points), None if self.is_exhaustive else most)]

    def one_of_each(self, kinds: Sequence[str]) -> list[int]:
        """Return the places of a list of steps that are taken, given the kind of each step.

        The first, the last, and of each kind the one in the middle.
        """
        if self.is_exhaustive:
            return list(range(len(kinds)))
        places: dict[str, list[int]] = {}
        for place, kind in enumerate(kinds):
            places.setdefault(kind, []).append(place)
        middle = {of[len(of) // 2] for of in places.values()}
        return sorted({0, *middle, len(kinds) - 1})


def spread(number: int, most: int | None) -> list[int]:
    """At most so many of the numbers below `number`, evenly, the first and the last among them."""
    if most is None or number <= most:
        return list(range(number))
    return sorted({round(at * (number - 1) / max(most - 1, 1)) for at in range(most)})
