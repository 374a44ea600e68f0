"""Small widgets that several views and dialogs use."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias, TypeVar

from PySide6.QtCore import QObject, QSize, Qt, QTimer
from PySide6.QtGui import (
    QAccessible,
    QAccessibleInterface,
    QAccessibleValueChangeEvent,
    QIcon,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAccessibleWidget,
    QBoxLayout,
    QDialogButtonBox,
    QFrame,
    QLabel,
    QLayout,
    QMenu,
    QMessageBox,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from larder.app.presentation.looks import Tone
from larder.app.presentation.plain_text import plain_tip
from larder.app.presentation.sentences import one_after_another
from larder.app.widgets.plain_labels import PlainBox, PlainLabel
from larder.app.window_look import IconCache

Box = TypeVar("Box", bound=QBoxLayout)
Part: TypeAlias = (
    QWidget | QLayout | int | tuple[QWidget, Qt.AlignmentFlag] | tuple[QWidget | QLayout, int]
    | None)
"""Of a layout, see `fill_layout`."""
ANYWHERE = Qt.AlignmentFlag(0)

LEAST_CHARACTERS = 16
"""What a message is never narrower than, in characters."""

PER_MILLE = 1000

LEAST_BAR = 40
BOX_ICON = 40
"""Of the icon beside a question, pixels."""


class PaintedView(QWidget):
    """Says what it shows: a name, a description, and a value that changes while it is shown.

    Attributes:
        role: what it is; to Qt every widget is a window's content.
        value: what a screen reader says after the name.
    """

    role = QAccessible.Role.Graphic

    def __init__(self) -> None:
        super().__init__()
        self.value = ""
        self._described = ""

    def tell(self, name: str, description: str, value: str = "") -> None:
        """Set the accessible name, description and value of the view."""
        self._described = description
        self.setAccessibleName(name)
        self.tell_value(value)

    def tell_value(self, value: str) -> None:
        """Say another value; Linux's screen readers have no word for it, so it is described too."""
        is_new, self.value = value != self.value, value
        parts = [part for part in (self._described, value) if part]
        self.setAccessibleDescription(
            self._described if value in self._described else " · ".join(parts))
        if is_new:
            QAccessible.updateAccessibility(QAccessibleValueChangeEvent(self, value))


class _SpokenView(QAccessibleWidget):
    def text(self, kind: QAccessible.Text) -> str:
        view = self.object()
        if kind == QAccessible.Text.Value and isinstance(view, PaintedView):
            return view.value
        return super().text(kind)


def spoken_view(name: str, view: QObject) -> QAccessibleInterface | None:  # noqa: ARG001 - Qt's
    """Return the accessible interface of a painted view, as Qt requests it.

    None lets Qt use its own for any other widget.
    """
    return _SpokenView(view, view.role) if isinstance(view, PaintedView) else None


class ElidedLabel(PaintedView):
    """One line of text, cut in the middle where it does not fit; the tooltip has all of it."""

    role = QAccessible.Role.StaticText

    def __init__(
        self, text: str = "", *, muted: bool = False, strong: bool = False,
        elide: Qt.TextElideMode = Qt.TextElideMode.ElideMiddle,
    ) -> None:
        super().__init__()
        self._elide = elide
        if strong:
            font = self.font()
            font.setBold(True)
            self.setFont(font)
        self._text = ""
        self._role = QPalette.ColorRole.PlaceholderText if muted else QPalette.ColorRole.Text
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.set_text(text)

    @property
    def text(self) -> str:
        """The whole text, not elided."""
        return self._text

    def set_text(self, text: str) -> None:
        """Replace the text, which is also the tooltip and accessible name."""
        self._text = text
        self.setToolTip(plain_tip(text))
        self.setAccessibleName(text)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """As wide as the text, one line high."""
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self._text), metrics.height() + 2)

    def minimumSizeHint(self) -> QSize:
        """Any width will do."""
        return QSize(0, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - all of it is one line
        """Paint the text, elided to the label's width."""
        painter = QPainter(self)
        painter.setPen(self.palette().color(self._role))
        shown = self.fontMetrics().elidedText(self._text, self._elide, self.width())
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft,
                         shown)
        painter.end()


class WrappedLabel(PlainLabel):
    """A text that takes more lines where there is less room.

    The longest word of a message (a path, a filter's text) does not decide how wide its place is,
    which would squeeze the docks beside it; where it does not fit it is cut.
    """

    def __init__(self, text: str = "") -> None:
        super().__init__(text)
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.PlainText)

    def minimumSizeHint(self) -> QSize:
        """A few words wide."""
        hint = super().minimumSizeHint()
        return QSize(min(hint.width(), self.fontMetrics().averageCharWidth() * LEAST_CHARACTERS),
                     hint.height())


def link_button(text: str) -> QPushButton:
    """A button that looks like a link."""
    button = QPushButton(text)
    button.setProperty("link", True)
    button.setCursor(Qt.CursorShape.PointingHandCursor)
    return button


