"""The upper half of the Journal page: what waits in quarantine, and the two ways out of it."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from larder.app.models.history import History, PastClean
from larder.app.models.quarantine_model import QUARANTINE_COLUMNS, QuarantineModel
from larder.app.models.store_names import StoreNames
from larder.app.presentation.journal_texts import quarantine_line
from larder.app.services import WindowServices
from larder.app.views.cell_delegate import CellDelegate
from larder.app.views.rows_table import RowsTable
from larder.app.views.widgets import heading, muted_label

ANY_HEIGHT = (1 << 24) - 1
"""What Qt takes for no limit."""


class QuarantinePanel(QWidget):
    """A list of cleans; buttons act on the chosen one.

    Signals:
        undo_wanted: with the PastClean.
        empty_wanted: with a tuple of PastClean; the consent is still to be asked for.
    """

    undo_wanted = Signal(object)
    empty_wanted = Signal(object)

    def __init__(self, services: WindowServices) -> None:
        super().__init__()
        self._services = services
        self._history = History()
        self._model = QuarantineModel(
            services.look.figures, services.look.icons, services.look.names, self)
        self.table = RowsTable("quarantineTable", QUARANTINE_COLUMNS)
        self.table.setAccessibleName(self.tr("Quarantines"))
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setModel(self._model)
        self.table.setItemDelegate(CellDelegate(self._model.cell, QUARANTINE_COLUMNS, self.table))
        self.table.horizontalHeader().setStretchLastSection(True)
        self.table.lay_out_columns(services.memory)
        self.line = muted_label()
        self.undo = QPushButton(self.tr("Undo"))
        self.undo.setToolTip(self.tr("Brings back the files and entries of the chosen clean."))
        self.empty = QPushButton(self.tr("Empty…"))
        self.empty.setToolTip(self.tr("Deletes the files of the chosen clean for good."))
        self.empty_all = QPushButton(self.tr("Empty all…"))
        self.empty_all.setToolTip(self.tr("Deletes every quarantined file for good."))
        self._lay_out()
        self._connect()
        self._offer()

    def show_history(self, history: History, names: StoreNames) -> None:
        """Show what is in quarantine; the clean that was chosen stays chosen."""
        chosen = self.chosen()
        self._history = history
        self._model.show_cleans(history.cleans, names)
        self.line.setText(quarantine_line(history, self._services.look.figures))
        for widget in (self.table, self.undo, self.empty):
            widget.setVisible(bool(history.cleans))
        self.setMaximumHeight(ANY_HEIGHT if history.cleans else self.sizeHint().height())
        if history.cleans:
            kept = [at for at, clean in enumerate(history.cleans)
                    if chosen is not None and clean.id == chosen.id]
            self.table.selectRow(kept[0] if kept else 0)
        self._offer()

    def chosen(self) -> PastClean | None:
        """The clean that the buttons are about."""
        index = self.table.currentIndex()
        return self._model.row_at(index.row()) if index.isValid() else None

    def remember(self) -> None:
        """Column widths."""
        self.table.keep_columns(self._services.memory)

    def _lay_out(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(heading(self.tr("Quarantine")))
        words.addWidget(self.line)
        head = QHBoxLayout()
        head.setContentsMargins(12, 10, 12, 8)
        head.setSpacing(8)
        head.addLayout(words, 1)
        for button in (self.undo, self.empty, self.empty_all):
            head.addWidget(button)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(head)
        whole.addWidget(self.table, 1)

    def _connect(self) -> None:
        self.table.selectionModel().currentRowChanged.connect(lambda *_: self._offer())
        self.table.menu_wanted.connect(self._show_menu)
        self.undo.clicked.connect(self._want_undo)
        self.empty.clicked.connect(self._want_empty)
        self.empty_all.clicked.connect(lambda: self.empty_wanted.emit(self._history.cleans))
        self._services.session.surveying_changed.connect(self._offer)
        self._services.look.changed.connect(self.table.viewport().update)

    def _offer(self) -> None:
        """A clean that cannot be undone says why in its state."""
        chosen = self.chosen()
        self.undo.setEnabled(chosen is not None and chosen.can_undo)
        self.empty.setEnabled(chosen is not None)
        self.empty_all.setEnabled(bool(self._history.cleans))
        self.empty_all.setVisible(len(self._history.cleans) > 1)

    def _want_undo(self) -> None:
        chosen = self.chosen()
        if chosen is not None:
            self.undo_wanted.emit(chosen)

    def _want_empty(self) -> None:
        chosen = self.chosen()
        if chosen is not None:
            self.empty_wanted.emit((chosen,))

    def _show_menu(self, at: QPoint) -> None:
        menu = QMenu(self)
        for button in (self.undo, self.empty):
            action = QAction(button.text(), menu)
            action.setEnabled(button.isEnabled())
            action.triggered.connect(button.click)
            menu.addAction(action)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(at)
