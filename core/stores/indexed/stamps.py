"""Sample stamps of indexes and payloads, and the stand-in for missing payloads.

Training without sources reads nothing else: which concept a sample is of, where it stands in the
trainer's list, which files belong together, which prompts were encoded. A concept's settings stand
once in the index, under an id made of them; rows name the id.

`blank_sentinel.pt` is what a trainer serves in place of a payload it cannot get: every array of
some payload with all values zero, everything else as it was there. A trainer makes one at its next
start if it is missing, of another model type or lacks a name, and opens payloads for that; one that
is there and complete saves it the trouble.

Rows that a build adds to an index or completes are in the profile that trainers open fastest: a row
says all that a trainer would otherwise find out by opening payloads, the names in each variant, its
crop size, the source's size, the samples it belongs to. The trainer serves the first variant of a
row, so the size the config asks for comes first; earlier sizes stay behind it. Of a row whose
source is unchanged everything else stays too, fields that nobody knows included.

Source: mgds SmartDiskCache, cache version 3.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Container, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np

from larder.core.errors import PayloadError
from larder.core.files.atomic_write import pending_file
from larder.core.keys.payload_names import SENTINEL_NAME
from larder.core.payloads.pt import write_pt
from larder.core.payloads.pt_file import list_pt
from larder.core.stores.indexed.columns import NO_RESOLUTION
from larder.core.workspace.concepts import Concept
from larder.core.workspace.onetrainer_config import TrainerConfig
from larder.core.workspace.samples import caption_of, conditioning_of, mask_of
from larder.core.workspace.store_kinds import StoreContent

CACHE_VERSION: Final = 3

MODELTYPE_KEY: Final = "__modeltype"
CONTENT_KEY: Final = "__content_hash"
"""Name under which a text payload carries the digest of its prompt."""

SOURCELESS_KEY: Final = "__sourceless_values"
"""Name under which a payload carries what training without its sources needs, its prompt too."""

SENTINEL_FIELD: Final = "blank_sentinel"
"""Field of an index's top level that names `blank_sentinel.pt`."""

SOURCE_KEY: Final = "__larder_source"
"""Name under which a payload of ours carries what it was made from: `{"hash": xxh64 of the source,
"sidecars": {name ending: xxh64}}`. A payload's name holds only 12 of the 16 digits."""

SCHEMA_METHOD: Final = "shape_v1"
"""How names were compared; an index with `schema` and another method has every payload opened."""

PATH_NAMES: Final = {
    StoreContent.IMAGE: "image_path",
    StoreContent.TEXT: "sample_prompt_path",
}
"""What the trainer calls the path that keys a store."""

Sidecars = Mapping[str, tuple[float, str]]
"""Modification time in seconds and 16 hex digits of each, by path as the index would spell it."""

LinkedFiles = Mapping[str, Callable[[str], str]]
"""Gives the path of each companion of a picture, whether the file exists or not, by the name that
rows have for it."""

OUR_SIDECARS: Final = "larder_sidecars"
"""Of a row: Larder recorded its sidecars. A trainer that watches none leaves every map empty, and
keeps a field that it does not know for as long as it keeps the row."""


def read_source_hash(values: Mapping[str, Any]) -> str:
    """Return the hash of the file that a payload says it was made from, "" if it does not."""
    said = values.get(SOURCE_KEY)
    return str(said.get("hash", "")) if isinstance(said, Mapping) else ""


class SampleStamp(msgspec.Struct, frozen=True, gc=False):
    """One sample of a source.

    Attributes:
        concept_id: `concept_id` of its settings; given, because many samples share one.
        position: its place in the trainer's whole list (in_index).
        picture: its picture as the index spells it.
        prompts: per variation the prompt that was encoded; empty in an image store.
    """

    concept: Concept
    concept_id: str
    position: int
    picture: str
    prompts: tuple[str, ...] = ()


def find_linked_files(config: TrainerConfig) -> LinkedFiles:
    """Return which companions a config's pipeline looks for: masks, conditioning pictures."""
    return {
        **({"mask_path": mask_of} if config.masked_training else {}),
        **({"cond_path": conditioning_of} if config.custom_conditioning_image else {})}


def concept_id(raw: Mapping[str, Any]) -> str:
    """First 16 hex digits of the SHA-1 of a concept's JSON.

    Vector: `{"b": 1, "a": true}` gives df3fa1ec4904e535.
    """
    text = json.dumps(raw, sort_keys=True, default=str)
    return hashlib.sha1(text.encode("ascii"), usedforsecurity=False).hexdigest()[:16]


def sourceless_fields(
    samples: Sequence[SampleStamp], content: StoreContent, linked: LinkedFiles
) -> dict[str, Any]:
    """The fields `sourceless` and `sourceless_rows` of an entry; empty without samples.

    `sourceless` repeats what the row of the last sample says, as the trainer leaves it.
    """
    rows: dict[str, Any] = {}
    metadata: dict[str, Any] = {}
    for sample in samples:
        metadata = sample_metadata(sample, content, linked)
        rows[str(sample.position)] = {
            "metadata": metadata,
            "runtime_values": _runtime_values(sample, metadata["variations"]),
            "concept_id": sample.concept_id,
        }
    return {"sourceless": metadata, "sourceless_rows": rows} if rows else {}


