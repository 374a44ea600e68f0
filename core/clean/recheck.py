"""Recheck a plan right before it is applied: only items also in a plan of today are valid.

A plan may be a file that somebody edited, and the world may have moved since it was made. So it
decides nothing by itself: the workspace that it names is opened again, its stores are surveyed
under their locks, and a plan is made anew. The given one only narrows that down, to the items that
were ticked and are unchanged, and to the index rows that were listed. Nothing else in it about
folders, sources or reasons is trusted.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from msgspec.structs import replace

from larder.core.clean.keep_for import survey_other_configs
from larder.core.clean.plan import CleanPlan, CleanReason, Mask
from larder.core.clean.plan_clean import clean_plan
from larder.core.clean.plan_prune import clear_plan
from larder.core.errors import PayloadError
from larder.core.files.file_stamp import is_there
from larder.core.files.store_paths import is_nested_name
from larder.core.jobs import CancelToken, Job
from larder.core.payloads.open_payload import open_payload
from larder.core.payloads.pt_file import examine_pt
from larder.core.payloads.value_checks import bad_values
from larder.core.stores.released.leftovers import is_epoch_beside
from larder.core.stores.values.uses import recall_uses
from larder.core.survey.report import Depth, StoreSurvey, SurveyReport
from larder.core.survey.survey import survey
from larder.core.survey.values.facts import read_value
from larder.core.survey.verdicts import PayloadVerdict, Verdict
from larder.core.workspace.open_workspace import Workspace
from larder.core.workspace.store_kinds import CleanedFormats, StoreFormat, StoreKind
from larder.core.writes.reports import LeftItem
from larder.core.writes.transaction import make_moved_index_error

CHANGED = "It changed after the plan was made."
GONE = "It no longer exists."
ODD_NAME = "A clean does not remove files with this name."
ODD_REASON = "Only the plan says that it may be removed."
NAMED = "An entry uses it."
READOPTABLE = "One of your files has its content; it can be relinked."
USED = "It was used after the plan was made."
READABLE = "It can be read completely."

OF_A_PRUNE = (CleanReason.AGED, CleanReason.OVER_BUDGET)
BY_CHOICE = (*OF_A_PRUNE, CleanReason.CLEARED, CleanReason.TEMP_LEFTOVER)
"""Reasons that the items of a prune or a clear have."""


@dataclass(frozen=True, slots=True)
class RevalidatedPlan:
    """A plan of today, and what of it the given plan asks for.

    Attributes:
        plan: made just now; what goes by choice has the given plan's reason.
        chosen: which of its items go, bool, shape (n,).
        rows: index rows that may go with them, per store id.
        left: items of the given plan that stay, and why.
    """

    plan: CleanPlan
    chosen: Mask
    rows: Mapping[str, frozenset[str]]
    left: tuple[LeftItem, ...]


def revalidate(
    given: CleanPlan, chosen: Mask, workspace: Workspace, *, now_ns: int, token: CancelToken
) -> Job[RevalidatedPlan]:
    """Make a plan of today and narrow it down to what a given one asks for.

    `chosen` are items of the given plan, bool, shape (n,). The workspace is the one it names,
    opened just now; the stores in question are locked.

    Raises:
        StalePlanError: if an index is not the one the plan was made from.
        WorkspaceError: if a store cannot be listed.
    """
    report: SurveyReport | None = None
    if given.by_choice:
        kept = yield from survey_other_configs(
            workspace, given.keep_for, gone=given.gone, token=token)
        ids = [given.stores[at].id for at in given.stores_used(chosen)]
        plan = yield from clear_plan(
            workspace, stores=ids, kept=kept, now_ns=now_ns, token=token)
    else:
        # What only reading sources or payloads tells is read again where the plan needs it.
        for depth in dict.fromkeys((Depth.STAT, given.depth)):
            report = yield from _survey(given, chosen, workspace, depth, token)
            kept = yield from survey_other_configs(
                workspace, given.keep_for, depth=depth, gone=given.gone, token=token)
            plan = clean_plan(report, min_age_s=0.0, kept=kept, now_ns=now_ns)
            if not _lacks(plan, given, chosen):
                break
    _require_same_indexes(given, chosen, plan)
    return _PlanIndex(given, plan, report).of(chosen)


def _survey(
    given: CleanPlan, chosen: Mask, workspace: Workspace, depth: Depth, token: CancelToken
) -> Job[SurveyReport]:
    report = yield from survey(workspace, depth=depth, gone=given.gone, token=token)
    if depth is Depth.PAYLOAD:
        return report
    suspects: dict[str, set[str]] = {}
    for item in np.flatnonzero(chosen & (given.reason == CleanReason.CORRUPT)).tolist():
        suspects.setdefault(given.store_of(item).id, set()).add(given.payloads[item])
    return replace(report, stores=tuple(
        _with_damage(store, suspects.get(store.location.id, set())) for store in report.stores))


def _with_damage(store: StoreSurvey, suspects: Collection[str]) -> StoreSurvey:
    """The same survey with what is wrong in a few files that were found damaged before."""
    files, location = store.payloads, store.location
    if location.kind.traits.whole_groups:  # of these only whole groups are judged
        return store
    damaged = {
        at: damage for at, name in enumerate(files.names) if name in suspects
        and (damage := _damage(location.path / name, location.kind))}
    return replace(store, payloads=replace(files, damaged={**files.damaged, **damaged}))


def _damage(path: Path, kind: StoreKind) -> str:
    """Return the fault of a payload's content, "" when it can be read whole."""
    return _DAMAGE_OF[kind.format](path, kind)


