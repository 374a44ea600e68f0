"""Caches a folder of the user's own files: asks what and how, shows what it takes, then builds.

It plans in a worker, when asked: listing and reading a large folder takes a while. The jobs panel
shows the build, also where no workspace is open, and the dialog closes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import msgspec
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QSizePolicy,
    QStackedLayout,
    QWidget,
)

from larder.app.cache_session import SavedFile
from larder.app.dialogs.building.dialog import BuildFooter
from larder.app.dialogs.building.runs import FolderBuilds
from larder.app.dialogs.plan_dialog import BODY_MARGINS, PlanDialog, PlanState, plan_head
from larder.app.dialogs.plan_panels import LEFT_HEIGHT, CommandPanel, LinesPanel
from larder.app.dialogs.source_building.form import SourceForm, read_entry
from larder.app.dialogs.source_building.request import (
    RebuildObstacle,
    RebuildValues,
    SourceField,
    folder_of_former,
    usual_target,
)
from larder.app.dialogs.source_building.texts import (
    lack_text,
    plan_lines,
    promise_text,
    source_build_command,
    warning_lines,
)
from larder.app.jobs.job import JobRequest
from larder.app.presentation.looks import Tone
from larder.app.services import WindowServices
from larder.app.widgets.drops import accept_copy, dragged_path
from larder.app.widgets.widgets import (
    ElidedLabel,
    EmptyState,
    Remainder,
    clear_layout,
    fill_column,
    heading,
    link_button,
    make_muted_label,
    make_scrollable,
    primary_button,
)
from larder.core.build.rebuild_settings import RebuildSettings
from larder.core.build.reports import SourceBuildPlanDocument
from larder.core.requests.options import SourceBuildOptions
from larder.core.worker_protocol import Failed
from larder.core.workspace.store_kinds import StoreKind

LEAST_BODY = 110
PLAN_NAME = "source-build-plan"


class SourceBuildFooter(BuildFooter):
    """As the Build dialog's, and a button for the plan while there is none.

    Signals:
        plan_wanted: make a plan of what is entered.
    """

    plan_wanted = Signal()

    def __init__(self, services: WindowServices) -> None:
        super().__init__(services)
        self.plan = primary_button(self.tr("Show plan"))
        self._line.addWidget(self.plan)
        self.plan.clicked.connect(self.plan_wanted)
        self.show_entry(can_plan=False)

    def show_entry(self, *, can_plan: bool) -> None:
        """There is no plan of what is entered."""
        self.show_no_plan()
        self.note.hide()
        self.plan.show()
        self.plan.setEnabled(can_plan)
        self.plan.setDefault(True)

    def show_planned(self) -> None:
        """There is one; `show_plan` said how much it is."""
        self.plan.hide()
        self.build.setDefault(True)


class SourcePlanView(QWidget):
    """One plan, in figures."""

    def __init__(self, services: WindowServices) -> None:
        super().__init__()
        self._services = services
        self._plan: SourceBuildPlanDocument | None = None
        self.empty = EmptyState()
        self.empty.hide()
        self._lines = QWidget()
        self._grid = QGridLayout(self._lines)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(8)
        self._grid.setColumnStretch(1, 1)
        self.left = LinesPanel(services.look, self.tr("Left out"), most=LEFT_HEIGHT)
        fill_column(self, self._lines, (self.empty, 1), self.left, None, margins=(0, 4, 0, 0),
                    spacing=12)
        services.look.changed.connect(self._show_figures)

    @property
    def text(self) -> str:
        """The shown figures as text, one per line."""
        return "\n".join(f"{label}: {text}" for label, text in self._told)

    def show_plan(self, plan: SourceBuildPlanDocument) -> None:
        """Show a plan with its figures and warnings."""
        self._plan = plan
        self._show_figures()
        look = self._services.look
        self.left.show_made(lambda: warning_lines(plan, look.figures, look.names))
        self.empty.setVisible(plan.is_empty)
        if plan.sources.files:
            self.empty.show_text(self.tr("Everything is in the cache already."),
                                 icon=look.icons.icon("severity-good", Tone.GOOD))
        else:
            self.empty.show_text(self.tr(
                "The folder contains no file that this kind of cache can be made from."),
                                 icon=look.icons.icon("severity-note", Tone.NOTE))

    @property
    def _told(self) -> Sequence[tuple[str, str]]:
        look = self._services.look
        return () if self._plan is None else plan_lines(self._plan, look.figures, look.names)

    def _show_figures(self) -> None:
        clear_layout(self._grid)
        for row, (label, text) in enumerate(self._told):
            self._grid.addWidget(
                make_muted_label(label, wrap=False), row, 0, Qt.AlignmentFlag.AlignLeft)
            self._grid.addWidget(ElidedLabel(text), row, 1)


class SourceBuildDialog(PlanDialog[SourceBuildPlanDocument]):
    """One folder at a time."""

    name = "sourceBuildDialog"
    first_size, smallest = QSize(860, 600), QSize(620, 400)

    def __init__(self, services: WindowServices, work: FolderBuilds, parent: QWidget) -> None:
        """Begin with the kind of the cache that is looked at."""
        super().__init__(services, parent)
        self._work = work
        self._options: SourceBuildOptions | None = None
        self._file: SavedFile | None = None
        self._target = ""
        self._depth = "stat"
        self._lack: RebuildObstacle | None = None
        self.setWindowTitle(self.tr("Cache a folder"))
        self.setAcceptDrops(True)
        self.form = SourceForm(services)
        self.hint = EmptyState()
        self.view = SourcePlanView(services)
        self.footer = SourceBuildFooter(services)
        self.command = CommandPanel(services)
        self.show_command = link_button(self.tr("Show command"))
        self.show_command.setCheckable(True)
        self.show_command.setAutoDefault(False)
        policy = self.show_command.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.show_command.setSizePolicy(policy)
        self._lay_out()
        self._connect()
        self._open_at_its_place()
        self.ask_for(self._find_kind_in_view() or StoreKind.VISION)

    def ask_again_for(
        self, values: RebuildValues, built: Sequence[Path], settings: RebuildSettings, *,
        depth: str,
    ) -> None:
        """Begin with what values were made of, into their own cache, looked at as closely.

        Args:
            values: whose folder is to be built again.
            built: folders that builds of their store went over, the latest first.
            settings: with what they were made.
            depth: of the survey that is looked at.
        """
        folder, self._lack = folder_of_former(values.folders, built)
        self._depth = depth
        self.form.choose_kind(values.kind)
        self.form.choose_settings(settings)
        self.form.sources.setText(str(folder or ""))
        # There may be several caches of the kind; these values go where they lie.
        self._target = str(values.store)
        self.form.target.setText(self._target)
        self.form.fields[SourceField.LIMIT].clear()
        self._begin()

    def ask_for(self, kind: StoreKind, sources: str = "") -> None:
        """Begin with a kind, and plan at once where the folder is known."""
        self.form.choose_kind(kind)
        self._show_target()
        if sources:
            self.form.sources.setText(sources)
        self._begin()

    def make_plan(self, *, anew: bool = False) -> None:
        """Plan what is entered; `anew` makes a few values on trial though their time is known."""
        options = self._options
        if options is None:
            return
        self._file = self._services.session.folder.new_file(PLAN_NAME)
        self.footer.show_entry(can_plan=False)
        job = self._services.lanes.prepare(JobRequest(
            kind="plan-build-sources", title=self.tr("Plan a build"), quiet=True,
            options=msgspec.structs.replace(options, plan=str(self._file), measure_anew=anew),
            digest=SourceBuildPlanDocument))
        self._file.keep_until_over(job)
        self._follow_plan(job, self.tr("Looking at the files…"))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept a drag of exactly one local folder while the form is shown."""
        if dragged_path(event) and self.form.isVisible():
            accept_copy(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Take it as a copy wherever it is and whichever key is held."""
        accept_copy(event)

    def dropEvent(self, event: QDropEvent) -> None:
        """Its files are what is cached."""
        accept_copy(event)
        self.form.sources.setText(dragged_path(event))

    def _lay_out(self) -> None:
        asked, body = QWidget(), QWidget()
        area = make_scrollable(asked, within=self)
        fill_column(self, area, self.footer, stretched=area)
        head = plan_head(heading(self.tr("Make a cache from your own files")), (self.show_command,),
                         promise_text())
        fill_column(asked, head, self.form, (Remainder(body, LEAST_BODY), 1), self.command,
                    margins=BODY_MARGINS, spacing=12)
        planned = make_scrollable(self.view, within=body)
        planned.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        planned.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        planned.setAccessibleName(self.tr("Make a cache from your own files"))
        self._pages = {
            PlanState.ASKING: self.hint, PlanState.PLANNING: self.progress,
            PlanState.PLANNED: planned, PlanState.REFUSED: self.refused}
        self._stack = QStackedLayout(body)
        for widget in self._pages.values():
            # The tallest page must not squeeze the form while another one is shown.
            widget.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
            self._stack.addWidget(widget)

    def _connect(self) -> None:
        self.form.changed.connect(self._on_entry)
        self.form.kind_changed.connect(self._show_target)
        self.footer.plan_wanted.connect(self.make_plan)
        self.footer.measure_wanted.connect(lambda: self.make_plan(anew=True))
        self.footer.build_wanted.connect(self._build)
        self.footer.close_wanted.connect(self.reject)
        self.show_command.toggled.connect(self.command.setVisible)

    def _find_kind_in_view(self) -> StoreKind | None:
        """The kind of the cache that is looked at, if it is one that is built so."""
        snapshot, at = self._services.session.snapshot, self._services.view.scope.store
        if snapshot is None or at is None:
            return None
        known = [self.form.kind.itemData(row) for row in range(self.form.kind.count())]
        word = snapshot.document.stores[at].kind
        return next((kind for kind in known if kind.value == word), None)

    def _show_target(self) -> None:
        """Where it goes by itself, unless the user said otherwise."""
        if self.form.target.text() != self._target:
            return
        self._target = usual_target(
            self._services.session, self.form.chosen_kind, self._services.view.scope.store)
        self.form.target.setText(self._target)

    def _on_entry(self) -> None:
        """Discard the plan, which no longer matches the form, and check the new input."""
        self._drop_job()
        self._plan = None
        self._options, faults = read_entry(self.form.entry, depth=self._depth)
        self.form.show_faults(faults)
        self.footer.show_entry(can_plan=self._options is not None)
        self._show_hint(has_faults=bool(faults))
        self.show_command.setVisible(self._options is not None)
        if self._options is None:
            self.show_command.setChecked(False)
        else:
            self.command.show_command(partial(source_build_command, self._options),
                                      self.tr("Makes a new plan and builds:"))

    def _show_hint(self, *, has_faults: bool) -> None:
        icons = self._services.look.icons
        self.hint.show_icon(icons.icon("command-open-folder"))
        if not self.form.sources.text().strip():
            self.hint.show_text(
                lack_text(self._lack) if self._lack is not None
                else self.tr("Choose the folder of your files, or drop it here."))
        elif has_faults:
            self.hint.show_text(self.tr("A setting is not valid."))
        elif not self.form.target.text().strip():
            self.hint.show_text(self.tr("Choose a folder for the cache."))
        else:
            self.hint.show_text(self.tr("Nothing is written until you have seen the plan."))
        self._enter(PlanState.ASKING)

    def _begin(self) -> None:
        self._on_entry()
        if self._options is not None:
            self.make_plan()
        else:
            self.form.sources.setFocus()

    def _stop(self) -> None:
        self._on_entry()

    def _go_back(self) -> None:
        self._on_entry()

    def _plan_anew(self) -> None:
        self.make_plan()

    def _show_plan(self, plan: SourceBuildPlanDocument) -> None:
        self.view.show_plan(plan)
        self.footer.show_plan(plan, may_go_on=True)
        self.footer.show_planned()

    def _take_focus(self, plan: SourceBuildPlanDocument) -> None:
        (self.footer.close_button if plan.is_empty else self.footer.build).setFocus()

    def _refuse(self, failure: Failed) -> None:
        self.footer.show_entry(can_plan=False)
        super()._refuse(failure)

    def _build(self) -> None:
        plan, options = self._plan, self._options
        if plan is None or options is None:
            return
        self.accept()
        self._work.start(
            options, plan.target.path, payloads=plan.payloads, plan=self._file)
