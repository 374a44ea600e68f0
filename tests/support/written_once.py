"""Models that tests ask for again and again: made once, then written from memory."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any, Concatenate, ParamSpec

P = ParamSpec("P")


def written_once(
    write: Callable[Concatenate[Path, P], Path],
) -> Callable[Concatenate[Path, P], Path]:
    """Keep the files that `write` makes in an empty folder, by its other arguments.

    It must make the same bytes of the same arguments: a random model of a seed does, and takes
    50 ms where its files take one.
    """
    kept: dict[Any, dict[Path, bytes]] = {}

    @functools.wraps(write)
    def once(folder: Path, *arguments: P.args, **named: P.kwargs) -> Path:
        if folder.is_dir() and any(folder.iterdir()):
            return write(folder, *arguments, **named)
        key = arguments, tuple(sorted(named.items()))
        if key not in kept:
            write(folder, *arguments, **named)
            kept[key] = {path.relative_to(folder): path.read_bytes()
                         for path in folder.rglob("*") if path.is_file()}
        else:
            for name, content in kept[key].items():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (folder / name).write_bytes(content)
        return folder

    return once
