"""Waveforms and log-mel features of the sample's sounds, with numpy alone."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from larder.core.demo.values.wave_files import READING, read_wave
from larder.core.encoders.audio_files import ClipRules, Samples
from larder.core.encoders.protocol import SourceError
from larder.core.encoders.value_encoder import Piece, SourceFile, blob_of
from larder.core.keys.cache_keys import AudioKey, WaveformKey
from larder.core.keys.strict_fingerprint import (
    StrictFingerprint,
    fingerprint_of_facts,
    strict_fingerprint,
)
from larder.core.payloads.arrays import Values
from larder.core.workspace.store_kinds import StoreKind

RULES: Final = ClipRules(sample_rate=16_000, max_samples=30 * 16_000, auto_resample=True)


@dataclass(frozen=True, slots=True)
class LogMel:
    """A spectrogram on the mel scale, base-10 logarithm of power.

    Bands are triangles between points that lie evenly on m = 2595 log10(1 + f / 700), the scale of
    the HTK toolkit's book. Frames lie wholly inside the clip.

    Attributes:
        window: samples of a frame, under a Hann window.
        hop: samples from frame to frame.
        bands: how many.
        lowest_hz: where the first begins.
        highest_hz: where the last ends.
        floor: least power of a band.
    """

    window: int = 400
    hop: int = 160
    bands: int = 80
    lowest_hz: float = 40.0
    highest_hz: float = 8000.0
    floor: float = 1e-10

    def features(self, samples: Samples, rate: int) -> npt.NDArray[np.float32]:
        """Features of a clip.

        Args:
            samples: shape (samples,), at least one window of them.
            rate: of them, Hz.

        Returns:
            float32, shape (1, bands, frames).
        """
        frames = np.lib.stride_tricks.sliding_window_view(samples, self.window)[:: self.hop]
        hann = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(self.window) / self.window)
        power = np.abs(np.fft.rfft(frames * hann, axis=1)) ** 2
        mel = np.maximum(self._triangles(rate) @ power.T, self.floor)
        features: npt.NDArray[np.float32] = np.log10(mel)[np.newaxis].astype(np.float32)
        return features

    def _triangles(self, rate: int) -> npt.NDArray[np.float64]:
        """Weight of each frequency in each band, shape (bands, window // 2 + 1)."""
        first, last = (
            2595 * math.log10(1 + hertz / 700) for hertz in (self.lowest_hz, self.highest_hz))
        mels = np.linspace(first, last, self.bands + 2)
        points = 700 * (10 ** (mels / 2595) - 1)
        low, peak, high = (points[at : at + self.bands, np.newaxis] for at in range(3))
        bins = np.fft.rfftfreq(self.window, 1 / rate)
        rising, falling = (bins - low) / (peak - low), (high - bins) / (high - peak)
        triangles: npt.NDArray[np.float64] = np.maximum(0, np.minimum(rising, falling))
        return triangles


class SampleWaveforms:
    """`ValueEncoder` of plain samples."""

    def __init__(self) -> None:
        self._fingerprint = fingerprint_of_facts("sample-waveform", READING)

    @property
    def kind(self) -> StoreKind:
        """See `ValueEncoder`."""
        return StoreKind.WAVEFORM

    @property
    def fingerprint(self) -> StrictFingerprint:
        """See `ValueEncoder`."""
        return self._fingerprint

    def pieces(self, source: SourceFile) -> Sequence[Piece]:
        """One; see `ValueEncoder`."""
        key = WaveformKey(
            blob_of(source), RULES.sample_rate, RULES.max_samples, RULES.auto_resample,
            self._fingerprint.digest)
        return (Piece(key, source.path),)

    def encode(self, pieces: Sequence[Piece]) -> list[Values | SourceError]:
        """See `ValueEncoder`: `waveform`, float32 [samples]."""
        return [{"waveform": read_wave(piece.source, RULES)} for piece in pieces]

    def close(self) -> None:
        """See `ValueEncoder`; there is nothing to let go of."""


class SampleFeatures:
    """`ValueEncoder` of log-mel features."""

    def __init__(self, settings: LogMel | None = None) -> None:
        self._settings = settings or LogMel()
        self._fingerprint = strict_fingerprint(
            self._settings, name="sample-log-mel", libraries=("numpy",),
            extra={"reading": READING})

    @property
    def kind(self) -> StoreKind:
        """See `ValueEncoder`."""
        return StoreKind.AUDIO

    @property
    def fingerprint(self) -> StrictFingerprint:
        """See `ValueEncoder`."""
        return self._fingerprint

    def pieces(self, source: SourceFile) -> Sequence[Piece]:
        """One; see `ValueEncoder`."""
        key = AudioKey(
            blob_of(source), self._fingerprint.digest, RULES.sample_rate, RULES.max_samples,
            RULES.auto_resample)
        return (Piece(key, source.path),)

    def encode(self, pieces: Sequence[Piece]) -> list[Values | SourceError]:
        """See `ValueEncoder`: `input_features`, float32 [1, bands, frames]."""
        return [
            {"input_features": self._settings.features(
                read_wave(piece.source, RULES), RULES.sample_rate)}
            for piece in pieces]

    def close(self) -> None:
        """See `ValueEncoder`; there is nothing to let go of."""
