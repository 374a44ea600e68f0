"""Makes the plan of a build from a survey. Reads headers of pictures, writes nothing.

It is the one place that tells what making payloads takes, of plans and of comparisons: bytes by the
payloads that are there, seconds by what the encoder took. What a payload holds grows with the area
of its picture, beside a constant part of a few kilobytes.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import msgspec
import numpy as np
from msgspec.structs import replace

from larder.core.build.choice import MASK_NAME, BuildInputs, IndexChoice, SlotChoice
from larder.core.build.indexed.choose import ItemChooser, RowVariants, SelectedSources
from larder.core.build.indexed.sidecars import find_payloads_of_other_masks, rows_to_record
from larder.core.build.large_pictures import large_pictures
from larder.core.build.out_of_reach import folders_out_of_reach
from larder.core.build.payload_bytes import PayloadSize, payload_size, written_by
from larder.core.build.payload_totals import mark_shared
from larder.core.build.plan import BuildItem, BuildPlan, BuildStore, PlanOptions, Selection
from larder.core.build.rates import EncoderRates, RatesOf, use_no_rates
from larder.core.build.released.planning import SlotPlanner
from larder.core.build.released.reuse import SlotPayloads
from larder.core.build.released.slot_sizes import most_slots_lack
from larder.core.build.reports import BuildGroup, ListedMixture
from larder.core.build.restrict_plan import drop_blocked_pairs
from larder.core.build.scope import BuildScope, OtherWeights, built_stores
from larder.core.files.durable import free_bytes
from larder.core.index_edits.readopt import Adoption, ReadoptPlan, plan_readopt
from larder.core.index_edits.touch import RowStore
from larder.core.jobs import CancelToken, Job
from larder.core.keys.payload_names import (
    format_resolution_key,
    parse_resolution_key,
)
from larder.core.stores.indexed.columns import ConceptIdentity
from larder.core.survey.indexed.verdicts import list_recorded_endings
from larder.core.survey.released.groups import list_groups
from larder.core.survey.report import StoreSurvey, SurveyReport
from larder.core.survey.sources import picture_memory
from larder.core.survey.verdicts import VERDICTS, Counted, Verdict
from larder.core.workspace.bucketing import Size
from larder.core.workspace.concepts import select_concepts
from larder.core.workspace.store_kinds import OneTrainersFormats, StoreFormat
from larder.core.writes.transaction import require_readable


def build_plan(
    report: SurveyReport,
    *,
    scope: BuildScope = BuildScope.NEEDED,
    limit: int | None = None,
    selection: Selection | None = None,
    doubted: Selection = (),
    others: OtherWeights = OtherWeights.ASK,
    all_targets: bool = False,
    rates_of: RatesOf = use_no_rates,
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
        all_targets: build every target resolution into a `cache.json`, not only the drawn one.
        rates_of: what is known of each encoder's pace.
        token: checked per header read, and while new sources are hashed.

    Raises:
        UserFacingError: if there is no config, its model type cannot be built, or the trainer would
            not use a cache that Larder writes.
        WorkspaceError: if the system did not give the content of an index.
        StalePlanError: if an index changed since the survey.
        JobCancelled: if the token was cancelled.
    """
    with picture_memory() as pictures:
        asked = BuildInputs(
            report, pictures, token, scope, limit, selection, others, all_targets, rates_of)
        modeltype = asked.config.model_type
        require_readable(report)
        surveys = [
            with_doubt(survey, doubted) for survey in built_stores(report, asked.config)]
        planned: list[StorePlan] = []
        for survey in surveys:
            one = yield from plan_store(asked, survey)
            planned.append(one)
    plan = BuildPlan(
        workspace=report.workspace, scope=scope, modeltype=modeltype, positions=asked.positions,
        stores=tuple(one.store for one in planned if not one.store.is_empty),
        readopt=ReadoptPlan(
            tuple(store for one in planned for store in _readopt_store(report, one)), modeltype),
        groups=tuple(group for one in planned for group in one.groups),
        left_out=tuple(left for one in planned for left in one.chosen.left_out),
        broken=tuple(left for one in planned for left in one.chosen.broken),
        free_bytes=_least_free(surveys, planned),
        models=tuple(report.chosen or ()),
        mixtures=tuple(one.mixture for one in planned if one.mixture is not None),
        stays=sum(one.store.stays for one in planned if one.store.is_empty),
        options=PlanOptions(limit, selection, doubted, others, tuple(report.gone)),
        out_of_reach=folders_out_of_reach(report),
        large_pictures=large_pictures(asked.large, _list_encoded(planned) if asked.large else ()))
    return drop_blocked_pairs(
        plan, {concept for one in planned for concept in one.store.stuck_concepts})


def _list_encoded(planned: Sequence[StorePlan]) -> set[str]:
    """Sources of which something is made."""
    return {item.key for one in planned for item in one.store.items if item.payloads}


