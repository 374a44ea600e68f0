"""A survey as its document, for scripts and for the window's summary."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from larder.core.clean.plan import CleanPlan
from larder.core.quantities import Amount
from larder.core.queries.finding_remedies import StoreRemedies
from larder.core.queries.headline import make_headline
from larder.core.queries.making_again import BUILD, commands_again
from larder.core.queries.next_steps import next_steps
from larder.core.queries.trainer_document import trainer_fields
from larder.core.survey.checks.document import SourceFacts
from larder.core.survey.document import (
    BuildEstimate,
    EncodedWithFacts,
    EntryItem,
    PayloadItem,
    ReadTotals,
    StoreFacts,
    SurveyDocument,
    TrainingFacts,
    TrainingRiskFacts,
    WorkspaceFacts,
)
from larder.core.survey.remedies import REMEDIES, Repair, remedy_text
from larder.core.survey.report import Depth, IndexCopy, StoreSurvey, SurveyReport
from larder.core.survey.row_notes import bit
from larder.core.survey.sources import reading_pace
from larder.core.survey.training_risks import HARMS, SERIOUS, TrainingRisk, harms_in
from larder.core.survey.verdicts import PayloadVerdict, Verdict, also_names
from larder.core.survey.why import details_of, reason_of
from larder.core.workspace.trainer_layout import clearing_finding, layouts_of
from larder.core.writes.last_good import backup_growth

UNLISTED: Final = (Verdict.VALID, Verdict.UNUSED)
"""Verdicts that `items` leaves out unless everything is asked for."""

MOST_OF_A_KIND: Final = 100
"""Items of one kind that a window lists."""

COMMANDS: Final = {
    Repair.BUILD: "larder build", Repair.CACHE_FOLDER: BUILD,
    Repair.CLEAN: "larder clean", Repair.TOUCH: "larder touch", Repair.READOPT: "larder readopt",
    Repair.RECONNECT: "larder relocate", Repair.INDEX: "larder readopt --even-if-damaged",
    Repair.QUARANTINE: "larder quarantine"}
"""What does each repair from the command line."""

LOOKS: Final = (Repair.BUILD, Repair.CACHE_FOLDER, Repair.CLEAN, Repair.READOPT)
"""Those that find what they mend only if they look as closely as the survey did."""


def survey_document(
    report: SurveyReport,
    plan: CleanPlan,
    remedies: Sequence[StoreRemedies],
    *,
    with_items: bool = True,
    all_items: bool = False,
    build: BuildEstimate | None = None,
) -> SurveyDocument:
    """Make the document.

    What is reclaimable is what the plan preselects. `all_items` lists valid and unused rows and
    referenced files too. `build` is as for `next_steps`.
    """
    workspace = report.workspace
    return SurveyDocument(
        workspace=WorkspaceFacts(
            root=str(workspace.root),
            config=None if workspace.config_path is None else str(workspace.config_path),
            model_type=None if workspace.config is None else workspace.config.model_type,
            depth=report.depth.value, symlinks=report.symlinks,
            layouts=layouts_of(workspace),
            emptied_at_start=clearing_finding(workspace) is not None),
        stores=tuple(
            _store(report, at, plan, found.why_not_built) for at, found in enumerate(remedies)),
        concepts=report.concepts,
        others=report.others,
        totals=report.totals,
        headline=make_headline(report, remedies, build),
        next_steps=next_steps(report, plan, remedies, build),
        roots=report.roots,
        items=tuple(
            item for store, found in zip(report.stores, remedies, strict=True)
            for item in _items(report, store, found, all_items)) if with_items else UNSET,
        payload_items=tuple(
            item for store in report.stores
            for item in _payload_items(store, all_items)) if with_items else UNSET,
        problems=report.problems,
        quarantined=report.quarantined if report.quarantined.quarantines else UNSET,
        training=training_facts(report, [
            _with_sources(one) if with_items else one
            for one in find_rows_at_risk(report, remedies)]),
        checks=UNSET if report.sources is None else (
            report.sources if with_items else _first_of_each_kind(report.sources)),
        elapsed_s=round(report.elapsed_s, 3),
        **trainer_fields(report, with_items=with_items))


def _first_of_each_kind(sources: SourceFacts) -> SourceFacts:
    """Return a survey's facts about sources with at most `MOST_OF_A_KIND` items of each kind."""
    seen = Counter[str]()
    items = []
    for item in sources.items:
        seen[item.kind] += 1
        if seen[item.kind] <= MOST_OF_A_KIND:
            items.append(item)
    return replace(sources, items=tuple(items))


