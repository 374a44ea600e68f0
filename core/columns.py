"""Columns instead of objects: how a million rows travel between a worker, a plan and a table.

A table is a folder of `.npy` files, one per column, that opens memory-mapped in under a
millisecond. Text is one UTF-8 blob with offsets; file names that are not UTF-8 keep their lone
surrogates (`surrogatepass`), because a trainer writes them into its index and they must find their
file again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np
import numpy.typing as npt
import xxhash

Array = npt.NDArray[Any]

DIGEST_DIGITS: Final = 16
"""Of an xxh64, and of all that is told apart by as many."""

_DIGEST: Final = re.compile(f"[0-9a-f]{{{DIGEST_DIGITS}}}")


class TextColumn(msgspec.Struct, frozen=True):
    """A column of strings.

    Attributes:
        blob: the strings' bytes one after another, uint8, shape (total,).
        offsets: where each string starts, int64, shape (rows + 1,).
    """

    blob: npt.NDArray[np.uint8]
    offsets: npt.NDArray[np.int64]

    @classmethod
    def from_strings(cls, strings: Iterable[str]) -> TextColumn:
        """Pack strings in order."""
        encoded = [text.encode("utf-8", "surrogatepass") for text in strings]
        offsets = np.zeros(len(encoded) + 1, dtype=np.int64)
        np.cumsum(np.fromiter(map(len, encoded), dtype=np.int64, count=len(encoded)),
                  out=offsets[1:])
        return cls(blob=np.frombuffer(b"".join(encoded), dtype=np.uint8), offsets=offsets)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, row: int) -> str:
        start, end = int(self.offsets[row]), int(self.offsets[row + 1])
        return self.blob[start:end].tobytes().decode("utf-8", "surrogatepass")

    def __iter__(self) -> Iterator[str]:
        return (self[row] for row in range(len(self)))


class DigestColumn:
    """A column of texts, "" where there is none, most of 16 hex digits; it may be written.

    Any other text finds its place beside the column.

    Attributes:
        values: the digits as numbers, uint64, shape (rows,).
        is_there: where there are any, bool, shape (rows,).
        odd: other texts, by row.
    """

    def __init__(self, rows: int) -> None:
        self.values = np.zeros(rows, dtype=np.uint64)
        self.is_there = np.zeros(rows, dtype=np.bool_)
        self.odd: dict[int, str] = {}

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, row: int) -> str:
        return f"{self.values.item(row):016x}" if self.is_there.item(row) \
            else self.odd.get(row, "")

    def __setitem__(self, row: int, text: str) -> None:
        is_digest = _DIGEST.fullmatch(text) is not None
        self.values[row] = int(text, 16) if is_digest else 0
        self.is_there[row] = is_digest
        self.odd.pop(row, None)
        if text and not is_digest:
            self.odd[row] = text


Columns = Mapping[str, Array | TextColumn]


def distinct(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The distinct values of a flat array, sorted; `np.unique` loads masked arrays first, 15 ms."""
    ordered = np.sort(values)
    is_new = np.ones(len(ordered), dtype=np.bool_)
    is_new[1:] = ordered[1:] != ordered[:-1]
    return ordered[is_new]


def digest_texts(*columns: TextColumn) -> int:
    """Return 64 bits that tell these texts, in their order, from any other ones."""
    digest = xxhash.xxh64()
    for column in columns:
        digest.update(np.ascontiguousarray(column.offsets).data)
        digest.update(np.ascontiguousarray(column.blob).data)
    return int(digest.intdigest())


def save_columns(folder: Path, columns: Columns) -> None:
    """Write each column as `.npy` into `folder`, which is made if missing.

    Raises:
        OSError: if the folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for name, column in columns.items():
        if isinstance(column, TextColumn):
            np.save(folder / f"{name}.text.npy", column.blob)
            np.save(folder / f"{name}.offsets.npy", column.offsets)
        else:
            np.save(folder / f"{name}.npy", column)


def load_columns(folder: Path) -> dict[str, Array | TextColumn]:
    """Open a folder that `save_columns` wrote, memory-mapped and read-only.

    Raises:
        OSError: if a file is missing or unreadable.
        ValueError: if a file is no `.npy`.
    """
    columns: dict[str, Array | TextColumn] = {}
    for path in sorted(folder.glob("*.npy")):
        name = path.name.removesuffix(".npy")
        if name.endswith(".offsets"):
            continue
        if name.endswith(".text"):
            name = name.removesuffix(".text")
            columns[name] = TextColumn(
                blob=_open(path), offsets=_open(folder / f"{name}.offsets.npy"))
        else:
            columns[name] = _open(path)
    return columns


def _open(path: Path) -> Array:
    """An empty file cannot be mapped, so an empty column is read."""
    header_only = np.load(path, mmap_mode=None) if path.stat().st_size <= 256 else None
    if header_only is not None:
        return np.asarray(header_only)
    return np.asarray(np.load(path, mmap_mode="r", allow_pickle=False))
