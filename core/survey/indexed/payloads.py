"""Which rows an index gives the payloads on disk to, and what was found in them as bits of rows."""

from __future__ import annotations

import numpy as np

from larder.core.keys.payload_names import parse_indexed_name
from larder.core.survey.indexed.verdicts import JudgedRows
from larder.core.survey.row_notes import Faults, bit
from larder.core.survey.training_risks import HARMS, TrainingRisk
from larder.core.workspace.model_types import find_model_type


class IndexedPayloads:
    """Facts that an index records about existing payloads.

    Args:
        judged: the rows.
        chosen: names of the payloads that count, None for all.

    Attributes:
        sizes: (height, width) that each was made for, None where that is not known.
        unstamped: those of whose crop the index says nothing; a trainer asks the payload then.
        made_for: model type, of those that an entry names.
        rows_of: the rows that name them.
    """

    def __init__(self, judged: JudgedRows, chosen: frozenset[str] | None = None) -> None:
        columns, names = judged.join.columns, judged.files.listing.names
        self._judged = judged
        self.sizes: dict[str, tuple[int, int] | None] = {
            name: None for name in (names if chosen is None else chosen)
            if parse_indexed_name(name) is not None}
        self.unstamped: set[str] = set()
        self.made_for: dict[str, str] = {}
        self.rows_of: dict[str, list[int]] = {}
        self._earlier: set[tuple[str, int]] = set()
        has_frames = np.array([
            (known := find_model_type(name)) is not None and known.frame_axis
            for name in columns.modeltypes], dtype=np.bool_)
        counts = np.array([name in self.sizes for name in names], dtype=np.bool_)
        of_those = counts[judged.files.pairs[:, 0]]
        for (at, variant), row in zip(
                judged.files.pairs[of_those].tolist(), judged.files.rows[of_those].tolist(),
                strict=True):
            name = names[at]
            self.rows_of.setdefault(name, []).append(row)
            if judged.is_earlier[variant]:
                self._earlier.add((name, row))
            self.made_for[name] = columns.modeltypes[columns.modeltype[row]]
            height, width = (
                int(columns.variant_height[variant]), int(columns.variant_width[variant]))
            # Keys of models with frames are frames x height, so that only a stored crop tells a
            # size.
            is_told = columns.variant_has_crop[variant] or not has_frames[columns.modeltype[row]]
            if not columns.variant_has_crop[variant]:
                self.unstamped.add(name)
            if height > 0 and width > 0 and is_told:
                self.sizes[name] = (height, width)

    def note(self, faults: Faults) -> tuple[dict[int, str], dict[int, str]]:
        """Set the bits of faults; sentences of rows that have some, and remarks of good ones."""
        why: dict[int, str] = {}
        remarks: dict[int, str] = {}
        for harm, found in faults.items():
            for name, sentence in found.items():
                for row in self.drawn_rows(name):
                    note_fault(self._judged, why, remarks, row, harm, sentence)
        return why, remarks

    def drawn_rows(self, name: str) -> list[int]:
        """Return the rows that name a payload and that the config's trainer may draw it for.

        It draws none of an earlier size once there is one of the size that is asked for, and no
        variation beyond those that are.
        """
        parsed = parse_indexed_name(name)
        return [row for row in self.rows_of.get(name, ()) if (name, row) not in self._earlier and (
            parsed is None or parsed.variation <= self._judged.needed[row])]


def note_fault(
    judged: JudgedRows, why: dict[int, str], remarks: dict[int, str], row: int, harm: TrainingRisk,
    sentence: str,
) -> None:
    """Set the bits of what was found in a payload of a row.

    `why` gets the sentence if nothing worse has one; `remarks` if it leaves the row good.
    """
    judged.harms[row] |= bit(harm)
    verdict = HARMS[harm].verdict
    if verdict is None:
        remarks.setdefault(row, sentence)
        return
    before = int(judged.flags[row])
    judged.flags[row] |= np.uint32(1 << verdict)
    if before & ((1 << verdict) - 1) == 0 or row in why:
        why.setdefault(row, sentence)
