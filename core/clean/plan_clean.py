"""Scope of a clean: unneeded items that a survey found, and reasons to leave some unticked.

Made from a finished survey alone; only the offered files are looked at again, for the blocks they
take. A row that names a re-adoptable file is left for re-adoption, and a file that a live row names
too stays while the dead row goes.

| offered as | ticked |
|---|---|
| orphaned | unless some of the index cannot be read, or most files of its root are gone |
| superseded | unless some of the index cannot be read |
| temp-leftover | when older than the minimum age; a date in the future is young |
| unindexed | when it is as old, the index is whole, every root can be reached, every listed |
| | source was hashed, and less than half of the store's payloads are unindexed |
| corrupt | never |
| released groups | when the other configs that share the cache are known, every root can be |
| | reached and they are as old; never those that a concept is read from, wrongly |
| released leftovers | when they are as old; further variations as the groups |

What a survey holds back, because a file that is there has its content or cannot be read and may
have it, is not ticked either, whatever it is offered as.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
import numpy as np

from larder.core.clean.keep_for import key_of, untick_requested
from larder.core.clean.plan import (
    OF_A_CLEAN,
    CleanPlan,
    CleanReason,
    HeldBack,
    HeldReason,
    Offer,
    PlannedStore,
    plan_of,
)
from larder.core.files.folder_scan import BLOCK_BYTES, count_files
from larder.core.stores.released.groups import scan_released_group
from larder.core.stores.released.leftovers import LeftoverKind
from larder.core.survey.document import RootFacts
from larder.core.survey.files.states import STATES, FileState
from larder.core.survey.files.states import Offer as FileOffer
from larder.core.survey.report import IndexCopy, StoreSurvey, SurveyReport
from larder.core.survey.values.facts import files_of
from larder.core.survey.verdicts import PayloadVerdict, Verdict
from larder.core.workspace.roots import is_same_folder
from larder.core.workspace.store_kinds import CleanedFormats, StoreContent, StoreFormat
from larder.core.workspace.store_locations import explain_only_read
from larder.core.writes.last_good import backup_growth

if TYPE_CHECKING:
    from larder.core.stores.released.groups import ReleasedGroup

REASON_OF_VERDICT = {
    PayloadVerdict.ORPHANED: CleanReason.ORPHANED,
    PayloadVerdict.SUPERSEDED: CleanReason.SUPERSEDED,
    PayloadVerdict.UNINDEXED: CleanReason.UNINDEXED,
    PayloadVerdict.TEMP_LEFTOVER: CleanReason.TEMP_LEFTOVER,
}
"""Re-adoptable and foreign files and the stand-in are never offered."""

REASON_OF_STATE: Final[Mapping[FileState, CleanReason]] = {
    FileState.ORPHAN: CleanReason.ORPHANED,
    FileState.LEFTOVER: CleanReason.SUPERSEDED,
    FileState.DAMAGED: CleanReason.CORRUPT,
    FileState.PARTIAL: CleanReason.TEMP_LEFTOVER,
    FileState.STALE: CleanReason.STALE,
    FileState.INCOMPLETE: CleanReason.STALE,
    FileState.SUSPECT: CleanReason.SUSPECT,
    FileState.UNLISTED: CleanReason.UNLISTED,
    FileState.UNEXPLAINED: CleanReason.UNLISTED,
}
"""Why a file of another trainer is offered; one of any other state never is."""

RELEASED_OFFERED = frozenset(
    {PayloadVerdict.ORPHANED, PayloadVerdict.UNINDEXED, PayloadVerdict.UNKNOWN})
"""Groups that no concept of the config explains; a group in use is never offered."""

COUNTED = (
    PayloadVerdict.REFERENCED, PayloadVerdict.ORPHANED, PayloadVerdict.UNINDEXED,
    PayloadVerdict.READOPTABLE, PayloadVerdict.SUPERSEDED,
)
"""Verdicts of finished payloads: what half of a store is measured by."""

UNTOLD = (
    "It is removed only if you tick it or name the other configs that share this cache.")
"""Why nothing goes that another config may need."""

WhyUnticked = Callable[[PayloadVerdict, Sequence[int], int], str]
"""Why a file is not ticked, "" when it is: by its verdict, the rows that name it, and its date."""

WhyYoung = Callable[[int], str]
"""Why the time when a file was written keeps it from being ticked, "" when it does not."""

HOUR_NS = 3600 * 1_000_000_000
NOUNS = {StoreContent.IMAGE: "pictures", StoreContent.TEXT: "captions"}
"""What the sources of a trainer's stores are; those of others are files."""


