"""Building blocks of every table and tree in the window: columns, cells, read-only models.

Tables and trees differ only in what a cell shows. A table of a few rows sorts them itself; one
with a million rows (`entries_model`) receives an order. A saved table has the texts of its cells,
and for a size or a moment also the number behind the text.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Sized
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)
from PySide6.QtGui import QIcon

from larder.app.presentation.looks import kind_icon
from larder.app.presentation.plain_text import plain_tip
from larder.app.presentation.sentences import Sentences
from larder.app.presentation.shown_names import ShownNames
from larder.core.files.table_file import CellValue, TableColumn

if TYPE_CHECKING:
    from larder.app.presentation.figures import Figures
    from larder.app.presentation.looks import Look
    from larder.app.window_look import IconCache

    _Model = QAbstractItemModel
else:
    _Model = object

Index = QModelIndex | QPersistentModelIndex
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
NONE = "–"
"""What a cell shows where there is nothing."""

_tr = Sentences("Tables")

Spans = Sequence[tuple[int, int]]
"""First and last position of each stretch of rows."""

Row = TypeVar("Row")

Value = TypeVar("Value")


class Unit(enum.Enum):
    """Unit of the number behind a cell's text, which is saved as a column of its own."""

    BYTES = "bytes"
    SECONDS = "seconds"
    MOMENT = "ISO 8601"

    def value_to_save(self, raw: CellValue) -> CellValue:
        """Return the value to save for a number.

        Moments, in nanoseconds since 1970, become UTC text.
        """
        if self is not Unit.MOMENT or not isinstance(raw, int):
            return raw
        import datetime

        try:
            moment = datetime.datetime.fromtimestamp(raw // 1_000_000_000, datetime.UTC)
        except (OverflowError, ValueError, OSError):  # a date that no calendar has
            return raw
        return moment.isoformat().replace("+00:00", "Z")


@dataclass(frozen=True, slots=True)
class ColumnSpec:
    """How a column is headed and laid out.

    Attributes:
        title: text of the header, before translation.
        width: first width in characters.
        elide: which part of a long text is left out; the middle keeps drive and file name visible.
        sort: what a table of a few rows sorts them by: a field of a row, or a value worked out of
            it; "" where it sorts none.
        unit: what the numbers behind its texts measure, None for bare counts and plain texts.
        least: characters that it may be narrowed to where there is little room, 0 for never.
        most: characters that it grows to where there is room, as long as the widest column gets
            as much; 0 for never.
        leaves: which one leaves first where there is less than that, from 1; 0 for never.
        wraps: whether its texts take as many lines as they need, in a table those of its row.
    """

    title: str
    width: int
    align: Qt.AlignmentFlag = LEFT
    elide: Qt.TextElideMode = Qt.TextElideMode.ElideMiddle
    shown: bool = True
    sort: str | Callable[[Any], Any] = ""
    least: int = 0
    most: int = 0
    leaves: int = 0
    wraps: bool = False
    unit: Unit | None = None

    def columns_to_save(self, title: str) -> Iterator[TableColumn]:
        """The text's column, and that of the number behind it, if it measures something."""
        key = re.sub(r"\W+", "_", self.title.lower()).strip("_")
        yield TableColumn(title, key)
        if self.unit is not None:
            text = _tr("%1 (%2)").replace("%1", title).replace("%2", _tr(self.unit.value))
            yield TableColumn(text, f"{key}_{self.unit.name.lower()}")

    def values_to_save(self, text: str, raw: CellValue) -> Iterator[CellValue]:
        """Yield the values of the saved columns for a cell; None for the text of a dash."""
        shown = None if text == NONE else text
        if self.unit is None:
            yield shown if raw is None else raw
        else:
            yield shown
            yield self.unit.value_to_save(raw)


@dataclass(frozen=True, slots=True)
class Cell:
    """Everything a delegate paints of one cell.

    Attributes:
        raw: the number behind the text, in the column's unit; None where there is none.
    """

    text: str
    icon: QIcon | None = None
    muted: bool = False
    strong: bool = False
    raw: float | None = None


def amount_cell(number: int, show: Callable[[int], str]) -> Cell:
    """A count or size as `show` writes it; a quiet dash where it is zero."""
    return Cell(text=show(number) if number else NONE, muted=not number, raw=number)


@dataclass(frozen=True, slots=True)
class TableContents:
    """Contents of a table in the form in which they are saved.

    Attributes:
        rows: values per column; can be read only once.
        count: number of rows.
        is_fixed: whether another thread may read the rows, because they depend on nothing that may
            change.
    """

    columns: Sequence[TableColumn]
    rows: Iterable[Sequence[CellValue]]
    count: int
    is_fixed: bool = False


class CellModel(_Model):
    """Model that serves accessibility, tooltips and tests. Painting gets a whole cell in one call.

    Mixed in before Qt's own class, for tables and trees.
    """

    _columns: Sequence[ColumnSpec]
    _titles: Sequence[str]

    def cell_at(self, index: Index) -> Cell:
        """Return the cell at an index."""
        raise NotImplementedError

    def tip_at(self, index: Index) -> str:
        """Return the tooltip of the cell at an index."""
        raise NotImplementedError

    def spoken_at(self, index: Index) -> str:
        """Return the text that screen readers read for the cell at an index."""
        return f"{self._titles[index.column()]}: {self.cell_at(index).text}"

    def headerData(self, section: int, orientation: Qt.Orientation,
                   role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Titles, aligned as their columns."""
        if orientation != Qt.Orientation.Horizontal or section not in range(len(self._columns)):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._titles[section]
        return self._columns[section].align if role == Qt.ItemDataRole.TextAlignmentRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Texts, icon, alignment and tooltip of a cell."""
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.cell_at(index).text
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._columns[index.column()].align
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(self.tip_at(index))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self.spoken_at(index)
        return self.cell_at(index).icon if role == Qt.ItemDataRole.DecorationRole else None


class CellTable(CellModel, QAbstractTableModel):
    """A table that says what its cells show, and where a tooltip says more; rows are `_rows`."""

    _rows: Sized

    def __init__(
        self, columns: Mapping[Any, ColumnSpec], translate: Callable[[str], str] = str,
        parent: QObject | None = None,
    ) -> None:
        """Begin without rows; `columns` are by number from 0, `translate` is for their titles."""
        super().__init__(parent)
        self._columns = list(columns.values())
        self._titles = [translate(spec.title) for spec in self._columns]

    def cell(self, position: int, column: int) -> Cell:
        """One cell, for a delegate: one call instead of one per role."""
        raise NotImplementedError

    def tip(self, position: int, column: int) -> str:
        """Return the tooltip of a cell."""
        return self.cell(position, column).text

    def spoken(self, position: int, column: int) -> str:
        """Return a cell's text for screen readers: the column's title and the cell's text."""
        return f"{self._titles[column]}: {self.cell(position, column).text}"

    def contents(self, columns: Sequence[int], spans: Spans) -> TableContents:
        """Return the given columns and rows, as they are shown now, in a form that can be saved."""
        return TableContents(
            columns=[saved for column in columns
                     for saved in self._columns[column].columns_to_save(self._titles[column])],
            rows=([value for column in columns
                   for value in self._save_cell(self.cell(position, column), column)]
                  for first, last in sorted(spans) for position in range(first, last + 1)),
            count=sum(last - first + 1 for first, last in spans))

    def _save_cell(self, cell: Cell, column: int) -> Iterator[CellValue]:
        return self._columns[column].values_to_save(cell.text, cell.raw)

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        """Return the number of rows shown."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        """Every column, hidden ones too."""
        return 0 if parent.isValid() else len(self._columns)

    def cell_at(self, index: Index) -> Cell:
        """Return the cell at an index, as `cell` does."""
        return self.cell(index.row(), index.column())

    def tip_at(self, index: Index) -> str:
        """Return the tooltip at an index, as `tip` does."""
        return self.tip(index.row(), index.column())

    def spoken_at(self, index: Index) -> str:
        """Return the text for screen readers at an index, as `spoken` does."""
        return self.spoken(index.row(), index.column())


@dataclass(frozen=True, slots=True, kw_only=True)
class RowColumn(ColumnSpec):
    """A column that says itself what stands in it.

    Attributes:
        cell: of a table, which knows how figures and names are shown, and a row.
        tip: of the same: what a tooltip says; None, or what says "", for the cell's text.
    """

    cell: Callable[[Any, Any], Cell]
    tip: Callable[[Any, Any], str] | None = None


Spec = TypeVar("Spec", bound=ColumnSpec)


def in_order(*columns: Spec) -> Mapping[int, Spec]:
    """Columns by number from 0."""
    return dict(enumerate(columns))


def count_column(title: str, width: int, name: str, **how: Any) -> RowColumn:
    """The count in a field of each row, and how it is laid out; a dash for none."""
    return RowColumn(title, width, align=RIGHT, sort=name, **how, cell=lambda table, row: (
        amount_cell(getattr(row, name) or 0, table.figures.count)))


def size_column(title: str, width: int, name: str, **how: Any) -> RowColumn:
    """The bytes in a field of each row, all of them in its tooltip."""
    return RowColumn(
        title, width, align=RIGHT, sort=name, unit=Unit.BYTES, **how,
        cell=lambda table, row: amount_cell(int(getattr(row, name)), table.figures.bytes),
        tip=lambda table, row: table.figures.exact_bytes(int(getattr(row, name))))


class FactsTable(CellTable, Generic[Row]):
    """A few rows, one line each, sorted by what their columns say.

    Attributes:
        columns: of every such table, by number from 0, in their order.
        figures, icons, names: shown as the window shows them.
    """

    columns: ClassVar[Mapping[Any, ColumnSpec]]

    @staticmethod
    def translate(title: str, /) -> str:
        """A column's title in the user's language."""
        return title

    def __init__(
        self, figures: Figures, icons: IconCache, names: ShownNames | None = None,
        parent: QObject | None = None,
    ) -> None:
        """Create the model without any rows."""
        super().__init__(self.columns, self.translate, parent)
        self.figures = figures
        self.icons = icons
        self.names = names or ShownNames()
        self._rows: list[Row] = []

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Show these in the order given, in place of those before."""
        self.beginResetModel()
        self._rows = list(rows)
        self.endResetModel()

    def row_at(self, position: int) -> Row:
        """The row at a position of the table."""
        return self._rows[position]

    def cell(self, position: int, column: int) -> Cell:
        """Return the cell that the column's `cell` function makes."""
        spec = self.columns[column]
        assert isinstance(spec, RowColumn)
        return spec.cell(self, self._rows[position])

    def tip(self, position: int, column: int) -> str:
        """Return the tooltip from the column's `tip` function, or else the cell's text."""
        tell = getattr(self.columns[column], "tip", None)
        told = "" if tell is None else str(tell(self, self._rows[position]))
        return told or super().tip(position, column)

    def look_cell(self, look: Look) -> Cell:
        """A word with its icon."""
        return Cell(text=look.word, icon=self.icons.of_look(look))

    def store_cell(self, store: str) -> Cell:
        """A cache by its id, with the icon of its kind."""
        return Cell(text=self.names.store(store), icon=self.icons.icon(kind_icon(store)))

    def raw(self, position: int, column: int) -> Any:
        """Return the value that a column with a `sort` sorts a row by."""
        return self._key(column)(self._rows[position])

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by raw value, stably; -1 keeps the order, as does a column that has none."""
        if not (0 <= column < len(self._columns) and self._columns[column].sort):
            return
        self.beginResetModel()
        self._rows.sort(key=self._key(column), reverse=order == Qt.SortOrder.DescendingOrder)
        self.endResetModel()

    def _key(self, column: int) -> Callable[[Any], Any]:
        sort = self._columns[column].sort
        # What is not known sorts, and counts, as zero.
        return (lambda row: getattr(row, sort) or 0) if isinstance(sort, str) else sort

    def spoken(self, position: int, column: int) -> str:
        """Return a cell's text for screen readers, "" for an empty cell."""
        return super().spoken(position, column) if self.cell(position, column).text else ""


@dataclass(slots=True, eq=False)
class TreeNode(Generic[Value]):
    """One item.

    Attributes:
        number: what Qt's indexes carry; set by the model.
    """

    value: Value
    parent: TreeNode[Value] | None = None
    position: int = 0
    number: int = 0
    children: list[TreeNode[Value]] = field(default_factory=list)

    def add(self, value: Value) -> TreeNode[Value]:
        """Append a child with a value and return it."""
        child = TreeNode(value=value, parent=self, position=len(self.children))
        self.children.append(child)
        return child


class TreeModel(QAbstractItemModel, Generic[Value]):
    """Structure only; subclasses say what a node shows.

    Indexes carry a number, not a pointer: an index that outlives its node then finds nothing
    instead of freed memory.
    """

    def __init__(self, columns: int, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._width = columns
        self._top: list[TreeNode[Value]] = []
        self._nodes: list[TreeNode[Value]] = []

    def show_nodes(self, top: Sequence[TreeNode[Value]]) -> None:
        """Show these top nodes; their positions and all numbers are set here."""
        self.beginResetModel()
        self._top = list(top)
        self._nodes = []
        for position, node in enumerate(self._top):
            node.position = position
        waiting = list(reversed(self._top))
        while waiting:
            node = waiting.pop()
            node.number = len(self._nodes)
            self._nodes.append(node)
            waiting.extend(reversed(node.children))
        self.endResetModel()

    def add_children(self, node: TreeNode[Value], values: Sequence[Value]) -> None:
        """Append children to a node that is shown."""
        if not values:
            return
        first = len(node.children)
        self.beginInsertRows(self.index_of(node), first, first + len(values) - 1)
        for value in values:
            child = node.add(value)
            child.number = len(self._nodes)
            self._nodes.append(child)
        self.endInsertRows()

    @property
    def top(self) -> Sequence[TreeNode[Value]]:
        """The nodes of the top level."""
        return self._top

    @property
    def nodes(self) -> Sequence[TreeNode[Value]]:
        """Every node, those that came later at the end."""
        return self._nodes

    def node(self, index: Index) -> TreeNode[Value] | None:
        """The node of an index, None for one that is invalid or outlived its node."""
        if not index.isValid() or index.internalId() >= len(self._nodes):
            return None
        return self._nodes[index.internalId()]

    def index_of(self, node: TreeNode[Value], column: int = 0) -> QModelIndex:
        """The index of a node."""
        return self.createIndex(node.position, column, node.number)

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:
        """Index of a child."""
        above = self.node(parent)
        siblings = self._top if above is None else above.children
        if 0 <= row < len(siblings) and 0 <= column < self._width:
            return self.createIndex(row, column, siblings[row].number)
        return QModelIndex()

    def parent(self, index: Index = QModelIndex()) -> Any:
        """Index of the node above; invalid for a top node."""
        node = self.node(index)
        if node is None or node.parent is None:
            return QModelIndex()
        return self.index_of(node.parent)

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        """Children of a node."""
        node = self.node(parent)
        if node is None:
            return len(self._top)
        return len(node.children) if parent.column() == 0 else 0

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: ARG002 - Qt's signature
        """Return the number of columns, the same for all nodes."""
        return self._width


def table_text(
    model: QAbstractItemModel, rows: Sequence[QModelIndex], columns: Sequence[int],
) -> str:
    """Cells of a few rows as they are shown, tab-separated, with a line of titles."""
    titles = [str(model.headerData(column, Qt.Orientation.Horizontal)) for column in columns]
    lines = [titles, *([str(row.siblingAtColumn(column).data() or "") for column in columns]
                       for row in rows)]
    return "".join(f"{one_line(line)}\n" for line in lines)


def one_line(cells: Sequence[str]) -> str:
    """Cells of one row, tab-separated."""
    return "\t".join(cell.replace("\t", " ").replace("\n", " ") for cell in cells)
