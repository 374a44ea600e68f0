"""The survey of one indexed cache, from its index to its finished rows and files.

Which payloads without a live entry a present source can claim is told by content: a renamed or
moved picture keeps its payload, whose name its bytes give. Only sources without an entry are
hashed, and only while some payload has no live entry; both together cost nothing on an unchanged
workspace. What no source can claim is still not waste while a file that is there has its content,
whatever that file's entry says, or while a file cannot be read and so may have it.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec
import numpy as np
from msgspec.structs import replace

from larder.core.errors import Finding, WorkspaceError
from larder.core.files.folder_scan import mtime_as_float
from larder.core.files.journal import MADE, list_readopted_payloads, payload_sources, search_journal
from larder.core.files.regular_file import read_or_default
from larder.core.files.store_paths import larder_folder
from larder.core.jobs import Job
from larder.core.keys.payload_names import HASH_DIGITS, parse_indexed_name
from larder.core.settings import cache_home
from larder.core.stores.busy import busy_signs, nothing_listed
from larder.core.stores.indexed.columns import IndexColumns
from larder.core.stores.indexed.index_file import IndexRead, read_index
from larder.core.stores.indexed.stamped import is_stamped_otherwise
from larder.core.stores.store_memory import load_snapshot, save_snapshot
from larder.core.survey.context import SurveyContext
from larder.core.survey.doubtful_sizes import doubtful_of_index
from larder.core.survey.earlier_looks import EarlierLook
from larder.core.survey.indexed.join import JoinedStore, NewSource, join_store
from larder.core.survey.indexed.payloads import IndexedPayloads
from larder.core.survey.indexed.rows import entry_rows, judge_files
from larder.core.survey.indexed.verdicts import (
    AskedOfStore,
    JudgedRows,
    find_sidecars,
    judge_rows,
    list_watched_endings,
    read_recorded_sidecars,
    sidecars_are_recorded,
)
from larder.core.survey.odd_forms import inspect_forms
from larder.core.survey.payload_faults import find_known_faults
from larder.core.survey.report import Depth, IndexFacts, Readoption, StoreSurvey
from larder.core.survey.roots import FoundSources, StoreRoots
from larder.core.survey.row_notes import NOT_LOOKED, Audit, bit
from larder.core.survey.sharing import Conflicts, deciding_sidecars
from larder.core.survey.sources import hash_sources
from larder.core.survey.targets import undrawn_findings
from larder.core.survey.training_risks import TrainingRisk
from larder.core.survey.variants import (
    WantedSize,
    find_wanted_size,
    list_wanted_names,
    why_unwanted,
)
from larder.core.survey.verdicts import Verdict
from larder.core.survey.why import UNUSED
from larder.core.workspace.concepts import BalancingStrategy, PromptSource
from larder.core.workspace.open_workspace import StoreContent, StoreLocation
from larder.core.workspace.roots import comparable
from larder.core.workspace.samples import caption_of, sample_extensions, sample_stem

Unclaimed = Mapping[str, Sequence[tuple[str, Sequence[int]]]]
"""Payload files that no live entry names, by the first digits of their content's hash; each with
the dead rows that name it."""


def read_remembered_index(location: StoreLocation) -> IndexRead:
    """The index from its snapshot when that is still good, else decoded and remembered."""
    from_snapshot = load_snapshot(cache_home(), location.path)
    if from_snapshot is not None:
        return from_snapshot
    index = read_index(location.path)
    save_snapshot(cache_home(), location.path, index)
    return index


class IndexedSurvey:
    """One indexed cache while it is surveyed."""

    def __init__(self, location: StoreLocation, index: IndexRead, context: SurveyContext) -> None:
        self.location = location
        if not len(index.columns):
            # An index without an entry is going to be spelled as the trainer's system spells paths.
            index = replace(index, columns=replace(
                index.columns, separator=context.flavour.separator))
        self._index = index
        self._context = context
        self._paths = context.paths(context.flavour)
        self.root_table = context.root_table(self._paths)

    def look(self) -> Job[FoundSources]:
        """Join the index with the folders its sources lie in and with the samples."""
        context, content = self._context, self.location.kind.content
        config = context.workspace.config
        is_text = content is StoreContent.TEXT
        asked = [] if list_wanted_names(config, content) == frozenset() else [
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
        return self._join.source_folders(), self.root_table

    def judge(
        self, roots: Mapping[StoreLocation, StoreRoots]
    ) -> Job[tuple[StoreSurvey, StoreRoots]]:
        """Judge every row and file, with the roots of this store."""
        own = roots[self.location]
        return (yield from self._judge(own)), own

    def _judge(self, roots: StoreRoots) -> Job[StoreSurvey]:
        context, path = self._context, self.location.path
        context.token.check()
        try:
            listed = context.tree.list_folder(str(path))
        except (FileNotFoundError, NotADirectoryError):
            listed = None
        except OSError as error:
            raise WorkspaceError.of_listing(path, error) from error
        listing = nothing_listed(str(path)) if listed is None else listed
        judged = yield from judge_rows(context, self._join, roots, listing, self._find_requests())
        doubtful = yield from self._look_into_doubtful(judged)
        unclaimed = find_unclaimed_payloads(judged, damaged=doubtful.damaged)
        claims = yield from find_claims(
            context, judged, unclaimed,
            is_text=self.location.kind.content is StoreContent.TEXT)
        judged = _with_promoted(judged, claims.promoted)
        audited = (yield from self._audit(judged)) or doubtful
        otherwise = yield from self._made_otherwise(judged)
        formed = NOT_LOOKED if self._context.depth is Depth.PAYLOAD else (
            yield from inspect_forms(self._context, self.location, judged))
        written = _written_through_links(path, judged)
        return StoreSurvey(
            location=self.location,
            index=IndexFacts.of(self._index),
            rows=entry_rows(
                judged, claims.found,
                extra_why={**audited.why, **formed.why, **otherwise.why, **written},
                made_from=audited.made_from,
                remarks=audited.remarks,
                readopted=read_or_default(lambda: list_readopted_payloads(path), {}),
                conflicts=Conflicts(context.workspace, self.location.kind.content)),
            payloads=judge_files(
                judged, readoptable=claims.payloads,
                superseded=self._find_superseded(judged, unclaimed),
                damaged={**audited.damaged, **otherwise.damaged}, held=claims.held(unclaimed)),
            busy=() if listed is None else busy_signs(
                path, listing=listing, now_ns=context.now_ns, open_files=context.open_files),
            sources_hashed=not claims.doubt,
            wanted=judged.join.wanted,
            readoptions=claims.found,
            recipes=otherwise.recipes,
            looked_into=audited.totals,
            findings=(*audited.findings, *otherwise.findings,
                      *_find_unrecorded_masks(self.location, judged), *(
                undrawn_findings(
                    self.location.spelled, judged.undrawn, context.target_draws.why_unknown)
                if judged.undrawn else ())),
        )

    def _find_requests(self) -> AskedOfStore:
        workspace, content = self._context.workspace, self.location.kind.content
        config = workspace.config
        sizes: dict[int, WantedSize] = {
            concept.index: find_wanted_size(config, concept, content)
            for concept in workspace.concepts}
        sizes[-1] = WantedSize(
            targets=None, has_size=content is StoreContent.IMAGE, quantisation=1, bucketing=False,
            variations=1, reason="there is no config")
        return AskedOfStore(
            modeltype=None if config is None else config.model_type,
            has_config=config is not None or bool(workspace.concepts),
            sizes=sizes,
            names=list_wanted_names(config, content),
            endings=() if config is None or content is StoreContent.TEXT
            else deciding_sidecars(config),
            why_unused=why_unwanted(config, content) or UNUSED)

    def _look_into_doubtful(self, judged: JudgedRows) -> Job[Audit]:
        """Look into payloads that may be damaged, or were found to be; depth payload reads all.

        Sets bits in `judged.flags` and `judged.harms`.
        """
        if self._context.depth is Depth.PAYLOAD:
            return NOT_LOOKED
        groups = doubtful_of_index(
            judged, are_alike=self.location.kind.content is StoreContent.IMAGE)
        known = find_known_faults(self.location.path)
        if not groups and not known:
            return NOT_LOOKED
        payloads = IndexedPayloads(
            judged, frozenset([*known, *(name for group in groups for name in group)]))
        earlier = EarlierLook(
            self.location.path, groups, judged.asked.names, self._context.workspace.config,
            payloads.made_for)
        if not known and earlier.found_nothing():
            return NOT_LOOKED
        # What reads payloads takes 10 ms to load.
        from larder.core.survey.doubtful_payloads import inspect_doubtful_payloads

        return (yield from inspect_doubtful_payloads(
            self._context, self.location, judged, groups, payloads, earlier, known))

    def _audit(self, judged: JudgedRows) -> Job[Audit | None]:
        """Find what training would get wrong, looking into payloads at depth payload only.

        Sets bits in `judged.flags` and `judged.harms`.
        """
        join, harms = judged.join, judged.harms
        edited = (judged.flags[:len(join.columns)] & np.uint32(1 << Verdict.CONTENT_CHANGED)) != 0
        harms[:len(join.columns)][edited & ~join.moved] |= bit(TrainingRisk.OLD_CONTENT)
        if self.location.kind.content is StoreContent.TEXT:
            gone = (judged.flags & np.uint32(1 << Verdict.SOURCE_MISSING)) != 0
            harms[gone] |= bit(TrainingRisk.NO_CAPTION)
        for concept in self._context.workspace.concepts:
            drawn = join.wanted.get(concept.index)
            if drawn is not None and len(drawn) > 1 and \
                    concept.balancing_strategy is BalancingStrategy.SAMPLES:
                harms[drawn] |= bit(TrainingRisk.PAIRED_BY_CHANCE)
        if self._context.depth is not Depth.PAYLOAD:
            return None
        # What reads payloads takes 10 ms to load, which only this depth shall pay.
        from larder.core.survey.audit import audit_store

        stamp = self._index.stamp
        return (yield from audit_store(
            self._context, self.location, judged, 0 if stamp is None else stamp.mtime_ns))

    def _made_otherwise(self, judged: JudgedRows) -> Job[Audit]:
        """Tell rows whose payloads were made with another recipe; sets bits in `judged.flags`."""
        if not larder_folder(self.location.path).is_dir() and not is_stamped_otherwise(
                judged.join.columns, self._context.workspace.concepts,
                self.location.kind.content):
            return NOT_LOOKED
        # What knows recipes takes 10 ms to load; they are kept in that folder.
        from larder.core.survey.other_recipes import find_other_recipes

        return (yield from find_other_recipes(self._context, self.location, judged))

    def _find_superseded(self, judged: JudgedRows, unclaimed: Unclaimed) -> dict[str, str]:
        """Payloads no entry names, of a source whose present content is complete: name -> source.

        The journal knows the source; it is read only where there is such a payload.
        """
        known = payload_sources(read_or_default(
            lambda: search_journal(self.location.path, *MADE), ())) if unclaimed else {}
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


def _find_unrecorded_masks(location: StoreLocation, judged: JudgedRows) -> Iterator[Finding]:
    """Yield what only dates tell of masks: those of a trainer's rows that record none."""
    columns, endings = judged.join.columns, judged.asked.endings
    if not endings or (columns.sidecars and not columns.sidecars_are_ours.any()):
        return
    count = int(np.count_nonzero(judged.join.present & ~sidecars_are_recorded(columns)))
    if count:
        yield Finding(
            location.spelled,
            f"The index does not record the masks of {count:,} of its pictures, so only the date "
            "of a mask shows that it was edited or added.",
            "A build finds removed masks and records all masks; reading every cached file only "
            "finds them.")


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


