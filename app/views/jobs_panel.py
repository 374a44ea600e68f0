"""The jobs panel: a line per job, its progress, how to pause or stop it, its end. Never modal."""

from __future__ import annotations

import time

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from larder.app.cache_session import SessionState
from larder.app.jobs.job import Job, JobState
from larder.app.presentation.figures import Figures
from larder.app.presentation.looks import Look, Tone
from larder.app.presentation.sentences import Sentences
from larder.app.presentation.shown_names import ShownNames
from larder.app.services import WindowServices
from larder.app.widgets.plain_labels import PlainLabel
from larder.app.widgets.widgets import ElidedLabel, ShareBar, fill_layout, link_button
from larder.app.widgets.window_layout import ANY_LENGTH
from larder.core.jobs import Progress

_tr = Sentences("Jobs")

SAVED_UNIT = "payloads"
"""What a job counts that saves before it waits; what others count is read, not made."""
SLOW = 1.0
"""Per second; below it is told how long one takes."""

_STATES: dict[JobState, tuple[str, str, Tone]] = {
    JobState.QUEUED: ("Waiting", "job-queued", Tone.MUTED),
    JobState.RUNNING: ("Running", "job-running", Tone.ACCENT),
    JobState.PAUSING: ("Pausing after this item…", "job-paused", Tone.WARNING),
    JobState.PAUSED: ("Paused", "job-paused", Tone.WARNING),
    JobState.STOPPING: ("Stopping after this item…", "job-running", Tone.WARNING),
    JobState.SUCCEEDED: ("Done", "severity-good", Tone.GOOD),
    JobState.CANCELLED: ("Stopped", "job-cancelled", Tone.MUTED),
    JobState.FAILED: ("Failed", "severity-error", Tone.ERROR),
}

KEPT = 6
"""Finished jobs that stay listed."""
STOP_NOW_AFTER_NS = 10_000_000_000
WAITING = (JobState.PAUSING, JobState.PAUSED)

MOST_AT_WORK = 4
"""Jobs at work that show without scrolling while the panel is closed."""
ROOM_FOR_TWO_BARS = 1100
TITLE_CHARACTERS = 26
"""Room for titles, so that the bars of several jobs stand below each other."""


def state_look(state: JobState) -> Look:
    """Icon and word of a job's state."""
    return Look(*_STATES[state]).said(_tr)


def progress_share(progress: Progress | None) -> float | None:
    """Done part of the phase, 0 to 1; None where it is not known."""
    if progress is None or progress.total <= 0:
        return None
    return min(progress.done / progress.total, 1.0)


def job_text(
    job: Job, figures: Figures, names: ShownNames, *, tells_pace: bool = True,
) -> str:
    """One line: the state, and what goes with it; how fast and how long unless another tells it."""
    word = state_look(job.state).word
    match job.state:
        case JobState.RUNNING:
            return progress_text(job, figures, tells_pace=tells_pace) or word
        case JobState.PAUSED:
            return _format_paused(job, figures)
        case JobState.SUCCEEDED | JobState.CANCELLED:
            parts = [word, figures.duration(job.elapsed_s), figures.clock(job.ended_ns)]
            if job.problems:
                parts.append(problems_text(job))
            return " · ".join(parts)
        case JobState.FAILED:
            problem = "" if job.failure is None else names.sentence(job.failure.problem)
            return f"{word} · {problem}"
        case _:
            return word


def problems_text(job: Job) -> str:
    """How many items could not be done."""
    return _tr("%Ln items failed", len(job.problems))


def _format_paused(job: Job, figures: Figures) -> str:
    """"Paused · Building pictures · 120 of 400 · what is done is saved", of one stage."""
    progress = job.progress
    if progress is None or not progress.total:
        return _tr("Paused")
    parts = [_tr("Paused"), *_stage_texts(progress, figures)]
    return " · ".join(
        [*parts, _tr("finished items are saved")] if progress.unit == SAVED_UNIT else parts)


def _stage_texts(progress: Progress, figures: Figures) -> list[str]:
    """Return texts for the current phase and, if known, how much of it is done."""
    phase = _tr(progress.phase)
    parts = [phase[:1].upper() + phase[1:]]
    if progress_share(progress) is not None:
        text = _tr("%1 of %2")
        parts.append(text.replace("%1", _amount(progress.done, progress.unit, figures))
                     .replace("%2", _amount(progress.total, progress.unit, figures)))
    return parts


