"""SHA-256 of whole files, by which the caches of pixels, features and samples name their payloads.

A file is read once and not for each build: what it gave is remembered by its stamp, in the same
kind of sqlite file as the other hashes. A row there holds 64 bits, so that one file has four.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from larder.core.files.file_stamp import FileStamp, stamp
from larder.core.jobs import CancelToken
from larder.core.keys.hash_memory import HashMemory

MEMORY_NAME: Final = "blobs.sqlite"
"""File of the memory in the cache folder."""

BUFFER_BYTES: Final = 2 << 20
"""SHA-256 takes 1.8 GB/s, so this is a cancellation check each millisecond."""

_PARTS: Final = 4
_PART_DIGITS: Final = 16


def blob_memory(cache_folder: Path, *, now_ns: int | None = None) -> HashMemory:
    """What files gave before; use it as a context manager, from one thread.

    Args:
        cache_folder: folder of derived memory.
        now_ns: the time, for tests; a file that changed just before it is not remembered.
    """
    return HashMemory(cache_folder / MEMORY_NAME, now_ns=now_ns)


def blob_digest(path: Path, *, token: CancelToken | None = None) -> str:
    """64 hex digits of a file's bytes, read in full.

    Raises:
        OSError: if the file cannot be read.
        JobCancelled: if `token` was cancelled.
    """
    digest = hashlib.sha256()
    buffer = memoryview(bytearray(BUFFER_BYTES))
    with path.open("rb", buffering=0) as file:
        while count := file.readinto(buffer):
            digest.update(buffer[:count])
            if token is not None:
                token.check()
    return digest.hexdigest()


def blob_digests(
    paths: Iterable[Path], memory: HashMemory | None = None, *, token: CancelToken | None = None
) -> Iterator[tuple[Path, str | OSError]]:
    """64 hex digits per file, or why it cannot be read; folder by folder.

    A file whose stamp the memory knows is not opened.

    Args:
        paths: the files.
        memory: asked first, and told what was read.
        token: checked between files and between buffers.

    Raises:
        JobCancelled: if `token` was cancelled.
    """
    by_folder: dict[Path, list[Path]] = {}
    for path in paths:
        by_folder.setdefault(path.absolute().parent, []).append(path)
    for folder, files in by_folder.items():
        yield from _folder_digests(str(folder), files, memory, token)


def _folder_digests(
    folder: str, files: Sequence[Path], memory: HashMemory | None, token: CancelToken | None
) -> Iterator[tuple[Path, str | OSError]]:
    stamps = [_stamp(path) for path in files]
    known = _known(folder, files, stamps, memory)
    for path, file_stamp in zip(files, stamps, strict=True):
        if token is not None:
            token.check()
        if path in known:
            yield path, known[path]
            continue
        try:
            digest = blob_digest(path, token=token)
        except OSError as error:
            yield path, error
            continue
        if memory is not None and file_stamp is not None:
            memory.remember(folder, [
                (name, file_stamp, digest[at * _PART_DIGITS :][:_PART_DIGITS])
                for at, name in enumerate(_part_names(path))])
        yield path, digest


def _known(
    folder: str,
    files: Sequence[Path],
    stamps: Sequence[FileStamp | None],
    memory: HashMemory | None,
) -> dict[Path, str]:
    """The digests of files that have not changed since they were read."""
    if memory is None:
        return {}
    asked = [(path, one) for path, one in zip(files, stamps, strict=True) if one is not None]
    parts = memory.known(
        folder,
        [name for path, _ in asked for name in _part_names(path)],
        [one for _, one in asked for _ in range(_PARTS)])
    found = {}
    for at, (path, _) in enumerate(asked):
        digits = [part for part in parts[at * _PARTS :][:_PARTS] if part is not None]
        if len(digits) == _PARTS:
            found[path] = "".join(digits)
    return found


def _part_names(path: Path) -> list[str]:
    """The file's names in the memory; "/" is in no name of a file."""
    return [f"{path.name}/{part}" for part in range(_PARTS)]


def _stamp(path: Path) -> FileStamp | None:
    try:
        return stamp(path)
    except OSError:
        return None
