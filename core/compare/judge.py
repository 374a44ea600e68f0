"""Judging changes of settings: which stores each concerns, and what it does to them.

A change that only alters recipes is judged from the survey of the workspace as it is. All others
need a survey of the workspace as it would be; changes of different concepts share one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from larder.core.build.rates import RatesOf
from larder.core.compare.cost import Costing
from larder.core.compare.doubt import doubtful_rows
from larder.core.compare.effect import (
    Effect,
    effect_between,
    effect_elsewhere,
    effect_of_recipe,
)
from larder.core.compare.reasons import Concern, Reason, concern
from larder.core.compare.reuse import without_reused
from larder.core.compare.rows import ChangeRow, Invalidates
from larder.core.compare.settings import SettingChange
from larder.core.compare.why import Judged, why_invalidated, why_nothing
from larder.core.jobs import CancelToken, Job
from larder.core.stores.records import read_recipes
from larder.core.survey.report import StoreSurvey, SurveyReport
from larder.core.survey.survey import survey
from larder.core.workspace.open_workspace import StoreContent, Workspace
from larder.core.workspace.roots import is_same_folder
from larder.core.workspace.store_kinds import TRAINER_CONTENTS

INVALIDATES = {StoreContent.IMAGE: Invalidates.IMAGE, StoreContent.TEXT: Invalidates.TEXT}


@dataclass(frozen=True, slots=True)
class _Considered:
    """A change and how it may concern each store, in the order of the workspace's stores."""

    change: SettingChange
    concerns: tuple[Concern, ...]


@dataclass(frozen=True, slots=True)
class Whole:
    """All changes at once.

    Attributes:
        rows: one per store that is concerned.
        report: a survey of the workspace as it would be.
        doubted: (store id, source) of payloads that would be made in another way, which this
            survey need not know.
    """

    rows: Sequence[ChangeRow]
    report: SurveyReport
    doubted: tuple[tuple[str, str], ...]


