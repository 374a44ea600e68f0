"""Sample records of an index: concepts, places in the list, files, encoded prompts.

A trainer stamps each row with the samples it is of. Positions are those of the run that stamped a
row, so pictures that came later may have taken some of them. They give the order of the concepts;
within one it is that of the paths, as in the trainer.

Source of the stamps: mgds SmartDiskCache, cache version 3, re-derived.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from larder.core.stores.indexed.columns import VariantRecord
from larder.core.workspace.concepts import Concept, read_concepts


class Stamp(msgspec.Struct, gc=False):
    """A row's stamp of one sample; see `stores.indexed.stamps`."""

    source_index: int | None = None
    variations: int | None = None
    balancing: float | None = None
    balancing_strategy: str | None = None
    group_values: list[Any] | None = None
    group_enabled: bool = True
    linked_paths: dict[str, str] = {}


class SampleRow(msgspec.Struct, gc=False):
    """One sample of an entry; `runtime_values` by variation, None where nobody resolved them."""

    metadata: Stamp | None = None
    runtime_values: dict[str, dict[str, Any]] | None = None
    concept_id: str | None = None


class Entry(msgspec.Struct, gc=False):
    """The fields of an entry that training needs."""

    modeltype: str = ""
    cache_version: int = 0
    variants: dict[str, VariantRecord] | None = None
    original_resolution: tuple[int, ...] | None = None
    sourceless: Stamp | None = None
    sourceless_rows: dict[str, SampleRow] = {}


class Index(msgspec.Struct):
    """One index with its sample records."""

    entries: dict[str, Entry] = {}
    concepts: dict[str, dict[str, Any]] = {}


@dataclass(frozen=True, slots=True)
class RecordedSample:
    """One sample as an image index has it."""

    key: str
    position: int
    concept: Concept
    row: SampleRow
    stamp: Stamp


def rows_of(entry: Entry) -> Iterator[tuple[int, SampleRow, Stamp]]:
    """The samples of an entry with their positions; of an older one its only stamp."""
    found = False
    for name, row in entry.sourceless_rows.items():
        stamp = row.metadata
        if stamp is None or (stamp.source_index is None and stamp.group_values is None):
            continue
        position = stamp.source_index
        if position is None and name.isdigit():
            position = int(name)
        found = True
        yield position or 0, row, stamp
    alone = entry.sourceless
    if not found and alone is not None and alone.source_index is not None:
        yield alone.source_index, SampleRow(), alone


def row_at(entry: Entry | None, position: int) -> SampleRow | None:
    """The row of a caption for the sample at a position, else any that knows its prompts."""
    rows = {} if entry is None else entry.sourceless_rows
    return rows.get(str(position)) or next(
        (row for row in rows.values() if prompts_of(row)), None)


def prompts_of(row: SampleRow | None) -> tuple[str, ...]:
    """The prompt of each variation; nothing unless all are known."""
    values = {} if row is None or row.runtime_values is None else row.runtime_values
    numbered = sorted((int(name), one) for name, one in values.items() if name.isdigit())
    prompts = [one.get("prompt", one.get("prompt_1")) for _, one in numbered]
    return tuple(map(str, prompts)) if None not in prompts else ()


def concept_of(
    row: SampleRow, stamp: Stamp, concepts: Mapping[str, dict[str, Any]],
    made: dict[str, Concept],
) -> Concept:
    """A sample's concept as the index has it, else as far as its stamp tells; equal ones are one.

    Args:
        row: of the sample.
        stamp: of the row.
        concepts: that the index has, by id.
        made: those that were met, by what tells them apart.
    """
    identity = row.concept_id or ""
    raw = concepts.get(identity)
    if raw is None:
        raw = next(iter((row.runtime_values or {}).values()), {}).get("concept")
        raw = raw if isinstance(raw, dict) else _read_concept(stamp)
        identity = json.dumps(raw, sort_keys=True, default=str)
    if identity not in made:
        given = {name: one for name, one in raw.items() if one is not None}
        made[identity] = read_concepts([given])[0]
    return made[identity]


def _read_concept(stamp: Stamp) -> dict[str, Any]:
    path, seed, below, image = [*(stamp.group_values or []), "", None, False, {}][:4]
    return {
        "__version": 2, "path": path, "seed": seed, "include_subdirectories": below,
        "image": image, "image_variations": stamp.variations or 1,
        "text_variations": stamp.variations or 1, "balancing": stamp.balancing or 1.0,
        "balancing_strategy": stamp.balancing_strategy or "REPEATS"}


def number_concepts(concepts: Iterator[Concept]) -> dict[int, Concept]:
    """Concepts with numbers of their own, by the identity of the one they were."""
    found: dict[int, Concept] = {}
    for one in concepts:
        if id(one) not in found:
            found[id(one)] = msgspec.structs.replace(one, index=len(found))
    return found


def in_order(records: Sequence[RecordedSample], copies: Mapping[int, int]) -> list[RecordedSample]:
    """Samples as the trainer lists them: concept by concept, by path.

    A row that was stamped again at another position still has its former stamp, too, until the
    trainer's next run; the last ones count.

    Args:
        records: in the order of the index and of its rows.
        copies: how often a concept is listed, by its identity; as often as all of its pictures are
            where that is not told.
    """
    stamped: dict[tuple[int, str], list[RecordedSample]] = {}
    for record in records:
        stamped.setdefault((id(record.concept), record.key), []).append(record)
    least: dict[int, int] = dict(copies)
    for (concept, _), of_key in stamped.items():
        if concept not in copies:
            least[concept] = min(len(of_key), least.get(concept, len(of_key)))
    lists: dict[tuple[int, int], list[RecordedSample]] = {}
    for (concept, _), of_key in stamped.items():
        for number, record in enumerate(sorted(
                of_key[-least[concept]:], key=lambda one: one.position)):
            lists.setdefault((concept, number), []).append(record)
    order = sorted(lists.values(), key=lambda one: min(record.position for record in one))
    found = [record for of in order for record in sorted(of, key=lambda record: record.key)]
    if len({record.position for record in found}) == len(found):
        return found
    return [dataclasses.replace(one, position=number) for number, one in enumerate(found)]