def _store(report: SurveyReport, at: int, plan: CleanPlan, why_not_built: str) -> StoreFacts:
    survey = report.stores[at]
    payloads = survey.payloads
    counted = payloads.count_mask
    taken = plan.preselected & (plan.store == at)
    names = Counter(survey.rows.verdicts.tolist())
    files = Counter(payloads.verdicts.tolist())
    if payloads.foreign:
        files[PayloadVerdict.FOREIGN] += len(payloads.foreign)
    return StoreFacts(
        id=survey.location.id,
        kind=survey.location.kind.value,
        path=survey.location.spelled,
        index_version=survey.index.version,
        index_copy=survey.index.copy.value,
        index_problem=survey.index.problem or UNSET,
        busy=survey.busy or None,
        entries=survey.entries,
        payload_files=int(
            counted.sum() if payloads.slots is None else payloads.slots[counted].sum()),
        payload_bytes=int(payloads.sizes[counted].sum()),
        verdicts={Verdict(code).name_in_contract: names[code] for code in sorted(names)},
        payload_verdicts={
            PayloadVerdict(code).name_in_contract: files[code] for code in sorted(files)},
        reclaimable=Amount(
            files=int(plan.files[taken].sum()), bytes=int(plan.bytes[taken].sum())),
        encoded_with=() if survey.recipes is None else tuple(
            EncodedWithFacts(model=model.model, entries=model.entries, asked=model.is_asked)
            for model in survey.recipes.models),
        why_not_built=why_not_built or None,
        mixed_up_by=survey.mixed_up_by or UNSET,
        backup_bytes=_backup_growth(survey) or UNSET)


def _backup_growth(survey: StoreSurvey) -> int:
    """Return what the last-good copy of an index grows by when rows of it are written, in bytes."""
    index = survey.index
    if index.copy is not IndexCopy.MAIN or index.stamp is None:
        return 0
    return backup_growth(survey.location.path, index.stamp.size)


def training_facts(report: SurveyReport, harmed: Sequence[RowsAtRisk]) -> TrainingFacts:
    """Return the facts about rows that would be trained wrong, found by `find_rows_at_risk`."""
    looked = [store.looked_into for store in report.stores if store.looked_into is not None]
    return TrainingFacts(
        rows=sum(int(((store.rows.harms & np.uint32(SERIOUS)) != 0).sum())
                 for store in report.stores if store.location.kind.traits.is_onetrainers),
        seconds=_seconds_to_read(report),
        harms=tuple(one.facts for one in harmed),
        looked_into=ReadTotals(
            files=sum(one.files for one in looked), read=sum(one.read for one in looked),
            bytes=sum(one.bytes for one in looked)) if looked else None)


def _seconds_to_read(report: SurveyReport) -> float | UnsetType:
    """Return the time to read every cached file at the last pace; unset before one is known."""
    pace = reading_pace()
    size = sum(int(store.payloads.sizes.sum()) for store in report.stores)
    return UNSET if pace is None else size / pace


class RowsAtRisk(NamedTuple):
    """Rows of one store that training would get wrong alike."""

    store: StoreSurvey
    rows: npt.NDArray[np.int64]
    facts: TrainingRiskFacts


def find_rows_at_risk(report: SurveyReport, remedies: Sequence[StoreRemedies]) -> list[RowsAtRisk]:
    """Return the rows that would be trained wrong, worst first; by store and by remedy."""
    found: list[tuple[TrainingRisk, RowsAtRisk]] = []
    for store, codes in zip(report.stores, remedies, strict=True):
        bits = store.rows.harms
        for harm in harms_in(int(np.bitwise_or.reduce(bits))):
            has = (bits & bit(harm)) != 0
            # `np.unique` would load numpy's masked arrays, a tenth of a survey's start.
            for line in sorted(set(codes.rows[has].tolist())):
                rows = np.flatnonzero(has & (codes.rows == line))
                found += [
                    (harm, _at_risk(report, store, harm, alike, line, command, codes))
                    for command, alike in _by_command(report, store, codes, rows)]
    return [one for _, one in sorted(found, key=lambda of_harm: of_harm[0])]


