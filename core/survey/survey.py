"""The survey: samples, index and folder joined, a verdict for each, nothing written into a store.

What is learnt stays in the user's cache folder: decoded index columns, content hashes, picture
sizes, the devices of roots. All of it is derived and may be deleted at any time.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from larder.core.jobs import CancelToken, Job, Progress
from larder.core.keys.hash_memory import HashMemory, PictureMemory
from larder.core.settings import cache_home
from larder.core.stores.busy import OpenFiles
from larder.core.stores.smart.index_file import IndexRead, read_index
from larder.core.stores.store_memory import load_snapshot, save_snapshot
from larder.core.survey.coverage import (
    concept_coverage,
    count_rows,
    other_coverage,
    survey_totals,
)
from larder.core.survey.findings import (
    index_findings,
    model_findings,
    sample_findings,
    unseen_sample,
)
from larder.core.survey.join import JoinedStore, join_store
from larder.core.survey.report import Depth, RootFacts, StoreSurvey, SurveyReport
from larder.core.survey.root_devices import load_devices, remember_devices
from larder.core.survey.roots import ConceptRoot, StoreRoots, judge_roots
from larder.core.survey.source_tree import SourceTree, SpelledPaths
from larder.core.survey.store import StoreContext, survey_smart_store
from larder.core.survey.wanted import wanted_names
from larder.core.workspace.concepts import Concept, enabled_concepts
from larder.core.workspace.open_workspace import Finding, StoreKind, StoreLocation, Workspace
from larder.core.workspace.roots import PathFlavour, flavour_of
from larder.core.workspace.samples import (
    ConceptSamples,
    LinkRule,
    caption_of,
    companion_stems,
    enumerate_concept,
    sample_extensions,
)
from larder.core.workspace.store_kinds import StoreFormat

SMART_KINDS = (StoreKind.SMART_IMAGE, StoreKind.SMART_TEXT)


@dataclass(frozen=True, slots=True)
class _OpenedStore:
    location: StoreLocation
    index: IndexRead


def survey(
    workspace: Workspace,
    *,
    depth: Depth = Depth.STAT,
    gone: Sequence[str] = (),
    chosen: Sequence[Path] | None = None,
    token: CancelToken,
) -> Job[SurveyReport]:
    """Look at every sample, entry and payload of a workspace.

    Args:
        workspace: what to look at.
        depth: how closely.
        gone: real paths of folders whose missing files were deleted for good.
        chosen: models that the user chose for a build, whose weights are asked for in place of
            those of the config's; None where nothing is to be built.
        token: checked per folder and while hashing.

    Raises:
        JobCancelled: if the token was cancelled.
    """
    began, clock = time.time_ns(), time.perf_counter()
    with HashMemory(cache_home() / "hashes.sqlite") as memory, \
            PictureMemory(cache_home(), _picture_size) as pictures:
        survey_run = _Survey(workspace, depth, gone, chosen, memory, pictures, token, began)
        stores, roots = yield from survey_run.run()
    problems = (*workspace.problems, *survey_run.findings())
    counted = tuple(count_rows(workspace, store) for store in stores)
    return SurveyReport(
        workspace=workspace,
        depth=depth,
        symlinks=survey_run.link_rule.value,
        stores=stores,
        counted=counted,
        concepts=concept_coverage(workspace, survey_run.samples_of, stores, counted),
        others=other_coverage(workspace, stores, counted),
        totals=survey_totals(stores, counted, findings=len(problems)),
        roots=roots,
        problems=problems,
        surveyed_at_ns=began,
        elapsed_s=time.perf_counter() - clock,
        chosen=None if chosen is None else tuple(chosen),
        gone=tuple(gone),
    )


class _Survey:
    """One survey's run: what is read once and shared by its stores."""

    def __init__(
        self,
        workspace: Workspace,
        depth: Depth,
        gone: Sequence[str],
        chosen: Sequence[Path] | None,
        memory: HashMemory,
        pictures: PictureMemory,
        token: CancelToken,
        now_ns: int,
    ) -> None:
        self._workspace = workspace
        self._depth = depth
        self._gone = gone
        self._chosen = chosen
        self._memory = memory
        self._pictures = pictures
        self._token = token
        self._now_ns = now_ns
        self._tree = SourceTree()
        self._opened = tuple(
            _OpenedStore(location, _read_index(location))
            for location in workspace.stores if location.kind in SMART_KINDS)
        self.link_rule = _link_rule(self._opened)
        self._flavour = _flavour(self._opened, workspace)
        self._paths = SpelledPaths(workspace.root, workspace.maps, self._flavour)
        self._samples: dict[int, ConceptSamples] = {}
        self.samples_of: dict[int, int] = {}
        self._findings: list[Finding] = []
        self._unseen = ""

    def run(self) -> Job[tuple[tuple[StoreSurvey, ...], tuple[RootFacts, ...]]]:
        """Survey every store."""
        yield from self._enumerate()
        joins: list[JoinedStore] = []
        for opened in self._opened:
            join = yield from self._join(opened)
            joins.append(join)
        devices = load_devices(cache_home())
        roots = judge_roots(
            joins, self._tree, self._concept_roots(self._paths), gone=self._gone,
            remembered_devices=devices)
        remember_devices(cache_home(), devices, roots)
        facts = [fact for store in roots for fact in store.facts]
        legacy = yield from self._legacy(facts)
        others = yield from self._of_values(facts)
        self._let_go_of_sources()
        smart = yield from self._judge(joins, roots)
        self._findings += model_findings(smart)
        by_id = {survey.location.id: survey for survey in (*smart, *legacy, *others)}
        ordered = tuple(by_id[location.id] for location in self._workspace.stores)
        return ordered, tuple(facts)

    def findings(self) -> list[Finding]:
        """What is to be said of indexes, folders and legacy stores."""
        found = [
            finding for opened in self._opened
            for finding in index_findings(opened.location, opened.index)]
        return [*found, *self._findings]

    def _asking(self) -> list[Concept]:
        """Concepts a trainer would load with this config."""
        config, concepts = self._workspace.config, self._workspace.concepts
        asking = enabled_concepts(concepts)
        if config is not None and config.validation:
            asking = (*asking, *enabled_concepts(concepts, validation=True))
        return sorted(asking, key=lambda concept: concept.index)

    def _enumerate(self) -> Job[None]:
        workspace = self._workspace
        extensions = sample_extensions(workspace.config)
        asking = self._asking()
        enumerated: dict[tuple[str, bool], ConceptSamples] = {}
        for done, concept in enumerate(asking):
            self._token.check()
            yield Progress("listing pictures", done, len(asking), "concepts")
            folder = workspace.locate(concept, flavour=self._flavour)
            # Concepts of one folder differ in what they ask for, not in their pictures.
            known = enumerated.get((folder.spelled, concept.include_subdirectories))
            samples = replace(known, concept=concept) if known else enumerate_concept(
                concept, folder.real, spelled=folder.spelled, link_rule=self.link_rule,
                extensions=extensions, list_folder=self._tree.list_folder,
                companions=companion_stems(workspace.config), flavour=folder.flavour)
            enumerated.setdefault((folder.spelled, concept.include_subdirectories), samples)
            self._samples[concept.index] = samples
            self.samples_of[concept.index] = len(samples)
        self._findings += sample_findings(self._samples.values())
        self._unseen = unseen_sample(self._samples.values(), (*extensions, ".txt"))

    def _join(self, opened: _OpenedStore) -> Job[JoinedStore]:
        workspace, kind = self._workspace, opened.location.kind
        is_text = kind is StoreKind.SMART_TEXT
        asked = [] if wanted_names(workspace.config, kind) == frozenset() else [
            (concept, group)
            for concept, samples in self._samples.items() for group in samples.folders]
        extensions = (".txt",) if is_text else tuple(sample_extensions(None))
        has_config = bool(workspace.config or workspace.concepts)

        def is_source(name: str) -> bool:
            return name.lower().endswith(extensions)

        self._token.check()
        return (yield from join_store(
            opened.index.columns, self._tree, self._paths, asked,
            source_of_sample=caption_of if is_text else None,
            is_source=None if has_config else is_source))

    def _judge(
        self, joins: Sequence[JoinedStore], roots: Sequence[StoreRoots]
    ) -> Job[list[StoreSurvey]]:
        surveys: list[StoreSurvey] = []
        first_root = 0
        open_files = OpenFiles()
        for opened, join, store_roots in zip(self._opened, joins, roots, strict=True):
            self._token.check()
            context = StoreContext(
                workspace=self._workspace, location=opened.location, index=opened.index,
                depth=self._depth, memory=self._memory, pictures=self._pictures,
                token=self._token, now_ns=self._now_ns, chosen=self._chosen,
                listing=self._tree.listing(str(opened.location.path)), open_files=open_files,
                unseen=self._unseen)
            surveys.append((yield from survey_smart_store(
                context, join, store_roots, first_root=first_root)))
            first_root += len(store_roots.facts)
        return surveys

    def _legacy(self, roots: list[RootFacts]) -> Job[list[StoreSurvey]]:
        """Survey the legacy stores; their roots are appended to `roots`."""
        workspace = self._workspace
        locations = [
            store for store in workspace.stores if store.kind.format is StoreFormat.LEGACY]
        if not locations:
            return []
        # What reads and matches groups takes 15 ms to load, and most surveys find none.
        from larder.core.survey.legacy.survey import legacy_findings, survey_legacy_store

        surveys: list[StoreSurvey] = []
        for location in locations:
            found = yield from survey_legacy_store(
                location, workspace=workspace, samples=self._samples, depth=self._depth,
                resolve=self._paths.real_path, token=self._token, now_ns=self._now_ns,
                gone=self._gone, roots=roots)
            surveys.append(found)
        self._findings += legacy_findings(surveys)
        return surveys

    def _of_values(self, roots: list[RootFacts]) -> Job[list[StoreSurvey]]:
        """Survey the stores of single values; their roots are appended to `roots`."""
        workspace = self._workspace
        locations = [
            store for store in workspace.stores
            if store.kind.format in (StoreFormat.SHARDED, StoreFormat.TREE)]
        if not locations:
            return []
        # Most workspaces have no such store, and what surveys them takes some time to load.
        from larder.core.survey.sharded import survey_sharded_store
        from larder.core.survey.tree import survey_tree_store
        from larder.core.survey.values.sources import SourcePlaces

        paths = SpelledPaths(workspace.root, workspace.maps, flavour_of(""))
        places = SourcePlaces(
            paths, self._concept_roots(paths), self._gone, self._depth, self._tree)
        surveys: list[StoreSurvey] = []
        for location in locations:
            is_tree = location.kind.format is StoreFormat.TREE
            survey_store = survey_tree_store if is_tree else survey_sharded_store
            surveys.append((yield from survey_store(
                location, places, token=self._token, now_ns=self._now_ns, roots=roots)))
        return surveys

    def _let_go_of_sources(self) -> None:
        """Nothing asks for listed sources any more, which take 9 MB per 100,000."""
        self._samples.clear()
        self._tree = SourceTree()

    def _concept_roots(self, paths: SpelledPaths) -> list[ConceptRoot]:
        workspace = self._workspace
        found = []
        for concept in workspace.concepts:
            folder = workspace.locate(concept, flavour=self._flavour)
            found.append(ConceptRoot(
                concept.index, folder.spelled, str(folder.real), paths.place(str(folder.real))))
        return found


