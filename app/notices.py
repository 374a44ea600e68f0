"""Messages that need no decision: what happened, to what, and one thing to do about it."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType

import msgspec
from msgspec.structs import replace
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QFontDatabase, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QToolButton,
)

from larder.app.presentation.looks import Tone
from larder.app.presentation.sentences import Sentences, one_after_another
from larder.app.presentation.shown_names import ShownNames
from larder.app.widgets.plain_labels import PlainLabel
from larder.app.widgets.widgets import (
    WrappedLabel,
    clear_layout,
    fill_column,
    fill_layout,
    link_button,
    restyle,
)
from larder.app.window_look import WindowLook
from larder.core.worker_protocol import Failed

_tr = Sentences("Notices")

DETAILS_HEIGHT = 140
MOST_LINES = 3
"""Of a message beside its buttons."""


class NoticeAction(msgspec.Struct, frozen=True):
    """A button in a notice."""

    text: str
    run: Callable[[], object]


class NoticeItem(msgspec.Struct, frozen=True):
    """Something that was left as it is.

    Attributes:
        name: a source, a payload or a folder.
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


class Notice(msgspec.Struct, frozen=True):
    """One message.

    Attributes:
        tone: how much it should worry.
        details: what an expert wants to copy, shown on demand, or "".
        actions: buttons, the first of them the one to press.
        left: what was left as it is, listed below the details.
        is_passing: whether it is about what is looked at just now, and goes with that.
    """

    tone: Tone
    text: str
    hint: str = ""
    details: str = ""
    actions: tuple[NoticeAction, ...] = ()
    left: tuple[NoticeItem, ...] = ()
    is_passing: bool = False

    def expert_text(self, names: ShownNames) -> str:
        """Details and what was left, a line each, with names as they are shown; "" for none."""
        lines = [names.sentence(self.details)] if self.details else []
        return "\n".join([*lines, *(item.text(names) for item in self.left)])


def failure_notice(
    failure: Failed, *, hint: str | None = None, actions: tuple[NoticeAction, ...] = (),
) -> Notice:
    """Why a job gave nothing, with the failure's own hint unless another is given."""
    return Notice(tone=Tone.ERROR, text=failure.problem, details=failure.details, actions=actions,
                  hint=failure.hint if hint is None else hint)


