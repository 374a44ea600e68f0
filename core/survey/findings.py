"""Findings of a survey that are of no single entry: on indexes, drives, records and folders."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from msgspec import UNSET

from larder.core.errors import Finding
from larder.core.files.journal import JOURNAL_NAME
from larder.core.files.regular_file import may_not_read
from larder.core.files.store_paths import larder_folder, may_not_lock
from larder.core.keys.payload_names import INDEX_NAME
from larder.core.stores.indexed.index_file import WAY_OUT, IndexRead
from larder.core.stores.records import RECIPES_NAME, SOURCES_NAME
from larder.core.survey.remedies import Repair
from larder.core.survey.report import StoreSurvey
from larder.core.survey.why import entries_text
from larder.core.workspace.open_workspace import StoreLocation, Workspace
from larder.core.workspace.samples import (
    ConceptSamples,
    why_no_prompts,
)
from larder.core.workspace.trainer_layout import clearing_finding

ROWS_NAMED: Final = 5
"""How many unreadable rows are findings of their own; the rest are counted."""

TRUST_VARIABLE: Final = "OT_SKIP_CACHE_VALIDATION"
"""Set to "1", it has a trainer that writes an index believe it without looking at any file."""


def list_problems(
    workspace: Workspace, indexes: Mapping[StoreLocation, IndexRead], found: Iterable[Finding],
    gone_of_none: Iterable[str],
) -> Iterator[Finding]:
    """Yield every finding of a survey, in the order in which a report lists them.

    `found` are those on samples and on what was surveyed of stores; `gone_of_none` the folders that
    are said to be gone and that no source was in.
    """
    clearing = clearing_finding(workspace)
    if clearing is not None:
        yield clearing
    yield from workspace.problems
    for location, index in indexes.items():
        yield from _index_findings(location, index)
    for location in workspace.stores:
        yield from _record_findings(location)
    yield from _trust_finding(indexes)
    yield from found
    for folder in gone_of_none:
        yield _report_unmatched_gone(folder)


def _index_findings(location: StoreLocation, index: IndexRead) -> Iterator[Finding]:
    """Yield the findings on one store's index, and on its drive."""
    if may_not_lock(location.path):
        yield Finding(
            location.spelled, "The drive of this cache cannot lock files.",
            "Larder uses a file as a lock instead; do not let two computers write here at once.")
    for copy, reason in index.rejected.items():
        yield Finding(
            f"{location.spelled}/{copy}", f"{copy} cannot be read: {reason}.",
            _way_out(index, copy),
            repair=Repair.INDEX.value if _is_repaired(index, copy) else UNSET)
    if index.copy and index.copy != INDEX_NAME and not index.rejected:
        yield Finding(
            f"{location.spelled}/{INDEX_NAME}",
            f"{INDEX_NAME} is missing; {index.copy} was read, as the trainer would.",
            "The trainer repairs it at its next start.")
    unreadable = index.columns.unreadable
    for key, reason in list(unreadable.items())[:ROWS_NAMED]:
        yield Finding(
            key, f"The index row of {key} cannot be read: {reason}.",
            "Its cached files are kept and can be relinked.")
    if len(unreadable) > ROWS_NAMED:
        yield Finding(
            location.spelled, f"{len(unreadable) - ROWS_NAMED:,} more index rows cannot be read.")


def _is_repaired(index: IndexRead, copy: str) -> bool:
    """Return whether repairing the index repairs this copy: the first one that was rejected."""
    return bool(index.damage) and not index.unread and copy == next(iter(index.rejected))


def _say_which_was_read(index: IndexRead) -> str:
    return (
        f"A trainer stops at {index.stops_at} with an error; {index.copy} was read here instead."
        if index.stops_at else f"{index.copy} was read instead, as the trainer would.")


def _way_out(index: IndexRead, copy: str) -> str:
    if index.unread:
        return WAY_OUT
    if not _is_repaired(index, copy):
        return "" if index.damage else _say_which_was_read(index)
    if index.copy in index.rejected and index.stops_at:
        found = (f"A trainer stops at {index.stops_at} with an error; {len(index.columns):,} of "
                 "its rows can be read and are shown.")
    elif index.copy in index.rejected:
        found = f"{len(index.columns):,} of its rows can be read and are shown."
    elif index.copy:
        found = _say_which_was_read(index)
    elif index.stops_at:
        found = "None of its rows can be read, and a trainer stops here with an error."
    else:
        found = "None of its rows can be read, and there is no other copy."
    return (f"{found} Nothing is built here before the index is repaired with `larder readopt "
            "--even-if-damaged --apply`; the damaged file is kept.")


def _record_findings(location: StoreLocation) -> Iterator[Finding]:
    """Larder's own records of a store, if another user made them; the survey goes without."""
    folder = larder_folder(location.path)
    if not os.path.isdir(folder):  # noqa: PTH112 - never an error
        return
    for name in (JOURNAL_NAME, RECIPES_NAME, SOURCES_NAME):
        record = folder / name
        if may_not_read(record):
            yield Finding(
                str(record),
                f"You do not have permission to read {record}, in which Larder records what it "
                "did here.",
                "Cached files are judged as they are, without their records. To change anything "
                "here, ask the owner for permission to read and write the file.")
            return


def _trust_finding(indexes: Mapping[StoreLocation, IndexRead]) -> Iterator[Finding]:
    """Say that a trainer started from here would notice no change."""
    first = next((location for location, index in indexes.items() if len(index.columns)), None)
    if first is not None and os.environ.get(TRUST_VARIABLE) == "1":
        yield Finding(
            first.spelled,
            f"{TRUST_VARIABLE} is set, so OneTrainer trusts its index without checking any file.",
            "It would train with what was cached of edited and deleted files. Build before you "
            "train, or unset it.")


def sample_findings(
    workspace: Workspace, samples: Iterable[ConceptSamples]
) -> Iterator[Finding]:
    """Folders that could not be listed; a missing concept folder is said when it is opened.

    And files of prompts that are away.
    """
    for concept in samples:
        why = why_no_prompts(workspace, concept.concept)
        if why:
            yield Finding(
                concept.concept.path, why,
                "Cached files are judged as they are. Where nothing is cached yet, the trainer "
                "would train with empty prompts: connect the drive, or name another file.")
        for folder in concept.unreadable:
            if concept.folders or not folder.is_told:
                yield Finding(
                    folder.spelled, f"{folder.real} cannot be listed: {folder.reason}.",
                    "None of its files counts as deleted, but the trainer would stop here. Check "
                    "that its drive is connected and that you may read it.")


def model_findings(stores: Iterable[StoreSurvey]) -> Iterator[Finding]:
    """Stores whose entries were encoded with the weights of several models."""
    for store in stores:
        found = [] if store.recipes is None else [
            model for model in store.recipes.models if model.entries]
        if store.recipes is None or len(found) < 2:
            continue
        content = store.location.kind.content
        first, *others = sorted(found, key=lambda model: -model.entries)
        verb = "was" if first.entries == 1 else "were"
        listed = [f"{entries_text(first.entries, content)} {verb} encoded with {first.model}",
                  *(f"{other.entries:,} with {other.model}" for other in others)]
        yield Finding(
            store.location.spelled, f"{', '.join(listed)}.",
            "A trainer uses them side by side. "
            f"A build with {store.recipes.asked} encodes the others again.")


def _report_unmatched_gone(folder: str) -> Finding:
    """Return what to say of a folder that is declared gone and that no source lies in."""
    return Finding(
        folder, f"No cached file was made from files in {folder}, the folder that was named as "
                "deleted for good.", "This has no effect. Give the folder that the concept names.")
