"""Page that the window shows while no workspace is open."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PureWindowsPath

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from larder.app.command_table import CommandTable, without_key
from larder.app.presentation.plain_text import plain_tip
from larder.app.presentation.shown_names import TELLING_NOTHING
from larder.app.user_settings import UserSettings
from larder.app.widgets.drops import CONFIG_ENDINGS
from larder.app.widgets.plain_labels import PlainLabel
from larder.app.widgets.widgets import (
    ElidedLabel,
    clear_layout,
    fill_column,
    fill_layout,
    heading,
    link_button,
    make_muted_label,
    make_scrollable,
    primary_button,
    restyle,
)
from larder.app.window_look import WindowLook, program_icon

CARD_WIDTH = 720
MOST_RECENT = 6
ICON = 48
LINK_PADDING = 9
"""A link's text, not its border, which only shows the focus, lines up with the other texts."""
TITLE_WIDTH = 240
"""Room for a recent workspace's name; the rest of the line is its path's."""


def recent_titles(paths: Sequence[str]) -> list[str]:
    """Return titles for recent workspaces: their window titles, longer where two are equal.

    A config and folders whose names are the same in every workspace are skipped.
    """
    parts = [_telling_parts(path) for path in paths]
    shown = [1] * len(parts)
    while True:
        titles = ["/".join(reversed(part[:count]))
                  for part, count in zip(parts, shown, strict=True)]
        alike = [at for at, title in enumerate(titles)
                 if titles.count(title) > 1 and shown[at] < len(parts[at])]
        if not alike:
            return titles
        for at in alike:
            shown[at] += 1


def _telling_parts(path: str) -> list[str]:
    """Names of a path from its end, those that tell nothing left out; never none."""
    whole = PureWindowsPath(path)
    last = whole.stem if whole.suffix.lower() in CONFIG_ENDINGS else whole.name
    names = [last, *(folder.name for folder in whole.parents)]
    return [name for name in names if name and name.lower() not in TELLING_NOTHING] or [path]


class StartPage(QWidget):
    """Open, recent, sample; the window takes what is dropped.

    Signals:
        workspace_wanted: with the path of a config or folder.
    """

    workspace_wanted = Signal(str)

    def __init__(
        self, commands: CommandTable, settings: UserSettings, look: WindowLook,
    ) -> None:
        super().__init__()
        self._look = look
        self._settings = settings
        self._card = QFrame()
        self._card.setObjectName("startCard")
        self._card.setMaximumWidth(CARD_WIDTH)
        self._recent = QGridLayout()
        self._recent.setColumnStretch(1, 1)
        self._recent.setHorizontalSpacing(12)
        self._recent_title = heading(self.tr("Recent"))
        said = make_muted_label(self.tr(
            "See what your trainer has cached, what needs rebuilding and why, and clean up without "
            "losing good work. Your pictures and captions are never changed."))
        first = PlainLabel(self.tr(
            "Choose a OneTrainer config (in its folder training_presets), a config of another "
            "trainer or a folder with caches, or drop one here."))
        first.setWordWrap(True)
        card = fill_layout(
            QVBoxLayout(self._card), self._title_line(), said, 6, first, self._buttons(commands),
            margins=(36 - LINK_PADDING, 32, 36, 28), spacing=12)
        for identity, text in (
            ("open-released-sample", self.tr("Open the sample with released OneTrainer's cache")),
            ("cache-folder", self.tr("Make a cache from your own pictures, sounds or texts…")),
        ):
            action = commands.action(identity)
            if action is None:
                continue
            button = link_button(text)
            button.setToolTip(action.toolTip())
            button.clicked.connect(action.trigger)
            action.enabledChanged.connect(button.setEnabled)
            card.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        card.addSpacing(8)
        card.addWidget(self._recent_title)
        card.addLayout(self._recent)
        for indented in (said, first, self._recent_title):
            indented.setContentsMargins(LINK_PADDING, 0, 0, 0)
        self._lay_out()
        settings.changed.connect(self.show_recent)
        look.changed.connect(self.show_recent)
        self.show_recent()

    def show_recent(self) -> None:
        """List the workspaces opened before."""
        clear_layout(self._recent)
        recent = self._settings.current.recent_workspaces
        self._recent_title.setVisible(bool(recent))
        names = self._look.names
        for line, (path, called) in enumerate(zip(
                recent[:MOST_RECENT], recent_titles(recent[:MOST_RECENT]), strict=True)):
            title = names.path(called)
            button = link_button(self.fontMetrics().elidedText(
                title, Qt.TextElideMode.ElideMiddle, TITLE_WIDTH))
            button.setAccessibleName(title)
            button.setToolTip(plain_tip(names.path(path)))
            button.clicked.connect(lambda _=False, path=path: self.workspace_wanted.emit(path))
            self._recent.addWidget(button, line, 0, Qt.AlignmentFlag.AlignLeft)
            self._recent.addWidget(ElidedLabel(names.path(path), muted=True), line, 1,
                                   Qt.AlignmentFlag.AlignVCenter)

    def mark_drop(self, *, is_over: bool) -> None:
        """Show that a file over the window would be opened if it were dropped."""
        restyle(self._card, "drop", is_over)

    def _lay_out(self) -> None:
        """The card in the middle; a screen that is lower than the card scrolls."""
        line = QHBoxLayout()
        line.addStretch(1)
        line.addWidget(self._card, CARD_WIDTH)
        line.addStretch(1)
        body = QWidget()
        column = QVBoxLayout(body)
        column.addStretch(2)
        column.addLayout(line)
        column.addStretch(3)
        fill_column(self, make_scrollable(body))

    def _title_line(self) -> QHBoxLayout:
        icon = PlainLabel()
        icon.setPixmap(program_icon().pixmap(ICON, ICON))
        icon.setFixedSize(ICON, ICON)
        title = PlainLabel("Larder")
        title.setProperty("role", "title")
        return fill_layout(QHBoxLayout(), icon, title, None, margins=(LINK_PADDING, 0, 0, 0),
                           spacing=14)

    def _buttons(self, commands: CommandTable) -> QHBoxLayout:
        buttons = []
        for identity in ("open-config", "open-folder", "open-sample"):
            action = commands.action(identity)
            if action is None:
                continue
            text = without_key(action.text())
            button = primary_button(text) if identity == "open-config" else QPushButton(text)
            button.setToolTip(action.toolTip())
            button.clicked.connect(action.trigger)
            action.enabledChanged.connect(button.setEnabled)
            buttons.append(button)
        return fill_layout(QHBoxLayout(), *buttons, None, margins=(LINK_PADDING, 0, 0, 0),
                           spacing=8)
