"""`.larder/sources.jsonl`: which of the user's files each payload of a store was made from.

One line per payload, only ever appended; a later line for the same payload holds. It is what a
survey asks instead of opening every payload, and may be deleted: the payloads say it again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

import msgspec

from larder.core.files.atomic_write import append_line
from larder.core.files.store_paths import larder_folder, make_larder_folder

RECORD_NAME: Final = "sources.jsonl"


class RecordedSource(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What one payload was made from.

    Attributes:
        name: the payload, relative to its store.
        source: the file, absolute or relative to the workspace's root, "/" between folders.
        size: bytes of the file then.
        mtime_ns: its modification time then, nanoseconds since 1970.
        digest: SHA-256 of its bytes, 64 hex digits, "" where nobody read them.
    """

    name: str
    source: str
    size: int
    mtime_ns: int
    digest: str = ""


_DECODER: Final = msgspec.json.Decoder(RecordedSource)


def note_sources(store: Path, sources: Iterable[RecordedSource]) -> None:
    """Add what payloads were made from, flushed to the drive.

    Raises:
        UserFacingError: if the store may not be written, the disk is full, or a link is in the way.
    """
    lines = b"\n".join(msgspec.json.encode(source) for source in sources)
    if lines:
        append_line(make_larder_folder(store) / RECORD_NAME, lines)


def read_sources(store: Path) -> dict[str, RecordedSource]:
    """What is known, by payload; a line that cannot be read is as if it was never written.

    Raises:
        OSError: if the record is there but cannot be read.
    """
    try:
        content = (larder_folder(store) / RECORD_NAME).read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return {}
    found: dict[str, RecordedSource] = {}
    for line in content.splitlines():
        try:
            source = _DECODER.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError):
            continue
        found[source.name] = source
    return found


def sources_of(record: Mapping[str, RecordedSource], name: str) -> tuple[str, ...]:
    """The file a payload was made from, as a plan names it; none if that is not known."""
    known = record.get(name)
    return () if known is None else (known.source,)
