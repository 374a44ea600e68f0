"""Where a folder is now that is not where the caches say: found, compared, and then agreed to.

What is proposed was found by the names of the files that were cached, and some of them are compared
by content before anything is offered. Then the caches get the new path, in one step that an undo
takes back; or only Larder reads there, and caches and config stay as they are.
"""

from __future__ import annotations

from pathlib import PureWindowsPath

from msgspec.structs import replace
from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import (
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QWidget,
)

from larder.app.cleaning.texts import backup_text
from larder.app.dialogs.plan_dialog import (
    BODY_MARGINS,
    LEAST_TABLE,
    PlanDialog,
    PlanFooter,
    PlanState,
)
from larder.app.jobs.job import Job
from larder.app.models.tables import Cell, FactsTable, RowColumn, in_order
from larder.app.notices import Notice, NoticeAction
from larder.app.presentation.figures import Figures
from larder.app.presentation.looks import Look, Tone
from larder.app.presentation.sentences import Sentences, one_after_another, with_values
from larder.app.services import WindowServices, if_busy, run_with_notice
from larder.app.views.places import browse
from larder.app.widgets.controls import CalmCombo, echo_mode
from larder.app.widgets.plain_labels import PlainLabel
from larder.app.widgets.rows_table import RowsTable
from larder.app.widgets.widgets import (
    ContentStack,
    Remainder,
    fill_column,
    fill_layout,
    link_button,
    make_muted_label,
    primary_button,
)
from larder.core.requests.options import RelocateOptions
from larder.core.worker_protocol import Failed
from larder.core.workspace.roots import flavour_of, is_absolute
from larder.core.writes.reports import RelocateReport, Relocation, SampledFile, SampleState

_tr = Sentences("MovedDialog")

_STATES: dict[SampleState, Look] = {
    SampleState.SAME: Look("Same content", "severity-good", Tone.GOOD),
    SampleState.OTHER: Look("Different content", "severity-warning", Tone.WARNING),
    SampleState.MISSING: Look("Missing", "severity-warning", Tone.WARNING),
    SampleState.UNREADABLE: Look("Cannot be read", "severity-error", Tone.ERROR),
}


class SampleTable(FactsTable[SampledFile]):
    """Compared files; those that do not match come first."""

    columns = in_order(
        RowColumn("File", 20, least=12, cell=lambda table, one: Cell(
            table.names.file(PureWindowsPath(one.source).name)),
            tip=lambda table, one: table.names.path(one.path)),
        RowColumn("Compared", 18, least=16, cell=lambda table, one: table.look_cell(
            _STATES[one.state].said(_tr))),
        RowColumn("Folder", 34, least=12, cell=lambda table, one: Cell(
            table.names.folder(PureWindowsPath(one.path).parent.as_posix()), muted=True),
            tip=lambda table, one: table.names.path(one.path)),
        RowColumn("Cache", 10, cell=lambda _, one: Cell(one.store, muted=True)),
    )
    translate = staticmethod(lambda title: _tr(title))


