"""Plan of the cost of a change of settings: a row per setting and store, nothing written.

Each setting that differs is judged alone, on the workspace as it would be with only that changed,
by the same survey that judges the workspace; then all of them together. A change that only alters
recipes is judged from the survey of the workspace as it is. All others need one of the workspace as
it would be; changes of different concepts share one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import replace

from larder.core.build.left_to_trainer import can_be_built
from larder.core.build.payload_totals import count_payloads as count_plan
from larder.core.build.plan import BuildPlan
from larder.core.build.planning import build_plan
from larder.core.build.rates import RatesOf, use_no_rates
from larder.core.compare.cost import (
    Costing,
    SlotCosts,
    SlotEffect,
    is_planned,
    plan_slots_of,
    slot_effect,
)
from larder.core.compare.document import ChangedBuild, ChangeDocument, ChangeRow, Invalidates
from larder.core.compare.effects import (
    ChangedSamples,
    Concern,
    Reason,
    concern,
    doubtful_rows,
    effect_between,
    effect_elsewhere,
    effect_of_recipe,
    good_rows,
    without_reused,
)
from larder.core.compare.settings import SettingChange, compare_settings
from larder.core.errors import Finding, WorkspaceError
from larder.core.jobs import CancelToken, Job
from larder.core.quantities import pluralize
from larder.core.stores.records import read_recipes
from larder.core.survey.report import StoreSurvey, SurveyReport
from larder.core.survey.survey import survey
from larder.core.survey.verdicts import PayloadVerdict
from larder.core.survey.why import capitalise
from larder.core.workspace.concepts import Concept
from larder.core.workspace.onetrainer_config import (
    IMAGE_CACHING,
    LATENT_CACHING,
    TEXT_CACHING,
    TrainerConfig,
)
from larder.core.workspace.open_workspace import StoreContent, Workspace
from larder.core.workspace.roots import is_same_folder
from larder.core.workspace.store_kinds import TRAINER_CONTENTS
from larder.core.workspace.trainer_layout import clearing_finding

BESIDE: Final = frozenset({
    "seed", "name", "loss_weight", "type", "balancing", "balancing_strategy", "concept_stats"})
"""Settings of a concept that are written beside payloads and decide nothing in them."""

CACHED_PARTS: Final = ("text_encoder", "vae.", "effnet_encoder.", "quantization.")
CACHED_SETTINGS: Final = frozenset({
    "frames", "custom_conditioning_image", "force_circular_padding", "fallback_train_dtype",
    "lora_model_name", "masked_training", "resolution", "aspect_ratio_bucketing", "validation"})

CACHING_SETTINGS: Final = frozenset({LATENT_CACHING, IMAGE_CACHING, TEXT_CACHING})

NOT_CACHED: Final = (".dropout_probability", ".learning_rate", ".stop_training_after",
                     ".stop_training_after_unit", ".gradient_checkpointing", ".offload_fraction",
                     ".activation_offloading", ".attention_mask", ".guidance_scale")
"""Ends of settings of cached parts that only say how they are trained."""

_MADE: Final = {StoreContent.IMAGE: "picture", StoreContent.TEXT: "text"}

_REASONS: Final = {
    Reason.PLACE: "the cache is in another folder",
    Reason.SAMPLES: "other pictures or captions are asked for",
    Reason.RECIPE: "it decides what is cached",
    Reason.SIZE: "another size is asked for",
    Reason.ARRAYS: "the cached files lack a part that is asked for",
    Reason.VARIATIONS: "more variations are asked for",
}
"""In the order in which one reason explains more than the next."""

EMPTIED: Final = (
    "OneTrainer empties this cache at its next start and caches all of it again, no matter what "
    "was built before")

INVALIDATES = {StoreContent.IMAGE: Invalidates.IMAGE, StoreContent.TEXT: Invalidates.TEXT}

EVERYTHING: Final = "everything"
"""Setting under which the totals are told."""


@dataclass(frozen=True, slots=True)
class Judged:
    """Effect of a change on one store.

    Attributes:
        reasons: why it may be concerned, none if it cannot.
        effect: the samples it concerns.
    """

    content: StoreContent
    reasons: frozenset[Reason]
    effect: ChangedSamples | SlotEffect

    @property
    def anew(self) -> int:
        """Samples that a trainer alone looks for under another name, in the released layout."""
        return self.effect.anew if isinstance(self.effect, SlotEffect) else 0


def why_invalidated(judged: Judged) -> str:
    """Why payloads have to be made."""
    reason = next(
        (text for reason, text in _REASONS.items() if reason in judged.reasons), _REASONS[
            Reason.SAMPLES])
    return "; ".join([reason, *_remarks(judged)])


def why_nothing(setting: str, *, of_concept: bool, judged: Sequence[Judged]) -> str:
    """Why no payload has to be made."""
    if any(one.anew for one in judged):
        return "; ".join(dict.fromkeys(remark for one in judged for remark in _remarks(one)))
    if setting in CACHING_SETTINGS:
        return "while it is off, the caches are not used, and stay as good as before"
    if setting == "train_device":
        return "it only says where things are made, not what is made"
    concerned = [one for one in judged if one.reasons]
    remarks = [remark for one in concerned for remark in _remarks(one)]
    if concerned:
        return "; ".join(remarks) or _nothing_cached(concerned[0])
    if of_concept and setting in BESIDE:
        return "it is stored beside the cached files and does not affect their content"
    if of_concept or _may_decide(setting):
        return "it has no effect with this model and these settings"
    return "it does not affect what is cached"


def _remarks(judged: Judged) -> list[str]:
    effect, what, found = judged.effect, _MADE[judged.content], []
    if effect.regained:
        found.append(f"{pluralize(effect.regained, what)} would be up to date again")
    if effect.unused:
        found.append(f"{pluralize(effect.unused, what)} would stay, unused")
    if judged.anew > effect.items:
        found.append(f"OneTrainer alone looks for {judged.anew:,} samples under another name and "
                     "caches them again; a build moves the existing files")
    return found


def _nothing_cached(judged: Judged) -> str:
    plural = _MADE[judged.content] + "s"
    if judged.reasons & {Reason.SIZE, Reason.ARRAYS, Reason.VARIATIONS}:
        return f"the cached {plural} have what it asks for"
    return f"no cached {plural} are affected"


def _may_decide(setting: str) -> bool:
    """Return whether a setting decides payloads of some model."""
    if setting.endswith(NOT_CACHED):
        return False
    return setting in CACHED_SETTINGS or setting.startswith(CACHED_PARTS)


class ChangeJudge:
    """Judges changes of one workspace."""

    def __init__(
        self, before: Workspace, report: SurveyReport, rates_of: RatesOf, token: CancelToken
    ) -> None:
        self._before = before
        self._report = report
        self._rates_of = rates_of
        self._stores = tuple(
            store for store in report.stores if store.location.kind.content in TRAINER_CONTENTS)
        self._token = token
        self._slots: dict[str, SlotCosts] = {}
        self._knows_recipes = any(
            store.location.exists and read_recipes(store.location.path) is not None
            for store in report.stores)

    def rows(self, changes: Sequence[SettingChange]) -> Job[list[ChangeRow]]:
        """A row per change and store it concerns, one row for a change that concerns none.

        Raises:
            WorkspaceError: if a setting has no meaning, such as a resolution that is no number.
        """
        concerns = [self._concerns(change) for change in changes]
        surveys: dict[int, SurveyReport] = {}
        for batch in _batches([
                change for change, of_stores in zip(changes, concerns, strict=True)
                if self._needs_survey(change, of_stores)]):
            report = yield from survey(
                _together(self._before, batch), chosen=self._report.chosen, token=self._token)
            surveys |= {id(change): report for change in batch}
        rows: list[ChangeRow] = []
        for change, of_stores in zip(changes, concerns, strict=True):
            after = surveys.get(id(change))
            judged = yield from self._judge_stores(change, of_stores, after)
            rows += yield from self._rows_of(change, judged, after)
        return rows

    def _needs_survey(self, change: SettingChange, concerns: Sequence[Concern]) -> bool:
        return any(
            found.needs_survey or (found.reasons and self._knows_recipes)
            for store, found in zip(self._stores, concerns, strict=True)
            if change.setting == EVERYTHING
            or not is_planned(store, self._before, change.after))

    def whole(
        self, change: SettingChange
    ) -> Job[tuple[list[ChangeRow], SurveyReport, tuple[tuple[str, str], ...]]]:
        """All changes at once, and what a build has to know of them.

        Returns:
            A row per store that is concerned, a survey of the workspace as it would be, and (store
            id, source) of payloads that would be made in another way, which the survey need not
            know.

        Raises:
            WorkspaceError, JobCancelled: as `rows`.
        """
        concerns = self._concerns(change)
        after = None
        if self._needs_survey(change, concerns):
            after = yield from survey(
                change.after, chosen=self._report.chosen, token=self._token)
        judged = yield from self._judge_stores(change, concerns, after)
        rows = yield from self._rows_of(change, judged, after)
        report = replace(self._report, workspace=change.after) if after is None else after
        doubted = tuple(
            (then.location.id, key)
            for store, one in zip(self._stores, judged, strict=True)
            if (then := _same_store(store, report)) is not None
            and isinstance(one.effect, ChangedSamples)
            for key in map(store.rows.source, one.effect.otherwise.tolist()))
        return rows, report, doubted

    def _concerns(self, change: SettingChange) -> Sequence[Concern]:
        """Return how a change may concern each store, in their order."""
        return [concern(self._before, change.after, store.location) for store in self._stores]

    def _judge_stores(
        self, change: SettingChange, concerns: Sequence[Concern], after: SurveyReport | None
    ) -> Job[list[Judged]]:
        """Return the effect of a change on each store, in their order."""
        judged: list[Judged] = []
        for store, found in zip(self._stores, concerns, strict=True):
            if is_planned(store, self._before, change.after):
                slots = yield from self._slot_effect(store, change.after, after)
                judged.append(Judged(store.location.kind.content, found.reasons, slots))
                continue
            effect = _effect(store, found, after, change.concept)
            then = _same_store(store, after)
            if then is not None and found.reasons == {Reason.SAMPLES}:
                effect = yield from without_reused(
                    effect, store, then, change.after, self._token)
            judged.append(Judged(store.location.kind.content, found.reasons, effect))
        return judged

    def _slot_effect(
        self, store: StoreSurvey, changed: Workspace, after: SurveyReport | None
    ) -> Job[SlotEffect]:
        now = self._slots.get(store.location.id)
        if now is None:
            now = yield from plan_slots_of(
                self._report, store, self._before, self._rates_of, self._token)
            self._slots[store.location.id] = now
        then = yield from plan_slots_of(
            after or self._report, _same_store(store, after) or store, changed, self._rates_of,
            self._token)
        return slot_effect(now, then)

    def _rows_of(
        self, change: SettingChange, judged: Sequence[Judged], after: SurveyReport | None
    ) -> Job[list[ChangeRow]]:
        rows = [] if change.setting == EVERYTHING else self._list_emptied_stores(change)
        for store, one in zip(self._stores, judged, strict=True):
            if one.effect.items:
                rows.append((yield from self._row(change, store, one, after)))
        return rows or [self._nothing(change, judged)]

    def _list_emptied_stores(self, change: SettingChange) -> list[ChangeRow]:
        """A row per store that OneTrainer empties at its next start because of a change."""
        if newly_emptied(self._before, change.after) is None:
            return []
        rows = []
        for store in self._stores:
            good = good_rows(store)
            count = int(good.sum())
            if count:
                size = int(store.rows.bytes[good].sum())
                rows.append(self._make_row(
                    change, EMPTIED, [],
                    invalidates=INVALIDATES[store.location.kind.content], items=count,
                    payloads=count_payloads(store), bytes=size, bytes_now=size))
        return rows

    def _row(
        self, change: SettingChange, store: StoreSurvey, judged: Judged,
        after: SurveyReport | None,
    ) -> Job[ChangeRow]:
        reasons, effect = judged.reasons, judged.effect
        if isinstance(effect, SlotEffect):
            cost = effect.cost
        else:
            report = replace(self._report if after is None else after, workspace=change.after)
            cost = yield from Costing(
                survey=store, then=_place_of(store, report) or store, before=self._before,
                report=report,
                only_further_variations=reasons == {Reason.VARIATIONS},
                adds_masks=reasons == {Reason.ARRAYS} and judged.content is StoreContent.IMAGE,
                rates_of=self._rates_of,
            ).cost_of(effect, self._token)
        return self._make_row(
            change, why_invalidated(judged), [judged], invalidates=INVALIDATES[judged.content],
            items=judged.effect.items, payloads=cost.payloads, bytes=cost.bytes,
            bytes_now=cost.bytes_now, seconds=cost.seconds)

    def _nothing(self, change: SettingChange, judged: Sequence[Judged]) -> ChangeRow:
        why = why_nothing(change.setting, of_concept=change.concept is not None, judged=judged)
        return self._make_row(change, why, judged, bytes=0, seconds=0.0)

    def _make_row(
        self, change: SettingChange, why: str, judged: Sequence[Judged], **facts: Any
    ) -> ChangeRow:
        return ChangeRow(
            setting=change.setting, old=change.old, new=change.new, why=capitalise(why),
            concept=("" if change.concept is None
                     else self._before.concepts[change.concept].display_name),
            anew=max((one.anew for one in judged), default=0) or UNSET, **facts)


def _effect(
    store: StoreSurvey, found: Concern, after: SurveyReport | None, concept: int | None
) -> ChangedSamples:
    if after is None or not found.reasons:
        return effect_of_recipe(store, found.recipe_concepts)
    then = _same_store(store, after)
    if then is not None:
        return effect_between(
            store, then, found.recipe_concepts, of_models=found.model_concepts, concept=concept,
            doubtful=doubtful_rows(found, store))
    return effect_elsewhere(store, _place_of(store, after))


def newly_emptied(before: Workspace, after: Workspace) -> Finding | None:
    """Return what to say where OneTrainer empties the caches only with the changed settings."""
    return None if clearing_finding(before) is not None else clearing_finding(after)


def count_payloads(store: StoreSurvey) -> int:
    """Return how many cached files a store has of a trainer's samples."""
    if store.released is None:
        return int((store.payloads.verdicts == PayloadVerdict.REFERENCED).sum())
    return sum(len(record.variation.slots) for group in store.released.groups.values()
               for record in group.variations.values())


