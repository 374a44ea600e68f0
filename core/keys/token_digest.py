"""Digests of token ids: they tell whether two prompts are the same to a text encoder.

A payload's ids are looked at once and its digests remembered, at 32 bytes instead of 8 a token.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
import numpy as np
import numpy.typing as npt
import xxhash

CLIP_END: Final = 49_407
"""The token that ends a prompt in CLIP's vocabulary."""

_IDS, _MASKS = "tokens", "tokens_mask"


class TokenDigest(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Of one array of token ids; 16 hex digits each.

    Attributes:
        name: of the array.
        whole: of all ids, padding too.
        to_end: of those up to CLIP's end of a prompt, of all where there is none.
    """

    name: str
    whole: str
    to_end: str


def is_array_of_ids(name: str) -> bool:
    """Return whether an array of this name in a text payload contains token ids."""
    return name.startswith(_IDS) and not name.startswith(_MASKS)


def token_digest(name: str, ids: npt.NDArray[Any]) -> TokenDigest:
    """Return the digests of ids of any shape and type."""
    flat = np.ascontiguousarray(ids, dtype=np.int64).reshape(-1)
    ends = np.flatnonzero(flat == CLIP_END)
    whole = xxhash.xxh64_hexdigest(flat.tobytes())
    to_end = whole if not len(ends) else xxhash.xxh64_hexdigest(flat[:ends[0] + 1].tobytes())
    return TokenDigest(name, whole, to_end)
