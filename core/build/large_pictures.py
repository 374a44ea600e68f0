"""Pictures that take much memory while a build decodes them, which is said before it begins."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from larder.core.errors import Finding
from larder.core.quantities import size_text
from larder.core.workspace.bucketing import Size

BYTES_PER_PIXEL: Final = 5
"""Of a picture while it is scaled: four as Pillow has it, and the rows that are made narrow."""

MOST_UNSAID: Final = 10**9
"""Bytes that any picture may take."""


def is_large(size: Size) -> bool:
    """Return whether a picture of this height and width takes more than what may go unsaid."""
    return size[0] * size[1] * BYTES_PER_PIXEL > MOST_UNSAID


def large_pictures(sizes: Mapping[str, Size], decoded: Collection[str]) -> tuple[Finding, ...]:
    """Return what is to be said of large pictures, by the one that takes most.

    Args:
        sizes: height and width of pictures that are large.
        decoded: those of them that are encoded.
    """
    found = {key: size for key, size in sizes.items() if key in decoded}
    if not found:
        return ()
    largest = min(found, key=lambda key: (-found[key][0] * found[key][1], key))
    height, width = found[largest]
    memory = size_text(height * width * BYTES_PER_PIXEL)
    return (Finding(
        largest,
        f"{largest} has {width:,} × {height:,} pixels and takes about {memory} of memory while it "
        "is encoded.",
        "Pictures of this size are decoded one at a time; save it at a smaller size if there is "
        "not enough memory."),)
