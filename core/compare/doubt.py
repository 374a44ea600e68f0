"""Entries of which a survey cannot tell whether a change of settings leaves them good.

Released trainers check nothing of a payload, indexes before version 3 do not say which arrays one
has, and the size of a video's frames shows nowhere. A survey gives these the benefit of the doubt;
asked what a change would cost, the doubt counts the other way.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from larder.core.compare.reasons import Concern, Reason
from larder.core.settings import cache_home
from larder.core.stores.store_memory import present_index
from larder.core.survey.report import StoreSurvey
from larder.core.survey.verdicts import Also
from larder.core.workspace.store_kinds import StoreFormat

Bools = npt.NDArray[np.bool_]


def doubtful_rows(found: Concern, before: StoreSurvey) -> Bools:
    """Rows that may not stay good, bool, one per row of the store now."""
    count = len(before.rows)
    if before.location.kind.format is StoreFormat.LEGACY:
        return np.full(count, Reason.SIZE in found.reasons or found.asks_for_more)
    doubtful = np.zeros(count, dtype=np.bool_)
    if Reason.SIZE in found.reasons:
        doubtful |= (before.rows.also & np.uint32(Also.VARIANT_NOT_CHECKED)) != 0
    if found.asks_for_more:
        doubtful |= _without_known_arrays(before)
    return doubtful


def _without_known_arrays(before: StoreSurvey) -> Bools:
    """Rows of which neither they nor their index say what their payloads hold."""
    store = before.location.path
    columns = present_index(cache_home(), store).columns
    unknown = np.zeros(len(before.rows), dtype=np.bool_)
    if columns.index_schema is None and len(columns) == int(before.rows.has_entry.sum()):
        unknown[:len(columns)] = True
        unknown[columns.variant_row[columns.schema >= 0]] = False
    return unknown
