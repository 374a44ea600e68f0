"""The rows of a `cache.json` as columns, whatever its version.

An index of 100 000 entries is 80 to 400 MB of JSON; as objects its rows would take about as much
again. Rows are decoded into short-lived structs with the few fields a survey reads, block by block,
and go into columns (about 25 MB per 100 000). Versions 1 and 2 differ from 3 only in that one
payload stem and one `resolution` stand in the entry itself; they are brought to the shape of
version 3 here, in memory.
"""

from __future__ import annotations

import itertools
import re
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Any

import msgspec
import numpy as np
import numpy.typing as npt

from larder.core.keys.payload_names import stem_is_safe, stems_are_safe
from larder.core.workspace.roots import before_name, split_keys

NO_RESOLUTION = "_"
RESOLUTION = re.compile(r"([0-9]{1,9})x([0-9]{1,9})")
HASH_LENGTH = 16
HASH = re.compile(r"[0-9a-f]{16}")
HASH_LINES = re.compile(r"(?:[0-9a-f]{16}\n)*")
ROWS_AT_ONCE = 500
"""Rows that are objects at the same time: 1 MB, which stays in the cache of a processor."""

NO_SIZE = (-1, -1)
"""Height and width of what has none stored."""

Int32 = Annotated[int, msgspec.Meta(ge=-(1 << 31), lt=1 << 31)]
"""A number that fits its column; a row with another one is unreadable."""


class VariantRecord(msgspec.Struct, gc=False):
    """One variant as an index spells it; absent fields are None."""

    cache_file: str
    schema_keys: tuple[str, ...] | None = None
    crop_resolution: tuple[Int32, ...] | None = None


class SampleRecord(msgspec.Struct, gc=False):
    """The part of a row's stamp of one sample that a survey reads."""

    concept_id: str | None = None


class EntryRecord(msgspec.Struct, gc=False):
    """The fields of an entry that a survey reads, of any version."""

    hash: str
    mtime: float
    modeltype: str
    variants: dict[str, VariantRecord] | None = None
    cache_file: str | None = None
    resolution: str | None = None
    original_resolution: tuple[Int32, ...] | None = None
    sidecar_hashes: dict[str, str] | None = None
    larder_sidecars: bool = False
    sourceless_rows: dict[str, SampleRecord | None] | None = None


class ConceptIdentity(msgspec.Struct, frozen=True, gc=False):
    """Path and seed of a concept, which stay the same when its settings change."""

    path: str = ""
    seed: int | None = None


def no_stamps() -> npt.NDArray[np.int32]:
    """Return the stamp column of an index without rows."""
    return np.zeros(0, dtype=np.int32)


