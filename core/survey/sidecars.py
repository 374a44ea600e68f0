"""Masks and other sidecars that an index has recorded: edited, added or removed since.

Only trainers that watch sidecars record them, and then the absence of one is recorded too: an empty
map. Which kinds are watched is learnt from the index itself, from the name endings that any row
recorded; an index in which no row recorded one says nothing about sidecars.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

import numpy as np

from larder.core.jobs import CancelToken, Job
from larder.core.keys.hash_memory import HashMemory
from larder.core.stores.smart.columns import IndexColumns
from larder.core.survey.content import SourceFile, hash_sources
from larder.core.survey.join import JoinedStore
from larder.core.workspace.roots import PathFlavour, comparable

Changes = dict[int, list[tuple[str, str]]]


def changed_sidecars(
    join: JoinedStore, memory: HashMemory, token: CancelToken
) -> Job[Changes]:
    """Rows whose sidecars differ from the recorded ones: row -> [(sidecar, what happened)]."""
    columns = join.columns
    endings = watched_endings(columns)
    changes: Changes = {}
    if not endings:
        return changes
    to_hash: list[tuple[int, str, str]] = []
    for row in np.flatnonzero(columns.has_sidecar_map & join.present).tolist():
        recorded = _recorded(columns, row)
        for ending in endings:
            name = _stem(columns.names[row]) + ending
            there = os.path.exists(  # noqa: PTH110 - once per row and ending
                join.real_path(int(columns.folder[row]), name))
            if ending in recorded and there:
                to_hash.append((row, name, recorded[ending]))
            elif there or ending in recorded:
                changes.setdefault(row, []).append((name, "added" if there else "removed"))
    sources = [join.file(columns.folder[row], name) for row, name, _ in to_hash]
    found = yield from hash_sources(sources, memory, trust_memory=True, token=token)
    for (row, name, stored), content in zip(to_hash, found.hashes, strict=True):
        if content != stored:
            changes.setdefault(row, []).append((name, "edited"))
    return changes


def watched_endings(columns: IndexColumns) -> tuple[str, ...]:
    """Name endings of the sidecars an index watches, such as "-masklabel.png"; sorted."""
    flavour = PathFlavour(columns.separator)
    endings = {
        _ending(path, columns.names[row], flavour)
        for row, recorded in columns.sidecars.items() for path in recorded
    }
    return tuple(sorted(ending for ending in endings if ending))


def _recorded(columns: IndexColumns, row: int) -> dict[str, str]:
    recorded = columns.sidecars.get(row, {})
    flavour = PathFlavour(columns.separator)
    return {
        _ending(path, columns.names[row], flavour): content for path, content in recorded.items()}


def _ending(sidecar: str, source: str, flavour: PathFlavour) -> str:
    """What a sidecar's name adds to its source's stem; "" for one that is not named after it.

    Where case does not count it is that of the trainer, whose endings have no capitals.
    """
    name = sidecar.replace("\\", "/").rpartition("/")[2]
    stem = _stem(source)
    if not comparable(name, flavour).startswith(comparable(stem, flavour)):
        return ""
    ending = name[len(stem):]
    return ending if flavour is PathFlavour.POSIX else ending.lower()


def _stem(name: str) -> str:
    return name.rpartition(".")[0] or name


def sidecars_beside(
    join: JoinedStore, folder: int, source: str, endings: Sequence[str]
) -> list[tuple[str, SourceFile]]:
    """The sidecars of a source that exist now: (ending, file)."""
    stem = _stem(source)
    return [
        (ending, join.file(folder, stem + ending)) for ending in endings
        if os.path.exists(join.real_path(folder, stem + ending))  # noqa: PTH110
    ]
