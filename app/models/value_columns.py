"""What is particular to the values of a kind of store: the `values` table, and its columns' rows.

See `core.queries.tables`. A value is found by its row of the Entries table; rows of other
stores have none.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from larder.core.columns import TextColumn

UNKNOWN: Final = -1
"""A number that neither name nor payload tells, or that was not looked for."""


@dataclass(frozen=True, slots=True)
class ValueColumns:
    """The `values` table, column by column, n values in the order of their entries."""

    entry: npt.NDArray[np.int32]
    payload: TextColumn
    maker: npt.NDArray[np.int32]
    makers: TextColumn
    section: TextColumn
    height: npt.NDArray[np.int32]
    width: npt.NDArray[np.int32]
    sample_rate: npt.NDArray[np.int32]
    cap_ms: npt.NDArray[np.int64]
    cap_tokens: npt.NDArray[np.int32]
    samples: npt.NDArray[np.int64]
    tokens: npt.NDArray[np.int64]
    row: npt.NDArray[np.int32]
    leaves: npt.NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.entry)

    def place(self, entry: int) -> int | None:
        """Where the value of a row of the Entries table is, None for a row of another store."""
        at = int(np.searchsorted(self.entry, entry))
        return at if at < len(self.entry) and self.entry[at] == entry else None

    def maker_of(self, place: int) -> str:
        """What made a value, "" if that is not known."""
        maker = int(self.maker[place])
        return self.makers[maker] if maker >= 0 else ""

    def spread(self, column: npt.NDArray[np.integer], entries: int) -> npt.NDArray[np.int64]:
        """A column over all rows of the Entries table, unknown for rows of other stores."""
        over_all = np.full(entries, UNKNOWN, dtype=np.int64)
        over_all[self.entry] = column
        return over_all


def sort_key(values: ValueColumns, name: str, entries: int) -> npt.NDArray[np.int64]:
    """What the rows of the Entries table are sorted by in one of their own columns.

    Args:
        values: of the same survey.
        name: of one of them: a column of the table that is a number, "maker", "section", "length"
            of a waveform in seconds, or "cap" of a clip or row.
        entries: how many rows the Entries table has.

    Returns:
        int64, shape (entries,); unknown ones come first.
    """
    if name == "maker":
        ranks = _ranks(list(values.makers))
        column = np.where(values.maker < 0, UNKNOWN, ranks[values.maker]) if len(ranks) \
            else values.maker
    elif name == "section":
        column = _ranks(list(values.section))
    elif name == "cap":
        column = np.maximum(values.cap_ms, values.cap_tokens)
    elif name == "length":
        rates = np.maximum(values.sample_rate, 1)
        known = (values.samples >= 0) & (values.sample_rate > 0)
        column = np.where(known, values.samples * 1_000_000 // rates, UNKNOWN)
    else:
        column = getattr(values, name)
    return values.spread(column, entries)


def _ranks(texts: list[str]) -> npt.NDArray[np.int64]:
    """Rank of each text; none has the rank of an unknown number."""
    if not texts:
        return np.zeros(0, dtype=np.int64)
    return np.unique(np.array(texts), return_inverse=True)[1].reshape(-1).astype(np.int64)