def _damage_of_pt(path: Path, kind: StoreKind) -> str:
    del kind  # a trainer's payloads are alike
    try:
        examine_pt(path)
    except PayloadError as damaged:
        return damaged.problem
    return ""


def _damage_of_value(path: Path, kind: StoreKind) -> str:
    found = read_value(path, path.name, kind)
    return found.problem if isinstance(found, PayloadError) else ""


def _damage_of_file(path: Path, kind: StoreKind) -> str:
    del kind  # another trainer's files are of the containers that everything is read from
    try:
        with open_payload(path) as file:
            file.verify()
            found = (bad_values(info.name, file.array(info.name))
                     for info in file.contents().arrays)
            return next(filter(None, found), "")
    except PayloadError as damaged:
        return damaged.problem


_DAMAGE_OF: Final[CleanedFormats[Callable[[Path, StoreKind], str]]] = {
    StoreFormat.INDEXED: _damage_of_pt,
    StoreFormat.RELEASED: _damage_of_pt,
    StoreFormat.VALUES: _damage_of_value,
    StoreFormat.TREES: _damage_of_value,
    StoreFormat.FILES: _damage_of_file,
}


def _lacks(today: CleanPlan, given: CleanPlan, chosen: Mask) -> bool:
    """Return whether chosen items, other than damaged files, are missing from today's plan."""
    offered = {(today.stores[at].id, name)
               for at, name in zip(today.store.tolist(), today.payloads, strict=True)}
    return any(
        (given.store_of(item).id, given.payloads[item]) not in offered
        for item in np.flatnonzero(chosen & (given.reason != CleanReason.CORRUPT)).tolist())


def _require_same_indexes(given: CleanPlan, chosen: Mask, today: CleanPlan) -> None:
    for at in given.stores_used(chosen):
        store = given.stores[at]
        if today.stamps.get(store.id) != given.stamps[store.id]:  # without an index both are None
            raise make_moved_index_error(store.folder)


