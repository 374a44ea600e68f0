"""Token ids with the text they stand for."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np

from larder.core.columns import TextColumn
from larder.core.errors import UserFacingError
from larder.core.queries.previews.drawn import TokenTable
from larder.core.queries.previews.payload_values import PayloadValues
from larder.core.stores.sharded.payloads import TOKEN_IDS, TOKEN_MASK

MOST_LISTED: Final = 4_096
MOST_TEXT: Final = 20_000
"""Characters of a row's text that are shown."""


def list_tokens(values: PayloadValues) -> TokenTable:
    """The ids of a tokens payload."""
    ids = values.arrays[TOKEN_IDS].astype(np.int64)
    mask = values.arrays.get(TOKEN_MASK)
    counts = np.ones(len(ids), np.uint8) if mask is None else (mask != 0).astype(np.uint8)
    listed = ids[:MOST_LISTED]
    pieces, why = _pieces(values, listed.tolist())
    return TokenTable(
        ids=listed, mask=counts[:MOST_LISTED],
        pieces=TextColumn.from_strings(pieces or [""] * len(listed)),
        count=len(ids), text=_text(values), why_no_pieces=why)


def _pieces(values: PayloadValues, ids: list[int]) -> tuple[list[str], str]:
    """The text of each id, or why there is none."""
    from larder.core.encoders.token_pieces import byte_pieces, folder_pieces, is_byte_tokenizer

    made_by = values.made_by
    if made_by is None:
        return [], "Nothing says which tokenizer made these ids."
    if is_byte_tokenizer(made_by.facts):
        return byte_pieces(ids), ""
    try:
        return folder_pieces(made_by, ids), ""
    except UserFacingError as error:
        return [], error.problem


def _text(values: PayloadValues) -> str:
    """The row the ids were made from, if its file still has it."""
    from larder.core.encoders.protocol import SourceError
    from larder.core.encoders.text_sections import read_section, row_digest

    stamp = values.stamp
    if stamp is None or stamp.source is None:
        return ""
    try:
        rows = read_section(Path(stamp.source.name)).rows
    except SourceError:
        return ""
    wanted = values.key.get("text")
    return next((row[:MOST_TEXT] for row in rows if row_digest(row) == wanted), "")
