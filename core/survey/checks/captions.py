"""Problems of a caption's bytes, as the trainer reads them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from larder.core.survey.checks.risks import Risk
from larder.core.workspace.samples import CaptionEncodingError, caption_lines

if TYPE_CHECKING:
    from larder.core.encoders.caption_length import CaptionLimit

BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
UTF_16_MARKS: Final = (b"\xff\xfe", b"\xfe\xff")


def caption_flaws(content: bytes, limit: CaptionLimit | None) -> Iterator[tuple[Risk, str]]:
    """Find what stops or spoils training in a caption: kinds and sentences.

    `limit` is that of the text encoder, None where no tokenizer is at hand.
    """
    try:
        lines = caption_lines(content)
    except CaptionEncodingError as error:
        if content.startswith(UTF_16_MARKS):
            yield Risk.CAPTION_ENCODING, "It is UTF-16."
        else:
            cause = error.__cause__
            place = cause.start if isinstance(cause, UnicodeDecodeError) else 0
            yield Risk.CAPTION_ENCODING, f"It is not UTF-8: byte {place:,} is not valid."
        return
    if content.startswith(BYTE_ORDER_MARK):
        yield Risk.BYTE_ORDER_MARK, ""
    if b"\0" in content:
        yield Risk.CONTROL_CHARACTERS, ""
    lost, words = (0, 0) if limit is None else limit.lost_words(lines)
    if limit is not None and lost:
        yield Risk.CAPTION_TOO_LONG, (
            f"{lost:,} of its {words:,} words are beyond the {limit.tokens:,} tokens that the text "
            "encoder takes.")