class _PlanIndex:
    """Looks up the items of a given plan in one of today."""

    def __init__(self, given: CleanPlan, today: CleanPlan, report: SurveyReport | None) -> None:
        self._given = given
        self._today = today
        self._reasons = today.reason.copy()
        self._places = {
            (today.stores[at].id, today.payloads[item]): item
            for item, at in enumerate(today.store.tolist())}
        self._surveys = {} if report is None else {
            store.location.id: store for store in report.stores}
        self._verdicts: dict[str, dict[str, PayloadVerdict]] = {}
        self._present: dict[str, frozenset[str]] = {}

    def of(self, chosen: Mask) -> RevalidatedPlan:
        """Return the part of today's plan that goes."""
        given, picked, left = self._given, np.zeros(len(self._today), dtype=np.bool_), []
        used, goes = self._find_used_since(chosen), chosen.copy()
        for item in np.flatnonzero(chosen).tolist():
            store, name = given.store_of(item), given.payloads[item]
            at = self._places.get((store.id, name))
            why = USED if item in used else self._why_stays(item, at)
            if why or at is None:
                left.append(LeftItem(store.id, name, why))
                goes[item] = False
                continue
            picked[at] = True
            if given.reason[item] in OF_A_PRUNE:
                self._reasons[at] = given.reason[item]
        plan = replace(self._today, reason=self._reasons)
        return RevalidatedPlan(plan, picked, self._rows(goes, picked), tuple(left))

    def _why_stays(self, item: int, at: int | None) -> str:
        given, today = self._given, self._today
        if at is None:
            return self._why_not_offered(item)
        if (given.bytes[item], given.mtimes_ns[item]) != (today.bytes[at], today.mtimes_ns[at]):
            return CHANGED
        if given.by_choice:
            reason, kind = given.reason[item], given.store_of(item).kind
            fits = reason in BY_CHOICE and (
                reason not in OF_A_PRUNE or kind.traits.remembers_uses)
            if not fits:
                return ODD_REASON
        # What the plan listed unticked, the user has ticked knowing why it was not.
        return "" if item in given.why else today.why.get(at, "")

    def _why_not_offered(self, item: int) -> str:
        given = self._given
        store, name = given.store_of(item), given.payloads[item]
        verdict = self._verdict(store.id, name)
        if verdict is PayloadVerdict.READOPTABLE:
            return READOPTABLE
        if verdict is PayloadVerdict.REFERENCED:
            if given.reason[item] == CleanReason.CORRUPT:
                return READABLE
            back = next((key for key in given.sources_of(item)
                         if key in self._present_sources(store.id)), None)
            return NAMED if back is None else f"Its source {back} exists again."
        if (is_nested_name(name) or is_epoch_beside(name)) and not is_there(store.folder / name):
            return GONE
        return ODD_NAME

    def _verdict(self, store: str, name: str) -> PayloadVerdict | None:
        survey = self._surveys.get(store)
        if survey is None:
            return None
        if store not in self._verdicts:
            self._verdicts[store] = dict(zip(
                survey.payloads.names, map(PayloadVerdict, survey.payloads.verdicts.tolist()),
                strict=True))
        return self._verdicts[store].get(name)

    def _present_sources(self, store: str) -> frozenset[str]:
        if store not in self._present:
            survey = self._surveys[store]
            absent = survey.rows.have(Verdict.SOURCE_MISSING, Verdict.SOURCE_UNREACHABLE)
            here = np.flatnonzero(survey.rows.has_entry & ~absent).tolist()
            self._present[store] = frozenset(map(survey.rows.source, here))
        return self._present[store]

    def _find_used_since(self, chosen: Mask) -> frozenset[int]:
        """Items of a prune that somebody looked up since it was planned."""
        given = self._given
        found: list[int] = []
        for number in given.stores_used(chosen):
            items = np.flatnonzero(
                chosen & (given.store == number) & np.isin(given.reason, OF_A_PRUNE)).tolist()
            store = given.stores[number]
            used = recall_uses(
                store.folder, [store.kind], [given.payloads[item] for item in items])
            found += [item for item in items
                      if used.get(given.payloads[item], 0) > given.made_at_ns]
        return frozenset(found)

    def _rows(self, goes: Mask, picked: Mask) -> dict[str, frozenset[str]]:
        """Rows that leave with what goes of the given plan; what stays keeps its rows.

        Of a prune or a clear, rows without any payload only leave when the whole store does.
        """
        today = self._today
        listed = {
            identity: frozenset(keys)
            for identity, keys in self._given.rows_dropped(goes).items()}
        for at, store in enumerate(today.stores if self._given.by_choice else ()):
            of_store = today.store == at
            if not picked[of_store].all():
                listed[store.id] = listed.get(store.id, frozenset()).intersection(
                    key for item in np.flatnonzero(of_store & picked).tolist()
                    for key in today.sources_of(item))
        return listed


def is_whole_group(plan: CleanPlan, item: int) -> bool:
    """Return whether an item is a folder of a released trainer's, whose files all go together."""
    in_groups = plan.store_of(item).kind.traits.whole_groups
    return in_groups and not plan.payloads[item].endswith(".pt")
