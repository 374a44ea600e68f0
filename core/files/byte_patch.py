"""A file told as what it takes to make it out of another one: pieces of that, and bytes of its own.

On disk: one line of JSON (`PatchHead`), a line feed, and the bytes that the other file does not
have, one behind the other. Both files are known by size and digest, so that a patch is never
applied to another file than the one it was made for, and never gives another one back.

Meant for two states of an index of which one lacks some rows: what they have in common stands in
the same order in both. Files of any other kind are patched right too, only with more bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec
import xxhash

from larder.core.files.ascii_json import UnreadableJsonError, decode_ascii_json, encode_ascii_json

_FORMAT: Final = 1

_ANCHOR_BYTES: Final = 48
"""Bytes by which a piece is found again: longer than what rows have in common, shorter than one."""

_NEAR: Final = 1 << 16
_SEARCHES: Final = ((1 << 20, 64), (1 << 40, 16))
"""How far a piece is looked for that is not near, and how often in vain: where the files have much
in common, but in small pieces, looking through all of them for each would take minutes."""

_STEPS: Final = tuple(range(0, 513, 16))
"""How many bytes of the other file may be skipped, where these bytes are not in the file at all."""

_STEP_WINDOW: Final = 1 << 12

_MOST_PIECES: Final = 5_000
"""With more a patch takes seconds to make, and is hardly smaller than the file."""

_BLOCK_BYTES: Final = 1 << 16


class FileDigest(msgspec.Struct, frozen=True):
    """Required size of a file in bytes and its xxh3-128, 32 hex digits."""

    size: int
    digest: str

    @classmethod
    def of(cls, content: bytes) -> FileDigest:
        """Return that of some bytes."""
        return cls(len(content), xxhash.xxh3_128_hexdigest(content))


class PatchHead(msgspec.Struct, frozen=True):
    """The first line of a patch.

    Attributes:
        base: the file that pieces are taken of.
        target: the file that is made.
        pieces: (begin in the base, length, bytes of the patch's own that follow) of each piece.
    """

    format: int
    base: FileDigest
    target: FileDigest
    pieces: tuple[tuple[int, int, int], ...]


def make_patch(base: bytes, target: bytes) -> bytes | None:
    """Return what `apply_patch` makes the target of; None if they have little in common."""
    pieces: list[tuple[int, int, int]] = []
    own: list[bytes] = []
    own_bytes = 0
    for begin, length, literal in _Pieces(base, target):
        pieces.append((begin, length, len(literal)))
        own.append(literal)
        own_bytes += len(literal)
        if len(pieces) > _MOST_PIECES or own_bytes > len(target) // 2:
            return None
    head = PatchHead(_FORMAT, FileDigest.of(base), FileDigest.of(target), tuple(pieces))
    return b"".join([encode_ascii_json(head), b"\n", *own])


class DamagedPatchError(ValueError):
    """Bytes that are no patch of this format, or not the one that was written."""


def apply_patch(base: bytes, patch: bytes) -> bytes | None:
    """Return the target; None if the patch was made for another base.

    Raises:
        DamagedPatchError: if it is damaged.
    """
    line, _, own = patch.partition(b"\n")
    try:
        head = decode_ascii_json(line, PatchHead)
    except UnreadableJsonError as error:
        raise DamagedPatchError(str(error)) from error
    if head.format != _FORMAT:
        raise DamagedPatchError(f"format {head.format} is of a newer version")
    if head.base != FileDigest.of(base):
        return None
    at, parts = 0, list[bytes]()
    for begin, length, literal in head.pieces:
        parts += [base[begin:begin + length], own[at:at + literal]]
        at += literal
    target = b"".join(parts)
    if head.target != FileDigest.of(target):
        raise DamagedPatchError("its content is not what was written")
    return target


class _Pieces:
    """The pieces of a target from its begin: (begin in the base, length, bytes of its own)."""

    def __init__(self, base: bytes, target: bytes) -> None:
        self._base = base
        self._target = target
        self._searches = [often for _, often in _SEARCHES]

    def __iter__(self) -> Iterator[tuple[int, int, bytes]]:
        in_base = in_target = 0
        while in_target < len(self._target):
            length = _common(self._base, in_base, self._target, in_target)
            begin, in_base, in_target = in_base, in_base + length, in_target + length
            skipped, own = self._next_common(in_base, in_target)
            yield begin, length, self._target[in_target:in_target + own]
            in_base, in_target = in_base + skipped, in_target + own

    def _next_common(self, in_base: int, in_target: int) -> tuple[int, int]:
        """Return how many bytes of the base to skip, and of the target's own, up to the next."""
        found = self._find(in_base, in_target, _NEAR)
        for at, (window, _) in enumerate(_SEARCHES):
            if found < 0 < self._searches[at]:
                found = self._find(in_base, in_target, window)
                self._searches[at] -= found < 0
        if found >= 0:
            return 0, found
        for skipped in _STEPS[1:]:
            found = self._find(in_base + skipped, in_target, _STEP_WINDOW)
            if found >= 0:
                return skipped, found
        return 0, len(self._target) - in_target

    def _find(self, in_base: int, in_target: int, window: int) -> int:
        """Return how far ahead the target has what the base has here, -1 for not that near."""
        anchor = self._base[in_base:in_base + _ANCHOR_BYTES]
        if len(anchor) < _ANCHOR_BYTES:
            return -1
        found = self._target.find(anchor, in_target, in_target + window)
        return found - in_target if found >= 0 else -1


def _common(base: bytes, in_base: int, target: bytes, in_target: int) -> int:
    """Return how many bytes are equal from here on."""
    most = min(len(base) - in_base, len(target) - in_target)
    equal = 0
    while equal < most:
        step = min(_BLOCK_BYTES, most - equal)
        one = base[in_base + equal:in_base + equal + step]
        other = target[in_target + equal:in_target + equal + step]
        if one == other:
            equal += step
            continue
        low, high = 0, step  # one[:low] is equal, one[:high] is not
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if one[:middle] == other[:middle] else (low, middle)
        return equal + low
    return equal
