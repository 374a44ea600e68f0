"""Survey, from a workspace to its report: the way of `larder survey`, with which plans begin too.

Samples, index and folder are joined, and each gets a verdict. Nothing is written into a store. What
is learnt stays in the user's cache folder: decoded index columns, content hashes, picture sizes,
the devices of roots. All of it is derived and may be deleted at any time.

1. The index of each store is read, or remembered (`indexed.store`).
2. The samples are listed that a trainer would load, concept by concept (here).
3. Where asked for, sources are opened to find what would stop or spoil training (`checks.gather`).
4. Each store finds where its sources are (`indexed.store`, `released.store`, `values.store`).
5. With the sources of all stores known, their roots are judged: gone, or out of reach (`roots`).
6. Each store judges every row and file (`verdicts`): one of released folders first, an indexed one
   last.
7. What is of no single entry becomes a finding (`findings`), and all of it is counted (`coverage`).
8. The report (`report`) is what plans, tables and documents are made of.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final, Protocol

import msgspec
import numpy as np
from msgspec.structs import replace

from larder.core.background import FileCounter, in_background
from larder.core.errors import Finding
from larder.core.files.folder_scan import FolderListing, scan_folder
from larder.core.files.quarantine_folder import Quarantined, count_quarantines
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.keys.hash_memory import HashMemory
from larder.core.settings import cache_home
from larder.core.stores.indexed.index_file import IndexRead
from larder.core.survey.context import SurveyContext
from larder.core.survey.coverage import (
    concept_coverage,
    count_rows,
    other_coverage,
    survey_totals,
)
from larder.core.survey.document import RootFacts
from larder.core.survey.findings import (
    list_problems,
    model_findings,
    sample_findings,
)
from larder.core.survey.indexed.store import IndexedSurvey, read_remembered_index
from larder.core.survey.report import Depth, SourceLook, StoreSurvey, SurveyReport
from larder.core.survey.roots import (
    FoundSources,
    StoreRoots,
    judge_roots,
    load_devices,
    remember_devices,
)
from larder.core.survey.sources import HASHES_NAME, SourceTree, picture_memory
from larder.core.survey.targets import first_positions
from larder.core.workspace.concepts import Concept, ConceptFolder, select_concepts
from larder.core.workspace.open_workspace import StoreLocation, Workspace
from larder.core.workspace.roots import PathFlavour
from larder.core.workspace.samples import (
    ConceptSamples,
    LinkRule,
    companion_stems,
    enumerate_concept,
    sample_extensions,
    unseen_in,
)
from larder.core.workspace.store_kinds import AllFormats, StoreFormat

Indexes = Mapping[StoreLocation, IndexRead]
Surveyed = tuple[tuple[StoreSurvey, ...], tuple[RootFacts, ...]]


def survey(
    workspace: Workspace,
    *,
    depth: Depth = Depth.STAT,
    gone: Sequence[str] = (),
    chosen: Sequence[Path] | None = None,
    sources: SourceLook = SourceLook.NONE,
    token: CancelToken,
) -> Job[SurveyReport]:
    """Look at every sample, entry and payload of a workspace.

    Args:
        workspace: what to look at.
        depth: how closely.
        gone: real paths of folders whose missing files were deleted for good.
        chosen: models that the user chose for a build, whose weights are asked for in place of
            those of the config's; None where nothing is to be built.
        sources: how closely to look at sources for what would stop or spoil training.
        token: checked between files, and while one is read.
    """
    counter = FileCounter(token)
    return in_background(
        _survey(workspace, depth, gone, chosen, sources, token, counter), token, counter)


def _survey(
    workspace: Workspace, depth: Depth, gone: Sequence[str], chosen: Sequence[Path] | None,
    sources: SourceLook, token: CancelToken, counter: FileCounter,
) -> Job[SurveyReport]:
    began, clock = time.time_ns(), time.perf_counter()
    indexes = {
        location: read_remembered_index(location) for location in workspace.stores
        if location.kind.traits.has_index}
    link_rule = link_rule_of(indexes.values())
    # Of the first index with rows; else what else tells of the trainer's system.
    flavour = next((PathFlavour(index.columns.separator) for index in indexes.values()
                    if len(index.columns)), workspace.flavour)
    reads_all = depth is not Depth.STAT or sources is SourceLook.OPENED
    with HashMemory(cache_home() / HASHES_NAME) as memory, picture_memory() as pictures:
        context = SurveyContext(
            workspace=workspace, depth=depth, gone=gone, chosen=chosen,
            flavour=flavour, memory=memory, pictures=pictures,
            devices=load_devices(cache_home()), token=token, now_ns=began, counter=counter,
            tree=SourceTree(counter.note, is_stamped=reads_all),
            trusts_memory=depth is Depth.STAT or sources is SourceLook.OPENED,
            trusts_notes=not reads_all)
        if workspace.trainer is None:
            yield from _enumerate(context, link_rule)
        checks = None
        if sources is not SourceLook.NONE:
            # What opens sources is not loaded for plans.
            from larder.core.survey.checks.gather import check_sources

            checks = yield from check_sources(
                context, link_rule, opens=sources is SourceLook.OPENED)
        findings = [*sample_findings(workspace, context.samples.values())]
        samples = {concept: len(found) for concept, found in context.samples.items()}
        stores, roots = yield from _survey_stores(context, indexes, findings)
    samples |= _count_pictures(stores)
    problems = tuple(list_problems(workspace, indexes, findings, [
        folder for folder in gone if folder not in context.declared]))
    counted = tuple(count_rows(workspace, store) for store in stores)
    # What a build does depends on nothing in them, and there may be more files than in the caches.
    quarantined = Quarantined() if chosen is not None else count_quarantines(
        {location.path: None for location in workspace.stores}, _living_files(stores))
    return SurveyReport(
        workspace=workspace,
        depth=depth,
        symlinks=link_rule.value,
        stores=stores,
        counted=counted,
        concepts=concept_coverage(workspace, samples, stores, counted),
        others=other_coverage(workspace, stores, counted),
        totals=survey_totals(stores, counted, findings=len(problems)),
        roots=roots,
        problems=problems,
        surveyed_at_ns=began,
        elapsed_s=time.perf_counter() - clock,
        chosen=None if chosen is None else tuple(chosen),
        gone=tuple(gone),
        quarantined=quarantined,
        first_positions=context.first_positions,
        sources=checks,
        family=context.family or "",
    )


def _enumerate(context: SurveyContext, link_rule: LinkRule) -> Job[None]:
    """List the samples of every concept that a trainer would load with this config."""
    workspace = context.workspace
    config, extensions = workspace.config, sample_extensions(workspace.config)
    asking: tuple[Concept, ...] = select_concepts(workspace.concepts)
    if config is not None and config.validation:
        asking = (*asking, *select_concepts(workspace.concepts, validation=True))
    enumerated: dict[tuple[str, bool], ConceptSamples] = {}

    for done, concept in enumerate(sorted(asking, key=lambda concept: concept.index)):
        context.token.check()
        yield Progress("listing pictures", done, len(asking), "concepts")
        folder = workspace.locate(concept, flavour=context.flavour)
        # Concepts of one folder differ in what they ask for, not in their pictures.
        known = enumerated.get((folder.spelled, concept.include_subdirectories))
        samples = replace(known, concept=concept) if known else list_concept(
            workspace, concept, folder, link_rule=link_rule,
            list_folder=context.tree.list_folder)
        enumerated.setdefault((folder.spelled, concept.include_subdirectories), samples)
        context.samples[concept.index] = samples
    context.first_positions = first_positions(workspace.concepts, context.samples)
    context.unseen = _unseen_sample(context.samples.values(), (*extensions, ".txt"))


def list_concept(
    workspace: Workspace, concept: Concept, folder: ConceptFolder, *, link_rule: LinkRule,
    list_folder: Callable[[str], FolderListing] = scan_folder,
) -> ConceptSamples:
    """Return the samples of a concept that a workspace's trainer would load."""
    config = workspace.config
    return enumerate_concept(
        concept, folder.real, spelled=folder.spelled, link_rule=link_rule,
        extensions=sample_extensions(config), list_folder=list_folder,
        companions=companion_stems(config), flavour=folder.flavour)


