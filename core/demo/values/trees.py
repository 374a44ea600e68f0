"""The parameters of the sample: a very small network, where training took it, and an adapter."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from larder.core.payloads.arrays import Array

WIDTH: Final = 32
LAYERS: Final = 3
TOKENS: Final = 259
"""The bytes, and three more."""

RANK: Final = 4
STEP: Final = 400

NETWORK: Final = "tiny_reader"
TRAINED: Final = f"tiny_reader_step_{STEP:04}"
ADAPTER: Final = "adapter"

_SEED: Final = 20_260

Tree = dict[Any, Any]


def sample_trees() -> dict[str, Tree]:
    """The trees as they were saved, by name; each is nested mappings of arrays."""
    return {ADAPTER: adapter(), NETWORK: network(0), TRAINED: network(STEP)}


def network(step: int) -> Tree:
    """A network after some steps; far on, one bias has overflowed."""
    draw = np.random.default_rng(_SEED)
    tree: Tree = {
        "embedding": {"weight": _normal(draw, TOKENS, WIDTH)},
        "layers": {number: _layer(draw) for number in range(LAYERS)},
        "head": {"weight": _normal(draw, TOKENS, WIDTH), "bias": np.zeros(TOKENS, np.float32)},
        "training": {
            "step": np.array(step, np.int64),
            "learning_rate": np.array(3e-4, np.float64),
            "frozen": np.arange(LAYERS) == 0,
        },
    }
    if step:
        drift = np.random.default_rng(_SEED + step)
        for layer in tree["layers"].values():
            weight = layer["attention"]["query"]
            weight += (0.1 * drift.standard_normal(weight.shape)).astype(weight.dtype)
        tree["head"]["bias"][-3:] = np.nan
    return tree


def adapter() -> Tree:
    """Low-rank additions to the queries, and their scale as a number of its own."""
    draw = np.random.default_rng(_SEED + 1)
    return {
        "scale": np.array(0.5, np.float32),
        "layers": {
            number: {
                "down": _normal(draw, RANK, WIDTH).astype(np.float16),
                "up": np.zeros((WIDTH, RANK), np.float16),
            }
            for number in range(LAYERS)
        },
    }


def _layer(draw: np.random.Generator) -> Tree:
    codes = draw.integers(-127, 128, (WIDTH, 2 * WIDTH), dtype=np.int8)
    return {
        "attention": {
            name: _normal(draw, WIDTH, WIDTH).astype(np.float16)
            for name in ("query", "key", "value", "output")
        },
        "norm": {"scale": np.ones(WIDTH, np.float32), "offset": np.zeros(WIDTH, np.float32)},
        "mixer": {"codes": codes, "scale": np.array(1 / 127, np.float32)},
        "heads_kept": np.array([True, True, False, True]),
    }


def _normal(draw: np.random.Generator, *shape: int) -> Array:
    drawn: Array = (draw.standard_normal(shape) / np.sqrt(shape[-1])).astype(np.float32)
    return drawn
