"""Labels and message boxes that show names as they are, see `app/presentation/plain_text.py`."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon, QShowEvent
from PySide6.QtWidgets import QLabel, QMessageBox, QWidget


class PlainLabel(QLabel):
    """A label that shows its text as it is."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)


class PlainBox(QMessageBox):
    """A message that shows its texts as they are, and no icons that desktops give to buttons."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)

    def showEvent(self, event: QShowEvent) -> None:
        """Take the icons away: other dialogs have none."""
        for button in self.buttons():
            button.setIcon(QIcon())
        super().showEvent(event)

    def setInformativeText(self, text: str) -> None:
        """Show more below the question; its label knows no format of its own."""
        super().setInformativeText(text)
        for label in self.findChildren(QLabel):
            if label.objectName() == "qt_msgbox_informativelabel":
                label.setTextFormat(Qt.TextFormat.PlainText)
                label.setText(text)
