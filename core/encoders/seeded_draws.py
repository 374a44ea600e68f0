"""Draws of libraries that use the global generators, made the same for the same source.

A few extractors add noise to a clip (dither) or pick parts of a long one, from the generators of
numpy and torch that the whole program shares. Left alone, a cached and an uncached run would
differ. Inside this context the generators begin with a given seed, and afterwards they go on as if
nothing had been drawn.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from typing import Final

import numpy as np

_ONE_AT_A_TIME: Final = threading.Lock()
"""The generators are the process's, so only one thread may have them."""

SEED_DIGITS: Final = 8
"""Hex digits of a digest that make a seed; numpy's takes 32 bits."""


@contextlib.contextmanager
def seeded_draws(digest: str) -> Iterator[None]:
    """Let numpy and torch draw from the seed that a digest gives.

    Args:
        digest: hex digits, at least eight.
    """
    import torch

    seed = int(digest[:SEED_DIGITS], 16)
    with _ONE_AT_A_TIME:
        before = np.random.get_state()  # the libraries draw from the old global generator
        with torch.random.fork_rng(devices=[]):
            np.random.seed(seed)
            torch.manual_seed(seed)
            try:
                yield
            finally:
                np.random.set_state(before)
