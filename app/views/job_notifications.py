"""Tells through the desktop that a long job has ended, to a user who looks elsewhere by then.

Qt's tray shows messages on Windows, on macOS and on desktops that have a tray; where there is none
(GNOME, most window managers) `notify-send` does, which comes with the desktop's own service. Where
neither is there the task bar's entry asks for attention, and nothing fails.
"""

from __future__ import annotations

import html

from PySide6.QtCore import QObject, QProcess, QStandardPaths, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QSystemTrayIcon, QWidget

from larder.app.jobs.job import Job, JobState
from larder.app.services import WindowServices
from larder.app.views.jobs_panel import job_text

LONG_JOB_S = 10.0
SHOWN_MS = 10_000
NOTIFIER = "notify-send"


def as_body(text: str) -> str:
    """Return what a desktop's notification service, which reads markup, shows as this text."""
    return html.escape(text, quote=False)


class JobNotifications(QObject):
    """Follows every job of a window that the jobs panel lists."""

    def __init__(self, services: WindowServices, window: QWidget) -> None:
        super().__init__(window)
        self._services = services
        self._window = window
        self._tray: QSystemTrayIcon | None = None
        self._hiding = QTimer(self)
        self._hiding.setSingleShot(True)
        self._hiding.setInterval(SHOWN_MS)
        self._hiding.timeout.connect(self._hide)
        services.lanes.submitted.connect(self._watch)

    def _watch(self, job: Job) -> None:
        if not job.request.quiet:
            job.finished.connect(lambda: self._on_over(job))

    def _on_over(self, job: Job) -> None:
        """Whoever stopped a job knows that it ended."""
        is_looked_at = QGuiApplication.applicationState() is Qt.ApplicationState.ApplicationActive
        if job.elapsed_s <= LONG_JOB_S or job.state is JobState.CANCELLED or is_looked_at:
            return
        look = self._services.look
        QApplication.alert(self._window)
        self._tell(look.names.sentence(job.request.title),
                   job_text(job, look.figures, look.names), failed=job.state is JobState.FAILED)

    def _tell(self, title: str, text: str, *, failed: bool) -> None:
        if QSystemTrayIcon.isSystemTrayAvailable() and QSystemTrayIcon.supportsMessages():
            kind = QSystemTrayIcon.MessageIcon
            tray = self._shown_tray()
            tray.showMessage(title, text, kind.Warning if failed else kind.Information, SHOWN_MS)
            self._hiding.start()
            return
        program = QStandardPaths.findExecutable(NOTIFIER)
        if program:
            QProcess.startDetached(program, [
                "--app-name=Larder", "--icon=larder", title, as_body(text)])

    def _shown_tray(self) -> QSystemTrayIcon:
        """The icon that a message comes from; it is there no longer than the message."""
        if self._tray is None:
            self._tray = QSystemTrayIcon(self._window.windowIcon(), self)
            self._tray.messageClicked.connect(self._bring_window)
            self._tray.activated.connect(self._bring_window)
        self._tray.show()
        return self._tray

    def _bring_window(self) -> None:
        if self._window.isMinimized():
            self._window.showNormal()
        self._window.raise_()
        self._window.activateWindow()
        self._hide()

    def _hide(self) -> None:
        if self._tray is not None:
            self._tray.hide()
