"""Messages that need no decision: what happened, to what, and one thing to do about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from app.presentation.looks import Tone


@dataclass(frozen=True, slots=True)
class NoticeAction:
    """A button in a notice."""

    text: str
    run: Callable[[], object]


@dataclass(frozen=True, slots=True)
class Notice:
    """One message.

    Attributes:
        tone: how much it should worry.
        text: what happened, one sentence.
        hint: what to do next, one sentence, or "".
        details: what an expert wants to copy, shown on demand, or "".
        actions: buttons, the first of them the one to press.
    """

    tone: Tone
    text: str
    hint: str = ""
    details: str = ""
    actions: tuple[NoticeAction, ...] = ()


class NoticeBoard(QObject):
    """Where anything in the window posts a message; the window's bar shows the newest.

    Signals:
        posted: with the Notice.
        cleared: the last message no longer holds.
    """

    posted = Signal(object)
    cleared = Signal()

    def post(self, notice: Notice) -> None:
        """Show a message until it is closed or overtaken."""
        self.posted.emit(notice)

    def clear(self) -> None:
        """Take the message away."""
        self.cleared.emit()
