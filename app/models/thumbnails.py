"""Pictures of sources, small, made off the window's thread and kept in a bounded memory."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtGui import QImage, QImageReader

MOST_BYTES = 64 * 1024 * 1024
TEXT_ENDINGS = frozenset({".txt", ".caption"})
MOST_TEXT = 4096
ROOM = QSize(800, 600)
"""Pixels; enough for the inspector on a scaled screen."""
ALLOCATION_MIB = 1024
"""Qt refuses pictures over 256 MiB decoded; a 100 MP photograph takes 400."""
_NOT_FOUND = QImageReader.ImageReaderError.FileNotFoundError


@dataclass(frozen=True, slots=True)
class Preview:
    """What is shown of a source.

    Attributes:
        image: the picture, at most as large as was asked for and turned upright; None for a text.
        text: the beginning of a text; "" for a picture.
        full_size: width and height of the picture before scaling.
        problem: why there is neither, one sentence.
    """

    image: QImage | None = None
    text: str = ""
    full_size: tuple[int, int] | None = None
    problem: str = ""

    @property
    def cost(self) -> int:
        """Bytes it takes in memory."""
        return len(self.text) * 2 + (0 if self.image is None else self.image.sizeInBytes())


def read_preview(file: Path, *, room: QSize = ROOM) -> Preview:
    """Read a picture scaled down into `room`, or the beginning of a text; safe in any thread."""
    if file.suffix.lower() in TEXT_ENDINGS:
        return _read_text(file)
    reader = QImageReader(str(file))
    reader.setAutoTransform(True)
    reader.setAllocationLimit(ALLOCATION_MIB)
    full = reader.size()
    if full.isValid():
        reader.setScaledSize(full.scaled(_turned(room, reader), Qt.AspectRatioMode.KeepAspectRatio)
                             .boundedTo(full))
    image = reader.read()
    if image.isNull():
        return Preview(problem=_absent() if reader.error() == _NOT_FOUND else reader.errorString())
    size = _turned(full, reader) if full.isValid() else image.size()
    return Preview(image=image, full_size=(size.width(), size.height()))


class PreviewShelf:
    """Previews by file; the least recently seen go first."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._previews: OrderedDict[Path, Preview] = OrderedDict()
        self._bytes = 0

    def get(self, file: Path) -> Preview | None:
        """A preview that was kept, None when there is none."""
        found = self._previews.get(file)
        if found is not None:
            self._previews.move_to_end(file)
        return found

    def keep(self, file: Path, preview: Preview) -> None:
        """Keep a preview, and drop the oldest ones that no longer fit."""
        before = self._previews.pop(file, None)
        self._bytes += preview.cost - (0 if before is None else before.cost)
        self._previews[file] = preview
        while self._bytes > self._most_bytes and len(self._previews) > 1:
            _, dropped = self._previews.popitem(last=False)
            self._bytes -= dropped.cost

    def clear(self) -> None:
        """Forget everything; files may have changed."""
        self._previews.clear()
        self._bytes = 0

    @property
    def bytes(self) -> int:
        """What is kept, in bytes."""
        return self._bytes


def _absent() -> str:
    return QCoreApplication.translate("Preview", "There is no file here.")


def _turned(size: QSize, reader: QImageReader) -> QSize:
    """A size before or after the turn that the picture's EXIF asks for."""
    turns = reader.transformation().value & 4
    return size.transposed() if turns else size


def _read_text(file: Path) -> Preview:
    try:
        with file.open("rb") as opened:
            content = opened.read(MOST_TEXT)
    except FileNotFoundError:
        return Preview(problem=_absent())
    except OSError as error:
        return Preview(problem=error.strerror or str(error))
    return Preview(text=content.decode("utf-8", "replace"))