@dataclass(frozen=True, slots=True)
class StorePlan:
    """Plan for one store, with its figures.

    Attributes:
        groups: the items in numbers.
        mixture: what becomes of payloads that other models encoded, None where there are none.
    """

    store: BuildStore
    chosen: SelectedSources
    groups: tuple[BuildGroup, ...]
    mixture: ListedMixture | None


def plan_store(asked: BuildInputs, survey: StoreSurvey) -> Job[StorePlan]:
    """Plan for one store of a survey: the one place that counts payloads and tells their time.

    Raises:
        UserFacingError, StalePlanError, JobCancelled: as `build_plan`.
    """
    selected = None if asked.selection is None else frozenset(
        key for store, key in asked.selection if store == survey.location.id)
    planner = _PLANNERS[survey.location.kind.format]
    return (yield from planner(asked, survey, selected))


def _plan_indexed(
    asked: BuildInputs, survey: StoreSurvey, selected: frozenset[str] | None
) -> Job[StorePlan]:
    choice = IndexChoice(asked, survey, selected)
    others_masks = yield from find_payloads_of_other_masks(choice)
    if others_masks:
        choice = IndexChoice(asked, with_doubt(survey, {
            (survey.location.id, key) for key in others_masks}, Verdict.SIDECAR_CHANGED), selected)
    chooser = ItemChooser(choice)
    chosen = yield from chooser.run()
    if not (chosen.items or chosen.reordered or chosen.readopted or selected):
        chosen.reordered = _list_unrecorded(choice)
    if selected is None:
        chosen.reordered += rows_to_record(choice, {
            *(item.key for item in chosen.items), *(key for key, _ in chosen.reordered)})
    slots = yield from _find_slots_alongside(choice, chosen)
    slots.tell_contents(chooser.items)
    yield from mark_shared(choice, chooser.items)
    slots.link(chooser.items)
    chosen.unproved = slots.unproved if any(item.payloads for item in chosen.items) else ()
    planned, columns = _plan_chosen(choice, chosen, adds_masks=choice.adds_masks()), choice.columns
    return dataclasses.replace(planned, store=dataclasses.replace(
        planned.store,
        samples_stamped=columns.concepts is not None or not len(columns),
        is_listed_whole=_is_listed_whole(asked.report),
        watched=list_recorded_endings(columns, choice.endings),
        marks_sidecars=choice.marks_sidecars,
        uses=choice.uses, doubted=choice.find_doubtful_rows()))


def _plan_released(
    asked: BuildInputs, survey: StoreSurvey, selected: frozenset[str] | None
) -> Job[StorePlan]:
    choice = SlotChoice(asked, survey, selected)
    chosen = yield from SlotPlanner(choice).run()
    adds_masks = bool(chosen.items) and MASK_NAME in choice.names and most_slots_lack(
        choice.read, choice.location.path, MASK_NAME)
    return _plan_chosen(choice, chosen, adds_masks=adds_masks)


_PLANNERS: Final[OneTrainersFormats[Callable[
    [BuildInputs, StoreSurvey, frozenset[str] | None], Job[StorePlan]]]] = {
    StoreFormat.INDEXED: _plan_indexed,
    StoreFormat.RELEASED: _plan_released,
}
"""Plans for a store that a trainer fills, of all its sources or of those selected."""


def _plan_chosen(
    choice: IndexChoice | SlotChoice, chosen: SelectedSources, *, adds_masks: bool = False
) -> StorePlan:
    """Return the plan of the chosen sources, with its figures."""
    asked = choice.asked
    mixture = choice.mixture(builds=bool(chosen.items))
    rates = asked.rates_of(choice.content)
    written = written_by(choice.workspace, choice.content, chosen.items, choice.names)
    size = payload_size(choice.survey, asked.config, written, adds_masks=adds_masks)
    fixed = written.without_example() if size is None and not choice.is_text else 0
    groups = groups_of(choice.location.id, chosen.items, size, rates, mixture, fixed=fixed)
    return StorePlan(BuildStore(
        target=choice.target, content=choice.content, names=tuple(sorted(choice.names)),
        items=chosen.items, reordered=tuple(chosen.reordered),
        frame_axis=asked.model_type.frame_axis and not choice.is_text, slots=chosen.slots,
        unproved=chosen.unproved, kept=len(chosen.stays), start_s=rates.start_s),
        chosen, groups, mixture)


def _find_slots_alongside(choice: IndexChoice, chosen: SelectedSources) -> Job[SlotPayloads]:
    """Return the payloads of chosen sources in slots of the released layout in the same folder."""
    path = choice.location.path
    beside = SelectedSources()
    if any(item.payloads for item in chosen.items) and choice.scope is not BuildScope.ALL \
            and any(list_groups(path)[0]):
        asked = yield from choice.asked.make_released_inputs()
        (released,) = (one for one in asked.report.stores if one.location.path == path)
        beside = yield from SlotPlanner(
            SlotChoice(asked, released, None, is_beside=True)).run()
    return SlotPayloads.of(
        () if beside.slots is None else beside.slots.folders,
        choice.target.paths, choice.names, beside.unproved)


