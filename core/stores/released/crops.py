"""Crops slot by slot, as the list of a group has them: two columns instead of a pair per slot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
import numpy.typing as npt

NOT_CROPPED = -1
"""In place of a side of a crop that is not recorded."""

LARGEST_SIDE = np.iinfo(np.int32).max

NONE = (NOT_CROPPED, NOT_CROPPED)


class Crops:
    """The crops of n slots, (height, width) each, None where it is not recorded.

    Attributes:
        sides: heights and widths, `NOT_CROPPED` where not recorded, int32, shape (n, 2).
    """

    __slots__ = ("sides",)

    def __init__(self, sides: npt.NDArray[np.int32]) -> None:
        self.sides = sides

    @classmethod
    def of(cls, crops: Iterable[tuple[int, int] | None]) -> Crops:
        """Pack crops; a side that no picture can have is as if it were not recorded."""
        return cls(np.array([
            NONE if crop is None or not all(0 <= side <= LARGEST_SIDE for side in crop) else crop
            for crop in crops], dtype=np.int32).reshape(-1, 2))

    def __len__(self) -> int:
        return len(self.sides)

    def __getitem__(self, slot: int) -> tuple[int, int] | None:
        height, width = self.sides[slot].tolist()
        return None if height == NOT_CROPPED else (height, width)

    def __iter__(self) -> Iterator[tuple[int, int] | None]:
        return (None if height == NOT_CROPPED else (height, width)
                for height, width in self.sides.tolist())

    def of_slots(self, slots: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Return heights and widths of k slots, `NOT_CROPPED` behind the last, shape (k, 2)."""
        found = np.full((len(slots), 2), NOT_CROPPED, dtype=np.int64)
        is_listed = slots < len(self.sides)
        found[is_listed] = self.sides[slots[is_listed]]
        return found


NO_CROPS = Crops(np.zeros((0, 2), dtype=np.int32))