class ChangeJudge:
    """Judges changes of one workspace.

    Args:
        before: the workspace as it is.
        report: its survey.
        rates_of: what is known of each encoder's pace.
        token: checked by further surveys.
    """

    def __init__(
        self, before: Workspace, report: SurveyReport, rates_of: RatesOf, token: CancelToken
    ) -> None:
        self._before = before
        self._report = report
        self._rates_of = rates_of
        self._stores = tuple(
            store for store in report.stores if store.location.kind.content in TRAINER_CONTENTS)
        self._token = token
        self._knows_recipes = any(
            store.location.exists and read_recipes(store.location.path) is not None
            for store in report.stores)

    def rows(self, changes: Sequence[SettingChange]) -> Job[list[ChangeRow]]:
        """A row per change and store it concerns, one row for a change that concerns none.

        Raises:
            WorkspaceError: if a setting has no meaning, such as a resolution that is no number.
            JobCancelled: if the token was cancelled.
        """
        considered = [self._consider(change) for change in changes]
        surveys: dict[int, SurveyReport] = {}
        for batch in _batches([one for one in considered if self._needs_survey(one)]):
            together = _together(self._before, [one.change for one in batch])
            report = yield from survey(
                together, chosen=self._report.chosen, token=self._token)
            surveys |= {id(one): report for one in batch}
        rows: list[ChangeRow] = []
        for one in considered:
            after = surveys.get(id(one))
            judged = yield from self._judged(one, after)
            rows += yield from self._rows_of(one.change, judged, after)
        return rows

    def _needs_survey(self, considered: _Considered) -> bool:
        return any(
            found.needs_survey or (found.reasons and self._knows_recipes)
            for found in considered.concerns)

    def whole(self, change: SettingChange) -> Job[Whole]:
        """All changes at once, and what a build has to know of them.

        Raises:
            WorkspaceError, JobCancelled: as `rows`.
        """
        considered = self._consider(change)
        after = None
        if self._needs_survey(considered):
            after = yield from survey(
                change.after, chosen=self._report.chosen, token=self._token)
        judged = yield from self._judged(considered, after)
        rows = yield from self._rows_of(change, judged, after)
        report = replace(self._report, workspace=change.after) if after is None else after
        doubted = tuple(
            (then.location.id, key)
            for store, one in zip(self._stores, judged, strict=True)
            if (then := _same_store(store, report)) is not None
            for key in map(store.rows.source, one.effect.otherwise.tolist()))
        return Whole(rows, report, doubted)

    def _consider(self, change: SettingChange) -> _Considered:
        return _Considered(change, tuple(
            concern(self._before, change.after, store.location) for store in self._stores))

    def _judged(
        self, considered: _Considered, after: SurveyReport | None
    ) -> Job[list[Judged]]:
        """What a change does to each store, in their order."""
        change = considered.change
        judged: list[Judged] = []
        for store, found in zip(self._stores, considered.concerns, strict=True):
            effect = _effect(store, found, after, change.concept)
            then = _same_store(store, after)
            if then is not None and found.reasons == {Reason.SAMPLES}:
                effect = yield from without_reused(
                    effect, store, then, change.after, self._token)
            judged.append(Judged(store.location.kind.content, found.reasons, effect))
        return judged

    def _rows_of(
        self, change: SettingChange, judged: Sequence[Judged], after: SurveyReport | None
    ) -> Job[list[ChangeRow]]:
        rows = []
        for store, one in zip(self._stores, judged, strict=True):
            if one.effect.items:
                rows.append((yield from self._row(change, store, one, after)))
        return rows or [self._nothing(change, judged)]

    def _row(
        self, change: SettingChange, store: StoreSurvey, judged: Judged,
        after: SurveyReport | None,
    ) -> Job[ChangeRow]:
        reasons = judged.reasons
        report = replace(self._report if after is None else after, workspace=change.after)
        cost = yield from Costing(
            survey=store, then=_place_of(store, report) or store, before=self._before,
            report=report,
            only_further_variations=reasons == {Reason.VARIATIONS},
            adds_masks=reasons == {Reason.ARRAYS} and judged.content is StoreContent.IMAGE,
            rates_of=self._rates_of,
        ).cost_of(judged.effect, self._token)
        return ChangeRow(
            setting=change.setting, concept=self._called(change), old=change.old, new=change.new,
            invalidates=INVALIDATES[judged.content], items=judged.effect.items,
            payloads=cost.payloads, bytes=cost.bytes, bytes_now=cost.bytes_now,
            seconds=cost.seconds, why=why_invalidated(judged))

    def _nothing(self, change: SettingChange, judged: Sequence[Judged]) -> ChangeRow:
        return ChangeRow(
            setting=change.setting, concept=self._called(change), old=change.old, new=change.new,
            invalidates=Invalidates.NOTHING, items=0, payloads=0, bytes=0, bytes_now=0,
            seconds=0.0, why=why_nothing(
                change.setting, of_concept=change.concept is not None, judged=judged))

    def _called(self, change: SettingChange) -> str:
        if change.concept is None:
            return ""
        concept = self._before.concepts[change.concept]
        return concept.name or concept.path


def _effect(
    store: StoreSurvey, found: Concern, after: SurveyReport | None, concept: int | None
) -> Effect:
    if after is None or not found.reasons:
        return effect_of_recipe(store, found.recipe_concepts)
    then = _same_store(store, after)
    if then is not None:
        return effect_between(
            store, then, found.recipe_concepts, of_models=found.model_concepts, concept=concept,
            doubtful=doubtful_rows(found, store))
    return effect_elsewhere(store, _place_of(store, after))


def _place_of(store: StoreSurvey, report: SurveyReport) -> StoreSurvey | None:
    """The store in another survey, or the one that takes its place there."""
    return _same_store(store, report) or next(
        (other for other in report.stores
         if other.location.kind.content is store.location.kind.content), None)


def _same_store(store: StoreSurvey, after: SurveyReport | None) -> StoreSurvey | None:
    if after is None:
        return None
    return next((other for other in after.stores if _is_same_store(other, store, after)), None)


def _is_same_store(one: StoreSurvey, other: StoreSurvey, report: SurveyReport) -> bool:
    if one.location == other.location:
        return True
    return one.location.kind is other.location.kind and is_same_folder(
        str(one.location.path), str(other.location.path), report.workspace.flavour)


def _batches(considered: Sequence[_Considered]) -> Iterator[list[_Considered]]:
    """What one survey can judge: one change of the config, or one each of several concepts."""
    of_concept: Mapping[int, list[_Considered]] = defaultdict(list)
    for one in considered:
        if one.change.concept is None:
            yield [one]
        else:
            of_concept[one.change.concept].append(one)
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
