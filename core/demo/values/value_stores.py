"""Which stores beside the trainer's the sample has, where they lie and what is in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from larder.core.demo.sample_sources import (
    CORPUS,
    LANDSCAPES,
    PORTRAITS,
    SOUNDS,
    STILL_LIFE,
    put,
    shipped_names,
    source_key,
)
from larder.core.demo.sample_times import SampleTimes
from larder.core.demo.trainer_files import CACHE_FOLDER
from larder.core.demo.values.clip_encoders import SampleFeatures, SampleWaveforms
from larder.core.demo.values.pixel_encoder import SamplePixels
from larder.core.demo.values.trees import sample_trees
from larder.core.demo.values.value_build import ValueBuild
from larder.core.encoders.byte_tokenizer import BYTES_NAME
from larder.core.encoders.section_tokens import open_section_tokens
from larder.core.encoders.value_encoder import ValueEncoder, ValueOptions
from larder.core.workspace.store_kinds import StoreKind

PARAMETERS_FOLDER: Final = "parameters"

STORE_FOLDERS: Final = {
    StoreKind.VISION: StoreKind.VISION.value,
    StoreKind.AUDIO: StoreKind.AUDIO.value,
    StoreKind.WAVEFORM: StoreKind.WAVEFORM.value,
    StoreKind.TOKENS: StoreKind.TOKENS.value,
    StoreKind.TREE: PARAMETERS_FOLDER,
}
"""Folders beside the trainer's two in its cache folder; a store found there goes by this name."""

SEEN: Final = tuple(
    source_key(album, name).replace("\\", "/")
    for album, name in (
        (LANDSCAPES, "canyon_dusk.jpg"),
        (LANDSCAPES, "green_valley.webp"),
        (LANDSCAPES, "three_peaks.jpg"),
        (LANDSCAPES, "waterfall.jpg"),
        (PORTRAITS, "ada.jpg"),
        (PORTRAITS, "hugo.jpg"),
        (PORTRAITS, "milo.jpg"),
        (STILL_LIFE, "record.jpg"),
        (STILL_LIFE, "seashell.jpg"),
        (STILL_LIFE, "three_cacti.jpg"),
    )
)
"""Pictures whose pixels are cached; some of them are among those that something happens to."""

FIRST_POSITION: Final = 70
"""Of sounds and texts among the sources: after the pictures."""


@dataclass(frozen=True, slots=True)
class ValueStores:
    """The five stores being built, by kind."""

    root: Path
    times: SampleTimes
    builds: dict[StoreKind, ValueBuild]


def value_stores(root: Path, times: SampleTimes) -> ValueStores:
    """The stores of a workspace; nothing is written."""
    return ValueStores(root, times, {
        kind: ValueBuild(root, root / CACHE_FOLDER / folder, kind, times)
        for kind, folder in STORE_FOLDERS.items()
    })


def value_source_names() -> tuple[str, ...]:
    """Every sound and text, relative to the workspace."""
    return (*shipped_names(SOUNDS), *shipped_names(CORPUS))


def write_value_sources(root: Path, times: SampleTimes) -> Iterator[str]:
    """Write sounds and texts; yields each name when it is there."""
    for position, name in enumerate(value_source_names(), start=FIRST_POSITION):
        put(root, name, times.source(position, name))
        yield name


def fill_value_stores(stores: ValueStores) -> Iterator[str]:
    """Fill all five; yields the name of a source when a store has its values."""
    sounds = shipped_names(SOUNDS)
    tokens = open_section_tokens(BYTES_NAME, ValueOptions())
    filled: tuple[tuple[ValueEncoder, list[str]], ...] = (
        (SamplePixels(), list(SEEN)),
        (SampleFeatures(), sounds),
        (SampleWaveforms(), sounds),
        (tokens, shipped_names(CORPUS)),
    )
    for encoder, sources in filled:
        yield from stores.builds[encoder.kind].fill(sources, encoder)
    yield from stores.builds[StoreKind.TREE].fill_trees(sample_trees())


def value_steps() -> int:
    """How often `fill_value_stores` yields."""
    sounds, texts = len(shipped_names(SOUNDS)), len(shipped_names(CORPUS))
    return len(SEEN) + 2 * sounds + texts + len(sample_trees())
