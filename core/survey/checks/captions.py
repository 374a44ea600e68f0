"""What is wrong with a caption's bytes, as the trainer reads them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from larder.core.survey.checks.risks import Risk
from larder.core.workspace.samples import CaptionEncodingError, caption_lines

BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
UTF_16_MARKS: Final = (b"\xff\xfe", b"\xfe\xff")


def caption_flaws(content: bytes) -> Iterator[tuple[Risk, str]]:
    """Find what stops or spoils training in a caption; kinds and clauses."""
    try:
        caption_lines(content)
    except CaptionEncodingError as error:
        yield Risk.CAPTION_ENCODING, (
            "It is UTF-16." if content.startswith(UTF_16_MARKS)
            else error.problem.replace("The caption is", "It is", 1))
        return
    if content.startswith(BYTE_ORDER_MARK):
        yield Risk.BYTE_ORDER_MARK, ""
    if b"\0" in content:
        yield Risk.CONTROL_CHARACTERS, ""
