"""What the lines of the Problems tree say, one text per column."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from larder.app.models.problem_groups import ProblemGroup, ProblemSubject
from larder.app.models.survey_snapshot import SurveySnapshot
from larder.app.presentation.figures import Figures
from larder.app.presentation.looks import (
    Look,
    Tone,
    payload_look,
    repair_text,
    severity_look,
    verdict_look,
)
from larder.app.presentation.row_text import scope_text
from larder.app.presentation.shown_names import ShownNames
from larder.core.jobs import ItemFailed
from larder.core.survey.verdicts import PayloadVerdict, Severity, Verdict


class ProblemTexts:
    """Puts groups and items into words; one text per column."""

    def __init__(self, figures: Figures, names: ShownNames | None = None) -> None:
        self._figures = figures
        self._names = names or ShownNames()

    def group_look(self, group: ProblemGroup) -> Look:
        """Icon and word of a group."""
        if isinstance(group.verdict, PayloadVerdict):
            return payload_look(group.verdict)
        if isinstance(group.verdict, Verdict):
            return verdict_look(group.verdict)
        return severity_look(group.severity)

    def failure_look(self) -> Look:
        """Icon and word of what jobs could not do."""
        look = severity_look(Severity.ERROR)
        return Look(word=_tr("Could not be done"), icon=look.icon, tone=Tone.ERROR)

    def group(self, snapshot: SurveySnapshot, group: ProblemGroup) -> Sequence[str]:
        """Of a group."""
        if group.subject is ProblemSubject.FINDINGS:
            finding = snapshot.document.problems[int(group.rows[0])]
            hide = self._names.sentence
            return (_tr("Workspace"), hide(finding.problem), self._names.path(finding.where), "",
                    "", hide(finding.hint))
        look = self.group_look(group)
        return (look.word, look.meaning, scope_text(snapshot, group.scope, self._names),
                self._figures.count(len(group)), self._bytes(group.bytes),
                advice_text(snapshot, group))

    def item(self, snapshot: SurveySnapshot, group: ProblemGroup, row: int) -> Sequence[str]:
        """Of one entry or file."""
        if group.subject is ProblemSubject.PAYLOADS:
            payloads = snapshot.payloads
            source = payloads.source[row]
            why = (self._names.sentence(payloads.why[row], (source,))
                   or self._names.path(source))
            return (self._names.payload(payloads.name[row]), why, "", "",
                    self._bytes(int(payloads.bytes[row])), "")
        entries, names = snapshot.entries, self._names
        folder = entries.folders[int(entries.folder[row])]
        why = names.sentence(entries.why[row], (entries.source(row), folder, entries.name[row]))
        return (names.file(entries.name[row]), why, names.folder(folder), "",
                self._bytes(int(entries.bytes[row])), "")

    def path(self, snapshot: SurveySnapshot, group: ProblemGroup, row: int) -> str:
        """Where an item is, for a tooltip."""
        if group.subject is ProblemSubject.PAYLOADS:
            store = snapshot.document.stores[int(snapshot.payloads.store[row])]
            payload = self._names.payload(snapshot.payloads.name[row])
            return f"{self._names.folder(store.path)}/{payload}"
        return self._names.path(snapshot.entries.source(row))

    def more(self, count: int) -> Sequence[str]:
        """Of the line that stands for the items that are not listed."""
        text = QCoreApplication.translate("Problems", "and %Ln more", None, count)
        return (text, _tr("Open the group to see all of them."), "", "", "", "")

    def failures(self, count: int) -> Sequence[str]:
        """Of everything jobs could not do."""
        return (self.failure_look().word, _tr("Items the last job left undone."), "",
                self._figures.count(count), "", _tr("Run the job again."))

    def failure(self, failure: ItemFailed) -> Sequence[str]:
        """Of one item that a job could not do."""
        return (self._names.path(failure.item), self._names.sentence(failure.problem, (
            failure.item,)), self._names.path(failure.store), "", "", "")

    def _bytes(self, size: int) -> str:
        return self._figures.bytes(size) if size else ""


def advice_text(snapshot: SurveySnapshot, group: ProblemGroup) -> str:
    """What to do about a group."""
    store = group.scope.store
    return repair_text(group.remedy, None if store is None
                       else snapshot.document.stores[store].why_not_built)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Problems", text)
