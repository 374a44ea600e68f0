"""Path maps are given once and remembered per workspace; front ends and workers ask here."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from larder.core.errors import UserFacingError
from larder.core.settings import change_settings, load_settings

Maps = tuple[tuple[str, str], ...]


def remembered_maps(workspace: str) -> Maps:
    """The maps that a workspace was opened with the last time; none where there were none."""
    return load_settings().path_maps.get(key_of(workspace), ())


def maps_of(workspace: str, given: Maps) -> Maps:
    """The maps to open a workspace with: those given, which are remembered, else remembered ones.

    A settings folder that cannot be written costs only the memory.
    """
    remembered = remembered_maps(workspace)
    if not given:
        return remembered
    if given != remembered:
        with contextlib.suppress(UserFacingError, OSError):
            change_settings(lambda settings: settings.with_path_maps(key_of(workspace), given))
    return given


def key_of(workspace: str) -> str:
    """What settings call a workspace: its absolute path, links as the user named them."""
    return str(Path(os.path.abspath(workspace)))  # noqa: PTH100 - `resolve` would follow links
