"""Which sizes a sample is built at, and which variants of an entry already have them.

With one target edge, or a fixed size, there is one. Of several edges a trainer draws one per
sample; where it moves through all of them, epoch by epoch, all are built, the drawn one first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from larder.core.encoders.draws import ModulePositions, SampleDraws
from larder.core.stores.smart.columns import IndexColumns
from larder.core.survey.variants import NO_SIZE, WantedSize
from larder.core.workspace.bucketing import Size, choose_bucket, fixed_bucket, square_bucket


@dataclass(frozen=True, slots=True)
class RowVariant:
    """One variant of an index row.

    Attributes:
        size: (height, width), None in a store without sizes.
        stem: name of its payloads without variation and suffix.
        names: values its payloads are said to hold, None where the index does not say.
    """

    size: Size | None
    stem: str
    names: frozenset[str] | None

    @property
    def key(self) -> str:
        """As the index spells it: what its payloads' names say after the hash, or "_"."""
        return self.stem.partition("_")[2] or "_"


class RowVariants:
    """The variants of index rows, in index order."""

    def __init__(self, columns: IndexColumns) -> None:
        self._columns = columns
        self._starts = np.searchsorted(columns.variant_row, np.arange(len(columns) + 1))
        schema = columns.index_schema
        self._unstamped = None if schema is None else frozenset(schema)
        self._schemas = [frozenset(names) for names in columns.schemas]

    def of(self, row: int) -> list[RowVariant]:
        """The variants of one row."""
        return [self._variant(at) for at in range(int(self._starts[row]), self._end(row))]

    def _end(self, row: int) -> int:
        return int(self._starts[row + 1])

    def _variant(self, at: int) -> RowVariant:
        columns = self._columns
        height, width = int(columns.variant_height[at]), int(columns.variant_width[at])
        code = int(columns.schema[at])
        return RowVariant(
            size=None if height == NO_SIZE else (height, width), stem=columns.stems[at],
            names=self._unstamped if code < 0 else self._schemas[code])


def wanted_buckets(
    wanted: WantedSize,
    size: Size | None,
    *,
    positions: ModulePositions,
    position: int,
    every_target: bool,
) -> tuple[Size, ...]:
    """The sizes a sample is cached at, the one its first epoch uses before the others.

    Args:
        wanted: what its concept asks for; must have targets.
        size: (height, width) of the upright picture; needed for bucketing by edges.
        positions: of the modules that draw.
        position: the sample's place in the trainer's list.
        every_target: all target edges, not only the drawn one.

    Raises:
        ValueError: if the size is needed and not known.
        WorkspaceError: if an edge is so small that a side rounds to nothing.
    """
    targets = wanted.targets
    if targets is None:
        raise ValueError("without targets there is no size to build")
    if targets.fixed is not None:
        return (fixed_bucket(targets.fixed, wanted.quantisation),)
    edges: Sequence[int] = targets.edges
    drawn = edges[0]
    if len(set(edges)) > 1:
        drawn = SampleDraws(positions, 0, position).target(edges)
    chosen = [drawn, *(edge for edge in edges if edge != drawn)] if every_target else [drawn]
    return tuple(dict.fromkeys(_bucket(wanted, size, edge) for edge in chosen))


def acceptable_buckets(wanted: WantedSize, size: Size | None) -> tuple[Size, ...]:
    """The size of every target edge, in the config's order; one of them is enough.

    Raises:
        ValueError, WorkspaceError: as `wanted_buckets`.
    """
    targets = wanted.targets
    if targets is None:
        raise ValueError("without targets there is no size to build")
    if targets.fixed is not None:
        return (fixed_bucket(targets.fixed, wanted.quantisation),)
    return tuple(dict.fromkeys(_bucket(wanted, size, edge) for edge in targets.edges))


def _bucket(wanted: WantedSize, size: Size | None, edge: int) -> Size:
    if not wanted.bucketing:
        return square_bucket(edge)
    if size is None:
        raise ValueError("the picture's size is not known")
    return choose_bucket(size[0], size[1], edge, wanted.quantisation)
