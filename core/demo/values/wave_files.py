"""Uncompressed 16-bit sound files, with the standard library alone."""

from __future__ import annotations

import wave
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from larder.core.encoders.audio_files import ClipRules, Samples
from larder.core.encoders.protocol import SourceError

SAMPLE_BYTES: Final = 2
LOUDEST: Final = 32_767
FULL_SCALE: Final = 32_768

TAPS: Final = 97
"""Of the filter before samples are left out: 1.5 kHz from passing to stopping, at 48 kHz."""

CUTOFF: Final = 0.45
"""Of the new rate: 7.2 kHz where 16 kHz are wanted."""

READING: Final = {
    "decoder": {"name": "wave", "bits": 8 * SAMPLE_BYTES},
    "channels": "mean",
    "resampler": {"name": "windowed sinc", "window": "hann", "taps": TAPS, "cutoff": CUTOFF},
}
"""How a file becomes samples, for fingerprints."""


def read_wave(path: Path, rules: ClipRules) -> Samples:
    """Samples of a clip: float32, shape (samples,), mean of its channels, cut to the rules.

    A higher rate is brought down where it is a multiple of the wanted one.

    Raises:
        SourceError: if it is no such file, or has another rate.
    """
    try:
        with wave.open(str(path), "rb") as file:
            rate, channels = file.getframerate(), file.getnchannels()
            if file.getsampwidth() != SAMPLE_BYTES:
                raise SourceError(f"{path.name} has {8 * file.getsampwidth()} bits per sample.")
            content = file.readframes(file.getnframes())
    except (OSError, EOFError, wave.Error) as error:
        raise SourceError(f"{path.name} cannot be decoded: {error}.") from error
    frames = np.frombuffer(content, dtype="<i2").reshape(-1, channels)
    mono = frames.mean(axis=1) / FULL_SCALE
    if rate != rules.sample_rate:
        if rate % rules.sample_rate or not rules.auto_resample:
            raise SourceError(f"{path.name} has {rate:,} samples per second.")
        mono = _thinned(mono, rate // rules.sample_rate)
    return np.ascontiguousarray(mono[: rules.max_samples], dtype=np.float32)


def _thinned(mono: npt.NDArray[np.float64], times: int) -> npt.NDArray[np.float64]:
    """Every `times`-th sample, behind a filter that keeps what the others told from folding in."""
    at = np.arange(TAPS) - TAPS // 2
    taps = np.sinc(2 * CUTOFF / times * at) * np.hanning(TAPS)
    smooth: npt.NDArray[np.float64] = np.convolve(mono, taps / taps.sum(), mode="same")[::times]
    return smooth
