"""How ai-toolkit scales and cuts a picture, which is what the name of its latents is a digest of.

Source: `toolkit/buckets.py` and `toolkit/dataloader_mixins.py:216-314, 1779-1842` at 27a03a9.
"""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Iterator, Mapping
from typing import Final

from larder.core.workspace.ai_toolkit_config import AiToolkitConfig, AiToolkitDataset

Recipe = Mapping[str, object]
Size = tuple[int, int]
"""(width, height) in pixels, after the picture was turned upright."""

_STEPS: Final[Mapping[int, tuple[str, ...]]] = {
    8: ("cogview4",),
    16: ("sd1", "sd2", "sdxl", "pixart", "pixart_sigma", "lumina2", "vega", "ssd", "flux_kontext",
         "flux2", "flux2_klein", "hidream", "omnigen2", "f-lite", "wan21", "wan22_14b", "krea2",
         "ideogram4", "boogu", "zimage"),
    32: ("flux", "sd3", "chroma", "chroma_radiance", "qwen_image", "qwen_image_edit",
         "qwen_image_edit_plus", "ltx2", "wan22_5b", "hidream_o1", "ernie", "nucleus", "anima",
         "minimax_h3"),
}
STEPS: Final[Mapping[str, int]] = {
    family: step for step, families in _STEPS.items() for family in families}
"""Family -> what sides of sizes are multiples of."""

TRIED_STEPS: Final = (8, 16, 32, 64)
"""For a family that is not known the step is taken that explains most files."""

_SPACES: Final[Mapping[str, str]] = {
    "sdxl": "sdxl", "sd3": "sd3", "auraflow": "sdxl", "flux": "flux1", "pixart_sigma": "sdxl",
    "ltx2": "ltx2_v2", "minimax_h3": "minimax_h3_v1"}
TEXT_KEYS: Final = frozenset({"filename", "latent_space_version"})
"""Keys of a recipe that are texts, also where they look like JSON."""
OF_THE_WRITER: Final = frozenset({"software", "format"})
"""Metadata that is no part of the recipe."""


def space_of(config: AiToolkitConfig) -> str:
    """The `latent_space_version` of a job: its own, its family's, or the family itself."""
    return config.space or _SPACES.get(config.family, config.family)


def list_recipes(
    picture: str, size: Size, dataset: AiToolkitDataset, *, step: int, space: str
) -> Iterator[Recipe]:
    """Yield the recipes that a dataset asks for of a picture, by its name with ending."""
    width, height = int(size[0] * dataset.scale), int(size[1] * dataset.scale)
    if min(width, height) < 1:
        return
    flips = list(itertools.product(
        (False, True)[:1 + dataset.flips_x], (False, True)[:1 + dataset.flips_y]))
    for resolution in dataset.resolutions:
        scaled, corner, cut = _scale(width, height, resolution, dataset, step)
        for flip_x, flip_y in flips:
            recipe: dict[str, object] = {
                "filename": picture, "scale_to_width": scaled[0], "scale_to_height": scaled[1],
                "crop_x": corner[0], "crop_y": corner[1], "crop_width": cut[0],
                "crop_height": cut[1], "latent_space_version": space, "latent_version": 1}
            yield recipe | {key: True for key, is_on in (
                ("flip_x", flip_x), ("flip_y", flip_y)) if is_on}


def _scale(
    width: int, height: int, resolution: int, dataset: AiToolkitDataset, step: int
) -> tuple[Size, tuple[int, int], Size]:
    """Size that a picture is scaled to, corner of the cut, and its size."""
    if not dataset.has_buckets:
        return (width, height), (0, 0), (width, height)
    if dataset.is_square:
        factor = max(resolution / width, resolution / height)
        scaled = math.ceil(width * factor), math.ceil(height * factor)
        half = resolution / 2
        corner = (int(scaled[0] / 2 - half), 0) if width > height else (
            0, int(scaled[1] / 2 - half))
        return scaled, corner, (resolution, resolution)
    bucket = find_bucket(width, height, resolution, step)
    factor = max(bucket[0] / width, bucket[1] / height)
    scaled = math.ceil(width * factor), math.ceil(height * factor)
    return scaled, ((scaled[0] - bucket[0]) // 2, (scaled[1] - bucket[1]) // 2), bucket


def find_bucket(width: int, height: int, resolution: int, step: int) -> Size:
    """The size that a picture is cut to; it is never enlarged."""
    most = resolution * resolution
    target = min(width * height, most)
    factor = math.sqrt(target / (width * height))
    sides = [(math.floor(side * factor / step), math.ceil(side * factor / step))
             for side in (width, height)]
    sizes = [(one * step, other * step) for one in sides[0] for other in sides[1]]
    fitting = [size for size in sizes if 0 < size[0] * size[1] <= most]
    if not fitting:
        return max(sides[0][0], 1) * step, max(sides[1][0], 1) * step
    return min(fitting, key=lambda size: abs(size[0] * size[1] - target))


def recipe_in(metadata: Mapping[str, str]) -> Recipe:
    """The recipe that a header tells; empty where it tells none."""
    return {key: value if key in TEXT_KEYS else _parse(value)
            for key, value in metadata.items() if key not in OF_THE_WRITER}


def _parse(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text
