"""Collects the rows of a legacy store's survey, one after the other, and makes columns of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from larder.core.survey.report import EntryRows, RootFacts
from larder.core.survey.verdicts import Verdict
from larder.core.workspace.roots import PathFlavour, comparable, mostly_gone, split_last

NO_CONCEPT = -1
NO_ROOT = -1
GONE = frozenset({Verdict.SOURCE_MISSING, Verdict.SOURCE_UNREACHABLE})


@dataclass(frozen=True, slots=True)
class LegacyRow:
    """One sample, or one recorded source that is no sample.

    Attributes:
        source: as spelled.
        flags: `1 << Verdict` bits and remarks.
        concept: its concept's index, -1 for none.
        root: number of its root among the store's, see `RowCollector.root`.
        has_entry: whether a slot exists for it.
        bytes: of the slots it is read from.
        why: sentence, "" for a valid row.
        payloads: slots, relative to the store's folder; only for rows that are not valid.
    """

    source: str
    flags: int
    concept: int
    root: int
    has_entry: bool
    bytes: int
    why: str
    payloads: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Root:
    number: int
    spelled: str
    unreachable: str
    declared_gone: bool


class RowCollector:
    """Rows of one store.

    Args:
        flavour: how the store's sources are spelled.
    """

    def __init__(self, flavour: PathFlavour) -> None:
        self._flavour = flavour
        self._folders: dict[str, int] = {}
        self._folder: list[int] = []
        self._names: list[str] = []
        self._rows: list[LegacyRow] = []
        self._wanted: dict[int, list[int]] = {}
        self._roots: dict[str, _Root] = {}

    def root(self, spelled: str, *, unreachable: str, declared_gone: bool = False) -> int:
        """The number of a root among the store's; the first to name a root says how it is."""
        known = self._roots.setdefault(
            comparable(spelled, self._flavour),
            _Root(len(self._roots), spelled, unreachable, declared_gone))
        return known.number

    def add(self, row: LegacyRow, *, is_wanted: bool = False) -> int:
        """Add a row and return its number; a wanted one counts in its concept's coverage."""
        folder, name = split_last(row.source, self._flavour)
        number = len(self._rows)
        self._folder.append(self._folders.setdefault(folder, len(self._folders)))
        self._names.append(name)
        self._rows.append(row)
        if is_wanted:
            self._wanted.setdefault(row.concept, []).append(number)
        return number

    def wanted(self, concepts: Sequence[int]) -> dict[int, npt.NDArray[np.int32]]:
        """Rows each of the concepts asks for, int32."""
        return {
            concept: np.array(self._wanted.get(concept, []), dtype=np.int32)
            for concept in concepts
        }

    def root_facts(self) -> tuple[RootFacts, ...]:
        """The roots with how many recorded sources each has, and how many of them are gone."""
        indexed = [0] * len(self._roots)
        gone = [0] * len(self._roots)
        for row in self._rows:
            if row.has_entry:
                indexed[row.root] += 1
                gone[row.root] += _worst(row.flags) in GONE
        return tuple(
            RootFacts(
                spelled=root.spelled, unreachable=root.unreachable, indexed=indexed[root.number],
                gone=gone[root.number],
                mostly_gone=mostly_gone(indexed=indexed[root.number], gone=gone[root.number]),
                declared_gone=root.declared_gone)
            for root in self._roots.values())

    def columns(self, *, first_root: int | None) -> EntryRows:
        """The rows as the survey's report has them.

        Args:
            first_root: the survey's number of this store's first root, None for rows without roots.
        """
        rows = self._rows
        verdicts = np.array([_worst(row.flags) for row in rows], dtype=np.uint8)
        flags = np.array([row.flags for row in rows], dtype=np.uint32)
        also = flags & ~(np.uint32(1) << verdicts.astype(np.uint32))
        return EntryRows(
            folders=list(self._folders),
            separator=self._flavour.separator,
            folder=np.array(self._folder, dtype=np.int32),
            names=self._names,
            verdicts=verdicts,
            also=also & ~np.uint32(1 << Verdict.VALID),
            concept=np.array([row.concept for row in rows], dtype=np.int16),
            has_entry=np.array([row.has_entry for row in rows], dtype=np.bool_),
            bytes=np.array([row.bytes for row in rows], dtype=np.int64),
            root=np.array(
                [NO_ROOT if first_root is None else first_root + row.root for row in rows],
                dtype=np.int32),
            why={number: row.why for number, row in enumerate(rows) if row.why},
            payloads={number: row.payloads for number, row in enumerate(rows) if row.payloads},
        )


def _worst(flags: int) -> Verdict:
    """The lowest verdict bit; a row without any is valid."""
    verdicts = flags & ((1 << len(Verdict)) - 1)
    return Verdict((verdicts & -verdicts).bit_length() - 1) if verdicts else Verdict.VALID
