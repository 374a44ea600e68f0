"""Panels of dialogs with a plan: progress, refusal, signs of a trainer, and left-out items."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontDatabase, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from larder.app.jobs.job import Job, JobState
from larder.app.presentation.looks import Tone
from larder.app.presentation.plain_text import plain_tip
from larder.app.presentation.sentences import Sentences
from larder.app.presentation.shell_text import AS_IT_RUNS, CommandText
from larder.app.presentation.shown_names import ShownNames
from larder.app.services import WindowServices
from larder.app.views.jobs_panel import job_text, progress_share
from larder.app.widgets.controls import TickBox
from larder.app.widgets.plain_labels import PlainLabel
from larder.app.widgets.widgets import (
    ElidedLabel,
    EmptyState,
    ShareBar,
    WrappedLabel,
    fill_column,
    fill_layout,
    heading,
    link_button,
    make_muted_label,
    one_a_turn,
)
from larder.app.window_look import WindowLook
from larder.core.worker_protocol import Failed

_tr = Sentences("PlanPanels")


WIDTH = 440

COMMAND_HEIGHT = 62

LEFT_HEIGHT = 92
"""Pixels: two concepts."""


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
        self._title = PlainLabel()
        self._title.setProperty("role", "heading")
        self._title.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.bar = ShareBar()
        self.text = ElidedLabel(muted=True)
        self.stop = QPushButton()
        self.stop.setAutoDefault(False)
        column = QWidget()
        column.setFixedWidth(WIDTH)
        fill_column(column, self._title, self.bar, self.text,
                    (self.stop, Qt.AlignmentFlag.AlignHCenter), spacing=12)
        whole = QVBoxLayout(self)
        whole.addStretch(2)
        whole.addWidget(column, 0, Qt.AlignmentFlag.AlignHCenter)
        whole.addStretch(3)
        self.stop.clicked.connect(self.stop_wanted)
        services.look.changed.connect(self._show)

    def watch(self, job: Job, *, title: str, stop: str) -> None:
        """Follow a job; `stop` is what the button says."""
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
        look = self._services.look
        self.text.set_text(job_text(job, look.figures, look.names))
        self.bar.show_share(progress_share(job.progress), self.text.text)
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
        self._failure: Failed | None = None
        self.state = EmptyState()
        self.copy = link_button(self.tr("Copy details"))
        for button in (self.state.button, self.copy):
            button.setAutoDefault(False)
        fill_column(self, (self.state, 1), (self.copy, Qt.AlignmentFlag.AlignHCenter),
                    margins=(20, 14, 20, 14), spacing=None)
        self.state.button.clicked.connect(self.again_wanted)
        self.copy.clicked.connect(self._copy)
        self._look.changed.connect(self._show)

    def show_failure(self, failure: Failed) -> None:
        """Show why a plan was refused."""
        self._failure = failure
        self.copy.setVisible(bool(failure.details))
        self._show()

    def _show(self) -> None:
        if self._failure is not None:
            failure = self._look.names.failure(self._failure)
            self.state.show_icon(self._look.icons.icon("severity-error", Tone.ERROR))
            self.state.show_text(failure.problem, hint=failure.hint,
                                 button=self.tr("Try again"))

    def _copy(self) -> None:
        if self._failure is not None:
            failure = self._look.names.failure(self._failure)
            QGuiApplication.clipboard().setText(
                f"{failure.problem}\n{failure.hint}\n\n{failure.details}")


ICON, WARNING_ICON, CARD_ICON = 16, 18, 20


class Disclosure(QPushButton):
    """A link that opens and closes what stands below it."""

    def __init__(self, text: str, look: WindowLook) -> None:
        super().__init__(text)
        self._look = look
        self.setProperty("link", True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setCheckable(True)
        self.toggled.connect(self._paint)
        look.changed.connect(self._paint)
        self._paint()

    def _paint(self) -> None:
        self.setIcon(self._look.icons.icon(
            "chevron-down" if self.isChecked() else "chevron-right"))


class WarningPanel(QFrame):
    """Panel with an obstacle to a plan and the possible answers."""

    def __init__(self, look: WindowLook, title: str, answers: Sequence[QWidget]) -> None:
        super().__init__()
        self._look = look
        self.setProperty("notice", "warning")
        self._icon = PlainLabel()
        self.text = WrappedLabel()
        self._column = fill_layout(QVBoxLayout(), heading(title), self.text, *answers, spacing=4)
        fill_layout(
            QHBoxLayout(self), (self._icon, Qt.AlignmentFlag.AlignTop), (self._column, 1),
            margins=(12, 10, 12, 10), spacing=10)
        look.changed.connect(self._paint)
        self.hide()

    def _paint(self) -> None:
        icon = self._look.icons.icon("severity-warning", Tone.WARNING)
        self._icon.setPixmap(icon.pixmap(WARNING_ICON, WARNING_ICON))


class BusyPanel(WarningPanel):
    """Says why a trainer seems to be at work, and asks for a tick before anything goes on.

    Signals:
        agreed_changed: the tick was set or taken away.
    """

    agreed_changed = Signal()

    def __init__(self, services: WindowServices) -> None:
        look = services.look
        agree = TickBox(_tr("Continue anyway"), lambda: look.theme)
        agree.setToolTip(_tr(
            "Files that the trainer has not listed in its index yet look as if they were not "
            "needed."))
        super().__init__(
            look, _tr("A trainer seems to be running here. Wait until it has finished."), (agree,))
        self.agree = agree
        self._signs: Sequence[str] = ()
        self.agree.toggled.connect(lambda _: self.agreed_changed.emit())
        self._paint()

    @property
    def stands_in_the_way(self) -> bool:
        """True if signs of a trainer are shown and the user has not confirmed them."""
        return not self.isHidden() and not self.agree.isChecked()

    def show_signs(self, signs: Sequence[str]) -> None:
        """Show signs, or nothing; the tick is taken away."""
        self.agree.setChecked(False)
        self._signs = signs
        self._paint()
        self.setVisible(bool(signs))
        self.agreed_changed.emit()

    def _paint(self) -> None:
        super()._paint()
        self.text.setText("\n".join(map(self._look.names.sentence, self._signs)))


class CommandPanel(QFrame):
    """The `larder` command that does the same, to be read, selected and copied.

    While names are hidden it shows marks; the button copies the command as it runs all the same.
    What is in it is made when it is first opened.
    """

    def __init__(self, services: WindowServices) -> None:
        super().__init__()
        self._look = services.look
        self._write: CommandText | None = None
        self._note = ""
        self._look.changed.connect(self._show)
        self.hide()

    @cached_property
    def command(self) -> QPlainTextEdit:
        """The command, below what it does and beside what copies it."""
        field = QPlainTextEdit()
        field.setReadOnly(True)
        field.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        field.setFixedHeight(COMMAND_HEIGHT)
        field.setAccessibleName(self.tr("The command that does the same"))
        field.setTabChangesFocus(True)
        self.note = make_muted_label()
        self.copy = link_button(self.tr("Copy"))
        self.copy.setAutoDefault(False)
        self.copy.clicked.connect(self._copy)
        fill_column(self, self.note,
            fill_layout(QHBoxLayout(), (field, 1), (self.copy, Qt.AlignmentFlag.AlignTop),
                        spacing=8),
            spacing=4)
        self._fill(field)
        return field

    def setVisible(self, visible: bool) -> None:
        """Show it as it stands by now."""
        super().setVisible(visible)
        if visible:
            self._fill(self.command)
            # It is the last thing in what scrolls, out of sight where the window is small. What is
            # new in it has its height only a turn later.
            one_a_turn(self, (self.updateGeometry, self._scroll_there))

    def _scroll_there(self) -> None:
        around = self.parentWidget()
        while around is not None:
            if isinstance(around, QScrollArea):
                around.ensureWidgetVisible(self, 0, 8)
            around = around.parentWidget()

    def show_command(self, write: CommandText, note: str) -> None:
        """Show a command, which `write` writes with names as they are shown, or as they are."""
        self._write, self._note = write, note
        self._show()

    def _show(self) -> None:
        if "command" in vars(self):
            self._fill(self.command)

    def _fill(self, field: QPlainTextEdit) -> None:
        if self._write is None:
            return
        command = self._write(self._look.names)
        if command != field.toPlainText():
            field.setPlainText(command)
        self.note.setText(self._note)
        self.copy.setToolTip(self.tr("Copies the command as it runs, with the real names.")
                             if self._look.names.hidden else "")

    def _copy(self) -> None:
        if self._write is not None:
            QGuiApplication.clipboard().setText(self._write(AS_IT_RUNS))


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence with an icon, and what can be said to it.

    Attributes:
        hint: a quieter sentence below it.
        button: says something to it, "" for none.
        about: what the button is about, for screen readers.
        link: a quieter button before it: its label and the function that it calls.
    """

    text: str
    icon: str = "severity-note"
    tone: Tone = Tone.NOTE
    hint: str = ""
    tip: str = ""
    button: str = ""
    about: str = ""
    run: Callable[[], object] = lambda: None
    link: tuple[str, Callable[[], object]] | None = None


