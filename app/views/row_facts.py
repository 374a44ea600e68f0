"""Lists of the inspector for a row: facts, arrays, settings and history, a few lines each."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import PureWindowsPath

import msgspec
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from larder.app.models.entries_model import list_value_facts, scope_text
from larder.app.models.entry_rows import OWN_COLUMNS, has_preview, store_row
from larder.app.models.journal import action_look
from larder.app.models.problem_texts import ProblemTexts, advice_text
from larder.app.models.survey_pages import ProblemGroup, ProblemSubject
from larder.app.models.survey_snapshot import SurveySnapshot
from larder.app.presentation.figures import Figures
from larder.app.presentation.looks import (
    Look,
    entry_look,
    payload_look,
    remark_texts,
    repair_text,
)
from larder.app.presentation.plain_text import plain_tip
from larder.app.presentation.sentences import Sentences, breakable, core_text, one_after_another
from larder.app.presentation.shown_names import ShownNames
from larder.app.widgets.plain_labels import PlainLabel
from larder.app.widgets.widgets import ElidedLabel, clear_layout, make_muted_label, selectable_label
from larder.core.files.journal import PastPayloads
from larder.core.keys.recipe import SETTING_WORDS
from larder.core.payloads.arrays import ArraySummary, InspectedFile
from larder.core.queries.preview import PayloadPreview, PayloadSetting
from larder.core.survey.verdicts import PayloadVerdict, Verdict
from larder.core.survey.why import details_of, reason_of

_tr = Sentences("Inspector")

NAMED_ITEMS = 5
"""Items of a group that are named."""

SHOWN_DIGITS = 12
"""Digits of a digest where there is no room for all 64."""

GAP = 4
MOST_SHOWN = 40
"""Arrays listed; a parameter tree may have thousands."""

LONGEST_WORD = 12
"""Characters of a value that has to fit the narrowest inspector whole."""


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
        facts.append((_tr("Concept"), _tr("none in this config")))
    facts += [
        (_tr("On disk"), figures.bytes(size) if size else _tr("nothing")),
        *list_value_facts(snapshot.values, own, row, figures),
    ]
    if remarks:
        facts.append((_tr("Remarks"), "\n".join(remarks)))
    source, details = entries.source(row), details_of(entries.why[row])
    if details:
        facts.append((_tr("Details"), breakable(names.sentence(details, (source,)))))
    return RowFacts(
        title=names.file(entries.name[row]), path=names.path(source),
        look=entry_look(verdict, int(entries.remedy[row])),
        why=figures.write_dates(names.sentence(
            reason_of(entries.why[row]), (source, entries.name[row]))),
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
        title, problem, where, *_, hint = texts.group(snapshot, group)
        return RowFacts(title=title, path=where, look=look, why=problem, repair=hint, facts=())
    named = [texts.item(snapshot, group, int(row))[0] for row in group.rows[:NAMED_ITEMS]]
    if len(group) > NAMED_ITEMS:
        named.append(_tr("and %Ln more", len(group) - NAMED_ITEMS))
    facts = (
        (_tr("Count"), figures.count(len(group))),
        (_tr("On disk"), figures.bytes(group.bytes) if group.bytes else _tr("nothing")),
        (_tr("Files"), "\n".join(named)))
    return RowFacts(
        title=scope_text(snapshot, group.scope, names), path="", look=look, why="",
        repair=advice_text(snapshot, group), facts=facts)


def times_text(found: PayloadPreview, figures: Figures) -> str:
    """"Cached 20 Nov 2025, 14:02. The source was changed after that, 21 Nov 2025, 09:10."."""
    if not found.cached_ns:
        return ""
    cached = _tr("Cached %1.").replace("%1", figures.moment(found.cached_ns))
    if not found.source_ns:
        return cached
    changed = _tr("The file was changed after that, %1.") \
        if found.source_ns > found.cached_ns else _tr("The file was last changed %1.")
    return one_after_another((cached, changed.replace("%1", figures.moment(found.source_ns))))


def payload_of(preview: PayloadPreview) -> InspectedFile:
    """The figures that came with a preview."""
    return InspectedFile(path="", arrays=msgspec.convert(
        preview.arrays, type=tuple[ArraySummary, ...]))


def shape_text(array: ArraySummary) -> str:
    """Return shape and data type of an array as text, such as "16×128×128 bfloat16"."""
    shape = "×".join(str(side) for side in array.shape) or _tr("one value")
    return f"{shape} {array.dtype}"


def figures_text(array: ArraySummary, figures: Figures) -> str:
    """"mean 0.02 · σ 0.9 · −3.1 to 2.8", "" where there are no numbers."""
    parts = []
    if array.mean is not None:
        parts.append(_tr("mean %1").replace("%1", figures.number(array.mean)))
    if array.std is not None:
        parts.append(_tr("σ %1").replace("%1", figures.number(array.std)))
    if array.minimum is not None and array.maximum is not None:
        span = _tr("%1 to %2").replace("%1", figures.number(array.minimum))
        parts.append(span.replace("%2", figures.number(array.maximum)))
    if array.zero_count and not array.is_all_zero:
        parts.append(_tr("%1 zero").replace("%1", figures.count(array.zero_count)))
    return " · ".join(parts)


def array_tooltip(array: ArraySummary, figures: Figures) -> str:
    """Its name, every byte, the first values, and the digest of all of them."""
    lines = [array.name, figures.exact_bytes(array.bytes)]
    if array.first_five:
        lines.append(_tr("begins with %1").replace("%1", _first_values(array, figures)))
    return "\n".join([*lines, f"sha256 {array.sha256}"])


def digest_text(array: ArraySummary, figures: Figures) -> str:
    """"sha256 3f2a91c0d4e7 · −0.5, 2 …"; the digest's first digits tell arrays apart."""
    parts = [f"sha256 {array.sha256[:SHOWN_DIGITS]}"] if array.sha256 else []
    if array.first_five:
        parts.append(f"{_first_values(array, figures)} …")
    return " · ".join(parts)