def clean_plan(
    report: SurveyReport,
    *,
    reasons: Collection[CleanReason] = OF_A_CLEAN,
    min_age_s: float = 24 * 3600.0,
    kept: Sequence[SurveyReport] = (),
    now_ns: int,
) -> CleanPlan:
    """Plan a clean from a survey.

    Without ORPHANED among the reasons no index row is dropped. Unindexed payloads and temp files
    younger than `min_age_s` are not preselected. With any `keep_for`, these are all the configs
    that share the caches.
    """
    why_young = judge_ages(min_age_s, now_ns)
    offers = _offers(report, reasons, why_young, all_are_known=bool(kept))
    for config in kept:
        untick_requested(
            offers, [key_of(survey) for survey in report.stores], config,
            _offers(config, reasons, why_young, all_are_known=True))
    stores: list[PlannedStore] = []
    for survey in report.stores:
        location = survey.location
        stores.append(PlannedStore(
            id=location.id, kind=location.kind, path=str(location.path),
            index_copy=survey.index.copy, separator=survey.rows.separator, busy=survey.busy,
            dead_rows=_dead_rows(report, survey) if CleanReason.ORPHANED in reasons else ()))
    offers.sort(key=lambda offer: (offer.reason.value, offer.store, offer.payload))
    stamps = {
        survey.location.id: survey.index.stamp.without_ctime()
        for survey in report.stores if survey.index.stamp is not None}
    return plan_of(
        report.workspace.named, stores, stamps, offers,
        held=[held for survey in report.stores if survey.location.kind.traits.may_clean
              for held in _find_spared_entries(report, survey)],
        now_ns=now_ns, depth=report.depth, gone=report.gone, notes=_notes(report, reasons),
        keep_for=[config.workspace.opened for config in kept], row_bytes={
            survey.location.id: survey.index.stamp.size // max(
                int(np.count_nonzero(survey.rows.has_entry)), 1)
            for survey in report.stores if survey.index.stamp is not None},
        backup_bytes={
            survey.location.id: backup_growth(survey.location.path, survey.index.stamp.size)
            for survey in report.stores if survey.index.stamp is not None})


def judge_ages(min_age_s: float, now_ns: int) -> WhyYoung:
    """Return the judge of a minimum age: younger files are not ticked where age counts."""
    min_ns = int(min_age_s * 1e9)

    def why_young(written_ns: int) -> str:
        age_ns = now_ns - written_ns
        if age_ns < 0:
            return "Its date is in the future, so its age is not known."
        if age_ns < min_ns:
            return (f"It is {_hours(age_ns)} old, less than the minimum age of "
                    f"{_hours(min_ns)}; it may still be in use.")
        return ""

    return why_young


def _offers(
    report: SurveyReport, reasons: Collection[CleanReason], why_young: WhyYoung, *,
    all_are_known: bool,
) -> list[Offer]:
    """Every offer of a survey, by store; `all_are_known`: of the configs that share the caches."""
    asked = _CleanRequest(report, reasons, why_young, all_are_known)
    return [offer for at, survey in enumerate(report.stores)
            if survey.location.kind.traits.may_clean
            for offer in _OFFERS[survey.location.kind.format](asked, at)]


