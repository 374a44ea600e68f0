"""One plain sentence for each row that is not valid, naming the values that differ.

Sentences are built here from facts, in English; a verdict alone says what, its sentence says why.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import Final

from larder.core.workspace.store_kinds import StoreContent

NO_ENTRY = "it has no entry in the index"
UNUSED = "no enabled concept of this config asks for it"
CACHING_OFF = "caching is off in this config"
IMAGE_CACHING_OFF = "image caching is off in this config"
TEXT_CACHING_OFF = "text caching is off in this config"
NO_TEXT_CACHED = "this config caches no texts"


_ENTRIES: Final = {
    StoreContent.IMAGE: ("picture", "pictures"), StoreContent.TEXT: ("caption", "captions")}


def entries_text(count: int, content: StoreContent) -> str:
    """"1 picture", "2,000 captions"."""
    one, many = _ENTRIES[content]
    return f"{count:,} {one if count == 1 else many}"


def wrong_modeltype(made_for: str, asked: str) -> str:
    """The entry was built for another model type."""
    return f"made for {made_for}, the config asks for {asked}"


def collision(other: str, stem: str) -> str:
    """Two contents share one payload name."""
    return f"shares the payload name {stem} with {other}, whose content differs"


def source_unreachable(root: str, reason: str) -> str:
    """Its root cannot be reached; `reason` continues "the folder"."""
    return f"the folder {root} {reason}"


def source_unreadable(reason: str) -> str:
    """The file is there but cannot be read."""
    return f"the file cannot be read: {reason}"


def source_missing(root: str) -> str:
    """The file is gone while its root is there."""
    return f"the file is gone; its folder {root} is there"


def source_moved(path: str) -> str:
    """The file is gone and another holds its content."""
    return f"the file is gone; {path} has the same content"


def caption_missing(sample: str) -> str:
    """A picture without a caption file: the trainer trains it with blank embeddings."""
    return f"{sample} has no caption file; the trainer would use a blank embedding"


def content_changed(now: str, stored: str, readoptable: str) -> str:
    """The bytes differ from those that were cached; `readoptable` as in `missing_entry`."""
    changed = f"file hash {now} is not the stored {stored}"
    return f"{changed}; {readoptable} already holds this content" if readoptable else changed


def sidecar_changed(names: Sequence[tuple[str, str]]) -> str:
    """`names` are (sidecar, "edited" | "added" | "removed")."""
    return ", ".join(f"{name} was {what}" for name, what in names)


def missing_entry(readoptable: str) -> str:
    """Nothing is cached; `readoptable` is a payload that already holds this content, or ""."""
    if readoptable:
        return f"{NO_ENTRY}; {readoptable} already holds this content"
    return NO_ENTRY


def missing_payload(names: Sequence[str]) -> str:
    """Registered payloads that are not on disk."""
    shown = ", ".join(names[:3]) + (f" and {len(names) - 3:,} more" if len(names) > 3 else "")
    return f"{shown} {'is' if len(names) == 1 else 'are'} not on disk"


def incomplete_schema(lacking: Sequence[str]) -> str:
    """Names the config needs and the payload lacks."""
    return f"the payload lacks {', '.join(lacking)}"


def missing_variant(asked: str, cached: Sequence[str]) -> str:
    """The asked size is not among the cached ones."""
    have = ", ".join(cached) if cached else "none"
    return f"{asked} is asked for, cached: {have}"


def shared(source: str, others: int, conflict: str = "") -> str:
    """Other entries name the same payload: `source` is one of them; why they should not, or ""."""
    more = f" and {others - 1:,} more" if others > 1 else ""
    wrongly = f" and should not be: {conflict}" if conflict else ""
    return f"its payload is also that of {source}{more}{wrongly}"


RE_ADOPTED = "its payload was given back to it by content"


def touched(stored: float, now_ns: int) -> str:
    """The date moved, the bytes did not."""
    return f"dated {_moment(now_ns / 1e9)}, stored {_moment(stored)}; the bytes are the same"


def noted_date(stored_ns: int) -> str:
    """The date is not the one that was noted, the bytes are the same."""
    return f"its date was {_moment(stored_ns / 1e9)} when it was cached; the bytes are the same"


def _moment(seconds: float) -> str:
    """Local time to the second; a date no calendar has is shown as the number it is."""
    try:
        return datetime.datetime.fromtimestamp(seconds).isoformat(" ", "seconds")
    except (OverflowError, ValueError, OSError):
        return f"{seconds} s"
