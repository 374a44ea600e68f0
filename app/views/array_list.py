"""The arrays of payload files, a few lines each: name and shape, then its figures."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PureWindowsPath

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from larder.app.models.array_facts import ArrayFacts, PayloadFacts
from larder.app.presentation.array_texts import (
    array_tooltip,
    digest_text,
    fault_text,
    figures_text,
    shape_text,
)
from larder.app.presentation.figures import Figures
from larder.app.views.widgets import ElidedLabel, muted_label

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

    def show_payloads(self, payloads: Sequence[PayloadFacts]) -> None:
        """List the arrays of these files, each below its file's name where there are several."""
        self._clear()
        left = MOST_SHOWN
        for payload in payloads:
            if len(payloads) > 1:
                self._add(ElidedLabel(PureWindowsPath(payload.path).name, muted=True))
            if payload.problem:
                self._add(_fault(payload.problem))
            for array in payload.arrays[:left]:
                self._add_array(array)
                self._grid.setRowMinimumHeight(self._line, GAP)
                self._line += 1
            left = max(left - len(payload.arrays), 0)
        over = sum(len(payload.arrays) for payload in payloads) - MOST_SHOWN
        if over > 0:
            more = self.tr("and %1 more").replace("%1", self._figures.count(over))
            self._add(muted_label(more))

    def _add_array(self, array: ArrayFacts) -> None:
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
        while (item := self._grid.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for line in range(self._line):
            self._grid.setRowMinimumHeight(line, 0)
        self._line = 0


def _fault(text: str) -> QLabel:
    label = QLabel(text)
    label.setProperty("role", "fault")
    label.setWordWrap(True)
    return label
