"""Messages that need no decision: what happened, to what, and one thing to do about it."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType

from PySide6.QtCore import QCoreApplication, QObject, Signal

from larder.app.presentation.looks import Tone
from larder.app.presentation.shown_names import ShownNames


@dataclass(frozen=True, slots=True)
class NoticeAction:
    """A button in a notice."""

    text: str
    run: Callable[[], object]


@dataclass(frozen=True, slots=True)
class NoticeItem:
    """Something that was left as it is.

    Attributes:
        name: a source, a payload or a folder.
        why: one sentence.
        store: id of the store it is of, or "".
        is_payload: whether the name is a payload's.
    """

    name: str
    why: str
    store: str = ""
    is_payload: bool = False

    def text(self, names: ShownNames) -> str:
        """Name and reason: image/a.jpg: it changed."""
        name = names.payload(self.name) if self.is_payload else names.path(self.name)
        shown = "/".join(part for part in (names.store(self.store), name) if part)
        return f"{shown}: {names.sentence(self.why, (self.name,))}"


@dataclass(frozen=True, slots=True)
class Notice:
    """One message.

    Attributes:
        tone: how much it should worry.
        text: what happened, one sentence.
        hint: what to do next, one sentence, or "".
        details: what an expert wants to copy, shown on demand, or "".
        actions: buttons, the first of them the one to press.
        left: what was left as it is, listed below the details.
    """

    tone: Tone
    text: str
    hint: str = ""
    details: str = ""
    actions: tuple[NoticeAction, ...] = ()
    left: tuple[NoticeItem, ...] = ()

    def expert_text(self, names: ShownNames) -> str:
        """Details and what was left, a line each, with names as they are shown; "" for none."""
        lines = [names.sentence(self.details)] if self.details else []
        return "\n".join([*lines, *(item.text(names) for item in self.left)])


class NoticeBoard(QObject):
    """Where anything in the window posts a message; the window's bar shows the newest.

    Attributes:
        shown: the newest message, None once it is closed.

    Signals:
        posted: with the Notice.
        cleared: the last message no longer holds.
    """

    posted = Signal(object)
    cleared = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.shown: Notice | None = None

    def post(self, notice: Notice) -> None:
        """Show a message until it is closed or overtaken."""
        self.shown = notice
        self.posted.emit(notice)

    def clear(self) -> None:
        """Take the message away."""
        if self.shown is not None:
            self.shown = None
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
