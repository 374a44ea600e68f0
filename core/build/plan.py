"""What a build would do: which samples, at which sizes, made anew or taken from what is there.

The plan is read-only and made from a survey. It lists sources; how many of them turn out to have
their payload already (a copy of a cached picture, a prompt that was encoded for another caption) is
known only when their bytes are read, so counts of payloads are upper bounds.

Where samples stand in the trainer's list decides every draw. Each data loader numbers the samples
of its concepts from 0, concept by concept in file order, sorted by the whole path within a concept.
The survey has listed them; nothing is read again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import msgspec

from larder.core.build.reports import BuildGroup, LeftOut, ListedMixture, PayloadTotals
from larder.core.build.scope import BuildScope
from larder.core.build.slots import (
    Fate,
    FolderChange,
    HeldPayload,
    PlannedFolder,
    PlannedSlots,
    Sample,
    held_together,
)
from larder.core.clean.readopt import ReadoptPlan
from larder.core.clean.reports import LeftSource
from larder.core.clean.transaction import IndexTarget
from larder.core.encoders.draws import ModulePositions
from larder.core.encoders.model_files import EncoderOptions
from larder.core.errors import Finding
from larder.core.quantities import sum_if_known
from larder.core.survey.report import StoreSurvey, SurveyReport
from larder.core.survey.verdicts import Verdict
from larder.core.workspace.bucketing import Size
from larder.core.workspace.concepts import Concept, enabled_concepts
from larder.core.workspace.onetrainer_config import TrainerConfig
from larder.core.workspace.open_workspace import StoreContent, Workspace
from larder.core.workspace.roots import PathFlavour
from larder.core.workspace.samples import caption_of
from larder.core.workspace.spelled_paths import SpelledPaths
from larder.core.workspace.store_kinds import TRAINER_CONTENTS
from larder.core.workspace.trainer_layout import CacheLayout


class Uses:
    """Samples by source, in concept order; a store may spell sources as another one does not."""

    def __init__(self, same_source: Callable[[str], str] = str) -> None:
        """Begin with none; `same_source` gives a text that is equal for spellings of one source."""
        self._same_source = same_source
        self._of: dict[str, list[Sample]] = {}

    def note(self, source: str, use: Sample) -> None:
        """Remember what a source is used for."""
        self._of.setdefault(self._same_source(source), []).append(use)

    def of(self, source: str) -> Sequence[Sample]:
        """What a source is used for; nothing for one that no concept asks for."""
        return self._of.get(self._same_source(source), ())


def uses_of_sources(report: SurveyReport, content: StoreContent) -> Uses:
    """Every wanted source of one content and the samples it is used for.

    Positions come from the pictures' store; where only captions were surveyed, each caption counts
    as one sample.
    """
    workspace = report.workspace
    survey = _listing_store(report)
    if survey is None:
        return Uses()
    concepts = workspace.concepts
    is_picture = survey.location.kind.content is StoreContent.IMAGE
    paths = workspace.paths(PathFlavour(survey.rows.separator))
    uses = Uses(paths.same_source)
    for validation in (False, True):
        position = 0
        for concept in enabled_concepts(concepts, validation=validation):
            for source in _sorted_sources(survey, concept, paths):
                key = source
                if is_picture and content is StoreContent.TEXT:
                    key = caption_of(source)
                uses.note(key, Sample(concept.index, position, source))
                position += 1
    return uses


def _listing_store(report: SurveyReport) -> StoreSurvey | None:
    """The store whose wanted rows are the samples."""
    wanted = [survey for survey in report.stores if survey.wanted]
    pictures = [
        survey for survey in wanted if survey.location.kind.content is StoreContent.IMAGE]
    return next(iter([*pictures, *wanted]), None)


def _sorted_sources(survey: StoreSurvey, concept: Concept, paths: SpelledPaths) -> list[str]:
    rows = survey.wanted.get(concept.index)
    sources = [] if rows is None else map(survey.rows.source, rows.tolist())
    return sorted(sources, key=paths.ordered)


class BuildItem(msgspec.Struct, frozen=True, gc=False):
    """One source at one size.

    Attributes:
        key: the source as the index spells it.
        source: where it lies on this machine.
        bucket: (height, width), None in a text store.
        variations: payloads it must have.
        use: the sample whose settings and draws decide its content.
        uses: every sample it is used for.
        verdict: what the survey says of it.
        keeps_row: its row is of the present content; everything in it that is not built stays.
        is_first: whether this size goes before the row's others.
        stem: name of the payloads that the row has for this size and that are not to be doubted,
            None without any; variations missing from disk are made under that name.
        is_doubted: the payloads its row names are not to be used again, good as they may look.
        is_redone: nothing that is on disk is to be used again.
        to_make: variations, from 1, that are not known to be on disk.
        content: hash of its bytes as far as it is known before it is read, "" otherwise.
        is_shared: payloads that are there, or that another item makes, hold what it needs.
        linked: variations to make, and what the other layout has of each.
        size: (height, width) of the upright picture, None in a text store.
        replaced: payloads of its row that no row names after the build.
        replaced_hash: the content they were made from, 16 hex digits.
    """

    key: str
    source: str
    bucket: Size | None
    variations: int
    use: Sample
    uses: tuple[Sample, ...]
    verdict: Verdict
    keeps_row: bool
    is_first: bool
    stem: str | None
    is_doubted: bool
    is_redone: bool
    to_make: tuple[int, ...]
    size: Size | None
    replaced: tuple[str, ...] = ()
    replaced_hash: str = ""
    content: str = ""
    is_shared: bool = False
    linked: tuple[tuple[int, HeldPayload], ...] = ()

    @property
    def payloads(self) -> int:
        """Files that are made for it, at most."""
        return 0 if self.is_shared else len(self.to_make) - len(self.linked)


@dataclass(frozen=True, slots=True)
class BuildStore:
    """What is to be built in one store.

    Attributes:
        names: values that every payload must hold, sorted.
        items: in the order they are built: size by size, by position within a size.
        frame_axis: its sizes are spelled frames x height, and a crop has three numbers.
        reordered: (key, variant) of rows whose wanted size has to go first; nothing is encoded.
        samples_stamped: whether its rows say which samples they are used for.
        is_listed_whole: every concept's folder was listed, so where samples stand is certain.
        watched: name endings of the sidecars that its rows record.
        uses: every wanted source and the samples it is used for.
        doubted: keys of rows whose payloads are not to be shared with others.
        slots: of a store of the released layout, which has no rows, what its folders are to hold.
        unproved: slots of a trainer of which nothing shows what they hold, by reason.
        kept: payloads of an index's wanted sizes that are there and right.
        start_s: seconds until its first payloads are begun, as far as known: a model is loaded.
    """

    target: IndexTarget
    content: StoreContent
    names: tuple[str, ...]
    items: tuple[BuildItem, ...]
    frame_axis: bool
    reordered: tuple[tuple[str, str], ...] = ()
    samples_stamped: bool = False
    is_listed_whole: bool = False
    watched: tuple[str, ...] = ()
    uses: Uses = field(default_factory=Uses)
    doubted: frozenset[str] = frozenset()
    slots: PlannedSlots | None = None
    unproved: tuple[LeftOut, ...] = ()
    kept: int = 0
    start_s: float = 0.0

    @property
    def layout(self) -> CacheLayout:
        """How it lies."""
        return CacheLayout.INDEXED if self.slots is None else CacheLayout.RELEASED

    @property
    def stays(self) -> int:
        """Payloads that are right where they are."""
        return self.kept + self.count(Fate.STAYS)

    @property
    def folders(self) -> tuple[PlannedFolder, ...]:
        """Its variations in the released layout; a store with an index has none."""
        return () if self.slots is None else self.slots.folders

    @property
    def blocked(self) -> frozenset[int]:
        """Concepts whose folders stay as they are although they are out of date."""
        return frozenset() if self.slots is None else self.slots.blocked

    def count(self, *fates: Fate) -> int:
        """Slots with these fates."""
        return sum(folder.count(fate) for folder in self.folders for fate in fates)

    @property
    def mended(self) -> int:
        """Pictures or captions that are due, and of which something is made, moved or put in order.

        What a trainer cached may be made again only because nothing shows what it holds.
        """
        if self.slots is None:
            return len({*(item.key for item in self.items), *(key for key, _ in self.reordered)})
        return len(self.slots.due & {
            slot.sample.picture for folder in self.folders for slot in folder.slots
            if slot.fate not in (Fate.STAYS, Fate.LEFT)})

    @property
    def encodes(self) -> bool:
        """Whether an encoder is needed, as far as is known."""
        return any(item.payloads for item in self.items)

    @property
    def linked(self) -> int:
        """Payloads that are taken from the other layout."""
        return self.count(Fate.LINKED) + sum(len(item.linked) for item in self.items)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to do."""
        return not (self.items or self.reordered or any(
            folder.change is not FolderChange.NOTHING for folder in self.folders))