class LinesPanel(QScrollArea):
    """Lines below each other, and nothing where there are none.

    They are as high as they need to be, up to `most` pixels; then they scroll. Without such a limit
    each is a card, and they take what room there is.

    Attributes:
        buttons: those of the lines, in their order.
    """

    def __init__(self, look: WindowLook, name: str, *, most: int | None = None) -> None:
        """Make it; `name` is read aloud."""
        super().__init__()
        self._look = look
        self._most = most
        self._make: Callable[[], Sequence[Line]] = tuple
        self.buttons: list[QPushButton] = []
        self.setAccessibleName(name)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        if most is None:
            self.setFrameShape(QFrame.Shape.NoFrame)
            self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        look.changed.connect(self._show)
        self.hide()

    @property
    def said(self) -> list[str]:
        """The text of each line."""
        return [line.text for line in self._make()]

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Sentences wrap: what is needed depends on the width."""
        super().resizeEvent(event)
        self._fit()

    def show_made(self, make: Callable[[], Sequence[Line]]) -> None:
        """Show lines, and make them anew when the look changes."""
        self._make = make
        self._show()

    def _show(self) -> None:
        body, lines = QWidget(), self._make()
        self.buttons = []
        fill_column(body, *map(self._line, lines), *((None,) if self._most is None else ()),
                    spacing=8 if self._most is None else 5)
        self.setWidget(body)
        self.setVisible(bool(lines))
        self._fit()

    def _fit(self) -> None:
        body = self.widget()
        if body is not None and self._most is not None:
            needed = (body.heightForWidth(self.viewport().width()) if body.hasHeightForWidth()
                      else body.sizeHint().height())
            self.setFixedHeight(max(min(needed, self._most), ICON) + 2 * self.frameWidth())

    def _line(self, line: Line) -> QWidget:
        is_card = self._most is None
        shown, mark, label = QFrame(), PlainLabel(), WrappedLabel(line.text)
        size = CARD_ICON if is_card else ICON
        mark.setPixmap(self._look.icons.icon(line.icon, line.tone).pixmap(size, size))
        label.setMinimumWidth(120)
        hints = (make_muted_label(line.hint),) if line.hint else ()
        if is_card:
            shown.setProperty("card", True)
        else:
            label.setProperty("role", "muted")
        layout = fill_layout(
            QHBoxLayout(shown),
            (mark, Qt.AlignmentFlag.AlignTop if is_card or not line.button
             else Qt.AlignmentFlag.AlignVCenter),
            (fill_layout(QVBoxLayout(), label, *hints, spacing=2), 1),
            margins=(10, 8, 8, 8) if is_card else (0, 0, 0, 0), spacing=10)
        if line.link is not None:
            word, show = line.link
            quiet = link_button(word)
            quiet.setAccessibleDescription(line.about)
            quiet.clicked.connect(lambda: show())
            layout.addWidget(quiet)
            self.buttons.append(quiet)
        if line.button:
            push = QPushButton(line.button)
            push.setAutoDefault(False)
            push.setToolTip(plain_tip(line.tip))
            push.setAccessibleDescription(line.about)
            push.clicked.connect(lambda: line.run())
            layout.addWidget(push)
            self.buttons.append(push)
        else:
            label.setToolTip(plain_tip(line.tip))
        return shown


def left_out(text: str, more: Sequence[tuple[str, str]], names: ShownNames) -> Line:
    """Return a line for items that a plan leaves to the trainer or cannot use.

    `more` has (source, reason) pairs for the tooltip.
    """
    tips = [": ".join(part for part in (
        names.path(source), names.sentence(why, (source,))) if part) for source, why in more]
    shown = names.sentence(text)
    return Line(shown, tip="\n".join(tips) or shown)