class MovedDialog(PlanDialog[Relocation]):
    """Looks for the folder as soon as it opens.

    Signals:
        reading_wanted: only Larder is to read there: the old and the new folder.
    """

    name = "movedDialog"
    first_size, smallest = QSize(860, 600), QSize(620, 440)

    reading_wanted = Signal(str, str)

    def __init__(self, services: WindowServices, parent: QWidget) -> None:
        super().__init__(services, parent)
        look = services.look
        self.setWindowTitle(_tr("Find moved folder"))
        self.old = CalmCombo()
        self.old.setAccessibleName(_tr("Folder that cannot be reached"))
        self.new = QLineEdit()
        self.new.setAccessibleName(_tr("New place of the folder"))
        self.browse = QPushButton(_tr("Browse…"))
        self.compare = QPushButton(_tr("Compare"))
        self.proposals = CalmCombo()
        self.proposals.setAccessibleName(_tr("Possible folders"))
        self.said = PlainLabel()
        self.said.setWordWrap(True)
        self.said.setProperty("role", "heading")
        self.notes = make_muted_label()
        self.model = SampleTable(look.figures, look.icons, look.names, self)
        self.table = RowsTable("movedTable", self.model.columns)
        self.table.setAccessibleName(_tr("Compared files, those that do not match first"))
        self.table.show_model(self.model, services.memory)
        self.table.fit_columns(2)
        self._files = ContentStack(self.table)
        self.only_read = link_button(_tr("Only remember the new folder"))
        self.only_read.setToolTip(_tr(
            "Paths in the config and the caches are not changed. Larder remembers the new folder "
            "and reads the files there, now and the next time."))
        self.write = primary_button(_tr("Update paths"))
        self.footer = PlanFooter("movedFooter", self.only_read, self.write)
        for button in (self.browse, self.compare, self.only_read, self.footer.close_button):
            button.setAutoDefault(False)
        view = self._laid_out()
        self.old.activated.connect(lambda _: self._look_for(self.old.currentData()))
        self.proposals.activated.connect(lambda _: self._choose(self.proposals.currentData()))
        self.new.textEdited.connect(lambda _: self._on_edited())
        self.new.returnPressed.connect(self._plan_anew)
        self.compare.clicked.connect(self._plan_anew)
        self.browse.clicked.connect(self._browse)
        self.only_read.clicked.connect(self._only_read)
        self.write.clicked.connect(self._write)
        look.changed.connect(self._show_names)
        self._open(lambda: view, lambda: self.footer)
        self._look_for("")

    def _laid_out(self) -> QWidget:
        view = QWidget()
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(_tr("Cannot be reached:"), self.old)
        form.addRow(_tr("Possible folders:"), self.proposals)
        form.addRow(_tr("New place:"), fill_layout(
            QHBoxLayout(), (self.new, 1), self.browse, self.compare, spacing=None))
        self._form = form
        promise = make_muted_label(_tr(
            "Up to 50 files are compared with the cache, by size and content. Nothing is written "
            "until you agree; pictures, captions and cached files are never changed."))
        fill_column(view, promise, form, self.said, (Remainder(self._files, LEAST_TABLE), 1),
                    self.notes, margins=BODY_MARGINS, spacing=10)
        return view

    def _look_for(self, old: str) -> None:
        """Look where a folder is now; "" for the one that is missing."""
        self._ask(old, "")

    def _choose(self, new: str) -> None:
        self.new.setText(new)
        self._plan_anew()

    def _plan_anew(self) -> None:
        self._ask(self.old.currentData() or "", self.new.text().strip())

    def _ask(self, old: str, new: str) -> None:
        session = self._services.session
        self._asked = old, new
        job = session.request(
            "relocate", session.about_this(RelocateOptions, old=old, new=new),
            _tr("Find a moved folder"), digest=Relocation)
        self._follow_plan(job, _tr("Looking for the folder and comparing files"))

    def _refuse(self, failure: Failed) -> None:
        """Show a problem with a folder next to its field, where another folder can be entered."""
        shown = self._services.look.names.failure(failure)
        if self._plan is None:
            super()._refuse(failure)
            return
        self._forget_files(shown.problem, shown.hint)
        self._enter(PlanState.PLANNED)
        self.new.setFocus()

    def _show_plan(self, plan: Relocation) -> None:
        self.old.clear()
        for folder in dict.fromkeys((plan.old, *plan.missing)):
            if folder:
                self.old.addItem("", folder)
        if not self._asked[1]:
            self.proposals.clear()
            for folder in plan.proposals:
                self.proposals.addItem("", folder)
            self.new.setText(next(iter(plan.proposals), ""))
        self.proposals.setCurrentIndex(self.proposals.findData(self.new.text()))
        self._form.setRowVisible(self.proposals, self.proposals.count() > 1)
        self._show_names()
        if not plan.old:
            self._forget_files(_tr("No folder of the caches is missing."), "")
        elif not plan.new:
            self._forget_files(
                _tr("The folder was not found nearby."),
                _tr("Use Browse… to choose its new place."))
        else:
            self._show_compared(plan)

    def _show_compared(self, plan: Relocation) -> None:
        look = self._services.look
        self.said.setText(_format_compared(plan))
        rows = sorted(plan.sample, key=lambda one: one.state is SampleState.SAME)
        self.model.show_rows(rows)
        if rows:
            self._files.show_content()
        else:
            self._files.say(_tr("No file to compare."), look.icons.icon("page-entries"))
        self.notes.setText(notes_text(plan, look.figures))
        self.notes.setVisible(bool(self.notes.text()))
        self.footer.total.setText(
            _tr("%Ln entries get the new path; Undo restores the old one.", plan.entries)
            if plan.entries else _tr("No path has to be updated.") if plan.released
            else _tr("No entry is in the old folder."))
        self.write.setEnabled(bool(plan.entries and (plan.matching or not plan.sample)))
        self._allow_reading()

    def _forget_files(self, problem: str, hint: str) -> None:
        """There is nothing to compare, for a reason."""
        self.said.setText("")
        self.model.show_rows(())
        self._files.say(
            problem, self._services.look.icons.icon("severity-note"), hint=hint)
        self.notes.hide()
        self.footer.total.setText("")
        self.write.setEnabled(False)
        self._allow_reading()

    def _allow_reading(self) -> None:
        old = self.old.currentData() or ""
        self.only_read.setEnabled(
            bool(self.new.text().strip()) and is_absolute(old, flavour_of(old)))

    def _on_edited(self) -> None:
        """Disable writing: the comparison no longer matches the entered folder."""
        self.write.setEnabled(False)
        self._allow_reading()

    def _take_focus(self, plan: Relocation) -> None:  # noqa: ARG002 - where it can be used
        (self.write if self.write.isEnabled() else self.new).setFocus()

    def _only_read(self) -> None:
        self.reading_wanted.emit(self.old.currentData(), self.new.text().strip())
        self.accept()

    def _write(self) -> None:
        assert self._plan is not None
        session, plan = self._services.session, self._plan
        write_folder(self._services, session.about_this(
            RelocateOptions, old=plan.old, new=plan.new, apply=True))
        self.accept()

    def _browse(self) -> None:
        browse(self, _tr("Where is the folder now?"), self._choose)

    def _show_names(self) -> None:
        names = self._services.look.names
        for combo in (self.old, self.proposals):
            for at in range(combo.count()):
                combo.setItemText(at, names.path(combo.itemData(at)))
        self.new.setEchoMode(echo_mode(names.hidden))
        self.table.viewport().update()


