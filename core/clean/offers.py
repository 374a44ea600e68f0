"""The files that a clean can offer, one by one, with their sources and what they take on disk."""

from __future__ import annotations

import os
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from larder.core.clean.quarantine.record import count_files
from larder.core.clean.reason import LEGACY_OFFERED, REASON_OF_VERDICT, CleanReason
from larder.core.clean.rules import StoreRules
from larder.core.survey.report import StoreSurvey
from larder.core.survey.value_stores import files_of
from larder.core.survey.verdicts import PayloadVerdict

BLOCK_BYTES = 512
"""Unit of `st_blocks`, whatever the file system's own block size."""


@dataclass(slots=True)
class Offer:
    """One item while the plan is being made.

    Attributes:
        store: number of its store.
        reason: why it is offered.
        payload: file name, of a legacy group folder name.
        sources: as the index spells them.
        size: bytes.
        on_disk: bytes it occupies.
        mtime_ns: what its modification time must still be, of a group its folder's.
        written_ns: when it was last written to.
        why: why it is not preselected, "" when it is.
        files: files it consists of: a tree has two or more, a legacy group all that lies in it.
    """

    store: int
    reason: CleanReason
    payload: str
    sources: tuple[str, ...]
    size: int
    on_disk: int
    mtime_ns: int
    written_ns: int
    why: str
    files: int = 1


def file_offers(
    at: int, survey: StoreSurvey, rules: StoreRules, reasons: Collection[CleanReason]
) -> list[Offer]:
    """The offered files of a store that is no legacy cache."""
    files, folder = survey.payloads, os.fspath(survey.location.path)
    parts = files_of(survey.location.path, survey.location.kind)
    found = []
    for verdict, reason in REASON_OF_VERDICT.items():
        if reason not in reasons:
            continue
        items = np.flatnonzero(files.verdicts == verdict)
        sizes, mtimes_ns = files.sizes[items].tolist(), files.mtimes_ns[items].tolist()
        for item, size, mtime_ns in zip(items.tolist(), sizes, mtimes_ns, strict=True):
            rows = files.named_by.get(item, ())
            found.append(Offer(
                store=at, reason=reason, payload=files.names[item],
                sources=_sources(survey, item),
                size=size, on_disk=bytes_on_disk(f"{folder}{os.sep}{files.names[item]}", size),
                mtime_ns=mtime_ns, written_ns=mtime_ns,
                why=files.held.get(item) or rules.why_unticked(verdict, rows, mtime_ns),
                files=len(parts.get(files.names[item], (files.names[item],)))))
    if CleanReason.CORRUPT in reasons:
        found += _damaged(at, survey, rules)
    return found


def _sources(survey: StoreSurvey, item: int) -> tuple[str, ...]:
    """Sources of the rows that name a file, else the one the journal knows it was made from."""
    files = survey.payloads
    if item in files.made_from:
        return (files.made_from[item],)
    return tuple(survey.rows.source(row) for row in files.named_by.get(item, ()))


def _damaged(at: int, survey: StoreSurvey, rules: StoreRules) -> list[Offer]:
    """Damaged files that live entries name: their rows stay, so the trainer builds them again."""
    files, folder = survey.payloads, os.fspath(survey.location.path)
    names_of = {files.names[item]: item for item in files.damaged
                if files.verdicts[item] == PayloadVerdict.REFERENCED}
    owners: dict[int, list[str]] = {item: [] for item in names_of.values()}
    for row, payloads in survey.rows.payloads.items() if owners else ():
        for name in payloads:
            if name in names_of:
                owners[names_of[name]].append(survey.rows.source(row))
    return [
        Offer(
            store=at, reason=CleanReason.CORRUPT, payload=files.names[item],
            sources=tuple(sources), size=int(files.sizes[item]),
            on_disk=bytes_on_disk(f"{folder}{os.sep}{files.names[item]}", int(files.sizes[item])),
            mtime_ns=int(files.mtimes_ns[item]), written_ns=int(files.mtimes_ns[item]),
            why=rules.why_damaged(files.damaged[item]))
        for item, sources in owners.items()
    ]


def legacy_offers(at: int, survey: StoreSurvey, reasons: Collection[CleanReason]) -> list[Offer]:
    """Whole groups of a legacy cache that nothing explains or that serve wrong payloads.

    None is preselected. A shifted group is mended by letting the trainer cache it again.
    """
    if CleanReason.LEGACY_GROUP not in reasons:
        return []
    # Most workspaces have no such store, and every plan would wait for it to load.
    from larder.core.stores.released.groups import scan_legacy_group

    files, found = survey.payloads, []
    for item, name in enumerate(files.names):
        if files.verdicts[item] not in LEGACY_OFFERED and item not in files.damaged:
            continue
        group = scan_legacy_group(survey.location.path, name)
        if group.strays:
            continue
        found.append(Offer(
            store=at, reason=CleanReason.LEGACY_GROUP, payload=name,
            sources=tuple(survey.rows.source(row) for row in files.named_by.get(item, ())),
            size=group.bytes, on_disk=bytes_below(survey.location.path / name),
            mtime_ns=group.folder_ns, written_ns=group.newest_ns or group.folder_ns,
            why=f"{files.why.get(item, 'No concept explains this group.')} "
                "A whole group only goes when you tick it.",
            files=count_files(survey.location.path / name)[0]))
    return found


def bytes_on_disk(path: str, size: int) -> int:
    """Bytes a file occupies; its size where the system does not tell or the file is gone."""
    try:
        status = os.stat(path)  # noqa: PTH116 - one of many thousands
    except OSError:
        return size
    blocks = getattr(status, "st_blocks", None)
    return size if blocks is None else int(blocks) * BLOCK_BYTES


def bytes_below(folder: Path) -> int:
    """Bytes that all files below a folder occupy."""
    return sum(
        bytes_on_disk(os.fspath(path), path.stat().st_size)
        for path in folder.rglob("*") if path.is_file())
