"""Clips as the features of a sound model, with the masks its extractor gives, or as plain samples.

A clip becomes mono samples at one rate, cut to a length, in this order: decode to float32, mean
over the channels, resample, cut. Resampling is asked for or refused, never done unasked: it changes
what a model hears. No more of a file is decoded than the cut leaves, and a second where it is
resampled, which is far longer than the filter; the samples are the same as those of the whole file,
to the last bit.

Extractors get one clip per call: in a batch, they pad clips to the longest of them. Samples are
handed over as the first argument, whose name differs from extractor to extractor. A few extractors
add noise to a clip (dither) or pick parts of a long one, from the generators of numpy and torch
that the whole program shares; they draw the same for the same source here, and afterwards the
generators go on as if nothing had been drawn.
"""

from __future__ import annotations

import contextlib
import inspect
import math
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from larder.core.encoders.packages import first_line, load_package
from larder.core.encoders.processors import (
    SOUND,
    arrays_of,
    find_processor,
    load_processor,
    try_out,
)
from larder.core.encoders.protocol import SourceError
from larder.core.encoders.value_encoder import Piece, ValueEncoder, ValueOptions
from larder.core.errors import UserFacingError, error_reason
from larder.core.files.regular_file import open_regular
from larder.core.keys.cache_keys import AudioKey, WaveformKey
from larder.core.keys.fingerprint import package_versions
from larder.core.keys.program_digest import OF_SOUNDS, program_digests
from larder.core.keys.strict_fingerprint import fingerprint_of_facts, strict_fingerprint
from larder.core.payloads.dtypes import Values
from larder.core.workspace.store_kinds import StoreKind

Samples = npt.NDArray[np.float32]

RESAMPLER_QUALITY: Final = "HQ"
"""soxr's name for 20 bits; its next better costs twice the time."""

FILTER_MARGIN_S: Final = 1.0
"""Decoded beyond the cut before resampling; the filter reaches a hundredth of that."""

DEFAULT_SECONDS: Final = 30.0

LIBRARIES: Final = ("transformers", "numpy", "torch")
"""Spectra are computed by numpy or torch, as the extractor has it."""

MASK_SETTING: Final = "return_attention_mask"
PER_CALL: Final = ("return_tensors", "device")
TRIAL_SECONDS: Final = 1.0
TRIAL_BLOB: Final = "0" * 64

SAMPLE_RATE: Final = 16_000
"""Hz; what nearly every speech model takes."""

MEMBER: Final = "waveform"

_ONE_AT_A_TIME: Final = threading.Lock()
"""The generators are the process's, so only one thread may have them."""

SEED_DIGITS: Final = 8
"""Hex digits of a digest that make a seed; numpy's takes 32 bits."""


@dataclass(frozen=True, slots=True)
class ClipRules:
    """Sample rate, maximum length and resampling of a clip."""

    sample_rate: int
    max_samples: int
    auto_resample: bool = False


def clip_rules(
    options: ValueOptions, *, sample_rate: int, max_samples: int | None = None
) -> ClipRules:
    """The rules that the user's choices make.

    Raises:
        UserFacingError: if rate or length make no sense.
    """
    rate = sample_rate if options.sample_rate is None else options.sample_rate
    if rate < 1:
        raise UserFacingError(f"{rate} is not a sample rate.", "Choose 1 Hz or more.")
    if options.max_seconds is None:
        most = max_samples or round(DEFAULT_SECONDS * rate)
    elif not (math.isfinite(options.max_seconds) and round(options.max_seconds * rate) >= 1):
        raise UserFacingError(
            f"Clips cannot be cut to {options.max_seconds:g} s.", "Choose a longer time.")
    else:
        most = round(options.max_seconds * rate)
    return ClipRules(rate, most, options.auto_resample)


