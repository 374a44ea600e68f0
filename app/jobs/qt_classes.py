"""Qt's classes, made in the window's thread before another thread loads modules that name them.

PySide makes a class when it is first asked for (6.11.3). Two threads that do that for one class end
in a crash: its subclasses lack what PySide knows of them (`MetaObjectBuilder::update` of nothing).
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from PySide6 import QtCore, QtGui, QtSvg, QtWidgets

MODULES = (QtCore, QtGui, QtWidgets, QtSvg)
AT_ONCE_S = 0.004
"""How long the window may be held up by it in one turn of its event loop."""


def make_qt_classes() -> Iterator[None]:
    """Make every class that is not there yet, a few milliseconds' worth between two steps."""
    pause = time.perf_counter() + AT_ONCE_S
    for module in MODULES:
        for name in sorted(set(dir(module)) - vars(module).keys()):
            getattr(module, name)
            if time.perf_counter() > pause:
                yield
                pause = time.perf_counter() + AT_ONCE_S
