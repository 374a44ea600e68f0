"""Where a user is in a view of a few lines, kept over a survey that comes by itself."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex
from PySide6.QtWidgets import QAbstractItemView, QTreeView

from larder.app.models.tables import Index


class KeptPlace:
    """What is selected, current and expanded in a view, by what its lines are, and how it scrolls.

    Made before the lines are replaced; `restore` finds the same ones among the new. Lines that were
    never opened are not listed for it.
    """

    def __init__(
        self, view: QAbstractItemView, key: Callable[[Index], Hashable],
    ) -> None:
        """Look.

        Args:
            view: the view.
            key: what a line is, the same before and after, different for different lines.
        """
        self._view = view
        self._key = key
        self._bars = (view.verticalScrollBar(), view.horizontalScrollBar())
        self._at = tuple(bar.value() for bar in self._bars)
        chosen = view.selectionModel()
        current = view.currentIndex()
        self._current = key(current) if current.isValid() else None
        self._selected = {key(index) for index in chosen.selectedRows()}
        self._is_open: dict[Hashable, bool] = {}
        if isinstance(view, QTreeView):
            self._is_open = {key(index): view.isExpanded(index) for index in self._lines()
                             if view.model().rowCount(index)}

    @property
    def has_selection(self) -> bool:
        """Whether anything was selected."""
        return bool(self._selected)

    def restore(self) -> bool:
        """Go back to it as far as it is still there; whether any of the selected lines is."""
        view = self._view
        selection, current = QItemSelection(), QModelIndex()
        for index in self._lines():
            key = self._key(index)
            if isinstance(view, QTreeView) and key in self._is_open:
                # Opening lists what is below, which the walk then comes to.
                view.setExpanded(index, self._is_open[key])
            if key in self._selected:
                selection.select(index, index)
            if key == self._current:
                current = index
        chosen = view.selectionModel()
        flags = QItemSelectionModel.SelectionFlag
        if current.isValid():
            chosen.setCurrentIndex(current, flags.NoUpdate)
        if not selection.isEmpty():
            chosen.select(selection, flags.ClearAndSelect | flags.Rows)
        for bar, at in zip(self._bars, self._at, strict=True):
            bar.setValue(at)
        return not selection.isEmpty()

    def _lines(self) -> Iterator[QModelIndex]:
        """Every line that is listed, those above before those below."""
        model = self._view.model()
        waiting = [QModelIndex()]
        while waiting:
            parent = waiting.pop(0)
            for row in range(model.rowCount(parent)):
                index = model.index(row, 0, parent)
                yield index
                waiting.append(index)
