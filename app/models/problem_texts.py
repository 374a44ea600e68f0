"""Lines of the Problems tree in words: one text per column, of a remedy down to an item."""

from __future__ import annotations

from collections.abc import Sequence

from larder.app.models.entries_model import scope_text
from larder.app.models.survey_pages import ProblemGroup, ProblemSubject
from larder.app.models.survey_snapshot import SurveySnapshot
from larder.app.presentation.figures import Figures
from larder.app.presentation.looks import (
    Look,
    Tone,
    entry_look,
    harm_look,
    payload_look,
    remedy_look,
    repair_text,
    severity_look,
    shared_look,
)
from larder.app.presentation.sentences import Sentences, core_text
from larder.app.presentation.shown_names import ShownNames
from larder.core.files.table_file import CellValue
from larder.core.jobs import ItemFailed
from larder.core.survey.checks.document import CheckItem
from larder.core.survey.effects import Effect
from larder.core.survey.training_risks import HARMS
from larder.core.survey.verdicts import PayloadVerdict, Severity, Verdict
from larder.core.survey.why import reason_of
from larder.core.workspace.roots import flavour_of, split_last

_tr = Sentences("Problems")


EFFECTS = {
    Effect.STOPS: "Stops training.", Effect.WRONG: "Trained wrong.",
    Effect.SKIPPED: "Not trained.", Effect.NOTICE: "Good to know."}
"""What happens in training, in words."""


