"""Many paths as folders and names in them, at the cost of a few."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from larder.core.workspace.roots import PathFlavour, end_of_folder, split_last

SplitPaths = tuple[Sequence[str], npt.NDArray[np.int32], Sequence[str]]
"""Folders, each once, and for every path the number of its folder, int32, and its name in it."""


def folders_of(
    sources: Sequence[str], flavour: PathFlavour
) -> tuple[list[str], npt.NDArray[np.int32], list[str]]:
    """Return folders, the number of each source's folder, int32, and its name in it."""
    above = _common_folder(sources, flavour)
    if above is not None:
        start = len(above)
        names = [source[start:] for source in sources]
        # No name holds a NUL, so all can be searched as one text.
        every = "\0".join(names)
        if not ("/" in every or (flavour is PathFlavour.WINDOWS and "\\" in every)):
            return ([split_last(sources[0], flavour)[0]], np.zeros(len(sources), dtype=np.int32),
                    names)
    folders: dict[str, int] = {}
    codes: list[int] = []
    names = []
    # Splitting takes longer than looking up how far the folder of the source before reached.
    known: dict[str, int] = {}
    for source in sources:
        cut = end_of_folder(source, flavour)
        code = known.get(source[:cut]) if cut else None
        if code is None:
            above, name = split_last(source, flavour)
            code = folders.setdefault(above, len(folders))
            names.append(name)
            if name == source[cut:]:  # a share of Windows has none
                known[source[:cut]] = code
        else:
            names.append(source[cut:])
        codes.append(code)
    return list(folders), np.array(codes, dtype=np.int32), names


def join_names(
    befores: Sequence[str], folder: npt.NDArray[np.int32], names: Sequence[str]
) -> list[str]:
    """Return the path of each name; `befores` are the folders, with a separator at their ends."""
    if len(befores) == 1:
        return [befores[0] + name for name in names]
    return [befores[at] + name for at, name in zip(folder.tolist(), names, strict=True)]


def _common_folder(sources: Sequence[str], flavour: PathFlavour) -> str | None:
    """Return what all paths begin with, with its separator, None where that is no folder."""
    if not sources:
        return None
    first, last = min(sources), max(sources)
    length = next((at for at, (one, other) in enumerate(zip(first, last, strict=False))
                   if one != other), min(len(first), len(last)))
    above = first[:end_of_folder(first[:length], flavour)]
    is_folder = above and split_last(f"{above}x", flavour)[1] == "x"
    return above if is_folder else None
