"""The rows of a smart-cache index as columns, whatever its version.

An index of 100 000 entries is 80 to 400 MB of JSON; as objects its rows would take about as much
again. Each row is decoded into a short-lived struct with the few fields a survey reads and goes
straight into columns (about 25 MB per 100 000): texts into lists, numbers into packed arrays, for a
list would hold an object for each. Versions 1 and 2 differ from 3 only in that one
payload stem and one `resolution` stand in the entry itself; they are brought to the shape of
version 3 here, in memory.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated

import msgspec
import numpy as np
import numpy.typing as npt

from core.keys.payload_names import stem_is_safe

NO_RESOLUTION = "_"
RESOLUTION = re.compile(r"([0-9]{1,9})x([0-9]{1,9})")
HASH = re.compile(r"[0-9a-f]{16}")

Int32 = Annotated[int, msgspec.Meta(ge=-(1 << 31), lt=1 << 31)]
"""A number that fits its column; a row with another one is unreadable."""


class VariantRecord(msgspec.Struct, gc=False):
    """One variant as an index spells it; absent fields are None."""

    cache_file: str
    schema_keys: tuple[str, ...] | None = None
    crop_resolution: tuple[Int32, ...] | None = None


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


@dataclass(frozen=True, slots=True)
class IndexColumns:
    """Every readable row of one index, in index order; n rows, v variants.

    Attributes:
        version: the index's `version` as stored.
        separator: what its keys use between folders, "/" or a backslash.
        folders: distinct folder parts of the keys.
        folder: index into `folders`, int32, shape (n,).
        names: last parts of the keys.
        hashes: xxh64 of the source as 16 hex digits, bytes, shape (n,).
        mtimes: seconds, float64, shape (n,).
        modeltypes: distinct model types.
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
        unreadable: key -> what is wrong with its row.
        index_schema: the index's own `schema`, None when absent.
        has_concepts: whether the top level holds `concepts` (only newer trainers write it).
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
    sidecars: Mapping[int, Mapping[str, str]] = field(default_factory=dict)
    unreadable: Mapping[str, str] = field(default_factory=dict)
    index_schema: tuple[str, ...] | None = None
    has_concepts: bool = False

    def __len__(self) -> int:
        return len(self.names)


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
    has_concepts: bool = False,
) -> IndexColumns:
    """Decode rows one by one into columns.

    Args:
        rows: (key, undecoded row) in index order.
        decode: gives the record, raising `msgspec.ValidationError` or `msgspec.DecodeError`.
        version: the index's version; below 3 a row without variants is migrated.
        separator: between folders in keys.
        index_schema: the index's `schema`.
        has_concepts: whether the index has `concepts`.
    """
    folder_codes: dict[str, int] = {}
    modeltype_codes: dict[str, int] = {}
    schema_codes: dict[tuple[str, ...], int] = {}
    folder, heights, widths = array("i"), array("i"), array("i")
    names: list[str] = []
    hashes: list[str] = []
    mtimes = array("d")
    modeltype = array("h")
    has_sidecar_map = array("b")
    variant_row, variant_height, variant_width = array("i"), array("i"), array("i")
    variant_has_crop = array("b")
    stems: list[str] = []
    schema = array("h")
    sidecars: dict[int, dict[str, str]] = {}
    unreadable: dict[str, str] = {}
    for key, undecoded in rows:
        try:
            record = decode(undecoded)
        except (msgspec.ValidationError, msgspec.DecodeError) as broken:
            unreadable[key] = str(broken)
            continue
        variants = _variants(record, version)
        fault = _fault(key, record, variants)
        if fault or variants is None:
            unreadable[key] = fault
            continue
        row = len(names)
        parent, _, name = key.rpartition(separator)
        folder.append(folder_codes.setdefault(parent, len(folder_codes)))
        names.append(name)
        hashes.append(record.hash)
        mtimes.append(record.mtime)
        modeltype.append(modeltype_codes.setdefault(record.modeltype, len(modeltype_codes)))
        size = record.original_resolution
        height, width = (size[-2], size[-1]) if size and len(size) >= 2 else (-1, -1)
        heights.append(height)
        widths.append(width)
        has_sidecar_map.append(record.sidecar_hashes is not None)
        if record.sidecar_hashes:
            sidecars[row] = record.sidecar_hashes
        for variant_key, variant in variants.items():
            variant_row.append(row)
            height, width = _variant_size(variant_key, variant.crop_resolution)
            variant_height.append(height)
            variant_width.append(width)
            variant_has_crop.append(variant.crop_resolution is not None)
            stems.append(variant.cache_file)
            keys = variant.schema_keys
            schema.append(
                -1 if keys is None
                else schema_codes.setdefault(keys, len(schema_codes)))
    return IndexColumns(
        version=version,
        separator=separator,
        folders=list(folder_codes),
        folder=np.array(folder, dtype=np.int32),
        names=names,
        hashes=np.frombuffer("".join(hashes).encode("ascii"), dtype="S16"),
        mtimes=np.array(mtimes, dtype=np.float64),
        modeltypes=list(modeltype_codes),
        modeltype=np.array(modeltype, dtype=np.int16),
        heights=np.array(heights, dtype=np.int32),
        widths=np.array(widths, dtype=np.int32),
        variant_row=np.array(variant_row, dtype=np.int32),
        variant_height=np.array(variant_height, dtype=np.int32),
        variant_width=np.array(variant_width, dtype=np.int32),
        variant_has_crop=np.array(variant_has_crop, dtype=np.bool_),
        stems=stems,
        schemas=list(schema_codes),
        schema=np.array(schema, dtype=np.int16),
        has_sidecar_map=np.array(has_sidecar_map, dtype=np.bool_),
        sidecars=sidecars,
        unreadable=unreadable,
        index_schema=index_schema,
        has_concepts=has_concepts,
    )


def _variants(record: EntryRecord, version: int) -> dict[str, VariantRecord] | None:
    """The row's variants; a row older than version 3 has one, or none, in its own fields."""
    if record.variants is not None or version >= 3:
        return record.variants
    if record.cache_file is None:
        return {}
    return {record.resolution or NO_RESOLUTION: VariantRecord(record.cache_file)}


def _fault(key: str, record: EntryRecord, variants: dict[str, VariantRecord] | None) -> str:
    """Why a row cannot be used, "" when it can. Names are checked before they touch the disk."""
    if not key:
        return "its path is empty"
    if variants is None:
        return "it has no variants"
    if not HASH.fullmatch(record.hash):
        return f"its hash {record.hash!r} is not 16 hexadecimal digits"
    for variant in variants.values():
        if not stem_is_safe(variant.cache_file):
            return f"it names a payload outside the store's names: {variant.cache_file!r}"
    return ""


def _variant_size(key: str, crop_resolution: tuple[int, ...] | None) -> tuple[int, int]:
    """Height and width; types with a frame axis spell the key FxH, so the crop comes first."""
    if crop_resolution is not None and len(crop_resolution) >= 2:
        return crop_resolution[-2], crop_resolution[-1]
    match = RESOLUTION.fullmatch(key)
    return (int(match[1]), int(match[2])) if match else (-1, -1)