def primary_button(text: str) -> QPushButton:
    """The one button of a view that is meant to be pressed."""
    button = QPushButton(text)
    button.setProperty("primary", True)
    return button


def make_muted_label(text: str = "", *, wrap: bool = True) -> QLabel:
    """A label in the quieter colour."""
    label = WrappedLabel(text) if wrap else PlainLabel(text)
    label.setProperty("role", "muted")
    return label


def selectable_label(text: str = "") -> QLabel:
    """A text of several lines that can be copied."""
    label = PlainLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label


def heading(text: str) -> QLabel:
    """A bold line above a block."""
    label = PlainLabel(text)
    label.setProperty("role", "heading")
    return label


class ShareBar(QProgressBar):
    """Thousandths of a whole: byte counts overflow a bar's 32 bits."""

    def __init__(self, width: int | None = None) -> None:
        """Make one, `width` pixels wide where there is that much room."""
        super().__init__()
        self._width = width
        self.setTextVisible(False)
        self.setRange(0, 0)
        if width is not None:
            self.setMinimumWidth(LEAST_BAR)
            self.setMaximumWidth(width)

    def sizeHint(self) -> QSize:
        """Of the style's height."""
        usual = super().sizeHint()
        return usual if self._width is None else QSize(self._width, usual.height())

    def show_share(self, share: float | None, text: str) -> None:
        """Show how much of the whole is done, None for nobody knows; `text` says it in words."""
        self.setRange(0, 0 if share is None else PER_MILLE)
        if share is not None:
            self.setValue(round(share * PER_MILLE))
        self.setAccessibleName(text)


class EmptyState(QWidget):
    """Placeholder for an empty table: an icon, a sentence and at most one button."""

    def __init__(self) -> None:
        super().__init__()
        self._icon = PlainLabel()
        self._icon.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._text = PlainLabel()
        self._text.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setWordWrap(True)
        self._hint = make_muted_label()
        self._hint.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.button = QPushButton()
        self._column = QVBoxLayout(self)
        self._column.setSpacing(10)
        self._column.addStretch(2)
        for part in (self._icon, self._text, self._hint):
            self._column.addWidget(part)
        self._column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignHCenter)
        self._column.addStretch(3)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is no room for the icon, the words come first."""
        super().resizeEvent(event)
        icon = self._icon.sizeHint().height() + self._column.spacing()
        needed = self._column.heightForWidth(self.width()) + icon * self._icon.isHidden()
        self._icon.setVisible(self.height() >= needed)

    @property
    def text(self) -> str:
        """The sentence shown, with its hint."""
        return one_after_another((self._text.text(), self._hint.text()))

    def show_text(
        self, text: str, *, hint: str = "", button: str = "", icon: QIcon | None = None,
    ) -> None:
        """Say something else; without an icon the one before stays."""
        if icon is not None:
            self.show_icon(icon)
        self._text.setText(text)
        self._text.setAccessibleName(text)
        self._text.setVisible(bool(text))
        self._hint.setText(hint)
        self._hint.setVisible(bool(hint))
        self.button.setText(button)
        self.button.setVisible(bool(button))

    def show_icon(self, icon: QIcon) -> None:
        """Replace the icon, shown at 40 by 40 pixels."""
        self._icon.setPixmap(icon.pixmap(40, 40))


class ContentStack(QStackedWidget):
    """A view, or in its place a sentence that says why there is nothing in it.

    Attributes:
        empty: what says so.
    """

    def __init__(self, content: QWidget) -> None:
        super().__init__()
        self._content = content
        self.empty = EmptyState()
        self.addWidget(content)
        self.addWidget(self.empty)

    def show_content(self) -> None:
        """Show the content in place of the empty state."""
        self.setCurrentWidget(self._content)

    def say(
        self, text: str, icon: QIcon | None = None, *, hint: str = "", button: str = "",
    ) -> None:
        """Show a sentence in its place."""
        self.empty.show_text(text, hint=hint, button=button, icon=icon)
        self.setCurrentWidget(self.empty)


def make_scrollable(content: QWidget, *, within: QWidget | None = None) -> QScrollArea:
    """`content` as large as it has to be: where there is less room for it, it scrolls.

    Where it is known `within` what it is going to be, `content` takes on its style but once.
    """
    area = QScrollArea(within)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(content)
    return area


def fill_layout(
    layout: Box, *parts: Part, stretched: QWidget | QLayout | None = None,
    margins: tuple[int, int, int, int] = (0, 0, 0, 0), spacing: int | None = 0,
) -> Box:
    """Lay parts out beside or below each other.

    Args:
        layout: which way.
        parts: in their order; a number is so many pixels of free room, None all that is left, and a
            part may come with how much it takes of that, a widget with its alignment.
        stretched: the one that takes what is left.
        margins: pixels at the left, above, at the right and below.
        spacing: pixels between parts, None for the style's.
    """
    layout.setContentsMargins(*margins)
    if spacing is not None:
        layout.setSpacing(spacing)
    for whole in parts:
        part, how = whole if isinstance(whole, tuple) else (whole, int(whole is stretched))
        stretch, where = (0, how) if isinstance(how, Qt.AlignmentFlag) else (how, ANYWHERE)
        if isinstance(part, QLayout):
            layout.addLayout(part, stretch)
        elif isinstance(part, QWidget):
            layout.addWidget(part, stretch, where)
        elif part is None:
            layout.addStretch(1)
        else:
            layout.addSpacing(part)
    return layout


def fill_column(
    widget: QWidget, *parts: Part, stretched: QWidget | QLayout | None = None,
    margins: tuple[int, int, int, int] = (0, 0, 0, 0), spacing: int | None = 0,
) -> QVBoxLayout:
    """Lay parts out below each other in `widget`; arguments as of `fill_layout`."""
    return fill_layout(
        QVBoxLayout(widget), *parts, stretched=stretched, margins=margins, spacing=spacing)


class Remainder(QWidget):
    """Holds what takes the height that others leave, and asks for no more than it needs.

    What `make_scrollable` holds is as high as its parts would like to be where one wraps its text.
    """

    def __init__(self, part: QWidget, least: int = 0) -> None:
        """Hold it, at least so many pixels high."""
        super().__init__()
        self._least = least
        fill_column(self, part)

    def hasHeightForWidth(self) -> bool:
        """It is as high as there is room."""
        return False

    def sizeHint(self) -> QSize:
        """As wide as its part, and as low as it may be."""
        return QSize(super().sizeHint().width(), self.minimumSizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Return the part's minimum size, at least `least` pixels high."""
        least = super().minimumSizeHint()
        return QSize(least.width(), max(least.height(), self._least))


