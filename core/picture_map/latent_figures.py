"""Mean and standard deviation of every cached latent, of what the map remembers of it.

A picture whose latent has another mean or spread than all others was often read or encoded
otherwise: it is white, torn, or of another encoder.

The `latents` table, a row per picture whose latent was read:

| column | type | meaning |
|---|---|---|
| picture | text | as its concept spells it |
| mean, sigma | float32 | of all values of the latent |
| far | float32 | how far mean or sigma is from the median, whichever is farther, in robust \
standard deviations (1.4826 times the median absolute deviation) |
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from larder.core.columns import Array, TextColumn
from larder.core.jobs import CancelToken, Job, JobCancelled
from larder.core.picture_map.document import SkippedFile
from larder.core.picture_map.feature_memory import Halves, read_features
from larder.core.picture_map.features import FIELDS, read_latent_feature
from larder.core.picture_map.latent_document import FAR, LatentFigures
from larder.core.picture_map.mapped_store import MappedStore, check_formats
from larder.core.quantities import Amount
from larder.core.training.pairing import Pairing, pair_samples
from larder.core.workspace.open_workspace import Workspace
from larder.core.workspace.store_kinds import StoreContent

LEAST_SPREAD: Final = 0.01
"""The least robust standard deviation: features are kept as float16, which rounds them so far."""

NORMAL: Final = 1.4826
"""Times the median absolute deviation is the standard deviation, of numbers spread normally."""


def measure_latents(
    workspace: Workspace, *, most_bytes: int | None, token: CancelToken
) -> Job[tuple[LatentFigures, dict[str, Array | TextColumn]]]:
    """Measure the latents of what a config trains on; the map's memory keeps what is read.

    Args:
        workspace: with a config and its concepts.
        most_bytes: read so many at most, None for all; 0 gives what is remembered.
        token: checked per file.

    Raises:
        UserFacingError: if no config says what belongs together, or no pictures are cached.
        WorkspaceError: if a store cannot be read.
        JobCancelled: if the token was cancelled; its report is what was read by then.
    """
    check_formats(workspace)
    pairing = pair_samples(workspace, layout=None, depth=None)
    store = MappedStore.of(pairing, StoreContent.IMAGE)
    try:
        yield from read_features(
            store.memory, store.to_read, read_latent_feature, store=store.content.value,
            most_bytes=most_bytes, token=token)
    except JobCancelled as cancelled:
        raise JobCancelled(_list_figures(pairing, store, stopped=True)) from cancelled
    return _list_figures(pairing, store)


def _list_figures(
    pairing: Pairing, store: MappedStore, *, stopped: bool = False
) -> tuple[LatentFigures, dict[str, Array | TextColumn]]:
    features = [store.feature(sample) for sample in range(len(pairing.samples))]
    shown = [at for at, feature in enumerate(features) if feature is not None and len(feature)]
    moments = np.array(
        [compute_moments(feature) for feature in features if feature is not None and len(feature)],
        np.float64).reshape(-1, 2)
    far = compute_farness(moments)
    unread = store.unread()
    return LatentFigures(
        layout=pairing.layout.value, pictures=len(shown),
        absent=sum(file is None for file in store.files),
        unread=Amount(len(unread), sum(file.size for file in unread)),
        far=int((far >= FAR).sum()),
        skipped=tuple(SkippedFile(store.content.value, name, problem)
                      for name, problem in sorted(store.memory.problems.items())),
        stopped=stopped,
    ), {
        "picture": TextColumn.from_strings(pairing.samples[at].picture for at in shown),
        "mean": moments[:, 0].astype(np.float32), "sigma": moments[:, 1].astype(np.float32),
        "far": far.astype(np.float32)}


def compute_moments(feature: Halves) -> tuple[float, float]:
    """Return mean and standard deviation of a latent, of its feature.

    The fields of the grid count alike; where four does not divide a side they differ by one point,
    which moves the mean by less than it is rounded.

    Args:
        feature: see `features.compute_latent_feature`.
    """
    channels = len(feature) // (FIELDS + 1)
    exact = feature.astype(np.float64)
    means = exact[: channels * FIELDS].reshape(channels, FIELDS).mean(axis=1)
    sigmas = exact[channels * FIELDS :]
    mean = float(means.mean())
    return mean, float(np.sqrt(max((sigmas**2 + means**2).mean() - mean**2, 0.0)))


def compute_farness(moments: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return how far each picture is from the others; see the table.

    Args:
        moments: mean and sigma, shape (n, 2).
    """
    if not len(moments):
        return np.zeros(0)
    away = np.abs(moments - np.median(moments, axis=0))
    spread = np.maximum(NORMAL * np.median(away, axis=0), LEAST_SPREAD)
    far: npt.NDArray[np.float64] = (away / spread).max(axis=1)
    return far
