"""The sounds of the sample: a few seconds that one can tell apart by their waveform."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

Signal = npt.NDArray[np.float64]
"""Samples between -1 and 1; mono of shape (samples,), stereo of shape (samples, 2)."""

SOUNDS_FOLDER: Final = "sounds"
RATE: Final = 16_000
STUDIO_RATE: Final = 48_000

PENTATONIC: Final = (261.63, 293.66, 329.63, 392.0, 440.0, 523.25)
"""C, D, E, G, A and C in equal temperament, Hz."""

TUNE: Final = (0, 2, 3, 5, 4, 3, 2, 0)
NOTE_S: Final = 0.3
CHORD: Final = (130.81, 196.0, 261.63, 329.63)
"""C, G, C, E, Hz."""


@dataclass(frozen=True, slots=True)
class SampleClip:
    """One clip.

    Attributes:
        name: file in the sounds' folder.
        rate: samples per second.
        draw: makes the signal.
    """

    name: str
    rate: int
    draw: Callable[[], Signal]

    @property
    def key(self) -> str:
        """Its path relative to the workspace."""
        return f"{SOUNDS_FOLDER}/{self.name}"


def melody() -> Signal:
    """Eight plucked notes: a row of wedges."""
    return np.concatenate([_pluck(PENTATONIC[step]) for step in TUNE])


def sweep() -> Signal:
    """From 80 Hz to 6 kHz, an octave every third of a second, swelling and fading: a lens."""
    seconds = 2.0
    at = _moments(seconds, RATE)
    octaves = math.log(6000 / 80)
    phase = 2 * math.pi * 80 * seconds / octaves * (np.exp(at / seconds * octaves) - 1)
    swell: Signal = 0.8 * np.sin(np.pi * at / seconds) ** 2 * np.sin(phase)
    return swell


def clicks(spacing_s: float = 0.25) -> Signal:
    """Two seconds of short knocks with silence between them, every fourth one loud."""
    at = _moments(2.0, RATE)
    since = at % spacing_s
    loudness = np.where(np.floor(at / spacing_s) % 4 == 0, 0.9, 0.45)
    knocks: Signal = loudness * np.exp(-since * 180) * np.sin(2 * np.pi * 1500 * since)
    return knocks


def hurried_clicks() -> Signal:
    """The clicks after somebody made them faster."""
    return clicks(0.16)


def chord() -> Signal:
    """A chord of four notes, its upper two wandering between left and right: a fading block."""
    at = _moments(1.5, STUDIO_RATE)
    low, high = (
        sum((np.sin(2 * np.pi * note * at) for note in notes), np.zeros_like(at))
        for notes in (CHORD[:2], CHORD[2:]))
    wander = 0.5 + 0.45 * np.sin(2 * np.pi * 3 * at)
    fade = np.minimum(at / 0.02, 1) * np.exp(-at * 1.2)
    return np.stack(
        [0.2 * fade * (low + wander * high), 0.2 * fade * (low + (1 - wander) * high)], axis=1)


CLICKS: Final = SampleClip("clicks.wav", RATE, clicks)
MELODY: Final = SampleClip("melody.wav", RATE, melody)
CLIPS: Final = (
    SampleClip("chord_48k_stereo.wav", STUDIO_RATE, chord),
    CLICKS,
    MELODY,
    SampleClip("sweep.wav", RATE, sweep),
)  # fmt: skip


def _pluck(pitch_hz: float) -> Signal:
    at = _moments(NOTE_S, RATE)
    tone = sum(
        (np.sin(2 * np.pi * pitch_hz * part * at) / part**2 for part in (1, 2, 3)),
        np.zeros_like(at))
    note: Signal = 0.7 * np.exp(-at * 9) * np.minimum(at / 0.004, 1) * tone
    return note


def _moments(seconds: float, rate: int) -> Signal:
    """The time of each sample, seconds."""
    return np.arange(round(seconds * rate)) / rate
