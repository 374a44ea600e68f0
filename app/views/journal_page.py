"""The Journal tab. What it shows is imported and made when it first comes to the front."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QVBoxLayout

from larder.app.services import WindowServices
from larder.app.views.page import Page

if TYPE_CHECKING:
    from larder.app.views.journal_view import JournalView


class JournalPage(Page):
    """An empty tab until it is looked at: a window that only surveys starts the sooner."""

    def __init__(self, services: WindowServices) -> None:
        super().__init__(QCoreApplication.translate("JournalPage", "Journal"))
        self._services = services
        self._view: JournalView | None = None
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)

    @property
    def view(self) -> JournalView | None:
        """What it shows, None before it was looked at."""
        return self._view

    @property
    def is_settled(self) -> bool:
        """Whether the newest history is shown, or none is wanted."""
        return self._view is None or self._view.is_settled

    def copy_selection(self) -> None:
        """The selected records, as they are shown."""
        if self._view is not None:
            self._view.table.copy_rows()

    def remember(self) -> None:
        """Column widths and the place of the splitter."""
        if self._view is not None:
            self._view.remember()

    def showEvent(self, event: QShowEvent) -> None:
        """Make the view the first time."""
        super().showEvent(event)
        if self._view is None:
            from larder.app.views.journal_view import JournalView

            self._view = JournalView(self._services)
            self._layout.addWidget(self._view)
