"""The survey of one smart cache, from its join to its finished rows and files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from larder.core.files.folder_scan import FolderListing, mtimes_as_floats
from larder.core.files.journal import payload_sources, read_journal, readopted_payloads
from larder.core.files.larder_folder import larder_folder
from larder.core.jobs import CancelToken, Job
from larder.core.keys.hash_memory import HashMemory
from larder.core.keys.payload_names import HASH_DIGITS
from larder.core.keys.picture_memory import PictureMemory
from larder.core.operations.surveying.content import hash_sources
from larder.core.operations.surveying.files import judge_files
from larder.core.operations.surveying.join import JoinedStore, NewSource
from larder.core.operations.surveying.readoption import (
    Claimant,
    UnclaimedPayloads,
    readoptions,
    unclaimed_payloads,
)
from larder.core.operations.surveying.report import (
    Depth,
    IndexCopy,
    IndexFacts,
    Readoption,
    StoreSurvey,
)
from larder.core.operations.surveying.roots import StoreRoots
from larder.core.operations.surveying.rows import entry_rows
from larder.core.operations.surveying.sidecars import sidecars_beside, watched_endings
from larder.core.operations.surveying.smart import (
    AskedOfStore,
    JudgedRows,
    judge_rows,
    source_of,
    store_listing,
)
from larder.core.operations.surveying.variants import WantedSize
from larder.core.operations.surveying.wanted import wanted_names, wanted_size, why_unwanted
from larder.core.operations.surveying.why import UNUSED
from larder.core.operations.verdicts import Verdict
from larder.core.stores.busy import OpenFiles, busy_signs
from larder.core.stores.index_file import IndexRead
from larder.core.workspace.open_workspace import StoreKind, StoreLocation, Workspace
from larder.core.workspace.roots import comparable

if TYPE_CHECKING:
    from larder.core.operations.recipes.check import MadeOtherwise


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
    return StoreSurvey(
        location=context.location,
        index=_index_facts(context.index),
        rows=entry_rows(
            join, roots, judged, asked, listing.names, claims.found,
            first_root=first_root, extra_why={**audit_why, **(otherwise.why if otherwise else {})},
            readopted=readopted_payloads(context.location.path)),
        payloads=files,
        busy=() if context.listing is None else busy_signs(
            context.location.path, listing=listing, now_ns=context.now_ns,
            open_files=context.open_files),
        sources_hashed=claims.all_hashed,
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
        all_hashed: every candidate could be hashed.
    """

    found: tuple[Readoption, ...]
    promoted: tuple[NewSource, ...]
    all_hashed: bool


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

    So can an edited source: a picture moved over another one has the other's row. Without a config
    any file beside indexed ones may be the renamed one; it becomes a row only if its content is
    there.
    """
    if not unclaimed:
        return _Claims((), (), all_hashed=True)
    candidates = [*join.new, *join.unlisted]
    present = [at for at, new in enumerate(candidates) if new.present]
    found = yield from hash_sources(
        [join.file(candidates[at].folder, candidates[at].name) for at in present],
        context.memory, trust_memory=True, token=context.token)
    claimants = yield from _edited_claimants(context, join, judged, unclaimed)
    promoted: list[NewSource] = []
    for at, content in zip(present, found.hashes, strict=True):
        if content is None or content[:HASH_DIGITS] not in unclaimed.by_hash12:
            continue
        new, row = candidates[at], len(join.columns) + at
        if at >= len(join.new):
            row = len(join.columns) + len(join.new) + len(promoted)
            promoted.append(new)
        sidecars = yield from _sidecars(context, join, new)
        claimants.append(Claimant(
            row=row, hash=content, sidecars=sidecars,
            mtime=float(mtimes_as_floats(np.array([new.mtime_ns]))[0])))
    return _Claims(
        readoptions(join.columns, unclaimed, claimants), tuple(promoted),
        all_hashed=not found.unreadable)


def _edited_claimants(
    context: StoreContext, join: JoinedStore, judged: JudgedRows, unclaimed: UnclaimedPayloads
) -> Job[list[Claimant]]:
    """Indexed sources whose present content, hashed because they moved, has a payload."""
    columns = join.columns
    edited = np.uint32(1 << Verdict.CONTENT_CHANGED)
    claimants = []
    for row, content in judged.hashes.items():
        if not judged.flags[row] & edited or content[:HASH_DIGITS] not in unclaimed.by_hash12:
            continue
        now_ns = int(join.mtimes_ns[row])
        sidecars = yield from _sidecars(context, join, NewSource(
            folder=int(columns.folder[row]), name=columns.names[row], present=True,
            mtime_ns=now_ns, sample=columns.names[row]))
        claimants.append(Claimant(
            row=row, hash=content, sidecars=sidecars,
            mtime=float(mtimes_as_floats(np.array([now_ns]))[0])))
    return claimants


def _sidecars(context: StoreContext, join: JoinedStore, new: NewSource) -> Job[dict[str, str]]:
    """Content hashes of a source's watched sidecars by name ending."""
    beside = sidecars_beside(join, new.folder, new.name, watched_endings(join.columns))
    found = yield from hash_sources(
        [file for _, file in beside], context.memory, trust_memory=True, token=context.token)
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
    from larder.core.operations.auditing.audit import audit_store

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
    from larder.core.operations.recipes.check import made_otherwise

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


def _index_facts(index: IndexRead) -> IndexFacts:
    return IndexFacts(
        copy=IndexCopy(index.copy) if index.copy else IndexCopy.NONE,
        version=index.columns.version if index.copy else None,
        stamp=index.stamp,
        unreadable_rows=index.columns.unreadable)
