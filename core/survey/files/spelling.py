"""Paths of another trainer's files as reports spell them."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path


def spell_below(root: Path, store: str) -> Callable[[str], str]:
    """Return a function that spells paths for reports: below the root, "/" between folders.

    It takes names below the store, which is spelled `store`, and whole paths.
    """
    prefix = f"{root}{os.sep}"

    def spell(path: str) -> str:
        if not os.path.isabs(path):  # noqa: PTH117 - thousands of them
            return f"{store}/{path}"
        return path.removeprefix(prefix).replace(os.sep, "/") if path.startswith(prefix) else path

    return spell
