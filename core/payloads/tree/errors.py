"""What is wrong with a tree that was handed to us, or with one leaf of a tree on disk."""

from __future__ import annotations

from larder.core.errors import PayloadError
from larder.core.payloads.tree.paths import TreePath, path_text


class InvalidTreeError(ValueError):
    """A tree that cannot be written as it is. Nothing was written.

    Attributes:
        path: keys from the root to the place that is at fault.
    """

    def __init__(self, path: TreePath, problem: str) -> None:
        super().__init__(f"{path_text(path)}: {problem}")
        self.path = path


class DamagedLeafError(PayloadError):
    """A leaf on disk is not as it was written.

    Attributes:
        leaf: its path as text.
    """

    def __init__(self, leaf: str, problem: str, hint: str = "") -> None:
        super().__init__(problem, hint)
        self.leaf = leaf
