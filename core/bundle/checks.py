"""Checks before a cache is exported or imported: what is wrong, whether it blocks, what to do."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec
import numpy as np

from larder.core.bundle.bundle_files import PART_NAME
from larder.core.bundle.export_set import (
    CONTENTS,
    ExportSet,
)
from larder.core.bundle.export_writing import (
    is_one_file,
)
from larder.core.bundle.manifest import (
    FEWER_FILES,
    MANIFEST_NAME,
    MOST_FILES,
)
from larder.core.errors import BlockedError, PayloadError, UserFacingError, error_reason
from larder.core.files.durable import free_bytes
from larder.core.files.file_stamp import readable_stamp
from larder.core.files.folder_scan import scan_folder
from larder.core.files.temp_names import TEMP_SUFFIX
from larder.core.jobs import CancelToken, Job
from larder.core.keys.payload_names import INDEX_NAME, SENTINEL_NAME
from larder.core.quantities import pluralize, size_text
from larder.core.survey.document import SourcelessGap
from larder.core.survey.payload_facts import PayloadFacts, read_payloads, read_pt
from larder.core.survey.report import Depth, SurveyReport
from larder.core.survey.survey import survey
from larder.core.survey.verdicts import Counted, Verdict
from larder.core.survey.why import samples_text
from larder.core.workspace.cache_layout import CacheLayout
from larder.core.workspace.open_workspace import Workspace
from larder.core.workspace.trainer_layout import lay_out

TARGET: Final = "target"
"""What a check of the place is called that was named for a bundle or for its cache."""

LOOKS_S: Final = 20.0
"""How long cached files are read to find damage; what is left is read when it is written."""


class Check(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that is looked at before an export.

    Attributes:
        what: a word for programs: "complete" or what a gap of training is called, "current",
            "readable", "target", "files", "space", "paths".
        passed: whether it is as it should be.
        blocks: whether nothing is exported until it is.
        problem: a sentence, "" if it passed.
        hint: what to do about it.
        first: the one that the sentence names.
        count: pictures and captions that the sentence counts; left out where it counts none.
    """

    what: str
    passed: bool = True
    blocks: bool = False
    problem: str = ""
    hint: str = ""
    first: str = ""
    count: int | msgspec.UnsetType = msgspec.UNSET


def refusal_of(blocked: Sequence[Check]) -> type[UserFacingError]:
    """Return the error of failed checks: a place that is taken was named wrongly.

    What is found of a cache is no wrong usage. The exit code of a plan is that of its error.
    """
    return UserFacingError if any(check.what == TARGET for check in blocked) else BlockedError


def require_passed(checks: Sequence[Check]) -> None:
    """Refuse to begin what something stands in the way of.

    Raises:
        UserFacingError: if something does; it names everything, and is the one of `refusal_of`.
    """
    blocked = [check for check in checks if check.blocks]
    if blocked:
        raise refusal_of(blocked)(
            " ".join(dict.fromkeys(check.problem for check in blocked)),
            " ".join(dict.fromkeys(check.hint for check in blocked)))


def require_space(folder: Path, needed: int) -> None:
    """Refuse to begin what the disk has no room for.

    Raises:
        BlockedError: if it has too little space.
    """
    check = space_check(folder, needed, free_bytes(folder))
    if not check.passed:
        raise BlockedError(check.problem, check.hint)


def files_check(files: int) -> tuple[Check, ...]:
    """Return a failed check if there are more files than one bundle may have, else nothing."""
    return () if files <= MOST_FILES else (Check(
        what="files", passed=False, blocks=True, hint=FEWER_FILES,
        problem=f"An exported cache can contain up to {MOST_FILES:,} files, and this one has "
                f"{files:,}."),)


def space_check(folder: Path, needed: int, free: int) -> Check:
    """Return the check that a disk has enough free space."""
    if needed <= free:
        return Check(what="space")
    return Check(
        what="space", passed=False, blocks=True,
        hint="Free some space there, or choose another disk.",
        problem=f"{folder} needs {size_text(needed)}, but only {size_text(free)} is free on its "
                "disk.")


def target_check(target: Path) -> Check:
    """Return the check that writing a bundle there neither loses nor mixes in anything else."""
    taken = _explain_taken(target)
    return Check(what=TARGET) if not taken else Check(
        what=TARGET, passed=False, blocks=True, problem=taken,
        hint="Choose a new file." if is_one_file(target) else "Choose a new or empty folder.")


def _explain_taken(target: Path) -> str:
    if is_one_file(target):
        return f"{target} already exists." if os.path.lexists(target) else ""
    try:
        listing = scan_folder(target)
    except FileNotFoundError:
        return ""
    except NotADirectoryError:
        return f"{target} is not a folder."
    except OSError as error:
        return f"{target} cannot be read: {error_reason(error)}."
    foreign = {*listing.names, *listing.subfolders} - {PART_NAME, *(one.value for one in CONTENTS)}
    foreign -= {name for name in foreign if name.endswith(TEMP_SUFFIX)}
    if PART_NAME in listing.names:
        foreign -= {MANIFEST_NAME}
    else:
        foreign |= {*listing.subfolders}
    if foreign or listing.links:
        return f"{target} is not empty: it contains {min(foreign or listing.links)}."
    return ""


def gap_check(gap: SourcelessGap, *, blocks: bool) -> Check:
    """Return the failed check for a gap that training from the bundle would have."""
    return Check(what=gap.what, passed=False, blocks=blocks, problem=gap.problem, hint=gap.hint,
                 first=gap.first)