def decoding_facts(rules: ClipRules) -> Mapping[str, object]:
    """Return the facts that decide the samples apart from the file: decoder, resampler if any.

    Raises:
        UserFacingError: if a package is missing.
    """
    decoder = load_package("soundfile", "Reading audio")
    facts: dict[str, object] = {
        "decoder": {
            "name": "soundfile", "libsndfile": str(decoder.__libsndfile_version__),
            **package_versions(["soundfile"])},
        "channels": "mean",
        "resampler": None,
    }
    if rules.auto_resample:
        load_package("soxr", "Resampling")
        facts["resampler"] = {
            "name": "soxr", "quality": RESAMPLER_QUALITY, **package_versions(["soxr"])}
    return facts


class _Reads:
    """An open clip; a decoder would take a read that fails for the clip's end, and print it."""

    def __init__(self, file: Any) -> None:
        self.failure: OSError | None = None
        self._file = file
        self.seek, self.tell, self.read = file.seek, file.tell, file.read

    def readinto(self, buffer: Any) -> int:
        try:
            return int(self._file.readinto(buffer))
        except OSError as error:
            self.failure = error
            return 0


def read_clip(path: Path, rules: ClipRules) -> Samples:
    """Samples of a clip: float32, shape (samples,), at most `max_samples`; never padded.

    Raises:
        SourceError: if it cannot be decoded, is empty, holds what is no number, or has another
            rate and may not be resampled.
        UserFacingError: if a package is missing.
    """
    decoder = load_package("soundfile", "Reading audio")
    try:
        with open_regular(path, buffered=True) as opened, \
                decoder.SoundFile(reads := _Reads(opened)) as file:
            rate = int(file.samplerate)
            if rate != rules.sample_rate and not rules.auto_resample:
                raise SourceError(
                    f"{path.name} has {rate:,} samples per second, but {rules.sample_rate:,} are "
                    "needed. Allow resampling, or convert the file.")
            channels = file.read(_frames_needed(rate, rules), dtype="float32", always_2d=True)
            if reads.failure is not None:
                raise reads.failure
    except OSError as error:
        raise SourceError(f"{path.name} cannot be read: {error_reason(error)}.") from error
    except (RuntimeError, ValueError, TypeError) as error:
        raise SourceError(f"{path.name} cannot be decoded: {first_line(error)}") from error
    if len(channels) == 0:
        raise SourceError(f"{path.name} contains no samples.")
    mono: Samples = channels.mean(axis=1, dtype=np.float32)
    if not np.isfinite(mono).all():
        raise SourceError(f"{path.name} contains samples that are not numbers.")
    if rate != rules.sample_rate:
        resampler = load_package("soxr", "Resampling")
        mono = resampler.resample(mono, rate, rules.sample_rate, quality=RESAMPLER_QUALITY)
    return np.ascontiguousarray(mono[: rules.max_samples], dtype=np.float32)


def _frames_needed(rate: int, rules: ClipRules) -> int:
    if rate == rules.sample_rate:
        return rules.max_samples
    return math.ceil((rules.max_samples / rules.sample_rate + FILTER_MARGIN_S) * rate)


