"""How cached files grow or shrink with the number type that a config asks for now.

What is there was made in one type, and its headers tell which. Pictures come in the type that the
encoder computes in. Of texts a final norm may leave float32 whatever is asked, so that what is
float32 is taken to stay: a plan never promises too little space.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from larder.core.encoders.catalogue import built_row
from larder.core.encoders.device import NUMBER_TYPES, number_types, train_type
from larder.core.errors import UserFacingError
from larder.core.payloads.arrays import ArrayInfo
from larder.core.payloads.dtypes import ARRAY_TYPES
from larder.core.workspace.json_fields import Fields
from larder.core.workspace.onetrainer_config import TrainerConfig
from larder.core.workspace.store_kinds import StoreContent

STATES: Final = ("_hidden_state", "_pooled_state")
LATENT: Final = "latent_"
MASK: Final = "latent_mask"


def types_of(config: TrainerConfig | None) -> Mapping[str, str]:
    """The type of latents, of masks and of states of texts; none where nobody knows."""
    try:
        return {} if config is None else _types_of(config)
    except UserFacingError:  # a type of models or numbers that is not known
        return {}


def _types_of(config: TrainerConfig) -> Mapping[str, str]:
    row, fields = built_row(config), Fields(config.raw, "the config")
    if row.image is None:
        return {}
    trained = train_type(fields)
    return {"latent": number_types(
        fields, row.model_type.image_part, avoids_half=row.image.avoids_half).compute,
        "mask": trained, "state": trained}


def bytes_after(info: ArrayInfo, types: Mapping[str, str], content: StoreContent) -> int:
    """Return the bytes of an array in the types of `types_of`."""
    name = info.name.partition("[")[0]
    if not types or info.dtype not in NUMBER_TYPES.values():
        return info.bytes
    if content is StoreContent.IMAGE and name.startswith(LATENT):
        asked = types["mask" if name == MASK else "latent"]
    elif name.endswith(STATES) and info.dtype != "float32":
        asked = types["state"]
    else:
        return info.bytes
    return info.bytes // ARRAY_TYPES[info.dtype].itemsize * ARRAY_TYPES[asked].itemsize
