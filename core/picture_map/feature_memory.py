"""Features of a store's files, remembered by their stamps in the user's cache folder.

A file is read once; one whose size or date moved is read again. Numbers are kept as float16: the
width of a feature times two bytes per file is all that a map of a hundred thousand pictures holds
of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Final

import numpy as np
import numpy.typing as npt

from larder.core.errors import PayloadError
from larder.core.files.file_stamp import FileStamp, readable_stamp
from larder.core.jobs import CancelToken, ItemFailed, Job, Progress
from larder.core.settings import cache_home
from larder.core.stores.store_memory import StoreFile, load_file, save_file

Halves = npt.NDArray[np.float16]

LARGEST: Final = 60_000.0
"""The largest number that is kept as it is; float16 ends at 65,504."""

READING: Final = "reading what is cached"

PROGRESS_EVERY: Final = 16


class _Features(StoreFile, array_like=True, gc=False):
    """A file of `map-features/`.

    Attributes:
        sizes, dates: of the files as they were read, bytes and nanoseconds since 1970.
        widths: numbers of each feature.
        values: all features, one after another, float16.
        problems: why files cannot be read; their features have no numbers.
    """

    subject: ClassVar[tuple[str, int]] = ("map-features", 1)

    names: list[str]
    sizes: npt.NDArray[Any]
    dates: npt.NDArray[Any]
    widths: npt.NDArray[Any]
    values: npt.NDArray[Any]
    problems: dict[str, str]


@dataclass(frozen=True, slots=True)
class StampedFile:
    """One file to know the feature of, as it is now."""

    name: str
    size: int
    date_ns: int


class FeatureMemory:
    """The features of one store's files by name; opened, asked, and saved again."""

    def __init__(self, store: Path) -> None:
        """Load what is remembered of a store, nothing where that cannot be read."""
        self.store = store
        self._found: dict[str, tuple[int, int, Halves]] = {}
        self.problems: dict[str, str] = {}
        kept = load_file(cache_home(), store, _Features)
        if kept is not None:
            self._take(kept)

    def _take(self, kept: _Features) -> None:
        ends = np.cumsum(kept.widths, dtype=np.int64)
        counts = {len(kept.names), len(kept.sizes), len(kept.dates), len(kept.widths)}
        if len(counts) > 1 or (int(ends[-1]) if len(ends) else 0) != len(kept.values):
            return  # not as it was written: as if nothing were remembered
        starts = (ends - kept.widths).tolist()
        self._found = {
            name: (size, date, kept.values[start:end])
            for name, size, date, start, end in zip(
                kept.names, kept.sizes.tolist(), kept.dates.tolist(), starts, ends.tolist(),
                strict=True)}
        self.problems = dict(kept.problems)

    def feature(self, file: StampedFile) -> Halves | None:
        """Return the feature of a file as it is now, None where that is not known.

        It has no numbers where the file cannot be read; `problems` says why.
        """
        found = self._found.get(file.name)
        return found[2] if found is not None and found[:2] == (file.size, file.date_ns) else None

    def note(self, file: StampedFile, feature: npt.NDArray[np.float32]) -> None:
        """Remember the feature of a file."""
        halves = np.clip(feature, -LARGEST, LARGEST).astype(np.float16)
        self._found[file.name] = (file.size, file.date_ns, halves)
        self.problems.pop(file.name, None)

    def note_problem(self, file: StampedFile, problem: str) -> None:
        """Remember that a file cannot be read as it is now, so that it is not tried again."""
        self._found[file.name] = (file.size, file.date_ns, np.zeros(0, np.float16))
        self.problems[file.name] = problem

    def save(self, asked: Sequence[StampedFile]) -> None:
        """Write it; features that nobody asked for go once they are more than those asked for."""
        names = {file.name for file in asked}
        found = self._found
        if len(found) > 2 * len(names):
            found = {name: one for name, one in found.items() if name in names}
            self.problems = {name: one for name, one in self.problems.items() if name in names}
        rows = list(found.values())
        save_file(cache_home(), self.store, _Features(
            format=_Features.subject[1], store=str(self.store), names=list(found),
            sizes=np.array([size for size, _, _ in rows], np.int64),
            dates=np.array([date for _, date, _ in rows], np.int64),
            widths=np.array([len(one) for *_, one in rows], np.int32),
            values=np.concatenate([np.zeros(0, np.float16), *(one for *_, one in rows)]),
            problems=self.problems))


def find_files(store: Path, names: Sequence[str | None]) -> list[StampedFile | None]:
    """Return the files of these names as they are now, None for one that is not there."""
    def find(name: str | None) -> StampedFile | None:
        stamp: FileStamp | None = None if name is None else readable_stamp(store / name)
        return None if stamp is None or name is None else StampedFile(
            name, stamp.size, stamp.mtime_ns)

    return [find(name) for name in names]


def read_features(
    memory: FeatureMemory, files: Sequence[StampedFile], read: Callable[[Path], Any], *,
    store: str, most_bytes: int | None, token: CancelToken,
) -> Job[None]:
    """Read the files whose feature is not known, and remember it; the bytes to read come first.

    What is damaged is said, item by item, and passed over.

    Args:
        memory: of the store.
        files: to read, where their feature is not known.
        read: gives the feature of a path.
        store: its id, for what failed.
        most_bytes: stop after so many, None to read all.
        token: checked per file.

    Raises:
        JobCancelled: if the token was cancelled; what was read is remembered.
    """
    left = [file for file in files if memory.feature(file) is None]
    total, done = sum(file.size for file in left), 0
    yield Progress(READING, 0, total, "bytes")
    try:
        for count, file in enumerate(left):
            if most_bytes is not None and done >= most_bytes:
                break
            token.check()
            if count % PROGRESS_EVERY == 0:
                yield Progress(READING, done, total, "bytes")
            try:
                memory.note(file, read(memory.store / file.name))
            except PayloadError as error:
                memory.note_problem(file, error.problem)
                yield ItemFailed(store, file.name, error.problem)
            done += file.size
    finally:  # also of what was cancelled
        if done:
            memory.save(files)
