"""One checksum over the arrays of a payload, told from a file without reading their bytes.

It is made of each array's name, type, shape and the CRC-32 of its bytes. A zip file keeps that CRC
of every member in its directory, so whether a payload still holds the arrays it was written with
costs no more than listing it. That the bytes agree with their CRC is what verifying checks.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Mapping

import msgspec

from larder.core.keys.recipe import CHECKSUM_KEY, RECIPE_KEY
from larder.core.payloads.pt_file import PtFile

DIGITS = 16


class ArrayCrc(msgspec.Struct, frozen=True, gc=False):
    """One array as far as its identity goes.

    Attributes:
        name: as in `PayloadContents`.
        dtype: as torch spells it.
        shape: elements along each axis.
        crc: CRC-32 of its bytes in C order.
    """

    name: str
    dtype: str
    shape: tuple[int, ...]
    crc: int


def checksum_of_arrays(arrays: Iterable[ArrayCrc]) -> str:
    """16 hex digits that tell sets of arrays apart; their order is not part of them."""
    lines = sorted([
        f"{array.name}\0{array.dtype}\0{'x'.join(map(str, array.shape))}\0{array.crc:08x}"
        for array in arrays])
    return hashlib.sha256("\n".join(lines).encode("utf-8", "surrogatepass")).hexdigest()[:DIGITS]


def stamps(recipe: str, checksum: str) -> Mapping[str, str]:
    """What a payload of ours carries beside its values."""
    return {RECIPE_KEY: recipe, CHECKSUM_KEY: checksum}


def recipe_of_file(path: str | os.PathLike[str]) -> str | None:
    """The id of the recipe a payload was made with.

    Returns:
        None if it carries none, or if its arrays are not those it was written with: a trainer that
        completes a payload keeps what it does not know.

    Raises:
        PayloadError: if it is no torch payload, damaged or refused.
    """
    with PtFile(path) as payload:
        values = payload.contents().values
        recipe, checksum = values.get(RECIPE_KEY), values.get(CHECKSUM_KEY)
        if not isinstance(recipe, str) or not isinstance(checksum, str):
            return None
        arrays: list[ArrayCrc] = []
        for array in payload.contents().arrays:
            crc = payload.array_crc(array.name)
            if crc is None:
                return None
            arrays.append(ArrayCrc(array.name, array.dtype, array.shape, crc))
        return recipe if checksum_of_arrays(arrays) == checksum else None