def _dead_rows(report: SurveyReport, survey: StoreSurvey) -> tuple[str, ...]:
    """Rows of vanished sources that may go; without an offered file only if nothing is odd."""
    is_damaged = survey.index.damage and not survey.index.recovered
    if not survey.location.kind.traits.has_index or is_damaged:
        return ()
    rows = survey.rows
    dead = np.flatnonzero(rows.has_entry & rows.have(Verdict.SOURCE_MISSING)).tolist()
    readoptable: set[int] = set()
    offered: set[int] = set()
    verdicts = survey.payloads.verdicts.tolist()
    for item, named_by in survey.payloads.named_by.items():
        if verdicts[item] == PayloadVerdict.READOPTABLE:
            readoptable.update(named_by)
        elif verdicts[item] == PayloadVerdict.ORPHANED:
            offered.update(named_by)
    readoptable.update(option.dead_row for option in survey.readoptions
                       if option.dead_row is not None)
    bare_may_go = not survey.index.unreadable_rows
    return tuple(
        rows.source(row) for row in dead
        if row not in readoptable
        and (row in offered or (bare_may_go and not is_spared(report, survey, row))))


class _CleanRequest(msgspec.Struct, frozen=True):
    """Request for a clean; arguments as of `_offers`."""

    report: SurveyReport
    reasons: Collection[CleanReason]
    why_young: WhyYoung
    all_are_known: bool


def _file_offers(asked: _CleanRequest, at: int) -> list[Offer]:
    """The offered files of a store whose files go one by one; `at` is its number."""
    survey, reasons = asked.report.stores[at], asked.reasons
    why_unticked = _unticking(asked.report, survey, asked.why_young)
    files = survey.payloads
    parts = files_of(survey.location.path, survey.location.kind)
    found = []
    for verdict, reason in REASON_OF_VERDICT.items():
        if reason not in reasons:
            continue
        items = np.flatnonzero(files.verdicts == verdict)
        sizes, mtimes_ns = files.sizes[items].tolist(), files.mtimes_ns[items].tolist()
        for item, size, mtime_ns in zip(items.tolist(), sizes, mtimes_ns, strict=True):
            name, rows = files.names[item], files.named_by.get(item, ())
            # Of one that no row names the journal may know what it was made from.
            sources = (files.made_from[item],) if item in files.made_from else tuple(
                map(survey.rows.source, rows))
            found.append(Offer(
                store=at, reason=reason, payload=name, sources=sources, size=size,
                mtime_ns=mtime_ns, written_ns=mtime_ns,
                why=files.held.get(item) or why_unticked(verdict, rows, mtime_ns),
                files=len(parts.get(name, (name,)))))
    if CleanReason.CORRUPT in reasons:
        found += _offer_damaged(at, survey, parts)
    return found


def _offer_damaged(
    at: int, survey: StoreSurvey, parts: Mapping[str, tuple[str, ...]]
) -> list[Offer]:
    """Damaged files that live entries name: their rows stay, so the trainer builds them again."""
    files = survey.payloads
    damaged = {files.names[item]: item for item in files.damaged
               if files.verdicts[item] == PayloadVerdict.REFERENCED}
    owners: dict[int, list[str]] = {item: [] for item in damaged.values()}
    for row, payloads in survey.rows.payloads.items() if owners else ():
        for name in payloads:
            if name in damaged:
                owners[damaged[name]].append(survey.rows.source(row))
    return [
        Offer(
            store=at, reason=CleanReason.CORRUPT, payload=files.names[item],
            sources=tuple(sources), size=int(files.sizes[item]),
            mtime_ns=int(files.mtimes_ns[item]), written_ns=int(files.mtimes_ns[item]),
            why=f"{files.damaged[item].rstrip('.')}. Its source will have to be encoded again.",
            again=1, files=len(parts.get(files.names[item], (files.names[item],))))
        for item, sources in owners.items()
    ]