class StoreSurveyor(Protocol):
    """One store while it is surveyed: first where its sources are, then its rows."""

    @property
    def location(self) -> StoreLocation:
        """The location of the store."""

    def look(self) -> Job[FoundSources | None]:
        """Find the folders of its sources, None if `judge` judges their roots by itself."""

    def judge(
        self, roots: Mapping[StoreLocation, StoreRoots]
    ) -> Job[tuple[StoreSurvey, StoreRoots]]:
        """Judge every row and file, with the roots of every store whose sources were found."""


def _survey_indexed(
    location: StoreLocation, context: SurveyContext, indexes: Indexes
) -> StoreSurveyor:
    return IndexedSurvey(location, indexes[location], context)


# Most workspaces have no such store, and what surveys one takes some time to load.
def _survey_released(
    location: StoreLocation, context: SurveyContext, indexes: Indexes
) -> StoreSurveyor:
    from larder.core.survey.released.store import ReleasedSurvey

    del indexes
    return ReleasedSurvey(location, context)


def _survey_values(
    location: StoreLocation, context: SurveyContext, indexes: Indexes
) -> StoreSurveyor:
    from larder.core.survey.values.store import ValuesSurvey

    del indexes
    return ValuesSurvey(location, context)


def _survey_files(
    location: StoreLocation, context: SurveyContext, indexes: Indexes
) -> StoreSurveyor:
    from larder.core.survey.files.store import FilesSurvey

    del indexes
    return FilesSurvey(location, context)


