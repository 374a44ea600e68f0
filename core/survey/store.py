"""The survey of one smart cache, from its join to its finished rows and files."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from larder.core.files.folder_scan import FolderListing, mtimes_as_floats
from larder.core.files.journal import payload_sources, read_journal, readopted_payloads
from larder.core.files.store_paths import larder_folder
from larder.core.jobs import CancelToken, Job
from larder.core.keys.hash_memory import HashMemory, PictureMemory
from larder.core.keys.payload_names import HASH_DIGITS
from larder.core.stores.busy import OpenFiles, busy_signs
from larder.core.stores.smart.index_file import IndexRead
from larder.core.survey.content import hash_sources
from larder.core.survey.files import judge_files
from larder.core.survey.join import JoinedStore, NewSource
from larder.core.survey.readoption import (
    Claimant,
    UnclaimedPayloads,
    held_payloads,
    owners_of,
    readoptions,
    unclaimed_payloads,
)
from larder.core.survey.report import (
    Depth,
    IndexFacts,
    PayloadFiles,
    Readoption,
    StoreSurvey,
)
from larder.core.survey.roots import StoreRoots
from larder.core.survey.rows import entry_rows
from larder.core.survey.sidecars import sidecars_beside, watched_endings
from larder.core.survey.smart import (
    AskedOfStore,
    JudgedRows,
    judge_rows,
    source_of,
    store_listing,
)
from larder.core.survey.variants import WantedSize
from larder.core.survey.verdicts import PayloadVerdict, Verdict
from larder.core.survey.wanted import wanted_names, wanted_size, why_unwanted
from larder.core.survey.why import UNUSED
from larder.core.workspace.open_workspace import StoreKind, StoreLocation, Workspace
from larder.core.workspace.roots import comparable

if TYPE_CHECKING:
    from larder.core.recipes.check import MadeOtherwise


@dataclass(frozen=True, slots=True)
class StoreContext:
    """What the survey of one store works with."""

    workspace: Workspace
    location: StoreLocation
    index: IndexRead
    depth: Depth
    memory: HashMemory
    pictures: PictureMemory
    token: CancelToken
    now_ns: int
    listing: FolderListing | None
    chosen: Sequence[Path] | None
    open_files: OpenFiles
    unseen: str = ""


def survey_smart_store(
    context: StoreContext, join: JoinedStore, roots: StoreRoots, *, first_root: int
) -> Job[StoreSurvey]:
    """Judge one store; `first_root` is what to add to its root numbers."""
    listing = store_listing(context.location.path, context.listing)
    asked = _asked(context)
    judged = yield from judge_rows(
        join, roots, listing, asked, context.memory, context.pictures, context.token)
    unclaimed = unclaimed_payloads(join.columns, listing, judged.files, judged.live)
    claims = yield from _claims(context, join, judged, unclaimed)
    join, roots, judged = _with_promoted(join, roots, judged, claims.promoted)
    damaged, audit_why = yield from _audited(context, join, judged, listing, asked)
    otherwise = yield from _made_otherwise(context, join, judged, listing, asked)
    files = judge_files(
        join.columns, listing, judged.files, live=judged.live,
        readoptable={name for claim in claims.found for name in claim.payloads},
        superseded=_superseded(context, join, judged, unclaimed), damaged=damaged)
    files = _with_held(files, held_payloads(
        unclaimed, {name for claim in claims.found for name in claim.payloads},
        claims.owners, claims.doubt))
    return StoreSurvey(
        location=context.location,
        index=IndexFacts.of(context.index),
        rows=entry_rows(
            join, roots, judged, asked, listing.names, claims.found,
            first_root=first_root, extra_why={**audit_why, **(otherwise.why if otherwise else {})},
            readopted=readopted_payloads(context.location.path)),
        payloads=files,
        busy=() if context.listing is None else busy_signs(
            context.location.path, listing=listing, now_ns=context.now_ns,
            open_files=context.open_files),
        sources_hashed=not claims.doubt,
        wanted=join.wanted,
        readoptions=claims.found,
        recipes=otherwise.facts if otherwise else None,
    )


@dataclass(frozen=True, slots=True)
class _Claims:
    """Payloads that sources can claim.

    Attributes:
        found: the claims.
        promoted: unlisted files that became rows by a claim, in row order.
        owners: 12 digits of a payload's content -> a source that is there and has it.
        doubt: one sentence about a source whose content is not known, "" when all are.
    """

    found: tuple[Readoption, ...]
    promoted: tuple[NewSource, ...]
    owners: Mapping[str, str] = field(default_factory=dict)
    doubt: str = ""


def _asked(context: StoreContext) -> AskedOfStore:
    workspace, kind = context.workspace, context.location.kind
    config = workspace.config
    sizes: dict[int, WantedSize] = {
        concept.index: wanted_size(config, concept, kind) for concept in workspace.concepts}
    sizes[-1] = WantedSize(
        targets=None, has_size=kind is StoreKind.SMART_IMAGE, quantisation=1, bucketing=False,
        variations=1, reason="there is no config")
    return AskedOfStore(
        modeltype=None if config is None else config.model_type,
        has_config=config is not None or bool(workspace.concepts),
        sizes=sizes,
        names=wanted_names(config, kind),
        hash_everything=context.depth is not Depth.STAT,
        why_unused=why_unwanted(config, kind) or UNUSED)


def _claims(
    context: StoreContext, join: JoinedStore, judged: JudgedRows, unclaimed: UnclaimedPayloads
) -> Job[_Claims]:
    """Hash sources without an entry while some payload has no live one, and match them.

    So can an edited source: a picture moved over another one has the other's row; and one whose
    row names no payload that is there. Without a config any file beside indexed ones may be the
    renamed one; it becomes a row only if its content is there.
    """
    if not unclaimed:
        return _Claims((), ())
    columns = join.columns
    rows = owners_of(columns, unclaimed, join.present, judged.hashes)
    owners = {content[:HASH_DIGITS]: source_of(join, row) for row, content in rows.items()}
    candidates = [*join.new, *join.unlisted]
    present = [at for at, new in enumerate(candidates) if new.present]
    found = yield from hash_sources(
        [join.file(candidates[at].folder, candidates[at].name) for at in present],
        context.memory, trust_memory=True, token=context.token)
    doubts = [*_unlisted(join), *_unread(join, judged, {
        present[at]: why for at, why in found.unreadable.items()}, candidates), context.unseen]
    claimants = yield from _claimants_with_row(context, join, judged, rows, doubts)
    promoted: list[NewSource] = []
    for at, content in zip(present, found.hashes, strict=True):
        if content is None or content[:HASH_DIGITS] not in unclaimed.by_hash12:
            continue
        new, row = candidates[at], len(join.columns) + at
        owners[content[:HASH_DIGITS]] = join.real_path(new.folder, new.name)
        if at >= len(join.new):
            row = len(join.columns) + len(join.new) + len(promoted)
            promoted.append(new)
        sidecars = yield from _sidecars(context, join, new, doubts)
        claimants.append(Claimant(
            row=row, hash=content, sidecars=sidecars,
            mtime=float(mtimes_as_floats(np.array([new.mtime_ns]))[0])))
    return _Claims(
        readoptions(join.columns, unclaimed, claimants), tuple(promoted), owners,
        doubt=next(filter(None, doubts), ""))


def _unlisted(join: JoinedStore) -> Iterator[str]:
    """A sentence per folder that is there and cannot be listed."""
    for folder, refusal in zip(join.folders, join.refusals, strict=True):
        if refusal:
            yield (f"The folder {folder} cannot be listed ({refusal}), and a file in it may need "
                   "this payload.")


def _unread(
    join: JoinedStore,
    judged: JudgedRows,
    unreadable: Mapping[int, str],
    candidates: Sequence[NewSource],
) -> Iterator[str]:
    """A sentence per file whose content cannot be read: of rows that moved, and of candidates."""
    columns = join.columns
    for row, why in judged.unreadable.items():
        yield _unread_sentence(join.real_path(int(columns.folder[row]), columns.names[row]), why)
    for at, why in unreadable.items():
        yield _unread_sentence(join.real_path(candidates[at].folder, candidates[at].name), why)


def _unread_sentence(path: str, why: str) -> str:
    return f"{path} cannot be read ({why}), and it may need this payload."


def _claimants_with_row(
    context: StoreContext,
    join: JoinedStore,
    judged: JudgedRows,
    rows: Mapping[int, str],
    doubts: list[str],
) -> Job[list[Claimant]]:
    """Of indexed sources with the content of a loose payload, those that have no other.

    They were edited, or their row names no payload that is there.
    """
    columns = join.columns
    edited = np.uint32(1 << Verdict.CONTENT_CHANGED)
    has_payload = np.zeros(len(columns), dtype=np.bool_)
    has_payload[columns.variant_row[judged.files.pairs[:, 1]]] = True
    claimants = []
    for row, content in rows.items():
        if has_payload[row] and not judged.flags[row] & edited:
            continue
        now_ns = int(join.mtimes_ns[row])
        sidecars = yield from _sidecars(context, join, NewSource(
            folder=int(columns.folder[row]), name=columns.names[row], present=True,
            mtime_ns=now_ns, sample=columns.names[row]), doubts)
        claimants.append(Claimant(
            row=row, hash=content, sidecars=sidecars,
            mtime=float(mtimes_as_floats(np.array([now_ns]))[0])))
    return claimants


def _sidecars(
    context: StoreContext, join: JoinedStore, new: NewSource, doubts: list[str]
) -> Job[dict[str, str]]:
    """Content hashes of a source's watched sidecars by name ending; doubts about unread ones."""
    beside = sidecars_beside(join, new.folder, new.name, watched_endings(join.columns))
    found = yield from hash_sources(
        [file for _, file in beside], context.memory, trust_memory=True, token=context.token)
    for at, why in found.unreadable.items():
        file = beside[at][1]
        doubts.append(_unread_sentence(os.path.join(file.folder, file.name), why))  # noqa: PTH118
    return {
        ending: content for (ending, _), content in zip(beside, found.hashes, strict=True)
        if content is not None
    }


