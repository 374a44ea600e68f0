"""Rows that a build adds to an index or completes, in the profile that trainers open fastest.

A row says all that a trainer would otherwise find out by opening payloads: the names in each
variant, its crop size, the source's size, the samples it belongs to. The trainer serves the first
variant of a row, so the size the config asks for comes first; earlier sizes stay behind it. Of a
row whose source is unchanged everything else stays too, fields that nobody knows included.

Source: mgds SmartDiskCache, cache version 3.
"""

from __future__ import annotations

import json
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec

from larder.core.stores.smart.columns import NO_RESOLUTION
from larder.core.stores.smart.stamps import (
    CACHE_VERSION,
    LinkedFiles,
    SampleStamp,
    sourceless_fields,
)
from larder.core.workspace.store_kinds import StoreContent

SCHEMA_METHOD: Final = "shape_v1"
"""How names were compared; an index with `schema` and another method has every payload opened."""


class GrownEntry(msgspec.Struct, frozen=True, gc=False):
    """One source at one size, complete on disk, whose row is to be written.

    Attributes:
        key: the source as the index spells it.
        filename: the last part of it.
        hash: its content's, 16 hex digits.
        mtime: its modification time, seconds.
        modeltype: as the config spells it.
        stem: name of its payloads without variation and suffix; what follows the hash in it is how
            the index spells the size.
        names: of the values in them, sorted, `__` names left out.
        crop_resolution: as the payloads hold it, None in a store without sizes.
        is_first: whether the size is the one the config asks for.
        keeps_row: the row that is there is of the same content, and all else in it stays.
        original_resolution: (height, width) of the upright picture, None in a text store.
        sidecars: seconds and 16 hex digits, by path as the index would spell it.
        samples: what it is used for; empty in an index that does not say so of any row.
        samples_win: whether they replace what the row says of the same samples.
    """

    key: str
    filename: str
    hash: str
    mtime: float
    modeltype: str
    stem: str
    names: tuple[str, ...]
    crop_resolution: tuple[int, ...] | None
    is_first: bool
    keeps_row: bool
    original_resolution: tuple[int, int] | None = None
    sidecars: Mapping[str, tuple[float, str]] = msgspec.field(default_factory=dict)
    samples: tuple[SampleStamp, ...] = ()
    samples_win: bool = True


def grown_row(
    entry: GrownEntry, old: str | None, *, content: StoreContent, linked: LinkedFiles
) -> bytes:
    """The row of an entry as JSON; `old` is used only if the entry keeps it."""
    row = migrated(json.loads(old)) if old is not None and entry.keeps_row else {}
    before = dict(row)
    row.update(
        filename=entry.filename, hash=entry.hash, mtime=entry.mtime, modeltype=entry.modeltype,
        variants=_variants(before.get("variants", {}), entry),
        cache_version=CACHE_VERSION)
    if entry.sidecars or "sidecar_hashes" not in before:
        row["sidecar_mtimes"] = {path: mtime for path, (mtime, _) in entry.sidecars.items()}
        row["sidecar_hashes"] = {path: digest for path, (_, digest) in entry.sidecars.items()}
    if entry.original_resolution is not None:
        row["original_resolution"] = list(entry.original_resolution)
    stamped = sourceless_fields(entry.samples, content, linked)
    if stamped:
        known = before.get("sourceless_rows")
        row.update(stamped)
        if isinstance(known, dict):
            fresh = stamped["sourceless_rows"]
            row["sourceless_rows"] = (
                {**known, **fresh} if entry.samples_win else {**fresh, **known})
    return json.dumps(row).encode("ascii")


def row_with_first(old: str, key: str) -> bytes:
    """A row with one of its variants before the others.

    Raises:
        KeyError: if it has no such variant.
    """
    row = migrated(json.loads(old))
    variants = row["variants"]
    row["variants"] = {key: variants[key], **variants}
    return json.dumps(row).encode("ascii")


def migrated(row: dict[str, Any]) -> dict[str, Any]:
    """A row in the shape of version 3; earlier ones had one variant, in the row itself.

    The trainer reads a row that has `variants` alike in an index of any version.
    """
    if "variants" in row:
        return row
    kept = {name: value for name, value in row.items() if name not in ("cache_file", "resolution")}
    variants = {}
    if "cache_file" in row:
        key = row.get("resolution") or NO_RESOLUTION
        variants[key] = {"cache_file": row["cache_file"]}
    return {**kept, "variants": variants, "cache_version": CACHE_VERSION}


def interned_concepts(
    samples: Iterable[SampleStamp], known: Container[str]
) -> dict[str, bytes]:
    """The concepts of samples, by id, as JSON; those that are known are left out."""
    raws = {
        sample.concept_id: sample.concept.raw for sample in samples
        if sample.concept_id not in known}
    return {name: json.dumps(raw, default=str).encode("ascii") for name, raw in raws.items()}


def schema_fields(names: Sequence[str]) -> dict[str, bytes]:
    """The fields of the top level that say what every payload holds; both or neither."""
    return {
        "schema": json.dumps(sorted(names)).encode("ascii"),
        "schema_method": json.dumps(SCHEMA_METHOD).encode("ascii"),
    }


def _variants(known: Mapping[str, Any], grown: GrownEntry) -> dict[str, Any]:
    record: dict[str, Any] = {"cache_file": grown.stem, "schema_keys": list(grown.names)}
    if grown.crop_resolution is not None:
        record["crop_resolution"] = list(grown.crop_resolution)
    own = {grown.stem.partition("_")[2] or NO_RESOLUTION: record}
    return {**own, **known, **own} if grown.is_first else {**known, **own}
