"""The tree at the left: choosing a node is choosing what the tables show."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
)

from larder.app.commands.command_table import Context
from larder.app.models.columns import LEFT, RIGHT, Index
from larder.app.models.workspace_nodes import NodeKind
from larder.app.models.workspace_tree_model import (
    MUTED_ROLE,
    STATE_ICON_ROLE,
    STATE_ROLE,
    WorkspaceTreeModel,
)
from larder.app.services import WindowServices
from larder.app.views.cell_delegate import (
    GAP,
    ICON,
    PADDING,
    paint_background,
    paint_icon,
    paint_text,
)

STATE_ICON = 14
ROW_PADDING = 9
WORDS_FROM = 200
"""Logical pixels of a tree that has room for states in words."""
EXPAND_UP_TO = 60
"""Nodes that still fit a window when everything is expanded."""


class WorkspaceTree(QTreeView):
    """Concepts with their stores, each with the icon and word of its state."""

    def __init__(self, services: WindowServices) -> None:
        super().__init__()
        self._services = services
        self._model = WorkspaceTreeModel(services.look.icons, self, names=services.look.names)
        self.setObjectName("workspaceTree")
        self.setAccessibleName(self.tr("Concepts and stores"))
        self.setModel(self._model)
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

    @property
    def tree_model(self) -> WorkspaceTreeModel:
        """What the tree shows."""
        return self._model

    def _show_survey(self) -> None:
        pages = self._services.session.pages
        self._model.show_workspace(pages.tree if pages is not None else ())
        if len(self._model.nodes) <= EXPAND_UP_TO:
            self.expandAll()
        else:
            self.expandToDepth(0)
        self._follow_scope()

    def _follow_scope(self) -> None:
        """Stand on the node of the scope without announcing a choice."""
        node = self._model.find(self._services.view.scope)
        if node is not None:
            self.selectionModel().setCurrentIndex(
                self._model.index_of(node), QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def _on_current_changed(self, current: QModelIndex, _: QModelIndex) -> None:
        node = self._model.node(current)
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
            width = option.fontMetrics.horizontalAdvance(shown) + STATE_ICON + GAP * bool(shown)
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
