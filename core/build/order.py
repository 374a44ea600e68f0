"""The order in which the items of a store are built."""

from __future__ import annotations

from array import array
from collections.abc import Callable

import numpy as np
import numpy.typing as npt


class BuildOrder:
    """Sort keys of items while they are found, one row each."""

    def __init__(self) -> None:
        self.height = array("i")
        self.width = array("i")
        self.position = array("i")

    def add(self, bucket: tuple[int, int] | None, position: int) -> None:
        """Add an item of a sample at a position of its loader's list."""
        height, width = bucket or (0, 0)
        self.height.append(height)
        self.width.append(width)
        self.position.append(position)

    def rows(self, key: Callable[[int], str]) -> npt.NDArray[np.int32]:
        """Rows by size and position, and of equal ones by key."""
        keys = [np.array(column, dtype=np.int64) for column in (
            self.position, self.width, self.height)]
        order = np.lexsort(keys).astype(np.int32)
        is_equal = np.ones(max(len(order) - 1, 0), dtype=np.bool_)
        for column in keys:
            is_equal &= column[order[1:]] == column[order[:-1]]
        # Positions of training and of validation samples both begin at 0.
        starts = np.flatnonzero(is_equal & ~np.concatenate([[False], is_equal])[:len(is_equal)])
        for start in starts.tolist():
            end = start + 1
            while end < len(order) and is_equal[end - 1]:
                end += 1
            order[start:end] = sorted(order[start:end].tolist(), key=key)
        return order