def progress_text(job: Job, figures: Figures, *, tells_pace: bool) -> str:
    """Return how far a job is: "Hashing sources · 812 of 900 · 90 % · about 14 s left"."""
    progress = job.progress
    if progress is None:
        return ""
    parts = _stage_texts(progress, figures)
    share = progress_share(progress)
    if share is not None:
        parts.append(figures.percent(share))
    elif progress.done:
        parts.append(_amount(progress.done, progress.unit, figures))
    if tells_pace and share != 1:
        left = job.pace.left_s(progress.done, progress.total, job.clock.now_s())
        parts.extend(pace_texts(job.pace.rate, left, figures, progress.unit))
    return " · ".join(parts)


def pace_texts(
    rate: float | None, left_s: float | None, figures: Figures, unit: str = "",
) -> list[str]:
    """How many per second, or how long each takes, and how long it may still take; if known."""
    parts = []
    if rate:
        if unit == "bytes":
            parts.append(_tr("%1/s").replace("%1", figures.bytes(round(rate))))
        elif rate >= SLOW:
            number = figures.locale.toString(rate, "f", 1 if rate < 100 else 0)
            parts.append(_tr("%1/s").replace("%1", number))
        else:
            parts.append(_tr("%1 s each").replace(
                "%1", figures.locale.toString(1 / rate, "f", 1)))
    if left_s is not None:
        parts.append(_tr("about %1 left").replace("%1", figures.duration(left_s)))
    return parts


def _amount(number: int, unit: str, figures: Figures) -> str:
    return figures.bytes(number) if unit == "bytes" else figures.count(number)


LINE_PADDING, EDGE, FRAME = 12, 4, 1


