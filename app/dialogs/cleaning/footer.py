"""The foot of the Clean dialog: what is ticked, where it goes, and the two ways to let it go."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from larder.app.models.plan_ticks import Totals
from larder.app.presentation.clean_texts import (
    bare_rows_text,
    delete_button_text,
    footer_text,
    only_readopt_text,
)
from larder.app.services import WindowServices
from larder.app.views.widgets import link_button, muted_label, primary_button


class CleanFooter(QFrame):
    """Figures and buttons.

    Signals:
        move_wanted: move what is ticked to quarantine.
        delete_wanted: delete it at once; the second consent is still to be asked for.
        close_wanted: leave everything as it is.
        disclosed: "Delete now" was opened or closed.
    """

    move_wanted = Signal()
    delete_wanted = Signal()
    close_wanted = Signal()
    disclosed = Signal()

    def __init__(self, services: WindowServices) -> None:
        super().__init__()
        self._look = services.look
        self.setObjectName("cleanFooter")
        self.total = QLabel()
        self.total.setProperty("role", "heading")
        self.total.setWordWrap(True)
        self.disclose = link_button(self.tr("Delete now"))
        self.disclose.setCheckable(True)
        self.close_button = QPushButton(self.tr("Cancel"))
        self.move_button = primary_button("")
        self.move_button.setDefault(True)
        self.delete_button = QPushButton()
        self.delete_button.setProperty("danger", True)
        for button in (self.disclose, self.close_button, self.delete_button):
            button.setAutoDefault(False)
        self._deleting = QWidget()
        self._lay_out()
        self.disclose.toggled.connect(self._on_disclosed)
        self.close_button.clicked.connect(self.close_wanted)
        self.move_button.clicked.connect(self.move_wanted)
        self.delete_button.clicked.connect(self.delete_wanted)
        self._look.changed.connect(self._paint)
        self._paint()

    @property
    def is_deleting(self) -> bool:
        """Whether "Delete now" is open."""
        return self.disclose.isChecked()

    def show_totals(
        self, total: Totals, *, bare_rows: int, readopt: int, may_go_on: bool,
    ) -> None:
        """Say what would be done.

        Args:
            total: what is ticked.
            bare_rows: index rows that go without a file.
            readopt: payloads that get their entries back in the same step.
            may_go_on: False while a trainer is in the way or the plan is stale.
        """
        only_rows = bool(bare_rows) and not total.items
        only_readopt = bool(readopt) and not (total.items or only_rows)
        if only_rows:
            self.total.setText(bare_rows_text(bare_rows))
            self.move_button.setText(self.tr("Remove entries"))
        elif only_readopt:
            self.total.setText(only_readopt_text(readopt))
            self.move_button.setText(self.tr("Re-adopt"))
        else:
            self.total.setText(footer_text(total, self._look.figures))
            self.move_button.setText(self.tr("Move to quarantine"))
        self.move_button.setEnabled(may_go_on and bool(total.items or bare_rows or readopt))
        self.delete_button.setText(delete_button_text(total))
        self.delete_button.setEnabled(may_go_on and bool(total.items))
        self.disclose.setVisible(bool(total.items))
        if not total.items:
            self.disclose.setChecked(False)

    def _lay_out(self) -> None:
        warning = muted_label(self.tr(
            "Frees the space at once and cannot be undone. A quarantine can be emptied later, and "
            "until then everything in it comes back with one click."))
        below = QHBoxLayout(self._deleting)
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(12)
        below.addWidget(warning, 1)
        below.addWidget(self.delete_button)
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(self.total, 1)
        line.addWidget(self.disclose)
        line.addWidget(self.close_button)
        line.addWidget(self.move_button)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(20, 12, 20, 14)
        whole.setSpacing(10)
        whole.addLayout(line)
        whole.addWidget(self._deleting)
        self._deleting.hide()

    def _on_disclosed(self, on: bool) -> None:
        self._deleting.setVisible(on)
        self._paint()
        self.disclosed.emit()

    def _paint(self) -> None:
        name = "chevron-down" if self.is_deleting else "chevron-right"
        self.disclose.setIcon(self._look.icons.icon(name))
