"""A read-only item model over nodes that know their parent and place; both trees use it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject

from larder.app.models.columns import Index

Value = TypeVar("Value")


@dataclass(slots=True, eq=False)
class TreeNode(Generic[Value]):
    """One item.

    Attributes:
        value: what it shows.
        parent: node above it, None at the top.
        position: place among its siblings.
        number: what Qt's indexes carry; set by the model.
        children: nodes below it.
    """

    value: Value
    parent: TreeNode[Value] | None = None
    position: int = 0
    number: int = 0
    children: list[TreeNode[Value]] = field(default_factory=list)

    def add(self, value: Value) -> TreeNode[Value]:
        """Append a child."""
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
        self._columns = columns
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
        """The top nodes."""
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
        if 0 <= row < len(siblings) and 0 <= column < self._columns:
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
        """The same everywhere."""
        return self._columns
