"""The tree at the left: choosing a node is choosing what the tables show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPoint,
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import QIcon, QPainter, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
)

from larder.app.command_table import Context
from larder.app.models.survey_pages import NodeKind, WorkspaceNode
from larder.app.models.tables import LEFT, RIGHT, Index, TreeModel, TreeNode
from larder.app.presentation.looks import Tone, kind_icon, layout_texts, state_look
from larder.app.presentation.plain_text import plain_tip
from larder.app.presentation.sentences import Sentences
from larder.app.presentation.shown_names import ShownNames
from larder.app.services import WindowServices
from larder.app.view_state import Scope
from larder.app.widgets.column_fit import PADDING
from larder.app.widgets.painted_cells import GAP, ICON, paint_background, paint_icon, paint_text
from larder.app.widgets.rows_table import KeptPlace
from larder.app.window_look import IconCache

_tr = Sentences("WorkspaceTree")

STATE_ROLE = Qt.ItemDataRole.UserRole + 1
"""The state's word, which the delegate writes at the right edge."""
STATE_ICON_ROLE = Qt.ItemDataRole.UserRole + 2
MUTED_ROLE = Qt.ItemDataRole.UserRole + 3

_ICONS: dict[NodeKind, str] = {
    NodeKind.WORKSPACE: "workspace",
    NodeKind.CONCEPT: "concept",
    NodeKind.CONCEPTLESS: "payload-unknown",
    NodeKind.FOUND_CACHES: "store",
    NodeKind.FOUND_CACHE: "lock",
}

_NAMED = frozenset({NodeKind.WORKSPACE, NodeKind.CONCEPT})
"""Kinds whose name the user gave; stores have ours."""

STATE_ICON = 14
ROW_PADDING = 9
WORDS_FROM = 200
"""Logical pixels of a tree that has room for states in words."""
EXPAND_UP_TO = 60
"""Nodes that still fit a window when everything is expanded."""


