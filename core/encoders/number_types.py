"""Number types: what a config asks of a model's weights and of the work with them.

Defaults are OneTrainer's (`TrainConfig`, 23df3832): `train_dtype` FLOAT_16, `fallback_train_dtype`
BFLOAT_16, a part's `weight_dtype` FLOAT_32.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from larder.core.errors import UserFacingError
from larder.core.workspace.json_fields import Fields

NUMBER_TYPES: Final[Mapping[str, str]] = {
    "FLOAT_32": "float32",
    "TFLOAT_32": "float32",
    "FLOAT_16": "float16",
    "BFLOAT_16": "bfloat16",
}
"""The trainer's number types that are torch's too; all others are quantised weights."""

NOT_STATED: Final = "NONE"
"""What an old config has where a part takes the type that holds for the whole model."""


@dataclass(frozen=True, slots=True)
class NumberTypes:
    """Which number types a model works with, by torch's names.

    Attributes:
        weights: of the weights as loaded.
        compute: of matrix products, through autocast.
        asked: the config's type for weights where it is a quantised one, which Larder does not
            make: they keep `weights`, and come out more exact than the trainer's; else "".
        fast_float32: whether float32 products may be rounded as TF32 where the device can.
    """

    weights: str
    compute: str
    asked: str = ""
    fast_float32: bool = False


def number_types(
    fields: Fields, part: str, *, avoids_half: bool = False, dtype: str | None = None
) -> NumberTypes:
    """Number types of one part of a model.

    Args:
        fields: the config.
        part: the config's object for it ("vae", "text_encoder").
        avoids_half: computed in the fallback type where the trainer trains in float16.
        dtype: a torch type for weights and work in place of the config's.

    Raises:
        UserFacingError: if a type of the config or `dtype` is not known.
        WorkspaceError: if a value has the wrong type.
    """
    if dtype is not None:
        return NumberTypes(weights=named_type(dtype), compute=named_type(dtype))
    compute = train_type(fields)
    if compute == "float16" and avoids_half:
        compute = _known_type(fields, "fallback_train_dtype", "BFLOAT_16")
    fast = fields.text("train_dtype", "") == "TFLOAT_32"
    asked = fields.inner(part).text("weight_dtype", fields.text(f"{part}_weight_dtype", NOT_STATED))
    if asked == NOT_STATED:
        asked = fields.text("weight_dtype", "FLOAT_32")
    if asked in NUMBER_TYPES:
        return NumberTypes(NUMBER_TYPES[asked], compute, fast_float32=fast)
    return NumberTypes(compute, compute, asked=asked, fast_float32=fast)


def train_type(fields: Fields, dtype: str | None = None) -> str:
    """The type the trainer trains in, in which pictures are prepared too, by torch's name.

    Raises:
        UserFacingError: if it is not known.
        WorkspaceError: if the config's value has the wrong type.
    """
    return _known_type(fields, "train_dtype", "FLOAT_16") if dtype is None else named_type(dtype)


def named_type(name: str) -> str:
    """Torch's name of a type that a person named, in torch's spelling or the trainer's.

    Raises:
        UserFacingError: if it is not known.
    """
    found = NUMBER_TYPES.get(name.upper(), name.lower())
    if found not in NUMBER_TYPES.values():
        known = ", ".join(sorted(set(NUMBER_TYPES.values())))
        raise UserFacingError(f'There is no number type "{name}".', f"It must be one of {known}.")
    return found


def _known_type(fields: Fields, key: str, default: str) -> str:
    name = fields.text(key, default)
    if name not in NUMBER_TYPES:
        known = ", ".join(NUMBER_TYPES)
        raise UserFacingError(f'"{key}" in the config is {name}.', f"It must be one of {known}.")
    return NUMBER_TYPES[name]
