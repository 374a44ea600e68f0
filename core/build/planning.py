"""Makes the plan of a build from a survey. Reads headers of pictures, writes nothing."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from msgspec.structs import replace

from larder.core.build.choose import Chosen, StoreChoice, choose_items
from larder.core.build.estimate import MASK_NAME, groups_of, payload_size
from larder.core.build.mixture import Mixture, Treatment
from larder.core.build.plan import (
    BuildItem,
    BuildPlan,
    BuildStore,
    Selection,
    Uses,
    hold_together,
    uses_of_sources,
)
from larder.core.build.rates import RatesOf, nothing_known
from larder.core.build.recipes import BuildRecipes
from larder.core.build.reports import BuildGroup
from larder.core.build.scope import (
    BAD_ON_DISK,
    BuildScope,
    OtherWeights,
    buildable_config,
    built_stores,
)
from larder.core.build.sharing import with_shared
from larder.core.build.slot_planning import SlotPlan, plan_slots
from larder.core.build.slot_samples import SlotChoice
from larder.core.build.slots import PlannedSlots
from larder.core.build.switching import IndexedPayloads, SlotPayloads
from larder.core.clean.readopt import ReadoptPlan, ReadoptStore, plan_readopt
from larder.core.clean.transaction import IndexTarget, require_readable
from larder.core.encoders.catalogue import built_row
from larder.core.encoders.draws import ModulePositions, onetrainer_positions
from larder.core.encoders.model_files import EncoderOptions, places_of
from larder.core.errors import StalePlanError, UserFacingError
from larder.core.files.durable import free_bytes
from larder.core.jobs import CancelToken, Job
from larder.core.keys.hash_memory import PictureMemory
from larder.core.settings import cache_home
from larder.core.stores.smart.columns import IndexColumns, empty_columns
from larder.core.stores.smart.index_rewrite import OpenIndex
from larder.core.stores.store_memory import present_index
from larder.core.survey.released_read import list_groups
from larder.core.survey.report import Depth, IndexCopy, StoreSurvey, SurveyReport
from larder.core.survey.sharing import deciding_sidecars
from larder.core.survey.smart import watched_endings
from larder.core.survey.sources import SpelledPaths, picture_memory
from larder.core.survey.survey import survey as look
from larder.core.survey.variants import wanted_names
from larder.core.survey.verdicts import VERDICTS, Counted, Verdict
from larder.core.workspace.model_types import AGGREGATE_NAMES, ModelType
from larder.core.workspace.onetrainer_config import TrainerConfig
from larder.core.workspace.open_workspace import StoreContent
from larder.core.workspace.roots import PathFlavour
from larder.core.workspace.store_kinds import StoreFormat, kind_of
from larder.core.workspace.trainer_layout import CacheLayout, lay_out

if TYPE_CHECKING:
    from larder.core.encoders.config_encoders import PromptTokens

def build_plan(
    report: SurveyReport,
    *,
    scope: BuildScope = BuildScope.NEEDED,
    limit: int | None = None,
    selection: Selection | None = None,
    doubted: Selection = (),
    others: OtherWeights = OtherWeights.ASK,
    rates_of: RatesOf = nothing_known,
    token: CancelToken,
) -> Job[BuildPlan]:
    """Plan a build.

    Args:
        report: a survey of the workspace, for the models that the user chose.
        scope: which verdicts are mended.
        limit: at most so many sources per store.
        selection: only these sources, as far as the scope takes them.
        doubted: sources whose payloads look good and are known to be made otherwise: what a
            comparison found that no survey can tell.
        others: what becomes of payloads that were encoded with other weights.
        rates_of: what is known of each encoder's pace.
        token: checked per header read, and while new sources are hashed.

    Raises:
        UserFacingError: if there is no config, its model type cannot be built, or the trainer would
            not use a cache that Larder writes.
        WorkspaceError: if the system did not give the content of an index.
        StalePlanError: if an index changed since the survey.
        JobCancelled: if the token was cancelled.
    """
    workspace = report.workspace
    config = buildable_config(workspace)
    asked = Asked(scope, limit, selection, onetrainer_positions(config), others)
    require_readable(report)
    surveys = [with_doubt(survey, doubted) for survey in built_stores(report, config)]
    planned: list[PlannedStore] = []
    with picture_memory() as pictures:
        for survey in surveys:
            one = yield from plan_store(report, survey, asked, pictures, rates_of, token)
            planned.append(one)
    stores = tuple(one.store for one in planned if not one.store.is_empty)
    readopts = [store for one in planned for store in _readopt_store(report, one)]
    plan = BuildPlan(
        workspace=workspace, scope=scope, modeltype=config.model_type, positions=asked.positions,
        stores=stores, readopt=ReadoptPlan(tuple(readopts), config.model_type),
        groups=tuple(group for one in planned for group in one.groups),
        left_out=tuple(left for one in planned for left in one.chosen.left_out),
        broken=tuple(left for one in planned for left in one.chosen.broken),
        free_bytes=_least_free(surveys, planned),
        models=tuple(report.chosen or ()),
        mixtures=tuple(one.mixture for one in planned if one.mixture is not None),
        stays=sum(one.store.stays for one in planned if one.store.is_empty))
    return hold_together(plan, {
        concept for one in planned if one.store.slots is not None
        for concept in one.store.slots.blocked})


@dataclass(slots=True)
class SurveyBeside:
    """A survey of the released layout beside an index; made once, for all stores of a plan."""

    report: SurveyReport | None = None

    def of(self, report: SurveyReport, token: CancelToken) -> Job[SurveyReport]:
        """That of the same workspace, at the same depth."""
        if self.report is None:
            self.report = yield from look(
                lay_out(report.workspace, CacheLayout.RELEASED), depth=report.depth,
                chosen=report.chosen, token=token)
        return self.report


@dataclass(frozen=True, slots=True)
class Asked:
    """What is planned for; see `build_plan`."""

    scope: BuildScope
    limit: int | None
    selection: Selection | None
    positions: ModulePositions
    others: OtherWeights = OtherWeights.ASK
    beside: SurveyBeside = dataclasses.field(default_factory=SurveyBeside)


@dataclass(frozen=True, slots=True)
class PlannedStore:
    """What was planned for one store.

    Attributes:
        store: what is built in it.
        chosen: as it was chosen.
        groups: the items in numbers.
        mixture: what becomes of payloads that other models encoded, None where there are none.
    """

    store: BuildStore
    chosen: Chosen
    groups: tuple[BuildGroup, ...]
    mixture: Mixture | None


def plan_store(
    report: SurveyReport,
    survey: StoreSurvey,
    asked: Asked,
    pictures: PictureMemory,
    rates_of: RatesOf,
    token: CancelToken,
) -> Job[PlannedStore]:
    """Plan for one store of a survey: the one place that counts payloads and tells their time.

    Raises:
        UserFacingError, StalePlanError, JobCancelled: as `build_plan`.
    """
    model_type = built_row(buildable_config(report.workspace)).model_type
    if survey.location.kind.format is StoreFormat.LEGACY:
        return (yield from _plan_released_store(
            report, survey, model_type, asked, pictures, rates_of, token))
    treatment = Treatment(survey, asked.scope, asked.others, _selected(survey, asked.selection))
    choice = _choice(report, survey, model_type, asked, pictures, treatment)
    chosen = yield from choose_items(choice, token)
    slots = yield from _slots_beside(choice, asked.beside, model_type, chosen.items, token)
    chosen.items = yield from with_shared(choice, slots.known(chosen.items), token)
    chosen.items = slots.linked(chosen.items)
    rates = rates_of(survey.location.kind.content)
    size = payload_size(survey, report.workspace.config, adds_masks=_adds_masks(choice))
    mixture = treatment.mixture(report.workspace, builds=bool(chosen.items))
    groups = groups_of(survey.location.id, chosen.items, size, rates, mixture)
    is_encoding = any(group.payloads for group in groups)
    store = dataclasses.replace(
        _build_store(survey, choice, chosen, model_type), start_s=rates.start_s,
        unproved=slots.unproved if is_encoding else ())
    return PlannedStore(store, chosen, groups, mixture)


def _plan_released_store(
    report: SurveyReport,
    survey: StoreSurvey,
    model_type: ModelType,
    asked: Asked,
    pictures: PictureMemory,
    rates_of: RatesOf,
    token: CancelToken,
) -> Job[PlannedStore]:
    """As `plan_store`, of a store of the released layout."""
    workspace, location = report.workspace, survey.location
    config, content = buildable_config(workspace), location.kind.content
    choice = _slot_choice(report, survey, model_type, asked, pictures, token)
    treatment = choice.treatment
    indexed = IndexedPayloads(
        workspace, location.path, config.model_type, choice.names, choice.endings,
        reads_payloads=report.depth is Depth.PAYLOAD)
    if indexed.are_there:
        choice = dataclasses.replace(choice, donors=indexed)
    slots = yield from plan_slots(choice)
    if treatment.selected is not None:  # whoever picks some gets their groups
        treatment = dataclasses.replace(treatment, selected=frozenset(
            choice.source_key(slot.sample) for folder in slots.folders for slot in folder.slots))
    mixture = treatment.mixture(workspace, builds=bool(slots.items))
    rates = rates_of(content)
    store = BuildStore(
        target=IndexTarget.of(report, survey), content=content, start_s=rates.start_s,
        names=tuple(sorted(choice.names)), items=tuple(slots.items),
        reordered=(), samples_stamped=False,
        frame_axis=model_type.frame_axis and content is StoreContent.IMAGE,
        watched=(), uses=Uses(SpelledPaths(workspace.root, workspace.maps, workspace.flavour)),
        doubted=frozenset(),
        slots=PlannedSlots(
            tuple(slots.folders), slots.pool, frozenset(slots.blocked), frozenset(slots.due)),
        unproved=slots.unproved)
    groups = groups_of(
        location.id, slots.items, payload_size(survey, config), rates, mixture)
    chosen = Chosen(items=slots.items, left_out=slots.left_out, broken=slots.broken)
    return PlannedStore(store, chosen, groups, mixture)


def _slot_choice(
    report: SurveyReport, survey: StoreSurvey, model_type: ModelType, asked: Asked,
    pictures: PictureMemory, token: CancelToken,
) -> SlotChoice:
    """What is known of a store when its slots are planned, with nothing of the other layout."""
    workspace, location = report.workspace, survey.location
    config, content = buildable_config(workspace), location.kind.content
    names = wanted_names(config, kind_of(StoreFormat.SMART, content))
    if names is None:
        names = _every_name(model_type)
    return SlotChoice(
        report=report, survey=survey, positions=asked.positions, pictures=pictures,
        recipes=BuildRecipes(workspace, content, location.path, tuple(report.chosen or ())),
        endings=deciding_sidecars(config) if content is StoreContent.IMAGE else (),
        treatment=Treatment(
            survey, asked.scope, asked.others, _selected(survey, asked.selection)),
        limit=asked.limit, names=names.difference(AGGREGATE_NAMES),
        tokens_of=partial(_tokens_of, report, config), donors=None, token=token)


def _slots_beside(
    choice: StoreChoice, looked: SurveyBeside, model_type: ModelType, items: Sequence[BuildItem],
    token: CancelToken,
) -> Job[SlotPayloads]:
    """What the slots of the released layout in the same folder hold of some items."""
    report, survey = choice.report, choice.survey
    paths = SpelledPaths(
        report.workspace.root, report.workspace.maps, PathFlavour(choice.target.separator))
    plan: SlotPlan | None = None
    if any(item.payloads for item in items) and choice.scope is not BuildScope.ALL \
            and list_groups(survey.location.path).groups:
        asked = Asked(
            BuildScope.NEEDED, None, None, choice.positions, choice.treatment.others)
        beside = yield from looked.of(report, token)
        (released,) = (
            one for one in beside.stores if one.location.path == survey.location.path)
        plan = yield from plan_slots(_slot_choice(
            beside, released, model_type, asked, choice.pictures, token))
    return SlotPayloads.of(() if plan is None else plan.folders, paths, choice.names,
                           unproved=() if plan is None else plan.unproved)


def _tokens_of(report: SurveyReport, config: TrainerConfig) -> PromptTokens | str:
    """What makes token ids of prompts; a sentence where nothing does."""
    from larder.core.encoders.config_encoders import load_prompt_tokens

    workspace = report.workspace
    try:
        return load_prompt_tokens(
            config, EncoderOptions(models=tuple(report.chosen or ())),
            places_of(config, workspace.root, workspace.maps))
    except UserFacingError as missing:
        return f"Without the text encoder's tokenizer nothing shows the prompt: {missing.problem}"


def with_doubt(survey: StoreSurvey, doubted: Selection) -> StoreSurvey:
    """A survey that says of some sources that their payloads were made with another recipe."""
    keys = {key for store, key in doubted if store == survey.location.id}
    if not keys:
        return survey
    rows = survey.rows
    found = np.array(
        [row for row in range(len(rows)) if rows.source(row) in keys], dtype=np.int64)
    is_covered = np.array([VERDICTS[one].counts_as is Counted.COVERED for one in Verdict])
    good = found[is_covered[rows.verdicts[found]]]
    verdicts, also = rows.verdicts.copy(), rows.also.copy()
    verdicts[good] = Verdict.RECIPE_CHANGED
    also[found] |= np.uint32(1 << Verdict.RECIPE_CHANGED)
    return replace(
        survey, rows=replace(rows, verdicts=verdicts, also=also),
        released=None if survey.released is None else dataclasses.replace(
            survey.released, doubted=frozenset(rows.source(row) for row in good.tolist())))


def _choice(
    report: SurveyReport,
    survey: StoreSurvey,
    model_type: ModelType,
    asked: Asked,
    pictures: PictureMemory,
    treatment: Treatment,
) -> StoreChoice:
    content = survey.location.kind.content
    columns = _columns(survey)
    return StoreChoice(
        report=report, survey=survey, target=IndexTarget.of(report, survey), columns=columns,
        names=_names(report, survey, columns, model_type),
        positions=asked.positions, pictures=pictures, uses=uses_of_sources(report, content),
        treatment=treatment, limit=asked.limit,
        every_target=content is StoreContent.IMAGE and _moves_through_targets(survey))


def _selected(survey: StoreSurvey, selection: Selection | None) -> frozenset[str] | None:
    """The selected sources of one store."""
    return None if selection is None else frozenset(
        key for store, key in selection if store == survey.location.id)


def _adds_masks(choice: StoreChoice) -> bool:
    """Whether payloads get a mask that most of those of the index do not have."""
    columns = choice.columns
    if MASK_NAME not in choice.names or not len(columns.schema):
        return False
    has_mask = np.array([
        *(MASK_NAME in names for names in columns.schemas),
        MASK_NAME in (columns.index_schema or ())], dtype=np.bool_)
    # A variant that does not say what it holds has the code -1: the index speaks for it.
    return bool(has_mask[columns.schema].mean() < 0.5)


def _columns(survey: StoreSurvey) -> IndexColumns:
    """The index the survey read, decoded; most often remembered by it.

    Raises:
        StalePlanError: if it is another one now.
    """
    if survey.index.copy is IndexCopy.NONE:
        return empty_columns()
    index = present_index(cache_home(), survey.location.path)
    if index.stamp != survey.index.stamp or index.copy != survey.index.copy.value:
        raise StalePlanError(
            f"The index of {survey.location.path} changed after the survey.", "Survey again.")
    return index.columns


def _names(
    report: SurveyReport, survey: StoreSurvey, columns: IndexColumns, model_type: ModelType
) -> frozenset[str]:
    """Names of the values in a payload; where the config does not tell, as the index has them."""
    names = wanted_names(report.workspace.config, survey.location.kind)
    if names is not None:
        return names
    if columns.index_schema:
        return frozenset(columns.index_schema)
    return _every_name(model_type)


def _every_name(model_type: ModelType) -> frozenset[str]:
    """What a caption's payload holds where no text encoder is trained."""
    return frozenset(name for encoder in model_type.text_encoders for name in encoder.names)


