"""How far a cached file is from what an encoder makes.

Differences are relative: the root mean square of the difference, divided by that of what is cached,
so that one figure serves latents and hidden states of any scale. What two machines make of the same
weights differs by the rounding of the number type that they compute in, many layers on; other
weights or another layer differ by far more.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

import msgspec
import numpy as np

from larder.core.keys.recipe import RECIPE_KEY
from larder.core.payloads.dtypes import Array, bits_of, decode
from larder.core.payloads.pt_file import list_pt, read_pt_array
from larder.core.payloads.tensors import as_array

LARGEST_EQUAL: Final[Mapping[str, float]] = {
    "float32": 0.002, "float16": 0.02, "bfloat16": 0.05}
"""Relative difference, by number type, up to which two values count as the same encoder's."""

QUANTISED: Final = 0.1
"""The same where the trainer rounds weights, which Larder does not."""

ENCODED: Final = ("latent_image", "latent_conditioning_image")
ENCODED_ENDS: Final = ("_hidden_state", "_pooled_state")
TOKENS: Final = ("tokens", "t5_tokens")
MASK_OF_TOKENS: Final = "mask"


class Contents(msgspec.Struct, frozen=True):
    """Contents of a cached file, or of an encoder's output, to be compared.

    Attributes:
        arrays: what the encoder made, by name: its type and float32 values.
        tokens: token ids, by name.
        crop: where the picture was cropped, None where that is not told.
        recipe: id of the recipe that the file carries, "" for none.
    """

    arrays: Mapping[str, tuple[str, Array]]
    tokens: Mapping[str, Array]
    crop: tuple[int, ...] | None
    recipe: str = ""


class Difference(msgspec.Struct, frozen=True):
    """How two contents differ.

    Attributes:
        largest: the largest relative difference of an array, 1.0 where shapes differ.
        names: arrays that differ by more than rounding.
        cached_type: number type of an array that is cached in another than was made, "" for none.
        shape: what is to be said of an array of another shape, "" for none.
        token_length: how many tokens are cached, where it is the beginning of the same prompt.
    """

    largest: float = 0.0
    names: tuple[str, ...] = ()
    cached_type: str = ""
    shape: str = ""
    token_length: int | None = None

    @property
    def is_equal(self) -> bool:
        """True if both are from the same encoder, as far as values show."""
        return not self.names and self.token_length is None


def read_contents(path: str) -> Contents:
    """Read what a cached file holds.

    Raises:
        PayloadError: if it cannot be read.
    """
    listed = list_pt(path)
    arrays = {
        one.name: (one.dtype, read_pt_array(path, one.name))
        for one in listed.arrays if _is_encoded(one.name)}
    tokens = {
        one.name: read_pt_array(path, one.name) for one in listed.arrays if _is_tokens(one.name)}
    return Contents(
        arrays, tokens, _crop(listed.values.get("crop_offset")),
        str(listed.values.get(RECIPE_KEY, "")))


def contents_of(values: Mapping[str, Any]) -> Contents:
    """Return the same of what an encoder made."""
    spread = dict(_spread(values))
    arrays: dict[str, tuple[str, Array]] = {}
    tokens: dict[str, Array] = {}
    for name, value in spread.items():
        if not hasattr(value, "shape"):
            continue
        if _is_encoded(name):
            bits, kind = bits_of(as_array(value))
            arrays[name] = (kind or bits.dtype.name, decode(bits, kind))
        elif _is_tokens(name):
            tokens[name] = as_array(value)
    return Contents(arrays, tokens, _crop(values.get("crop_offset")))


def compare(
    cached: Contents, made: Contents, *, rounds_weights: bool = False,
    of_fixed_length: Collection[str] = (),
) -> Difference | None:
    """Compare a cached file with what was made of its source.

    Args:
        cached: what the file holds.
        made: what the encoder gave.
        rounds_weights: whether the trainer's weights are less exact than ours.
        of_fixed_length: names of tokens that are as many for every prompt.

    Returns:
        None if they are of another prompt or crop, so that nothing can be said.
    """
    if cached.crop is not None and made.crop is not None and cached.crop != made.crop:
        return None
    length = None
    for name, ids in made.tokens.items():
        have = cached.tokens.get(name)
        if have is None or np.array_equal(have, ids):
            continue
        if name not in of_fixed_length or not _is_beginning(have, ids):
            return None
        length = int(have.shape[-1])
    if length is not None:
        return Difference(largest=1.0, token_length=length)
    largest, names, cached_type, shape = 0.0, list[str](), "", ""
    for name, (kind, values) in made.arrays.items():
        if name not in cached.arrays:
            continue
        have_kind, have_values = cached.arrays[name]
        if have_kind != kind:
            cached_type = have_kind
        if have_values.shape != values.shape:
            names.append(name)
            shape = f"{name} is {have_values.shape}, and the model makes {values.shape}"
            largest = max(largest, 1.0)
            continue
        found = relative_difference(have_values, values)
        largest = max(largest, found)
        if found > _compute_tolerance(kind, have_kind, rounds_weights=rounds_weights):
            names.append(name)
    return Difference(largest, tuple(names), cached_type, shape)


def relative_difference(have: Array, made: Array) -> float:
    """Return the root mean square of the difference relative to that of what is there."""
    one, other = have.astype(np.float64), made.astype(np.float64)
    size = float(np.sqrt(np.mean(np.square(one)))) if one.size else 0.0
    apart = float(np.sqrt(np.mean(np.square(one - other)))) if one.size else 0.0
    if not np.isfinite(apart):
        return 1.0
    return apart / size if size else float(apart > 0)


def _compute_tolerance(*types: str, rounds_weights: bool) -> float:
    if rounds_weights:
        return QUANTISED
    return max(LARGEST_EQUAL.get(one, LARGEST_EQUAL["float32"]) for one in types)


def _is_encoded(name: str) -> bool:
    return name in ENCODED or name.partition("[")[0].endswith(ENCODED_ENDS)


def _is_tokens(name: str) -> bool:
    return name.startswith(TOKENS) and MASK_OF_TOKENS not in name


def _is_beginning(one: Array, other: Array) -> bool:
    """Return whether one row of tokens continues the other, except padding and end marks."""
    if one.ndim != 1 or other.ndim != 1 or one.shape == other.shape:
        return False
    shared = min(len(one), len(other)) - 1
    return shared > 0 and bool(np.array_equal(one[:shared], other[:shared]))


def _spread(values: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in values.items():
        if isinstance(value, list):
            yield from ((f"{name}[{at}]", one) for at, one in enumerate(value))
        else:
            yield name, value


def _crop(value: object) -> tuple[int, ...] | None:
    return tuple(value) if isinstance(value, tuple) else None
