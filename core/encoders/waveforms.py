"""Clips as plain samples: what any extractor of that rate can start from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from larder.core.encoders.audio_files import ClipRules, clip_rules, decoding_facts, read_clip
from larder.core.encoders.protocol import SourceError
from larder.core.encoders.value_encoder import Piece, SourceFile, ValueOptions, blob_of
from larder.core.keys.cache_keys import WaveformKey
from larder.core.keys.strict_fingerprint import StrictFingerprint, fingerprint_of_facts
from larder.core.payloads.arrays import Values
from larder.core.workspace.store_kinds import StoreKind

SAMPLE_RATE: Final = 16_000
"""Hz; what nearly every speech model takes."""

MEMBER: Final = "waveform"


class Waveforms:
    """A decoder as an encoder."""

    def __init__(self, rules: ClipRules) -> None:
        """Make ready.

        Raises:
            UserFacingError: if a package is missing.
        """
        self._rules = rules
        self._fingerprint = fingerprint_of_facts("waveform", decoding_facts(rules))

    @property
    def kind(self) -> StoreKind:
        """See `ValueEncoder`."""
        return StoreKind.WAVEFORM

    @property
    def fingerprint(self) -> StrictFingerprint:
        """See `ValueEncoder`; of decoder and resampler, rate and cut are the key's own."""
        return self._fingerprint

    def pieces(self, source: SourceFile) -> Sequence[Piece]:
        """One; see `ValueEncoder`."""
        rules = self._rules
        key = WaveformKey(
            blob_of(source), rules.sample_rate, rules.max_samples, rules.auto_resample,
            self._fingerprint.digest)
        return (Piece(key, source.path),)

    def encode(self, pieces: Sequence[Piece]) -> list[Values | SourceError]:
        """See `ValueEncoder`: `waveform`, float32 [samples]."""
        return [self._encode_or_error(piece) for piece in pieces]

    def close(self) -> None:
        """See `ValueEncoder`; there is nothing to let go of."""

    def _encode_or_error(self, piece: Piece) -> Values | SourceError:
        try:
            return {MEMBER: read_clip(piece.source, self._rules)}
        except SourceError as error:
            return error


def open_waveforms(options: ValueOptions) -> Waveforms:
    """The encoder of plain samples.

    Raises:
        UserFacingError: as `open_value_encoder`.
    """
    return Waveforms(clip_rules(options, sample_rate=SAMPLE_RATE))
