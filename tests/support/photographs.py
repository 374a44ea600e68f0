"""Photographs: crops of the samples that scikit-image ships, so that nothing is downloaded."""

from __future__ import annotations

import functools
import importlib.util
import io
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image

SAMPLES = (
    "astronaut.png", "chelsea.png", "coffee.png", "hubble_deep_field.jpg", "ihc.png",
    "motorcycle_left.png", "retina.jpg", "rocket.jpg")


def sample_folder() -> Path:
    """Where scikit-image keeps its samples; the package itself is not imported."""
    spec = importlib.util.find_spec("skimage")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent / "data"


@functools.cache
def _wholes() -> tuple[Image.Image, ...]:
    return tuple(Image.open(sample_folder() / name).convert("RGB") for name in SAMPLES)


@functools.cache
def photographs(count: int, side: int, *, seed: int = 0) -> tuple[npt.NDArray[np.uint8], ...]:
    """Square crops, uint8 [side, side, 3], from the samples in turn; none is of one colour."""
    dice = np.random.default_rng(seed)
    wholes = _wholes()
    found: list[npt.NDArray[np.uint8]] = []
    while len(found) < count:
        whole = wholes[len(found) % len(wholes)]
        edge = int(dice.integers(min(whole.size) // 3, min(whole.size)))
        left = int(dice.integers(0, whole.width - edge + 1))
        top = int(dice.integers(0, whole.height - edge + 1))
        crop = whole.crop((left, top, left + edge, top + edge)).resize((side, side))
        levels = np.asarray(crop)
        if float(levels.std()) > 25:
            found.append(levels)
    return tuple(found)


@functools.cache
def photographs_as_png(count: int, side: int) -> tuple[bytes, ...]:
    """The same in files, whose making takes 5 ms each."""
    files = [io.BytesIO() for _ in range(count)]
    for levels, file in zip(photographs(count, side), files, strict=True):
        Image.fromarray(levels).save(file, "PNG")
    return tuple(file.getvalue() for file in files)
