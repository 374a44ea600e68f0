"""What both dialogs have: a place, the lines of checks, and a job whose end the bar tells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QDir, Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLineEdit, QPushButton, QWidget

from larder.app.dialogs.checklist import BUILDABLE, CheckLine
from larder.app.jobs.job import Job
from larder.app.notices import Notice, NoticeAction, failure_notice
from larder.app.presentation.looks import Tone
from larder.app.presentation.plurals import Sentences
from larder.app.presentation.shown_names import ShownNames
from larder.app.services import WindowServices
from larder.app.views.widgets import echo_mode
from larder.core.bundle.export import Check

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


def check_lines(
    checks: Sequence[Check], good: Callable[[Check], str], names: ShownNames, *,
    build: Callable[[], object], browse: Callable[[], object], again: Callable[[], object],
) -> list[CheckLine]:
    """A line for each check: what is well, or what is not and the button that mends it."""
    lines = []
    for check in checks:
        if check.passed:
            lines.append(CheckLine(Tone.GOOD, good(check)))
            continue
        button, run = (_tr("Build…"), build) if check.what in BUILDABLE else \
            (_tr("Another place…"), browse) if check.what in {"target", "space"} else \
            (_tr("Check again"), again)
        lines.append(CheckLine(
            Tone.ERROR if check.blocks else Tone.WARNING,
            names.sentence(check.problem, [check.first] if check.first else ()),
            _tr("Build… makes what is missing.") if check.blocks and check.what in BUILDABLE
            else names.sentence(check.hint), button, run))
    return lines