class _Stamped(msgspec.Struct):
    """The sample stamps of a row: by position, undecoded."""

    sourceless_rows: dict[str, msgspec.Raw] = {}


def rekey_row(
    row: bytes, samples: Sequence[SampleStamp], content: StoreContent, linked: LinkedFiles
) -> bytes | None:
    """A row whose samples stand elsewhere in the trainer's list by now; None where none does.

    What it says of a sample goes with it, prompts and all, as long as its concept is the same and
    asks for as many variations; if that has changed, the row stays as it is until a trainer looks
    at the sample itself. Positions that the source has no more are left out. A sample of a concept
    that it does not know gets the prompts of another one, for the same was encoded.
    """
    try:
        known = msgspec.json.decode(row, type=_Stamped).sourceless_rows
        if not known or (len(samples) == 1 and _is_as_it_was(known, samples[0])):
            return None
        stamps = {name: msgspec.json.decode(stamp) for name, stamp in known.items()}
        fields = msgspec.json.decode(row, type=dict[str, msgspec.Raw])
    except msgspec.DecodeError:
        return None  # a lone surrogate, or a shape that nobody has written
    found: dict[str, Any] = {}
    for sample in samples:
        wanted, at = sample_metadata(sample, content, linked), str(sample.position)
        name = next((name for name in (at, *stamps) if _is_of(stamps.get(name), wanted)), None)
        stamp = _of_another(stamps, sample, wanted) if name is None else stamps[name]
        if stamp is None:
            return None
        metadata = {**stamp["metadata"], "source_index": sample.position}
        found[at] = known[at] if name == at else _raw({**stamp, "metadata": metadata})
    if not found or found == known:
        return None
    return msgspec.json.encode(
        {**fields, "sourceless": _raw(metadata), "sourceless_rows": found})


def _is_as_it_was(known: Mapping[str, msgspec.Raw], sample: SampleStamp) -> bool:
    """Return whether a row has exactly one sample, of this concept and at this position."""
    stamp = known.get(str(sample.position))
    return len(known) == 1 and stamp is not None \
        and sample.concept_id.encode("ascii") in bytes(stamp)


def _of_another(
    stamps: Mapping[str, Any], sample: SampleStamp, wanted: Mapping[str, Any]
) -> dict[str, Any] | None:
    """The stamp of a sample whose concept a row does not know, by what it says of another one.

    None if it knows the concept by other settings, or too few prompts.
    """
    donor: Mapping[str, Any] = {}
    for stamp in stamps.values():
        metadata = stamp.get("metadata") if isinstance(stamp, dict) else None
        if not isinstance(metadata, dict) or \
                (metadata.get("group_values") or ())[:2] == wanted["group_values"][:2]:
            return None
        values = stamp.get("runtime_values")
        if isinstance(values, dict) and len(values) >= wanted["variations"]:
            donor = values
    if not donor:
        return None
    return {
        "metadata": wanted, "concept_id": sample.concept_id,
        "runtime_values": {name: donor.get(name, {}) for name in map(
            str, range(wanted["variations"]))}}


def _raw(value: object) -> msgspec.Raw:
    return msgspec.Raw(json.dumps(value).encode("ascii"))


def _is_of(stamp: Any, wanted: Mapping[str, Any]) -> bool:
    """Return whether a stamp has the group values and variations of a sample, at any position."""
    metadata = stamp.get("metadata") if isinstance(stamp, dict) else None
    return isinstance(metadata, dict) and "runtime_values" in stamp and all(
        metadata.get(name) == wanted[name] for name in ("group_values", "variations"))


def sample_metadata(
    sample: SampleStamp, content: StoreContent, linked: LinkedFiles
) -> dict[str, Any]:
    """Return the metadata that a row records for one sample."""
    concept = sample.concept
    paths = {
        "image_path": sample.picture,
        "sample_prompt_path": caption_of(sample.picture),
        **{name: companion_of(sample.picture) for name, companion_of in linked.items()},
    }
    return {
        "source_path_in_name": PATH_NAMES[content],
        "source_index": sample.position,
        "variations": variations_of(concept, content),
        "balancing": concept.balancing,
        "balancing_strategy": concept.balancing_strategy.value,
        "group_values": [
            concept.path, concept.seed, concept.include_subdirectories,
            concept.raw.get(content.value, {})],
        "group_enabled": concept.enabled,
        "linked_paths": paths,
    }


def variations_of(concept: Concept, content: StoreContent) -> int:
    """How many payloads a concept asks for, per source and size."""
    is_image = content is StoreContent.IMAGE
    return concept.image_variations if is_image else concept.text_variations


