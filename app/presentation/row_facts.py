"""What the inspector says of one entry, one file or one group of problems: texts only."""

from __future__ import annotations

import time
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from larder.app.models.problem_groups import ProblemGroup, ProblemSubject
from larder.app.models.row_arrangement import OWN_COLUMNS
from larder.app.models.store_columns import has_preview, store_row
from larder.app.models.survey_snapshot import SurveySnapshot
from larder.app.presentation.figures import Figures
from larder.app.presentation.looks import (
    Look,
    payload_look,
    remark_texts,
    repair_text,
    verdict_look,
)
from larder.app.presentation.problem_texts import ProblemTexts, advice_text
from larder.app.presentation.row_text import scope_text
from larder.app.presentation.shown_names import ShownNames
from larder.app.presentation.value_texts import own_facts
from larder.core.survey.verdicts import PayloadVerdict, Verdict

NAMED_ITEMS = 5
"""Items of a group that are named."""


@dataclass(frozen=True, slots=True)
class RowFacts:
    """One row, put into words.

    Attributes:
        title: file name.
        path: where it is, as the index spells it.
        look: icon and word of its verdict.
        why: why it got that verdict, naming the values that differ; "" when nothing differs.
        repair: what mends it, or "".
        facts: (name, value) lines.
    """

    title: str
    path: str
    look: Look
    why: str
    repair: str
    facts: tuple[tuple[str, str], ...]


def entry_facts(
    snapshot: SurveySnapshot, row: int, figures: Figures, names: ShownNames,
) -> RowFacts:
    """Of a row of the entries table."""
    entries = snapshot.entries
    verdict = Verdict(int(entries.verdict[row]))
    concept = int(entries.concept[row])
    size = int(entries.bytes[row])
    remarks = remark_texts(int(entries.also[row]))
    store = snapshot.document.stores[int(entries.store[row])]
    own = [OWN_COLUMNS[column] for column in store_row(store.kind).own]
    facts = [(_tr("Kind"), names.store(store.id))]
    if concept >= 0:
        facts.append((_tr("Concept"), names.concept(snapshot.document.concepts[concept].name)))
    elif not has_preview(store.kind):
        # No config speaks of the values of the other kinds.
        facts.append((_tr("Concept"), _tr("none of this config")))
    facts += [
        (_tr("On disk"), figures.bytes(size) if size else _tr("nothing")),
        *own_facts(snapshot.values, own, row, figures),
    ]
    if remarks:
        facts.append((_tr("Also"), "\n".join(remarks)))
    source = entries.source(row)
    return RowFacts(
        title=names.file(entries.name[row]), path=names.path(source), look=verdict_look(verdict),
        why=names.sentence(entries.why[row], (source, entries.name[row])),
        repair=repair_text(int(entries.remedy[row]), store.why_not_built), facts=tuple(facts))


def payload_facts(
    snapshot: SurveySnapshot, row: int, figures: Figures, names: ShownNames,
) -> RowFacts:
    """Of a file that no entry needs."""
    payloads = snapshot.payloads
    store = snapshot.document.stores[int(payloads.store[row])]
    name, source = payloads.name[row], payloads.source[row]
    modified = int(payloads.mtime_ns[row])
    facts = [
        (_tr("Kind"), names.store(store.id)),
        (_tr("On disk"), figures.bytes(int(payloads.bytes[row]))),
        (_tr("Written"), f"{figures.moment(modified)} ({figures.age(modified, time.time_ns())})"),
    ]
    if source:
        facts.append((_tr("Made from"), names.path(source)))
    return RowFacts(
        title=names.payload(name), path=f"{names.folder(store.path)}/{names.payload(name)}",
        look=payload_look(PayloadVerdict(int(payloads.verdict[row]))),
        why=names.sentence(payloads.why[row], (source,)),
        repair=repair_text(int(payloads.remedy[row])), facts=tuple(facts))


def group_facts(
    snapshot: SurveySnapshot, group: ProblemGroup, figures: Figures, names: ShownNames,
) -> RowFacts:
    """Of a group of problems, or of something that is wrong with the workspace."""
    texts = ProblemTexts(figures, names)
    look = texts.group_look(group)
    if group.subject is ProblemSubject.FINDINGS:
        title, problem, where, _, _, hint = texts.group(snapshot, group)
        return RowFacts(title=title, path=where, look=look, why=problem, repair=hint, facts=())
    named = [texts.item(snapshot, group, int(row))[0] for row in group.rows[:NAMED_ITEMS]]
    if len(group) > NAMED_ITEMS:
        named.append(QCoreApplication.translate(
            "Problems", "and %Ln more", None, len(group) - NAMED_ITEMS))
    facts = (
        (_tr("Count"), figures.count(len(group))),
        (_tr("On disk"), figures.bytes(group.bytes) if group.bytes else _tr("nothing")),
        (_tr("Among them"), "\n".join(named)))
    return RowFacts(
        title=scope_text(snapshot, group.scope, names), path="", look=look, why="",
        repair=advice_text(snapshot, group), facts=facts)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Inspector", text)
