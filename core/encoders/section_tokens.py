"""Texts as token ids: one piece per row of a file; and the text of single tokens, to look at.

Ids are cut to the length that the key says, special tokens included, and never padded: that is for
a batch to do. The byte tokenizer needs no vocabulary: a text's UTF-8 bytes, between a beginning and
an end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from larder.core.encoders.catalogue import BYTES_NAME
from larder.core.encoders.packages import first_line
from larder.core.encoders.protocol import SourceError
from larder.core.encoders.text_sections import read_section, row_digest
from larder.core.encoders.tokenizers import FolderTokenizer, open_folder_tokenizer
from larder.core.encoders.value_encoder import Piece, SourceFile, ValueEncoder, ValueOptions
from larder.core.errors import UserFacingError
from larder.core.keys.cache_keys import TokensKey
from larder.core.keys.strict_fingerprint import StrictFingerprint, fingerprint_of_facts
from larder.core.payloads.dtypes import Values
from larder.core.workspace.hub_cache import find_hub_model, is_dataset_name
from larder.core.workspace.roots import is_folder
from larder.core.workspace.store_kinds import StoreKind

LONGEST_DEFAULT: Final = 2048
"""Ids of a row where nothing is chosen: models state up to a million, and rows are paragraphs."""

IDS: Final = "input_ids"
MASK: Final = "attention_mask"

PAD_ID: Final = 256
BEGIN_ID: Final = 257

END_ID: Final = 258
"""The bytes themselves are 0 to 255."""

SPECIAL_BYTES: Final = {PAD_ID: "<pad>", BEGIN_ID: "<begin>", END_ID: "<end>"}


class SectionTokens(ValueEncoder):
    """A tokenizer as an encoder."""

    kind = StoreKind.TOKENS

    def __init__(
        self, tokenizer: FolderTokenizer | ByteTokenizer, *, sequence_length: int,
        add_special_tokens: bool = True,
    ) -> None:
        self._tokenizer = tokenizer
        self._length = sequence_length
        self._adds = add_special_tokens
        self.fingerprint = tokenizer.fingerprint(add_special_tokens=add_special_tokens)

    def pieces(self, source: SourceFile) -> Sequence[Piece]:
        """One per row of the text; see `ValueEncoder`."""
        section, rows = read_section(source.path)
        return tuple(
            Piece(
                TokensKey(
                    section, number, row_digest(row), self.fingerprint.digest, self._length,
                    len(rows)),
                source.path, number, row)
            for number, row in enumerate(rows))

    def values(self, piece: Piece) -> Values:
        """`input_ids` and `attention_mask`, int32 [ids]."""
        assert piece.text is not None
        given = self._tokenizer.ids(piece.text, length=self._length, add_special_tokens=self._adds)
        if len(given) > self._length:
            raise SourceError(
                f"Row {piece.row + 1} of {piece.source.name} has {len(given):,} ids; the limit is "
                f"{self._length:,}.")
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
            f"A row of {length} ids has no space for text.", f"Choose {fewest} ids or more.")
    return SectionTokens(
        tokenizer, sequence_length=length, add_special_tokens=options.add_special_tokens)


def _open_tokenizer(model: Path | str) -> FolderTokenizer | ByteTokenizer:
    if model == BYTES_NAME:
        return ByteTokenizer()
    folder = Path(model)
    if not folder.is_dir():
        raise UserFacingError(
            f'There is no tokenizer "{model}" and no folder of this name.',
            f"The only known name is {BYTES_NAME}. Otherwise choose a local folder.")
    return open_folder_tokenizer(folder)


class ByteTokenizer:
    """One token per byte; as `FolderTokenizer`."""

    def stated_length(self) -> int | None:
        """None: any length will do."""
        return None

    def fingerprint(self, *, add_special_tokens: bool) -> StrictFingerprint:
        """Its identity; it has no settings."""
        return fingerprint_of_facts(BYTES_NAME, {
            "class": "bytes", "pad_id": PAD_ID, "bos_id": BEGIN_ID, "eos_id": END_ID,
            "add_special_tokens": add_special_tokens})

    def special_tokens(self) -> int:
        """Tokens that are added to a text: its beginning and its end."""
        return 2

    def ids(self, text: str, *, length: int, add_special_tokens: bool) -> Sequence[int]:
        """The bytes, cut so that a beginning and an end still fit."""
        encoded = text.encode("utf-8")
        if not add_special_tokens:
            return list(encoded[:length])
        return [BEGIN_ID, *encoded[: length - 2], END_ID]


def byte_pieces(ids: Sequence[int]) -> list[str]:
    """Return the text each byte adds: a character with the first of its bytes, then nothing.

    A byte that is not part of a character is shown by its number.
    """
    pieces = [SPECIAL_BYTES.get(token, "") for token in ids]
    at = 0
    while at < len(ids):
        if 0 <= ids[at] < PAD_ID:
            length, pieces[at] = _character(ids, at)
            at += length
        else:
            at += 1
    return pieces


def is_byte_tokenizer(facts: Mapping[str, Any]) -> bool:
    """Return whether a fingerprint's facts are those of the tokenizer without a vocabulary."""
    return facts.get("class") == BYTES_NAME