def with_doubt(
    survey: StoreSurvey, doubted: Selection, verdict: Verdict = Verdict.RECIPE_CHANGED
) -> StoreSurvey:
    """A survey that says of some sources that their payloads were made otherwise."""
    keys = {key for store, key in doubted if store == survey.location.id}
    if not keys:
        return survey
    rows = survey.rows
    found = np.array(
        [row for row in range(len(rows)) if rows.source(row) in keys], dtype=np.int64)
    is_covered = np.array([VERDICTS[one].counts_as is Counted.COVERED for one in Verdict])
    good = found[is_covered[rows.verdicts[found]]]
    verdicts, also = rows.verdicts.copy(), rows.also.copy()
    verdicts[good] = verdict
    also[found] |= np.uint32(1 << verdict)
    return replace(
        survey, rows=replace(rows, verdicts=verdicts, also=also),
        released=None if survey.released is None else replace(
            survey.released, doubted=frozenset(rows.source(row) for row in good.tolist())))


def _list_unrecorded(choice: IndexChoice) -> list[tuple[str, str]]:
    """Rows of concepts that the index does not know, with the variant that stays first.

    They came to be over pictures that were cached already. Any row that is written has all others
    looked through for samples they lack.
    """
    survey, columns = choice.survey, choice.columns
    if not columns.concepts or not _is_listed_whole(choice.asked.report):
        return []
    variants = RowVariants(columns)
    unknown = [
        survey.wanted[concept.index] for concept in choice.workspace.concepts
        if concept.index in survey.wanted
        and ConceptIdentity(concept.path, concept.seed) not in columns.concepts]
    return [
        (survey.rows.source(row), of_row[0].key)
        for row in np.unique(np.concatenate(unknown)).tolist() if row < len(columns)
        and (of_row := variants.of(row))] if unknown else []


def _is_listed_whole(report: SurveyReport) -> bool:
    """Return whether all folders of concepts are in reach; a missing one shifts later samples."""
    concepts = report.workspace.concepts
    listed = {concept for survey in report.stores for concept in survey.wanted}
    return all(root.unreachable is None for root in report.roots) and listed.issuperset(
        concept.index for validation in (False, True)
        for concept in select_concepts(concepts, validation=validation))


def _readopt_store(report: SurveyReport, planned: StorePlan) -> list[RowStore[Adoption]]:
    readopted = planned.chosen.readopted
    if not readopted:
        return []
    return [
        RowStore(store.target, tuple(
            adoption for adoption in store.rows if adoption.key in readopted))
        for store in plan_readopt(report).stores if store.target.id == planned.store.target.id]


def _least_free(surveys: Sequence[StoreSurvey], planned: Sequence[StorePlan]) -> int:
    """The free space of the stores that are written, of all where none is."""
    free = [free_bytes(survey.location.path) for survey in surveys]
    written = [size for size, one in zip(free, planned, strict=True) if one.groups]
    return min(written or free)


def groups_of(
    store: str, items: Sequence[BuildItem], size: PayloadSize | None, rates: EncoderRates,
    mixture: ListedMixture | None = None, *, fixed: int = 0,
) -> tuple[BuildGroup, ...]:
    """Items in numbers, size by size in their order.

    `size` is None where the store holds nothing; then `fixed` are bytes of each payload that do not
    grow with its picture. What other models encoded does not lend its names to this build.
    """
    entries: Counter[Size | None] = Counter()
    payloads: Counter[Size | None] = Counter()
    for item in items:
        entries[item.bucket] += 1
        payloads[item.bucket] += item.payloads
    groups = tuple(
        estimate_group(BuildGroup(
            store=store, encoder="",
            resolution="" if bucket is None else format_resolution_key(bucket),
            entries=entries[bucket], payloads=payloads[bucket],
            bytes=None if size is None else round(
                size.of(None if bucket is None else bucket[0] * bucket[1])) * payloads[bucket],
            seconds=None), rates, fixed=fixed)
        for bucket in entries)
    return groups if mixture is None else tuple(
        msgspec.structs.replace(group, encoder=mixture.model) for group in groups)


def estimate_group(group: BuildGroup, rates: EncoderRates, *, fixed: int = 0) -> BuildGroup:
    """A group with the seconds its encoder takes, and with bytes where nothing else tells them.

    `fixed` are bytes of each payload that do not grow with its picture.
    """
    pixels, payloads = pixels_of(group), group.payloads
    if not payloads:
        return msgspec.structs.replace(group, encoder=rates.name, bytes=0, seconds=0.0)
    seconds, size = rates.seconds_each(pixels), rates.bytes_each(pixels, fixed=fixed)
    told = group.bytes
    if told is None and size is not None:
        told = size * payloads
    return msgspec.structs.replace(
        group, encoder=rates.name if seconds is not None else "", bytes=told,
        seconds=None if seconds is None else seconds * payloads)


def pixels_of(group: BuildGroup) -> int:
    """Area of the pictures of a group, 0 in a text store."""
    size = parse_resolution_key(group.resolution) if group.resolution else None
    return 0 if size is None else size[0] * size[1]
