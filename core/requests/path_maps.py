"""Path maps are given once and remembered per workspace."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from core.errors import UserFacingError
from core.settings import load_settings, save_settings

Maps = tuple[tuple[str, str], ...]


def maps_of(workspace: str, given: Maps) -> Maps:
    """The maps to open a workspace with: those given, which are remembered, else remembered ones.

    A settings folder that cannot be written costs only the memory.
    """
    key = str(Path(os.path.abspath(workspace)))  # noqa: PTH100 - links stay as the user named them
    settings = load_settings()
    remembered = settings.path_maps.get(key, ())
    if not given:
        return remembered
    if given != remembered:
        with contextlib.suppress(UserFacingError, OSError):
            save_settings(settings.with_path_maps(key, given))
    return given
