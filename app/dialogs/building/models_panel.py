"""Which models a build takes its encoders from."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QVBoxLayout,
)

from larder.app.presentation.looks import Tone
from larder.app.services import WindowServices
from larder.app.views.widgets import ElidedLabel, link_button

ICON = 16


class ModelsPanel(QFrame):
    """Which folders and files the encoders are taken from.

    Signals:
        models_changed: with a tuple of paths.
    """

    models_changed = Signal(object)

    def __init__(self, services: WindowServices) -> None:
        super().__init__()
        self._look = services.look
        self._models: tuple[str, ...] = ()
        self._problem = ""
        self._icon = QLabel()
        self.title = QLabel(self.tr("Models"))
        self.text = ElidedLabel(muted=True)
        self.add_folder = link_button(self.tr("Add folder…"))
        self.add_file = link_button(self.tr("Add file…"))
        self.forget = link_button(self.tr("Forget"))
        self.forget.setToolTip(self.tr("Go back to the models that the config names."))
        self.problem = QLabel()
        self.problem.setWordWrap(True)
        self.problem.setTextFormat(Qt.TextFormat.PlainText)
        self._lay_out()
        self.add_folder.clicked.connect(self._choose_folder)
        self.add_file.clicked.connect(self._choose_file)
        self.forget.clicked.connect(lambda: self._announce(()))
        self._look.changed.connect(self._paint)
        self.show_models(())

    @property
    def models(self) -> tuple[str, ...]:
        """What was chosen, in order."""
        return self._models

    @property
    def is_missing(self) -> bool:
        """Whether models were asked for and are not there."""
        return bool(self._problem)

    def show_models(self, models: Sequence[str], problem: str = "") -> None:
        """Show what was chosen, and what is wrong with it."""
        self._models, self._problem = tuple(models), problem
        self._look.names.learn(part for model in models
                               for part in (model, Path(model).name, Path(model).stem))
        self.forget.setVisible(bool(models))
        self.problem.setVisible(bool(problem))
        self.setProperty("notice", "warning" if problem else "")
        self.style().unpolish(self)
        self.style().polish(self)
        self._paint()

    def add(self, path: str) -> None:
        """One more folder or file."""
        self._announce(tuple(dict.fromkeys((*self._models, path))))

    def _announce(self, models: tuple[str, ...]) -> None:
        self.show_models(models)
        self.models_changed.emit(models)

    def _choose_folder(self) -> None:
        dialog = QFileDialog(self, self.tr("Folder with the VAE or text encoders"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        self._open(dialog)

    def _choose_file(self) -> None:
        dialog = QFileDialog(self, self.tr("Model file"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters([self.tr("Models (*.safetensors)")])
        self._open(dialog)

    def _open(self, dialog: QFileDialog) -> None:
        if self._models:
            dialog.setDirectory(str(Path(self._models[-1]).parent))
        dialog.fileSelected.connect(self.add)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _lay_out(self) -> None:
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(self._icon)
        line.addWidget(self.title)
        line.addWidget(self.text, 1)
        for link in (self.forget, self.add_file, self.add_folder):
            line.addWidget(link)
        self._whole = QVBoxLayout(self)
        self._whole.setSpacing(4)
        self._whole.addWidget(self.problem)
        self._whole.addLayout(line)

    def _paint(self) -> None:
        names = self._look.names
        self.text.set_text(" · ".join(map(names.path, self._models)) if self._models
                           else self.tr("those that the config names"))
        self.problem.setText(names.sentence(self._problem, self._models))
        name, tone = (("severity-warning", Tone.WARNING) if self._problem
                      else ("command-open-folder", Tone.MUTED))
        self._icon.setPixmap(self._look.icons.icon(name, tone).pixmap(ICON, ICON))
        margin = 10 if self._problem else 0
        self._whole.setContentsMargins(margin, margin // 2, margin, margin // 2)
