"""Photographs in an indexed cache, encoded by encoders that a test can see through."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from larder.core.encoders.patch_means import PatchMeans
from larder.core.jobs import CancelToken, run_to_end
from larder.core.payloads.pt import write_pt
from larder.core.queries.draw_latent import preview_cached_picture
from larder.core.queries.picture_likeness import rank_pictures
from larder.core.queries.preview import LatentDrawing, PayloadPreview, PictureRanking
from larder.core.workspace.open_workspace import open_workspace
from tests.support.indexed_cache import IndexedWorkspace
from tests.support.photographs import photographs, photographs_as_png

SIDE = 128
PICTURES = 24

Encode = Callable[[np.ndarray], np.ndarray]


def patch_means(pixels: np.ndarray) -> np.ndarray:
    return PatchMeans("LARDER_PATCH_MEANS").encode_image(pixels)


def trained_linear(pixels: np.ndarray) -> np.ndarray:
    """The best encoder that is linear: four channels along what varies most, turned and scaled."""
    patches = pixels.reshape(3, 16, 8, 16, 8).transpose(1, 3, 0, 2, 4).reshape(256, 192)
    return ((patches - MEAN) @ BASIS).T.reshape(4, 16, 16).astype(np.float32)


def meaningless(pixels: np.ndarray) -> np.ndarray:
    """Noise that is the same for the same picture, as of weights that nobody trained."""
    seed = int(np.abs(pixels).sum() * 1000)
    return np.random.default_rng(seed).normal(size=(4, 16, 16)).astype(np.float32)


def _basis() -> tuple[np.ndarray, np.ndarray]:
    pixels = np.stack([as_pixels(one) for one in photographs(16, SIDE, seed=9)])
    patches = pixels.reshape(-1, 3, 16, 8, 16, 8).transpose(0, 2, 4, 1, 3, 5).reshape(-1, 192)
    mean = patches.mean(axis=0)
    _, _, directions = np.linalg.svd(patches - mean, full_matrices=False)
    turn, _ = np.linalg.qr(np.random.default_rng(4).normal(size=(4, 4)))
    return mean, directions[:4].T @ turn * 0.13


def as_pixels(levels: np.ndarray) -> np.ndarray:
    return (levels.astype(np.float32).transpose(2, 0, 1) / 127.5 - 1).astype(np.float32)


MEAN, BASIS = _basis()


@dataclass
class Encoded:
    """A workspace with photographs whose latents were made by an encoder of the test."""

    indexed: IndexedWorkspace
    sources: list[str]
    stems: list[str]

    @property
    def store(self) -> Path:
        return self.indexed.store()

    def payload(self, at: int) -> Path:
        return self.store / f"{self.stems[at]}_1.pt"

    def swap(self, first: int, second: int) -> set[str]:
        one, other = self.payload(first), self.payload(second)
        one_bytes, other_bytes = one.read_bytes(), other.read_bytes()
        one.write_bytes(other_bytes)
        other.write_bytes(one_bytes)
        return {self.sources[first], self.sources[second]}

    def preview(self, at: int, **options: object) -> PayloadPreview:
        workspace = open_workspace(self.indexed.config_path)
        location = workspace.store("image")
        assert location is not None
        return run_to_end(preview_cached_picture(
            workspace, location, self.sources[at], token=CancelToken(), **options))

    def drawing(self, at: int, **options: object) -> LatentDrawing:
        drawing = self.preview(at, **options).drawing
        assert isinstance(drawing, LatentDrawing)
        return drawing

    def rank(self, most: int = 5) -> PictureRanking:
        workspace = open_workspace(self.indexed.config_path)
        return run_to_end(rank_pictures(
            workspace, workspace.stores, most=most, token=CancelToken()))


def encoded(
    root: Path, encode: Encode, *, count: int = PICTURES, flips: bool = False,
    config: dict[str, object] | None = None, **extra: object,
) -> Encoded:
    indexed = IndexedWorkspace(root, config=config or {})
    indexed.add_concept(image={"enable_random_flip": flips})
    sources, stems = [], []
    for at, levels in enumerate(photographs(count, SIDE)):
        source = f"data/cats/photo_{at:02}.png"
        content = indexed.add_picture(source, size=(SIDE, SIDE), bucket=(SIDE, SIDE), colour=at)
        (root / source).write_bytes(photographs_as_png(count, SIDE)[at])
        seen = levels[:, ::-1] if flips and at % 2 else levels
        stem = f"{content[:12]}_{SIDE}x{SIDE}"
        write_pt(indexed.store() / f"{stem}_1.pt", {
            "latent_image": encode(as_pixels(seen)), "crop_resolution": (SIDE, SIDE),
            "crop_offset": (0, 0), "original_resolution": (SIDE, SIDE), "image_path": source,
            **extra})
        sources.append(source)
        stems.append(stem)
    indexed.write(stores=("image",))
    return Encoded(indexed, sources, stems)
