"""The filter field: waits for a pause in typing, completes the filter's words."""

from __future__ import annotations

import re

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QStringListModel,
    Qt,
)
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QCompleter,
    QInputDialog,
    QLineEdit,
    QMenu,
)

from larder.app.presentation.plain_text import plain_tip
from larder.app.presentation.sentences import core_text
from larder.app.services import WindowServices
from larder.app.widgets.widgets import after_pause, passing_menu, restyle
from larder.app.window_look import WindowLook
from larder.core.queries.filter_language import (
    FilterError,
    FilterWord,
    parse_filter,
    quote,
    training_words,
)

PAUSE_MS = 150
LEAST_WIDTH, MOST_WIDTH = 140, 380

_LAST_WORD = re.compile(r'(-?)((?:[A-Za-z]+:)?(?:[^\s",]*,)*)("[^"]*|[^\s",]*)$')
"""Minus, key and values that are whole, and what is being typed."""


class FilterField(QLineEdit):
    """Input field whose text filters the Entries table."""

    def __init__(self, services: WindowServices) -> None:
        super().__init__()
        self._services = services
        self.setObjectName("filterField")
        self.setPlaceholderText(self.tr("Filter: name  state:edited  kind:text  size:>10MB"))
        self.setAccessibleName(self.tr("Filter entries"))
        self.setClearButtonEnabled(True)
        self.setMinimumWidth(LEAST_WIDTH)
        self.setMaximumWidth(MOST_WIDTH)
        self._pause = after_pause(self, PAUSE_MS, self._filter)
        self._words = QStringListModel(self)
        completer = _LastWordCompleter(self._words, self, services.look)
        self.setCompleter(completer)
        self.textEdited.connect(lambda _: self._pause.start())
        completer.activated.connect(lambda _: self._pause.start())
        self.textChanged.connect(self._on_text_changed)
        services.view.filter_changed.connect(self._follow)
        services.view.page_changed.connect(self._on_page_changed)
        services.session.survey_changed.connect(self._offer_words)
        services.look.changed.connect(self._offer_words)
        self._offer_words()
        saved = self.addAction(
            services.look.icons.icon("chevron-down"), QLineEdit.ActionPosition.TrailingPosition)
        saved.setText(self.tr("Saved filters"))
        saved.setToolTip(self.tr("Saved filters"))
        saved.triggered.connect(self.show_saved)

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
        self.setToolTip(plain_tip(problem))

    def _offer_words(self) -> None:
        """Offer the filter's keywords and the values present. Hidden names may still be typed."""
        snapshot, names = self._services.session.snapshot, self._services.look.names
        offered = [f"{word.value}:" for word in FilterWord]
        if snapshot is not None:
            values = {
                FilterWord.STATE: snapshot.states,
                FilterWord.KIND: [store.id for store in snapshot.document.stores
                                  if names.store(store.id) == store.id],
                FilterWord.CONCEPT: [
                    *(() if names.hidden else snapshot.concept_names()), "none"],
                FilterWord.SIZE: (">10MB", "1MB..5MB"),
                FilterWord.TRAINING: training_words(snapshot.harms)}
            offered += [f"{word.value}:{quote(value)}"
                        for word, known in values.items() for value in known]
        self._words.setStringList(offered)

    def make_saved_menu(self) -> QMenu:
        """The saved filters, and what is done with them."""
        menu, saved = passing_menu(self), self._services.settings.current.saved_filters
        names, text = self._services.look.names, self.text().strip()
        for name, filtered in saved.items():
            use = menu.addAction(names.concept(name).replace("&", "&&"))
            use.setToolTip(plain_tip(names.concept(filtered)))
            use.setCheckable(True)
            use.setChecked(filtered == text)
            use.triggered.connect(lambda _=False, filtered=filtered: self.use(filtered))
        menu.addSeparator()
        save = menu.addAction(self.tr("Save this filter…"))
        save.setEnabled(bool(text) and not self.property("fault"))
        save.triggered.connect(self._ask_name)
        if saved:
            remove = menu.addMenu(self.tr("Remove"))
            for name in saved:
                forget = remove.addAction(names.concept(name).replace("&", "&&"))
                forget.triggered.connect(lambda _=False, name=name: (
                    self._services.settings.keep_filter(name, "")))
        menu.setToolTipsVisible(True)
        return menu

    def show_saved(self) -> None:
        """Open the menu of saved filters below the field."""
        self.make_saved_menu().popup(self.mapToGlobal(self.rect().bottomLeft()))

    def use(self, text: str) -> None:
        """Filter by a text as if it had been typed."""
        self.setText(text)
        self._filter()

    def _ask_name(self) -> None:
        """Ask for a name for the filter; the default is the filter's own text."""
        text = self.text().strip()
        dialog = QInputDialog(self.window())
        dialog.setWindowTitle(self.tr("Save this filter"))
        dialog.setLabelText(self.tr("Name of the filter:"))
        dialog.setTextValue(text)
        dialog.setOkButtonText(self.tr("Save"))
        dialog.textValueSelected.connect(lambda name: self._services.settings.keep_filter(
            name.strip() or text, text))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()


class _LastWordCompleter(QCompleter):
    """Completes the word being typed and keeps those before it, commas and quotes among them.

    Its list is made when typing begins, which no start of a window has to wait for.
    """

    def __init__(self, words: QStringListModel, field: QLineEdit, look: WindowLook) -> None:
        super().__init__(words, field)
        self._field = field
        self._look = look
        self.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        field.textEdited.connect(lambda _: self._list())

    def _list(self) -> QAbstractItemView:
        """Return the popup that lists the words."""
        shown = self.popup()
        assert shown is not None
        if not shown.objectName():
            shown.setObjectName("filterWords")
            self._look.dress(shown)
            shown.setAccessibleName(self._field.accessibleName())
        return shown

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A click beside the list closes it, and reaches what was clicked: Qt would swallow it."""
        if (isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseButtonPress
                and watched is not self._field and watched is (popup := self._list())
                and not popup.rect().contains(event.position().toPoint())):
            popup.hide()
            _press_below(event)
            return True
        return super().eventFilter(watched, event)

    def splitPath(self, path: str) -> list[str]:
        """Return the text to complete: the last value with its key.

        Nothing is completed before a key is begun.
        """
        key, _, typed = self._parts(path)
        word = f"{key}{typed}"
        return [word if word else "\0"]

    def pathFromIndex(self, index: QModelIndex | QPersistentModelIndex) -> str:
        """The whole text with the last value completed."""
        text = self._field.text()
        key, whole, typed = self._parts(text)
        before = text[: len(text) - len(whole) - len(typed)]
        return f"{before}{whole}{str(index.data()).removeprefix(key)}" if whole else (
            f"{before}{index.data()}")

    @staticmethod
    def _parts(text: str) -> tuple[str, str, str]:
        """Key with its colon, key and whole values as typed, and what is being typed."""
        found = _LAST_WORD.search(text)
        assert found is not None
        key, colon, _ = found[2].partition(":")
        typed = found[3]
        return f"{key}{colon}" if colon else "", found[2], typed


def _press_below(event: QMouseEvent) -> None:
    """Press the mouse once more where it is, on whatever lies there now."""
    at = event.globalPosition()
    below = QApplication.widgetAt(at.toPoint())
    window = None if below is None else below.window().windowHandle()
    if window is not None:
        QCoreApplication.postEvent(window, QMouseEvent(
            event.type(), window.mapFromGlobal(at), at, event.button(), event.buttons(),
            event.modifiers()))
