"""Figures about the arrays of payload files, as an inspection's document gives them."""

from __future__ import annotations

import json
import math

import msgspec

from larder.core.queries.preview import PayloadPreview
from larder.core.requests.options import Answer


class ArrayFacts(msgspec.Struct, frozen=True, kw_only=True):
    """Figures about one array of a payload; statistics are over its finite values."""

    name: str
    dtype: str
    shape: tuple[int, ...]
    bytes: int = 0
    minimum: float | None = None
    maximum: float | None = None
    mean: float | None = None
    std: float | None = None
    nan_count: int = 0
    inf_count: int = 0
    zero_count: int = 0
    first_five: tuple[int | float | str, ...] = ()
    sha256: str = ""

    @property
    def is_all_zero(self) -> bool:
        """Whether it holds elements and every one of them is zero."""
        return 0 < math.prod(self.shape) == self.zero_count


class PayloadFacts(msgspec.Struct, frozen=True, kw_only=True):
    """Figures about one payload file; `problem` says why there are none."""

    path: str
    file_bytes: int = 0
    arrays: tuple[ArrayFacts, ...] = ()
    problem: str = ""


def payload_of(preview: PayloadPreview) -> PayloadFacts:
    """The figures that came with a preview."""
    return PayloadFacts(path="", arrays=msgspec.convert(
        preview.arrays, type=tuple[ArrayFacts, ...]))


def read_payload_facts(answer: Answer) -> tuple[PayloadFacts, ...]:
    """Read the document of an inspection.

    Raises:
        ValueError: if it is no such document.
    """
    document = json.loads(answer.document)
    return msgspec.convert(document["files"], type=tuple[PayloadFacts, ...])