def find_unclaimed_payloads(judged: JudgedRows, *, damaged: Container[str] = ()) -> Unclaimed:
    """Collect payload files that no live row names, with the dead rows that do.

    Nobody can take over what is known to be `damaged`.
    """
    files = judged.files
    claimed = files.are_named(judged.live)
    dead = ~claimed[files.pairs[:, 0]]
    dead_rows: dict[int, list[int]] = {}
    for at, row in zip(files.pairs[dead, 0].tolist(), files.rows[dead].tolist(), strict=True):
        dead_rows.setdefault(at, []).append(row)
    grouped: dict[str, list[tuple[str, Sequence[int]]]] = {}
    for at in np.flatnonzero(~claimed).tolist():
        name = files.listing.names[at]
        if name not in damaged and parse_indexed_name(name) is not None:
            grouped.setdefault(name[:HASH_DIGITS], []).append((name, dead_rows.get(at, ())))
    return grouped


def _owners(judged: JudgedRows, unclaimed: Unclaimed) -> dict[int, str]:
    """Index rows whose sources are there and have the content of an unclaimed payload.

    Of rows that were not hashed the index knows the content.

    Returns:
        Row -> its source's content, 16 hex digits.
    """
    columns, hashes = judged.join.columns, judged.hashes
    wanted = np.array([key.encode("ascii") for key in unclaimed], dtype=f"S{HASH_DIGITS}")
    stored = np.isin(columns.hashes.astype(f"S{HASH_DIGITS}"), wanted)
    rows = {*np.flatnonzero(judged.join.present & stored).tolist(), *hashes}
    contents = {
        row: hashes.get(row) or bytes(columns.hashes[row]).decode("ascii") for row in sorted(rows)}
    return {row: content for row, content in contents.items()
            if content[:HASH_DIGITS] in unclaimed}


