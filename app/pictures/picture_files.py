"""Reads sources to be looked at, in a pool thread, and keeps some of what was read.

Files are untrusted: what a picture's first bytes say is looked at before memory is taken for it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from pathlib import Path
from typing import Generic, TypeVar

import msgspec
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage, QImageIOHandler, QImageReader

from larder.app.presentation.sentences import Sentences

_tr = Sentences("Preview")

MOST_BYTES = 64 * 1024 * 1024
MOST_KEPT = 4096
"""Previews in memory, those that are only a sentence among them."""
TEXT_ENDINGS = frozenset({".txt", ".caption"})
MOST_TEXT = 4096
ROOM = QSize(800, 600)
"""Pixels; enough for the inspector on a scaled screen."""
ALLOCATION_MIB = 1024
"""Qt refuses pictures over 256 MiB decoded; a 100 MP photograph takes 400."""
MOST_PIXELS = 200_000_000
"""By what a picture's first bytes say, before any memory is taken for it."""
SCALED_FORMATS = frozenset({"jpeg", "jpg"})
"""Read smaller than they are, line by line: four times the pixels take less memory."""
DRAWN_FORMATS = frozenset({"svg", "svgz", "pdf"})
"""Programs rather than pictures; no trainer reads them."""
_NOT_FOUND = QImageReader.ImageReaderError.FileNotFoundError
ROTATED = QImageIOHandler.Transformation.TransformationRotate90.value
"""Named here, in the window's thread: PySide makes an enum when it is first met, and where two
threads meet it at once the process ends."""

Key = TypeVar("Key", bound=Hashable)


class Preview(msgspec.Struct, frozen=True):
    """Preview of a source: a picture, the beginning of a text, or a problem.

    Attributes:
        image: the picture, upright and at most as large as requested; None for a text.
        text: the beginning of a text; "" for a picture.
        full_size: width and height of the picture before scaling, None if they are not known.
        problem: why there is neither, one sentence.
        is_absent: whether there is no file.
    """

    image: QImage | None = None
    text: str = ""
    full_size: tuple[int, int] | None = None
    problem: str = ""
    is_absent: bool = False

    @property
    def cost(self) -> int:
        """Bytes it takes in memory."""
        return len(self.text) * 2 + (0 if self.image is None else self.image.sizeInBytes())


def read_preview(file: Path, *, room: QSize = ROOM, most_pixels: int = MOST_PIXELS) -> Preview:
    """Read a picture scaled down into `room`, or the beginning of a text; safe in any thread.

    Args:
        file: which.
        room: pixels, upright.
        most_pixels: of a picture that is decoded whole.
    """
    if file.suffix.lower() in TEXT_ENDINGS:
        return _read_text(file)
    reader = QImageReader(str(file))
    reader.setAutoTransform(True)
    reader.setAllocationLimit(ALLOCATION_MIB)
    if bytes(reader.format().data()).decode("ascii", "replace") in DRAWN_FORMATS:
        return Preview(problem=_tr("Vector graphics are not shown."))
    full = reader.size()
    if full.isValid():
        pixels = full.width() * full.height()
        if pixels > most_pixels * (4 if _is_scaled(reader) else 1) or pixels > MOST_PIXELS:
            text = _tr("%1 × %2 pixels are too many to show.")
            upright = _turn_size(full, reader)
            return Preview(problem=text.replace("%1", str(upright.width()))
                           .replace("%2", str(upright.height())),
                           full_size=(upright.width(), upright.height()))
        reader.setScaledSize(full.scaled(_turn_size(room, reader),
                                         Qt.AspectRatioMode.KeepAspectRatio)
                             .boundedTo(full))
    image = reader.read()
    if image.isNull():
        return absent() if reader.error() == _NOT_FOUND else Preview(problem=reader.errorString())
    size = _turn_size(full, reader) if full.isValid() else image.size()
    return Preview(image=image, full_size=(size.width(), size.height()))


class PreviewShelf(Generic[Key]):
    """Previews by what they are of; the least recently seen go first."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._previews: OrderedDict[Key, Preview] = OrderedDict()
        self._bytes = 0

    def get(self, file: Key) -> Preview | None:
        """A preview that was kept, None when there is none."""
        found = self._previews.get(file)
        if found is not None:
            self._previews.move_to_end(file)
        return found

    def keep(self, file: Key, preview: Preview) -> None:
        """Keep a preview, and drop the oldest ones that no longer fit."""
        before = self._previews.pop(file, None)
        self._bytes += preview.cost - (0 if before is None else before.cost)
        self._previews[file] = preview
        while ((self._bytes > self._most_bytes and len(self._previews) > 1)
               or len(self._previews) > MOST_KEPT):
            _, dropped = self._previews.popitem(last=False)
            self._bytes -= dropped.cost

    def __contains__(self, file: object) -> bool:
        return file in self._previews

    def __len__(self) -> int:
        return len(self._previews)

    def clear(self) -> None:
        """Forget everything; files may have changed."""
        self._previews.clear()
        self._bytes = 0

    @property
    def bytes(self) -> int:
        """The bytes of all previews on the shelf."""
        return self._bytes


def absent() -> Preview:
    """Of a file that is not there."""
    return Preview(problem=_tr("The file does not exist."), is_absent=True)


def _is_scaled(reader: QImageReader) -> bool:
    return bytes(reader.format().data()).decode("ascii", "replace") in SCALED_FORMATS


def _turn_size(size: QSize, reader: QImageReader) -> QSize:
    """A size before or after the turn that the picture's EXIF asks for."""
    turns = reader.transformation().value & ROTATED
    return size.transposed() if turns else size


def _read_text(file: Path) -> Preview:
    try:
        with file.open("rb") as opened:
            content = opened.read(MOST_TEXT)
    except FileNotFoundError:
        return absent()
    except OSError as error:
        return Preview(problem=error.strerror or str(error))
    return Preview(text=content.decode("utf-8", "replace"))
