"""How cached files grow or shrink with the number type that a config asks for now.

What is there was made in one type, and its headers tell which. Pictures come in the type that the
encoder computes in. Of texts a final norm may leave float32 whatever is asked, so that what is
float32 is taken to stay: a plan never promises too little space.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Final

import numpy as np

from larder.core.encoders.catalogue import built_row
from larder.core.encoders.device import NUMBER_TYPES, number_types, train_type
from larder.core.errors import PayloadError, UserFacingError
from larder.core.keys.payload_names import parse_smart_name
from larder.core.payloads.arrays import ArrayInfo
from larder.core.payloads.dtypes import ARRAY_TYPES
from larder.core.payloads.pt_file import list_pt
from larder.core.stores.released.groups import slot_name
from larder.core.survey.report import StoreSurvey
from larder.core.workspace.json_fields import Fields
from larder.core.workspace.onetrainer_config import TrainerConfig
from larder.core.workspace.store_kinds import StoreContent

LOOKED_INTO: Final = 3
"""Files of a store whose types tell those of all."""

STATES: Final = ("_hidden_state", "_pooled_state")
LATENT: Final = "latent_"
MASK: Final = "latent_mask"


def growth_by_type(survey: StoreSurvey, config: TrainerConfig) -> float:
    """Return how many times as large the values of further payloads are, 1.0 where nobody knows."""
    types = {}
    with suppress(UserFacingError):  # of a type of models or numbers that is not known
        types = _types_of(config)
    now = after = 0
    for path in islice(_paths(survey), LOOKED_INTO if types else 0):
        with suppress(PayloadError):
            for info in list_pt(path).arrays:
                now += info.bytes
                after += _bytes_after(info, types, survey.location.kind.content)
    return after / now if now else 1.0


def _types_of(config: TrainerConfig) -> dict[str, str]:
    """The type of latents, of masks and of states of texts; none for the embedded encoder."""
    row, fields = built_row(config), Fields(config.raw, "the config")
    if row.image is None:
        return {}
    trained = train_type(fields)
    return {"latent": number_types(
        fields, row.model_type.image_part, avoids_half=row.image.avoids_half).compute,
        "mask": trained, "state": trained}


def _bytes_after(info: ArrayInfo, types: dict[str, str], content: StoreContent) -> int:
    name = info.name.partition("[")[0]
    if info.dtype not in NUMBER_TYPES.values():
        return info.bytes
    if content is StoreContent.IMAGE and name.startswith(LATENT):
        asked = types["mask" if name == MASK else "latent"]
    elif name.endswith(STATES) and info.dtype != "float32":
        asked = types["state"]
    else:
        return info.bytes
    return info.bytes // ARRAY_TYPES[info.dtype].itemsize * ARRAY_TYPES[asked].itemsize


def _paths(survey: StoreSurvey) -> Iterator[Path]:
    """Payloads, spread over the store."""
    store = survey.location.path
    if survey.released is None:
        names = [name for name in survey.payloads.names if parse_smart_name(name) is not None]
        for at in np.unique(np.linspace(0, len(names) - 1, LOOKED_INTO).astype(int)).tolist() \
                if names else ():
            yield store / names[at]
        return
    for key, group in survey.released.groups.items():
        for record in group.variations.values():
            if len(record.variation.slots):
                yield store / slot_name(
                    key, variation=record.variation.number, slot=int(record.variation.slots[0]))
