"""What a store's record says of the sources of a folder.

A record spells sources absolute or relative to the workspace's root; here they are compared by
where they lie.
"""

from __future__ import annotations

import os
from pathlib import Path

from larder.core.build.sources.source_rows import SourceRows
from larder.core.stores.source_record import RecordedSource, read_sources
from larder.core.survey.sources import RecordedPaths, SpelledPaths


class KnownSources:
    """The record of one store, asked about the files of one folder."""

    def __init__(self, store: Path, sources: SourceRows, paths: SpelledPaths) -> None:
        """Read the record.

        Args:
            store: the store's folder.
            sources: the files.
            paths: how the record's sources are read on this machine.

        Raises:
            OSError: if it is there and cannot be read.
        """
        self._sources = sources
        self._paths = RecordedPaths(paths)
        self._by_name = read_sources(store)
        self._digests: dict[str, set[str]] = {}
        for one in self._by_name.values():
            self._digests.setdefault(self._paths.real(one.source), set()).add(one.digest)

    def is_recorded(self, name: str, row: int, blob: str) -> bool:
        """Whether a payload's source is known and as recorded: this one, or one elsewhere."""
        known = self._by_name.get(name)
        if known is None:
            return False
        path = self._paths.real(known.source)
        if path != self._sources.path(row):
            return _is_as_recorded(path, known)
        here = record_of(self._sources, row, name, blob)
        return (known.size, known.mtime_ns, known.digest) == (
            here.size, here.mtime_ns, here.digest)

    def is_of(self, name: str, row: int) -> bool:
        """Whether a payload of this name was made of this source."""
        known = self._by_name.get(name)
        return known is not None and self._paths.real(known.source) == self._sources.path(row)

    def was_built_of_another(self, row: int, blob: str) -> bool:
        """Whether something was built of this source when it held something else."""
        before = self._digests.get(self._sources.path(row), set())
        return bool(before) and blob not in before


def record_of(sources: SourceRows, row: int, name: str, blob: str) -> RecordedSource:
    """What is noted of a payload that is made of a source."""
    return RecordedSource(
        name=name, source=sources.spelled(row), size=int(sources.sizes[row]),
        mtime_ns=int(sources.mtimes_ns[row]), digest=blob)


def _is_as_recorded(path: str, known: RecordedSource) -> bool:
    """Whether a source, perhaps of another folder, is there with its stamp."""
    try:
        status = os.stat(path)  # noqa: PTH116 - a text
    except (OSError, ValueError):
        return False
    return (status.st_size, status.st_mtime_ns) == (known.size, known.mtime_ns)
