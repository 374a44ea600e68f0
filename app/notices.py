"""Messages that need no decision: what happened, to what, and one thing to do about it."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType

from PySide6.QtCore import QCoreApplication, QObject, Signal

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


def tell_mistakes(notices: NoticeBoard) -> None:
    """From now on, show exceptions that nobody caught instead of only printing them."""

    def tell(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        sys.__excepthook__(kind, error, trace)
        if issubclass(kind, Exception):
            notices.post(Notice(
                tone=Tone.ERROR,
                text=QCoreApplication.translate("Notices", "A mistake in the program: %1").replace(
                    "%1", f"{kind.__name__}: {error}"),
                hint=QCoreApplication.translate("Notices", "Please report it with the details."),
                details="".join(traceback.format_exception(kind, error, trace))))

    sys.excepthook = tell