def survey_for_export(
    workspace: Workspace, layout: CacheLayout, token: CancelToken
) -> Job[SurveyReport]:
    """Survey the caches of pictures and captions that an export in a layout reads."""
    return (yield from survey(
        without_others(lay_out(workspace, layout)), depth=Depth.STAT, token=token))


def check_indexes(report: SurveyReport) -> Iterator[Check]:
    """Yield a failed check for each damaged index in place of which another copy is exported."""
    for found in report.stores:
        if found.index.damage:
            place = f"{found.location.spelled}/{INDEX_NAME}"
            yield Check(
                what="readable", passed=False, first=place,
                problem=f"{place} is damaged: {found.index.damage}. Another copy of it, "
                        f"{found.index.copy.value}, is exported and may be older.",
                hint="Repair it first: `larder readopt --even-if-damaged --apply`.")


def check_wanted(report: SurveyReport) -> Check:
    """Return the check that a released trainer finds a cached file of every sample.

    In that layout training stops at a sample that has none.
    """
    missing = {found.location.kind.content: np.flatnonzero(counts == Counted.MISSING).tolist()
               for found, counts in zip(report.stores, report.counted, strict=True)
               if found.location.kind.traits.whole_groups}
    names = [found.rows.source(row) for found in report.stores
             for row in missing.get(found.location.kind.content, ())]
    if not names:
        return Check(what="complete")
    what = samples_text({content for content, rows in missing.items() if rows}, len(names))
    return Check(
        what="incomplete", passed=False, blocks=True, first=names[0], count=len(names),
        hint="Build it first: `larder build --apply`.",
        problem=f"Not cached yet: {what}. The first is {names[0]}.")


def _check_positions(report: SurveyReport) -> Check | None:
    """Return the failed check of files in each other's place, None where all are in theirs."""
    mixed_up = {
        found.location.id: np.flatnonzero(
            found.rows.have(Verdict.SHIFTED) & (found.rows.harms != 0))
        for found in report.stores}
    count = sum(map(len, mixed_up.values()))
    if not count:
        return None
    stores = [found for found in report.stores if len(mixed_up[found.location.id])]
    concepts = {concept for found in stores
                for concept in found.rows.concept[mixed_up[found.location.id]].tolist()}
    what = samples_text({found.location.kind.content for found in stores}, count)
    first = stores[0].rows.source(int(mixed_up[stores[0].location.id][0]))
    return Check(
        what="current", passed=False, blocks=True, first=first, count=count,
        hint="Build first: files in the wrong position are moved, not encoded again.",
        problem=f"In {pluralize(len(concepts), 'concept')}, {what} would be trained with what was "
                f"made from another file. The first is {first}.")


def check_unedited(report: SurveyReport) -> Check:
    """Return the check that pictures, captions and settings are as they were when cached."""
    moved = _check_positions(report)
    if moved is not None:
        return moved
    stale = [
        found.rows.source(row)
        for found, counts in zip(report.stores, report.counted, strict=True)
        for row in np.flatnonzero(counts == Counted.STALE).tolist()]
    if stale:
        return Check(
            what="current", passed=False, first=stale[0],
            hint="Build first, or export what is cached.",
            problem=f"{pluralize(len(stale), 'sample')} changed since the last build: {stale[0]}"
                    f"{' and others' if len(stale) > 1 else ''}.")
    other_size = [
        found.rows.source(row) for found in report.stores for row in np.flatnonzero(
            (found.rows.verdicts == Verdict.MISSING_VARIANT) & found.request_mask).tolist()]
    return Check(what="current") if not other_size else Check(
        what="current", passed=False, first=other_size[0],
        hint="Build first, or export what is cached.",
        problem=f"{pluralize(len(other_size), 'sample')} would be trained at another size than the "
                f"config asks for: {other_size[0]}{' and others' if len(other_size) > 1 else ''}.")


def readable_check(leaving: ExportSet, token: CancelToken) -> Job[tuple[Check, int]]:
    """Return the check that cached files are usable, and the number there was no time to read."""
    damaged: dict[str, str] = {}
    blocks, unread, ends = False, 0, time.perf_counter() + LOOKS_S
    for store in leaving.stores:
        places = {file.place.relative_to(store.location.path).as_posix(): file.place
                  for file in store.files}
        read, _ = yield from read_payloads(
            store.location.path, {name: readable_stamp(place) for name, place in places.items()},
            PayloadFacts, lambda name, places=places: read_pt(places[name]),  # type: ignore[misc]
            token, ends - time.perf_counter())
        unread += len(places) - len(read.names)
        for name, facts in read.facts.items():
            if isinstance(facts, PayloadError):
                blocks = True
                damaged[f"{store.id}/{name}"] = facts.problem
            elif facts.bad_values and name != SENTINEL_NAME:
                damaged[f"{store.id}/{name}"] = f"{places[name].name}: {facts.bad_values}."
    first = next(iter(damaged), "")
    said = "" if not first else damaged[first].replace(first.rpartition("/")[2], first, 1)
    return Check(what="readable") if not damaged else Check(
        what="readable", passed=False, blocks=blocks, first=first,
        hint="Find all of them and build them again: `larder build --depth payload --apply`.",
        problem=f"{pluralize(len(damaged), 'cached file')} cannot be used for training. "
                f"{said}"), unread


def without_others(workspace: Workspace) -> Workspace:
    """A workspace with nothing but the caches of pictures and captions."""
    return msgspec.structs.replace(workspace, stores=tuple(
        store for store in workspace.stores if store.kind.content in CONTENTS))
