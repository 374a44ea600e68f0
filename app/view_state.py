"""Current place of the user, which tree, tables and inspector follow."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec
from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


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


@dataclass(frozen=True, slots=True, eq=False)
class PickedRows:
    """Rows that were picked on a plot, to be listed alone.

    Attributes:
        rows: of the survey that is shown, int32, shape (n,).
        text: what they have in common, as a line above the list says it.
    """

    rows: npt.NDArray[np.int32]
    text: str

    def after_survey(self, again: npt.NDArray[np.int32]) -> PickedRows:
        """The same in the rows of another survey, by `survey_snapshot.rows_again`."""
        rows = again[self.rows]
        return PickedRows(rows[rows >= 0], self.text)


class ViewState(QObject):
    """Page, scope, filter, picked rows and chosen row; views set it and follow it.

    Signals:
        scope_changed: another part of the workspace is looked at.
        picked_changed: other rows were picked on a plot, or none are any more.
        filter_changed: the filter text changed.
        chosen_changed: the inspector should show another row, or none.
        page_wanted: id of the page that should come to the front.
        page_changed: another page is in front.
    """

    scope_changed = Signal()
    picked_changed = Signal()
    filter_changed = Signal()
    chosen_changed = Signal()
    page_wanted = Signal(str)
    page_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._page = ""
        self._scope = Scope()
        self._filter_text = ""
        self._picked: PickedRows | None = None
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
    def row_limit(self) -> PickedRows | None:
        """The rows that the Entries table is limited to, None for no such limit."""
        return self._picked

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

    def pick(self, picked: PickedRows | None) -> None:
        """Limit the Entries table to rows that were picked on a plot, None for no limit."""
        if picked is not self._picked:
            self._picked = picked
            self.picked_changed.emit()

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
        self.pick(None)
        self.filter_by("")
