"""Long axes made short: each place of the result stands for a run of places of the original."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from larder.core.payloads.dtypes import Array


def run_starts(count: int, most: int) -> npt.NDArray[np.int64]:
    """Where at most `most` runs of nearly equal length begin, int64, shape (min(count, most),)."""
    runs = min(count, most)
    return (np.arange(runs, dtype=np.int64) * count) // max(runs, 1)


def run_means(values: Array, *, axis: int, most: int) -> npt.NDArray[np.float32]:
    """Means of runs along an axis, float32; the other axes stay as they are."""
    count = values.shape[axis]
    if count <= most:
        return values.astype(np.float32)
    starts = run_starts(count, most)
    shape = [1] * values.ndim
    shape[axis] = len(starts)
    lengths = np.diff(starts, append=count).reshape(shape)
    sums = np.add.reduceat(values.astype(np.float32), starts, axis=axis)
    means: npt.NDArray[np.float32] = (sums / lengths).astype(np.float32)
    return means
