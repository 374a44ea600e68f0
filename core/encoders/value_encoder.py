"""Interface between a build and encoders of values by key: pieces of a source, then values.

A piece is the subject of one key: a picture, a clip, a row of a text. Naming the pieces of a source
is cheap, and a source whose file is known to the blob memory is not opened for it (a text is: its
rows are in it). So a build asks the store first, and only what it lacks is encoded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from larder.core.encoders.protocol import SourceError
from larder.core.errors import UserFacingError, error_reason
from larder.core.keys.cache_keys import AudioKey, TokensKey, VisionKey, WaveformKey
from larder.core.keys.hash_memory import blob_digest
from larder.core.keys.strict_fingerprint import StrictFingerprint
from larder.core.payloads.dtypes import Values
from larder.core.workspace.store_kinds import StoreKind

PieceKey: TypeAlias = VisionKey | AudioKey | WaveformKey | TokensKey


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One file of the user's.

    Attributes:
        blob: SHA-256 of its bytes, 64 hex digits, "" to read it for that.
    """

    path: Path
    blob: str = ""


@dataclass(frozen=True, slots=True)
class Piece:
    """Subject of one key: a picture, a clip, or a row of a text.

    Attributes:
        row: number of the row in a text, 0 elsewhere.
        text: the row's text, None for pictures and clips.
    """

    key: PieceKey
    source: Path
    row: int = 0
    text: str | None = None


@dataclass(frozen=True, slots=True)
class ValueOptions:
    """Options the user chose; an encoder ignores those it has no use for.

    Attributes:
        size: (height, width) for an image processor, pixels; None for its own.
        sample_rate: of samples, Hz; None for the extractor's own, 16,000 for waveforms.
        max_seconds: where clips are cut; None for what the extractor takes, else 30 s.
        auto_resample: resample clips of another rate; else they are refused.
        sequence_length: where token ids are cut; None for what the tokenizer's folder says.
        add_special_tokens: whether the tokenizer adds those that begin and end a text.
    """

    size: tuple[int, int] | None = None
    sample_rate: int | None = None
    max_seconds: float | None = None
    auto_resample: bool = False
    sequence_length: int | None = None
    add_special_tokens: bool = True


class ValueEncoder:
    """Turns sources into values by key; safe for several threads.

    Attributes:
        kind: of store that its values belong in.
        fingerprint: its identity, as it is in the keys.
    """

    kind: StoreKind
    fingerprint: StrictFingerprint

    def pieces(self, source: SourceFile) -> Sequence[Piece]:
        """The pieces of a source, in order; none if there is nothing in it.

        Raises:
            SourceError: if the source cannot be read.
        """
        return (Piece(self.key(blob_of(source)), source.path),)

    def encode(self, pieces: Sequence[Piece]) -> list[Values | SourceError]:
        """Values per piece in order, numpy arrays, or why there are none; each on its own."""
        outcomes: list[Values | SourceError] = []
        for piece in pieces:
            try:
                outcomes.append(self.values(piece))
            except SourceError as error:
                outcomes.append(error)
        return outcomes

    def close(self) -> None:
        """Let go of what was loaded, if anything is."""

    def key(self, blob: str) -> PieceKey:
        """The key of a source that is one piece, by the SHA-256 of its bytes."""
        raise NotImplementedError

    def values(self, piece: Piece) -> Values:
        """The values of one piece, numpy arrays.

        Raises:
            SourceError: if it cannot be encoded.
        """
        raise NotImplementedError


def open_value_encoder(
    kind: StoreKind, *, model: Path | str | None = None, options: ValueOptions | None = None
) -> ValueEncoder:
    """The encoder that fills a kind of store.

    Args:
        kind: vision, audio, waveform or tokens.
        model: the name of one with its library's settings ("clip", "whisper", "bytes"), else a
            local folder; None where there is a default (waveforms need none, tokens take "bytes").
        options: what the user chose.

    Raises:
        UserFacingError: if the name is unknown, the folder lacks a file or holds another kind of
            model, a package is missing, or an option does not fit.
        ValueError: if no encoder fills such a store.
    """
    if kind not in _OPENERS:
        raise ValueError(f"no encoder fills a store of kind {kind.value}")
    return _OPENERS[kind](model, options or ValueOptions())


# Each of what they import takes its types from here.
def _open_vision(model: Path | str | None, options: ValueOptions) -> ValueEncoder:
    from larder.core.encoders.vision_pixels import open_vision_pixels

    return open_vision_pixels(_require_model(model, "an image processor", "siglip"), options)


def _open_audio(model: Path | str | None, options: ValueOptions) -> ValueEncoder:
    from larder.core.encoders.audio import open_audio_features

    return open_audio_features(_require_model(model, "a feature extractor", "whisper"), options)


def _open_waveforms(model: Path | str | None, options: ValueOptions) -> ValueEncoder:
    from larder.core.encoders.audio import open_waveforms

    del model  # they need none
    return open_waveforms(options)


def _open_tokens(model: Path | str | None, options: ValueOptions) -> ValueEncoder:
    from larder.core.encoders.section_tokens import open_section_tokens

    return open_section_tokens(model or "bytes", options)


_OPENERS: Final[Mapping[StoreKind, Callable[[Path | str | None, ValueOptions], ValueEncoder]]] = {
    StoreKind.VISION: _open_vision,
    StoreKind.AUDIO: _open_audio,
    StoreKind.WAVEFORM: _open_waveforms,
    StoreKind.TOKENS: _open_tokens,
}
"""Kinds of store that are filled from single files."""


def blob_of(source: SourceFile) -> str:
    """SHA-256 of a source, which is read if its digits are not known.

    Raises:
        SourceError: if it cannot be read.
    """
    try:
        return source.blob or blob_digest(source.path)
    except OSError as error:
        raise SourceError(
            f"{source.path.name} cannot be read: {error_reason(error)}.") from error


def _require_model(model: Path | str | None, what: str, example: str) -> Path | str:
    if model is None or model == "":
        raise UserFacingError(
            f"Such a cache needs {what}.",
            f'Name one ("{example}") or a folder with its settings.')
    return model