class ProblemTexts:
    """Puts lines into words; one text per column."""

    def __init__(self, figures: Figures, names: ShownNames | None = None) -> None:
        self._figures = figures
        self._names = names or ShownNames()

    def group_look(self, group: ProblemGroup) -> Look:
        """Icon and word of what is wrong in a group."""
        if group.subject is ProblemSubject.SOURCES:
            return severity_look(group.severity)
        if group.harm is not None:
            return harm_look(group.harm, group.form)
        if isinstance(group.verdict, PayloadVerdict):
            return payload_look(group.verdict)
        if group.verdict is Verdict.VALID:
            return shared_look()
        if isinstance(group.verdict, Verdict):
            return entry_look(group.verdict, group.remedy)
        return severity_look(group.severity)

    def failure_look(self) -> Look:
        """Icon and word of what jobs could not do."""
        look = severity_look(Severity.ERROR)
        return Look(word=_tr("Failed"), icon=look.icon, tone=Tone.ERROR)

    def remedy(
        self, snapshot: SurveySnapshot, groups: Sequence[ProblemGroup], time: str,
    ) -> Sequence[str]:
        """Of everything that one command mends: what it is, "11 × Edited · 3 × Not cached"."""
        look = remedy_look(groups[0].repair, moves=moves(groups), is_choice=groups[0].is_choice)
        counts: dict[str, int] = {}
        for group in groups:
            word = self.group_look(group).word
            counts[word] = counts.get(word, 0) + group.count
        advice = {advice_text(snapshot, group) for group in groups}
        # No line begins with a sign.
        return (look.word, "\u00a0· ".join(f"{self._figures.count(count)}\u00a0×\u00a0{word}"
                                             for word, count in counts.items()),
                "", *self._sums(groups), time,
                advice.pop() if len(advice) == 1 and not groups[0].is_choice else look.meaning)

    def verdict(self, snapshot: SurveySnapshot, groups: Sequence[ProblemGroup]) -> Sequence[str]:
        """Of everything that has one verdict in several places."""
        look, names = self.group_look(groups[0]), self._names
        places = ", ".join(dict.fromkeys(
            scope_text(snapshot, group.scope, names) for group in groups))
        advice = {advice_text(snapshot, group) for group in groups}
        return (look.word, look.meaning, places, *self._sums(groups), "",
                advice.pop() if len(advice) == 1 else "")

    def group(
        self, snapshot: SurveySnapshot, group: ProblemGroup, *, is_place: bool = False,
    ) -> Sequence[str]:
        """Of a group; of one that stands below its verdict, its place is what it is called."""
        if group.subject is ProblemSubject.FINDINGS:
            finding = snapshot.document.problems[int(group.rows[0])]
            hide = self._names.sentence
            return (_tr("Workspace"), hide(finding.problem), self._names.path(finding.where),
                    self._figures.count(1), "", "", hide(finding.hint))
        if group.subject is ProblemSubject.SOURCES:
            item = snapshot.sources.items[int(group.rows[0])]
            return (core_text(item.what), _tr(EFFECTS[Effect(item.effect)]), "",
                    self._figures.count(group.count), "", "", core_text(item.remedy))
        look, place = self.group_look(group), scope_text(snapshot, group.scope, self._names)
        sums, advice = self._sums((group,)), advice_text(snapshot, group)
        if group.verdict is Verdict.SHIFTED:
            return (place if is_place and place else look.word,
                    self._cause(snapshot, group) or look.meaning, place, *sums, "", advice)
        if is_place and place:
            return (place, "", "", *sums, "", advice)
        return (look.word, look.meaning, place, *sums, "", advice)

    def _cause(self, snapshot: SurveySnapshot, group: ProblemGroup) -> str:
        """Why entries of a store are mixed up, "" where nothing tells."""
        store = group.scope.store
        causes = () if store is None else [
            cause for cause in snapshot.document.stores[store].mixed_up_by or ()
            if group.scope.concept is None or cause.concept in (-1, group.scope.concept)]
        return " ".join(self._names.sentence(cause.text, (
            *cause.added, *cause.removed, *(name for pair in cause.renamed for name in pair)))
            for cause in causes)

    def item(self, snapshot: SurveySnapshot, group: ProblemGroup, row: int) -> Sequence[str]:
        """Of one entry or file."""
        if group.subject is ProblemSubject.PAYLOADS:
            payloads = snapshot.payloads
            source = payloads.source[row]
            why = (self._names.sentence(payloads.why[row], (source,))
                   or self._names.path(source))
            return (self._names.payload(payloads.name[row]), why, "",
                    self._several(int(payloads.count[row])),
                    self._bytes(int(payloads.bytes[row])), "", "")
        if group.subject is ProblemSubject.SOURCES:
            return self._source(snapshot.sources.items[row])
        entries, names = snapshot.entries, self._names
        folder = entries.folders[int(entries.folder[row])]
        why = self._figures.write_dates(names.sentence(
            reason_of(entries.why[row]), (entries.source(row), folder, entries.name[row])))
        return (names.file(entries.name[row]), why, names.folder(folder),
                # What training gets wrong is counted by the row, not by what a remedy moves.
                "" if group.harm is not None else self._several(int(entries.count[row])),
                self._bytes(int(entries.bytes[row])), "", "")

    def path(self, snapshot: SurveySnapshot, group: ProblemGroup, row: int) -> str:
        """Where an item is, for a tooltip."""
        if group.subject is ProblemSubject.PAYLOADS:
            store = snapshot.document.stores[int(snapshot.payloads.store[row])]
            payload = self._names.payload(snapshot.payloads.name[row])
            return f"{self._names.folder(store.path)}/{payload}"
        if group.subject is ProblemSubject.SOURCES:
            return self._names.path(snapshot.sources.items[row].path)
        return self._names.path(snapshot.entries.source(row))

    def _source(self, item: CheckItem) -> Sequence[str]:
        """Of one file, folder or concept that stops or spoils training."""
        folder, name = split_last(item.path, flavour_of(item.path))
        names = self._names
        return (names.file(name) if folder else names.path(item.path),
                names.sentence(item.why, (item.path, folder, name)), names.folder(folder),
                "", "", "", "")

    def item_to_save(
        self, snapshot: SurveySnapshot, group: ProblemGroup, row: int,
    ) -> tuple[CellValue, ...]:
        """Where an item is, what happened to it, its size as text and in bytes."""
        if group.subject is ProblemSubject.FINDINGS:
            _, why, where, *_ = self.group(snapshot, group)
            return where, why, None, None
        _, why, _, _, size, *_ = self.item(snapshot, group, row)
        if group.subject is ProblemSubject.SOURCES:
            return self.path(snapshot, group, row), why, None, None
        items = (snapshot.payloads if group.subject is ProblemSubject.PAYLOADS
                 else snapshot.entries)
        return self.path(snapshot, group, row), why, size or None, int(items.bytes[row])

    def more(self, count: int) -> Sequence[str]:
        """Of the line that stands for the items that are not listed."""
        text = _tr("and %Ln more", count)
        return (text, _tr("Open the group to see all of them."), "", "", "", "", "")

    def failures(self, count: int) -> Sequence[str]:
        """Of everything jobs could not do."""
        return (self.failure_look().word, _tr("Items that failed in the last job."), "",
                self._figures.count(count), "", "", _tr("Run the job again."))

    def failure(self, failure: ItemFailed) -> Sequence[str]:
        """Of one item that a job could not do."""
        return (self._names.path(failure.item), self._names.sentence(failure.problem, (
            failure.item,)), self._names.path(failure.store), "", "", "", "")

    def _several(self, count: int) -> str:
        """Of an item that stands for several files."""
        return self._figures.count(count) if count > 1 else ""

    def _sums(self, groups: Sequence[ProblemGroup]) -> tuple[str, str]:
        return (self._figures.count(sum(group.count for group in groups)),
                self._bytes(sum(group.bytes for group in groups)))

    def _bytes(self, size: int) -> str:
        return self._figures.bytes(size) if size else ""


def moves(groups: Sequence[ProblemGroup]) -> bool:
    """Return whether the repair of some groups moves payloads instead of making new ones."""
    return any(group.verdict is Verdict.SHIFTED for group in groups)


def advice_text(snapshot: SurveySnapshot, group: ProblemGroup) -> str:
    """Return advice on what to do about a group."""
    if group.subject is ProblemSubject.SOURCES:
        return core_text(snapshot.sources.items[int(group.rows[0])].remedy)
    if group.harm is not None and HARMS[group.harm].instead:
        return core_text(HARMS[group.harm].instead)
    store = group.scope.store
    return repair_text(group.remedy, None if store is None
                       else snapshot.document.stores[store].why_not_built)
