"""The samples a config trains on, each with the payloads of its picture and of its caption.

Picture, mask and caption of a sample are found by one number, so none can come from another sample:
in an index by the paths of the picture and of the caption beside it, in a released trainer's cache
by the place that both have in the groups of one concept.

A survey says which of them are good. What it has anything against is missing here: it would have to
be built first.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from msgspec.structs import replace

from larder.core.encoders.draws import onetrainer_positions
from larder.core.errors import UserFacingError
from larder.core.files.folder_scan import scan_folder
from larder.core.jobs import CancelToken, run_to_end
from larder.core.keys.payload_names import INDEX_NAME
from larder.core.payloads.file_bytes import FileBytes
from larder.core.payloads.packed import PackedFile
from larder.core.stores.indexed.index_file import IndexRead
from larder.core.stores.indexed.open_index import OpenIndex
from larder.core.stores.indexed.stamps import variations_of
from larder.core.stores.released.groups import read_group
from larder.core.stores.released.matching import ConceptBlock, workspace_group_keys
from larder.core.survey.indexed.store import read_remembered_index
from larder.core.survey.released.groups import list_groups
from larder.core.survey.released.sources import GroupSamples
from larder.core.survey.report import Depth, StoreSurvey
from larder.core.survey.sources import picture_memory
from larder.core.survey.survey import link_rule_of, survey
from larder.core.survey.variants import WantedSize, find_wanted_size, list_wanted_names
from larder.core.survey.verdicts import Remark, Verdict
from larder.core.training.cached_files import (
    CachedFiles,
    CachedPayload,
    IndexedFiles,
    Sample,
    SlotFiles,
    TargetSizes,
    first_variant,
    variants_of_rows,
)
from larder.core.training.order import Order, Pool, turns_per_epoch
from larder.core.training.report import MissingItem
from larder.core.workspace.bucketing import Size
from larder.core.workspace.cache_layout import CacheLayout
from larder.core.workspace.concepts import BalancingStrategy, Concept, select_concepts
from larder.core.workspace.model_types import find_model_type
from larder.core.workspace.onetrainer_config import TrainerConfig
from larder.core.workspace.open_workspace import StoreContent, StoreLocation, Workspace
from larder.core.workspace.roots import PathFlavour
from larder.core.workspace.samples import (
    UnreadableFolder,
    caption_of,
    companion_stems,
    enumerate_concept,
    sample_extensions,
)
from larder.core.workspace.trainer_layout import choose_layout, lay_out

GOOD: Final = (Verdict.VALID, Verdict.TOUCHED)


@dataclass(frozen=True, slots=True)
class Pairing:
    """The samples of a loader with what is cached of them; samples by number.

    Attributes:
        concepts: by index.
        pools: in the trainer's order.
        images: payloads of pictures.
        texts: payloads of captions; None where the config caches none.
        targets: the sizes that are asked for, None where the cache alone decides.
        missing: what cannot be served, by content and sample.
        other_target: samples that are cached at another target than that which is drawn for them;
            they are served as they are.
        prompts: of each variation of a caption, by sample, where the index says them.
        packed: the one file that everything lies in, None for folders.
    """

    layout: CacheLayout
    samples: Sequence[Sample]
    concepts: Mapping[int, Concept]
    pools: Sequence[Pool]
    images: CachedFiles
    texts: CachedFiles | None
    targets: TargetSizes | None
    missing: Mapping[StoreContent, Mapping[int, MissingItem]]
    other_target: frozenset[int] = frozenset()
    prompts: Mapping[int, Sequence[str]] = field(default_factory=dict)
    packed: PackedFile | None = None

    def place(
        self, content: StoreContent, files: CachedFiles, payload: CachedPayload
    ) -> FileBytes:
        """The bytes of a payload, named by where it lies in its store.

        Raises:
            PayloadError: if it is missing or empty.
        """
        if self.packed is not None:
            return self.packed.part(f"{content.value}/{payload.name}")
        return FileBytes(files.path / payload.name, f"{files.path.name}/{payload.name}")

    def absent(self, files: CachedFiles, names: Sequence[str]) -> frozenset[str]:
        """Those of some payloads that are not there; in one file all that it lists are."""
        return frozenset() if self.packed is not None else files.absent(names)

    def files(self) -> Iterator[tuple[StoreContent, CachedFiles]]:
        """Every store that serves."""
        yield StoreContent.IMAGE, self.images
        if self.texts is not None:
            yield StoreContent.TEXT, self.texts


def pair_samples(
    workspace: Workspace, *, layout: str | None = None, validation: bool = False,
    depth: str | None = "stat", order: Order = Order.LARDER,
) -> Pairing:
    """Find the samples of a config and their payloads.

    Args:
        workspace: with a config and its concepts.
        layout: "released" or "cache.json", None for the one that is used.
        validation: take the validation concepts in place of the others.
        depth: of the survey; None to take every payload that is listed for good, without one.
        order: whose; of an index the trainer serves the first size of a picture, unless it was
            written by one that draws sizes anew in each epoch.

    Raises:
        UserFacingError: if nothing is cached, or nobody knows which samples there are.
        WorkspaceError: if a store cannot be read.
    """
    config = workspace.config
    if config is None or not workspace.concepts:
        raise UserFacingError(
            "Without a config and its concepts it is not known which pictures to train on.",
            "Open the config, or train from the cache alone: sourceless=True.")
    chosen = choose_layout(workspace, layout)
    used = replace(workspace, stores=tuple(
        store for store in lay_out(workspace, chosen).stores
        if store.kind.content in (StoreContent.IMAGE, StoreContent.TEXT)))
    stores = {
        store.kind.content: store for store in used.stores
        if list_wanted_names(config, store.kind.content) != frozenset()}
    if StoreContent.IMAGE not in stores or not stores[StoreContent.IMAGE].exists:
        raise UserFacingError(
            f"No pictures are cached for {workspace.config_path or workspace.opened}.",
            "Build the cache first, with `larder build` or in the window.")
    finder = _Finder(used, config, stores, validation=validation)
    released = chosen is CacheLayout.RELEASED
    pairing = finder.slots() if released else finder.pair_with_indexes(order)
    if depth is None:
        return pairing
    report = run_to_end(survey(used, depth=Depth(depth), token=CancelToken()), None)
    missing = {
        one.location.kind.content: finder.faults(one) for one in report.stores
        if one.location.kind.content in pairing.missing}
    return dataclasses.replace(
        pairing, missing=missing, other_target=frozenset(finder.other_target))


def joint_pools(
    samples: Sequence[Sample], concepts: Mapping[int, Concept], *, draws: bool
) -> list[Pool]:
    """Pools of samples whose concepts agree in all that either of the trainer's stores groups by.

    Where its two stores group differently it pairs wrongly; these pools are those of both.
    """
    members: dict[str, list[int]] = {}
    first: dict[str, Concept] = {}
    keys = {
        index: repr((
            one.path, one.seed, one.include_subdirectories, one.raw.get("image"),
            one.raw.get("text"))) for index, one in concepts.items()}
    for number, sample in enumerate(samples):
        key = keys[sample.concept]
        members.setdefault(key, []).append(number)
        first.setdefault(key, concepts[sample.concept])
    return [
        Pool(
            members[key],
            turns_per_epoch(len(members[key]), one.balancing, one.balancing_strategy),
            max(variations_of(one, StoreContent.IMAGE), 1),
            max(variations_of(one, StoreContent.TEXT), 1),
            is_drawn=draws and one.balancing_strategy is BalancingStrategy.SAMPLES)
        for key, one in first.items()]


def _size_in_header(samples: Sequence[Sample], number: int) -> Size | None:
    """Return the size in a picture's file; needed only for missing pictures.

    A header is read in 0.02 ms; opening the memory of sizes would take ten times as long, each
    time.
    """
    from larder.core.workspace.picture_size import read_picture_size  # Pillow

    return read_picture_size(samples[number].place)


def _out_of_reach(concept: Concept, folder: UnreadableFolder) -> UserFacingError:
    """A folder is away: without its pictures, those after them would be drawn otherwise."""
    return UserFacingError(
        f"The folder {folder.spelled} of the concept {concept.name or concept.path} cannot be "
        f"read: {folder.reason}.",
        "Connect its drive, map its path (larder.open with maps), disable the concept, or train "
        "from the cache alone: sourceless=True.")


class _Finder:
    """Finds samples and payloads of one workspace."""

    def __init__(
        self, workspace: Workspace, config: TrainerConfig,
        stores: Mapping[StoreContent, StoreLocation], *, validation: bool,
    ) -> None:
        self._workspace = workspace
        self._config = config
        self._stores = stores
        self._indexes: dict[StoreContent, IndexRead] = {
            content: read_remembered_index(store).known(store.path)
            for content, store in stores.items() if store.kind.traits.has_index}
        self._concepts = {
            one.index: one
            for one in select_concepts(workspace.concepts, validation=validation)}
        self._paths = workspace.paths(self._flavour())
        self._members: dict[int, GroupSamples] = {}
        self._samples = list(self._list_samples())
        self.other_target: set[int] = set()

    def _flavour(self) -> PathFlavour:
        for index in self._indexes.values():
            if len(index.columns):
                return PathFlavour(index.columns.separator)
        return self._workspace.flavour

    def _list_samples(self) -> Iterator[Sample]:
        """As the trainer lists them, numbered through; it stops at a folder that is away, too."""
        workspace, config, position = self._workspace, self._config, 0
        for index, concept in self._concepts.items():
            folder = workspace.locate(concept, flavour=self._paths.flavour)
            listed = enumerate_concept(
                concept, folder.real, spelled=folder.spelled,
                link_rule=link_rule_of(self._indexes.values()),
                extensions=sample_extensions(config), companions=companion_stems(config),
                list_folder=scan_folder, flavour=folder.flavour)
            if listed.unreadable:
                raise _out_of_reach(concept, listed.unreadable[0])
            found = self._members[index] = GroupSamples.of(listed, folder)
            spelled = found.pictures if not self._indexes else listed.paths()
            for picture, place in zip(spelled, found.places, strict=True):
                yield Sample(index, position, picture, place)
                position += 1

    def pair_with_indexes(self, order: Order) -> Pairing:
        """Return the pairing of samples with the rows of indexes."""
        rows = {
            content: {self._paths.same_source(key): row
                      for row, key in enumerate(index.columns.keys())}
            for content, index in self._indexes.items()}
        model_type = find_model_type(self._config.model_type)
        variants = {
            content: variants_of_rows(
                index.columns, has_frames=model_type is not None and model_type.takes_video)
            for content, index in self._indexes.items()}
        row_of = {
            content: [rows[content].get(self._paths.same_source(self._key(one, content)), -1)
                      for one in self._samples] for content in rows}
        targets = self._targets(row_of[StoreContent.IMAGE])
        files = {
            content: IndexedFiles(
                self._stores[content].path,
                [variants[content](row) if row >= 0 else () for row in row_of[content]],
                targets if content is StoreContent.IMAGE and (
                    order is Order.LARDER or self._draws_each_epoch(content)) else first_variant,
                has_crops=content is StoreContent.IMAGE)
            for content in rows}
        return self._pairing(CacheLayout.INDEXED, files, targets, {
            content: [row < 0 for row in of_store] for content, of_store in row_of.items()})

    def _draws_each_epoch(self, content: StoreContent) -> bool:
        """Return whether the trainer that wrote an index draws sizes anew in each epoch."""
        path = self._stores[content].path / INDEX_NAME
        if not path.is_file():
            return False
        with OpenIndex.open(path) as index:
            return "bucket_method" in index.top

    def _targets(self, row_of: Sequence[int]) -> TargetSizes:
        """The sizes that are asked for; a header is read where no index says a picture's own."""
        columns = self._indexes[StoreContent.IMAGE].columns
        wanted: dict[int, WantedSize] = {
            index: find_wanted_size(self._config, one, StoreContent.IMAGE)
            for index, one in self._concepts.items()}
        sizes: list[Size | None] = []
        with picture_memory() as pictures:
            for sample, row in zip(self._samples, row_of, strict=True):
                targets = wanted[sample.concept].targets
                if targets is None or targets.fixed is not None:
                    sizes.append(None)
                elif row >= 0 and columns.heights[row] > 0 and columns.widths[row] > 0:
                    sizes.append((int(columns.heights[row]), int(columns.widths[row])))
                else:
                    sizes.append(pictures.size(sample.place))
        return TargetSizes(
            self._samples, wanted, sizes.__getitem__, onetrainer_positions(self._config))

    def slots(self) -> Pairing:
        """Return the pairing of samples with the slots of a released trainer's groups."""
        files: dict[StoreContent, CachedFiles] = {}
        unlisted: dict[StoreContent, list[bool]] = {}
        for content, store in self._stores.items():
            is_image = content is StoreContent.IMAGE
            block = ConceptBlock.IMAGE if is_image else ConceptBlock.TEXT
            there, _ = list_groups(store.path)
            keys = {
                index: next((key for key in found if key in there), "")
                for index, found in workspace_group_keys(self._workspace, block).items()}
            groups = {
                key: read_group(store.path, key)
                for key in {keys[index] for index in self._concepts} if key}
            slots: dict[str, int] = {}
            places: list[tuple[str, int] | None] = []
            variations: dict[str, int] = {}
            for sample in self._samples:
                key = keys[sample.concept]
                places.append((key, slots.get(key, 0)) if key else None)
                slots[key] = slots.get(key, 0) + 1
                variations.setdefault(
                    key, max(variations_of(self._concepts[sample.concept], content), 1))
            files[content] = SlotFiles(store.path, groups, places, variations, is_image)
            unlisted[content] = [place is None for place in places]
        targets = TargetSizes(
            self._samples,
            {index: find_wanted_size(self._config, one, StoreContent.IMAGE)
             for index, one in self._concepts.items()},
            partial(_size_in_header, self._samples), onetrainer_positions(self._config))
        return self._pairing(CacheLayout.RELEASED, files, targets, unlisted)

    def faults(self, found: StoreSurvey) -> dict[int, MissingItem]:
        """Return the faults a survey found by sample of a store; also fills `other_target`."""
        rows, content = found.rows, found.location.kind.content
        by_source = {
            self._paths.same_source(rows.source(row)): row
            for row in range(len(rows)) if found.released is None}
        of_concept = {
            index: iter(wanted.tolist()) for index, wanted in found.wanted.items()
            if found.released is not None}
        faults: dict[int, MissingItem] = {}
        for number, sample in enumerate(self._samples):
            if found.released is not None:
                row = next(of_concept.get(sample.concept, iter(())), -1)
            else:
                row = by_source.get(self._paths.same_source(self._key(sample, content)), -1)
            verdict = Verdict(int(rows.verdicts[row])) if row >= 0 else Verdict.MISSING_ENTRY
            if verdict is Verdict.MISSING_VARIANT and rows.also[row] & Remark.TARGET_NOT_CACHED:
                self.other_target.add(number)
            elif not (verdict in GOOD or self._is_of_one_epoch(found, row, sample)):
                faults[number] = MissingItem(
                    content.value, sample.picture, verdict.name_in_contract,
                    rows.why.get(row, ""))
        return faults

    def _is_of_one_epoch(self, found: StoreSurvey, row: int, sample: Sample) -> bool:
        """Return whether only a size that the first epoch draws is not there, of an index."""
        if found.released is not None or row < 0 \
                or Verdict(int(found.rows.verdicts[row])) is not Verdict.MISSING_PAYLOAD \
                or found.rows.also[row] & (1 << Verdict.INCOMPLETE_SCHEMA):
            return False
        return bool(find_wanted_size(
            self._config, self._concepts[sample.concept], found.location.kind.content).edges)

    def _key(self, sample: Sample, content: StoreContent) -> str:
        return sample.picture if content is StoreContent.IMAGE else caption_of(sample.picture)

    def _pairing(
        self, layout: CacheLayout, files: Mapping[StoreContent, CachedFiles],
        targets: TargetSizes, unlisted: Mapping[StoreContent, Sequence[bool]],
    ) -> Pairing:
        """With what no store lists; `unlisted` says so of each sample."""
        missing = {
            content: {
                number: MissingItem(
                    content.value, sample.picture, Verdict.MISSING_ENTRY.name_in_contract)
                for number, (sample, is_missing) in enumerate(
                    zip(self._samples, of_store, strict=True)) if is_missing}
            for content, of_store in unlisted.items()}
        return Pairing(
            layout=layout, samples=self._samples, concepts=self._concepts,
            pools=joint_pools(
                self._samples, self._concepts, draws=layout is CacheLayout.INDEXED),
            images=files[StoreContent.IMAGE], texts=files.get(StoreContent.TEXT),
            targets=targets, missing=missing)