@dataclass(frozen=True, slots=True)
class BuildPlan:
    """What a build would do.

    Attributes:
        scope: which verdicts are mended.
        modeltype: of every row that is written.
        positions: of the modules that draw.
        stores: only those in which there is something to do.
        readopt: rows of vanished sources that sources with their content take over first.
        left_out: what the trainer has to build.
        free_bytes: free space where the stores are, the least of them.
        models: those that the user chose in place of the config's.
        mixtures: what becomes of payloads that were encoded with other weights.
        measured: payloads that were made on trial to tell seconds and bytes.
        encoding: with what a build of it encodes.
        without_model: of what is left out, that whose encoder is not at hand.
        lacks_model: why nothing can be encoded at all, None where something can.
        switches_from: the layout that was used so far, None where it is the one that is built.
        totals: what becomes of payloads, by store, once `count_payloads` has counted.
        stays: payloads that are right in stores in which there is nothing to do.
    """

    workspace: Workspace
    scope: BuildScope
    modeltype: str
    positions: ModulePositions
    stores: tuple[BuildStore, ...]
    readopt: ReadoptPlan
    groups: tuple[BuildGroup, ...]
    left_out: tuple[LeftOut, ...]
    broken: tuple[LeftSource, ...]
    free_bytes: int
    models: tuple[Path, ...] = ()
    mixtures: tuple[ListedMixture, ...] = ()
    measured: int = 0
    encoding: EncoderOptions = field(default_factory=EncoderOptions)
    without_model: tuple[LeftOut, ...] = ()
    lacks_model: Finding | None = None
    switches_from: CacheLayout | None = None
    totals: Mapping[str, PayloadTotals] = field(default_factory=dict)
    stays: int = 0

    def __repr__(self) -> str:
        size = "?" if self.bytes is None else self.bytes
        return f"<BuildPlan of {self.workspace.opened}: {self.payloads} files of {size} bytes>"

    @property
    def config(self) -> TrainerConfig:
        """What is built for."""
        if self.workspace.config is None:
            raise ValueError("a plan is never made without a config")
        return self.workspace.config

    @property
    def layout(self) -> CacheLayout:
        """How its stores lie."""
        formats = {store.kind.format for store in self.workspace.stores
                   if store.kind.content in TRAINER_CONTENTS}
        return CacheLayout.RELEASED if CacheLayout.RELEASED.format in formats \
            else CacheLayout.INDEXED

    @property
    def entries(self) -> int:
        """Sources of which something is built."""
        return sum(len({item.key for item in store.items}) for store in self.stores)

    @property
    def mended(self) -> int:
        """Pictures and captions that are up to date afterwards and were not before."""
        return sum(store.mended for store in self.stores)

    @property
    def payloads(self) -> int:
        """Files to be made, at most."""
        return sum(group.payloads for group in self.groups)

    @property
    def linked(self) -> int:
        """Payloads that are taken from the other layout."""
        return sum(store.linked for store in self.stores)

    @property
    def bytes(self) -> int | None:
        """What they take, None when it cannot be told for all of them."""
        return sum_if_known(group.bytes for group in self.groups)

    @property
    def start_s(self) -> float:
        """How much of `seconds` passes before first payloads are begun: models are loaded."""
        return sum(store.start_s for store in self.stores if store.encodes)

    @property
    def seconds(self) -> float | None:
        """How long it takes, None when it cannot be told for all of it."""
        return sum_if_known(self.seconds_by_store().values())

    def seconds_by_store(self) -> dict[str, float | None]:
        """The same of each store of which something is made, by id: each has its own encoder."""
        starts = {store.target.id: store.start_s for store in self.stores if store.encodes}
        found: dict[str, float | None] = {}
        for group in self.groups:
            before = found.get(group.store, starts.get(group.store, 0.0))
            found[group.store] = None if before is None or group.seconds is None \
                else before + group.seconds
        return found

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to do."""
        return not (self.stores or self.readopt.stores or self.broken)


BESIDE: Final = (
    "Pictures and captions are written together, and those of the other cache stay as they are.")


Selection = Collection[tuple[str, str]]
"""(store id, source as the index spells it) pairs."""


def regrouped(plan: BuildPlan, stores: Sequence[BuildStore]) -> tuple[BuildGroup, ...]:
    """The numbers of what is left, in proportion."""
    entries: Counter[tuple[str, str]] = Counter()
    payloads: Counter[tuple[str, str]] = Counter()
    for store in stores:
        for item in store.items:
            entries[store.target.id, resolution_of(item.bucket)] += 1
            payloads[store.target.id, resolution_of(item.bucket)] += item.payloads
    groups = []
    for group in plan.groups:
        key = group.store, group.resolution
        share = payloads[key] / group.payloads if group.payloads else 0.0
        if entries[key]:
            groups.append(msgspec.structs.replace(
                group, entries=entries[key], payloads=payloads[key],
                bytes=None if group.bytes is None else round(group.bytes * share),
                seconds=None if group.seconds is None else group.seconds * share))
    return tuple(groups)


def resolution_of(bucket: Size | None) -> str:
    """A size as documents spell it, "" in a text store."""
    return "" if bucket is None else f"{bucket[0]}x{bucket[1]}"


def hold_together(plan: BuildPlan, blocked: Collection[int]) -> BuildPlan:
    """A plan without the folders that pictures or captions of some concepts would be written into.

    Args:
        plan: the plan.
        blocked: concepts of which some folder of slots has to stay as it is.
    """
    held = held_together(
        (folder for store in plan.stores for folder in store.folders), blocked)
    if not held:
        return plan
    stores, left = [], list(plan.left_out)
    for store in plan.stores:
        if store.slots is None:
            stores.append(store)
            continue
        kept = replace(
            store, items=tuple(item for item in store.items if item.use.concept not in held),
            slots=replace(store.slots, folders=tuple(
                folder for folder in store.slots.folders if not folder.concepts & held)))
        stores += [] if kept.is_empty else [kept]
        left += _left_beside(store, held)
    return replace(
        plan, stores=tuple(stores), left_out=tuple(left), groups=regrouped(plan, stores))


def example_of(store: BuildStore, folder: PlannedFolder) -> str:
    """The source of a slot that is to be encoded, else of the first."""
    slot = next((one for one in folder.slots if one.fate is Fate.ENCODED), folder.slots[0])
    picture = slot.sample.picture
    return caption_of(picture) if store.content is StoreContent.TEXT else picture


def _left_beside(store: BuildStore, held: set[int]) -> Iterator[LeftOut]:
    """What would have been written beside slots that stay as they are, by group."""
    groups = {
        folder.group: folder for folder in store.folders
        if folder.concepts & held and folder.change is not FolderChange.NOTHING}
    for folder in groups.values():
        yield LeftOut(
            store.target.id, len(folder.slots), BESIDE, example_of(store, folder),
            folder.replaces is not None or msgspec.UNSET)
