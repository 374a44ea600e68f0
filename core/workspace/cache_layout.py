"""The two layouts of OneTrainer's caches, and which of them is used of a folder with both."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from larder.core.files.regular_file import read_regular
from larder.core.files.store_paths import larder_folder
from larder.core.workspace.store_kinds import StoreFormat

USED_NAME: Final = "layout"
"""In a store's `.larder`: the layout that is used there, by its name."""


class CacheLayout(enum.Enum):
    """A layout of a trainer's caches, by its name in documents and options."""

    RELEASED = "released"
    INDEXED = "cache.json"

    @property
    def format(self) -> StoreFormat:
        """The store format of the layout."""
        return StoreFormat.RELEASED if self is CacheLayout.RELEASED else StoreFormat.INDEXED

    @property
    def other(self) -> CacheLayout:
        """The one that it can be switched to."""
        return next(layout for layout in CacheLayout if layout is not self)


LAYOUT_TEXT: Final[Mapping[CacheLayout, str]] = {
    CacheLayout.RELEASED: "cache folders of released OneTrainer",
    CacheLayout.INDEXED: "cache.json of OneTrainer's pull request 1411",
}
"""What each is called to its owner."""


def find_used_layout(store: Path) -> CacheLayout:
    """The layout that is used of a folder, should it hold both."""
    try:
        return CacheLayout(read_regular(larder_folder(store) / USED_NAME).decode("ascii").strip())
    except (OSError, ValueError):
        return CacheLayout.INDEXED
