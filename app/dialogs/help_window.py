"""Help: a list of topics with a search field, and the topic that is read. Nothing is fetched."""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt, QUrl, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from larder.app.command_table import Command, Menu, without_key
from larder.app.presentation.help_topics import HelpSection, Topic, help_topics, section_title
from larder.app.presentation.looks import Tone
from larder.app.presentation.sentences import Sentences
from larder.app.source_watch import ONLY_READ
from larder.app.widgets.widgets import ContentStack, fill_layout
from larder.app.widgets.window_layout import open_at
from larder.app.window_look import WindowLook

_tr = Sentences("HelpWindow")

SIZE, LEAST_SIZE = QSize(760, 560), QSize(420, 300)
LIST_WIDTH = 250
ICONS = QSize(16, 16)
LINK = "larder-help"
"""Scheme of links between topics."""
_TOPIC = Qt.ItemDataRole.UserRole


class HelpWindow(QDialog):
    """Beside the window, which can be used meanwhile; one per window, used again."""

    def __init__(
        self, look: WindowLook, keys: Callable[[], Topic], parent: QWidget | None = None,
    ) -> None:
        """Make it; `keys` lists those of the window, which change with what is open."""
        super().__init__(parent)
        self._look = look
        self._keys = keys
        self.setProperty(ONLY_READ, True)
        self._topics = {topic.id: topic for topic in (keys(), *help_topics())}
        self.setWindowTitle(_tr("Help"))
        open_at(self, SIZE, least=LEAST_SIZE, parent=parent)
        self.search = SearchField()
        self.search.setPlaceholderText(_tr("Search help"))
        self.search.setAccessibleName(_tr("Search help"))
        self.search.setClearButtonEnabled(True)
        self.list = QListWidget()
        self.list.setAccessibleName(_tr("Topics"))
        self.list.setFixedWidth(LIST_WIDTH)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setObjectName("helpTopics")
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setIconSize(ICONS)
        self.text = QTextBrowser()
        self.text.setAccessibleName(_tr("Topic"))
        self.text.setOpenLinks(False)
        self.text.document().setDocumentMargin(20)
        self._content = ContentStack(self.text)
        fill_layout(
            QHBoxLayout(self), fill_layout(QVBoxLayout(), self.search, (self.list, 1), spacing=8),
            (self._content, 1), margins=(12, 12, 12, 12), spacing=12)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self).activated.connect(
            self.search.setFocus)
        self.search.textChanged.connect(self._fill)
        self.search.passed_on.connect(self.list.keyPressEvent)
        self.list.currentItemChanged.connect(lambda item: self._read(item))
        self.text.anchorClicked.connect(lambda url: self._follow(url))
        look.changed.connect(self._on_look_changed)
        self._fill()

    @property
    def topic(self) -> Topic | None:
        """The one that is read."""
        item = self.list.currentItem()
        return None if item is None else self._topics.get(item.data(_TOPIC))

    @property
    def topics_in_list(self) -> Sequence[str]:
        """Ids of the topics in the list."""
        items = (self.list.item(row) for row in range(self.list.count()))
        return [topic for item in items if (topic := item.data(_TOPIC))]

    def show_topic(self, topic: str) -> None:
        """Read one, whatever was searched for; the first where there is no such topic."""
        if topic not in self.topics_in_list:
            self.search.clear()
        for row in range(self.list.count()):
            if self.list.item(row).data(_TOPIC) == topic:
                self.list.setCurrentRow(row)
                # With what stands around it, also where its group begins at the edge.
                self.list.scrollToItem(
                    self.list.item(row), QListWidget.ScrollHint.PositionAtCenter)

    def open_on(self, topic: str) -> None:
        """Come to the front with a topic."""
        keys = self._keys()
        self._topics[keys.id] = keys
        self.show_topic(topic)
        self._read(self.list.currentItem())
        self.show()
        self.raise_()
        self.activateWindow()
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _fill(self) -> None:
        """List what is searched for: titles that have the words come first in their section."""
        words, before = self.search.text().strip(), self.topic
        self.list.blockSignals(True)
        self.list.clear()
        section = None
        for topic in self._topics.values():
            if not topic.found_by(words):
                continue
            if topic.section is not section:
                section = topic.section
                heading = _heading(section_title(section))
                heading.setForeground(self._look.theme.colour(Tone.MUTED))
                self.list.addItem(heading)
            item = QListWidgetItem(topic.title)
            item.setData(_TOPIC, topic.id)
            if topic.icon:
                item.setIcon(self._look.icons.icon(topic.icon, topic.tone))
            self.list.addItem(item)
        self.list.blockSignals(False)
        found = self.topics_in_list
        if not found:
            self._content.say(_tr("No help topic contains all of these words."))
            return
        self._content.show_content()
        titled = [topic for topic in found if words
                  and words.casefold() in self._topics[topic].title.casefold()]
        titled.sort(key=lambda topic: self._topics[topic].title.casefold() != words.casefold())
        kept = before.id if before is not None and before.id in found else found[0]
        self.show_topic(titled[0] if titled else kept)

    def _read(self, item: QListWidgetItem | None) -> None:
        topic = None if item is None else self._topics.get(item.data(_TOPIC))
        if topic is not None:
            self.text.setHtml(self._html(topic))

    def _html(self, topic: Topic) -> str:
        lines = [f"<h2>{html.escape(topic.title)}</h2>"]
        lines += [f"<p>{html.escape(text)}</p>" for text in topic.paragraphs]
        if topic.points:
            points = "".join(f"<li>{html.escape(text)}</li>" for text in topic.points)
            lines.append(f"<ul>{points}</ul>")
        links = [f'<a href="{LINK}:{other}">{html.escape(self._topics[other].title)}</a>'
                 for other in topic.see_also]
        if links:
            lines.append(f"<p>{html.escape(_tr('See also:'))} {' · '.join(links)}</p>")
        return "".join(lines)

    def _follow(self, url: QUrl) -> None:
        self.show_topic(url.toString().removeprefix(f"{LINK}:"))

    def _on_look_changed(self) -> None:
        """Links and icons have the theme's colours."""
        self._fill()
        self._read(self.list.currentItem())


