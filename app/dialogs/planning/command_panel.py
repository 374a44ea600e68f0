"""The command that does what a dialog would do."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPlainTextEdit,
    QVBoxLayout,
)

from larder.app.presentation.shell_text import AS_IT_RUNS, CommandText
from larder.app.services import WindowServices
from larder.app.views.widgets import link_button, muted_label

COMMAND_HEIGHT = 62


class CommandPanel(QFrame):
    """The `larder` command that does the same, to be read, selected and copied.

    While names are hidden it shows marks; the button copies the command as it runs all the same.
    """

    def __init__(self, services: WindowServices) -> None:
        super().__init__()
        self._look = services.look
        self._write: CommandText | None = None
        self._note = muted_label()
        self.command = QPlainTextEdit()
        self.command.setReadOnly(True)
        self.command.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.command.setFixedHeight(COMMAND_HEIGHT)
        self.command.setAccessibleName(self.tr("The command that does the same"))
        self.command.setTabChangesFocus(True)
        self.copy = link_button(self.tr("Copy"))
        self.copy.setAutoDefault(False)
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(self.command, 1)
        line.addWidget(self.copy, 0, Qt.AlignmentFlag.AlignTop)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(4)
        whole.addWidget(self._note)
        whole.addLayout(line)
        self.copy.clicked.connect(self._copy)
        self._look.changed.connect(self._show)
        self.hide()

    def show_command(self, write: CommandText, note: str) -> None:
        """Show a command and what to know about it.

        Args:
            write: writes the command with names as they are shown, or as they are.
            note: what to know about it.
        """
        self._write = write
        self._note.setText(note)
        self._show()

    def _show(self) -> None:
        if self._write is None:
            return
        command = self._write(self._look.names)
        if command != self.command.toPlainText():
            self.command.setPlainText(command)
        self.copy.setToolTip(self.tr("Copies the command as it runs, with the names in it.")
                             if self._look.names.hidden else "")

    def _copy(self) -> None:
        if self._write is not None:
            QGuiApplication.clipboard().setText(self._write(AS_IT_RUNS))