class IndexColumns(msgspec.Struct, frozen=True):
    """Every readable row of one index, in index order; n rows, v variants.

    Attributes:
        version: the index's `version` as stored.
        separator: what its keys use between folders, "/" or a backslash.
        folders: distinct folder parts of the keys; see `split_key`.
        folder: index into `folders`, int32, shape (n,).
        names: last parts of the keys.
        hashes: xxh64 of the source as 16 hex digits, bytes, shape (n,).
        mtimes: seconds, float64, shape (n,).
        modeltype: index into `modeltypes`, int16, shape (n,).
        heights: upright source height in pixels, -1 when not stored, int32, shape (n,).
        widths: as `heights`.
        variant_row: the row each variant belongs to, ascending, int32, shape (v,).
        variant_height: last-but-one number of its crop resolution or key, -1 for none, int32, (v,).
        variant_width: as `variant_height`.
        variant_has_crop: whether the size comes from a stored crop resolution, bool, shape (v,).
        stems: payload name without variation and suffix, v of them.
        schemas: distinct schema key lists.
        schema: index into `schemas`, -1 when not stamped, int16, shape (v,).
        sidecars: recorded sidecar hashes of the rows that have some (sparse).
        has_sidecar_map: whether the row has the map at all, empty or not, bool, shape (n,).
        sidecars_are_ours: whether Larder wrote the map, which a trainer leaves empty that does not
            watch sidecars; bool, shape (n,).
        unreadable: key -> what is wrong with its row.
        index_schema: the index's own `schema`, None when absent.
        concepts: path and seed of those that the top level holds; None where it holds no
            `concepts` (only newer trainers write them).
        stamp: index into `stamps`, the concept that a trainer stamped a row's samples with as it
            cached them; -1 where there is none, or several; int32, shape (n,).
        stamps: ids of those concepts.
        settings: the concepts that the top level holds, by their ids.
    """

    version: int
    separator: str
    folders: list[str]
    folder: npt.NDArray[np.int32]
    names: list[str]
    hashes: npt.NDArray[np.bytes_]
    mtimes: npt.NDArray[np.float64]
    modeltypes: list[str]
    modeltype: npt.NDArray[np.int16]
    heights: npt.NDArray[np.int32]
    widths: npt.NDArray[np.int32]
    variant_row: npt.NDArray[np.int32]
    variant_height: npt.NDArray[np.int32]
    variant_width: npt.NDArray[np.int32]
    variant_has_crop: npt.NDArray[np.bool_]
    stems: list[str]
    schemas: list[tuple[str, ...]]
    schema: npt.NDArray[np.int16]
    has_sidecar_map: npt.NDArray[np.bool_]
    sidecars_are_ours: npt.NDArray[np.bool_]
    sidecars: Mapping[int, Mapping[str, str]] = msgspec.field(default_factory=dict)
    unreadable: Mapping[str, str] = msgspec.field(default_factory=dict)
    index_schema: tuple[str, ...] | None = None
    concepts: tuple[ConceptIdentity, ...] | None = None
    stamp: npt.NDArray[np.int32] = msgspec.field(default_factory=no_stamps)
    stamps: list[str] = msgspec.field(default_factory=list)
    settings: Mapping[str, Mapping[str, Any]] = msgspec.field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.names)

    def keys(self) -> list[str]:
        """Every row's source as the index spells it, in row order."""
        before = [before_name(folder, self.separator) for folder in self.folders]
        return [
            before[folder] + name
            for folder, name in zip(self.folder.tolist(), self.names, strict=True)]

    def rows_by_stem(self) -> dict[str, list[int]]:
        """The rows that name each stem, one for each of its variants that does, in index order."""
        found: dict[str, list[int]] = {}
        for stem, row in zip(self.stems, self.variant_row.tolist(), strict=True):
            found.setdefault(stem, []).append(row)
        return found


def empty_columns() -> IndexColumns:
    """Columns of an index without a row."""
    return gather_columns((), lambda _: EntryRecord("", 0.0, ""), version=3, separator="/")


def gather_columns(
    rows: Iterable[tuple[str, object]],
    decode: Callable[[object], EntryRecord],
    *,
    version: int,
    separator: str,
    index_schema: tuple[str, ...] | None = None,
    concepts: tuple[ConceptIdentity, ...] | None = None,
    settings: Mapping[str, Mapping[str, Any]] | None = None,
) -> IndexColumns:
    """Decode rows into columns, a block of them at a time.

    `rows` are (key, undecoded row) in index order; `decode` raises `msgspec.ValidationError` or
    `msgspec.DecodeError`. Other arguments as in `IndexColumns`.
    """
    growing = GrowingColumns(version, separator)
    left = iter(rows)
    while block := list(itertools.islice(left, ROWS_AT_ONCE)):
        growing.add(block, decode)
    return growing.columns(index_schema, concepts, settings or {})