def _find_offered_payloads(
    columns: IndexColumns, unclaimed: Unclaimed, content: str, sidecars: Mapping[str, str],
    called: str = "",
) -> tuple[list[str], int | None]:
    """Payloads that a source with this content and these sidecars gets, and the row it takes over.

    The 12 digits of a name are enough where no entry knows more; a dead entry has all 16, and its
    recorded sidecars must be the source's. Of one that has to be `called` so its name must be, too.
    """
    payloads, taken_over = [], list[int]()
    for name, rows in unclaimed.get(content[:HASH_DIGITS], ()):
        agreeing = [
            row for row in rows if columns.hashes[row].decode("ascii") == content
            and read_recorded_sidecars(columns, row).items() <= sidecars.items()
            and (not called or sample_stem(columns.names[row]) == called)]
        taken_over += agreeing
        payloads += [name] if agreeing or not (rows or called) else []
    return sorted(payloads), next(iter(taken_over), None)


def _whose_name_is_prompt(context: SurveyContext, join: JoinedStore) -> frozenset[int]:
    """Rows of a store of captions whose prompt is the name of their file."""
    return frozenset(
        row for concept in context.workspace.concepts
        if concept.text.prompt_source is PromptSource.FILENAME and concept.index in join.wanted
        for row in join.wanted[concept.index].tolist())