def keys_topic(identity: str, commands: Sequence[Command], tabs: Sequence[str]) -> Topic:
    """Return the help topic of keyboard shortcuts.

    It lists what is safe, then the commands with keys in menu order, then the tabs.
    """
    chosen = [(command.shortcut, without_key(command.text).rstrip("…"))
              for menu in Menu for command in commands
              if command.menu is menu and command.shortcut]
    chosen += [(f"Ctrl+{number}", _tr("Go to the tab %1").replace("%1", title))
               for number, title in enumerate(tabs, start=1)]
    native = QKeySequence.SequenceFormat.NativeText
    return Topic(
        identity, HelpSection.PLACE, _tr("Keyboard shortcuts"),
        (_tr("Your pictures and captions are never changed, moved or deleted."),
         _tr("A clean moves files into quarantine; Undo restores them.")),
        points=[f"{QKeySequence(keys).toString(native)} · {text}" for keys, text in chosen],
        icon="command-about")


class SearchField(QLineEdit):
    """Passes on the keys that walk through a list.

    Signals:
        passed_on: with the key event.
    """

    passed_on = Signal(object)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up, Down and the page keys are the list's."""
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp,
                           Qt.Key.Key_PageDown):
            self.passed_on.emit(event)
        else:
            super().keyPressEvent(event)


def _heading(text: str) -> QListWidgetItem:
    """A line of the list that cannot be chosen."""
    item = QListWidgetItem(text)
    font = item.font()
    font.setBold(True)
    item.setFont(font)
    item.setFlags(Qt.ItemFlag.NoItemFlags)
    return item
