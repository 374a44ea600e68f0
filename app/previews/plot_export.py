"""Plots as files: where to, then a PNG or SVG, written off the window's thread."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QObject
from PySide6.QtGui import QImage, QImageWriter
from PySide6.QtWidgets import QFileDialog, QWidget

from larder.app.notices import Notice
from larder.app.presentation.looks import Tone
from larder.app.presentation.sentences import Sentences
from larder.app.services import WindowServices
from larder.core.files.atomic_write import write_atomically

_tr = Sentences("PlotExport")


class PlotExport(QObject):
    """Writes one picture after another, whole or not at all."""

    def __init__(self, services: WindowServices, parent: QWidget) -> None:
        super().__init__(parent)
        self._services = services
        self._parent = parent
        self._saving = services.calls.latest_call(self)
        self._saving.done.connect(self._on_saved)
        self._saving.failed.connect(self._on_not_saved)

    @property
    def is_idle(self) -> bool:
        """True if nothing is being written."""
        return self._saving.is_idle

    def ask(
        self, name: str, picture: Callable[[], QImage], drawing: Callable[[], bytes | None] | None,
    ) -> None:
        """Ask for a file, then write it; `drawing` is None for what is no drawing.

        `name` is that of the file, without its ending.
        """
        dialog = QFileDialog(self._parent, _tr("Export picture"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        kinds = [_tr("Picture (*.png)")]
        if drawing is not None:
            kinds.append(_tr("Drawing (*.svg)"))
        dialog.setNameFilters(kinds)
        dialog.filterSelected.connect(
            lambda kind: dialog.setDefaultSuffix("svg" if kind.endswith("(*.svg)") else "png"))
        dialog.setDefaultSuffix("png")
        dialog.selectFile(f"{name}.png")
        dialog.fileSelected.connect(lambda path: self.write(Path(path), picture, drawing))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def write(
        self, target: Path, picture: Callable[[], QImage],
        drawing: Callable[[], bytes | None] | None,
    ) -> None:
        """Write a PNG, or by the file's ending an SVG."""
        content = drawing() if drawing is not None and target.suffix.lower() == ".svg" else None
        if content is not None:
            self._saving.start(lambda: _write_whole(content, target))
            return
        image = picture()
        self._saving.start(lambda: _write_png(image, target))

    def _on_saved(self, target: Path) -> None:
        self._services.notices.post(Notice(
            tone=Tone.GOOD, text=_tr("Exported the picture."),
            hint=self._services.look.names.path(str(target))))

    def _on_not_saved(self, error: Exception, trace: str) -> None:
        self._services.notices.post(Notice(
            tone=Tone.ERROR, text=_tr("The picture could not be written."), hint=str(error),
            details=trace))


def _write_png(image: QImage, target: Path) -> Path:
    """In a pool thread: packing takes longer than drawing."""
    packed = QByteArray()
    buffer = QBuffer(packed)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"PNG")).write(image)
    return _write_whole(bytes(packed.data()), target)


def _write_whole(content: bytes, target: Path) -> Path:
    write_atomically(target, [content])
    return target
