"""The survey of one smart cache, from its index to its finished rows and files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from msgspec.structs import replace

from larder.core.files.journal import MADE, payload_sources, readopted_payloads, search_journal
from larder.core.files.store_paths import larder_folder
from larder.core.jobs import Job
from larder.core.settings import cache_home
from larder.core.stores.busy import busy_signs, nothing_listed
from larder.core.stores.smart.index_file import IndexRead, read_index
from larder.core.stores.store_memory import load_snapshot, save_snapshot
from larder.core.survey.context import SurveyContext
from larder.core.survey.harms import Harm
from larder.core.survey.join import NewSource, join_store
from larder.core.survey.readoption import Unclaimed, find_claims, unclaimed_payloads
from larder.core.survey.report import Depth, IndexFacts, StoreSurvey
from larder.core.survey.roots import SourceFolders, StoreRoots
from larder.core.survey.row_notes import NOT_LOOKED, Audit, bit
from larder.core.survey.sharing import Conflicts
from larder.core.survey.smart import AskedOfStore, JudgedRows, judge_rows
from larder.core.survey.smart_rows import entry_rows, judge_files
from larder.core.survey.variants import WantedSize, wanted_names, wanted_size, why_unwanted
from larder.core.survey.verdicts import Verdict
from larder.core.survey.why import UNUSED
from larder.core.workspace.concepts import BalancingStrategy
from larder.core.workspace.open_workspace import StoreContent, StoreKind, StoreLocation
from larder.core.workspace.roots import comparable
from larder.core.workspace.samples import caption_of, sample_extensions

if TYPE_CHECKING:
    from larder.core.recipes.check import MadeOtherwise


def read_remembered_index(location: StoreLocation) -> IndexRead:
    """The index from its snapshot when that is still good, else decoded and remembered."""
    from_snapshot = load_snapshot(cache_home(), location.path)
    if from_snapshot is not None:
        return from_snapshot
    index = read_index(location.path)
    save_snapshot(cache_home(), location.path, index)
    return index


class SmartStore:
    """One smart cache while it is surveyed."""

    def __init__(self, location: StoreLocation, index: IndexRead, context: SurveyContext) -> None:
        self.location = location
        self._index = index
        self._context = context
        self._paths = context.paths(context.flavour)
        self.root_table = context.root_table(self._paths)

    def look(self) -> Job[SourceFolders]:
        """Join the index with the folders its sources lie in and with the samples."""
        context, kind = self._context, self.location.kind
        config = context.workspace.config
        is_text = kind is StoreKind.SMART_TEXT
        asked = [] if wanted_names(config, kind) == frozenset() else [
            (concept, group)
            for concept, samples in context.samples.items() for group in samples.folders]
        extensions = (".txt",) if is_text else tuple(sample_extensions(None))
        has_config = bool(config or context.workspace.concepts)

        def is_source(name: str) -> bool:
            return name.lower().endswith(extensions)

        context.token.check()
        self._join = yield from join_store(
            self._index.columns, context.tree, self._paths, asked,
            source_of_sample=caption_of if is_text else None,
            is_source=None if has_config else is_source)
        return self._join.source_folders()

    def judge(self, roots: StoreRoots) -> Job[StoreSurvey]:
        """Judge every row and file."""
        context, path = self._context, self.location.path
        context.token.check()
        listed = context.tree.listing(str(path))
        listing = nothing_listed(str(path)) if listed is None else listed
        judged = yield from judge_rows(context, self._join, roots, listing, self._asked())
        unclaimed = unclaimed_payloads(judged)
        claims = yield from find_claims(context, judged, unclaimed)
        judged = _with_promoted(judged, claims.promoted)
        audited = yield from self._audit(judged)
        otherwise = yield from self._made_otherwise(judged)
        return StoreSurvey(
            location=self.location,
            index=IndexFacts.of(self._index),
            rows=entry_rows(
                judged, claims.found,
                extra_why={**audited.why, **(otherwise.why if otherwise else {})},
                remarks=audited.remarks,
                readopted=readopted_payloads(path),
                conflicts=Conflicts(context.workspace, self.location.kind.content)),
            payloads=judge_files(
                judged, readoptable=claims.payloads,
                superseded=self._superseded(judged, unclaimed), damaged=audited.damaged,
                held=claims.held(unclaimed)),
            busy=() if listed is None else busy_signs(
                path, listing=listing, now_ns=context.now_ns, open_files=context.open_files),
            sources_hashed=not claims.doubt,
            wanted=judged.join.wanted,
            readoptions=claims.found,
            recipes=otherwise.facts if otherwise else None,
            looked_into=audited.totals,
            findings=audited.findings,
        )

    def _asked(self) -> AskedOfStore:
        workspace, kind = self._context.workspace, self.location.kind
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
            why_unused=why_unwanted(config, kind) or UNUSED)

    def _audit(self, judged: JudgedRows) -> Job[Audit]:
        """What training would get wrong; at depth payload payloads are looked into.

        Sets bits in `judged.flags` and `judged.harms`.
        """
        join, harms = judged.join, judged.harms
        edited = (judged.flags[:len(join.columns)] & np.uint32(1 << Verdict.CONTENT_CHANGED)) != 0
        harms[:len(join.columns)][edited & ~join.moved] |= bit(Harm.OLD_CONTENT)
        if self.location.kind.content is StoreContent.TEXT:
            gone = (judged.flags & np.uint32(1 << Verdict.SOURCE_MISSING)) != 0
            harms[gone] |= bit(Harm.NO_CAPTION)
        for concept in self._context.workspace.concepts:
            drawn = join.wanted.get(concept.index)
            if drawn is not None and len(drawn) > 1 and \
                    concept.balancing_strategy is BalancingStrategy.SAMPLES:
                harms[drawn] |= bit(Harm.PAIRED_BY_CHANCE)
        if self._context.depth is not Depth.PAYLOAD:
            return NOT_LOOKED
        # What reads payloads takes 10 ms to load, which only this depth shall pay.
        from larder.core.survey.audit import audit_store

        stamp = self._index.stamp
        return (yield from audit_store(
            self._context, self.location, judged, 0 if stamp is None else stamp.mtime_ns))

    def _made_otherwise(self, judged: JudgedRows) -> Job[MadeOtherwise | None]:
        """Payloads made with another recipe; sets bits in `judged.flags`. None if nothing tells."""
        if not larder_folder(self.location.path).is_dir():
            return None
        # What knows recipes takes 10 ms to load; they are kept in that folder.
        from larder.core.recipes.check import made_otherwise

        return (yield from made_otherwise(self._context, self.location, judged))

    def _superseded(self, judged: JudgedRows, unclaimed: Unclaimed) -> dict[str, str]:
        """Payloads no entry names, of a source whose present content is complete: name -> source.

        The journal knows the source; it is read only where there is such a payload.
        """
        known = payload_sources(search_journal(self.location.path, *MADE)) if unclaimed else {}
        if not known:
            return {}
        good = np.uint32((1 << Verdict.TOUCHED) - 1)
        join, flavour = judged.join, judged.join.paths.flavour
        complete = {
            comparable(join.source(row), flavour)
            for row in np.flatnonzero((judged.flags[:len(join.columns)] & good) == 0).tolist()}
        return {
            name: origin.source for name, origin in known.items()
            if comparable(origin.source, flavour) in complete}


def _with_promoted(judged: JudgedRows, promoted: Sequence[NewSource]) -> JudgedRows:
    """The same rows with further sources at their end, each without an entry."""
    if not promoted:
        return judged
    join, roots = judged.join, judged.roots
    first = {folder: row for row, folder in enumerate(join.columns.folder.tolist())}
    alike = [first[new.folder] for new in promoted]
    bits = np.full(len(promoted), 1 << Verdict.VALID | 1 << Verdict.MISSING_ENTRY, np.uint32)
    return replace(
        judged, join=replace(join, new=[*join.new, *promoted]),
        roots=replace(
            roots, of_row=np.concatenate([roots.of_row, roots.of_row[alike]]),
            concept_of_row=np.concatenate([roots.concept_of_row, roots.concept_of_row[alike]])),
        flags=np.concatenate([judged.flags, bits]),
        harms=np.concatenate([judged.harms, np.zeros_like(bits)]))
