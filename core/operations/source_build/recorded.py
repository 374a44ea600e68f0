"""What a store's record says of the sources of a folder."""

from __future__ import annotations

import os
from pathlib import Path

from core.operations.source_build.source_rows import SourceRows
from core.stores.source_record import RecordedSource, read_sources


class KnownSources:
    """The record of one store, asked about the files of one folder."""

    def __init__(self, store: Path, sources: SourceRows) -> None:
        """Read the record.

        Raises:
            OSError: if it is there and cannot be read.
        """
        self._sources = sources
        self._by_name = read_sources(store)
        self._digests: dict[str, set[str]] = {}
        for one in self._by_name.values():
            self._digests.setdefault(one.source, set()).add(one.digest)

    def is_recorded(self, name: str, row: int, blob: str) -> bool:
        """Whether a payload's source is known and as recorded: this one, or one elsewhere."""
        known = self._by_name.get(name)
        if known is None:
            return False
        if known.source == self._sources.spelled(row):
            return known == record_of(self._sources, row, name, blob)
        return _is_as_recorded(known)

    def is_of(self, name: str, row: int) -> bool:
        """Whether a payload of this name was made of this source."""
        known = self._by_name.get(name)
        return known is not None and known.source == self._sources.spelled(row)

    def was_built_of_another(self, row: int, blob: str) -> bool:
        """Whether something was built of this source when it held something else."""
        before = self._digests.get(self._sources.spelled(row), set())
        return bool(before) and blob not in before


def record_of(sources: SourceRows, row: int, name: str, blob: str) -> RecordedSource:
    """What is noted of a payload that is made of a source."""
    return RecordedSource(
        name=name, source=sources.spelled(row), size=int(sources.sizes[row]),
        mtime_ns=int(sources.mtimes_ns[row]), digest=blob)


def _is_as_recorded(known: RecordedSource) -> bool:
    """Whether a source, perhaps of another folder, is there with its stamp."""
    try:
        status = os.stat(known.source)  # noqa: PTH116 - a text
    except (OSError, ValueError):
        return False
    return (status.st_size, status.st_mtime_ns) == (known.size, known.mtime_ns)
