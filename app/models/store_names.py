"""Short names of stores by their folder, as the rest of the window calls them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field

from larder.app.presentation.shown_names import ShownNames


@dataclass(frozen=True, slots=True)
class StoreNames:
    """Folder -> id; a folder that is not among them is called by its own name."""

    ids: Mapping[str, str] = field(default_factory=dict)

    def of(self, folder: str, names: ShownNames) -> str:
        """What a store is called."""
        known = self.ids.get(folder)
        return names.store(known or os.path.basename(folder))  # noqa: PTH119 - of any system
