"""Counts of payloads by what a build does with them; light enough for a window's start."""

from __future__ import annotations

import msgspec

from larder.core.quantities import pluralize


class PayloadTotals(msgspec.Struct, frozen=True, kw_only=True):
    """Counts of payloads by what a build does with them.

    Attributes:
        stays: those that are there and right, each file once.
        moves: those that are kept at another position: in another slot, or of a moved source whose
            row is taken over.
        copies: places that get a payload with equal content, of another sample or the other layout,
            whether a file is written for it or not.
        encodes: those that are encoded, as far as can be known before it is done: equal pictures
            and equal prompts count once.
        goes: those that nothing wants after the build: slots in a folder that is replaced; in
            cache.json payloads whose row gets others, which a clean takes away.
    """

    stays: int = 0
    moves: int = 0
    copies: int = 0
    encodes: int = 0
    goes: int = 0

    def describe(self) -> str:
        """Return what is done as text: "encode 8 files, copy 1, move 95"; "" if nothing is."""
        done = [(word, count) for word, count in (
            ("encode", self.encodes), ("copy", self.copies), ("move", self.moves)) if count]
        return ", ".join(
            f"{word} {pluralize(count, 'file')}" if place == 0 else f"{word} {count:,}"
            for place, (word, count) in enumerate(done))

    def __add__(self, other: PayloadTotals) -> PayloadTotals:
        return PayloadTotals(**{
            name: getattr(self, name) + getattr(other, name) for name in self.__struct_fields__})
