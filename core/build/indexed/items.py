"""Items of a build into a store with an index, in columns; see `released.each`.

Items of one store differ in little more than their sample. Everything else is stored once for all
that are alike, and an item is made anew whenever it is requested.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, overload

import msgspec
import numpy as np
import numpy.typing as npt

from larder.core.build.order import BuildOrder
from larder.core.build.plan import BuildItem
from larder.core.build.released.columns import HeldPayload
from larder.core.build.sample_positions import SamplePosition
from larder.core.workspace.bucketing import Size
from larder.core.workspace.samples import caption_of

NOBODY: Final = SamplePosition(-1, -1, "")


class IndexItems(Sequence[BuildItem]):
    """The items of a store: as they were found, and once `put_in_order` as they are built."""

    def __init__(self, source_path: Callable[[str], str], *, is_text: bool) -> None:
        """Begin with none.

        Args:
            source_path: where a source lies on this machine, by its key.
            is_text: whether items are captions, which the index calls by their own names.
        """
        self._source_path = source_path
        self._is_text = is_text
        self._order: npt.NDArray[np.int32] | None = None
        self._by = BuildOrder()
        self._alike: dict[BuildItem, BuildItem] = {}
        self._kinds: list[BuildItem] = []
        self._use: list[SamplePosition] = []
        self._sizes: list[Size | None] = []
        self._stems: list[str | None] = []
        self._contents: list[str] = []
        # By row, of those of which there is more to say.
        self._keys: dict[int, str] = {}
        self._uses: dict[int, tuple[SamplePosition, ...]] = {}
        self._replaced: dict[int, tuple[tuple[str, ...], str]] = {}
        self._linked: dict[int, tuple[tuple[int, HeldPayload], ...]] = {}

    def __len__(self) -> int:
        return len(self._kinds)

    @overload
    def __getitem__(self, at: int) -> BuildItem: ...

    @overload
    def __getitem__(self, at: slice) -> list[BuildItem]: ...

    def __getitem__(self, at: int | slice) -> BuildItem | list[BuildItem]:
        if isinstance(at, slice):
            return [self._item(self._row(one)) for one in range(len(self))[at]]
        return self._item(self._row(range(len(self))[at]))

    def __iter__(self) -> Iterator[BuildItem]:
        return map(self._item, map(self._row, range(len(self))))

    def add(self, item: BuildItem) -> None:
        """Add an item behind the others."""
        row, use = len(self), item.use
        self._by.add(item.bucket, use.position)
        self._kinds.append(self._one(msgspec.structs.replace(
            item, key="", source="", use=NOBODY, uses=(), stem=None, size=None, replaced=(),
            replaced_hash="", content="", linked=())))
        self._use.append(use)
        self._sizes.append(item.size)
        self._stems.append(item.stem)
        self._contents.append(item.content)
        if item.key != self._key_of(use):
            self._keys[row] = item.key
        if item.uses != (use,):
            self._uses[row] = item.uses
        if item.replaced or item.replaced_hash:
            self._replaced[row] = item.replaced, item.replaced_hash
        if item.linked:
            self._linked[row] = item.linked

    def put_in_order(self) -> None:
        """Put them in the order in which they are built."""
        self._order = self._by.rows(self._key)

    def know(self, at: int, content: str) -> None:
        """Learn what content the source of an item has."""
        self._contents[self._row(at)] = content

    @property
    def has_contents(self) -> bool:
        """True if the content of any source is known."""
        return any(self._contents)

    def share(self, at: int) -> None:
        """Learn that an item needs no payload of its own."""
        row = self._row(at)
        self._kinds[row] = self._one(msgspec.structs.replace(self._kinds[row], is_shared=True))

    def link(self, at: int, linked: tuple[tuple[int, HeldPayload], ...]) -> None:
        """Learn what the other layout has of an item."""
        self._linked[self._row(at)] = linked

    def _row(self, at: int) -> int:
        return at if self._order is None else int(self._order[at])

    def _one(self, kind: BuildItem) -> BuildItem:
        return self._alike.setdefault(kind, kind)

    def _key_of(self, use: SamplePosition) -> str:
        return caption_of(use.picture) if self._is_text else use.picture

    def _key(self, row: int) -> str:
        return self._keys.get(row) or self._key_of(self._use[row])

    def _item(self, row: int) -> BuildItem:
        key, use = self._key(row), self._use[row]
        replaced, replaced_hash = self._replaced.get(row, ((), ""))
        return msgspec.structs.replace(
            self._kinds[row], key=key, source=self._source_path(key), use=use,
            uses=self._uses.get(row) or (use,), size=self._sizes[row], stem=self._stems[row],
            content=self._contents[row], replaced=replaced, replaced_hash=replaced_hash,
            linked=self._linked.get(row, ()))