def passing_menu(parent: QWidget, *buttons: QPushButton) -> QMenu:
    """A menu that goes when it is closed; begins with what these buttons do."""
    menu = QMenu(parent)
    for button in buttons:
        action = menu.addAction(button.text())
        action.setEnabled(button.isEnabled())
        action.triggered.connect(button.click)
    menu.aboutToHide.connect(menu.deleteLater)
    return menu


def after_pause(parent: QObject, milliseconds: int, call: Callable[[], object]) -> QTimer:
    """A timer that calls once it was not started again for so long."""
    timer = QTimer(parent)
    timer.setSingleShot(True)
    timer.setInterval(milliseconds)
    timer.timeout.connect(call)
    return timer


def one_a_turn(parent: QObject, steps: Iterable[Callable[[], object]]) -> None:
    """Do each step in a turn of the event loop of its own; what is seen is painted in between.

    A single shot would not do: Qt posts one of 0 ms, and posts are all done in the same turn.
    """
    waiting, timer = iter(steps), QTimer(parent)

    def go_on() -> None:
        step = next(waiting, None)
        if step is None:
            timer.stop()
            timer.deleteLater()
        else:
            step()

    timer.timeout.connect(go_on)
    timer.start(0)


def clear_layout(layout: QLayout) -> None:
    """Take every widget out of a layout; it is gone at once and deleted later."""
    while (item := layout.takeAt(0)) is not None:
        if (widget := item.widget()) is not None:
            widget.hide()
            widget.deleteLater()


def restyle(widget: QWidget, name: str, value: object) -> None:
    """Set a property that the style sheet looks at."""
    widget.setProperty(name, value)
    widget.style().unpolish(widget)
    widget.style().polish(widget)


def button_box(
    dialog: QWidget, *standard: QDialogButtonBox.StandardButton,
) -> QDialogButtonBox:
    """Return a box of buttons without the icons that some desktops give to some of them.

    It is the dialog's from the beginning: a button can be the default of that only.
    """
    box = QDialogButtonBox(dialog)
    for button in standard:
        box.addButton(button).setIcon(QIcon())
    return box


def ask_first(
    parent: QWidget, icons: IconCache, *, title: str, question: str, promise: str, agree: str,
    on_agreed: Callable[[], object], is_final: bool = False,
) -> None:
    """Ask for consent in a box over `parent`.

    Args:
        parent: what is asked about.
        icons: of the window, which the box has in place of the desktop's.
        title: of the box.
        question: what would be done, with its figures.
        promise: what is kept and what is not.
        agree: text of the button that does it.
        on_agreed: does it.
        is_final: whether it cannot be undone; then Enter and Escape leave everything as it is.
    """
    box = PlainBox(parent)
    box.setWindowTitle(title)
    icon = icons.of_tone(Tone.WARNING) if is_final else icons.of_question
    box.setIconPixmap(icon.pixmap(BOX_ICON, BOX_ICON))
    box.setText(question)
    box.setInformativeText(promise)
    go_on = box.addButton(agree, QMessageBox.ButtonRole.DestructiveRole if is_final
                          else QMessageBox.ButtonRole.AcceptRole)
    keep = box.addButton(QMessageBox.StandardButton.Cancel)
    box.setDefaultButton(keep if is_final else go_on)
    box.setEscapeButton(keep)
    go_on.clicked.connect(lambda: on_agreed())
    box.finished.connect(box.deleteLater)
    box.open()
