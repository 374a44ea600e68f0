"""What dialogs with a plan show: progress, refusal, signs of a trainer, what is left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontDatabase, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from larder.app.jobs.job import Job, JobFailure, JobState
from larder.app.presentation.looks import Tone
from larder.app.presentation.shell_text import AS_IT_RUNS, CommandText
from larder.app.presentation.shown_names import ShownNames
from larder.app.services import WindowServices
from larder.app.views.jobs_panel import job_text, progress_share
from larder.app.views.widgets import (
    ElidedLabel,
    EmptyState,
    TickBox,
    heading,
    link_button,
    muted_label,
)


@dataclass(frozen=True, slots=True)
class LeftOutLine:
    """One reason.

    Attributes:
        text: a sentence.
        more: (source, why) of those it is about, why "" where the sentence says it.
    """

    text: str
    more: Sequence[tuple[str, str]] = ()

    def tip(self, names: ShownNames) -> str:
        """A line each; without any, the sentence."""
        lines = [": ".join(part for part in (
            names.path(source), names.sentence(why, (source,))) if part)
            for source, why in self.more]
        return "\n".join(lines) or names.sentence(self.text)


PER_MILLE = 1000
WIDTH = 440


class JobProgress(QWidget):
    """A sentence, a bar, what is being done, and a button.

    Signals:
        stop_wanted: the button was pressed.
    """

    stop_wanted = Signal()

    def __init__(self, services: WindowServices) -> None:
        super().__init__()
        self._services = services
        self._job: Job | None = None
        self._title = QLabel()
        self._title.setProperty("role", "heading")
        self._title.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.bar = QProgressBar()
        # Byte counts overflow the bar's 32 bits; thousandths never do.
        self.bar.setRange(0, 0)
        self.bar.setTextVisible(False)
        self.text = ElidedLabel(muted=True)
        self.stop = QPushButton()
        self.stop.setAutoDefault(False)
        column = QWidget()
        column.setFixedWidth(WIDTH)
        inner = QVBoxLayout(column)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(12)
        inner.addWidget(self._title)
        inner.addWidget(self.bar)
        inner.addWidget(self.text)
        inner.addWidget(self.stop, 0, Qt.AlignmentFlag.AlignHCenter)
        line = QHBoxLayout()
        line.addStretch(1)
        line.addWidget(column)
        line.addStretch(1)
        whole = QVBoxLayout(self)
        whole.addStretch(2)
        whole.addLayout(line)
        whole.addStretch(3)
        self.stop.clicked.connect(self.stop_wanted)
        services.look.changed.connect(self._show)

    def watch(self, job: Job, *, title: str, stop: str) -> None:
        """Follow a job.

        Args:
            job: the job.
            title: what is going on, in a few words.
            stop: what the button says.
        """
        self._job = job
        self._title.setText(title)
        self.stop.setText(stop)
        self.stop.setEnabled(True)
        # A method, not a lambda: the connection ends with this widget, which the job may outlive.
        job.changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        job = self._job
        if job is None:
            return
        share = progress_share(job.progress)
        self.bar.setRange(0, 0 if share is None else PER_MILLE)
        if share is not None:
            self.bar.setValue(round(share * PER_MILLE))
        look = self._services.look
        self.text.set_text(job_text(job, look.figures, look.names))
        self.bar.setAccessibleName(self.text.text)
        self.stop.setEnabled(job.state in (JobState.QUEUED, JobState.RUNNING))


class RefusedView(QWidget):
    """One failure.

    Signals:
        again_wanted: the user wants to try again.
    """

    again_wanted = Signal()

    def __init__(self, services: WindowServices) -> None:
        super().__init__()
        self._look = services.look
        self._failure: JobFailure | None = None
        self.state = EmptyState()
        self.copy = link_button(self.tr("Copy details"))
        for button in (self.state.button, self.copy):
            button.setAutoDefault(False)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(20, 14, 20, 14)
        whole.addWidget(self.state, 1)
        whole.addWidget(self.copy, 0, Qt.AlignmentFlag.AlignHCenter)
        self.state.button.clicked.connect(self.again_wanted)
        self.copy.clicked.connect(self._copy)
        self._look.changed.connect(self._show)

    def show_failure(self, failure: JobFailure) -> None:
        """Say why."""
        self._failure = failure
        self.copy.setVisible(bool(failure.details))
        self._show()

    def _show(self) -> None:
        if self._failure is not None:
            failure = self._failure.shown(self._look.names)
            self.state.show_icon(self._look.icons.icon("severity-error", Tone.ERROR))
            self.state.show_text(failure.problem, hint=failure.hint,
                                 button=self.tr("Try again"))

    def _copy(self) -> None:
        if self._failure is not None:
            failure = self._failure.shown(self._look.names)
            QGuiApplication.clipboard().setText(
                f"{failure.problem}\n{failure.hint}\n\n{failure.details}")


ICON = 16


class BusyPanel(QFrame):
    """Says why a trainer seems to be at work, and asks for a tick before anything goes on.

    Signals:
        agreed_changed: the tick was set or taken away.
    """

    agreed_changed = Signal()

    def __init__(self, services: WindowServices) -> None:
        super().__init__()
        self.setProperty("notice", "warning")
        self._look = services.look
        self._icon = QLabel()
        self._known: Sequence[str] = ()
        self._signs = QLabel()
        self._signs.setWordWrap(True)
        self._signs.setTextFormat(Qt.TextFormat.PlainText)
        self.agree = TickBox(self.tr("Go on all the same"), lambda: services.look.theme)
        self.agree.setToolTip(self.tr(
            "Files that the trainer has not entered in its index yet look as if nobody needed "
            "them."))
        title = heading(self.tr("A trainer seems to be at work here. Let it finish first."))
        column = QVBoxLayout()
        column.setSpacing(4)
        column.addWidget(title)
        column.addWidget(self._signs)
        column.addWidget(self.agree)
        line = QHBoxLayout(self)
        line.setContentsMargins(12, 10, 12, 10)
        line.setSpacing(10)
        line.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        line.addLayout(column, 1)
        self.agree.toggled.connect(lambda _: self.agreed_changed.emit())
        self._look.changed.connect(self._paint)
        self._paint()
        self.hide()

    @property
    def stands_in_the_way(self) -> bool:
        """Whether there are signs and no tick."""
        return not self.isHidden() and not self.agree.isChecked()

    def show_signs(self, signs: Sequence[str]) -> None:
        """Show signs, or nothing; the tick is taken away."""
        self.agree.setChecked(False)
        self._known = signs
        self._paint()
        self.setVisible(bool(signs))
        self.agreed_changed.emit()

    def _paint(self) -> None:
        self._signs.setText("\n".join(map(self._look.names.sentence, self._known)))
        icon = self._look.icons.icon("severity-warning", Tone.WARNING)
        self._icon.setPixmap(icon.pixmap(18, 18))


COMMAND_HEIGHT = 62


class CommandPanel(QFrame):
    """The `larder` command that does the same, to be read, selected and copied.

    While names are hidden it shows marks; the button copies the command as it runs all the same.
    """

    def __init__(self, services: WindowServices) -> None:
        super().__init__()
        self._look = services.look
        self._write: CommandText | None = None
        self._note = muted_label()
        self.command = QPlainTextEdit()
        self.command.setReadOnly(True)
        self.command.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.command.setFixedHeight(COMMAND_HEIGHT)
        self.command.setAccessibleName(self.tr("The command that does the same"))
        self.command.setTabChangesFocus(True)
        self.copy = link_button(self.tr("Copy"))
        self.copy.setAutoDefault(False)
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(self.command, 1)
        line.addWidget(self.copy, 0, Qt.AlignmentFlag.AlignTop)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(4)
        whole.addWidget(self._note)
        whole.addLayout(line)
        self.copy.clicked.connect(self._copy)
        self._look.changed.connect(self._show)
        self.hide()

    def show_command(self, write: CommandText, note: str) -> None:
        """Show a command and what to know about it.

        Args:
            write: writes the command with names as they are shown, or as they are.
            note: what to know about it.
        """
        self._write = write
        self._note.setText(note)
        self._show()

    def _show(self) -> None:
        if self._write is None:
            return
        command = self._write(self._look.names)
        if command != self.command.toPlainText():
            self.command.setPlainText(command)
        self.copy.setToolTip(self.tr("Copies the command as it runs, with the names in it.")
                             if self._look.names.hidden else "")

    def _copy(self) -> None:
        if self._write is not None:
            QGuiApplication.clipboard().setText(self._write(AS_IT_RUNS))


LEFT_HEIGHT = 92
"""Two concepts; more of them scroll."""


class LeftOutPanel(QScrollArea):
    """Samples that are left to the trainer, each with the reason."""

    def __init__(self, services: WindowServices) -> None:
        super().__init__()
        self._look = services.look
        self._lines: Sequence[LeftOutLine] = ()
        self.setAccessibleName(self.tr("Left to the trainer"))
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._look.changed.connect(self._write)
        self.hide()

    def show_lines(self, lines: Sequence[LeftOutLine]) -> None:
        """Show these, or nothing."""
        self._lines = lines
        self._write()
        self.setVisible(bool(lines))

    def _write(self) -> None:
        names = self._look.names
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        for line in self._lines:
            column.addWidget(self._line(names.sentence(line.text), line.tip(names)))
        column.addStretch(1)
        self.setWidget(body)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Sentences wrap: what is needed depends on the width."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        body = self.widget()
        if body is not None:
            needed = body.layout().heightForWidth(self.viewport().width())
            self.setFixedHeight(max(min(needed, LEFT_HEIGHT), ICON))

    def _line(self, sentence: str, tip: str) -> QWidget:
        frame = QWidget()
        mark = QLabel()
        mark.setPixmap(self._look.icons.icon("severity-note", Tone.NOTE).pixmap(ICON, ICON))
        label = muted_label(sentence)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setMinimumWidth(120)
        label.setToolTip(tip)
        line = QHBoxLayout(frame)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        line.addWidget(mark, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(label, 1)
        return frame
