"""The filter field: waits for a pause in typing, completes the filter's words."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QStringListModel,
    Qt,
    QTimer,
)
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QCompleter, QLineEdit

from larder.app.presentation.plurals import core_text
from larder.app.services import WindowServices
from larder.app.views.widgets import restyle
from larder.core.queries.filter_language import (
    FilterError,
    FilterWord,
    parse_filter,
    quoted,
    state_words,
)

PAUSE_MS = 150
LEAST_WIDTH, MOST_WIDTH = 140, 380


class FilterField(QLineEdit):
    """What is typed here filters the Entries table."""

    def __init__(self, services: WindowServices) -> None:
        super().__init__()
        self._services = services
        self.setObjectName("filterField")
        self.setPlaceholderText(self.tr("Filter: name  state:stale  kind:text  size:>10MB"))
        self.setAccessibleName(self.tr("Filter entries"))
        self.setClearButtonEnabled(True)
        self.setMinimumWidth(LEAST_WIDTH)
        self.setMaximumWidth(MOST_WIDTH)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._words = QStringListModel(self)
        completer = _LastWordCompleter(self._words, self)
        self.setCompleter(completer)
        self.textEdited.connect(lambda _: self._pause.start())
        self._pause.timeout.connect(self._filter)
        completer.activated.connect(lambda _: self._pause.start())
        self.textChanged.connect(self._on_text_changed)
        services.view.filter_changed.connect(self._follow)
        services.view.page_changed.connect(self._on_page_changed)
        services.session.survey_changed.connect(self._offer_words)
        services.look.changed.connect(self._offer_words)
        self._offer_words()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter filters at once, Escape clears."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._filter()
        elif event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        super().keyPressEvent(event)

    def _on_text_changed(self, text: str) -> None:
        # The clear button edits nothing by Qt's lights.
        if not text:
            self._filter()

    def _on_page_changed(self) -> None:
        """Who typed and went to another page wants to be there, filtered or not."""
        if self._pause.isActive():
            self._filter(leads=False)

    def _filter(self, *, leads: bool = True) -> None:
        """Filter by what is typed; it `leads` to the page that shows what is found."""
        self._pause.stop()
        text = self.text().strip()
        self._mark_fault(text)
        self._services.view.filter_by(text)
        if text and leads:
            self._services.view.show_page("entries")

    def _follow(self) -> None:
        if self._services.view.filter_text != self.text().strip():
            self.setText(self._services.view.filter_text)
        self._mark_fault(self.text())

    def _mark_fault(self, text: str) -> None:
        problem = ""
        try:
            parse_filter(text)
        except FilterError as fault:
            problem = core_text(f"{fault.problem} {fault.hint}")
        restyle(self, "fault", bool(problem))
        self.setToolTip(problem)

    def _offer_words(self) -> None:
        """Names that are hidden are not offered; who knows them may type them."""
        snapshot, names = self._services.session.snapshot, self._services.look.names
        stores: Sequence[str] = ()
        concepts: Sequence[str] = ()
        if snapshot is not None:
            stores = [store.id for store in snapshot.document.stores
                      if names.store(store.id) == store.id]
            concepts = [*(() if names.hidden else snapshot.concept_names()), "none"]
        self._words.setStringList([
            *(f"{FilterWord.STATE.value}:{word}" for word in state_words()),
            *(f"{FilterWord.KIND.value}:{quoted(store)}" for store in stores),
            *(f"{FilterWord.CONCEPT.value}:{quoted(name)}" for name in concepts),
            f"{FilterWord.SIZE.value}:>10MB", f"{FilterWord.SIZE.value}:1MB..5MB"])


class _LastWordCompleter(QCompleter):
    """Completes the word being typed and keeps those before it."""

    def __init__(self, words: QStringListModel, field: QLineEdit) -> None:
        super().__init__(words, field)
        self._field = field
        self.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A click beside the list closes it, and reaches what was clicked: Qt would swallow it."""
        popup = self.popup()
        if (watched is popup and isinstance(event, QMouseEvent)
                and event.type() == QEvent.Type.MouseButtonPress
                and not popup.rect().contains(event.position().toPoint())):
            popup.hide()
            _press_below(event)
            return True
        return super().eventFilter(watched, event)

    def splitPath(self, path: str) -> list[str]:
        """What is completed: the last word, and nothing before a key is begun."""
        word = path.rpartition(" ")[2].removeprefix("-")
        return [word if word else "\0"]

    def pathFromIndex(self, index: QModelIndex | QPersistentModelIndex) -> str:
        """The whole text with the last word completed."""
        text = self._field.text()
        before, space, word = text.rpartition(" ")
        minus = "-" if word.startswith("-") else ""
        return f"{before}{space}{minus}{index.data()}"


def _press_below(event: QMouseEvent) -> None:
    """Press the mouse once more where it is, on whatever lies there now."""
    at = event.globalPosition()
    below = QApplication.widgetAt(at.toPoint())
    window = None if below is None else below.window().windowHandle()
    if window is not None:
        QCoreApplication.postEvent(window, QMouseEvent(
            event.type(), window.mapFromGlobal(at), at, event.button(), event.buttons(),
            event.modifiers()))