def _group_offers(asked: _CleanRequest, at: int) -> list[Offer]:
    """The offered groups of a released cache, and what nothing reads in the others."""
    survey = asked.report.stores[at]
    shared = _why_needs_unknown(asked.report) if asked.all_are_known else UNTOLD
    return [*_offer_groups(at, survey, asked.reasons, asked.why_young, shared),
            *_leftovers(at, survey, asked.reasons, asked.why_young, shared)]


def _offer_groups(
    at: int, survey: StoreSurvey, reasons: Collection[CleanReason], why_young: WhyYoung,
    shared: str,
) -> list[Offer]:
    """Whole groups of a released cache that nothing explains or that serve wrong payloads.

    `shared` says why another config may need what this one does not, "" if none does.
    """
    if CleanReason.LEGACY_GROUP not in reasons:
        return []
    files, found = survey.payloads, []
    known = {} if survey.released is None else survey.released.groups
    for item, name in enumerate(files.names):
        if files.verdicts[item] not in RELEASED_OFFERED and item not in files.damaged:
            continue
        group = known[name].group if name in known and not known[name].problem \
            else scan_released_group(survey.location.path, name)
        if group.strays:
            continue
        is_unread = files.verdicts[item] in RELEASED_OFFERED and item not in files.damaged
        why = files.why.get(item, "This group belongs to no concept that is known.")
        if not is_unread:
            why = f"{why} A whole group is removed only if you tick it."
        elif shared:
            why = f"{why} {shared}"
        else:
            why = why_young(group.newest_ns)
        found.append(group_offer(
            at, survey.location.path, group, CleanReason.LEGACY_GROUP,
            sources=tuple(map(survey.rows.source, files.named_by.get(item, ()))), why=why,
            is_read=not is_unread))
    return found


def group_offer(
    at: int, store: Path, group: ReleasedGroup, reason: CleanReason, *,
    sources: tuple[str, ...] = (), why: str = "", is_read: bool,
) -> Offer:
    """A whole group without strays; `at` is the number of its store.

    `is_read` tells whether a trainer reads it.
    """
    files, on_disk = group.files, group.on_disk
    for name in group.system_folders:
        below = count_files(store / group.key / name, _measure_file)
        files, on_disk = files + below[0], on_disk + below[1]
    return Offer(
        store=at, reason=reason, payload=group.key, sources=sources, size=group.bytes,
        on_disk=on_disk, mtime_ns=group.folder_ns,
        written_ns=group.newest_ns or group.folder_ns, why=why, files=files,
        again=sum(len(variation.slots) for variation in group.variations) if is_read else 0)


def _notes(report: SurveyReport, reasons: Collection[CleanReason]) -> tuple[str, ...] | None:
    """A sentence for each store that is only read, and each group that a clean must not take."""
    only_read = [survey.location.id for survey in report.stores
                 if not survey.location.kind.traits.may_clean]
    notes = (explain_only_read(only_read),) if only_read else ()
    if CleanReason.LEGACY_GROUP not in reasons:
        return notes or None
    return (*notes, *(
        f"{survey.location.id}/{survey.payloads.names[item]}: {survey.payloads.why[item]}"
        for survey in report.stores if survey.location.kind.traits.whole_groups
        for item in np.flatnonzero(
            survey.payloads.verdicts == PayloadVerdict.FOREIGN).tolist())) or None


def _leftovers(
    at: int, survey: StoreSurvey, reasons: Collection[CleanReason], why_young: WhyYoung,
    shared: str,
) -> Iterator[Offer]:
    """Yield the unread parts of groups that are in use; arguments as of `_offer_groups`."""
    if CleanReason.LEGACY_LEFTOVER not in reasons or not survey.leftovers:
        return
    for left in survey.leftovers:
        may_be_read = shared if left.kind is LeftoverKind.BEYOND_CONCEPT else ""
        path = survey.location.path / left.name
        yield Offer(
            store=at, reason=CleanReason.LEGACY_LEFTOVER, payload=left.name, sources=(),
            size=left.bytes,
            on_disk=count_files(path, _measure_file)[1] if left.is_folder else None,
            mtime_ns=left.mtime_ns, written_ns=left.written_ns,
            why=f"{left.kind.value} {may_be_read}" if may_be_read
            else why_young(left.written_ns),
            files=left.files)


