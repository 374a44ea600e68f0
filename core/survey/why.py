"""One plain sentence for each row that is not valid, naming the values that differ.

Sentences are built here from facts, in English; a verdict alone says what, its sentence says why.
Its first line is for everybody. What follows in further lines is details: hashes, names of cached
files; a front end shows them where it is asked for details. Dates are written as 2026-11-20 14:03,
which a front end may put into its own order.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from typing import Final

from larder.core.quantities import moment_text, pluralize
from larder.core.workspace.store_kinds import ENTRY_NOUNS, TRAINER_CONTENTS, StoreContent

CLOCK_NS: Final = 1000
"""Dates nearer to each other are one date: an index stores seconds as a float."""

NO_ENTRY = "Nothing is cached for it yet"
UNUSED = "No enabled concept of this config uses it"
CACHING_OFF = "Caching is off in this config"
IMAGE_CACHING_OFF = "Caching of pictures is off in this config"
TEXT_CACHING_OFF = "Caching of captions is off in this config"
NO_SIZE = "no size"
NO_TEXT_CACHED = "This config caches no captions"

OTHER_LIST: Final = (
    "Its list aggregate.pt was written at another time than the cached files beside it: it names "
    "files that they were not made from.")

RE_ADOPTED = "Its cached file was relinked after the file was renamed"


def capitalise(clause: str) -> str:
    """A clause with a capital at its start."""
    return clause[:1].upper() + clause[1:]


def with_details(reason: str, *details: str) -> str:
    """A sentence with what only some want to know."""
    return "\n".join((reason, *filter(None, details)))


def reason_of(why: str) -> str:
    """The sentence without its details."""
    return why.partition("\n")[0]


def details_of(why: str) -> str:
    """The details, one a line, "" without any."""
    return why.partition("\n")[2]


def entries_text(count: int, content: StoreContent) -> str:
    """"1 picture", "2,000 captions"."""
    return pluralize(count, "picture" if content is StoreContent.IMAGE else "caption")


def samples_text(contents: Collection[StoreContent], count: int) -> str:
    """Return "14 pictures and captions" for rows of stores with these contents."""
    nouns = {ENTRY_NOUNS[content] for content in contents}
    if len(nouns) == 1:
        return pluralize(count, nouns.pop())
    if set(contents) <= set(TRAINER_CONTENTS):
        return f"{count:,} pictures and captions"
    return pluralize(count, "entry")


def explain_wrong_modeltype(made_for: str, asked: str) -> str:
    """The entry was built for another model type."""
    return f"Made for {made_for}; this config is for {asked}"


def explain_collision(other: str, stem: str) -> str:
    """Two contents share one payload name."""
    return with_details(
        f"Has the same name in the cache as {other}, which is another picture or caption",
        f"Name of the cached files: {stem}")


def explain_mixed_up(made_from: str, place: str) -> str:
    """Its place holds what was made from another file: "b.jpg" or "the caption of b.jpg"."""
    return with_details(f"Made from {made_from}", place)


def explain_source_unreachable(root: str, reason: str) -> str:
    """Its root cannot be reached; `reason` continues "the folder"."""
    return f"The folder {root} {reason}"


def explain_source_unreadable(reason: str) -> str:
    """The file is there but cannot be read."""
    return f"The file cannot be read: {reason}"


def explain_source_missing(root: str) -> str:
    """The file is gone while its root is there."""
    return f"The file no longer exists; its folder {root} does"


def explain_source_moved(path: str) -> str:
    """The file is gone and another holds its content."""
    return f"Renamed or moved: {path} has the same content"


def explain_caption_missing(sample: str) -> str:
    """A picture without a caption file: the trainer trains it with blank embeddings."""
    return f"{sample} has no caption file and would be trained without a caption"


def explain_prompt_gone(path: str) -> str:
    """The file of a sample's prompt was there when it was cached."""
    return f"{os.path.basename(path)} is gone; what was in it is still cached"  # noqa: PTH119