def _read_index(location: StoreLocation) -> IndexRead:
    """The index from its snapshot when that is still good, else decoded and remembered."""
    from_snapshot = load_snapshot(cache_home(), location.path)
    if from_snapshot is not None:
        return from_snapshot
    index = read_index(location.path)
    save_snapshot(cache_home(), location.path, index)
    return index


def _link_rule(opened: Sequence[_OpenedStore]) -> LinkRule:
    """Trainers that write `concepts` into the index skip links, earlier ones follow them."""
    indexes = [store.index.columns for store in opened if len(store.index.columns)]
    skips = any(columns.has_concepts for columns in indexes)
    return LinkRule.SKIP if skips else LinkRule.FOLLOW


def _flavour(opened: Sequence[_OpenedStore], workspace: Workspace) -> PathFlavour:
    """The flavour of the first index with rows, else what else tells of the trainer's system."""
    for store in opened:
        if len(store.index.columns):
            return PathFlavour(store.index.columns.separator)
    return workspace.flavour


def _picture_size(path: str) -> tuple[int, int] | None:
    # Pillow takes 12 ms to load, and a survey of unchanged pictures reads no header.
    from larder.core.workspace.picture_size import PictureSize, read_picture_size

    size = read_picture_size(path)
    return (size.height, size.width) if isinstance(size, PictureSize) else None