class AudioFeatures(ValueEncoder):
    """A feature extractor as an encoder."""

    kind = StoreKind.AUDIO

    def __init__(self, extractor: Any, rules: ClipRules, *, name: str) -> None:
        """Wrap an extractor that is set up.

        Raises:
            UserFacingError: if a package is missing.
        """
        self._extractor = extractor
        self._rules = rules
        self._draws = _draws(extractor)
        self.fingerprint = replace(strict_fingerprint(
            extractor, name=name, libraries=LIBRARIES,
            extra={"reading": decoding_facts(rules)}, ignored=_find_ignored_settings(extractor)),
            of_program=program_digests(extractor, OF_SOUNDS))

    def key(self, blob: str) -> AudioKey:
        """Return the key of a blob's features; see `ValueEncoder.key`."""
        rules = self._rules
        return AudioKey(
            blob, self.fingerprint.digest, rules.sample_rate, rules.max_samples,
            rules.auto_resample)

    def close(self) -> None:
        """Release the extractor; see `ValueEncoder.close`."""
        self._extractor = None

    def values(self, piece: Piece) -> Values:
        """`input_features` or `input_values`, and masks."""
        assert isinstance(piece.key, AudioKey)
        samples = read_clip(piece.source, self._rules)
        return arrays_of(partial(self._extract, samples, piece.key.blob), piece.source)

    def try_out(self) -> None:
        """Let the extractor show that it makes features of a clip, and the same ones twice.

        Raises:
            UserFacingError: if it does not.
        """
        samples = np.linspace(
            -0.5, 0.5, round(TRIAL_SECONDS * self._rules.sample_rate), dtype=np.float32)
        try_out(SOUND, self.fingerprint.name, lambda: self._extract(samples, TRIAL_BLOB))

    def _extract(self, samples: Samples, blob: str) -> Mapping[str, object]:
        with seed_draws(blob) if self._draws else contextlib.nullcontext():
            made: Mapping[str, object] = self._extractor(
                samples, sampling_rate=self._rules.sample_rate, return_tensors="np")
        return made


def open_audio_features(model: Path | str, options: ValueOptions) -> AudioFeatures:
    """The encoder of a feature extractor.

    Raises:
        UserFacingError: as `open_value_encoder`; also if another rate than the extractor's is
            chosen.
    """
    place = find_processor(SOUND, model)
    extractor = load_processor(place)
    rate = int(extractor.sampling_rate)
    if options.sample_rate not in (None, rate):
        raise UserFacingError(
            f"The feature extractor {place.name} takes {rate:,} samples per second, "
            f"not {options.sample_rate:,}.", "Leave out the sample rate.")
    rules = clip_rules(options, sample_rate=rate, max_samples=_read_length(extractor))
    encoder = AudioFeatures(extractor, rules, name=place.name)
    encoder.try_out()
    return encoder


def _read_length(extractor: Any) -> int | None:
    """Samples that an extractor makes use of at most, None if it does not say."""
    for name in ("n_samples", "nb_max_samples"):
        if isinstance(length := getattr(extractor, name, None), int):
            return length
    return None


def _draws(extractor: Any) -> bool:
    """Return whether an extractor is random: it adds noise, or picks the parts of a long clip."""
    return bool(getattr(extractor, "dither", 0.0)) or hasattr(extractor, "truncation")


def _find_ignored_settings(extractor: Any) -> tuple[str, ...]:
    """Settings that change nothing of what is stored.

    Where an extractor gives a mask it is stored, and asking for one changes the values; some give
    none whatever they are asked for.
    """
    gives_mask = MASK_SETTING in inspect.signature(extractor.__call__).parameters
    return PER_CALL if gives_mask else (*PER_CALL, MASK_SETTING)


class Waveforms(ValueEncoder):
    """A decoder as an encoder. Its fingerprint leaves out rate and cut: they are the key's own."""

    kind = StoreKind.WAVEFORM

    def __init__(self, rules: ClipRules) -> None:
        """Make ready.

        Raises:
            UserFacingError: if a package is missing.
        """
        self._rules = rules
        self.fingerprint = fingerprint_of_facts("waveform", decoding_facts(rules))

    def key(self, blob: str) -> WaveformKey:
        """Return the key of a blob's waveform; see `ValueEncoder.key`."""
        rules = self._rules
        return WaveformKey(
            blob, rules.sample_rate, rules.max_samples, rules.auto_resample,
            self.fingerprint.digest)

    def values(self, piece: Piece) -> Values:
        """Return the `waveform` of a clip, float32 [samples]."""
        return {MEMBER: read_clip(piece.source, self._rules)}


def open_waveforms(options: ValueOptions) -> Waveforms:
    """The encoder of plain samples.

    Raises:
        UserFacingError: as `open_value_encoder`.
    """
    return Waveforms(clip_rules(options, sample_rate=SAMPLE_RATE))


@contextlib.contextmanager
def seed_draws(digest: str) -> Iterator[None]:
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
