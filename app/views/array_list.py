"""The arrays of payload files, a few lines each: name and shape, then its figures."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PureWindowsPath

import msgspec
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from larder.app.models.journal import action_look
from larder.app.presentation.figures import Figures
from larder.app.presentation.plurals import Sentences, core_text
from larder.app.presentation.shown_names import ShownNames
from larder.app.views.widgets import ElidedLabel, clear_layout, muted_label
from larder.core.files.journal import PastPayloads
from larder.core.keys.recipe import CONCEPT_WORDS
from larder.core.payloads.arrays import ArraySummary, InspectedFile
from larder.core.queries.preview import MadeWith, PayloadPreview

_tr = Sentences("Arrays")


def payload_of(preview: PayloadPreview) -> InspectedFile:
    """The figures that came with a preview."""
    return InspectedFile(path="", arrays=msgspec.convert(
        preview.arrays, type=tuple[ArraySummary, ...]))


SHOWN_DIGITS = 12
"""Digits of a digest where there is no room for all 64."""


def shape_text(array: ArraySummary) -> str:
    """"16×128×128 bfloat16"."""
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
    """What no encoder gives, "" when there is nothing of it."""
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


GAP = 4
MOST_SHOWN = 40
"""Arrays listed; a parameter tree may have thousands."""


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
            self._add(muted_label(more))

    def _add_array(self, array: ArraySummary) -> None:
        name = ElidedLabel(array.name, strong=True)
        shape = QLabel(shape_text(array))
        shape.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        for label in (name, shape):
            label.setToolTip(array_tooltip(array, self._figures))
        self._grid.addWidget(name, self._line, 0)
        self._grid.addWidget(shape, self._line, 1, Qt.AlignmentFlag.AlignRight)
        self._line += 1
        figures = figures_text(array, self._figures)
        if figures:
            self._add(muted_label(figures))
        digest = digest_text(array, self._figures)
        if digest:
            known = ElidedLabel(digest, muted=True, elide=Qt.TextElideMode.ElideRight)
            known.setToolTip(array_tooltip(array, self._figures))
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


class SettingsList(QWidget):
    """What a payload was made with, a line each; those the config asks otherwise are marked."""

    def __init__(self) -> None:
        super().__init__()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(2)
        self._grid.setColumnStretch(1, 1)

    def show_settings(self, settings: Sequence[MadeWith]) -> None:
        """List other settings, in their order."""
        clear_layout(self._grid)
        for line, setting in enumerate(settings):
            name = core_text(CONCEPT_WORDS.get(setting.name, "")) or setting.name.rpartition(
                ".")[2].replace("_", " ").removeprefix("enable ")
            text = _tr(setting.have)
            if setting.want is not None:
                text = _tr("%1, now %2").replace("%1", text).replace(
                    "%2", _tr(setting.want))
            shown = ElidedLabel(text) if setting.want is None else _fault(text)
            shown.setToolTip(f"{setting.name}: {text}")
            self._grid.addWidget(muted_label(name, wrap=False), line, 0,
                                 Qt.AlignmentFlag.AlignTop)
            self._grid.addWidget(shown, line, 1)


class HistoryList(QWidget):
    """What was done to the cached files of an entry, a line each, the newest first."""

    def __init__(self, figures: Figures, names: ShownNames) -> None:
        super().__init__()
        self._figures, self._names = figures, names
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(2)
        self._grid.setColumnStretch(1, 1)

    def show_history(self, past: Sequence[PastPayloads], source: str) -> None:
        """List what was done to the cached files of a source, "" for one that nobody knows."""
        clear_layout(self._grid)
        for line, one in enumerate(past):
            look = action_look(one.action)
            text = _tr("%1 · %Ln cached files", one.payloads).replace("%1", look.word)
            if source and one.source not in ("", source):
                text = _tr("%1, then called %2").replace("%1", text).replace(
                    "%2", self._names.file(PureWindowsPath(one.source).name))
            shown = ElidedLabel(text, elide=Qt.TextElideMode.ElideRight)
            shown.setToolTip("\n".join(part for part in (
                look.meaning, self._names.path(one.source)) if part))
            self._grid.addWidget(muted_label(self._figures.moment(one.at_ns), wrap=False), line, 0)
            self._grid.addWidget(shown, line, 1)


def _fault(text: str) -> QLabel:
    label = QLabel(text)
    label.setProperty("role", "fault")
    label.setWordWrap(True)
    return label
