"""The middle of the window while a workspace is open: what holds of all of it, then the pages."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QTabWidget, QVBoxLayout, QWidget

from larder.app.notices import Notice, NoticeAction
from larder.app.presentation.notice_texts import standing_text, summary_line
from larder.app.services import WindowServices
from larder.app.views.notice_bar import NoticeBar
from larder.app.views.page import Page, PageFactory
from larder.app.views.widgets import WrappedLabel


class WorkspaceView(QWidget):
    """Standing notice, summary line, tabs.

    Signals:
        selection_changed: what is selected in the page in front may have changed.
    """

    selection_changed = Signal()

    def __init__(self, services: WindowServices, pages: Sequence[PageFactory]) -> None:
        super().__init__()
        self._services = services
        self._factories = {factory.id: factory for factory in pages}
        self._pages: dict[str, Page] = {}
        self.standing_bar = NoticeBar(services.look, closable=False)
        self.summary = WrappedLabel()
        self.summary.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.setIconSize(QSize(16, 16))
        self.tabs.setAccessibleName(self.tr("Pages"))
        for factory in pages:
            self._add_page(factory)
        self._lay_out()
        services.session.survey_changed.connect(self._show_survey)
        services.session.surveying_changed.connect(self._show_standing)
        services.view.page_wanted.connect(self.show_page)
        services.look.changed.connect(self._fetch_icons)
        services.look.changed.connect(self._show_survey)
        self.tabs.currentChanged.connect(self._on_page_shown)
        self._on_page_shown()
        self._show_survey()

    @property
    def pages(self) -> dict[str, Page]:
        """Pages by id, in their order."""
        return self._pages

    @property
    def current_page(self) -> str:
        """Id of the page in front."""
        return next((identity for identity, page in self._pages.items()
                     if page is self.tabs.currentWidget()), "")

    def show_page(self, page: str) -> bool:
        """Bring a page to the front; False when there is none of that name."""
        found = self._pages.get(page)
        if found is None:
            return False
        self.tabs.setCurrentWidget(found)
        return True

    def _on_page_shown(self) -> None:
        self._services.view.page_shown(self.current_page)
        if self.current_page:
            self._pages[self.current_page].choose_current()
        self.selection_changed.emit()

    def _add_page(self, factory: PageFactory) -> None:
        page = factory.make(self._services)
        self._pages[factory.id] = page
        self.tabs.addTab(page, self._services.look.icons.icon(factory.icon), page.title)
        page.title_changed.connect(
            lambda title: self.tabs.setTabText(self.tabs.indexOf(page), title))
        page.selection_changed.connect(self.selection_changed)

    def _lay_out(self) -> None:
        line = QFrame()
        line.setObjectName("summaryLine")
        inner = QHBoxLayout(line)
        inner.setContentsMargins(12, 8, 12, 8)
        inner.addWidget(self.summary)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.standing_bar)
        layout.addWidget(line)
        layout.addWidget(self.tabs, 1)

    def _show_survey(self) -> None:
        snapshot = self._services.session.snapshot
        self.summary.setText(self.tr("Surveying…") if snapshot is None
                             else summary_line(snapshot, self._services.look.figures))
        self.summary.setAccessibleName(self.summary.text())
        self._show_standing()

    def _show_standing(self) -> None:
        """What holds until the next survey; its button follows whether the command can be used."""
        services, snapshot = self._services, self._services.session.snapshot
        if snapshot is None:
            self.standing_bar.clear()
            return
        services.commands.refresh()
        text = standing_text(snapshot, services.look.figures)
        if text is None:
            self.standing_bar.clear()
            return
        action = services.commands.action(text.command)
        actions: tuple[NoticeAction, ...] = ()
        if action is not None and action.isEnabled():
            actions = (NoticeAction(action.text().replace("&", ""), action.trigger),)
        self.standing_bar.show_notice(
            Notice(tone=text.tone, text=text.text, hint=text.hint, actions=actions))

    def _fetch_icons(self) -> None:
        for at, (identity, page) in enumerate(self._pages.items()):
            icon = self._services.look.icons.icon(self._factories[identity].icon)
            self.tabs.setTabIcon(at, icon)
            page.update()
