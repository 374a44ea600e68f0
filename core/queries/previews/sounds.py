"""Waveforms and features over time, as they are drawn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from larder.core.payloads.dtypes import Array
from larder.core.queries.previews.drawn import SoundDrawing, WaveformDrawing
from larder.core.queries.previews.payload_values import PayloadValues
from larder.core.queries.previews.shrinking import run_means, run_starts
from larder.core.stores.sharded.payloads import FEATURES, WAVEFORM

MOST_COLUMNS: Final = 2_000
MOST_FRAMES: Final = 1_000
MOST_BANDS: Final = 200

BAND_SETTINGS: Final = ("feature_size", "num_mel_bins")
"""What extractors of transformers call the number of bands."""


def draw_waveform(values: PayloadValues) -> WaveformDrawing:
    """The samples of a waveform payload."""
    return waveform_of(values.arrays[WAVEFORM], values.name.sample_rate or 0)


def draw_features(values: PayloadValues) -> WaveformDrawing | SoundDrawing:
    """The features of a clip; an extractor that leaves samples as they are gives a waveform."""
    member = next(name for name in FEATURES if name in values.arrays)
    features = _without_single_axes(values.arrays[member])
    if features.ndim == 1:
        return waveform_of(features, values.name.sample_rate or 0)
    if _bands_come_last(features, values):
        features = features.T
    return _shaded(features, _frame_seconds(values))


def waveform_of(samples: Array, sample_rate: int) -> WaveformDrawing:
    """The span of samples, shape (samples,), column by column."""
    plain = np.nan_to_num(np.asarray(samples, dtype=np.float32), posinf=0.0, neginf=0.0)
    starts = run_starts(len(plain), MOST_COLUMNS)
    empty = np.zeros(0, np.float32)
    return WaveformDrawing(
        minima=np.minimum.reduceat(plain, starts) if len(plain) else empty,
        maxima=np.maximum.reduceat(plain, starts) if len(plain) else empty,
        samples=len(plain), sample_rate=sample_rate)


def _without_single_axes(features: Array) -> Array:
    """Two axes, or one for samples: leading axes are of the one clip, or of parts of it."""
    while features.ndim > 2 or (features.ndim == 2 and features.shape[0] == 1):
        features = features[0]
    return features


def _bands_come_last(features: Array, values: PayloadValues) -> bool:
    """Whether an axis of bands follows that of frames, which differs from extractor to extractor.

    An extractor's own number of bands tells; else its mask, which is as long as the frames; else
    the shorter axis is that of the bands.
    """
    rows, columns = features.shape
    stated = [values.settings.get(name) for name in BAND_SETTINGS]
    if rows != columns and any(count in stated for count in features.shape):
        return columns in stated
    mask = values.arrays.get("attention_mask")
    if mask is not None and rows != columns and mask.shape[-1] in features.shape:
        return bool(mask.shape[-1] == rows)
    return bool(columns < rows)


def _shaded(features: Array, frame_s: float) -> SoundDrawing:
    """Shades of features, shape (bands, frames), the lowest feature dark."""
    bands, frames = features.shape
    finite = features[np.isfinite(features)]
    low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 0.0)
    plain = np.nan_to_num(features.astype(np.float32), nan=low, posinf=high, neginf=low)
    small = run_means(run_means(plain, axis=1, most=MOST_FRAMES), axis=0, most=MOST_BANDS)
    scaled = (small - low) * (255.0 / (high - low) if high > low else 0.0)
    shades = np.clip(np.rint(scaled), 0, 255).astype(np.uint8)
    return SoundDrawing(
        shades=np.ascontiguousarray(shades[::-1]), bands=bands, frames=frames, low=low, high=high,
        frame_s=frame_s)


def _frame_seconds(values: PayloadValues) -> float:
    settings: Mapping[str, Any] = values.settings
    hop, rate = settings.get("hop_length"), settings.get("sampling_rate")
    if isinstance(hop, int) and isinstance(rate, int) and hop > 0 and rate > 0:
        return hop / rate
    return 0.0