def _moves_through_targets(survey: StoreSurvey) -> bool:
    """Whether the trainer that wrote the index serves another target in each epoch.

    Only such a one stamps how sizes were made; the others serve the first size of a row. What a
    damaged index says of that is not known before it is repaired.
    """
    if survey.index.copy is IndexCopy.NONE or survey.index.damage:
        return False
    index = OpenIndex.read(survey.location.path / survey.index.copy.value)
    return "bucket_method" in index.top


def _build_store(
    survey: StoreSurvey, choice: StoreChoice, chosen: Chosen, model_type: ModelType
) -> BuildStore:
    columns = choice.columns
    content = survey.location.kind.content
    return BuildStore(
        target=choice.target, content=content,
        names=tuple(sorted(choice.names)), items=tuple(chosen.items),
        reordered=tuple(chosen.reordered),
        samples_stamped=columns.has_concepts or not len(columns),
        frame_axis=model_type.frame_axis and content is StoreContent.IMAGE,
        watched=watched_endings(columns), uses=choice.uses, doubted=_doubted(survey),
        kept=len(chosen.stays))


def _doubted(survey: StoreSurvey) -> frozenset[str]:
    """Index rows whose payloads are known to be bad, incomplete or made otherwise."""
    rows = survey.rows
    mask = sum(1 << verdict for verdict in (*BAD_ON_DISK, Verdict.INCOMPLETE_SCHEMA))
    bits = (np.uint32(1) << rows.verdicts.astype(np.uint32)) | rows.also
    found = np.flatnonzero(rows.has_entry & ((bits & np.uint32(mask)) != 0))
    return frozenset(rows.source(row) for row in found.tolist())


def _readopt_store(report: SurveyReport, planned: PlannedStore) -> list[ReadoptStore]:
    readopted = planned.chosen.readopted
    if not readopted:
        return []
    return [
        ReadoptStore(store.target, tuple(
            adoption for adoption in store.adoptions if adoption.key in readopted))
        for store in plan_readopt(report).stores if store.target.id == planned.store.target.id]


def _least_free(surveys: Sequence[StoreSurvey], planned: Sequence[PlannedStore]) -> int:
    """The free space of the stores that are written, of all where none is."""
    free = [free_bytes(survey.location.path) for survey in surveys]
    written = [size for size, one in zip(free, planned, strict=True) if one.groups]
    return min(written or free)