def _judged_offers(asked: _CleanRequest, at: int) -> list[Offer]:
    """The offered files of another trainer; those that must move together are one item."""
    survey = asked.report.stores[at]
    units: dict[str, list[int]] = {}
    for row, file in enumerate(survey.judged):
        reason = REASON_OF_STATE.get(file.state)
        if reason in asked.reasons and file.offer is not FileOffer.NEVER:
            units.setdefault(file.unit or file.name, []).append(row)
    return [_judged_offer(asked, at, name, rows) for name, rows in units.items()]


def _judged_offer(asked: _CleanRequest, at: int, name: str, rows: Sequence[int]) -> Offer:
    survey = asked.report.stores[at]
    files = [survey.judged[row] for row in rows]
    first = next((row for row in rows if survey.judged[row].name == name), rows[0])
    changed_ns = int(survey.payloads.mtimes_ns[first])
    unticked = next((file.why for file in files if file.offer is FileOffer.UNTICKED), "")
    if not unticked and files[0].state is FileState.PARTIAL:
        unticked = asked.why_young(changed_ns)
    return Offer(
        store=at, reason=REASON_OF_STATE[files[0].state], payload=survey.judged[first].name,
        sources=tuple(dict.fromkeys(map(survey.rows.source, rows))),
        size=sum(file.bytes for file in files), mtime_ns=changed_ns, written_ns=changed_ns,
        why=unticked, files=len(files), again=sum(
            STATES[file.state].is_made_again or file.state is FileState.SUSPECT for file in files),
        parts=tuple(file.name for file in files) if len(files) > 1 else ())


def _measure_file(entry: os.DirEntry[str]) -> int:
    """Bytes that a file takes on its drive, which removing it may free or not."""
    try:
        status = entry.stat()
    except OSError:  # a link that leads nowhere
        return 0
    blocks = getattr(status, "st_blocks", None)
    return status.st_size if blocks is None else int(blocks) * BLOCK_BYTES


_OFFERS: Final[CleanedFormats[Callable[[_CleanRequest, int], list[Offer]]]] = {
    StoreFormat.INDEXED: _file_offers,
    StoreFormat.RELEASED: _group_offers,
    StoreFormat.VALUES: _file_offers,
    StoreFormat.TREES: _file_offers,
    StoreFormat.FILES: _judged_offers,
}
"""What a clean offers of a store, by its number in the report."""


def _find_spared_entries(report: SurveyReport, survey: StoreSurvey) -> list[HeldBack]:
    """Entries of one store that a plan does not treat as gone, by root."""
    rows = survey.rows
    found = []
    for verdict, reason in (
        (Verdict.SOURCE_UNREACHABLE, HeldReason.SOURCE_UNREACHABLE),
        (Verdict.SOURCE_MISSING, HeldReason.MOSTLY_GONE),
    ):
        which = rows.has_entry & rows.have(verdict) & (rows.root >= 0)
        counts = np.bincount(rows.root[which], minlength=len(report.roots))
        for at in np.flatnonzero(counts).tolist():
            root, entries = report.roots[at], int(counts[at])
            is_gone = reason is HeldReason.MOSTLY_GONE
            if is_gone and not _is_mostly_gone(root):
                continue
            if is_gone:
                why = explain_mostly_gone(report, root, survey.location.kind.content)
            elif root.unreachable:
                why = f"The folder {root.spelled} {root.unreachable}."
            else:
                why = f"Files of the folder {root.spelled} cannot be read."
            found.append(HeldBack(
                reason=reason, entries=entries, why=why, store=survey.location.id,
                root=root.spelled))
    return found


