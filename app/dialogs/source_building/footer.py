"""The foot of the dialog for a folder of files: first a plan, then how much, and the button."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton

from larder.app.dialogs.building.footer import BuildFooter
from larder.app.services import WindowServices
from larder.app.views.widgets import primary_button


class SourceBuildFooter(BuildFooter):
    """As the Build dialog's, and a button for the plan while there is none.

    Signals:
        plan_wanted: make a plan of what is entered.
        another_wanted: ask for another folder.
    """

    plan_wanted = Signal()
    another_wanted = Signal()

    def __init__(self, services: WindowServices) -> None:
        super().__init__(services)
        self.plan = primary_button(self.tr("Show what it takes"))
        self.another = QPushButton(self.tr("Cache another folder…"))
        self.another.setAutoDefault(False)
        line = self.layout()
        assert isinstance(line, QHBoxLayout)
        line.addWidget(self.plan)
        line.insertWidget(line.indexOf(self.close_button), self.another)
        self.another.clicked.connect(self.another_wanted)
        self.plan.clicked.connect(self.plan_wanted)
        self.show_entry(can_plan=False)

    def show_entry(self, *, can_plan: bool) -> None:
        """There is no plan of what is entered."""
        self.show_no_plan()
        self.note.hide()
        self.another.hide()
        self.plan.show()
        self.plan.setEnabled(can_plan)
        self.plan.setDefault(True)

    def show_planned(self) -> None:
        """There is one; `show_plan` said how much it is."""
        self.plan.hide()
        self.build.setDefault(True)

    def show_building(self) -> None:
        """It is under way; the dialog may be closed."""
        self.show_no_plan()
        self.note.hide()
        self.plan.hide()
        self.another.hide()
        self.close_button.setText(self.tr("Close"))

    def show_over(self) -> None:
        """It has ended."""
        self.another.show()
