"""Interface between a build and encoders of values by key: pieces of a source, then values.

A piece is the subject of one key: a picture, a clip, a row of a text. Naming the pieces of a source
is cheap, and a source whose file is known to the blob memory is not opened for it (a text is: its
rows are in it). So a build asks the store first, and only what it lacks is encoded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from larder.core.encoders.protocol import SourceError
from larder.core.errors import error_reason
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
