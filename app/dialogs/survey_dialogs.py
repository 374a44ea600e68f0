"""The question before a survey: how closely to look."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QDialogButtonBox,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from larder.app.models.survey_snapshot import SurveySnapshot
from larder.app.presentation.figures import Figures
from larder.app.presentation.sentences import Sentences, one_after_another, with_values
from larder.app.widgets.widgets import button_box, heading, make_muted_label

_tr = Sentences("CheckDialog")


_CHOICES: dict[str, tuple[str, str]] = {
    "stat": ("Quick", "Checks names, sizes and dates, and reads only files that changed."),
    "hash": ("Every source file", "Also reads every picture and caption once, and finds edits that "
                                  "kept the file's date."),
    "payload": ("Everything", "Opens every picture, caption, mask and cached file to find what "
                              "would stop or spoil training. Files that have not changed since the "
                              "last time are not opened again."),
}
"""Depth -> what it is called, and what it looks at."""
WIDTH = 460


class CheckDialog(QDialog):
    """Three depths, the last chosen.

    Signals:
        depth_chosen: with the depth's name, after OK.
    """

    depth_chosen = Signal(str)

    def __init__(
        self, snapshot: SurveySnapshot, figures: Figures, parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Read everything"))
        self.setMinimumWidth(WIDTH)
        self._group = QButtonGroup(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(4)
        layout.addWidget(heading(self.tr("How closely should Larder look?")))
        layout.addWidget(make_muted_label(self.tr("Reading changes nothing.")))
        layout.addSpacing(8)
        for number, (depth, (title, text)) in enumerate(_CHOICES.items()):
            button = QRadioButton(_tr(title))
            note = make_muted_label(one_after_another(
                (_tr(text), _estimate(depth, snapshot, figures))))
            note.setIndent(24)
            button.setAccessibleDescription(note.text())
            self._group.addButton(button, number)
            layout.addWidget(button)
            layout.addWidget(note)
            layout.addSpacing(8)
        self.choose("payload")
        buttons = button_box(self, QDialogButtonBox.StandardButton.Cancel)
        start = buttons.addButton(self.tr("Read"), QDialogButtonBox.ButtonRole.AcceptRole)
        start.setDefault(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout.addWidget(buttons)
        self.finished.connect(self.deleteLater)

    def choose(self, depth: str) -> None:
        """Choose a depth by name."""
        button = self._group.button(list(_CHOICES).index(depth))
        button.setChecked(True)
        button.setFocus()

    def showEvent(self, event: QShowEvent) -> None:
        """Be as high as its words are, also on a screen of which that is more than two thirds."""
        self.resize(self.width(), max(self.height(), self.heightForWidth(self.width())))
        super().showEvent(event)

    def accept(self) -> None:
        """Announce the chosen depth."""
        self.depth_chosen.emit(list(_CHOICES)[self._group.checkedId()])
        super().accept()


def _estimate(depth: str, snapshot: SurveySnapshot, figures: Figures) -> str:
    """Return what is known before a survey starts.

    By depth, this is the time of the last quick survey, the number of entries or the bytes to read.
    """
    if depth == "stat":
        return with_values(_tr("Took %1 last time."), figures.duration(snapshot.document.elapsed_s))
    if depth == "hash":
        return _tr("%Ln entries.", snapshot.document.totals.rows)
    size = sum(store.payload_bytes for store in snapshot.document.stores)
    unopened = snapshot.sources.never_opened
    return one_after_another((
        with_values(_tr("Reads %1 of cached files."), figures.bytes(size)),
        _tr("%Ln source files were never opened.", unopened) if unopened else ""))
