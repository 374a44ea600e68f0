"""Rows of columns as objects that live only while somebody looks at them.

Of a hundred thousand pictures with captions half a million objects would live at once, 1 KB a
picture. What is told of a row is made anew whenever it is asked for, so it is told apart by its
values alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar, overload

T = TypeVar("T")


class Each(Sequence[T]):
    """Sequence whose element for each row is computed when it is read."""

    __slots__ = ("_count", "_tell")

    def __init__(self, count: int, tell: Callable[[int], T]) -> None:
        """Make it; `tell` gives what is told of a row, from 0."""
        self._count = count
        self._tell = tell

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, at: int) -> T: ...

    @overload
    def __getitem__(self, at: slice) -> list[T]: ...

    def __getitem__(self, at: int | slice) -> T | list[T]:
        if isinstance(at, int) and 0 <= at < self._count:
            return self._tell(at)
        rows = range(self._count)[at]
        return self._tell(rows) if isinstance(rows, int) else list(map(self._tell, rows))

    def __iter__(self) -> Iterator[T]:
        return map(self._tell, range(self._count))
