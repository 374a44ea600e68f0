"""Asks where a folder that cannot be reached is now: a drive with a new letter, a moved folder."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from larder.app.views.widgets import CalmCombo, echo_mode, muted_label
from larder.app.window_look import WindowLook

WIDTH = 560


class LocationDialog(QDialog):
    """Old folder and new folder.

    Signals:
        location_chosen: with the old and the new folder, after OK.
    """

    location_chosen = Signal(str, str)

    def __init__(
        self, roots: Sequence[str], look: WindowLook, parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._look = look
        self.setWindowTitle(self.tr("Change location"))
        self.setMinimumWidth(WIDTH)
        self._old = CalmCombo()
        for root in roots:
            self._old.addItem("", root)
        self._old.setAccessibleName(self.tr("Folder that cannot be reached"))
        self.new = QLineEdit()
        self.new.setAccessibleName(self.tr("Where it is now"))
        browse = QPushButton(self.tr("Browse…"))
        browse.setAutoDefault(False)
        place = QWidget()
        line = QHBoxLayout(place)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.new, 1)
        line.addWidget(browse)
        form = QFormLayout()
        form.addRow(self.tr("Cannot be reached:"), self._old)
        form.addRow(self.tr("Is now at:"), place)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self._agree = buttons.addButton(self.tr("Survey there"),
                                        QDialogButtonBox.ButtonRole.AcceptRole)
        self._agree.setEnabled(False)
        self._agree.setDefault(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(12)
        layout.addWidget(muted_label(self.tr(
            "Paths in the config and the index stay as they are; Larder reads them as lying in the "
            "new folder, here and the next time.")))
        layout.addLayout(form)
        layout.addWidget(buttons)
        self.new.textChanged.connect(lambda text: self._agree.setEnabled(bool(text.strip())))
        browse.clicked.connect(self._browse)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self.finished.connect(self.deleteLater)
        look.changed.connect(self._show_names)
        self._show_names()

    def choose(self, old: str) -> None:
        """Choose the folder that moved."""
        self._old.setCurrentIndex(self._old.findData(old))

    def accept(self) -> None:
        """Announce both folders."""
        self.location_chosen.emit(self._old.currentData(), self.new.text().strip())
        super().accept()

    def _show_names(self) -> None:
        for at in range(self._old.count()):
            self._old.setItemText(at, self._look.names.folder(self._old.itemData(at)))
        self.new.setEchoMode(echo_mode(self._look.names.hidden))

    def _browse(self) -> None:
        dialog = QFileDialog(self, self.tr("Where is the folder now?"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(self.new.setText)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