def _place_of(store: StoreSurvey, report: SurveyReport) -> StoreSurvey | None:
    """The store in another survey, or the one that takes its place there."""
    return _same_store(store, report) or next(
        (other for other in report.stores
         if other.location.kind.content is store.location.kind.content), None)


def _same_store(store: StoreSurvey, after: SurveyReport | None) -> StoreSurvey | None:
    location = store.location
    return None if after is None else next((
        other for other in after.stores if other.location == location or (
            other.location.kind is location.kind and is_same_folder(
                str(other.location.path), str(location.path), after.workspace.flavour))), None)


def _batches(changes: Sequence[SettingChange]) -> Iterator[list[SettingChange]]:
    """Yield what one survey can judge: one change of the config, or one per concept."""
    of_concept: Mapping[int, list[SettingChange]] = defaultdict(list)
    for one in changes:
        if one.concept is None:
            yield [one]
        else:
            of_concept[one.concept].append(one)
    for turn in range(max(map(len, of_concept.values()), default=0)):
        yield [own[turn] for own in of_concept.values() if turn < len(own)]


def _together(before: Workspace, changes: Sequence[SettingChange]) -> Workspace:
    """The workspace with all of these; at most one of each concept."""
    if len(changes) == 1:
        return changes[0].after
    changed = {
        change.concept: change.after.concepts[change.concept]
        for change in changes if change.concept is not None}
    return replace(before, concepts=tuple(
        changed.get(concept.index, concept) for concept in before.concepts))


