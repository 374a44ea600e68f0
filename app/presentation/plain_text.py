"""Names are shown as they are: nothing that a file is called is read as markup.

Qt takes a label, a box or a tooltip whose text looks like HTML for HTML, and opens what its images
name: a picture called `<img src='/path'>.jpg` would have that path opened, on another computer too.
So a label is a `PlainLabel`, and a tooltip with anything in it that is not ours goes through
`plain_tip`. Buttons, tables, menus, fields and the status bar never read markup.
"""

from __future__ import annotations

import html

from PySide6.QtCore import Qt
from PySide6.QtGui import Qt as GuiQt
from PySide6.QtWidgets import QLabel, QMessageBox, QWidget


class PlainLabel(QLabel):
    """A label that shows its text as it is."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)


class PlainBox(QMessageBox):
    """A message that shows its texts as they are."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)

    def setInformativeText(self, text: str) -> None:
        """Show more below the question; its label knows no format of its own."""
        super().setInformativeText(text)
        for label in self.findChildren(QLabel):
            if label.objectName() == "qt_msgbox_informativelabel":
                label.setTextFormat(Qt.TextFormat.PlainText)
                label.setText(text)


def plain_tip(text: str) -> str:
    """Return what a tooltip shows as this text, whatever it looks like."""
    if not GuiQt.mightBeRichText(text):
        return text
    return f"<p style='white-space:pre-wrap'>{html.escape(text)}</p>"
