"""The What-if dialog: an editable copy of the config, and what each change would cost.

Comparing begins shortly after the last key, in a worker; a newer comparison takes the place of an
older one. Nothing is written but the copy, into the session's folder.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QSplitter,
    QStackedLayout,
    QWidget,
)

from larder.app.dialogs.what_if.form import WhatIfForm
from larder.app.dialogs.what_if.results import WhatIfResults, report_text
from larder.app.dialogs.what_if.settings import (
    MIXED,
    VAE,
    Concepts,
    ConfigDraft,
    ConfigText,
    SettingSpec,
    read_config_text,
    suggest_changes,
)
from larder.app.jobs.awaited_job import AwaitedJob
from larder.app.presentation.looks import Tone
from larder.app.presentation.sentences import with_values
from larder.app.services import WindowServices
from larder.app.views.places import browse
from larder.app.widgets.widgets import (
    ElidedLabel,
    EmptyState,
    fill_column,
    fill_layout,
    link_button,
    make_muted_label,
    make_scrollable,
    primary_button,
)
from larder.app.widgets.window_layout import open_at
from larder.core.compare.document import ChangeDocument
from larder.core.errors import UserFacingError
from larder.core.requests.options import DiffOptions
from larder.core.worker_protocol import Failed

PAUSE_MS = 350
"""Between the last key and the comparison: nobody waits for it, and "10" is no resolution yet."""

FIRST_SIZE = QSize(1080, 760)
SMALLEST = QSize(560, 400)
LAYOUT_NAME = "whatIfDialog"
SPLIT_NAME = "whatIfSplit"
FIRST_SPLIT = [360, 280]
"""Heights of form and results."""


class WhatIfHead(QWidget):
    """Says what is compared."""

    def __init__(self, services: WindowServices) -> None:
        super().__init__()
        self._look = services.look
        self.scope = ElidedLabel()
        self.compare = link_button(self.tr("Compare with another config file…"))
        self.start_over = link_button(self.tr("Undo all changes"))
        links = fill_layout(QHBoxLayout(), (self.scope, 1), self.start_over, self.compare,
                            spacing=2)
        fill_column(self, links, make_muted_label(self.tr(
            "Nothing is written: your config and the caches are not changed.")),
            margins=(20, 14, 14, 4), spacing=2)

    def show_files(self, now: Path, other: Path) -> None:
        """Show the config, and the one that it is compared with, if that is another one."""
        names = self._look.names
        if other == now:
            self.scope.set_text(names.path(str(now)))
            return
        beside = names.file(other.name) if now.parent == other.parent else names.path(str(other))
        self.scope.set_text(
            with_values(self.tr("%1 compared with %2"), names.path(str(now)), beside))


class WhatIfFooter(QFrame):
    """Three buttons; none of them is pressed by Return while values are typed above."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("cleanFooter")
        self.copy_report = QPushButton(self.tr("Copy as report"))
        self.close_button = QPushButton(self.tr("Close"))
        self.build = primary_button(self.tr("Build with these settings"))
        self.build.setToolTip(self.tr(
            "Plans a build with the changed settings. Your trainer's config is not changed."))
        fill_layout(QHBoxLayout(self), self.copy_report, None, self.close_button, self.build,
                    margins=(20, 12, 20, 14), spacing=8)
        self.build.setDefault(False)
        for button in (self.copy_report, self.close_button, self.build):
            button.setAutoDefault(False)


class ConfigComparison(QObject):
    """One comparison at a time.

    Signals:
        due: the last key was a moment ago; begin with what stands there.
        compared: with the ChangeDocument.
        failed: with the Failed.
    """

    due = Signal()
    compared = Signal(object)
    failed = Signal(object)

    def __init__(self, services: WindowServices, parent: QObject) -> None:
        super().__init__(parent)
        self._services = services
        self._comparing = AwaitedJob(services.lanes, self.compared.emit, self.failed.emit)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._pause.timeout.connect(self.due)
        self._writing = services.calls.latest_call(self)
        self._writing.done.connect(self._on_written)
        self._writing.failed.connect(lambda error, _: self._on_writing_failed(error))
        self.copy: Path | None = None

    @property
    def is_settled(self) -> bool:
        """True if nothing is pending or running."""
        return (not self._pause.isActive() and self._comparing.is_idle
                and self._writing.is_idle)

    def wait_for_more(self) -> None:
        """Something was entered; more may follow at once."""
        self._pause.start()

    def begin(self, draft: ConfigDraft) -> None:
        """Write the copy and ask."""
        self._pause.stop()
        self._comparing.drop()
        file = self._services.session.folder.fresh("what-if").with_suffix(".json")
        self._writing.start(lambda: draft.write(file))

    def stop(self) -> None:
        """Forget what is due or under way, and the copy."""
        self._pause.stop()
        self._writing.drop()
        self._comparing.drop()
        self.copy = None

    def _on_written(self, file: Path) -> None:
        self.copy = file
        session, settings = self._services.session, self._services.settings.current
        models = () if session.options is None else tuple(
            settings.model_folders.get(session.options.workspace, ()))
        self._comparing.start(session.request(
            "diff", session.about_this(DiffOptions, other=str(file), models=models),
            self.tr("What if"), quiet=True, digest=ChangeDocument))

    def _on_writing_failed(self, error: Exception) -> None:
        self.failed.emit(Failed(
            problem=self.tr("The copy of the config cannot be saved."), hint=str(error)))


