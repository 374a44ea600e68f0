"""The rows of a store as a report has them, made in one way for every format."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import numpy as np
import numpy.typing as npt

from larder.core.survey.report import EntryRows
from larder.core.survey.row_notes import Bits, split_flags, with_those_of_verdicts
from larder.core.workspace.path_folders import SplitPaths


class RowColumns(msgspec.Struct, frozen=True, kw_only=True):
    """Findings of a survey about n rows; `EntryRows` has more of each.

    Attributes:
        sources: one per row.
        flags: `1 << Verdict` bits, at least one per row, and remarks, uint32, shape (n,).
        harms: bits of what verdicts alone do not say, uint32, shape (n,).
        harming: the flags whose verdicts harm training, None for all of `flags`.
        is_drawn: whether training asks for each row, bool, shape (n,).
    """

    sources: SplitPaths
    separator: str
    flags: Bits
    harms: Bits
    harming: Bits | None = None
    is_drawn: npt.NDArray[np.bool_]
    concept: npt.NDArray[np.int16]
    root: npt.NDArray[np.int32]
    has_entry: npt.NDArray[np.bool_]
    bytes: npt.NDArray[np.int64]
    own_bytes: npt.NDArray[np.int64]
    why: Mapping[int, str]
    payloads: Mapping[int, tuple[str, ...]]


def build_rows(columns: RowColumns) -> EntryRows:
    """Split verdicts from remarks, and add the risks that follow from verdicts."""
    folders, folder, names = columns.sources
    verdicts, also = split_flags(columns.flags)
    harming = columns.flags if columns.harming is None else columns.harming
    return EntryRows(
        folders=list(folders), separator=columns.separator, folder=folder, names=list(names),
        verdicts=verdicts, also=also,
        harms=with_those_of_verdicts(columns.harms, harming, is_drawn=columns.is_drawn),
        concept=columns.concept, has_entry=columns.has_entry, bytes=columns.bytes,
        own_bytes=columns.own_bytes, root=columns.root, why=columns.why,
        payloads=columns.payloads)