def explain_content_changed(
    now: str, stored: str, readoptable: str = "", *, edited_ns: int = 0, cached_ns: int = 0
) -> str:
    """The bytes differ from those that were cached.

    Args:
        now: hash of the bytes.
        stored: hash of those that were cached, "" where it is not known.
        readoptable: as in `explain_missing_entry`.
        edited_ns: date of the file now, 0 where it is not known.
        cached_ns: date that the cached file was made from, 0 where it is not known.
    """
    if edited_ns and abs(edited_ns - cached_ns) < CLOCK_NS:
        changed = "Its content changed after it was cached, but its date did not"
    elif edited_ns and edited_ns < cached_ns:
        changed = f"Another file took its place, dated {moment_text(edited_ns / 1e9)}"
    elif edited_ns:
        changed = f"Edited on {moment_text(edited_ns / 1e9)}, after it was cached"
    else:
        changed = "Edited after it was cached"
    if readoptable:
        changed += "; its present content is cached already"
    return with_details(
        changed, f"Content hash {now}, cached: {stored}" if stored else "",
        f"Cached file with its content: {readoptable}" if readoptable else "")


def explain_newer_than_cached(edited_ns: int) -> str:
    """All that tells of a file is its date; `edited_ns` is that."""
    return (f"Its date, {moment_text(edited_ns / 1000000000.0)}, is newer than that of its cached "
            "file; nothing else is recorded")


def explain_sidecar_changed(names: Sequence[tuple[str, str]]) -> str:
    """`names` are (sidecar, "edited" | "added" | "removed" | "added or edited")."""
    return ", ".join(f"{name} was {what} after it was cached" for name, what in names)


def explain_missing_entry(readoptable: str, former: str = "") -> str:
    """Nothing is cached.

    `readoptable` is a payload that already holds this content, or ""; `former` what the file was
    called when that was made, "" where it is not known.
    """
    if not readoptable:
        return NO_ENTRY
    return with_details(
        f"Renamed: it was {former} when it was cached" if former
        else "Renamed, or a copy of a file that was cached",
        f"Cached file with its content: {readoptable}")


def explain_missing_payload(names: Sequence[str]) -> str:
    """Registered payloads that are not on disk."""
    shown = ", ".join(names[:3]) + (f" and {len(names) - 3:,} more" if len(names) > 3 else "")
    few = "Its cached file is" if len(names) == 1 else f"{len(names):,} of its cached files are"
    return with_details(f"{few} missing from the disk", shown)


def explain_incomplete_schema(lacking: Sequence[str]) -> str:
    """Names the config needs and the payload lacks."""
    return with_details(
        f"Its cached file lacks {pluralize(len(lacking), 'part')} that this config needs",
        ", ".join(lacking))


def explain_missing_variant(asked: str, cached: Sequence[str]) -> str:
    """The asked size is not among the cached ones; "" is none, as of captions."""
    have = ", ".join(size or NO_SIZE for size in cached) or NO_SIZE
    return f"Cached as {have}; this config asks for {asked or NO_SIZE}"


def explain_shared(source: str, others: int, conflict: str = "") -> str:
    """Other entries name the same payload: `source` is one of them; why they should not, or ""."""
    more = f" and {others - 1:,} more" if others > 1 else ""
    wrongly = f", but should not: {conflict}" if conflict else ""
    return f"Has the same content as {source}{more}, and shares its cached file{wrongly}"


def explain_touched(stored: float, now_ns: int) -> str:
    """The date moved, the bytes did not."""
    return f"Same content, new date: {moment_text(now_ns / 1e9)}, was {moment_text(stored)}"


def explain_redated(stored_ns: int) -> str:
    """The date is not the one that was noted, the bytes are the same."""
    stored = moment_text(stored_ns / 1e9)
    return f"Its date was {stored} when it was cached; its content is the same"