class WhatIfDialog(QDialog):
    """One comparison at a time; the newest wins."""

    def __init__(
        self, services: WindowServices, build_with: Callable[[Path, ChangeDocument], None] | None,
        parent: QWidget,
    ) -> None:
        """Read the config; `build_with` opens the Build dialog with a copy, None for nowhere."""
        super().__init__(parent)
        self._services = services
        self._build_with = build_with
        self._now: ConfigText | None = None
        self._draft: ConfigDraft | None = None
        self._wanted_file: Path | None = None
        self._refusal: Failed | None = None
        self.setObjectName("whatIfDialog")
        self.setWindowTitle(self.tr("What if"))
        self.setSizeGripEnabled(True)
        self.head = WhatIfHead(services)
        self.form = WhatIfForm(services)
        self.results = WhatIfResults(services)
        self.refused = EmptyState()
        self.footer = WhatIfFooter()
        self._comparison = ConfigComparison(services, self)
        self._reading = services.calls.latest_call(self)
        self._lay_out()
        self._connect()
        memory = services.memory
        open_at(self, FIRST_SIZE, memory.layout(LAYOUT_NAME), least=SMALLEST, parent=parent)
        if not memory.lay_out_split(self._split, SPLIT_NAME):
            self._split.setSizes(FIRST_SPLIT)
        self._read_now()

    @property
    def draft(self) -> ConfigDraft | None:
        """The editable copy; None until the config was read."""
        return self._draft

    @property
    def is_settled(self) -> bool:
        """True if the shown comparison matches the input."""
        return (self._comparison.is_settled and self._reading.is_idle
                and (self._draft is None or self.form.is_whole))

    def compare_with(self, file: Path) -> None:
        """Put another config's settings beside those of now."""
        self._wanted_file = file
        self._services.look.names.learn((str(file), str(file.parent), file.name))
        if self._now is not None:
            self._read(file, self._now.concepts)

    def done(self, result: int) -> None:
        """Close; a comparison under way is of no use to anybody."""
        self._services.memory.keep_layout(LAYOUT_NAME, self.saveGeometry())
        self._comparison.stop()
        self._reading.drop()
        super().done(result)

    def _lay_out(self) -> None:
        # From the outside in: whatever is put into something takes on its style anew.
        self._stack = QStackedLayout(self)
        body = QWidget()
        self._stack.addWidget(body)
        self._stack.addWidget(self.refused)
        self._split = QSplitter(Qt.Orientation.Vertical)
        fill_column(body, self.head, self._split, self.footer, stretched=self._split)
        self._split.addWidget(self.form)
        # What does not fit a low screen scrolls.
        self._split.addWidget(make_scrollable(self.results, within=self._split))
        self._split.setChildrenCollapsible(False)
        for at, share in enumerate(FIRST_SPLIT):
            self._split.setStretchFactor(at, share)

    def _connect(self) -> None:
        self.form.entered.connect(self._on_entered)
        self.form.taken_back.connect(self._on_taken_back)
        self.results.suggestions.wanted.connect(self._on_entered)
        self.results.suggestions.vae_wanted.connect(
            lambda: self.form.line(VAE.name).editor.setFocus(Qt.FocusReason.OtherFocusReason))
        self.head.compare.clicked.connect(self._choose_file)
        self.head.start_over.clicked.connect(self._start_over)
        self.footer.copy_report.clicked.connect(self._copy_text)
        self.footer.close_button.clicked.connect(self.reject)
        self.footer.build.clicked.connect(self._open_build)
        self.refused.button.clicked.connect(self.reject)
        self._comparison.due.connect(self._compare)
        self._comparison.compared.connect(self._on_compared)
        self._comparison.failed.connect(self._on_failed)
        self._reading.done.connect(self._on_read)
        self._reading.failed.connect(self._on_reading_failed)
        self._services.session.state_changed.connect(self._on_session_changed)
        self._services.look.changed.connect(self._show_scope)
        self._services.look.changed.connect(self._show_refusal)
        self.finished.connect(self.deleteLater)

    def _read_now(self) -> None:
        snapshot = self._services.session.snapshot
        config = None if snapshot is None else snapshot.document.workspace.config
        self._show_buttons()
        if config is None:
            self._refuse(Failed(
                problem=self.tr("This workspace has no config to change."), hint=self.tr(
                    "Open the trainer's config itself; a folder of caches alone does not say which "
                    "settings it was made with.")))
            return
        self._read(Path(config))

    def _read(self, file: Path, known: Concepts | None = None) -> None:
        """Read a config; `known` are the concepts of one that says nothing of concepts."""
        session = self._services.session
        assert session.options is not None
        assert session.snapshot is not None
        self._reading.start(partial(
            read_config_text, file, session.options, session.snapshot.document.workspace.root,
            known=known))

    def _on_read(self, text: ConfigText) -> None:
        if self._now is None:
            self._on_now_read(text)
        else:
            self._on_other_read(text)

    def _on_reading_failed(self, error: Exception, _: str) -> None:
        failure = (Failed(problem=error.problem, hint=error.hint)
                   if isinstance(error, UserFacingError) else Failed(problem=str(error)))
        if self._now is None:
            self._refuse(failure)
        else:
            self.results.show_failure(failure)

    def _on_now_read(self, text: ConfigText) -> None:
        self._now = text
        self._draft = ConfigDraft(text)
        self.results.suggestions.show_changes(suggest_changes(text))
        self.results.show_nothing()
        self._show_draft()
        self._show_scope()
        for first in self.form.lines[:1]:
            first.editor.setFocus(Qt.FocusReason.OtherFocusReason)
        if self._wanted_file is not None:
            self.compare_with(self._wanted_file)

    def _on_other_read(self, text: ConfigText) -> None:
        self._draft = ConfigDraft(text)
        self._show_scope()
        self._show_draft()
        self.form.scroll_to_first_change()
        self._compare()

    def _on_entered(self, spec: SettingSpec, value: Any) -> None:
        if self._draft is None:
            return
        self._draft = self._draft.with_edit(spec, value)
        self._show_draft()
        self._comparison.wait_for_more()

    def _on_taken_back(self, spec: SettingSpec) -> None:
        assert self._now is not None
        now = self._now.value(spec)
        assert self._draft is not None
        self._on_entered(spec, self._draft.base.value(spec) if now is MIXED else now)

    def _start_over(self) -> None:
        if self._now is None:
            return
        self._draft = ConfigDraft(self._now)
        self._show_scope()
        self._show_draft()
        self._compare()

    def _show_scope(self) -> None:
        """The config, and the one that it is compared with."""
        if self._now is None or self._draft is None:
            return
        self.head.show_files(self._now.file, self._draft.base.file)

    def _show_draft(self) -> None:
        if self._now is not None and self._draft is not None:
            self.form.show_draft(self._now, self._draft)
        self._show_buttons()

    def _compare(self) -> None:
        """Without a change there is nothing to ask."""
        draft = self._draft
        if draft is None or (draft.base is self._now and not draft.edits):
            self._comparison.stop()
            self.results.show_nothing()
            self._show_buttons()
            return
        self.results.show_busy(on=True)
        self._comparison.begin(draft)

    def _on_compared(self, document: ChangeDocument) -> None:
        self.results.show_document(document)
        self._show_buttons()

    def _on_failed(self, failure: Failed) -> None:
        self.results.show_failure(failure)
        self._show_buttons()

    def _show_buttons(self) -> None:
        document = self.results.document
        is_changed = self._draft is not None and (
            bool(self._draft.edits) or self._draft.base is not self._now)
        self.head.start_over.setVisible(is_changed)
        self.footer.copy_report.setEnabled(bool(document.rows))
        self.footer.build.setVisible(self._build_with is not None)
        self.footer.build.setEnabled(self._comparison.copy is not None and bool(
            document.totals or document.anew))

    def _copy_text(self) -> None:
        look = self._services.look
        QGuiApplication.clipboard().setText(
            report_text(self.results.document, look.figures, look.names))

    def _open_build(self) -> None:
        copy = self._comparison.copy
        if self._build_with is not None and copy is not None:
            document = self.results.document
            self.accept()
            self._build_with(copy, document)

    def _choose_file(self) -> None:
        browse(self, self.tr("Compare with another config"),
               lambda file: self.compare_with(Path(file)),
               start="" if self._now is None else str(self._now.file.parent),
               files=(self.tr("Configs and presets (*.json)"), self.tr("All files (*)")))

    def _refuse(self, failure: Failed) -> None:
        self._refusal = failure
        self._show_refusal()
        self._stack.setCurrentWidget(self.refused)

    def _show_refusal(self) -> None:
        if self._refusal is not None:
            why = self._services.look.names.failure(self._refusal)
            self.refused.show_text(
                why.problem, hint=why.hint, button=self.tr("Close"),
                icon=self._services.look.icons.icon("command-what-if", Tone.MUTED))

    def _on_session_changed(self) -> None:
        """A comparison of another workspace must not stand there."""
        if not self._services.session.is_open:
            self.reject()