def _with_promoted(
    join: JoinedStore, roots: StoreRoots, judged: JudgedRows, promoted: Sequence[NewSource]
) -> tuple[JoinedStore, StoreRoots, JudgedRows]:
    """The same join with further sources at its end, each without an entry."""
    if not promoted:
        return join, roots, judged
    folders = [new.folder for new in promoted]
    first = {folder: row for row, folder in enumerate(join.columns.folder.tolist())}
    alike = [first[folder] for folder in folders]
    bits = np.full(len(promoted), 1 << Verdict.VALID | 1 << Verdict.MISSING_ENTRY, np.uint32)
    return (
        replace(join, new=[*join.new, *promoted]),
        replace(
            roots, of_row=np.concatenate([roots.of_row, roots.of_row[alike]]),
            concept_of_row=np.concatenate(
                [roots.concept_of_row, roots.concept_of_row[alike]])),
        replace(judged, flags=np.concatenate([judged.flags, bits])),
    )


def _audited(
    context: StoreContext,
    join: JoinedStore,
    judged: JudgedRows,
    listing: FolderListing,
    asked: AskedOfStore,
) -> Job[tuple[Mapping[str, str], Mapping[int, str]]]:
    """Look into payloads at depth payload; sets bits in `judged.flags`.

    Returns:
        Payload name -> what is wrong with its container, and row -> sentence.
    """
    if context.depth is not Depth.PAYLOAD:
        return {}, {}
    # What reads payloads takes 10 ms to load, which only this depth shall pay.
    from larder.core.survey.auditing.audit import audit_store

    found = yield from audit_store(
        context.workspace, context.location, join, judged, listing, asked, context.token)
    return found.damaged, found.why


