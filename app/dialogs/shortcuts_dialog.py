"""Help: every command that has keys, read from the window's own list of commands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from larder.app.commands.command_table import Command, Menu, without_key
from larder.app.models.tables import ColumnSpec
from larder.app.presentation.plurals import Sentences
from larder.app.views.rows_table import PaddedDelegate
from larder.app.views.widgets import muted_label
from larder.app.window_layout import open_at

_tr = Sentences("ShortcutsDialog")

SIZE, LEAST_SIZE = QSize(480, 560), QSize(360, 300)
_PROMISES = (
    "Your pictures and captions are never changed, moved or deleted.",
    "A clean moves files into quarantine; Undo brings them back.",
)


@dataclass(frozen=True, slots=True)
class KeyRow:
    """One line of the list.

    Attributes:
        text: what the keys do, as the menu says it, without its mnemonic.
        keys: as the desktop writes them, "Ctrl+F".
    """

    text: str
    keys: str


def key_rows(commands: Sequence[Command], page_titles: Sequence[str]) -> Sequence[KeyRow]:
    """Commands that have keys in the order of the menus, then the tabs."""
    chosen = [command for menu in Menu for command in commands
              if command.menu is menu and command.shortcut]
    return (
        *(KeyRow(text=without_key(command.text).rstrip("…"), keys=_native(command.shortcut))
          for command in chosen),
        *(KeyRow(text=_tr("Go to the tab %1").replace("%1", title), keys=_native(f"Ctrl+{number}"))
          for number, title in enumerate(page_titles, start=1)))


class ShortcutsDialog(QDialog):
    """What is safe, one line each, and a table to read."""

    def __init__(self, rows: Sequence[KeyRow], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Keyboard shortcuts"))
        open_at(self, SIZE, least=LEAST_SIZE, parent=parent)
        self.table = _table(rows)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(4)
        for promise in _PROMISES:
            layout.addWidget(muted_label(_tr(promise)))
        layout.addSpacing(8)
        layout.addWidget(self.table, 1)
        layout.addSpacing(8)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout.addWidget(buttons)
        self.finished.connect(self.deleteLater)


def _table(rows: Sequence[KeyRow]) -> QTableWidget:
    table = QTableWidget(len(rows), 2)
    table.setAccessibleName(_tr("Keyboard shortcuts"))
    table.setItemDelegate(PaddedDelegate(dict.fromkeys(range(2), ColumnSpec("", 0)), table))
    table.setHorizontalHeaderLabels([_tr("Command"), _tr("Keys")])
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    table.setTabKeyNavigation(False)
    table.setAlternatingRowColors(True)
    table.setShowGrid(False)
    table.verticalHeader().setVisible(False)
    header = table.horizontalHeader()
    header.setHighlightSections(False)
    header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
    header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
    for at, row in enumerate(rows):
        table.setItem(at, 0, QTableWidgetItem(row.text))
        table.setItem(at, 1, QTableWidgetItem(row.keys))
    return table


def _native(keys: str) -> str:
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
