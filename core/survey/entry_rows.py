"""The rows of a store as a report has them, made in one way for every format."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from larder.core.survey.report import EntryRows
from larder.core.survey.row_notes import Bits, split_flags, with_those_of_verdicts
from larder.core.workspace.path_folders import SplitPaths


def build_rows(
    *,
    sources: SplitPaths,
    separator: str,
    flags: Bits,
    harms: Bits,
    harming: Bits | None = None,
    is_drawn: npt.NDArray[np.bool_],
    concept: npt.NDArray[np.int16],
    root: npt.NDArray[np.int32],
    has_entry: npt.NDArray[np.bool_],
    sizes: npt.NDArray[np.int64],
    own_sizes: npt.NDArray[np.int64],
    why: Mapping[int, str],
    payloads: Mapping[int, tuple[str, ...]],
    made_from: Mapping[int, str],
) -> EntryRows:
    """Split verdicts from remarks, and add the risks that follow from verdicts.

    Args:
        sources: one per row.
        separator: as in `EntryRows`.
        flags: `1 << Verdict` bits, at least one per row, and remarks, uint32, shape (n,).
        harms: bits of what verdicts alone do not say, uint32, shape (n,).
        harming: the flags whose verdicts harm training, None for all of `flags`.
        is_drawn: whether training asks for each row, bool, shape (n,).
        concept: as in `EntryRows`.
        root: as in `EntryRows`.
        has_entry: as in `EntryRows`.
        sizes: its `bytes`.
        own_sizes: its `own_bytes`.
        why: as in `EntryRows`.
        payloads: as in `EntryRows`.
        made_from: as in `EntryRows`.
    """
    folders, folder, names = sources
    verdicts, also = split_flags(flags)
    return EntryRows(
        folders=list(folders), separator=separator, folder=folder, names=list(names),
        verdicts=verdicts, also=also,
        harms=with_those_of_verdicts(
            harms, flags if harming is None else harming, is_drawn=is_drawn),
        concept=concept, has_entry=has_entry, bytes=sizes, own_bytes=own_sizes, root=root, why=why,
        payloads=payloads, made_from=made_from)
