"""Kinds of cache that are built from the user's own files: what may be chosen for each."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass

from larder.core.workspace.store_kinds import StoreKind


class SourceField(enum.Enum):
    """What the dialog asks for."""

    SOURCES = "sources"
    TARGET = "target"
    ENCODER = "encoder"
    SIZE = "size"
    SAMPLE_RATE = "sample rate"
    SECONDS = "seconds"
    LENGTH = "length"
    LIMIT = "limit"


class FormerLack(enum.Enum):
    """Why nothing tells the folder of values that are to be built again."""

    UNRECORDED = "unrecorded"
    OTHER_SYSTEM = "other system"
    APART = "apart"


@dataclass(frozen=True, slots=True)
class SourceKind:
    """One kind.

    Attributes:
        fields: settings that it has, beside those that all have.
        takes_encoder: whether one is chosen.
        resamples: whether clips of another rate can be resampled.
    """

    fields: tuple[SourceField, ...]
    takes_encoder: bool = True
    resamples: bool = False


_CLIPS = (SourceField.SAMPLE_RATE, SourceField.SECONDS)

SOURCE_KINDS: Mapping[StoreKind, SourceKind] = {
    StoreKind.VISION: SourceKind((SourceField.SIZE,)),
    StoreKind.AUDIO: SourceKind(_CLIPS, resamples=True),
    StoreKind.WAVEFORM: SourceKind(_CLIPS, takes_encoder=False, resamples=True),
    StoreKind.TOKENS: SourceKind((SourceField.LENGTH,)),
}
"""In the order in which they are offered."""
