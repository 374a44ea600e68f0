"""The four sharded stores."""

from __future__ import annotations

import functools
import io
import pickle
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from larder.core.keys.cache_keys import AudioKey, TokensKey, VisionKey, WaveformKey
from larder.core.stores.values.store import ValuesStore
from larder.core.workspace.store_kinds import StoreKind
from tests.support.store_cases.store_case import StoreCase

Values = Mapping[str, np.ndarray]


def digest(number: int) -> str:
    return f"{number:02x}" * 32


def pixels(seed: int, size: int = 16) -> dict[str, np.ndarray]:
    dice = np.random.default_rng(seed)
    return {
        "pixel_values": dice.normal(size=(1, 3, size, size)).astype(np.float32),
        "image_sizes": np.array([[size, size + seed]])}


def features(seed: int, frames: int = 30) -> dict[str, np.ndarray]:
    dice = np.random.default_rng(seed)
    return {
        "input_features": dice.normal(size=(1, 8, frames)).astype(np.float32),
        "attention_mask": dice.integers(0, 2, (1, frames), dtype=np.int32)}


def waveform(seed: int, samples: int = 700) -> dict[str, np.ndarray]:
    return {"waveform": np.random.default_rng(seed).normal(size=samples).astype(np.float32) / 4}


def tokens(seed: int, length: int = 50) -> dict[str, np.ndarray]:
    dice = np.random.default_rng(seed)
    return {
        "input_ids": dice.integers(0, 32000, length),
        "attention_mask": dice.integers(0, 2, length)}


def vision_key(number: int) -> VisionKey:
    return VisionKey(digest(number), digest(200), 16, 16)


def audio_key(number: int) -> AudioKey:
    return AudioKey(digest(number), digest(200), 16_000, 480_000, number % 2 == 0)


def waveform_key(number: int) -> WaveformKey:
    return WaveformKey(digest(number), 16_000, 480_000 + number, decoder=digest(201))


def tokens_key(number: int) -> TokensKey:
    rows = 1 if number % 2 else 4
    return TokensKey(digest(number)[:16], 0, digest(number), digest(200), 64, rows=rows)


def save_other(path: Path, **values: Any) -> None:
    """Write a valid archive of numpy over the entry."""
    held = io.BytesIO()
    np.savez(held, **values)
    path.write_bytes(held.getvalue())


def save_pickle(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("pixel_values.npy", pickle.dumps({"a": 1}))


def save_npy(path: Path) -> None:
    with path.open("wb") as file:
        np.save(file, np.zeros(5, np.float32))


def damages(member: str, good: np.ndarray) -> dict[str, Callable[[Path], None]]:
    return {
        "wrong member": functools.partial(save_other, arr_0=good),
        "other dtype": functools.partial(save_other, **{member: good.astype(np.float64)}),
        "text": functools.partial(save_other, **{member: np.array("text")}),
        "other shape": functools.partial(save_other, **{member: np.zeros((2, 2, 2, 2), "f4")}),
        "object array": functools.partial(save_other, **{member: np.array([{}], object)}),
        "pickled object": save_pickle,
        "plain .npy": save_npy,
        "empty archive": save_other,
    }


def unfinished(folder: Path, key: Any) -> Path:
    """Write the leftover of a killed process and return its path.

    Its process number is unused, since numbers end below 2**22 on Linux.
    """
    from larder.core.files.temp_names import host_digest

    place = folder / key.name()
    place.parent.mkdir(parents=True, exist_ok=True)
    left = place.with_name(f"{place.name}.tmp.{2**22 + 5}.{host_digest()[:4]}0001")
    left.write_bytes(b"half")
    return left


def case(
    kind: StoreKind, key: Callable[[int], Any], value: Callable[[int], Values], member: str
) -> StoreCase:
    return StoreCase(
        name=kind.value,
        factory=lambda folder: ValuesStore(kind, folder),
        keys=[key(number) for number in range(8)],
        values=[value(seed) for seed in range(4)],
        file_of=lambda folder, of: folder / of.name(),
        damages=damages(member, value(0)[member]),
        with_budget=lambda folder, budget: ValuesStore(kind, folder, budget_bytes=budget),
        clocked=lambda folder, clock: ValuesStore(kind, folder, clock=clock),
        leave_temporary=unfinished,
    )


CASES = (
    case(StoreKind.VISION, vision_key, pixels, "pixel_values"),
    case(StoreKind.AUDIO, audio_key, features, "input_features"),
    case(StoreKind.WAVEFORM, waveform_key, waveform, "waveform"),
    case(StoreKind.TOKENS, tokens_key, tokens, "input_ids"),
)
