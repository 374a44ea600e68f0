"""Everything of the window that shows a workspace: what holds of all of it, tabs, docks around.

Made when the first workspace is opened, so that the start page is there without them.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QTabWidget, QWidget

from larder.app.command_table import without_key
from larder.app.models.survey_snapshot import SurveySnapshot
from larder.app.notices import Notice, NoticeAction, NoticeBar
from larder.app.presentation.figures import Figures
from larder.app.presentation.looks import Tone, layout_texts
from larder.app.presentation.sentences import Sentences
from larder.app.services import WindowServices
from larder.app.views.inspector import Inspector
from larder.app.views.page import Page, PageFactory
from larder.app.views.workspace_tree import WorkspaceTree
from larder.app.widgets.widgets import WrappedLabel, fill_column, restyle
from larder.app.widgets.window_layout import Docks
from larder.core.survey.checks.risks import are_of_files
from larder.core.survey.effects import Effect
from larder.core.survey.remedies import Repair
from larder.core.survey.verdicts import Verdict

_tr = Sentences("Notices")

_DEPTHS = {"stat": "names and dates", "hash": "every source file read",
           "payload": "every cached file read"}

TAB_ICON = QSize(16, 16)
TAB_MARGINS = 12
"""Pixels by which a tab is narrower where there is little room, as in the style sheet."""


@dataclass(frozen=True, slots=True)
class StandingText:
    """A sentence that holds until the next survey, with at most one thing to do.

    Attributes:
        command: id of the command that helps, or "".
    """

    tone: Tone
    text: str
    hint: str = ""
    command: str = ""


def summary_line(snapshot: SurveySnapshot, figures: Figures) -> str:
    """Such as "12,480 entries · 41 out of date · 6 files nobody needs · 84 MB", no zero parts.

    Entries are the rows of the Entries table, those too of which nothing is cached yet, and what
    each is counted as is the sum of the column of that name on Coverage; files are those of the
    card.
    """
    totals = snapshot.document.totals
    parts = [_tr("%Ln entries", totals.rows)]
    for text, count in (("%Ln out of date", totals.stale), ("%Ln not cached yet", totals.missing),
                        ("%Ln whose file was deleted", totals.gone),
                        ("%Ln renamed", totals.renamed),
                        ("%Ln out of reach", totals.offline)):
        if count:
            parts.append(_tr(text, count))
    for step in snapshot.document.next_steps:
        if step.remedy == Repair.CLEAN.value and step.files:
            needless = _tr("%Ln files no longer needed", step.files)
            parts += [needless, figures.bytes(step.bytes)]
    # Two lines of a narrow window break between counts, not between a count and its word.
    return " · ".join(part.replace(" ", "\u00a0", 1) for part in parts)


def survey_note(snapshot: SurveySnapshot, figures: Figures) -> str:
    """How the caches lie, when and how closely was looked: "Surveyed 14:02 (names and dates)"."""
    workspace = snapshot.document.workspace
    depth = _DEPTHS.get(workspace.depth, workspace.depth)
    surveyed = (_tr("Surveyed %1 (%2)").replace("%1", figures.clock(snapshot.read_at_ns))
                .replace("%2", _tr(depth)))
    return " · ".join([*layout_texts(workspace.layouts), surveyed])


def standing_text(snapshot: SurveySnapshot, figures: Figures) -> StandingText | None:
    """The most important thing to know about the whole workspace, None when the tables say it."""
    for find in (_explain_empty, _index_damaged, _unreachable, _index_missing, _busy, _stops,
                 _nothing_cached, _all_complete):
        text = find(snapshot, figures)
        if text is not None:
            return text
    return None


def _explain_empty(snapshot: SurveySnapshot, _: Figures) -> StandingText | None:
    document = snapshot.document
    if not (document.workspace.emptied_at_start and document.problems):
        return None
    said = document.problems[0]
    return StandingText(tone=Tone.WARNING, text=said.problem, hint=said.hint)


def _unreachable(snapshot: SurveySnapshot, _: Figures) -> StandingText | None:
    count = snapshot.count(Verdict.SOURCE_UNREACHABLE)
    if not count:
        return None
    places = [concept.path or concept.name for at, concept in enumerate(snapshot.document.concepts)
              if snapshot.counts[:, at, Verdict.SOURCE_UNREACHABLE].any()]
    text = (_tr("%1 cannot be reached.").replace("%1", places[0]) if len(places) == 1
            else _tr("Some folders with your files cannot be reached."))
    return StandingText(tone=Tone.WARNING, text=text,
                        hint=_tr("%Ln entries are kept.", count),
                        command="change-location")


def _index_damaged(snapshot: SurveySnapshot, _: Figures) -> StandingText | None:
    store = next((store for store in snapshot.document.stores if store.index_problem), None)
    if store is None:
        return None
    if not snapshot.damaged_indexes:
        return StandingText(
            tone=Tone.ERROR, text=f"{store.id}: {store.index_problem}",
            hint=_tr("Larder changes nothing in this cache until its index can be read."))
    return StandingText(
        tone=Tone.ERROR, text=f"{store.id}: {store.index_problem}",
        hint=_tr("Repair copies the readable entries into a new index and keeps the damaged file."),
        command="repair-index")


def _index_missing(snapshot: SurveySnapshot, _: Figures) -> StandingText | None:
    count = snapshot.lacking_index
    if not count:
        return None
    text = _tr("Found %Ln cached files without an index.", count)
    return StandingText(tone=Tone.WARNING, text=text,
                        hint=_tr("Those whose pictures and captions exist can be relinked."),
                        command="readopt")


def _busy(snapshot: SurveySnapshot, _: Figures) -> StandingText | None:
    signs = [sign for store in snapshot.document.stores for sign in store.busy or ()]
    if not signs:
        return None
    return StandingText(tone=Tone.NOTE, text=_tr("A trainer seems to be running here."),
                        hint=signs[0])


def _stops(snapshot: SurveySnapshot, _: Figures) -> StandingText | None:
    """Sources at which a trainer stops, however much of the rest is cached."""
    items = [item for item in snapshot.sources.items if item.effect == Effect.STOPS.value]
    if not items:
        return None
    count = sum(snapshot.sources.counts[kind] for kind in {item.kind for item in items})
    return StandingText(
        tone=Tone.ERROR, text=_tr(
            "%Ln source files would stop training." if are_of_files(items)
            else "%Ln problems would stop training.", count),
        hint=items[0].path, command="training")


def _nothing_cached(snapshot: SurveySnapshot, _: Figures) -> StandingText | None:
    rows = len(snapshot.entries)
    if rows and snapshot.document.totals.entries:
        return None
    if not rows:
        samples = sum(concept.samples for concept in snapshot.document.concepts)
        if not samples:
            return StandingText(tone=Tone.NOTE, text=_tr("No pictures and no cache were found."),
                                hint=_tr("Check the concepts' folders in the config."))
    samples = sum(concept.samples for concept in snapshot.document.concepts) or rows
    text = _tr("%Ln pictures, nothing cached yet.", samples)
    if not any(store.is_built for store in snapshot.document.stores):
        return StandingText(
            tone=Tone.NOTE, text=text, hint=_tr("The trainer caches them when it starts."))
    return StandingText(
        tone=Tone.NOTE, text=text,
        hint=_tr("The trainer caches them when it starts, or you build them now."), command="build")


def _all_complete(snapshot: SurveySnapshot, figures: Figures) -> StandingText | None:
    if not snapshot.is_sound or snapshot.document.problems:
        return None
    text = _tr("Everything is cached and up to date (checked %1).").replace(
        "%1", figures.clock(snapshot.read_at_ns))
    unopened = snapshot.sources.never_opened
    if unopened:
        # Whether a trainer can open them nobody knows yet.
        return StandingText(
            tone=Tone.NOTE, text=text, command="check",
            hint=_tr("%Ln source files were never opened.", unopened))
    if snapshot.spoil_count:
        return StandingText(
            tone=Tone.WARNING, text=text, command="training",
            hint=_tr(
                "%Ln source files would not be trained correctly."
                if are_of_files(snapshot.sources.items)
                else "%Ln problems affect training.", snapshot.spoil_count))
    return StandingText(
        tone=Tone.GOOD, text=text,
        hint=_tr("The trainer starts without encoding.") if snapshot.document.concepts else "")


class WorkspaceView(QWidget):
    """Standing notice, summary line, tabs.

    Signals:
        selection_changed: what is selected in the page in front may have changed.
    """

    selection_changed = Signal()

    def __init__(self, services: WindowServices) -> None:
        """Make it without pages."""
        super().__init__()
        self._services = services
        self._pages: dict[str, Page] = {}
        self._icons: dict[str, str] = {}
        self._standing: tuple[StandingText | None, bool] = (None, False)
        self.standing_bar = NoticeBar(services.look, closable=False)
        self.standing_bar.focus_left.connect(self.focus_page)
        self.summary = WrappedLabel()
        self.summary.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.setIconSize(TAB_ICON)
        self.tabs.setAccessibleName(self.tr("Pages"))
        self._lay_out()
        services.session.survey_changed.connect(self._show_survey)
        services.commands.refreshed.connect(self._show_standing)
        services.view.page_wanted.connect(self.show_page)
        services.look.changed.connect(self._fetch_icons)
        services.look.changed.connect(self._show_survey)
        self.tabs.currentChanged.connect(self._on_page_shown)
        self._show_survey()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is no room for all tabs, their words come before their icons and margins."""
        super().resizeEvent(event)
        self._fit_tabs()

    def _fit_tabs(self) -> None:
        bar, has_icons = self.tabs.tabBar(), self.tabs.iconSize() == TAB_ICON
        is_narrow = bool(bar.property("narrow"))
        words = bar.sizeHint().width() + bar.count() * (
            TAB_MARGINS * is_narrow - TAB_ICON.width() * has_icons)
        if (words + bar.count() * TAB_ICON.width() <= self.width()) != has_icons:
            self.tabs.setIconSize(QSize(0, 0) if has_icons else TAB_ICON)
        if (words > self.width()) != is_narrow:
            restyle(bar, "narrow", not is_narrow)

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

    def focus_page(self) -> None:
        """Give the focus to the page in front, or to its tab where it has no table yet."""
        page = self._pages.get(self.current_page)
        if page is None or not page.take_focus():
            self.tabs.tabBar().setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_page_shown(self) -> None:
        self._services.view.page_shown(self.current_page)
        if self.current_page:
            self._pages[self.current_page].choose_current()
        if self.tabs.currentWidget() is self.window().focusWidget():
            self.focus_page()
        self.selection_changed.emit()

    def add_page(self, factory: PageFactory, page: Page) -> None:
        """Add a tab behind the others."""
        self._pages[factory.id], self._icons[factory.id] = page, factory.icon
        self.tabs.addTab(page, self._services.look.icons.icon(factory.icon), page.title)
        page.title_changed.connect(
            lambda title: self._on_title_changed(page, title))
        page.selection_changed.connect(self.selection_changed)

    def _on_title_changed(self, page: Page, title: str) -> None:
        self.tabs.setTabText(self.tabs.indexOf(page), title)
        self._fit_tabs()

    def _lay_out(self) -> None:
        line = QFrame()
        line.setObjectName("summaryLine")
        fill_column(line, self.summary, margins=(12, 8, 12, 8))
        fill_column(self, self.standing_bar, line, self.tabs, stretched=self.tabs)

    def _show_survey(self) -> None:
        snapshot = self._services.session.snapshot
        self.summary.setText(self.tr("Surveying…") if snapshot is None
                             else summary_line(snapshot, self._services.look.figures))
        self.summary.setAccessibleName(self.summary.text())
        self._services.commands.refresh()

    def _show_standing(self) -> None:
        """Show the notice that applies until the next survey.

        Its button follows the command's state.
        """
        services, snapshot = self._services, self._services.session.snapshot
        text = None if snapshot is None else standing_text(snapshot, services.look.figures)
        action = None if text is None else services.commands.action(text.command)
        standing = (text, action is not None and action.isEnabled())
        if standing == self._standing:
            return
        self._standing = standing
        if text is None:
            self.standing_bar.clear()
            return
        actions: tuple[NoticeAction, ...] = ()
        if action is not None and action.isEnabled():
            actions = (NoticeAction(without_key(action.text()), action.trigger),)
        self.standing_bar.show_notice(
            Notice(tone=text.tone, text=text.text, hint=text.hint, actions=actions))

    def _fetch_icons(self) -> None:
        for at, (page, icon) in enumerate(self._icons.items()):
            self.tabs.setTabIcon(at, self._services.look.icons.icon(icon))
            self._pages[page].update()


TREE_LEAST, INSPECTOR_LEAST = 150, 190


class Panels:
    """Tabs and docks of one window; the window owns the widgets."""

    def __init__(
        self, services: WindowServices, workspace: WorkspaceView, inspector: Inspector,
        docks: Docks,
    ) -> None:
        self.workspace = workspace
        self.tree = WorkspaceTree(services)
        self.inspector = inspector
        self.tree.setMinimumWidth(TREE_LEAST)
        self.inspector.setMinimumWidth(INSPECTOR_LEAST)
        area = Qt.DockWidgetArea
        docks.add("tree", _tr("Workspace"), self.tree, area.LeftDockWidgetArea)
        docks.add("inspector", _tr("Inspector"), self.inspector, area.RightDockWidgetArea)
        docks.restore(services.memory)
