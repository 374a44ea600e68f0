"""A trainer's stores of latents and of text embeddings."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from larder.core.files.temp_names import host_digest
from larder.core.keys.payload_names import IndexedPayloadName
from larder.core.stores.indexed.store import IndexedStore
from larder.core.workspace.store_kinds import StoreKind
from tests.support.store_cases.store_case import StoreCase


def latents(seed: int, size: int = 8) -> dict[str, np.ndarray]:
    dice = np.random.default_rng(seed)
    return {
        "latent_image": dice.normal(size=(4, size, size + seed)).astype(np.float32),
        "latent_mask": dice.integers(0, 2, (1, size, size + seed)).astype(np.float16)}


def embeddings(seed: int) -> dict[str, np.ndarray]:
    dice = np.random.default_rng(seed)
    return {
        "tokens_1": dice.integers(0, 49408, 77),
        "text_encoder_1_hidden_state": dice.normal(size=(77, 8 + seed)).astype(np.float32)}


def image_key(number: int) -> IndexedPayloadName:
    return IndexedPayloadName(f"{number:02x}" * 6, (64, 64 + 64 * (number % 2)), 1 + number % 3)


def text_key(number: int) -> IndexedPayloadName:
    return IndexedPayloadName(f"{number:02x}" * 6, None, 1 + number % 3)


def save_with_torch(path: Path, payload: Any) -> None:
    import torch

    with path.open("wb") as file:
        torch.save(payload, file)


def save_pickled_object(path: Path) -> None:
    save_with_torch(path, {"latent_image": Path})


def save_other(path: Path, values: dict[str, np.ndarray]) -> None:
    import torch

    save_with_torch(path, {name: torch.from_numpy(array) for name, array in values.items()})


def unfinished(folder: Path, key: IndexedPayloadName) -> Path:
    """Write the leftover of a killed process of ours and return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    left = folder / f"{key.file_name}.{host_digest()}.{2**22 + 5}.1.0123abcd.larder-tmp"
    left.write_bytes(b"half")
    return left


def case(
    kind: StoreKind, key: Callable[[int], IndexedPayloadName],
    value: Callable[[int], dict[str, np.ndarray]], damages: dict[str, Callable[[Path], None]],
) -> StoreCase:
    return StoreCase(
        name=kind.value,
        factory=lambda folder: IndexedStore(kind, folder),
        keys=[key(number) for number in range(8)],
        values=[value(seed) for seed in range(4)],
        file_of=lambda folder, of: folder / of.file_name,
        damages={"a pickled object": save_pickled_object} | damages,
        clocked=lambda folder, clock: IndexedStore(kind, folder, clock=clock),
        leave_temporary=unfinished,
    )


CASES = (
    case(StoreKind.INDEXED_IMAGE, image_key, latents, {
        "other names": functools.partial(save_other, values={"arr_0": np.zeros(5, np.float32)}),
        "whole numbers": functools.partial(
            save_other, values={"latent_image": np.zeros((4, 8, 8), np.int64)}),
        "other axes": functools.partial(
            save_other, values={"latent_image": np.zeros((8, 8), np.float32)}),
    }),
    case(StoreKind.INDEXED_TEXT, text_key, embeddings, {
        "no embedding": functools.partial(
            save_other, values={"tokens_1": np.zeros(77, np.int64)}),
    }),
)