class Claims(msgspec.Struct, frozen=True):
    """Payloads that sources can claim.

    Attributes:
        promoted: unlisted files that became rows by a claim, in row order.
        owners: 12 digits of a payload's content -> a source that is there and has it.
        doubt: one sentence about a source whose content is not known, "" when all are.
    """

    found: tuple[Readoption, ...] = ()
    promoted: tuple[NewSource, ...] = ()
    owners: Mapping[str, str] = {}
    doubt: str = ""

    @property
    def payloads(self) -> frozenset[str]:
        """The names of all claimed payloads."""
        return frozenset(name for claim in self.found for name in claim.payloads)

    def held(self, unclaimed: Unclaimed) -> dict[str, str]:
        """Of payloads that no source can claim, why nobody can call them waste all the same."""
        claimed = self.payloads
        return {
            name: why for key, files in unclaimed.items()
            if (why := f"{self.owners[key]} exists and has this content."
                if key in self.owners else self.doubt)
            for name, _ in files if name not in claimed}


def find_claims(
    context: SurveyContext, judged: JudgedRows, unclaimed: Unclaimed, *, is_text: bool
) -> Job[Claims]:
    """Hash sources without an entry while some payload has no live one, and match them.

    So can an edited source: a picture moved over another one has the other's row; and one whose
    row names no payload that is there. Without a config any file beside indexed ones may be the
    renamed one; it becomes a row only if its content is there. A caption whose prompt is its name
    takes nothing over from one of another name.
    """
    if not unclaimed:
        return Claims()
    join, columns = judged.join, judged.join.columns
    endings, rows = list_watched_endings(columns), _owners(judged, unclaimed)
    is_prompt = _whose_name_is_prompt(context, join) if is_text else frozenset()
    owners = {content[:HASH_DIGITS]: join.source(row) for row, content in rows.items()}
    candidates = [*join.new, *join.unlisted]
    present = [at for at, new in enumerate(candidates) if new.present]
    contents, unreadable = yield from hash_sources(
        [join.real_path(candidates[at].folder, candidates[at].name) for at in present],
        context.memory, token=context.token)
    doubts = [*_explain_unlisted(join), *_unread(judged, [
        (candidates[present[at]], why) for at, why in unreadable.items()]), context.unseen]
    claims: list[Readoption] = []
    promoted: list[NewSource] = []

    def claim(row: int, content: str, folder: int, name: str, mtime_ns: int) -> Job[None]:
        beside = find_sidecars(join, folder, name, endings)
        hashes, unread = yield from hash_sources(
            [path for _, path in beside], context.memory, token=context.token)
        doubts.extend(_unread_sentence(beside[at][1], why) for at, why in unread.items())
        payloads, dead_row = _find_offered_payloads(columns, unclaimed, content, {
            ending: of for (ending, _), of in zip(beside, hashes, strict=True)
            if of is not None}, called=sample_stem(name) if row in is_prompt else "")
        if payloads:
            claims.append(Readoption(
                row=row, hash=content, mtime=mtime_as_float(mtime_ns), payloads=tuple(payloads),
                dead_row=dead_row))

    for row in _without_payload(judged, rows):
        yield from claim(
            row, rows[row], int(columns.folder[row]), columns.names[row],
            int(join.mtimes_ns[row]))
    for at, content in zip(present, contents, strict=True):
        if content is None or content[:HASH_DIGITS] not in unclaimed:
            continue
        new, row = candidates[at], len(columns) + at
        owners[content[:HASH_DIGITS]] = join.real_path(new.folder, new.name)
        if at >= len(join.new):
            row = len(columns) + len(join.new) + len(promoted)
            promoted.append(new)
        yield from claim(row, content, new.folder, new.name, new.mtime_ns)
    return Claims(
        tuple(claims), tuple(promoted), owners, doubt=next(filter(None, doubts), ""))