def _by_command(
    report: SurveyReport, store: StoreSurvey, codes: StoreRemedies, rows: npt.NDArray[np.int64]
) -> Iterator[tuple[str, npt.NDArray[np.int64]]]:
    """Some rows by the command that makes them again, "" where it is that of their remedy."""
    commands = commands_again(report, store, codes.rows, rows.tolist())
    for command in dict.fromkeys(commands.get(row, "") for row in rows.tolist()):
        yield command, np.array(
            [row for row in rows.tolist() if commands.get(row, "") == command], dtype=np.int64)


def _at_risk(
    report: SurveyReport, store: StoreSurvey, harm: TrainingRisk, rows: npt.NDArray[np.int64],
    line: int, command: str, codes: StoreRemedies,
) -> RowsAtRisk:
    row = HARMS[harm]
    mends = row.repair if row.instead else REMEDIES[line].repair
    return RowsAtRisk(store, rows, TrainingRiskFacts(
        store=store.location.id, harm=harm.name_in_contract, label=row.label,
        effect=row.effect_in(store.location.kind.format),
        severity=row.severity.name.lower(), remedy=mends.value or None,
        advice=row.instead or advice(
            line, report.depth, why_not_built=codes.why_not_built, command=command),
        rows=len(rows)))


def _with_sources(one: RowsAtRisk) -> RowsAtRisk:
    sources = tuple(one.store.rows.source(row) for row in one.rows.tolist())
    return one._replace(facts=replace(one.facts, sources=sources))


def advice(line: int, depth: Depth, *, why_not_built: str, command: str = "") -> str:
    """Return the command line's advice about a row, "" if there is none.

    `line` is one of `REMEDIES`, `command` the result of `commands_again` for the row.
    """
    remedy = REMEDIES[line]
    command = command or COMMANDS.get(remedy.repair, "")
    if depth is not Depth.STAT and remedy.repair in LOOKS:
        command = f"{command} --depth {depth.value}"
    return remedy_text(remedy, command, why_not_built=why_not_built)


def _items(
    report: SurveyReport, survey: StoreSurvey, remedies: StoreRemedies, all_items: bool
) -> Iterator[EntryItem]:
    rows, lines = survey.rows, remedies.rows.tolist()
    listed = np.flatnonzero(
        np.ones(len(rows), dtype=np.bool_) if all_items
        else ~np.isin(rows.verdicts, UNLISTED)).tolist()
    commands = commands_again(report, survey, remedies.rows, listed)
    said = {
        (line, command): advice(
            line, report.depth, why_not_built=remedies.why_not_built, command=command)
        for line in set(lines) for command in ("", *set(commands.values()))}
    for row in listed:
        yield EntryItem(
            store=survey.location.id,
            source=rows.source(row),
            verdict=Verdict(rows.verdicts[row]).name_in_contract,
            why=reason_of(rows.why[row]) if row in rows.why else None,
            details=details_of(rows.why.get(row, "")),
            payloads=rows.payloads.get(row, ()),
            bytes=int(rows.bytes[row]),
            also=also_names(int(rows.also[row])),
            harms=tuple(harm.name_in_contract for harm in harms_in(int(rows.harms[row]))),
            remedy=REMEDIES[lines[row]].repair.value or None,
            advice=said[lines[row], commands.get(row, "")] or None)


def _payload_items(survey: StoreSurvey, all_items: bool) -> Iterator[PayloadItem]:
    payloads = survey.payloads
    listed = np.ones(len(payloads.names), dtype=np.bool_) if all_items \
        else payloads.verdicts != PayloadVerdict.REFERENCED
    # Each drive lists in an order of its own; the document is the same on all.
    for at in sorted(np.flatnonzero(listed).tolist(), key=payloads.names.__getitem__):
        yield PayloadItem(
            store=survey.location.id,
            payload=payloads.names[at],
            verdict=PayloadVerdict(payloads.verdicts[at]).name_in_contract,
            bytes=int(payloads.sizes[at]),
            why=payloads.why.get(at) or payloads.damaged.get(at))
    for name in sorted(payloads.foreign):
        yield PayloadItem(
            store=survey.location.id, payload=name,
            verdict=PayloadVerdict.FOREIGN.name_in_contract)
