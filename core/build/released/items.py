"""Items to be encoded for the slots of a store, in columns; see `each`."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import overload

from larder.core.build.order import BuildOrder
from larder.core.build.plan import BuildItem
from larder.core.build.released.pool import PlannedFolder
from larder.core.survey.verdicts import Verdict
from larder.core.workspace.bucketing import Size
from larder.core.workspace.samples import caption_of


class ItemRows:
    """Items while they are found, a row each: the folder and slot of the first that it is for."""

    def __init__(self) -> None:
        self.folder = array("i")
        self.slot = array("i")
        self.by = BuildOrder()
        self.verdict = bytearray()
        self.doubted = bytearray()
        self.to_make: list[tuple[int, ...]] = []
        self._alike: dict[tuple[int, ...], tuple[int, ...]] = {}

    def __len__(self) -> int:
        return len(self.folder)

    def add(
        self, folder: int, slot: int, bucket: Size | None, position: int, variation: int,
        verdict: Verdict, *, is_doubted: bool,
    ) -> None:
        """Add an item; `folder` counts those of the store, `variation` from 1."""
        self.folder.append(folder)
        self.slot.append(slot)
        self.by.add(bucket, position)
        self.verdict.append(verdict)
        self.doubted.append(is_doubted)
        self.to_make.append(self._one((variation,)))

    def make_also(self, row: int, variation: int) -> None:
        """Have one more variation made of an item."""
        self.to_make[row] = self._one((*self.to_make[row], variation))

    def _one(self, variations: tuple[int, ...]) -> tuple[int, ...]:
        return self._alike.setdefault(variations, variations)


class SlotItems(Sequence[BuildItem]):
    """The items of a store size by size, by position within a size."""

    def __init__(
        self, folders: Sequence[PlannedFolder], rows: ItemRows, variations: Sequence[int], *,
        is_text: bool, limit: int | None,
    ) -> None:
        """Put rows in order.

        Args:
            folders: of the store.
            rows: what is to be made of them.
            variations: how many each folder's group has.
            is_text: whether items are captions.
            limit: at most so many, None for all.
        """
        self._folders = folders
        self._rows = rows
        self._variations = variations
        self._is_text = is_text
        self._order = rows.by.rows(lambda row: self._item(row).key)[:limit]

    def __len__(self) -> int:
        return len(self._order)

    @overload
    def __getitem__(self, at: int) -> BuildItem: ...

    @overload
    def __getitem__(self, at: slice) -> list[BuildItem]: ...

    def __getitem__(self, at: int | slice) -> BuildItem | list[BuildItem]:
        if isinstance(at, slice):
            return list(map(self._item, self._order[at].tolist()))
        return self._item(int(self._order[at]))

    def __iter__(self) -> Iterator[BuildItem]:
        return map(self._item, map(int, self._order))

    def _item(self, row: int) -> BuildItem:
        rows = self._rows
        folder = rows.folder[row]
        slot = self._folders[folder].slots[rows.slot[row]]
        sample, state = slot.sample, slot.state
        return BuildItem(
            key=caption_of(sample.picture) if self._is_text else sample.picture,
            source=slot.path, bucket=slot.size, variations=self._variations[folder], use=sample,
            uses=(), verdict=Verdict(rows.verdict[row]), keeps_row=False, is_first=True, stem=None,
            is_doubted=bool(rows.doubted[row]), is_redone=slot.is_redone,
            to_make=rows.to_make[row], size=None, content=state.content)
