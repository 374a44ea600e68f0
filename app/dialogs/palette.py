"""Find a command: everything that can be done or opened, by a few letters of its name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QFrame,
    QHeaderView,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from larder.app.cache_session import CacheSession, SessionState
from larder.app.command_table import Command, without_key
from larder.app.dialogs.help_window import ICONS, SearchField
from larder.app.presentation.help_topics import help_topics
from larder.app.presentation.looks import Tone
from larder.app.presentation.plain_text import plain_tip
from larder.app.presentation.sentences import Sentences, with_values
from larder.app.services import WindowServices
from larder.app.views.main_window import MainWindow
from larder.app.widgets.widgets import fill_column, one_a_turn
from larder.app.widgets.window_layout import open_at
from larder.app.window_look import WindowLook
from larder.core.requests.options import WorkspaceOptions

_tr = Sentences("Palette")

SIZE, LEAST_SIZE = QSize(620, 420), QSize(360, 240)
AT_A_WORD, INITIALS, WITHIN, LETTERS = 4000, 3000, 2000, 0
"""What a match is worth: in one piece at the start of a word, the first letters of words, in one
piece, letter by letter."""


@dataclass(frozen=True, slots=True)
class PaletteLine:
    """One line.

    Attributes:
        text: what it does or is.
        detail: its keys, or why it cannot be used now.
        run: None while it cannot be used.
    """

    text: str
    run: Callable[[], object] | None
    detail: str = ""
    icon: str = ""
    tone: Tone = Tone.MUTED


def offers(
    services: WindowServices, window: MainWindow, show_help: Callable[[str], None],
) -> list[PaletteLine]:
    """Commands, pages, saved filters, recent workspaces and topics of the help."""
    return [*_commands(services), *_pages(services, window), *_filters(services, window),
            *_recent(services), *_topics(show_help)]


def why_disabled(command: Command, session: CacheSession) -> str:
    """Why a command that is disabled is: the workspace, the survey, or what the command says."""
    if not command.works_closed and session.state is SessionState.CLOSED:
        return _tr("Open a workspace first.")
    if not command.works_closed and session.is_surveying:
        return _tr("Wait until the survey is finished.")
    return command.lacks or _tr("Wait until the running job is finished.")


def _commands(services: WindowServices) -> Iterator[PaletteLine]:
    services.commands.refresh()
    for command in services.commands.commands:
        action = services.commands.action(command.id)
        if action is None or command.id == "palette":
            continue
        keys = QKeySequence(command.shortcut).toString(QKeySequence.SequenceFormat.NativeText)
        is_on = action.isEnabled()
        yield PaletteLine(
            text=without_key(command.text), run=action.trigger if is_on else None,
            detail=keys if is_on else why_disabled(command, services.session),
            icon=command.icon, tone=Tone.PLAIN)


def _pages(services: WindowServices, window: MainWindow) -> Iterator[PaletteLine]:
    if not services.session.is_open:
        return
    for number, (identity, page) in enumerate(window.pages.items(), start=1):
        keys = QKeySequence(f"Ctrl+{number}").toString(QKeySequence.SequenceFormat.NativeText)
        yield PaletteLine(
            text=with_values(_tr("Go to %1"), page.title), detail=keys,
            run=partial(window.show_page, identity))


def _filters(services: WindowServices, window: MainWindow) -> Iterator[PaletteLine]:
    if not services.session.is_open:
        return
    names = services.look.names
    for name, filtered in services.settings.current.saved_filters.items():
        yield PaletteLine(
            text=with_values(_tr("Filter: %1"), names.concept(name)),
            detail=names.concept(filtered), icon="command-find",
            run=partial(window.filter_field.use, filtered))


def _recent(services: WindowServices) -> Iterator[PaletteLine]:
    now = services.session.options
    for path in services.settings.current.recent_workspaces:
        if now is None or path != now.workspace:
            yield PaletteLine(
                text=with_values(_tr("Open %1"), services.look.names.path(path)),
                run=partial(services.session.open, WorkspaceOptions(workspace=path)),
                icon="command-open-config")


def _topics(show_help: Callable[[str], None]) -> Iterator[PaletteLine]:
    for topic in help_topics():
        yield PaletteLine(text=with_values(_tr("Help: %1"), topic.title), icon=topic.icon,
                    tone=topic.tone, run=partial(show_help, topic.id))


def closeness(asked: str, text: str) -> int | None:
    """How well a text fits what was typed, more is better; None where letters of it are missing."""
    wanted, there = asked.casefold().strip(), text.casefold()
    if not wanted:
        return LETTERS
    word = f" {_letters(there)}".find(f" {_letters(wanted)}")
    if word >= 0:
        return AT_A_WORD - word
    if "".join(part[0] for part in _letters(there).split()).startswith(wanted):
        return INITIALS
    at = there.find(wanted)
    if at >= 0:
        return WITHIN - at
    gaps, last = 0, -1
    for letter in wanted.replace(" ", ""):
        found = there.find(letter, last + 1)
        if found < 0:
            return None
        gaps, last = gaps + found - last - 1, found
    return LETTERS - gaps


def _letters(text: str) -> str:
    """A text whose words are parted by single spaces, whatever stands between them."""
    return " ".join("".join(letter if letter.isalnum() else " " for letter in text).split())


class Palette(QDialog):
    """A search field over a list, used with the keys alone."""

    def __init__(
        self, known: Sequence[PaletteLine], look: WindowLook, parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._known = known
        self._look = look
        self._shown: list[PaletteLine] = []
        self.setWindowTitle(_tr("Find a command"))
        open_at(self, SIZE, least=LEAST_SIZE, parent=parent)
        self.search = SearchField()
        self.search.setPlaceholderText(_tr("Type a few letters of a command, page or word"))
        self.search.setAccessibleName(_tr("Find a command"))
        self.search.setClearButtonEnabled(True)
        self.list = QTreeWidget()
        self.list.setAccessibleName(_tr("Results"))
        self.list.setColumnCount(2)
        self.list.setHeaderHidden(True)
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.setObjectName("palette")
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setIconSize(ICONS)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        header = self.list.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        fill_column(self, self.search, (self.list, 1), margins=(10, 10, 10, 10), spacing=None)
        self.search.textChanged.connect(self._fill)
        self.search.passed_on.connect(self.list.keyPressEvent)
        self.search.returnPressed.connect(self._run)
        self.list.itemClicked.connect(self._run)
        self.list.currentItemChanged.connect(self._tell)
        self.finished.connect(self.deleteLater)
        one_a_turn(self, (self._fill,))

    @property
    def shown(self) -> Sequence[PaletteLine]:
        """The lines that were found, the best first."""
        return self._shown

    def _fill(self) -> None:
        asked = self.search.text()
        ranked = [(fit, at) for at, offer in enumerate(self._known)
                  if (fit := closeness(asked, offer.text)) is not None]
        ranked.sort(key=lambda one: (-one[0], self._known[one[1]].run is None, one[1]))
        self._shown = [self._known[at] for _, at in ranked]
        self.list.clear()
        muted, items = self._look.theme.colour(Tone.MUTED), []
        for offer in self._shown:
            item = QTreeWidgetItem([offer.text, offer.detail])
            item.setToolTip(0, plain_tip(offer.text))
            item.setToolTip(1, plain_tip(offer.detail))
            item.setForeground(1, muted)
            if offer.run is None:
                item.setForeground(0, muted)
            if offer.icon:
                item.setIcon(0, self._look.icons.icon(offer.icon, offer.tone))
            items.append(item)
        self.list.addTopLevelItems(items)
        first = self.list.topLevelItem(0)
        if first is not None:
            self.list.setCurrentItem(first)

    def _tell(self) -> None:
        """The field keeps the focus, so it is what says which line is chosen."""
        item = self.list.currentItem()
        self.search.setAccessibleDescription(
            "" if item is None else ", ".join(filter(None, (item.text(0), item.text(1)))))

    def _run(self) -> None:
        item = self.list.currentItem()
        run = None if item is None else self._shown[self.list.indexOfTopLevelItem(item)].run
        if run is not None:
            self.accept()
            run()
