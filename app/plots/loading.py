"""Loads pyqtgraph beside the window's event loop, in steps, once the user rests for a moment.

Imported at once in a pool thread it leaves gaps of up to 145 ms in the event loop, because the
import holds the interpreter's lock; module by module, with a pause before each, none is over 45 ms
(PySide6 6.11.3, two cores).
"""

from __future__ import annotations

import importlib
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer, Signal

from larder.app.jobs.call_runnable import CallPool
from larder.app.jobs.qt_classes import make_qt_classes
from larder.app.widgets.widgets import one_a_turn

QUIET_MS = 500
"""How long there is no input before loading begins."""
STEP_MS = 15
"""Pause before each module, in which the window's thread has the interpreter to itself."""

INPUT: Final = frozenset({
    QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease, QEvent.Type.MouseMove,
    QEvent.Type.Wheel, QEvent.Type.KeyPress, QEvent.Type.KeyRelease})

BEFORE: Final = (
    "PySide6.QtSvg", "PySide6.QtTest", "PySide6.QtOpenGL", "PySide6.QtOpenGLWidgets", "numpy",
    "numpy.typing", "decimal", "cProfile", "xml.etree.ElementTree", "multiprocessing.connection",
    "pydoc")
"""Modules of Qt and of Python that pyqtgraph imports."""
AFTER: Final = (
    "larder.app.plots.bar_plot", "larder.app.plots.histogram_plot", "larder.app.plots.map_plot",
    "larder.app.plots.scatter_plot", "larder.app.plots.channel_plot",
    "larder.app.plots.wave_plot", "larder.app.plots.spectrum_plot", "larder.app.plots.step_plot")
"""Modules of ours that import pyqtgraph."""


class PlotLoader(QObject):
    """Loads what plots are drawn with, once in the life of a window.

    Signals:
        ended: plots can be made now, or `problem` says why they cannot.
    """

    ended = Signal()

    def __init__(self, calls: CallPool, parent: QObject) -> None:
        super().__init__(parent)
        self.problem = ""
        self._has_ended = False
        self._is_wanted = False
        self._call = calls.latest_call(self)
        self._call.done.connect(lambda _: self._end(""))
        self._call.failed.connect(lambda error, _: self._end(str(error)))
        self._quiet = QTimer(self)
        self._quiet.setSingleShot(True)
        self._quiet.timeout.connect(self._begin)

    @property
    def is_ready(self) -> bool:
        """True if plots can be made."""
        return self._has_ended and not self.problem

    @property
    def is_idle(self) -> bool:
        """True if nothing is wanted, or loading has ended."""
        return self._has_ended or not self._is_wanted

    def want(self) -> None:
        """Load it as soon as the user rests."""
        if self._is_wanted:
            return
        self._is_wanted = True
        if all(name in sys.modules for name in AFTER):
            self._end("")
            return
        application = QCoreApplication.instance()
        if application is not None:
            application.installEventFilter(self)
        self._quiet.start(QUIET_MS)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Wait longer where the user does something; only while it is waited for."""
        if event.type() in INPUT:
            self._quiet.start(QUIET_MS)
        return False

    def _begin(self) -> None:
        application = QCoreApplication.instance()
        if application is not None:
            application.removeEventFilter(self)
        one_a_turn(self, self._steps())

    def _steps(self) -> Iterator[Callable[[], object]]:
        # The classes of Qt are made in the window's thread, see `qt_classes`.
        for _ in make_qt_classes():
            yield lambda: None
        yield lambda: self._call.start(load_in_steps)

    def _end(self, problem: str) -> None:
        self.problem, self._has_ended = problem, True
        self.ended.emit()


class _PauseBeforeModules:
    """Stands before Python's own finders of modules and finds none itself."""

    def __init__(self) -> None:
        self._thread = threading.get_ident()

    def find_spec(self, _name: str, _path: object = None, _target: object = None) -> None:
        """Sleep before a module that this thread loads; other threads go on at once."""
        if threading.get_ident() == self._thread:
            time.sleep(STEP_MS / 1000)


def load_in_steps() -> None:
    """Load pyqtgraph and the plots made with it; for a pool thread.

    Raises:
        ImportError: if it, or a library of the system that it needs, is not there.
    """
    pause = _PauseBeforeModules()
    sys.meta_path.insert(0, pause)
    try:
        for name in (*BEFORE, "pyqtgraph", *AFTER):
            importlib.import_module(name)
    finally:
        sys.meta_path.remove(pause)