class GrowingColumns:
    """Columns while rows are added; numbers as packed arrays, for a list holds an object each."""

    def __init__(self, version: int, separator: str) -> None:
        """Begin; below version 3 a row without variants is migrated."""
        self._version = version
        self._separator = separator
        self._folder_codes: dict[str, int] = {}
        self._modeltype_codes: dict[str, int] = {}
        self._schema_codes: dict[tuple[str, ...], int] = {}
        self._folder, self._heights, self._widths = array("i"), array("i"), array("i")
        self._names: list[str] = []
        self._hashes: list[str] = []
        self._mtimes = array("d")
        self._modeltype = array("h")
        self._has_sidecar_map = array("b")
        self._sidecars_are_ours = array("b")
        self._sidecars: dict[int, dict[str, str]] = {}
        self._variant_row, self._schema = array("i"), array("h")
        self._variant_height, self._variant_width = array("i"), array("i")
        self._variant_has_crop = array("b")
        self._stems: list[str] = []
        self._unreadable: dict[str, str] = {}
        self._stamp, self._stamp_codes = array("i"), dict[str, int]()

    def add(
        self, block: Sequence[tuple[str, object]], decode: Callable[[object], EntryRecord]
    ) -> None:
        """Append the rows of a block that can be read; note why the others cannot."""
        keys: list[str] = []
        records: list[EntryRecord] = []
        for key, undecoded in block:
            try:
                record = decode(undecoded)
            # What is not UTF-8 spoils the whole index; a lone surrogate spoils its row.
            except (msgspec.ValidationError, msgspec.DecodeError, UnicodeEncodeError) as broken:
                self._unreadable[key] = str(broken)
                continue
            keys.append(key)
            records.append(record)
        self.add_records(keys, records)

    def add_records(self, keys: Sequence[str], records: Sequence[EntryRecord]) -> None:
        """Append decoded rows; note why those that cannot be used are left out."""
        if self._version < 3:
            for record in records:
                if record.variants is None:
                    record.variants = _migrate_variants(record)
        if not _are_sound(keys, records):
            faults = list(map(_fault, keys, records))
            self._unreadable.update(
                (key, fault) for key, fault in zip(keys, faults, strict=True) if fault)
            keys = [key for key, fault in zip(keys, faults, strict=True) if not fault]
            records = [
                record for record, fault in zip(records, faults, strict=True) if not fault]
        self._add_entries(keys, records)
        self._add_variants([record.variants or {} for record in records])

    def _add_entries(self, keys: Sequence[str], records: Sequence[EntryRecord]) -> None:
        """A comprehension per column: half the time of one loop over the rows."""
        first, codes = len(self._names), self._folder_codes
        parts = split_keys(keys, self._separator)
        self._folder.extend([codes.setdefault(parent, len(codes)) for parent, _ in parts])
        self._names += [name for _, name in parts]
        self._hashes += [record.hash for record in records]
        self._mtimes.extend([record.mtime for record in records])
        codes = self._modeltype_codes
        self._modeltype.extend(
            [codes.setdefault(record.modeltype, len(codes)) for record in records])
        codes = self._stamp_codes
        self._stamp.extend([
            -1 if stamp is None else codes.setdefault(stamp, len(codes))
            for stamp in [_stamp_of(record.sourceless_rows) for record in records]])
        sizes = [record.original_resolution or NO_SIZE for record in records]
        self._heights.extend([size[-2] if len(size) > 1 else -1 for size in sizes])
        self._widths.extend([size[-1] if len(size) > 1 else -1 for size in sizes])
        self._has_sidecar_map.extend([record.sidecar_hashes is not None for record in records])
        self._sidecars_are_ours.extend([record.larder_sidecars for record in records])
        self._sidecars.update(
            (row, record.sidecar_hashes) for row, record in enumerate(records, first)
            if record.sidecar_hashes)

    def _add_variants(self, of_rows: Sequence[dict[str, VariantRecord]]) -> None:
        """Variants of the rows that were just added."""
        first, codes = len(self._names) - len(of_rows), self._schema_codes
        self._variant_row.extend(
            [row for row, variants in enumerate(of_rows, first) for _ in variants])
        keyed = [item for variants in of_rows for item in variants.items()]
        sizes = [_variant_size(key, variant.crop_resolution) for key, variant in keyed]
        self._variant_height.extend([height for height, _ in sizes])
        self._variant_width.extend([width for _, width in sizes])
        self._variant_has_crop.extend(
            [variant.crop_resolution is not None for _, variant in keyed])
        self._stems += [variant.cache_file for _, variant in keyed]
        self._schema.extend([
            -1 if variant.schema_keys is None
            else codes.setdefault(variant.schema_keys, len(codes)) for _, variant in keyed])

    def columns(
        self, index_schema: tuple[str, ...] | None, concepts: tuple[ConceptIdentity, ...] | None,
        settings: Mapping[str, Mapping[str, Any]],
    ) -> IndexColumns:
        """Return the rows added so far as `IndexColumns`."""
        return IndexColumns(
            version=self._version,
            separator=self._separator,
            folders=list(self._folder_codes),
            folder=np.array(self._folder, dtype=np.int32),
            names=self._names,
            hashes=np.frombuffer("".join(self._hashes).encode("ascii"), dtype="S16"),
            mtimes=np.array(self._mtimes, dtype=np.float64),
            modeltypes=list(self._modeltype_codes),
            modeltype=np.array(self._modeltype, dtype=np.int16),
            heights=np.array(self._heights, dtype=np.int32),
            widths=np.array(self._widths, dtype=np.int32),
            variant_row=np.array(self._variant_row, dtype=np.int32),
            variant_height=np.array(self._variant_height, dtype=np.int32),
            variant_width=np.array(self._variant_width, dtype=np.int32),
            variant_has_crop=np.array(self._variant_has_crop, dtype=np.bool_),
            stems=self._stems,
            schemas=list(self._schema_codes),
            schema=np.array(self._schema, dtype=np.int16),
            has_sidecar_map=np.array(self._has_sidecar_map, dtype=np.bool_),
            sidecars_are_ours=np.array(self._sidecars_are_ours, dtype=np.bool_),
            sidecars=self._sidecars,
            unreadable=self._unreadable,
            index_schema=index_schema,
            concepts=concepts,
            stamp=np.array(self._stamp, dtype=np.int32),
            stamps=list(self._stamp_codes),
            settings=settings,
        )