def plan_change(
    workspace: Workspace,
    other: TrainerConfig,
    concepts: Sequence[Concept],
    *,
    named: str,
    rates_of: RatesOf = use_no_rates,
    chosen: Sequence[Path] | None = None,
    token: CancelToken,
) -> Job[ChangeDocument]:
    """Compare a workspace with another config.

    `named` is the other config as the user named it, `chosen` are models in place of the configs'.

    Raises:
        WorkspaceError: if the workspace has no config, or a setting has no meaning.
    """
    if workspace.config is None:
        raise WorkspaceError(
            "Without a config there is nothing to compare with.", "Add one with --config.")
    before, changes, changed = compare_settings(workspace, workspace.config, other, concepts)
    report = yield from survey(before, chosen=chosen, token=token)
    judge = ChangeJudge(before, report, rates_of, token)
    rows = yield from judge.rows(changes)
    together, after, doubted = yield from judge.whole(
        SettingChange(EVERYTHING, None, "", "", changed))
    build: BuildPlan | None = None
    if any(can_be_built(changed, store.location) for store in after.stores):
        build = yield from build_plan(after, doubted=doubted, rates_of=rates_of, token=token)
        build = yield from count_plan(build, token)
    totals = tuple(row for row in together if row.invalidates is not Invalidates.NOTHING)
    return ChangeDocument(
        config=str(workspace.config_path or workspace.opened), other=named,
        rows=tuple(sorted(
            rows, key=lambda row: (row.invalidates is Invalidates.NOTHING, not row.anew))),
        totals=totals, doubted=doubted,
        emptied_at_start=newly_emptied(before, changed) or UNSET,
        build=None if build is None else ChangedBuild(
            entries=build.entries, payloads=build.payloads, bytes=build.bytes,
            seconds=build.seconds, work=build.work, doubted=len(doubted),
            built_anyway=max(build.payloads - sum(row.payloads for row in totals), 0)))
