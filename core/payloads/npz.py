"""Numpy payloads (`.npz`): listing, reading and verifying them; no pickle is ever read."""

from __future__ import annotations

import os
from collections.abc import Iterator

from larder.core.payloads.arrays import ArrayInfo, PayloadContents
from larder.core.payloads.dtypes import Array
from larder.core.payloads.npz_file import NpzFile

PathLike = str | os.PathLike[str]


def list_npz(path: PathLike) -> PayloadContents:
    """What a numpy payload holds; reads headers only, and small members whole.

    Raises:
        PayloadError: if it is no `.npz` file, is damaged, or holds anything but plain arrays.
    """
    with NpzFile(path) as payload:
        return payload.contents()


def read_npz_array(path: PathLike, name: str) -> Array:
    """One array of a numpy payload, its checksum compared, in memory of its own.

    Raises:
        PayloadError: as `list_npz`, if there is no such array, or if its bytes are damaged.
    """
    with NpzFile(path) as payload:
        return payload.array(name)


def iter_npz_arrays(path: PathLike) -> Iterator[tuple[ArrayInfo, Array]]:
    """Every array of a numpy payload in stored order, as `read_npz_array` gives it.

    Raises:
        PayloadError: as `read_npz_array`.
    """
    with NpzFile(path) as payload:
        for listed in payload.contents().arrays:
            yield listed, payload.array(listed.name)


def verify_npz(path: PathLike) -> None:
    """Raise PayloadError, one sentence, unless every byte of a numpy payload is as written."""
    with NpzFile(path) as payload:
        payload.verify()