def _stamp_of(samples: Mapping[str, SampleRecord | None] | None) -> str | None:
    """The concept that all samples of a row are stamped with, None where there is no such one."""
    if not samples:
        return None
    first, *others = samples.values()
    if first is None or any(one is None or one.concept_id != first.concept_id for one in others):
        return None
    return first.concept_id


def _migrate_variants(record: EntryRecord) -> dict[str, VariantRecord]:
    """The variants of a row older than version 3: it has one, or none, in its own fields."""
    if record.cache_file is None:
        return {}
    return {record.resolution or NO_RESOLUTION: VariantRecord(record.cache_file)}


def _are_sound(keys: Sequence[str], records: Sequence[EntryRecord]) -> bool:
    """Return whether no row of a block has a fault.

    One search over all costs a fifth of one for each.
    """
    hashes = "".join([f"{record.hash}\n" for record in records])
    return (
        all(keys)
        and None not in [record.variants for record in records]
        and len(hashes) == len(records) * (HASH_LENGTH + 1)
        and HASH_LINES.fullmatch(hashes) is not None
        and stems_are_safe([
            variant.cache_file for record in records if record.variants
            for variant in record.variants.values()]))


def _fault(key: str, record: EntryRecord) -> str:
    """Why a row cannot be used, "" when it can. Names are checked before they touch the disk."""
    if not key:
        return "its path is empty"
    if record.variants is None:
        return "it has no variants"
    if not HASH.fullmatch(record.hash):
        return f"its hash {record.hash!r} does not have {HASH_LENGTH} hexadecimal digits"
    for variant in record.variants.values():
        if not stem_is_safe(variant.cache_file):
            return f"it names {variant.cache_file!r}, which is not a file name of this cache"
    return ""


def _variant_size(key: str, crop_resolution: tuple[int, ...] | None) -> tuple[int, int]:
    """Height and width; types with a frame axis spell the key FxH, so the crop comes first."""
    if crop_resolution is not None and len(crop_resolution) >= 2:
        return crop_resolution[-2], crop_resolution[-1]
    match = RESOLUTION.fullmatch(key)
    return (int(match[1]), int(match[2])) if match else NO_SIZE