class NoticeBoard(QObject):
    """Where anything in the window posts a message; the window's bar shows the newest.

    It stays until it is closed or overtaken, until the user begins something else (a survey, a
    write, another workspace), or until the state that it tells of is over. What a job remarks on
    its way stays for the message that tells how the job ended, which may overtake it in a blink.

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
        self._remarks: tuple[str, ...] = ()

    def post(self, notice: Notice) -> None:
        """Show a message, and what was remarked before it."""
        if self._remarks:
            notice = replace(notice, hint=one_after_another((notice.hint, *self._remarks)))
            self._remarks = ()
        self.shown = notice
        self.posted.emit(notice)

    def remark(self, text: str) -> None:
        """Show what a job settled on its way, once more beside the next message."""
        remarks = (*self._remarks, text)
        self._remarks = ()
        self.post(Notice(tone=Tone.NOTE, text=remarks[0], hint=one_after_another(remarks[1:])))
        self._remarks = remarks

    def close(self) -> None:
        """Take the message away for good: the user has read it, or it is of another workspace."""
        self._remarks = ()
        self.clear()

    def clear(self, only: Notice | None = None) -> None:
        """Take the message away; with `only` if it is that one."""
        if self.shown is not None and only in (None, self.shown):
            self.shown = None
            self.cleared.emit()

    def look_elsewhere(self) -> None:
        """Take away what was about the row or page looked at before."""
        if self.shown is not None and self.shown.is_passing:
            self.clear()


def show_uncaught_exceptions(notices: NoticeBoard) -> None:
    """From now on, show exceptions that nobody caught instead of only printing them."""

    def tell(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        sys.__excepthook__(kind, error, trace)
        if issubclass(kind, Exception):
            notices.post(Notice(
                tone=Tone.ERROR,
                text=_tr("Error in Larder: %1").replace(
                    "%1", f"{kind.__name__}: {error}"),
                hint=_tr("Please report it with the details."),
                details="".join(traceback.format_exception(kind, error, trace))))

    sys.excepthook = tell


class NoticeBar(QFrame):
    """Shows one `Notice` at a time; hidden while there is none.

    Signals:
        closed: the user closed the message.
        focus_left: what of it had the focus is gone.
    """

    closed = Signal()
    focus_left = Signal()

    def __init__(self, look: WindowLook, *, closable: bool) -> None:
        super().__init__()
        self._look = look
        self.notice: Notice | None = None
        self._icon = PlainLabel()
        self._text = WrappedLabel()
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._actions = QHBoxLayout()
        self._details_button = link_button(self.tr("Details"))
        self._details_button.setCheckable(True)
        self._copy = link_button(self.tr("Copy"))
        self._close = QToolButton()
        self._close.setAutoRaise(True)
        self._close.setAccessibleName(self.tr("Close this message"))
        self._close.setToolTip(self.tr("Close this message"))
        self._close.setVisible(closable)
        self._details = QPlainTextEdit()
        self._details.setReadOnly(True)
        self._details.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self._details.setMaximumHeight(DETAILS_HEIGHT)
        self._details.setMinimumHeight(self._details.fontMetrics().lineSpacing() * 3)
        self._details.setAccessibleName(self.tr("Details of the message"))
        self._lay_out()
        self._details_button.toggled.connect(self._details.setVisible)
        self._copy.clicked.connect(self._copy_details)
        self._close.clicked.connect(self._on_close)
        look.changed.connect(self._on_look_changed)
        self.clear()

    def show_notice(self, notice: Notice) -> None:
        """Show a message in place of the one before."""
        self.notice = notice
        restyle(self, "notice", _tone_name(notice.tone))
        self._write(notice)
        with self._passing_focus_on():
            self._show_actions(notice)
            for button in (self._details_button, self._copy):
                button.setVisible(bool(notice.details or notice.left))
        self._details_button.setChecked(False)
        self._details.setVisible(False)
        self._paint_icons()
        self.show()
        self._place_buttons()

    def clear(self) -> None:
        """Remove the notice and hide the bar."""
        self.notice = None
        with self._passing_focus_on():
            self.hide()

    @contextmanager
    def _passing_focus_on(self) -> Iterator[None]:
        """Qt would give the focus of a button that goes to whatever comes next."""
        had_focus = self.isAncestorOf(self.window().focusWidget())
        yield
        if had_focus and not self.isAncestorOf(self.window().focusWidget()):
            self.focus_left.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A message that would take many short lines beside its buttons has them below it."""
        super().resizeEvent(event)
        self._place_buttons()

    def _place_buttons(self) -> None:
        beside = self._said.geometry().width() - self._buttons.sizeHint().width()
        is_long = self._text.fontMetrics().horizontalAdvance(self._text.text()) > (
            MOST_LINES * beside)
        self._said.setDirection(QBoxLayout.Direction.TopToBottom if is_long
                                else QBoxLayout.Direction.LeftToRight)

    def _on_close(self) -> None:
        self.clear()
        self.closed.emit()

    def _lay_out(self) -> None:
        self._buttons = fill_layout(
            QHBoxLayout(), self._actions, self._details_button, self._copy, spacing=8)
        self._buttons.addStretch()
        self._said = fill_layout(QBoxLayout(QBoxLayout.Direction.LeftToRight), self._text,
                                 self._buttons, stretched=self._text, spacing=8)
        line = fill_layout(QHBoxLayout(), self._icon, self._said, self._close, stretched=self._said,
                           margins=(12, 6, 8, 6), spacing=8)
        # One pixel for the frame's own line at the bottom.
        fill_column(self, line, self._details, margins=(0, 0, 0, 1))

    def _show_actions(self, notice: Notice) -> None:
        clear_layout(self._actions)
        for action in notice.actions:
            button = QPushButton(action.text)
            button.clicked.connect(action.run)
            self._actions.addWidget(button)

    def _write(self, notice: Notice) -> None:
        names = self._look.names
        said = (names.sentence(sentence) for sentence in (notice.text, notice.hint))
        self._text.setText(one_after_another(said))
        self._text.setAccessibleName(self._text.text())
        self._details.setPlainText(notice.expert_text(names))

    def _on_look_changed(self) -> None:
        self._paint_icons()
        if self.notice is not None:
            self._write(self.notice)

    def _paint_icons(self) -> None:
        self._close.setIcon(self._look.icons.icon("command-close"))
        if self.notice is not None:
            self._icon.setPixmap(self._look.icons.of_tone(self.notice.tone).pixmap(18, 18))

    def _copy_details(self) -> None:
        if self.notice is not None:
            names = self._look.names
            words = names.sentence(f"{self.notice.text}\n{self.notice.hint}")
            QGuiApplication.clipboard().setText(f"{words}\n\n{self.notice.expert_text(names)}")


def _tone_name(tone: Tone) -> str:
    known = (Tone.ERROR, Tone.WARNING, Tone.GOOD)
    return tone.value if tone in known else Tone.NOTE.value
