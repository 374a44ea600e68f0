"""Where something lies or goes: a field for a path, and windows that browse for one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QDir, Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLineEdit, QPushButton, QWidget

from larder.app.presentation.plain_text import plain_tip
from larder.app.presentation.sentences import Sentences
from larder.app.services import WindowServices
from larder.app.widgets.controls import echo_mode
from larder.app.widgets.widgets import fill_layout

_tr = Sentences("Places")


def browse(
    parent: QWidget, title: str, chosen: Callable[[Any], object], *, start: str = "",
    files: Sequence[str] = (), several: bool = False,
) -> None:
    """Browse for a folder, or for what `files` name; the window stays awake meanwhile.

    Args:
        parent: what is asked for.
        title: of the browsing window.
        chosen: is given the path, or a list of them where there may be `several`.
        start: the folder to begin in, "" for the one of the last time.
        files: kinds of files as Qt writes them, "Configs (*.json)"; none for folders.
        several: whether more than one may be chosen.
    """
    dialog = QFileDialog(parent, title, start)
    if files:
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles if several
                           else QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters(list(files))
    else:
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    (dialog.filesSelected if several else dialog.fileSelected).connect(chosen)
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()


def browse_to_save(
    parent: QWidget, title: str, name: str, files: Sequence[str], chosen: Callable[[str], object],
) -> QFileDialog:
    """Browse for where a file goes; `name` is proposed, of the first kind in `files`."""
    dialog = QFileDialog(parent, title)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setNameFilters(list(files))
    dialog.setDefaultSuffix(name.rpartition(".")[2])
    dialog.selectFile(name)
    dialog.fileSelected.connect(chosen)
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()
    return dialog


class PlaceField(QWidget):
    """A line for a path and a button that browses for it.

    Signals:
        chosen: another place was entered or chosen.
    """

    chosen = Signal()

    def __init__(
        self, services: WindowServices, name: str, title: str, *, files: Sequence[str] = (),
    ) -> None:
        """Make it; `name` is read aloud, `title` and `files` are those of the browsing window."""
        super().__init__()
        self._look, self._title, self._files = services.look, title, files
        self._said = ""
        self.line = QLineEdit()
        self.line.setAccessibleName(name)
        self.browse = QPushButton(_tr("Browse…"))
        self.browse.setAutoDefault(False)
        fill_layout(QHBoxLayout(self), (self.line, 1), self.browse, spacing=None)
        self.setFocusProxy(self.line)
        self.line.editingFinished.connect(self._on_edited)
        self.browse.clicked.connect(self.look_for)
        services.look.changed.connect(self._show_names)
        self._show_names()

    @property
    def path(self) -> str:
        """The entered path, without surrounding spaces."""
        return self.line.text().strip()

    def show_path(self, path: str) -> None:
        """Enter a place without telling."""
        self._said = path
        self.line.setText(path)
        self.line.setToolTip(plain_tip(
            "" if self._look.names.hidden else QDir.toNativeSeparators(path)))

    def look_for(self) -> None:
        """Open the file dialog at the entered path."""
        browse(self, self._title, self._choose, files=self._files,
               start=str(Path(self.path).parent) if self.path else "")

    def _choose(self, path: str) -> None:
        self.show_path(path)
        self.chosen.emit()

    def _on_edited(self) -> None:
        if self.path != self._said:
            self.show_path(self.path)
            self.chosen.emit()

    def _show_names(self) -> None:
        self.line.setEchoMode(echo_mode(self._look.names.hidden))
