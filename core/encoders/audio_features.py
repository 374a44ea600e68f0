"""Clips as the features of a sound model, with the masks its extractor gives.

One clip per call: in a batch, extractors pad clips to the longest of them. Samples are handed over
as the first argument, whose name differs from extractor to extractor.
"""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from larder.core.encoders.audio_files import (
    ClipRules,
    Samples,
    clip_rules,
    decoding_facts,
    read_clip,
)
from larder.core.encoders.device import first_line
from larder.core.encoders.processor_files import (
    FAILURES,
    SOUND,
    arrays_of,
    find_processor,
    is_repeated,
    load_processor,
)
from larder.core.encoders.protocol import SourceError
from larder.core.encoders.seeded_draws import seeded_draws
from larder.core.encoders.text_library import quiet_library
from larder.core.encoders.value_encoder import Piece, SourceFile, ValueOptions, blob_of
from larder.core.errors import UserFacingError
from larder.core.keys.cache_keys import AudioKey
from larder.core.keys.strict_fingerprint import StrictFingerprint, strict_fingerprint
from larder.core.payloads.arrays import Values
from larder.core.workspace.store_kinds import StoreKind

LIBRARIES: Final = ("transformers", "numpy", "torch")
"""Spectra are computed by numpy or torch, as the extractor has it."""

FEATURES: Final = frozenset({"input_features", "input_values"})
"""What extractors call them; each has one of the two."""

MASK_SETTING: Final = "return_attention_mask"
PER_CALL: Final = ("return_tensors", "device")

TRIAL_SECONDS: Final = 1.0
TRIAL_BLOB: Final = "0" * 64
CHOOSE: Final = "Choose another feature extractor."


class AudioFeatures:
    """A feature extractor as an encoder."""

    def __init__(self, extractor: Any, rules: ClipRules, *, name: str) -> None:
        """Wrap an extractor that is set up.

        Args:
            extractor: one of the library's; it is only called.
            rules: how clips are read.
            name: what people call it.

        Raises:
            UserFacingError: if a package is missing.
        """
        self._extractor = extractor
        self._rules = rules
        self._draws = _draws(extractor)
        self._fingerprint = strict_fingerprint(
            extractor, name=name, libraries=LIBRARIES,
            extra={"reading": decoding_facts(rules)}, ignored=_ignored(extractor))

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
        rules = self._rules
        key = AudioKey(
            blob_of(source), self._fingerprint.digest, rules.sample_rate, rules.max_samples,
            rules.auto_resample)
        return (Piece(key, source.path),)

    def encode(self, pieces: Sequence[Piece]) -> list[Values | SourceError]:
        """See `ValueEncoder`: `input_features` or `input_values`, and masks."""
        return [self._encode_or_error(piece) for piece in pieces]

    def close(self) -> None:
        """See `ValueEncoder`."""
        self._extractor = None

    def _encode_or_error(self, piece: Piece) -> Values | SourceError:
        assert isinstance(piece.key, AudioKey)
        try:
            return self._encode(piece.source, piece.key.blob)
        except SourceError as error:
            return error

    def try_out(self) -> None:
        """Let the extractor show that it makes features of a clip, and the same ones twice.

        Raises:
            UserFacingError: if it does not.
        """
        name, rate = self._fingerprint.name, self._rules.sample_rate
        samples = np.linspace(-0.5, 0.5, round(TRIAL_SECONDS * rate), dtype=np.float32)
        try:
            with quiet_library():
                made, again = self._extract(samples, TRIAL_BLOB), self._extract(samples, TRIAL_BLOB)
        except (ImportError, *FAILURES) as error:
            raise UserFacingError(
                f"The feature extractor {name} cannot work with clips alone: {first_line(error)}",
                CHOOSE) from error
        if FEATURES.isdisjoint(made):
            raise UserFacingError(f"The feature extractor {name} makes no features.", CHOOSE)
        if not is_repeated(made, again):
            raise UserFacingError(
                f"The feature extractor {name} makes other features each time.", CHOOSE)

    def _extract(self, samples: Samples, blob: str) -> Mapping[str, object]:
        with seeded_draws(blob) if self._draws else contextlib.nullcontext():
            made: Mapping[str, object] = self._extractor(
                samples, sampling_rate=self._rules.sample_rate, return_tensors="np")
        return made

    def _encode(self, path: Path, blob: str) -> Values:
        samples = read_clip(path, self._rules)
        try:
            return arrays_of(self._extract(samples, blob), path)
        except FAILURES as error:
            raise SourceError(
                f"{path.name} cannot be processed: {first_line(error)}") from error


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
            f"not {options.sample_rate:,}.", "Leave the sample rate out.")
    rules = clip_rules(options, sample_rate=rate, max_samples=_own_length(extractor))
    encoder = AudioFeatures(extractor, rules, name=place.name)
    encoder.try_out()
    return encoder


def _own_length(extractor: Any) -> int | None:
    """Samples that an extractor makes use of at most, None if it does not say."""
    for name in ("n_samples", "nb_max_samples"):
        if isinstance(length := getattr(extractor, name, None), int):
            return length
    return None


def _draws(extractor: Any) -> bool:
    """Whether an extractor draws: noise, or the parts of a long clip that it keeps."""
    return bool(getattr(extractor, "dither", 0.0)) or hasattr(extractor, "truncation")


def _ignored(extractor: Any) -> tuple[str, ...]:
    """Settings that change nothing of what is stored.

    Where an extractor gives a mask it is stored, and asking for one changes the values; some give
    none whatever they are asked for.
    """
    gives_mask = MASK_SETTING in inspect.signature(extractor.__call__).parameters
    return PER_CALL if gives_mask else (*PER_CALL, MASK_SETTING)
