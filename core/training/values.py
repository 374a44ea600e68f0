"""The tensors of an item: read, padded, and what stands in for those that are missing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from larder.core.encoders.catalogue import CATALOGUE
from larder.core.training.cached_files import CROP_NAME, Crop

if TYPE_CHECKING:
    from torch import Tensor

TOKENS: Final = "tokens"
MASK: Final = "tokens_mask"
HIDDEN: Final = "text_encoder_hidden_state"
"""Names of what is cached without its padding: shapes (n,), (n,) and (n, width)."""

LATENT: Final = "latent_image"
SIZE_NAMES: Final = frozenset({CROP_NAME, "original_resolution", "crop_offset"})


def find_padded_length(model_type: str) -> int | None:
    """Tokens that captions of a model type are padded to, None if its cache keeps the padding."""
    row = CATALOGUE.get(model_type)
    stages = () if row is None else row.text
    return next((stage.length for stage in stages if stage.prunes), None)


def pad_masked_tokens(item: Mapping[str, Any], length: int) -> dict[str, Any]:
    """An item whose tokens, mask and hidden state are filled up with zeros to `length` tokens.

    Raises:
        ValueError: if it has more: cutting it would train on another caption than was written.
    """
    count = int(item[TOKENS].shape[0])
    if count > length:
        raise ValueError(
            f"a caption of {count} tokens does not fit into {length}; it was cached for a longer "
            "prompt")
    return {**item, **{
        name: pad_values(item[name], length) for name in (TOKENS, MASK, HIDDEN) if name in item}}


def pad_values(values: Tensor, length: int) -> Tensor:
    """Values with zeros behind them up to a length, shape (length, ...)."""
    whole = values.new_zeros((length, *values.shape[1:]))
    whole[:len(values)] = values
    return whole


def blank_of(donor: Mapping[str, Any], crop: Crop | None) -> dict[str, Any]:
    """Return a payload of zeros, for a picture of another crop where one is given.

    Arrays of the donor's latent size get that of the crop, tensors in lists too, which the trainer
    leaves as they are; texts become empty.

    Args:
        donor: a payload of the same store.
        crop: of the picture it stands in for, None for a caption.
    """
    old, new = _latent_sides(donor, crop)

    def blank(value: Any) -> Any:
        if isinstance(value, list):
            return [blank(part) for part in value]
        if isinstance(value, str):
            return ""
        if not hasattr(value, "new_zeros"):
            return value
        shape = tuple(value.shape)
        return value.new_zeros((*shape[:-2], *new) if old and shape[-2:] == old else shape)

    values = {name: blank(value) for name, value in donor.items() if not name.startswith("__")}
    if crop is not None:
        values.update({
            name: crop if name == CROP_NAME else crop[-2:] if name != "crop_offset" else (0, 0)
            for name in SIZE_NAMES & donor.keys()})
    return values


def _latent_sides(
    donor: Mapping[str, Any], crop: Crop | None
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Height and width of the donor's latent, and of one for the crop; () where nothing tells."""
    latent, own = donor.get(LATENT), donor.get(CROP_NAME)
    if crop is None or latent is None or own is None:
        return (), ()
    sides = tuple(latent.shape[-2:])
    return sides, tuple(
        round(side * asked / had) for side, asked, had in zip(
            sides, crop[-2:], own[-2:], strict=True))
