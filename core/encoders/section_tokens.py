"""Texts as token ids: one piece per row of a file.

Ids are cut to the length that the key says, special tokens included, and never padded: that is for
a batch to do.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final, Protocol

import numpy as np

from larder.core.encoders.byte_tokenizer import BYTES_NAME, ByteTokenizer
from larder.core.encoders.folder_tokenizer import open_folder_tokenizer
from larder.core.encoders.protocol import SourceError
from larder.core.encoders.text_sections import read_section, row_digest
from larder.core.encoders.value_encoder import Piece, SourceFile, ValueOptions
from larder.core.errors import UserFacingError
from larder.core.keys.cache_keys import TokensKey
from larder.core.keys.strict_fingerprint import StrictFingerprint
from larder.core.payloads.arrays import Values
from larder.core.workspace.store_kinds import StoreKind

LONGEST_DEFAULT: Final = 2048
"""Ids of a row where nothing is chosen: models state up to a million, and rows are paragraphs."""

IDS: Final = "input_ids"
MASK: Final = "attention_mask"


class SectionTokenizer(Protocol):
    """Texts to ids; safe for several threads."""

    def stated_length(self) -> int | None:
        """Ids of a text at most, None if any length will do."""

    def fingerprint(self, *, add_special_tokens: bool) -> StrictFingerprint:
        """Its identity."""

    def special_tokens(self) -> int:
        """Ids that are added to a text."""

    def ids(self, text: str, *, length: int, add_special_tokens: bool) -> Sequence[int]:
        """Ids of a text, at most `length`.

        Raises:
            SourceError: if the text cannot be tokenized.
        """


class SectionTokens:
    """A tokenizer as an encoder."""

    def __init__(
        self, tokenizer: SectionTokenizer, *, sequence_length: int, add_special_tokens: bool = True
    ) -> None:
        """Make ready.

        Args:
            tokenizer: what makes the ids.
            sequence_length: ids of a row at most.
            add_special_tokens: whether the tokenizer adds those that begin and end a text.
        """
        self._tokenizer = tokenizer
        self._length = sequence_length
        self._adds = add_special_tokens
        self._fingerprint = tokenizer.fingerprint(add_special_tokens=add_special_tokens)

    @property
    def kind(self) -> StoreKind:
        """See `ValueEncoder`."""
        return StoreKind.TOKENS

    @property
    def fingerprint(self) -> StrictFingerprint:
        """See `ValueEncoder`."""
        return self._fingerprint

    def pieces(self, source: SourceFile) -> Sequence[Piece]:
        """One per row of the text; see `ValueEncoder`."""
        section = read_section(source.path)
        return tuple(
            Piece(
                TokensKey(
                    section.id, number, row_digest(row), self._fingerprint.digest, self._length,
                    len(section.rows)),
                source.path, number, row)
            for number, row in enumerate(section.rows))

    def encode(self, pieces: Sequence[Piece]) -> list[Values | SourceError]:
        """See `ValueEncoder`: `input_ids` and `attention_mask`, int32 [ids]."""
        return [self._encode_or_error(piece) for piece in pieces]

    def close(self) -> None:
        """See `ValueEncoder`; a tokenizer goes with the encoder."""

    def _encode_or_error(self, piece: Piece) -> Values | SourceError:
        assert piece.text is not None
        try:
            given = self._tokenizer.ids(
                piece.text, length=self._length, add_special_tokens=self._adds)
        except SourceError as error:
            return error
        if len(given) > self._length:
            return SourceError(
                f"Row {piece.row + 1} of {piece.source.name} gave {len(given):,} ids, "
                f"more than {self._length:,}.")
        ids = np.asarray(given, dtype=np.int32)
        return {IDS: ids, MASK: np.ones_like(ids)}


def open_section_tokens(model: Path | str, options: ValueOptions) -> SectionTokens:
    """The encoder of a tokenizer.

    Raises:
        UserFacingError: as `open_value_encoder`.
    """
    tokenizer = _open_tokenizer(model)
    stated = tokenizer.stated_length() or LONGEST_DEFAULT
    length = options.sequence_length or min(stated, LONGEST_DEFAULT)
    fewest = 1 + (tokenizer.special_tokens() if options.add_special_tokens else 0)
    if length < fewest:
        raise UserFacingError(
            f"A row of {length} ids has no room for text.", f"Choose {fewest} ids or more.")
    return SectionTokens(
        tokenizer, sequence_length=length, add_special_tokens=options.add_special_tokens)


def _open_tokenizer(model: Path | str) -> SectionTokenizer:
    if model == BYTES_NAME:
        return ByteTokenizer()
    folder = Path(model)
    if not folder.is_dir():
        raise UserFacingError(
            f'There is no tokenizer "{model}" and no such folder.',
            f"Known names are {BYTES_NAME}; else name a local folder.")
    return open_folder_tokenizer(folder)
