"""The tokenizer that needs no vocabulary: a text's UTF-8 bytes, between a beginning and an end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from larder.core.keys.strict_fingerprint import StrictFingerprint, fingerprint_of_facts

BYTES_NAME: Final = "bytes"

PAD_ID: Final = 256
BEGIN_ID: Final = 257
END_ID: Final = 258
"""The bytes themselves are 0 to 255."""


class ByteTokenizer:
    """One token per byte; `core.encoders.section_tokens.SectionTokenizer` says what it does."""

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
