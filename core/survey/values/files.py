"""What lies in a store of single values, whatever its format, and which files an item of it has."""

from __future__ import annotations

from pathlib import Path

from larder.core.survey.sharded import checks_of, listed_values
from larder.core.survey.tree import damage_of_tree, listed_trees, tree_files
from larder.core.survey.values.listed import ListedValues
from larder.core.workspace.store_kinds import StoreFormat, StoreKind

VALUE_FORMATS = (StoreFormat.SHARDED, StoreFormat.TREE)
"""Formats whose stores hold single values and have no index."""


def list_values(store: Path, kind: StoreKind) -> ListedValues:
    """What lies in a store.

    Raises:
        WorkspaceError: if a folder of the store cannot be listed.
    """
    return listed_trees(store) if kind.format is StoreFormat.TREE else listed_values(store, kind)


def damage_of_value(path: Path, kind: StoreKind) -> str:
    """What is wrong with a value's content, "" when it can be read whole."""
    return (damage_of_tree if kind.format is StoreFormat.TREE else checks_of(kind).damage)(path)


def files_of(store: Path, kind: StoreKind) -> dict[str, tuple[str, ...]]:
    """The files of items that are not one file of the same name: of trees, by stem."""
    return dict(tree_files(store)) if kind.format is StoreFormat.TREE else {}
