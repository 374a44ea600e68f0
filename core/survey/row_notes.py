"""Notes on the rows of a store while they are judged: bits, and sentences for the worst."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from typing import TYPE_CHECKING, Final, Generic, TypeVar

import msgspec
import numpy as np
import numpy.typing as npt

from larder.core.errors import Finding
from larder.core.survey.document import ReadTotals
from larder.core.survey.training_risks import FOLLOWS_FROM, HARMS, TrainingRisk
from larder.core.survey.verdicts import Verdict

if TYPE_CHECKING:
    from larder.core.survey.report import RecipeFacts

Bits = npt.NDArray[np.uint32]

Faults = Mapping[TrainingRisk, Mapping[str, str]]
"""What a look into payloads found: payload name -> sentence."""

Said = TypeVar("Said")


def join_faults(one: Faults, other: Faults) -> Faults:
    """Return both; of a payload that both are about in the same way, the first is told."""
    return {harm: {**other.get(harm, {}), **one.get(harm, {})} for harm in {**one, **other}}


class Audit(msgspec.Struct, frozen=True):
    """Findings from the payloads of one store.

    Attributes:
        damaged: payload name -> what is wrong with its container.
        why: row -> sentence for the worst that was found in its payloads.
        remarks: row -> sentence for what leaves it good.
        made_from: row -> the source that its payload was made from, where that is another one.
        totals: what was read.
        findings: what no row tells.
        recipes: how the rows were made, None where nothing tells.
    """

    damaged: Mapping[str, str] = {}
    why: Mapping[int, str] = {}
    remarks: Mapping[int, str] = {}
    totals: ReadTotals | None = None
    findings: tuple[Finding, ...] = ()
    recipes: RecipeFacts | None = None
    made_from: Mapping[int, str] = {}


NOT_LOOKED: Final = Audit()


class _Later(msgspec.Struct, Generic[Said], frozen=True):
    """Function that computes a row's note when it is read; rows are counted from `first`."""

    tell: Callable[[int], Said]
    first: int = 0

    def __call__(self, row: int) -> Said:
        return self.tell(row - self.first)


class ToldOfRows(MutableMapping[int, Said]):
    """Notes on some rows, by row, some of them computed when they are read.

    If one picture was deleted, nearly every row has a note, and most are never read.
    """

    __slots__ = ("_said",)

    def __init__(self) -> None:
        self._said: dict[int, Said | _Later[Said]] = {}

    @classmethod
    def one_after_another(
        cls, blocks: Iterable[tuple[int, Mapping[int, Said]]]
    ) -> ToldOfRows[Said]:
        """Return the notes of consecutive blocks, each given with the number of its first row."""
        every = cls()
        for first, block in blocks:
            said = block._said if isinstance(block, ToldOfRows) else block
            if not first:  # of the samples of the first group, mostly the only one
                every._said.update(said)
                continue
            moved: dict[int, _Later[Said]] = {}
            every._said.update(
                (first + row, one if not isinstance(one, _Later) else moved.setdefault(
                    id(one), _Later(one.tell, one.first + first)))
                for row, one in said.items())
        return every

    def tell_later(self, rows: Iterable[int], tell: Callable[[int], Said]) -> None:
        """Let it be told of some rows when they are asked for."""
        self._said.update(dict.fromkeys(rows, _Later(tell)))

    def __getitem__(self, row: int) -> Said:
        said = self._said[row]
        return said(row) if isinstance(said, _Later) else said

    def __setitem__(self, row: int, said: Said) -> None:
        self._said[row] = said

    def __delitem__(self, row: int) -> None:
        del self._said[row]

    def __contains__(self, row: object) -> bool:
        return row in self._said

    def __iter__(self) -> Iterator[int]:
        return iter(self._said)

    def __len__(self) -> int:
        return len(self._said)


def bit(harm: TrainingRisk) -> np.uint32:
    """Return the bit that stands for a harm."""
    return np.uint32(1 << harm)


class RowNotes:
    """Bits and sentences of n rows.

    Attributes:
        flags: `1 << Verdict` bits and remarks, uint32, shape (n,).
        harms: `1 << Harm` bits of what verdicts alone do not say, uint32, shape (n,).
        why: sentence of the worst verdict, for rows that are not valid; of others what is to be
            said of them all the same.
        made_from: of rows whose payload was made from another source, that source.
    """

    def __init__(self, count: int) -> None:
        self.flags = np.full(count, 1 << Verdict.VALID, dtype=np.uint32)
        self.harms = np.zeros(count, dtype=np.uint32)
        self.why = ToldOfRows[str]()
        self.made_from = ToldOfRows[str]()

    @property
    def verdicts(self) -> npt.NDArray[np.uint8]:
        """The worst of each row, shape (n,)."""
        return split_flags(self.flags)[0]

    def note(self, row: int, verdict: Verdict, sentence: str) -> None:
        """Set one bit; the sentence is kept if nothing worse was said of the row."""
        if not self.flags[row] & np.uint32((2 << verdict) - 1):
            self.why[row] = sentence
        self.flags[row] |= np.uint32(1 << verdict)

    def note_each(
        self, rows: Sequence[int], verdict: Verdict, tell: Callable[[int], str]
    ) -> None:
        """As `note`, for many different rows; `tell` gives the sentence of each, when asked."""
        at = np.array(rows, dtype=np.int64)
        is_worst = (self.flags[at] & np.uint32((2 << verdict) - 1)) == 0
        self.why.tell_later(
            rows if is_worst.all() else itertools.compress(rows, is_worst.tolist()), tell)
        self.flags[at] |= np.uint32(1 << verdict)

    def note_harm(self, row: int, harm: TrainingRisk, sentence: str) -> None:
        """Set the bits of what was found in a payload."""
        self.harms[row] |= bit(harm)
        verdict = HARMS[harm].verdict
        if verdict is None:
            self.remark(row, sentence)
        else:
            self.note(row, verdict, sentence)

    def note_all(self, verdict: Verdict, sentence: str) -> None:
        """Set one bit of every row."""
        self.note_each(range(len(self.flags)), verdict, lambda _: sentence)

    def remark(self, row: int, sentence: str) -> None:
        """Say something of a row that may be valid."""
        self.why.setdefault(row, sentence)


def split_flags(
    flags: npt.NDArray[np.uint32],
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint32]]:
    """The verdict of each row, its lowest bit, and what else is to be remarked.

    Flags are `1 << Verdict` bits, at least one per row, and `Remark` bits, shape (n,).
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