def payload_stamps(
    concept: Concept,
    modeltype: str,
    *,
    settings: object = None,
    prompt: str | None = None,
    content_hash: str | None = None,
) -> dict[str, Any]:
    """The `__` keys that the trainer adds to a payload's values, in its order.

    Args:
        concept: of the sample the payload is made for.
        modeltype: as the config spells it.
        settings: the concept's settings made ready for writing, None to take them as they are.
        prompt: what was encoded, None for a picture.
        content_hash: digest of the prompt, None for a picture.
    """
    values: dict[str, Any] = {"concept": settings or concept.raw}
    if prompt is not None:
        values["prompt"] = prompt
    return {
        "__cache_version": CACHE_VERSION,
        MODELTYPE_KEY: modeltype,
        **({} if content_hash is None else {CONTENT_KEY: content_hash}),
        SOURCELESS_KEY: values,
        "__concept_loss_weight": concept.loss_weight,
        "__concept_type": concept.type.value,
        "__concept_name": concept.name,
        "__concept_path": concept.path,
        "__concept_seed": concept.seed or 0,
    }


def members_of_build(
    stamped: Mapping[str, Any], made_from: Mapping[str, Any], recorded: Mapping[str, str]
) -> dict[str, Any]:
    """Return what a build writes into a payload behind its values, in its order.

    Args:
        stamped: of `payload_stamps`.
        made_from: content of the source, and of what lies beside it.
        recorded: id of the recipe and checksum, none where no recipe is known.
    """
    return {**stamped, SOURCE_KEY: made_from, **recorded}


def _runtime_values(sample: SampleStamp, variations: int) -> dict[str, dict[str, str]]:
    if not sample.prompts:
        return {str(variation): {} for variation in range(variations)}
    return {str(at): {"prompt": prompt} for at, prompt in enumerate(sample.prompts)}


def has_sentinel(store: Path, modeltype: str, names: Collection[str]) -> bool:
    """Return whether a store has a stand-in that the trainer would keep."""
    try:
        contents = list_pt(store / SENTINEL_NAME)
    except PayloadError:
        return False
    return (contents.values.get(MODELTYPE_KEY) == modeltype
            and set(names) <= set(contents.names))


def sentinel_values(donor: Mapping[str, Any], modeltype: str) -> dict[str, Any]:
    """The stand-in that a payload gives: names to tensors or numpy arrays and other values."""
    blank = {name: _zero_values(value) for name, value in donor.items()
             if not name.startswith("__")}
    return {"__cache_version": CACHE_VERSION, MODELTYPE_KEY: modeltype, **blank}


def write_sentinel(store: Path, donor: Mapping[str, Any], modeltype: str) -> None:
    """Write a store's stand-in whole or not at all.

    Raises:
        UserFacingError: if the store may not be written or the disk is full.
    """
    with pending_file(store / SENTINEL_NAME) as pending:
        write_pt(pending.file, sentinel_values(donor, modeltype))
        pending.publish()


def _zero_values(value: Any) -> Any:
    """Zeros; in lists too, which the trainer leaves as its donor has them: another's values."""
    if isinstance(value, list):
        return [_zero_values(part) for part in value]
    if isinstance(value, np.ndarray):
        return np.zeros_like(value)
    # A tensor; torch itself is not asked for, so that listing a store never loads it.
    return value.new_zeros(value.shape) if hasattr(value, "new_zeros") else value


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
        records_sidecars: whether they are all that lie beside the source.
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
    sidecars: Sidecars = msgspec.field(default_factory=dict)
    records_sidecars: bool = False
    samples: tuple[SampleStamp, ...] = ()
    samples_win: bool = True


def grown_row(
    entry: GrownEntry, old: str | None, *, content: StoreContent, linked: LinkedFiles
) -> bytes:
    """The row of an entry as JSON; `old` is used only if the entry keeps it."""
    row = migrate_row(json.loads(old)) if old is not None and entry.keeps_row else {}
    before = dict(row)
    row.update(
        filename=entry.filename, hash=entry.hash, mtime=entry.mtime, modeltype=entry.modeltype,
        variants=_variants(before.get("variants", {}), entry),
        cache_version=CACHE_VERSION)
    if entry.sidecars or entry.records_sidecars or "sidecar_hashes" not in before:
        _stamp_sidecars(row, entry.sidecars, is_ours=entry.records_sidecars)
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


def row_with_first(old: str, key: str, sidecars: Sidecars | None = None) -> bytes:
    """A row with one of its variants before the others.

    `sidecars` are all that lie beside the source, None where nobody looked.

    Raises:
        KeyError: if it has no such variant.
    """
    row = migrate_row(json.loads(old))
    variants = row["variants"]
    row["variants"] = {key: variants[key], **variants}
    if sidecars is not None:
        _stamp_sidecars(row, sidecars, is_ours=True)
    return json.dumps(row).encode("ascii")


def _stamp_sidecars(row: dict[str, Any], sidecars: Sidecars, *, is_ours: bool) -> None:
    row["sidecar_mtimes"] = {path: mtime for path, (mtime, _) in sidecars.items()}
    row["sidecar_hashes"] = {path: digest for path, (_, digest) in sidecars.items()}
    if is_ours:
        row[OUR_SIDECARS] = True


def migrate_row(row: dict[str, Any]) -> dict[str, Any]:
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


def intern_concepts(
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
