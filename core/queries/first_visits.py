"""What is offered once, at the first visit to a cache; remembered in the user's cache folder.

A run of the window is one visit, however often it surveys, and so is each survey outside of it.
"""

from __future__ import annotations

import os
from collections.abc import Collection
from pathlib import Path
from typing import Final

from larder.core.files.derived import recall, remember
from larder.core.files.temp_names import WINDOW_VARIABLE
from larder.core.settings import cache_home

VISITS_NAME: Final = "first-visits.json"
MOST: Final = 1000
"""Caches whose first visit is remembered, the latest ones."""


def at_first_visit(stores: Collection[Path], surveyed_at_ns: int) -> frozenset[Path]:
    """Return the stores that were not there at an earlier visit, and remember this one.

    Args:
        stores: their folders.
        surveyed_at_ns: when they were surveyed, which tells a visit outside of a window.
    """
    # No process has a number as high as nanoseconds are.
    visit = os.environ.get(WINDOW_VARIABLE) or str(surveyed_at_ns)
    place = cache_home() / VISITS_NAME
    visits = recall(place, dict[str, str]) or {}
    new = {os.fspath(store): visit for store in stores if os.fspath(store) not in visits}
    if new:
        visits = dict([*visits.items(), *new.items()][-MOST:])
        remember(place, visits)
    return frozenset(store for store in stores if visits.get(os.fspath(store)) == visit)
