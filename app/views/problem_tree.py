"""The tree of the Problems page: pictures before names, and sentences that are read whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QModelIndex, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QAbstractItemView, QFrame, QStyleOptionViewItem, QTreeView

from larder.app.models.problems_model import PROBLEM_COLUMNS, ProblemColumn, ProblemsModel
from larder.app.models.tables import Cell, Index, TableContents
from larder.app.views.row_pictures import IN_ROW, ROOM_AROUND, RowLook, paint_look
from larder.app.widgets.column_fit import PADDING
from larder.app.widgets.painted_cells import LineDelegate, measure_wrapped, paint_background
from larder.app.widgets.rows_table import SavableTable

INDENTATION = 14
"""Pixels; three levels of it stand before two pictures and a name."""
MOST_HEIGHTS = 10_000
"""Of texts in columns that are remembered."""


class LookDelegate(LineDelegate):
    """Paints the first column with pictures, where `looks` has any of an index.

    Attributes:
        measures: whether widths are asked for, as by a double click on a column's border.
    """

    def __init__(
        self, tree: QTreeView, model: ProblemsModel, looks: Callable[[Index], RowLook | None],
        has_look: Callable[[Index], bool],
    ) -> None:
        super().__init__(model.cell_at, PROBLEM_COLUMNS, tree)
        self._tree = tree
        self._looks = looks
        self._has_look = has_look
        self.measures = False
        self._heights: dict[tuple[str, bool, int], int] = {}

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Background from the style, then pictures and text, or icon and text."""
        look = self._looks(index) if index.column() == 0 else None
        if look is None:
            super().paint(painter, option, index)
            return
        self.initStyleOption(option, index)
        paint_background(painter, option)
        paint_look(painter, option, look)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """As high as its picture or its sentence; a tree asks of every cell."""
        height, column = option.fontMetrics.height(), index.column()
        if column == 0 and self._has_look(index):
            height = max(height, IN_ROW + ROOM_AROUND - PADDING)
        elif PROBLEM_COLUMNS[column].wraps:
            height = max(height, self._height_of(self._cell_at(index), column))
        width = super().sizeHint(option, index).width() if self.measures else 0
        return QSize(width, height + PADDING)

    def _height_of(self, cell: Cell, column: int) -> int:
        """Worked out once: opening a group asks for that of every line above it again."""
        width = self._tree.columnWidth(column)
        place = cell.text, cell.strong, width
        height = self._heights.get(place)
        if height is None:
            font = self._tree.font()
            font.setBold(cell.strong)
            height = measure_wrapped(cell.text, QFontMetrics(font), width)
            if len(self._heights) >= MOST_HEIGHTS:
                self._heights.clear()
            self._heights[place] = height
        return height


class ProblemTree(SavableTable, QTreeView):
    """The lines.

    Signals:
        scrolled: other lines are in sight.
    """

    scrolled = Signal()

    def __init__(
        self, model: ProblemsModel, looks: Callable[[Index], RowLook | None],
        has_look: Callable[[Index], bool],
    ) -> None:
        super().__init__()
        self.setObjectName("problemsTree")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setModel(model)
        self._delegate = LookDelegate(self, model, looks, has_look)
        self.setItemDelegate(self._delegate)
        self.setIndentation(INDENTATION)
        # Items are as high as their pictures.
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalScrollBar().valueChanged.connect(lambda _: self.scrolled.emit())
        self.setAlternatingRowColors(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setIconSize(QSize(16, 16))
        self.setExpandsOnDoubleClick(False)
        self.header().setSectionsMovable(False)
        self.header().setFirstSectionMovable(False)
        self.setTreePosition(ProblemColumn.ITEM)
        self.header().sectionResized.connect(self._on_resized)

    def sizeHintForColumn(self, column: int) -> int:
        """As wide as what stands in it."""
        self._delegate.measures = True
        try:
            return super().sizeHintForColumn(column)
        finally:
            self._delegate.measures = False

    def in_sight(self) -> Iterator[QModelIndex]:
        """Lines that can be seen."""
        index = self.indexAt(QPoint(0, 0))
        while index.isValid() and self.visualRect(index).top() < self.viewport().height():
            yield index
            index = self.indexBelow(index)

    def updateGeometries(self) -> None:
        """Other lines may be in sight."""
        super().updateGeometries()
        self.scrolled.emit()

    def contents(self, *, selected: bool = False) -> TableContents:
        """A row per item."""
        model = self.model()
        assert isinstance(model, ProblemsModel)
        nodes = [model.node(index) for index in self.selectionModel().selectedRows()]
        return model.contents([node.value for node in nodes if node] if selected else None)

    def _on_resized(self, column: int) -> None:
        """A narrower sentence has more lines."""
        if PROBLEM_COLUMNS[column].wraps:
            self.scheduleDelayedItemsLayout()
