"""Files dragged onto a window: which it takes, that it only copies, and what it says of them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QWidget

from larder.app.widgets.plain_labels import PlainLabel
from larder.app.widgets.widgets import restyle

CONFIG_ENDINGS = frozenset({".json", ".toml", ".yaml", ".yml"})
"""Of configs, of whatever trainer."""
DROPPED_FILES = CONFIG_ENDINGS | {".zip"}
"""Endings of configs, indexes and exported caches."""
BUNDLE_LIST = "larder-bundle.json"
"""In a folder that an export made."""
FROM_BOTTOM = 60
"""Pixels between what is said of a drag and the bottom of its window."""


def dragged_path(event: QDropEvent) -> str:
    """Return the one local file or folder of a drag that may be copied, "" for any other drag."""
    urls = event.mimeData().urls()
    may_copy = bool(event.possibleActions() & Qt.DropAction.CopyAction)
    return urls[0].toLocalFile() if may_copy and len(urls) == 1 and urls[0].isLocalFile() else ""


@dataclass(frozen=True, slots=True)
class Drop:
    """A file or folder that can be dropped on the window, and whether it is an exported cache."""

    path: str
    is_bundle: bool


def find_drop(event: QDropEvent) -> Drop | None:
    """Return what a drop would open, None for what Larder opens nothing of."""
    path = dragged_path(event)
    kind = Path(path).suffix.lower()
    is_folder = bool(path) and Path(path).is_dir()
    if not (is_folder or kind in DROPPED_FILES):
        return None
    return Drop(path, is_bundle=Path(path, BUNDLE_LIST).is_file() if is_folder else kind == ".zip")


def accept_copy(event: QDropEvent) -> None:
    """Accept a drag or a drop as a copy: who drags a file is never asked to remove it."""
    event.setDropAction(Qt.DropAction.CopyAction)
    event.accept()


class DropHint(PlainLabel):
    """Says over a window, while something is dragged above it, what a drop would do."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(parent=window)
        self.setObjectName("dropHint")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setWordWrap(True)
        self.hide()

    def say(self, text: str, *, is_taken: bool) -> None:
        """Show a sentence; `is_taken` for a drag that the window would open."""
        self.setText(text)
        restyle(self, "taken", is_taken)
        window = self.window()
        self.setFixedWidth(min(self.fontMetrics().horizontalAdvance(text) + 60,
                               max(window.width() - 40, 1)))
        self.setFixedHeight(max(self.heightForWidth(self.width()), 1))
        self.move(QPoint((window.width() - self.width()) // 2,
                         window.height() - self.height() - FROM_BOTTOM))
        self.raise_()
        self.show()
