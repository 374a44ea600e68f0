"""Which arrays a value of each kind is made of; anything else is not stored and not served.

Sources: the processors of transformers (`pixel_values` (1, 3, H, W), (patches, features) with
`image_grid_thw`, (1, tiles, 3, H, W), (1, patches, features)), its feature extractors
(`input_features` (1, mels, frames), `input_values` (1, samples)), its tokenizers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np

from larder.core.keys.key_names import ParsedName
from larder.core.payloads.bit_types import BIT_TYPES, bits_of
from larder.core.payloads.dtypes import Array

PIXELS: Final = "pixel_values"
FEATURES: Final = ("input_features", "input_values")
WAVEFORM: Final = "waveform"
TOKEN_IDS: Final = "input_ids"
TOKEN_MASK: Final = "attention_mask"


def vision_fault(values: Mapping[str, Array], _name: ParsedName) -> str:
    """Why these are no pixels, "" if they may be."""
    return _no_floats(values, PIXELS, least_axes=2, most_axes=6)


def audio_fault(values: Mapping[str, Array], _name: ParsedName) -> str:
    """Why these are no features, "" if they may be."""
    found = next((member for member in FEATURES if member in values), FEATURES[0])
    return _no_floats(values, found, least_axes=1, most_axes=4)


def waveform_fault(values: Mapping[str, Array], name: ParsedName) -> str:
    """Why these are no mono samples of this length at most, "" if they may be."""
    if WAVEFORM not in values:
        return f"it holds no {WAVEFORM}"
    samples = values[WAVEFORM]
    if samples.dtype != np.float32 or samples.ndim != 1:
        return f"{WAVEFORM} is {_look(samples)}, not float32 in one dimension"
    most = _most_samples(name)
    if most is not None and len(samples) > most:
        return f"{WAVEFORM} has {len(samples):,} samples, more than {most:,}"
    return ""


def tokens_fault(values: Mapping[str, Array], name: ParsedName) -> str:
    """Why these are no token ids of this length at most, "" if they may be."""
    if TOKEN_IDS not in values:
        return f"it holds no {TOKEN_IDS}"
    ids = values[TOKEN_IDS]
    if ids.dtype.kind not in "iu" or ids.ndim != 1:
        return f"{TOKEN_IDS} is {_look(ids)}, not whole numbers in one dimension"
    if name.sequence_length is not None and len(ids) > name.sequence_length:
        return f"{TOKEN_IDS} has {len(ids):,} ids, more than {name.sequence_length:,}"
    mask = values.get(TOKEN_MASK)
    if mask is not None and (mask.shape != ids.shape or mask.dtype.kind not in "iub"):
        return f"{TOKEN_MASK} is {_look(mask)} beside {_look(ids)} ids"
    return ""


def is_as_the_original_stores(values: Mapping[str, Array], name: ParsedName) -> bool:
    """Whether values without a stamp have the exact form that the original program writes.

    It keeps one float32 array, or two of int64. Pictures of one frame have the size in the name;
    where they have not, the program's processor decided on another size, and nothing says which.
    """
    if set(values) == {TOKEN_IDS, TOKEN_MASK}:
        return all(array.dtype == np.int64 for array in values.values())
    if len(values) != 1:
        return False
    (member, array), = values.items()
    if array.dtype != np.float32:
        return False
    if member == PIXELS:
        return array.ndim != 4 or array.shape == (1, 3, name.height, name.width)
    if member == FEATURES[0]:
        return array.ndim in (2, 3) and array.shape[0] == 1
    return member == WAVEFORM


def _most_samples(name: ParsedName) -> int | None:
    if name.samples is not None:
        return name.samples
    if name.sample_rate is None or name.milliseconds is None:
        return None
    return -(-(2 * name.milliseconds + 1) * name.sample_rate // 2000)


def _no_floats(
    values: Mapping[str, Array], member: str, *, least_axes: int, most_axes: int
) -> str:
    array = values.get(member)
    if array is None:
        return f"it holds no {member}"
    is_float = array.dtype.kind == "f" or bits_of(array)[1] in BIT_TYPES
    if not is_float or not least_axes <= array.ndim <= most_axes or array.size == 0:
        return f"{member} is {_look(array)}, no picture or sound"
    return ""


def _look(array: Array) -> str:
    return f"{array.dtype} of shape {array.shape}"
