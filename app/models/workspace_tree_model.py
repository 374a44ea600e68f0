"""The workspace tree: concepts and their stores, found caches with a lock."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, Qt
from PySide6.QtGui import QIcon

from larder.app.models.columns import Index
from larder.app.models.scope import Scope
from larder.app.models.tree_nodes import TreeModel, TreeNode
from larder.app.models.workspace_nodes import NodeKind, WorkspaceNode
from larder.app.presentation.icons import IconShelf
from larder.app.presentation.looks import Tone, kind_icon, state_look
from larder.app.presentation.shown_names import ShownNames

STATE_ROLE = Qt.ItemDataRole.UserRole + 1
"""The state's word, which the delegate writes at the right edge."""
STATE_ICON_ROLE = Qt.ItemDataRole.UserRole + 2
MUTED_ROLE = Qt.ItemDataRole.UserRole + 3


class WorkspaceTreeModel(TreeModel[WorkspaceNode]):
    """Nodes of `workspace_nodes`."""

    def __init__(
        self, icons: IconShelf, parent: QObject | None = None, *,
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
            state = () if look is None else (look.word, look.meaning)
            return "\n".join(part for part in (self._names.path(value.path), *state) if part)
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


_ICONS: dict[NodeKind, str] = {
    NodeKind.WORKSPACE: "workspace",
    NodeKind.CONCEPT: "concept",
    NodeKind.CONCEPTLESS: "payload-unknown",
    NodeKind.FOUND_CACHES: "store",
    NodeKind.FOUND_CACHE: "lock",
}


_NAMED = frozenset({NodeKind.WORKSPACE, NodeKind.CONCEPT})
"""Kinds whose name the user gave; stores have ours."""


def node_text(node: WorkspaceNode, names: ShownNames) -> str:
    """What a node is called."""
    if node.kind is NodeKind.CONCEPTLESS:
        return _tr("Under no concept")
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


def _tr(text: str) -> str:
    return QCoreApplication.translate("WorkspaceTree", text)
