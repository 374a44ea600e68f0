"""Clips as mono samples at one rate, cut to a length.

In this order: decode to float32, mean over the channels, resample, cut. Resampling is asked for or
refused, never done unasked: it changes what a model hears. No more of a file is decoded than the
cut leaves, and a second where it is resampled, which is far longer than the filter; the samples are
the same as those of the whole file, to the last bit.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from larder.core.encoders.device import first_line
from larder.core.encoders.packages import mend_hint
from larder.core.encoders.protocol import SourceError
from larder.core.encoders.value_encoder import ValueOptions
from larder.core.errors import UserFacingError
from larder.core.keys.fingerprint import package_versions

Samples = npt.NDArray[np.float32]

RESAMPLER_QUALITY: Final = "HQ"
"""soxr's name for 20 bits; its next better costs twice the time."""

FILTER_MARGIN_S: Final = 1.0
"""Decoded beyond the cut before resampling; the filter reaches a hundredth of that."""

DEFAULT_SECONDS: Final = 30.0


@dataclass(frozen=True, slots=True)
class ClipRules:
    """What becomes of a clip.

    Attributes:
        sample_rate: of the samples, Hz.
        max_samples: where they are cut, at that rate.
        auto_resample: whether a clip of another rate is resampled instead of refused.
    """

    sample_rate: int
    max_samples: int
    auto_resample: bool = False


def clip_rules(
    options: ValueOptions, *, sample_rate: int, max_samples: int | None = None
) -> ClipRules:
    """The rules that the user's choices make.

    Args:
        options: what the user chose.
        sample_rate: where nothing is chosen, Hz.
        max_samples: where nothing is chosen; None for 30 s.

    Raises:
        UserFacingError: if rate or length make no sense.
    """
    rate = sample_rate if options.sample_rate is None else options.sample_rate
    if rate < 1:
        raise UserFacingError(f"A sample rate of {rate} is none.", "Choose one of 1 Hz or more.")
    if options.max_seconds is None:
        most = max_samples or round(DEFAULT_SECONDS * rate)
    elif not (math.isfinite(options.max_seconds) and round(options.max_seconds * rate) >= 1):
        raise UserFacingError(
            f"Clips cannot be cut to {options.max_seconds:g} s.", "Choose a longer time.")
    else:
        most = round(options.max_seconds * rate)
    return ClipRules(rate, most, options.auto_resample)


def decoding_facts(rules: ClipRules) -> Mapping[str, object]:
    """What decides the samples besides the file: decoder, and resampler if there is one.

    Raises:
        UserFacingError: if a package is missing.
    """
    decoder = _soundfile()
    facts: dict[str, object] = {
        "decoder": {
            "name": "soundfile", "libsndfile": str(decoder.__libsndfile_version__),
            **package_versions(["soundfile"])},
        "channels": "mean",
        "resampler": None,
    }
    if rules.auto_resample:
        _soxr()
        facts["resampler"] = {
            "name": "soxr", "quality": RESAMPLER_QUALITY, **package_versions(["soxr"])}
    return facts


def read_clip(path: Path, rules: ClipRules) -> Samples:
    """Samples of a clip: float32, shape (samples,), at most `max_samples`; never padded.

    Raises:
        SourceError: if it cannot be decoded, is empty, holds what is no number, or has another
            rate and may not be resampled.
        UserFacingError: if a package is missing.
    """
    decoder = _soundfile()
    try:
        with decoder.SoundFile(str(path)) as file:
            rate = int(file.samplerate)
            if rate != rules.sample_rate and not rules.auto_resample:
                raise SourceError(
                    f"{path.name} has {rate:,} samples per second and {rules.sample_rate:,} are "
                    "needed: allow resampling, or convert it.")
            channels = file.read(_frames_needed(rate, rules), dtype="float32", always_2d=True)
    except (OSError, RuntimeError, ValueError, TypeError) as error:
        raise SourceError(f"{path.name} cannot be decoded: {first_line(error)}") from error
    if len(channels) == 0:
        raise SourceError(f"{path.name} holds no samples.")
    mono: Samples = channels.mean(axis=1, dtype=np.float32)
    if not np.isfinite(mono).all():
        raise SourceError(f"{path.name} holds samples that are no numbers.")
    if rate != rules.sample_rate:
        mono = _soxr().resample(mono, rate, rules.sample_rate, quality=RESAMPLER_QUALITY)
    return np.ascontiguousarray(mono[: rules.max_samples], dtype=np.float32)


def _frames_needed(rate: int, rules: ClipRules) -> int:
    if rate == rules.sample_rate:
        return rules.max_samples
    return math.ceil((rules.max_samples / rules.sample_rate + FILTER_MARGIN_S) * rate)


def _soundfile() -> Any:
    try:
        import soundfile
    except (ImportError, OSError) as error:  # OSError: its native library is not there
        raise UserFacingError(
            f"Reading audio needs the package soundfile: {first_line(error)}",
            mend_hint("soundfile", error),
        ) from error
    return soundfile


def _soxr() -> Any:
    try:
        import soxr
    except ImportError as error:
        raise UserFacingError(
            f"Resampling needs the package soxr: {first_line(error)}",
            mend_hint("soxr", error)) from error
    return soxr