def _unticking(
    report: SurveyReport, survey: StoreSurvey, why_young: WhyYoung
) -> WhyUnticked:
    """Judge a store once, and then each of its files."""
    why_no_payload = survey.index.why_a_row_may_name_it
    why_no_unindexed = why_no_payload or _why_no_unindexed(report, survey)
    some_held = any(map(_is_mostly_gone, report.roots))

    def why_unticked(verdict: PayloadVerdict, rows: Sequence[int], mtime_ns: int) -> str:
        if verdict is PayloadVerdict.TEMP_LEFTOVER:
            return why_young(mtime_ns)
        if verdict is PayloadVerdict.UNINDEXED:
            return why_no_unindexed or why_young(mtime_ns)
        if why_no_payload or not some_held:
            return why_no_payload
        held = next((row for row in rows if is_spared(report, survey, row)), None)
        return "" if held is None else explain_mostly_gone(
            report, report.roots[int(survey.rows.root[held])], survey.location.kind.content)

    return why_unticked


def is_spared(report: SurveyReport, survey: StoreSurvey, row: int) -> bool:
    """Return whether so much of a row's root is missing that nothing of it is preselected."""
    root = int(survey.rows.root[row])
    return root >= 0 and _is_mostly_gone(report.roots[root])


def _is_mostly_gone(root: RootFacts) -> bool:
    return root.mostly_gone and not root.declared_gone


def explain_mostly_gone(report: SurveyReport, root: RootFacts, content: StoreContent) -> str:
    """Return the sentence about a root most of whose files are gone."""
    workspace = report.workspace
    names = [concept.name for concept in workspace.concepts
             if concept.name and is_same_folder(concept.path, root.spelled, workspace.flavour)]
    where = names[0] if names else root.spelled
    return f"{root.gone:,} of {root.indexed:,} {NOUNS.get(content, 'files')} of {where} are gone."


def _why_no_unindexed(report: SurveyReport, survey: StoreSurvey) -> str:
    if not survey.location.kind.traits.has_index:
        return "It can still be used, whatever the list of another program says."
    copy = survey.index.copy
    if copy is IndexCopy.NONE:
        return "The cache has no index that can be read, so it is not known what is needed."
    if copy is not IndexCopy.MAIN:
        return f"The index was recovered from {copy.value} and may lack rows."
    unknown = _why_needs_unknown(report)
    if unknown:
        return unknown
    if not survey.sources_hashed:
        return "Not every file that is not cached could be read, and one may need it."
    verdicts = survey.payloads.verdicts
    unindexed = int(np.count_nonzero(verdicts == PayloadVerdict.UNINDEXED))
    payloads = int(np.count_nonzero(np.isin(verdicts, COUNTED)))
    if unindexed * 2 >= payloads:
        return (f"{unindexed:,} of {payloads:,} cached files are in no index, as if an index had "
                "been lost.")
    return ""


def _why_needs_unknown(report: SurveyReport) -> str:
    """Why a source that nobody sees may need what nothing names, "" when none can."""
    if report.workspace.config is None:
        return "No config was given, so it is not known which files may need it."
    if not report.workspace.concepts:
        return "No concept is known, so it is not known which files may need it."
    unreachable = _unreachable_folder(report)
    return f"{unreachable} A file in it may need this one." if unreachable else ""


def _unreachable_folder(report: SurveyReport) -> str:
    """A sentence about the first folder of sources that cannot be reached, "" when all can."""
    for root in report.roots:
        if root.unreachable and not root.declared_gone:
            return f"The folder {root.spelled} {root.unreachable}."
    for concept in report.workspace.concepts:
        if concept.enabled and not report.workspace.locate(concept).exists:
            return f"The folder {concept.path} is missing."
    return ""


def _hours(duration_ns: int) -> str:
    hours = duration_ns / HOUR_NS
    if hours < 1:
        return f"{duration_ns // (HOUR_NS // 60)} minutes"
    return f"{hours:.0f} {'hour' if round(hours) == 1 else 'hours'}"
