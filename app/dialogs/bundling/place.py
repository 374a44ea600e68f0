"""What both dialogs have: a form of places, what was checked, a job whose end the bar tells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import msgspec
from PySide6.QtCore import QDir, QSize, Signal
from PySide6.QtWidgets import (
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from larder.app.dialogs.checklist import BUILDABLE, CheckLine, Checklist
from larder.app.dialogs.plan_dialog import PlanDialog, PlanFooter
from larder.app.jobs.job import Job, read_document
from larder.app.notices import Notice, NoticeAction, failure_notice
from larder.app.presentation.looks import Tone
from larder.app.presentation.plurals import Sentences
from larder.app.services import WindowServices
from larder.app.views.widgets import echo_mode, link_button, muted_label, primary_button
from larder.core.bundle.bring_in import Import
from larder.core.bundle.export import Check, Export

_tr = Sentences("BundleDialogs")


class PlaceField(QWidget):
    """A line for a path and a button that browses for it.

    Signals:
        chosen: another place was entered or chosen.
    """

    chosen = Signal()

    def __init__(self, services: WindowServices, name: str, title: str) -> None:
        """Make it; `name` is read aloud, `title` is that of the browsing window."""
        super().__init__()
        self._look, self._title = services.look, title
        self._said = ""
        self.file_filter = ""
        """Files to browse for; "" for folders."""
        self.line = QLineEdit()
        self.line.setAccessibleName(name)
        self.browse = QPushButton(_tr("Browse…"))
        self.browse.setAutoDefault(False)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.line, 1)
        layout.addWidget(self.browse)
        self.setFocusProxy(self.line)
        self.line.editingFinished.connect(self._on_edited)
        self.browse.clicked.connect(self.look_for)
        services.look.changed.connect(self._show_names)
        self._show_names()

    @property
    def path(self) -> str:
        """What is entered."""
        return self.line.text().strip()

    def show_path(self, path: str) -> None:
        """Enter a place without telling."""
        self._said = path
        self.line.setText(path)
        self.line.setToolTip("" if self._look.names.hidden else QDir.toNativeSeparators(path))

    def look_for(self) -> None:
        """Browse."""
        dialog = QFileDialog(self, self._title, str(Path(self.path).parent) if self.path else "")
        if self.file_filter:
            dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
            dialog.setNameFilter(self.file_filter)
        else:
            dialog.setFileMode(QFileDialog.FileMode.Directory)
            dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(self._choose)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _choose(self, path: str) -> None:
        self.show_path(path)
        self.chosen.emit()

    def _on_edited(self) -> None:
        if self.path != self._said:
            self.show_path(self.path)
            self.chosen.emit()

    def _show_names(self) -> None:
        self.line.setEchoMode(echo_mode(self._look.names.hidden))


Plan = TypeVar("Plan", Export, Import)


class BundleDialog(PlanDialog[Plan]):
    """A form above what was checked of it, and the button that begins.

    A subclass has the rows of its form, and says what a worker is asked for.

    Attributes:
        request: of the worker.
        document: what it answers.
    """

    request: ClassVar[str]
    document: ClassVar[type[msgspec.Struct]]
    first_size: ClassVar[QSize] = QSize(760, 560)
    smallest: ClassVar[QSize] = QSize(560, 440)
    place: PlaceField

    def __init__(
        self, services: WindowServices, parent: QWidget, *, title: str, checking: str, go: str
    ) -> None:
        """Make it; `checking` is what the job is called that looks before anything is done."""
        super().__init__(services, parent)
        self.setWindowTitle(title)
        self._checking = checking
        self.checklist = Checklist(services)
        self.checklist.setAccessibleName(_tr("What was checked"))
        self.again = link_button(_tr("Check again"))
        self.go = primary_button(go)
        self.footer = PlanFooter(f"{self.request}Footer", self.again, self.go)
        self._form = QFormLayout()
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self.again.clicked.connect(self._plan_anew)
        self.footer.close_wanted.connect(self.reject)
        services.look.changed.connect(self._show_again)

    def _lay_out(self, about: str, *parts: QWidget) -> None:
        """What it is about, the form, more of a subclass, what was checked."""
        view = QWidget()
        whole = QVBoxLayout(view)
        whole.setContentsMargins(20, 14, 20, 8)
        whole.setSpacing(10)
        whole.addWidget(muted_label(about))
        whole.addLayout(self._form)
        for part in parts:
            whole.addWidget(part)
        whole.addWidget(self.checklist, 1)
        self._fill(view, self.footer)
        self._open_at_its_place()

    def _add_place(self, text: str, field: PlaceField) -> None:
        label = QLabel(text)
        label.setBuddy(field)
        label.setMinimumHeight(field.sizeHint().height())  # beside the middle of the line
        self._form.addRow(label, field)
        field.chosen.connect(self._plan_anew)

    def _options(self, *, apply: bool) -> msgspec.Struct:
        """What is asked of a worker."""
        raise NotImplementedError

    def _plan_anew(self) -> None:
        self._follow_plan(self._services.session.request(
            self.request, self._options(apply=False), self._checking,
            digest=partial(read_document, kind=self.document)), self._checking)

    def _show_checks(self, checks: Sequence[Check], good: Callable[[Check], str]) -> None:
        """A line for each: what is well, or what is not and the button that mends it."""
        names = self._services.look.names
        self.checklist.show_lines([
            CheckLine(Tone.GOOD, good(check)) if check.passed else CheckLine(
                Tone.ERROR if check.blocks else Tone.WARNING,
                names.sentence(check.problem, [check.first] if check.first else ()),
                _tr("Build… makes what is missing.") if check.blocks and check.what in BUILDABLE
                else names.sentence(check.hint), *self._mending(check))
            for check in checks])

    def _mending(self, check: Check) -> tuple[str, Callable[[], object]]:
        if check.what in BUILDABLE:
            return _tr("Build…"), self._build
        if check.what in {"target", "space"}:
            return _tr("Another place…"), self.place.look_for
        return _tr("Check again"), self._plan_anew

    def _build(self) -> None:
        self.accept()
        self._services.commands.run("build")

    def _show_again(self) -> None:
        if self._plan is not None:
            self._show_plan(self._plan)


def run_told(
    services: WindowServices, job: Job, told: Callable[[Any], Notice], *, stopped: str = "",
    actions: tuple[NoticeAction, ...] = (),
) -> Job:
    """Run a job whose end the window's bar tells; `actions` go on with one that did not finish."""
    post = services.notices.post
    job.succeeded.connect(lambda done: post(told(done)))
    if stopped:
        job.cancelled.connect(
            lambda _: post(Notice(tone=Tone.NOTE, text=stopped, actions=actions)))
    job.failed.connect(lambda failure: post(failure_notice(failure, actions=actions)))
    services.notices.clear()
    services.lanes.submit(job)
    return job