def _made_otherwise(
    context: StoreContext,
    join: JoinedStore,
    judged: JudgedRows,
    listing: FolderListing,
    asked: AskedOfStore,
) -> Job[MadeOtherwise | None]:
    """Payloads made with another recipe; sets bits in `judged.flags`. None if nothing tells."""
    if not larder_folder(context.location.path).is_dir():
        return None
    # What knows recipes takes 10 ms to load; they are kept in that folder, so without it none is.
    from larder.core.recipes.check import made_otherwise

    return (yield from made_otherwise(
        context.workspace, context.location, join, judged, asked, listing, context.token,
        chosen=context.chosen))


def _superseded(
    context: StoreContext, join: JoinedStore, judged: JudgedRows, unclaimed: UnclaimedPayloads
) -> dict[str, str]:
    """Payloads no entry names, of a source whose present content is complete: name -> source.

    The journal knows the source; it is read only where there is such a payload.
    """
    if not unclaimed:
        return {}
    known = payload_sources(read_journal(context.location.path))
    if not known:
        return {}
    good = np.uint32((1 << Verdict.TOUCHED) - 1)
    flavour = join.paths.flavour
    complete = {
        comparable(source_of(join, row), flavour)
        for row in np.flatnonzero((judged.flags[:len(join.columns)] & good) == 0).tolist()
    }
    return {
        name: origin.source for name, origin in known.items()
        if comparable(origin.source, flavour) in complete}


def _with_held(files: PayloadFiles, held: Mapping[str, str]) -> PayloadFiles:
    """The same files with what keeps each that no entry needs from being called waste."""
    if not held:
        return files
    loose = (PayloadVerdict.ORPHANED, PayloadVerdict.UNINDEXED, PayloadVerdict.SUPERSEDED)
    items = np.flatnonzero(np.isin(files.verdicts, loose)).tolist()
    return replace(files, held={
        item: held[files.names[item]] for item in items if files.names[item] in held})