def fault_text(array: ArraySummary, figures: Figures) -> str:
    """Return a text about values that no encoder produces, "" if there are none."""
    parts = []
    if array.nan_count:
        parts.append(_tr("%1 NaN").replace("%1", figures.count(array.nan_count)))
    if array.inf_count:
        parts.append(_tr("%1 infinite").replace("%1", figures.count(array.inf_count)))
    if array.is_all_zero:
        parts.append(_tr("all zero"))
    return ", ".join(parts)


def _first_values(array: ArraySummary, figures: Figures) -> str:
    return ", ".join(value if isinstance(value, str) else figures.number(float(value))
                     for value in array.first_five)


class ArrayList(QWidget):
    """Grows with what it lists."""

    def __init__(self, figures: Figures) -> None:
        super().__init__()
        self._figures = figures
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(2)
        self._grid.setColumnStretch(0, 1)
        self._line = 0

    def show_payloads(self, payloads: Sequence[InspectedFile]) -> None:
        """List the arrays of these files, each below its file's name where there are several."""
        self._clear()
        left = MOST_SHOWN
        for payload in payloads:
            if len(payloads) > 1:
                self._add(ElidedLabel(PureWindowsPath(payload.path).name, muted=True))
            if payload.problem:
                self._add(_fault(core_text(payload.problem)))
            arrays = payload.arrays or ()
            for array in arrays[:left]:
                self._add_array(array)
                self._grid.setRowMinimumHeight(self._line, GAP)
                self._line += 1
            left = max(left - len(arrays), 0)
        over = sum(len(payload.arrays or ()) for payload in payloads) - MOST_SHOWN
        if over > 0:
            more = self.tr("and %1 more").replace("%1", self._figures.count(over))
            self._add(make_muted_label(more))

    def _add_array(self, array: ArraySummary) -> None:
        name = ElidedLabel(array.name, strong=True)
        shape = PlainLabel(shape_text(array))
        shape.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        for label in (name, shape):
            label.setToolTip(plain_tip(array_tooltip(array, self._figures)))
        self._grid.addWidget(name, self._line, 0)
        self._grid.addWidget(shape, self._line, 1, Qt.AlignmentFlag.AlignRight)
        self._line += 1
        figures = figures_text(array, self._figures)
        if figures:
            self._add(make_muted_label(figures))
        digest = digest_text(array, self._figures)
        if digest:
            known = ElidedLabel(digest, muted=True, elide=Qt.TextElideMode.ElideRight)
            known.setToolTip(plain_tip(array_tooltip(array, self._figures)))
            self._add(known)
        fault = fault_text(array, self._figures)
        if fault:
            self._add(_fault(fault))

    def _add(self, widget: QWidget) -> None:
        self._grid.addWidget(widget, self._line, 0, 1, 2)
        self._line += 1

    def _clear(self) -> None:
        clear_layout(self._grid)
        for line in range(self._line):
            self._grid.setRowMinimumHeight(line, 0)
        self._line = 0


