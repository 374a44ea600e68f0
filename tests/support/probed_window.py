"""The program's own window in a process of its own, which says where things are and what they say.

    python -m tests.support.probed_window HELD_AFTER [larder-gui's arguments]

A line of standard input is an expression over `window`, `services` and `dialog`; the answer is a
line of JSON. It only looks: what the window is to do, it is told with mouse and keys of the display
it stands on. Its builds wait after so many batches (`tests.support.held_worker`); -1 for never.
"""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QWidget

from larder.app import application as wiring
from larder.app import run
from larder.app.arguments import read_arguments
from larder.core import worker_process


class Probe(QObject):
    """Answers questions in the window's thread; a thread waits for them."""

    asked = Signal(str)

    def __init__(self, opened: wiring.OpenWindow) -> None:
        super().__init__(opened.window)
        self._opened = opened
        self.asked.connect(self._answer, Qt.ConnectionType.QueuedConnection)
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in sys.stdin:
            self.asked.emit(line.strip())

    def _answer(self, question: str) -> None:
        known = {"window": self._opened.window, "services": self._opened.services,
                 "dialog": dialog, "button": button, "ticks": ticks, "place": place}
        try:
            said = {"answer": eval(question, known)}
        except Exception as error:
            said = {"error": f"{type(error).__name__}: {error}"}
        sys.stdout.write(json.dumps(said, default=str) + "\n")
        sys.stdout.flush()


def dialog() -> QDialog | None:
    """The dialog in front."""
    shown = [widget for widget in QApplication.topLevelWidgets()
             if isinstance(widget, QDialog) and widget.isVisible()]
    return shown[-1] if shown else None


def button(text: str, within: QWidget | None = None) -> QAbstractButton:
    """The button that says so, in the dialog in front or the window."""
    places: Sequence[QWidget | None] = [within] if within else [
        dialog(), *(w for w in QApplication.topLevelWidgets() if w.isWindow())]
    for place_ in places:
        for found in (place_.findChildren(QAbstractButton) if place_ is not None else ()):
            if found.isVisible() and found.isEnabled() and found.text().replace("&", "") == text:
                return found
    raise LookupError(text)


def ticks(within: QWidget) -> list[QAbstractButton]:
    """The boxes that are ticked and can be seen."""
    return [found for found in within.findChildren(QAbstractButton)
            if found.isVisible() and found.isChecked()]


def place(widget: QWidget) -> tuple[int, int]:
    """The middle of a widget on the screen, in the screen's own pixels."""
    middle = widget.mapToGlobal(widget.rect().center())
    ratio = widget.devicePixelRatioF()
    return round(middle.x() * ratio), round(middle.y() * ratio)


def main(words: Sequence[str]) -> int:
    """Run the program with a probe in it."""
    make = wiring.make_window

    def probed(*arguments: Any, **named: Any) -> wiring.OpenWindow:
        opened = make(*arguments, **named)
        Probe(opened)
        return opened

    run.make_window = probed
    held_after, *rest = words
    if held_after != "-1":
        worker_process.worker_command = lambda: (
            sys.executable, "-m", "tests.support.held_worker", held_after)
    return run.run_window(read_arguments(rest))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
