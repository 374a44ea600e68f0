"""A look at the first paths an old store recorded.

An image store of the older trainer lists its sources in each variation's aggregate, a text store
lists nothing there. That tells the two apart, and shows which folder the paths refer to.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from larder.core.errors import PayloadError

PATHS_WANTED: Final = 50


def first_recorded_paths(store: Path) -> list[str]:
    """Up to 50 sources, as spelled, from the first aggregate of a store that lists any."""
    for aggregate in sorted(store.glob("*/variation-*/aggregate.pt")):
        paths = [path for _, path in zip(range(PATHS_WANTED), _paths_in(aggregate), strict=False)]
        if paths:
            return paths
    return []


def _paths_in(aggregate: Path) -> Iterator[str]:
    # What reads payloads takes 20 ms to load, and most workspaces have no such store.
    from larder.core.payloads.pt_file import read_pt_value

    try:
        items = read_pt_value(aggregate)
    except (OSError, PayloadError):
        return  # what is wrong with it is the survey's to say
    for item in items if isinstance(items, list) else []:
        path = item.get("image_path") if isinstance(item, dict) else None
        if isinstance(path, str):
            yield path
