"""Pictures and folders whose names are one where upper and lower case are the same, as on Windows.

There only one of two pictures can lie in its folder: what is cached of the other would be read for
it, and in numbered folders all that follow would be read for other pictures.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from larder.core.bundle.checks import Check
from larder.core.workspace.roots import PathFlavour, comparable

SHOWN: Final = 20
"""Pairs that are listed."""


def check_names(names: Iterable[str], target: Path, flavour: PathFlavour) -> list[Check]:
    """Return a check for each pair that would be one file or folder.

    Args:
        names: of pictures and folders, as they are spelled where they come.
        target: the cache folder, which may not be there yet.
        flavour: of the system that reads it.
    """
    if flavour is not PathFlavour.WINDOWS and not ignores_case(target):
        return []
    first: dict[str, str] = {}
    return [
        Check(what="case", passed=False, blocks=True, first=name,
              problem=f"{other} and {name} would be the same file on a system that ignores upper "
                      "and lower case.",
              hint="Rename one of them on the computer that exported the cache, build there, and "
                   "export again.")
        for name in sorted(set(names))
        if (other := first.setdefault(comparable(name, PathFlavour.WINDOWS), name)) != name
    ][:SHOWN]


def ignores_case(folder: Path) -> bool:
    """Return whether the drive of a folder, present or future, ignores upper and lower case.

    This is tested on the first folder above whose name has letters.
    """
    there = next((above for above in (folder, *folder.parents) if above.exists()), folder)
    named = next((above for above in (there, *there.parents)
                  if above.name.swapcase() != above.name), None)
    if named is None:
        return False
    try:
        return os.path.samefile(  # noqa: PTH121
            named, named.with_name(named.name.swapcase()))
    except OSError:
        return False