def _format_compared(plan: Relocation) -> str:
    if not plan.sample:
        return ""
    if not plan.matching:
        return _tr("None of %Ln compared files is the same: this is not the folder that moved.",
                   len(plan.sample))
    return with_values(
        _tr("%1 of %Ln compared files are the same.", len(plan.sample)), str(plan.matching))


def notes_text(plan: Relocation, figures: Figures) -> str:
    """Return further notes on a relocation, one sentence each."""
    notes = []
    if plan.unnamed:
        notes.append(_tr("Your config still names the old folder. Change it in OneTrainer too; "
                         "otherwise OneTrainer keeps looking there."))
    if plan.taken:
        notes.append(_tr(
            "%Ln entries are not changed, because their file already has an entry in the new "
            "folder.",
                         plan.taken))
    if plan.released:
        notes.append(_tr(
            "Numbered cache folders store no picture paths, only the concept's folder. Once the "
            "concept names the new folder, Build… moves the cached files without encoding them "
            "again."))
    notes.append(backup_text(plan.backup_bytes, figures))
    return one_after_another(notes)


def write_folder(services: WindowServices, options: RelocateOptions) -> Job:
    """Write the new folder; the window's bar tells the outcome, and a survey follows."""
    job = services.session.request(
        "relocate", options, _tr("Update paths of a moved folder"), writes=True,
        digest=RelocateReport)
    return run_with_notice(
        services, job,
        lambda report: Notice(
            tone=Tone.GOOD, text=_tr("Updated the paths of %Ln entries.", report.entries),
            hint=backup_text(report.backup_bytes, services.look.figures),
            actions=(NoticeAction(_tr("Undo"), lambda: services.commands.run("undo")),)),
        ways_on=lambda failure: if_busy(failure, _tr("Update anyway"), lambda: write_folder(
            services, replace(options, even_if_busy=True))))
