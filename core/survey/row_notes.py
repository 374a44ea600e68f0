"""What is found of the rows of a store while they are judged: bits, and sentences of the worst."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
import numpy as np
import numpy.typing as npt

from larder.core.errors import Finding
from larder.core.survey.document import PayloadTotals
from larder.core.survey.harms import FOLLOWS_FROM, HARMS, Harm
from larder.core.survey.verdicts import Verdict

Bits = npt.NDArray[np.uint32]

Faults = Mapping[Harm, Mapping[str, str]]
"""What a look into payloads found: payload name -> sentence."""


def joined_faults(one: Faults, other: Faults) -> Faults:
    """Return both; of a payload that both are about in the same way, the first is told."""
    return {harm: {**other.get(harm, {}), **one.get(harm, {})} for harm in {**one, **other}}


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


class RowNotes:
    """Bits and sentences of n rows.

    Attributes:
        flags: `1 << Verdict` bits and remarks, uint32, shape (n,).
        harms: `1 << Harm` bits of what verdicts alone do not say, uint32, shape (n,).
        why: sentence of the worst verdict, for rows that are not valid; of others what is to be
            said of them all the same.
    """

    def __init__(self, count: int) -> None:
        self.flags = np.full(count, 1 << Verdict.VALID, dtype=np.uint32)
        self.harms = np.zeros(count, dtype=np.uint32)
        self.why: dict[int, str] = {}

    @property
    def verdicts(self) -> npt.NDArray[np.uint8]:
        """The worst of each row, shape (n,)."""
        return split_flags(self.flags)[0]

    def note(self, row: int, verdict: Verdict, sentence: str) -> None:
        """Set one bit; the sentence is kept if nothing worse was said of the row."""
        if not self.flags[row] & np.uint32((2 << verdict) - 1):
            self.why[row] = sentence
        self.flags[row] |= np.uint32(1 << verdict)

    def note_each(self, rows: Sequence[int], verdict: Verdict, sentences: Sequence[str]) -> None:
        """As `note`, for many different rows."""
        at = np.array(rows, dtype=np.int64)
        is_worst = (self.flags[at] & np.uint32((2 << verdict) - 1)) == 0
        told = zip(rows, sentences, strict=True)
        self.why.update(told if is_worst.all() else itertools.compress(told, is_worst.tolist()))
        self.flags[at] |= np.uint32(1 << verdict)

    def note_harm(self, row: int, harm: Harm, sentence: str) -> None:
        """Set the bits of what was found in a payload."""
        self.harms[row] |= bit(harm)
        verdict = HARMS[harm].verdict
        if verdict is None:
            self.remark(row, sentence)
        else:
            self.note(row, verdict, sentence)

    def note_all(self, verdict: Verdict, sentence: str) -> None:
        """Set one bit of every row."""
        count = len(self.flags)
        self.note_each(range(count), verdict, [sentence] * count)

    def remark(self, row: int, sentence: str) -> None:
        """Say something of a row that may be valid."""
        self.why.setdefault(row, sentence)


def split_flags(
    flags: npt.NDArray[np.uint32],
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint32]]:
    """The verdict of each row, its lowest bit, and what else is to be remarked.

    Flags are `1 << Verdict` bits, at least one per row, and `Also` bits, shape (n,).
    """
    lowest = (flags & np.uint32((1 << len(Verdict)) - 1)) & (~flags + np.uint32(1))
    verdicts = np.asarray(np.log2(lowest), dtype=np.uint8)
    return verdicts, flags & ~lowest & ~np.uint32(1 << Verdict.VALID)


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
