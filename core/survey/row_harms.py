"""The harms of rows as columns of bits, and what looking into the payloads of a store found."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec
import numpy as np
import numpy.typing as npt

from larder.core.errors import Finding
from larder.core.survey.document import PayloadTotals
from larder.core.survey.harms import FOLLOWS_FROM, HARMS, Harm

Bits = npt.NDArray[np.uint32]


class Audit(msgspec.Struct, frozen=True):
    """What looking into the payloads of one store found.

    Attributes:
        damaged: payload name -> what is wrong with its container.
        why: row -> sentence for the worst that was found in its payloads.
        remarks: row -> sentence for what leaves it good.
        totals: what was read.
        findings: what no row tells.
    """

    damaged: Mapping[str, str] = {}
    why: Mapping[int, str] = {}
    remarks: Mapping[int, str] = {}
    totals: PayloadTotals | None = None
    findings: tuple[Finding, ...] = ()


NOT_LOOKED: Final = Audit()


def bit(harm: Harm) -> np.uint32:
    """Its bit."""
    return np.uint32(1 << harm)


def with_those_of_verdicts(
    found: Bits, flags: Bits, *, is_drawn: npt.NDArray[np.bool_]
) -> Bits:
    """Add the harms that follow from verdicts, and leave out rows that training does not draw.

    Args:
        found: bits of what is known already, shape (n,).
        flags: `1 << Verdict` bits of all verdicts of each row, shape (n,).
        is_drawn: whether training asks for each row, shape (n,).
    """
    harms = found.copy()
    for verdict, harm in FOLLOWS_FROM.items():
        known = np.uint32(sum(1 << one for one, row in HARMS.items() if row.verdict is verdict))
        fits = ((flags & np.uint32(1 << verdict)) != 0) & ((found & known) == 0)
        harms[fits] |= bit(harm)
    harms[~is_drawn] = 0
    return harms
