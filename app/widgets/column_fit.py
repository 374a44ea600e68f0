"""Columns that fit their room: what need not be wide gives way, what matters least leaves.

A table that scrolls sideways hides its most telling column behind a bar. Columns say how narrow
they may become and in which order they leave; what the user drags or chooses is kept to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QByteArray, QEvent, QObject, QSignalBlocker
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView

from larder.app.models.tables import RIGHT, ColumnSpec
from larder.app.presentation.sentences import Sentences

_tr = Sentences("Columns")

PADDING = 8
WIDEST_COUNT = "1,000,000"
HEADER_PADDING = 24
"""Room beside a title: both margins and the sort arrow."""


def first_widths(columns: Mapping[int, ColumnSpec], metrics: QFontMetrics) -> dict[int, int]:
    """Width of each column in pixels: what its cells need, and never less than its title."""
    character = metrics.horizontalAdvance("x")
    # A figure whose middle is left out is another figure.
    figure = metrics.horizontalAdvance(WIDEST_COUNT) + 2 * PADDING
    return {
        column: max(character * spec.width, _title_width(spec, metrics) + HEADER_PADDING,
                    figure if spec.align & RIGHT == RIGHT else 0)
        for column, spec in columns.items()}


def least_widths(columns: Mapping[int, ColumnSpec], metrics: QFontMetrics) -> dict[int, int]:
    """How narrow columns may become, of those that may."""
    character = metrics.horizontalAdvance("x")
    return {
        column: max(character * spec.least, _title_width(spec, metrics)) + 2 * PADDING
        for column, spec in columns.items() if spec.least}


def most_widths(columns: Mapping[int, ColumnSpec], metrics: QFontMetrics) -> dict[int, int]:
    """How wide columns become where there is room, of those that do."""
    character = metrics.horizontalAdvance("x")
    return {column: character * spec.most for column, spec in columns.items() if spec.most}


def _title_width(spec: ColumnSpec, metrics: QFontMetrics) -> int:
    return metrics.horizontalAdvance(_tr(spec.title))


def fit_widths(
    wanted: Mapping[int, int], least: Mapping[int, int], leaving: Mapping[int, int], room: int,
    widened: int, most: Mapping[int, int] | None = None,
) -> dict[int, int]:
    """Widths of the columns that stay; their sum is `room` where that can be.

    Args:
        wanted: width of each column, pixels.
        least: how narrow it may become; those that are not in it stay as they are.
        leaving: which may leave, the smallest number first.
        room: pixels.
        widened: the column that takes what is left over.
        most: how wide others may become, which take half of what is left over.
    """
    kept = dict(wanted)
    for column in sorted(leaving.keys() & kept.keys(), key=lambda column: leaving[column]):
        if sum(min(width, least.get(at, width)) for at, width in kept.items()) <= room:
            break
        del kept[column]
    over = sum(kept.values()) - room
    slack = {at: max(width - least.get(at, width), 0) for at, width in kept.items()}
    whole = sum(slack.values())
    if over > 0 and whole:
        for at in kept:
            kept[at] -= -(-min(over, whole) * slack[at] // whole)
    for column, width in (most or {}).items():
        if column in kept:
            left = max(room - sum(kept.values()), 0)
            kept[column] += min(left // 2, max(width - kept[column], 0))
    if widened in kept:
        kept[widened] += max(room - sum(kept.values()), 0)
    return kept


class ColumnFit(QObject):
    """Keeps the columns of one view to its width."""

    def __init__(
        self, view: QAbstractItemView, header: QHeaderView, columns: Mapping[int, ColumnSpec],
        widened: int, contents: Callable[[int], int] = lambda _: 0,
    ) -> None:
        """Begin with the widths that the header has.

        Args:
            view: whose viewport is the room.
            header: whose columns.
            columns: what they are.
            widened: the one that takes what is left over.
            contents: how wide what stands in a column and has to be read whole is, pixels; 0
                where nobody asks.
        """
        super().__init__(view)
        self._view, self._header, self._columns = view, header, columns
        self._widened, self._contents = widened, contents
        self._out: set[int] = set()
        self._pinned: set[int] = set()
        self._needless: frozenset[int] = frozenset()
        first = first_widths(columns, view.fontMetrics())
        self._wanted = {column: header.sectionSize(column) or first[column] for column in columns}
        self._wanted[widened] = first[widened]
        header.setStretchLastSection(False)
        header.sectionResized.connect(self._on_resized)
        view.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Fit whenever there is more or less room for columns."""
        if event.type() == QEvent.Type.Show or (
                isinstance(event, QResizeEvent)
                and event.size().width() != event.oldSize().width()):
            self.fit()
        return super().eventFilter(watched, event)

    def is_chosen(self, column: int) -> bool:
        """Return whether a column is shown, or would be shown if there were room for it."""
        return column in self._out or not self._header.isSectionHidden(column)

    def choose(self, column: int, *, shown: bool) -> None:
        """Show or hide a column because the user says so: it leaves no more by itself."""
        self._out.discard(column)
        self._pinned.add(column)
        self._header.setSectionHidden(column, not shown)
        self.fit()

    def leave_out(self, *columns: int) -> None:
        """Columns that have nothing to say about what is listed now."""
        if frozenset(columns) != self._needless:
            self._needless = frozenset(columns)
            self.fit()

    def bring_back(self) -> None:
        """Show what left, as before columns are chosen anew or remembered."""
        for column in self._out:
            self._header.setSectionHidden(column, False)
        self._out.clear()

    def state(self) -> QByteArray:
        """Return the header state that the user chose, as if there were room for every column."""
        shown = set(self._out)
        with QSignalBlocker(self._header):
            self.bring_back()
            for column, width in self._wanted.items():
                if not self._header.isSectionHidden(column):
                    self._header.resizeSection(column, width)
            state = self._header.saveState()
        if shown or self._view.isVisible():
            self.fit()
        return state

    def fit(self) -> None:
        """Give each column its width; the room of what nobody sees is not known yet."""
        if not self._view.isVisible():
            return
        header, metrics = self._header, self._view.fontMetrics()
        chosen = [column for column in self._columns if self.is_chosen(column)]
        contents = {column: self._contents(column)
                    for column in chosen if column not in self._needless}
        wanted = {column: max(self._wanted[column], width) for column, width in contents.items()}
        leaving = {column: spec.leaves for column, spec in self._columns.items()
                   if spec.leaves and column not in self._pinned}
        least, room = least_widths(self._columns, metrics), self._view.viewport().width()
        # What has to be read whole is cut only where that leaves no room for the others.
        whole = {column: max(width, contents.get(column, 0)) for column, width in least.items()}
        widths = fit_widths(wanted, whole, leaving, room, self._widened,
                            most_widths(self._columns, metrics))
        if sum(widths.values()) > room:
            widths = fit_widths(wanted, least, leaving, room, self._widened)
        # A view paints itself once more for what its header says of columns.
        with QSignalBlocker(header):
            for column in chosen:
                header.setSectionHidden(column, column not in widths)
                if column in widths:
                    header.resizeSection(column, widths[column])
        self._out = set(chosen) - widths.keys()
        self._view.doItemsLayout()

    def _on_resized(self, column: int, before: int, now: int) -> None:
        if before and now:
            self._wanted[column] = now