def _fault(text: str) -> QLabel:
    label = PlainLabel(text)
    label.setProperty("role", "fault")
    label.setWordWrap(True)
    return label


class PairsGrid(QWidget):
    """A line each: a quiet name at the left, what there is to say of it at the right.

    Attributes:
        names_at: where a name stands beside what takes several lines.
    """

    names_at = Qt.AlignmentFlag.AlignTop

    def __init__(self, beside: int = 12, below: int = 2) -> None:
        """Make it, empty; with so many pixels between names and values, and between lines."""
        super().__init__()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(beside)
        self._grid.setVerticalSpacing(below)
        self._grid.setColumnStretch(1, 1)

    def show_pairs(self, pairs: Iterable[tuple[str, QWidget]]) -> None:
        """Replace the lines by other (name, widget) pairs."""
        clear_layout(self._grid)
        for line, (name, shown) in enumerate(pairs):
            self._grid.addWidget(make_muted_label(name, wrap=False), line, 0, self.names_at)
            self._grid.addWidget(shown, line, 1)


def _value_label(value: str) -> QWidget:
    """A value that takes the lines it needs; a digest or a name, which cannot, is elided."""
    if " " not in value and len(value) > LONGEST_WORD:
        return ElidedLabel(value)
    return selectable_label(value)


class FactsList(PairsGrid):
    """The facts of a row; nothing where there are none."""

    def __init__(self) -> None:
        super().__init__(14, 5)
        self.setContentsMargins(0, 4, 0, 4)

    def show_facts(self, facts: Sequence[tuple[str, str]]) -> None:
        """Replace the list by other facts; the list is hidden if there are none."""
        self.show_pairs((name, _value_label(value)) for name, value in facts)
        self.setVisible(bool(facts))


class SettingsList(PairsGrid):
    """Settings that a payload was made with, one per line.

    Those that differ from the config are marked.
    """

    def show_settings(self, settings: Sequence[PayloadSetting]) -> None:
        """List other settings, in their order."""
        self.show_pairs(map(_setting_pair, settings))


def _setting_pair(setting: PayloadSetting) -> tuple[str, QWidget]:
    name = core_text(SETTING_WORDS.get(setting.name, "")) or setting.name.rpartition(
        ".")[2].replace("_", " ").removeprefix("enable ")
    text = _tr(setting.have)
    if setting.want is not None:
        text = _tr("%1, now %2").replace("%1", text).replace("%2", _tr(setting.want))
    shown = ElidedLabel(text) if setting.want is None else _fault(text)
    shown.setToolTip(plain_tip(f"{setting.name}: {text}"))
    return name, shown


class HistoryList(PairsGrid):
    """History of an entry's cached files, one action per line, the latest first."""

    names_at = Qt.AlignmentFlag(0)

    def __init__(self, figures: Figures, names: ShownNames) -> None:
        super().__init__()
        self._figures, self._names = figures, names

    def show_history(self, past: Sequence[PastPayloads], source: str) -> None:
        """List what was done to the cached files of a source, "" for one that nobody knows."""
        self.show_pairs((self._figures.moment(one.at_ns), self._label(one, source)) for one in past)

    def _label(self, one: PastPayloads, source: str) -> ElidedLabel:
        look = action_look(one.action)
        text = _tr("%1 · %Ln cached files", one.payloads).replace("%1", look.word)
        if source and one.source not in ("", source):
            text = _tr("%1, then called %2").replace("%1", text).replace(
                "%2", self._names.file(PureWindowsPath(one.source).name))
        shown = ElidedLabel(text, elide=Qt.TextElideMode.ElideRight)
        shown.setToolTip(plain_tip("\n".join(part for part in (
            look.meaning, self._names.path(one.source)) if part)))
        return shown