class JobLine(QFrame):
    """Line of the jobs panel that shows one job."""

    def __init__(self, job: Job, services: WindowServices) -> None:
        super().__init__()
        self.job = job
        self._services = services
        self._tells_pace = True
        self._icon = PlainLabel()
        self._title = PlainLabel()
        self._title.setTextFormat(Qt.TextFormat.PlainText)
        self._title.setProperty("role", "heading")
        self.text = ElidedLabel(muted=True)
        self.bar = ShareBar(180)
        self.problems = link_button("")
        self._title.setMinimumWidth(self.fontMetrics().averageCharWidth() * TITLE_CHARACTERS)
        self.pause = QPushButton()
        self.pause.setProperty("compact", True)
        self.stop = QPushButton(self.tr("Cancel"))
        self.stop.setProperty("compact", True)
        fill_layout(QHBoxLayout(self), self._icon, self._title, self.bar, self.text, self.problems,
                    self.pause, self.stop, stretched=self.text, margins=(12, 3, 8, 3), spacing=10)
        self.pause.clicked.connect(self._on_pause)
        self.stop.clicked.connect(self._on_stop)
        self.problems.clicked.connect(lambda: services.view.show_page("problems"))
        job.changed.connect(self.show_job)
        services.look.changed.connect(self.show_job)
        self.show_job()

    def show_job(self) -> None:
        """Show how far the job is."""
        job, figures, names = self.job, self._services.look.figures, self._services.look.names
        self._title.setText(self._shown_title)
        self.stop.setAccessibleName(self.tr("Cancel %1").replace("%1", self._shown_title))
        icon = self._services.look.icons.of_look(state_look(job.state))
        self._icon.setPixmap(icon.pixmap(16, 16))
        self.text.set_text(job_text(job, figures, names, tells_pace=self._tells_pace))
        self._place_bar()
        self.bar.show_share(progress_share(job.progress), self.text.text)
        # The page that lists them is not there while nothing is open.
        is_listed = self._services.session.state is not SessionState.CLOSED
        self.problems.setVisible(is_listed and bool(job.problems))
        self.problems.setText(problems_text(job) if job.problems else "")
        self.stop.setVisible(not job.state.is_over)
        self._offer_pause()
        self._offer_stop()

    def show_meter(self, meter: QWidget) -> None:
        """Show something that tells how far all of the job is, before the stage it is at."""
        line = self.layout()
        assert isinstance(line, QHBoxLayout)
        line.insertWidget(line.indexOf(self.bar), meter)
        self._tells_pace = False
        self.show_job()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A narrow line keeps its words whole."""
        super().resizeEvent(event)
        self._place_bar()

    def _place_bar(self) -> None:
        """Beside what tells how far all of the job is, the bar of a stage is there if it fits."""
        has_room = self._tells_pace or self.width() >= ROOM_FOR_TWO_BARS
        self.bar.setVisible(not self.job.state.is_over and has_room)

    @property
    def _shown_title(self) -> str:
        return self._services.look.names.sentence(self.job.request.title)

    def _offer_pause(self) -> None:
        """While it runs "Pause", while it waits or is about to "Resume"."""
        state = self.job.state
        self.pause.setVisible(self.job.request.is_pausable and not state.is_over
                              and state is not JobState.STOPPING)
        self.pause.setEnabled(state is not JobState.QUEUED)
        if state in WAITING:
            word, name, icon = self.tr("Resume"), self.tr("Resume %1"), "action-resume"
        else:
            word, name, icon = self.tr("Pause"), self.tr("Pause %1"), "action-pause"
        self.pause.setText(word)
        self.pause.setAccessibleName(name.replace("%1", self._shown_title))
        self.pause.setIcon(self._services.look.icons.icon(icon, Tone.PLAIN))

    def _offer_stop(self) -> None:
        """While it is stopping the button waits; after a while it offers to stop at once."""
        if self.job.state is not JobState.STOPPING:
            self.stop.setEnabled(True)
            return
        patient = time.time_ns() - self.job.asked_to_stop_ns < STOP_NOW_AFTER_NS
        self.stop.setEnabled(not patient)
        if patient:
            QTimer.singleShot(STOP_NOW_AFTER_NS // 1_000_000 + 100, self, self._offer_stop)
        else:
            self.stop.setText(self.tr("Stop now"))
            self.stop.setToolTip(self.tr("The current item is discarded; finished items are kept."))

    def _on_pause(self) -> None:
        lanes = self._services.lanes
        (lanes.resume if self.job.state in WAITING else lanes.pause)(self.job)

    def _on_stop(self) -> None:
        lanes = self._services.lanes
        (lanes.kill if self.job.state is JobState.STOPPING else lanes.cancel)(self.job)


class JobsPanel(QScrollArea):
    """Lines of jobs: those at work, then the last finished ones, newest first.

    While it is closed it is no higher than the jobs at work, and one line where none is: the newest
    finished one. Surveys that the window makes by itself stand behind what the user began.

    Attributes:
        earlier: the switch that opens it.
    """

    def __init__(self, services: WindowServices) -> None:
        super().__init__()
        self._services = services
        self._lines: list[JobLine] = []
        self.setObjectName("jobsPanel")
        self.setAccessibleName(self.tr("Jobs"))
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._body = QWidget()
        self._none = PlainLabel(self.tr("No job has run yet."))
        self._none.setProperty("role", "muted")
        self._none.setContentsMargins(12, 4, 12, 4)
        self._layout = fill_layout(QVBoxLayout(self._body), self._none, None,
                                   margins=(0, EDGE, 0, EDGE))
        self.setWidget(self._body)
        self.earlier = link_button("")
        self.earlier.setProperty("compact", True)
        self.earlier.setCheckable(True)
        self.earlier.toggled.connect(self._arrange)
        services.lanes.submitted.connect(self._on_submitted)
        self._arrange()

    def minimumSizeHint(self) -> QSize:
        """One line: a low window needs its height for the tables."""
        return QSize(0, self._height_of(1))

    @property
    def lines(self) -> tuple[JobLine, ...]:
        """The listed jobs, in the order shown."""
        return tuple(self._lines)

    def _on_submitted(self, job: Job) -> None:
        if job.request.quiet:
            return
        self._none.hide()
        line = JobLine(job, self._services)
        line.setMinimumHeight(self._line_height)
        job.finished.connect(self._arrange)
        self._lines.insert(0, line)
        self._drop_oldest()
        self._arrange()

    def _arrange(self) -> None:
        """Put the lines in their order, and show as many of them as are wanted."""
        self._lines.sort(key=lambda line: (line.job.state.is_over, line.job.request.fleeting))
        for at, line in enumerate(self._lines):
            self._layout.insertWidget(at, line)
        shown = [line for line in self._lines
                 if not (line.job.state.is_over or line.job.request.fleeting)] or self._lines[:1]
        earlier = len(self._lines) - len(shown)
        is_open = self.earlier.isChecked() and earlier > 0
        for line in self._lines:
            line.setVisible(is_open or line in shown)
        self.earlier.setVisible(earlier > 0)
        self.earlier.setText(self.tr("Hide earlier jobs") if is_open
                             else _tr("Show %Ln earlier jobs", earlier))
        self.earlier.setAccessibleName(self.earlier.text())
        least = self._height_of(min(max(len(shown), 1), MOST_AT_WORK))
        self.setMinimumHeight(
            max(least, self._height_of(min(len(self._lines), MOST_AT_WORK))) if is_open else least)
        self.setMaximumHeight(ANY_LENGTH if is_open else least)

    @property
    def _line_height(self) -> int:
        return self.fontMetrics().height() + LINE_PADDING

    def _height_of(self, lines: int) -> int:
        return lines * self._line_height + 2 * (EDGE + FRAME)

    def _drop_oldest(self) -> None:
        over = [line for line in self._lines if line.job.state.is_over]
        for line in over[KEPT:]:
            self._lines.remove(line)
            line.hide()
            line.job.deleteLater()
            line.deleteLater()
