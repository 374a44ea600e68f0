"""Plots as files: where to, then a PNG or SVG, written whole or not at all."""

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

_tr = Sentences("ChartsPage")


class PictureExport(QObject):
    """Asks for a file and writes one plot into it; a notice says how that went."""

    def __init__(
        self, services: WindowServices, parent: QWidget, name: str,
        picture: Callable[[], QImage | None], drawing: Callable[[], bytes | None],
    ) -> None:
        """Begin with nothing to write.

        Args:
            services: of the window.
            parent: the page with the plot.
            name: of the file, without ending, as first offered.
            picture: gives the plot as pixels, None while there is none.
            drawing: gives it as an SVG file, None while there is none.
        """
        super().__init__(parent)
        self._services = services
        self._page = parent
        self._name = name
        self._picture = picture
        self._drawing = drawing
        self._saving = services.calls.latest_call(self)
        self._saving.done.connect(self._on_saved)
        self._saving.failed.connect(self._on_not_saved)

    @property
    def is_idle(self) -> bool:
        """True if no file is being written."""
        return self._saving.is_idle

    def ask(self) -> None:
        """Ask for a file, then write it."""
        dialog = QFileDialog(self._page, _tr("Export picture"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters([_tr("Picture (*.png)"), _tr("Drawing (*.svg)")])
        dialog.filterSelected.connect(
            lambda kind: dialog.setDefaultSuffix("svg" if kind.endswith("(*.svg)") else "png"))
        dialog.setDefaultSuffix("png")
        dialog.selectFile(f"{self._name}.png")
        dialog.fileSelected.connect(lambda path: self.write(Path(path)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def write(self, target: Path) -> None:
        """Write the plot as a PNG or SVG file, by the ending of its name."""
        if target.suffix.lower() == ".svg":
            drawing = self._drawing()
            if drawing is not None:
                self._saving.start(lambda: _write_whole(drawing, target))
            return
        image = self._picture()
        if image is not None:
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