class WorkspaceTreeModel(TreeModel[WorkspaceNode]):
    """Tree model of the nodes of `workspace_nodes`."""

    def __init__(
        self, icons: IconCache, parent: QObject | None = None, *,
        names: ShownNames | None = None,
    ) -> None:
        super().__init__(1, parent)
        self._names = names or ShownNames()
        self._icons = icons

    def show_workspace(self, top: Sequence[WorkspaceNode]) -> None:
        """Show these nodes and what is below them."""
        self.show_nodes([_tree_node(node, None) for node in top])

    def find(self, scope: Scope) -> TreeNode[WorkspaceNode] | None:
        """The first node that stands for a scope, from the top."""
        return next((node for node in self.nodes if node.value.scope == scope
                     and node.value.kind is not NodeKind.FOUND_CACHES), None)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Name, icon, state and tooltip of a node."""
        node = self.node(index)
        if node is None:
            return None
        value = node.value
        if role == Qt.ItemDataRole.DisplayRole:
            return node_text(value, self._names)
        if role == Qt.ItemDataRole.DecorationRole:
            return self._icon(value)
        if role == Qt.ItemDataRole.ToolTipRole:
            look = None if value.state is None else state_look(value.state)
            said = () if look is None else (look.word, look.meaning)
            return plain_tip("\n".join(part for part in (
                self._names.path(value.path), *layout_texts(value.layouts), *said) if part))
        if role == STATE_ROLE:
            return state_look(value.state).word if value.state is not None else ""
        if role == STATE_ICON_ROLE:
            return None if value.state is None else self._icons.of_look(state_look(value.state))
        if role == MUTED_ROLE:
            return not value.enabled or value.kind in (NodeKind.CONCEPTLESS, NodeKind.FOUND_CACHES)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            state = state_look(value.state).word if value.state is not None else ""
            return ", ".join(part for part in (node_text(value, self._names), state) if part)
        return None

    def _icon(self, value: WorkspaceNode) -> QIcon:
        if value.kind is NodeKind.STORE:
            return self._icons.icon(kind_icon(value.store_kind or value.name))
        return self._icons.icon(_ICONS[value.kind], Tone.MUTED)


def node_text(node: WorkspaceNode, names: ShownNames) -> str:
    """Return the text of a tree node."""
    if node.kind is NodeKind.CONCEPTLESS:
        return _tr("Without a concept")
    if node.kind is NodeKind.FOUND_CACHES:
        return _tr("Found caches")
    name = names.concept(node.name) if node.kind in _NAMED else names.store(node.name)
    if not node.enabled and node.kind is NodeKind.CONCEPT:
        return _tr("%1 (disabled)").replace("%1", name)
    return name


def _tree_node(
    value: WorkspaceNode, parent: TreeNode[WorkspaceNode] | None,
) -> TreeNode[WorkspaceNode]:
    node = TreeNode(value=value) if parent is None else parent.add(value)
    for child in value.children:
        _tree_node(child, node)
    return node


class WorkspaceTree(QTreeView):
    """Concepts with their stores, each with the icon and word of its state."""

    def __init__(self, services: WindowServices) -> None:
        super().__init__()
        self._services = services
        self.tree_model = WorkspaceTreeModel(services.look.icons, self, names=services.look.names)
        self.setObjectName("workspaceTree")
        self.setAccessibleName(self.tr("Concepts and caches"))
        self.setModel(self.tree_model)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.viewport().setBackgroundRole(QPalette.ColorRole.Window)
        self.setHeaderHidden(True)
        self.setUniformRowHeights(True)
        self.setIconSize(QSize(16, 16))
        self.setIndentation(16)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setItemDelegate(_StateDelegate(self))
        services.session.survey_changed.connect(self._show_survey)
        services.view.scope_changed.connect(self._follow_scope)
        services.look.changed.connect(self.viewport().update)
        self.selectionModel().currentChanged.connect(self._on_current_changed)
        self.activated.connect(lambda _: services.view.show_page("entries"))
        self.customContextMenuRequested.connect(self._show_menu)
        self._show_survey()

    def _show_survey(self) -> None:
        pages = self._services.session.pages
        before = KeptPlace(self, self._identity)
        self.tree_model.show_workspace(pages.tree if pages is not None else ())
        if len(self.tree_model.nodes) <= EXPAND_UP_TO:
            self.expandAll()
        else:
            self.expandToDepth(0)
        self._follow_scope()
        before.restore()

    def _identity(self, index: Index) -> tuple[NodeKind, str, Scope] | None:
        node = self.tree_model.node(index)
        return None if node is None else (node.value.kind, node.value.name, node.value.scope)

    def _follow_scope(self) -> None:
        """Stand on the node of the scope without announcing a choice."""
        node = self.tree_model.find(self._services.view.scope)
        if node is not None:
            self.selectionModel().setCurrentIndex(
                self.tree_model.index_of(node), QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def _on_current_changed(self, current: QModelIndex, _: QModelIndex) -> None:
        node = self.tree_model.node(current)
        if node is not None and node.value.kind is not NodeKind.FOUND_CACHES:
            self._services.view.look_at(node.value.scope)

    def _show_menu(self, at: QPoint) -> None:
        menu = self._services.commands.context_menu(Context.TREE, self)
        menu.popup(self.viewport().mapToGlobal(at))


class _StateDelegate(QStyledItemDelegate):
    """Writes the state at the right edge, where the eye can run down a column of them.

    A narrow tree has its icon only: names come first, and the tooltip has the word.
    """

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        self.initStyleOption(option, index)
        quiet = option.palette.color(QPalette.ColorRole.PlaceholderText)
        if index.data(MUTED_ROLE):
            option.palette.setColor(QPalette.ColorRole.Text, quiet)
        paint_background(painter, option)
        room = option.rect.adjusted(2, 0, -PADDING, 0)
        word, icon = index.data(STATE_ROLE), index.data(STATE_ICON_ROLE)
        shown = word if option.rect.right() >= WORDS_FROM else ""
        paint_icon(painter, option, room)
        room.setLeft(room.left() + ICON + GAP)
        name = QRect(room)
        if word:
            metrics = option.fontMetrics
            taken = room.left() + metrics.horizontalAdvance(option.text) + 2 * GAP + STATE_ICON
            # Names come first: what is left of the line is the word's.
            left_over = max(room.right() - taken - GAP, metrics.horizontalAdvance(shown[:3]) * 2)
            shown = metrics.elidedText(shown, Qt.TextElideMode.ElideRight, left_over)
            width = metrics.horizontalAdvance(shown) + STATE_ICON + GAP * bool(shown)
            name.setRight(room.right() - width - GAP)
        option.displayAlignment = LEFT
        paint_text(painter, option, name)
        if word:
            left = room.right() - width + 1
            top = room.center().y() - STATE_ICON // 2 + 1
            icon.paint(painter, QRect(left, top, STATE_ICON, STATE_ICON))
            painter.setPen(quiet)
            painter.drawText(room, RIGHT, shown)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: ARG002
        return QSize(0, option.fontMetrics.height() + ROW_PADDING)