class _Surveying(msgspec.Struct, frozen=True):
    """How stores of a format are surveyed, and whose turn it is first."""

    surveyor: Callable[[StoreLocation, SurveyContext, Indexes], StoreSurveyor]
    turn: int


SURVEYS: Final[AllFormats[_Surveying]] = {
    StoreFormat.RELEASED: _Surveying(_survey_released, 0),
    StoreFormat.VALUES: _Surveying(_survey_values, 1),
    StoreFormat.TREES: _Surveying(_survey_values, 1),
    StoreFormat.FILES: _Surveying(_survey_files, 1),
    # Last, because what was listed of sources is not kept until then.
    StoreFormat.INDEXED: _Surveying(_survey_indexed, 2),
}


def _survey_stores(
    context: SurveyContext, indexes: Indexes, findings: list[Finding]
) -> Job[Surveyed]:
    """Survey every store: first where its sources are, then, with all roots judged, its rows."""
    workspace = context.workspace
    stores = sorted(
        (SURVEYS[location.kind.format].surveyor(location, context, indexes)
         for location in workspace.stores),
        key=lambda store: SURVEYS[store.location.kind.format].turn)
    sources: dict[StoreLocation, FoundSources] = {}
    for store in stores:
        of_store = yield from store.look()
        if of_store is not None:
            sources[store.location] = of_store
    judged = dict(zip(sources, judge_roots([*sources.values()]), strict=True))
    found: list[tuple[StoreSurvey, StoreRoots]] = []
    for store in stores:
        if store.location.kind.traits.has_index:
            context.let_go_of_sources()
        found.append((yield from store.judge(judged)))
    # Reports list roots of indexed stores first.
    found.sort(key=lambda one: not one[0].location.kind.traits.has_index)
    remember_devices(cache_home(), context.devices, [roots_of for _, roots_of in found])
    findings += [finding for survey, _ in found for finding in survey.findings]
    findings += model_findings([survey for survey, _ in found])
    roots: list[RootFacts] = []
    by_id: dict[str, StoreSurvey] = {}
    for survey, roots_of in found:
        root = survey.rows.root
        by_id[survey.location.id] = replace(survey, rows=replace(survey.rows, root=np.where(
            root < 0, root, root + np.int32(len(roots)))))
        roots += roots_of.facts
    return tuple(by_id[location.id] for location in workspace.stores), tuple(roots)


def _living_files(stores: Iterable[StoreSurvey]) -> dict[int, set[int]]:
    """Numbers of files of released stores that have other names too, by device.

    A repair leaves another name of each in its quarantine, which need not be looked at then.
    """
    living: dict[int, set[int]] = {}
    for store in stores:
        for record in () if store.released is None else store.released.groups.values():
            for device, numbers in record.group.linked:
                living.setdefault(device, set()).update(numbers.tolist())
    return living


def _count_pictures(stores: Iterable[StoreSurvey]) -> dict[int, int]:
    """Count the pictures of each dataset of another trainer, which its judge has listed."""
    return {
        concept: len({store.judged[row].sources[:1] for row in rows.tolist()})
        for store in stores if store.judged for concept, rows in store.wanted.items()}


def link_rule_of(indexes: Iterable[IndexRead]) -> LinkRule:
    """Trainers that write `concepts` into the index skip links, earlier ones follow them."""
    skips = any(index.columns.concepts is not None for index in indexes)
    return LinkRule.SKIP if skips else LinkRule.FOLLOW


def _unseen_sample(samples: Iterable[ConceptSamples], endings: tuple[str, ...]) -> str:
    """A sentence about the first file of a concept that is there and cannot be looked at, else "".

    Its content may be that of any payload, so none is waste beyond doubt.
    """
    for concept in samples:
        for path, is_folder, reason in unseen_in(concept, endings):
            return (f"The folder {path} cannot be listed ({reason}), and a file in it may need "
                    "this cached file." if is_folder
                    else f"{path} cannot be read, and it may need this cached file.")
    return ""