def folder_pieces(made_by: StrictFingerprint, ids: Sequence[int]) -> list[str]:
    """The text of each token by the very tokenizer that made them.

    It is looked for where it was when they were made, then in the local hub cache by the name that
    its fingerprint has ("owner/name@revision"). Nothing is downloaded, and a tokenizer with another
    digest is not asked.

    Raises:
        UserFacingError: if it is not at hand, or is another by now; says so of the first place.
    """
    refused: list[UserFacingError] = []
    for place in _places(made_by):
        try:
            return pieces_from(place, made_by, ids)
        except UserFacingError as error:
            refused.append(error)
    if refused:
        raise refused[0]
    raise UserFacingError(f"The tokenizer {made_by.name} is not on this computer.")


def pieces_from(folder: Path, made_by: StrictFingerprint, ids: Sequence[int]) -> list[str]:
    """As `folder_pieces`, from one folder.

    Raises:
        UserFacingError: if it is gone, holds nothing that can be loaded, or another tokenizer.
    """
    if not is_folder(folder):
        raise UserFacingError(f"The tokenizer {made_by.name} is no longer in {folder}.")
    try:
        tokenizer = open_folder_tokenizer(folder)
    except (OSError, ValueError) as error:
        raise UserFacingError(
            f"The tokenizer in {folder} cannot be read: {first_line(error)}") from error
    adds = made_by.facts.get("add_special_tokens") is not False
    if tokenizer.fingerprint(add_special_tokens=adds).digest != made_by.digest:
        raise UserFacingError(
            f"The tokenizer in {folder} is not the one that made these ids.")
    return [tokenizer.piece(token) for token in ids]


def _places(made_by: StrictFingerprint) -> list[Path]:
    """Where a tokenizer may be, the likeliest first; a place of another system is none."""
    noted = Path(made_by.found_in)
    hub_name = made_by.name.partition("@")[0]
    in_hub = find_hub_model(hub_name) if is_dataset_name(hub_name) else None
    places = [noted] if noted.is_absolute() else []
    return places if in_hub is None or in_hub == noted else [*places, in_hub]


def _character(ids: Sequence[int], at: int) -> tuple[int, str]:
    """Bytes of the character that begins at a place, and the character."""
    first = ids[at]
    length = 1 if first < 0x80 else 2 if first < 0xE0 else 3 if first < 0xF0 else 4
    try:
        return length, bytes(ids[at : at + length]).decode("utf-8")
    except ValueError:  # no character, or ids that are no bytes
        return 1, f"<0x{first:02X}>"