def _explain_unlisted(join: JoinedStore) -> Iterator[str]:
    """A sentence per folder that is there and cannot be listed."""
    for folder, refusal in zip(join.folders, join.refusals, strict=True):
        if refusal:
            yield (f"The folder {folder} cannot be listed ({refusal}), and a file in it may need "
                   "this cached file.")


def _unread(judged: JudgedRows, candidates: Iterable[tuple[NewSource, str]]) -> Iterator[str]:
    """A sentence per file whose content cannot be read: of rows that moved, and of candidates."""
    join, columns = judged.join, judged.join.columns
    for row, why in judged.unreadable.items():
        yield _unread_sentence(join.real_path(int(columns.folder[row]), columns.names[row]), why)
    for new, why in candidates:
        yield _unread_sentence(join.real_path(new.folder, new.name), why)


def _unread_sentence(path: str, why: str) -> str:
    return f"{path} cannot be read ({why}), and it may need this cached file."


def _without_payload(judged: JudgedRows, rows: Iterable[int]) -> list[int]:
    """Those of some rows that were edited, or that name no payload that is there."""
    edited = np.uint32(1 << Verdict.CONTENT_CHANGED)
    has_payload = np.zeros(len(judged.join.columns), dtype=np.bool_)
    has_payload[judged.files.rows] = True
    return [row for row in rows if not has_payload[row] or judged.flags[row] & edited]


def _written_through_links(store: Path, judged: JudgedRows) -> dict[int, str]:
    """As `note_written_through_links`, which few stores need, and which reads payloads."""
    if not judged.files.listing.hard_linked:
        return {}
    from larder.core.survey.linked_payloads import note_written_through_links

    return note_written_through_links(store, judged)
