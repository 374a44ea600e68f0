"""Current place of the user and its history, which tree, tables and inspector follow."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

import msgspec
from PySide6.QtCore import QObject, QTimer, Signal

if TYPE_CHECKING:
    from larder.app.cache_session import CacheSession


class Scope(msgspec.Struct, frozen=True):
    """The part of the workspace that is looked at; None means all of it.

    Attributes:
        store: index into the document's stores.
        concept: index into the document's concepts, -1 for rows under no concept.
    """

    store: int | None = None
    concept: int | None = None


class ChosenKind(enum.Enum):
    """Kinds of rows that can be chosen: entries, files no entry needs, or groups of problems."""

    ENTRY = "entry"
    PAYLOAD = "payload"
    GROUP = "group"


class CurrentRow(msgspec.Struct, frozen=True):
    """The one row that the inspector shows."""

    kind: ChosenKind
    row: int


class ViewState(QObject):
    """Page, scope, filter and chosen row; views set it and follow it.

    Signals:
        scope_changed: another part of the workspace is looked at.
        filter_changed: the filter text changed.
        chosen_changed: the inspector should show another row, or none.
        page_wanted: id of the page that should come to the front.
        page_changed: another page is in front.
    """

    scope_changed = Signal()
    filter_changed = Signal()
    chosen_changed = Signal()
    page_wanted = Signal(str)
    page_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._page = ""
        self._scope = Scope()
        self._filter_text = ""
        self._chosen: CurrentRow | None = None

    @property
    def page(self) -> str:
        """Id of the page in front."""
        return self._page

    @property
    def scope(self) -> Scope:
        """The part of the workspace that is looked at."""
        return self._scope

    @property
    def filter_text(self) -> str:
        """The filter as typed."""
        return self._filter_text

    @property
    def chosen(self) -> CurrentRow | None:
        """The row that the inspector shows."""
        return self._chosen

    def look_at(self, scope: Scope) -> None:
        """Look at another part of the workspace."""
        if scope != self._scope:
            self._scope = scope
            self.scope_changed.emit()

    def filter_by(self, text: str) -> None:
        """Change the filter of the Entries table."""
        if text != self._filter_text:
            self._filter_text = text
            self.filter_changed.emit()

    def choose(self, chosen: CurrentRow | None) -> None:
        """Show another row in the inspector."""
        if chosen != self._chosen:
            self._chosen = chosen
            self.chosen_changed.emit()

    def show_page(self, page: str) -> None:
        """Bring a page to the front."""
        self.page_wanted.emit(page)

    def page_shown(self, page: str) -> None:
        """Note which page is in front; the tabs say so."""
        if page != self._page:
            self._page = page
            self.page_changed.emit()

    def start_over(self) -> None:
        """Forget scope, filter and chosen row, as for a newly opened workspace."""
        self.choose(None)
        self.look_at(Scope())
        self.filter_by("")


MOST_PLACES = 100


class ViewPlace(msgspec.Struct, frozen=True):
    """Place that the user viewed: a page, a scope and a filter."""

    page: str
    scope: Scope
    filter_text: str

    def is_typed_on_from(self, before: ViewPlace) -> bool:
        """Return whether this is the same place while its filter was being typed."""
        texts = (self.filter_text, before.filter_text)
        return ((self.page, self.scope) == (before.page, before.scope) and all(texts)
                and (texts[0].startswith(texts[1]) or texts[1].startswith(texts[0])))


class ViewHistory(QObject):
    """Follows the view state, step by step, as a browser does; going back changes it.

    What changes in one go (a problem opens another page with scope and filter) is one step: places
    are noted once the event loop is reached again.

    Signals:
        changed: where one can go may have changed.
    """

    changed = Signal()

    def __init__(
        self, view: ViewState, session: CacheSession, parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._view = view
        self._session = session
        self._places: list[ViewPlace] = []
        self._at = -1
        self._parts: tuple[tuple[str, ...], ...] = ()
        self._noting = QTimer(self)
        self._noting.setSingleShot(True)
        self._noting.setInterval(0)
        self._noting.timeout.connect(self._note)
        for change in (view.page_changed, view.scope_changed, view.filter_changed):
            change.connect(self._noting.start)
        session.survey_changed.connect(self._on_survey_changed)

    @property
    def can_go_back(self) -> bool:
        """True if there is an earlier place to return to."""
        return self._at > 0

    @property
    def can_go_forward(self) -> bool:
        """True if the user went back and can go forward again."""
        return self._at < len(self._places) - 1

    def back(self) -> None:
        """Go to the place before this one."""
        if self.can_go_back:
            self._go(self._at - 1)

    def forward(self) -> None:
        """Go forward to the place before going back."""
        if self.can_go_forward:
            self._go(self._at + 1)

    def _go(self, at: int) -> None:
        # A change of this very turn is a place of its own.
        self._noting.stop()
        self._at = at
        place = self._places[at]
        self._view.look_at(place.scope)
        self._view.filter_by(place.filter_text)
        self._view.show_page(place.page)
        self._noting.stop()
        self.changed.emit()

    def _note(self) -> None:
        # The survey may stand before the first page does.
        if self._session.snapshot is None or not self._view.page:
            return
        place = ViewPlace(page=self._view.page, scope=self._view.scope,
                      filter_text=self._view.filter_text)
        here = self._places[self._at] if self._places else None
        if place == here:
            return
        del self._places[self._at + 1:]
        if here is not None and place.is_typed_on_from(here):
            self._places[self._at] = place
        else:
            self._places.append(place)
            del self._places[:-MOST_PLACES]
        self._at = len(self._places) - 1
        self.changed.emit()

    def _on_survey_changed(self) -> None:
        """Scopes are numbers of stores and concepts; where those are others, they mean nothing."""
        snapshot = self._session.snapshot
        parts: tuple[tuple[str, ...], ...] = () if snapshot is None else (
            tuple(store.id for store in snapshot.document.stores), snapshot.concept_names())
        if parts != self._parts:
            self._parts = parts
            self._places.clear()
            self._at = -1
            self._view.look_at(Scope())
            self.changed.emit()
        self._noting.start()
