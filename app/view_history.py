"""Places that the user viewed, one after another, to go back to."""

from __future__ import annotations

import msgspec
from PySide6.QtCore import QObject, QTimer, Signal

from larder.app.cache_session import CacheSession
from larder.app.view_state import PickedRows, Scope, ViewState

MOST_PLACES = 100


class ViewPlace(msgspec.Struct, frozen=True):
    """Place that the user viewed: a page, a scope, a filter and rows picked on a plot."""

    page: str
    scope: Scope
    filter_text: str
    picked: PickedRows | None = None

    def is_typed_on_from(self, before: ViewPlace) -> bool:
        """Return whether this is the same place while its filter was being typed."""
        texts = (self.filter_text, before.filter_text)
        return ((self.page, self.scope, self.picked) == (
            before.page, before.scope, before.picked) and all(texts)
                and (texts[0].startswith(texts[1]) or texts[1].startswith(texts[0])))

    def is_picked_again_from(self, before: ViewPlace) -> bool:
        """Return whether this is the same place after a survey, whose rows have other numbers."""
        return before.picked is None and self.picked is not None and (
            msgspec.structs.replace(self, picked=None) == before)


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
        for change in (view.page_changed, view.scope_changed, view.filter_changed,
                       view.picked_changed):
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
        self._view.pick(place.picked)
        self._view.show_page(place.page)
        self._noting.stop()
        self.changed.emit()

    def _note(self) -> None:
        # The survey may stand before the first page does.
        if self._session.snapshot is None or not self._view.page:
            return
        place = ViewPlace(page=self._view.page, scope=self._view.scope,
                      filter_text=self._view.filter_text, picked=self._view.row_limit)
        here = self._places[self._at] if self._places else None
        if place == here:
            return
        del self._places[self._at + 1:]
        if here is not None and (
                place.is_typed_on_from(here) or place.is_picked_again_from(here)):
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
        self._places = [msgspec.structs.replace(place, picked=None) for place in self._places]
        self._noting.start()
