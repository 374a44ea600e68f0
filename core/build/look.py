"""Looks at sources before anything is made of them: date, content, sidecars.

What is done here runs on several threads at once. A file is hashed before it is decoded, so that
decoding finds it in the page cache.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import xxhash

from larder.core.build.plan import BuildItem
from larder.core.build.work import Sidecar, Spoilt, WorkItem
from larder.core.files.file_stamp import FileStamp, stamp
from larder.core.jobs import CancelToken
from larder.core.keys.content_hash import hash_file
from larder.core.stores.index_growth import SidecarState
from larder.core.workspace.samples import sample_stem

NANOSECONDS: Final = 1_000_000_000


@dataclass(frozen=True, slots=True)
class SourceLook:
    """How the sources of one store are looked at.

    Attributes:
        endings: name endings of the sidecars that count.
        reads_captions: whether sources are captions, which are read whole.
        token: checked while hashing.
    """

    endings: tuple[str, ...]
    reads_captions: bool
    token: CancelToken

    def look(
        self, items: Sequence[BuildItem], known: Mapping[str, str],
        stamps: Sequence[FileStamp | None],
    ) -> list[Looked]:
        """Look at a few sources.

        Args:
            items: the sources.
            known: hashes by real path that need not be computed.
            stamps: of the sources a moment ago, None where nobody asked; shape as `items`.

        Raises:
            JobCancelled: if the token was cancelled.
        """
        return [
            self._look(item, known.get(item.source), before)
            for item, before in zip(items, stamps, strict=True)]

    def _look(self, item: BuildItem, known: str | None, before: FileStamp | None) -> Looked:
        try:
            before = before or stamp(item.source)
            if before is None:
                return Spoilt(item, "It is gone.", is_changed=True)
            caption = Path(item.source).read_bytes() if self.reads_captions else None
            if caption is not None:
                content = str(xxhash.xxh64_hexdigest(caption))
            else:
                content = known or hash_file(
                    item.source, token=self.token, expected_bytes=before.size)
            sidecars = self._sidecars(item)
        except OSError as error:
            return Spoilt(item, f"It cannot be read: {error.strerror or error}.")
        return WorkItem(
            item=item, hash=content, stamp=before, mtime=seconds_of(before.mtime_ns),
            sidecars=sidecars, caption=caption)

    def _sidecars(self, item: BuildItem) -> dict[str, Sidecar]:
        found: dict[str, Sidecar] = {}
        for ending in self.endings:
            path = sidecar_of(item.source, ending)
            there = stamp(path)
            if there is not None:
                state = SidecarState(
                    seconds_of(there.mtime_ns), hash_file(path, token=self.token))
                found[ending] = Sidecar(sidecar_of(item.key, ending), state)
        return found


Looked = WorkItem | Spoilt


def is_unchanged(work: WorkItem) -> bool:
    """Whether a source and its sidecars are still what they were when they were looked at."""
    if stamp(work.item.source) != work.stamp:
        return False
    for ending, sidecar in work.sidecars.items():
        now = stamp(sidecar_of(work.item.source, ending))
        if now is None or seconds_of(now.mtime_ns) != sidecar.state.mtime:
            return False
    return True


def sidecar_of(source: str, ending: str) -> str:
    """The path of a source's sidecar, spelled as the source is."""
    return sample_stem(source) + ending


def seconds_of(mtime_ns: int) -> float:
    """Nanoseconds to the float that `os.stat(...).st_mtime` gives, to the last bit."""
    return mtime_ns // NANOSECONDS + 1e-9 * (mtime_ns % NANOSECONDS)


def stamps_of(items: Sequence[BuildItem]) -> list[FileStamp | None]:
    """Stamps of sources, None for one that is gone or cannot be looked at."""
    found: list[FileStamp | None] = []
    for item in items:
        try:
            found.append(stamp(item.source))
        except OSError:
            found.append(None)
    return found
