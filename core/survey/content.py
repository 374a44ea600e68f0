"""Content of sources that a survey has to know: hashed once, then remembered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from larder.core.files.file_stamp import FileStamp, stamp
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.keys.content_hash import hash_files
from larder.core.keys.hash_memory import HashMemory


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One file to hash: its real folder and name."""

    folder: str
    name: str


@dataclass(slots=True)
class ContentHashes:
    """Hashes in the order asked for.

    Attributes:
        hashes: 16 hex digits, or None where the file could not be read.
        unreadable: position -> why, for those.
        hashed: how many files were really read.
    """

    hashes: list[str | None]
    unreadable: dict[int, str]
    hashed: int


def hash_sources(
    sources: Sequence[SourceFile], memory: HashMemory, *, trust_memory: bool, token: CancelToken,
    only_known: bool = False,
) -> Job[ContentHashes]:
    """Hash files, asking the memory first.

    Args:
        sources: what to hash.
        memory: hashes by folder and name; new ones are remembered even when it is not asked.
        trust_memory: False reads every file again.
        token: checked while hashing.
        only_known: True reads no file; what is not remembered stays None.

    Raises:
        JobCancelled: if the token was cancelled; what was hashed until then is remembered.
    """
    result = ContentHashes([None] * len(sources), {}, 0)
    if not sources:
        return result
    stamps = [stamp(Path(source.folder, source.name)) for source in sources]
    if trust_memory:
        _recall(sources, stamps, memory, result)
    left = [at for at, known in enumerate(result.hashes) if known is None]
    if not left or only_known:
        return result
    fresh: list[int] = []
    try:
        paths = [f"{sources[at].folder}/{sources[at].name}" for at in left]
        for count, (place, outcome) in enumerate(hash_files(paths, token=token), start=1):
            at = left[place]
            if isinstance(outcome, OSError):
                result.unreadable[at] = outcome.strerror or str(outcome)
            else:
                result.hashes[at] = outcome
                fresh.append(at)
            yield Progress("hashing files", count, len(left), "files")
    finally:
        _remember(sources, stamps, fresh, memory, result)
    result.hashed = len(left)
    return result


def _by_folder(sources: Sequence[SourceFile], places: Sequence[int]) -> dict[str, list[int]]:
    grouped: dict[str, list[int]] = {}
    for at in places:
        grouped.setdefault(sources[at].folder, []).append(at)
    return grouped


def _recall(
    sources: Sequence[SourceFile],
    stamps: Sequence[FileStamp | None],
    memory: HashMemory,
    result: ContentHashes,
) -> None:
    present = [at for at, known in enumerate(stamps) if known is not None]
    for folder, places in _by_folder(sources, present).items():
        known = memory.known(
            folder, [sources[at].name for at in places],
            [found for at in places if (found := stamps[at]) is not None])
        for at, content in zip(places, known, strict=True):
            result.hashes[at] = content


def _remember(
    sources: Sequence[SourceFile],
    stamps: Sequence[FileStamp | None],
    fresh: Sequence[int],
    memory: HashMemory,
    result: ContentHashes,
) -> None:
    """Not of files whose stamp moved while they were read: the hash may be of a mixture."""
    for folder, places in _by_folder(sources, fresh).items():
        rows = [
            (sources[at].name, before, content)
            for at in places
            if (before := stamps[at]) is not None and (content := result.hashes[at]) is not None
            and stamp(Path(folder, sources[at].name)) == before
        ]
        memory.remember(folder, rows)
